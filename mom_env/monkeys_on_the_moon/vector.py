"""Many games as arrays: every game stops at a decision, one action for each goes in, all move on together."""

from collections.abc import Mapping, Sequence
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from mom_env.arguments import MAX_GAMES, checked_whole, room_for, shown, whole_of
from mom_env.errors import IllegalAction, OptionError
from mom_env.kernel.threads import THREADS
from mom_env.monkeys_on_the_moon import batch
from mom_env.monkeys_on_the_moon.actions import MASK_DTYPE, NUM_ACTIONS
from mom_env.monkeys_on_the_moon.deck import Deck, DeckSource
from mom_env.monkeys_on_the_moon.observe import OBSERVATION_DTYPE
from mom_env.monkeys_on_the_moon.returns import reward_named
from mom_env.monkeys_on_the_moon.ruleset import make_ruleset
from mom_env.monkeys_on_the_moon.seeds import checked_seed
from mom_env.monkeys_on_the_moon.state import MAX_PLAYERS, STATE_DTYPE, Decision
from mom_env.monkeys_on_the_moon.words import Words


class VectorGame:
    """`num_games` games in lock-step, with arrays that are filled in place.

    Attributes:
        seats: who decides in each game, shape (N,).
        observations: what that seat sees, shape (N, OBSERVATION_SIZE), float32.
        action_masks: 1 for each of its legal actions, shape (N, NUM_ACTIONS), int8.
        returns: by seat, of the game that the last step ended, else 0; shape (N, 4), float32.
        dones: True where the last step ended a game. The other arrays show the next deal already.
        states: the records themselves, shape (N,).

    Game `i` depends on the seed, on `i` and on its own actions alone: not on how many games there are, nor on
    the number of threads.

    Example:
        >>> games = VectorGame(num_games=3, num_players=4, seed=7)
        >>> rng = np.random.default_rng(0)
        >>> while not games.dones.any():
        ...     games.step(games.sample(rng))
        >>> bool(np.isclose(games.returns.sum(), 0, atol=1e-6))
        True
    """

    def __init__(
        self,
        num_games: int,
        num_players: int = 4,
        seed: int | None = None,
        *,
        deck: DeckSource = "standard",
        options: Mapping[str, Any] | None = None,
        skip_forced: bool = True,
        reward: str = "win",
        observe: bool = True,
        check: bool = True,
        num_threads: int = 1,
    ) -> None:
        """Deal all games.

        Args:
            num_games: how many, from 1 to `mom_env.arguments.MAX_GAMES`.
            num_players: 2, 3 or 4, as the deck allows.
            seed: a whole number from 0 to 2**64 - 1; None draws one.
            deck: name, path or content of a deck file.
            options: rule options.
            skip_forced: play forced decisions without stopping at them.
            reward: "win", "vp" or "rank".
            observe: write observations and masks; without, both arrays have no rows.
            check: refuse illegal actions. False trusts the caller: an illegal action then spoils that game.
            num_threads: how many threads step the games.
        """
        self.deck, self.options, self.rules = make_ruleset(num_players, deck, options, skip_forced=skip_forced)
        self.num_games, self.num_players = checked_whole("num_games", num_games, 1, MAX_GAMES), int(num_players)
        self.num_threads = checked_whole("num_threads", num_threads, 1, numba.config.NUMBA_NUM_THREADS)
        self.check = bool(check)
        self._reward = int(reward_named(reward))
        with room_for("num_games", self.num_games):
            self.states = np.zeros(self.num_games, STATE_DTYPE)
            self._actions = np.zeros(self.num_games, np.int64)
            self._views = _make_views(self.num_games, observe)
        self._show_views()
        self.reset(seed)

    def _show_views(self) -> None:
        self.seats, self.returns = self._views.seats, self._views.returns
        self.observations: NDArray[np.float32] = flat(self._views.observations, np.float32)
        self.action_masks: NDArray[np.int8] = flat(self._views.action_masks, np.int8)
        self.dones: NDArray[np.bool_] = self._views.dones.view(np.bool_)

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        """After a deep copy or a pickle: the arrays that users see are the ones that kernels fill."""
        vars(self).update(attributes)
        self.rules.flags.writeable = False
        self._show_views()

    def reset(self, seed: int | None = None) -> None:
        """Deal all games again."""
        number = checked_seed(seed)
        batch.reset_many(self.states, self.rules, self._views, np.uint64(number))
        self._seed: int | None = number

    def __repr__(self) -> str:
        """Say how many games these are, for how many players, and from which seed they were dealt."""
        seed = "restored" if self._seed is None else f"seed {self._seed}"
        return f"<VectorGame: {self.num_games} games, {self.num_players} players, {seed}>"

    def set_reward(self, reward: str) -> None:
        """What results are worth from now on."""
        self._reward = int(reward_named(reward))

    def restore(self, states: NDArray[Any]) -> None:
        """Continue from these records, as `states` once was: they are copied, and all arrays show them."""
        self._seed = None
        self.states[:] = states
        self._views.returns[:], self._views.dones[:] = 0, 0
        batch.show_range(self.states, self.rules, self._views, 0, self.num_games)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Play one action in each game; all arrays show what came of it.

        Raises:
            IllegalAction: it names game, seat, decision and action; no game has moved.
        """
        actions = self._shaped(actions)
        parts = (self.states, self.rules, actions, self._reward, self._views, self.check)
        if self.num_threads == 1:
            illegal = batch.step(*parts)
        else:
            with THREADS.granted(self.num_threads) as threads:
                illegal = batch.step_parallel(*parts, threads) if threads > 1 else batch.step(*parts)
        if illegal != batch.ALL_LEGAL:
            why = refusal(self.states[illegal], int(actions[illegal]), self.deck)
            raise IllegalAction(f"game {illegal}: {why}")

    def sample(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """A uniform legal action for each game; the array is the same one at each call."""
        if not len(self.action_masks):
            raise OptionError("sample: expected a batch made with observe=True, as actions are drawn from the masks")
        seed = rng.integers(2**64, dtype=np.uint64)
        parts = (self.states, self._views.action_masks, seed, self._actions)
        if self.num_threads == 1:
            batch.draw_range(*parts, 0, self.num_games)
        else:
            with THREADS.granted(self.num_threads) as threads:
                batch.draw_parallel(*parts, threads) if threads > 1 else batch.draw_range(*parts, 0, self.num_games)
        return self._actions

    def _shaped(self, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        # Kernels would be compiled once more for arrays of another layout, or read-only ones.
        if type(actions) is not np.ndarray or actions.dtype != np.int64 or not actions.flags.carray:
            actions = as_ids(actions)
        if actions.shape != (self.num_games,):
            raise IllegalAction(f"actions: expected shape ({self.num_games},), found {actions.shape}")
        return actions


def refusal(state: Any, action: int, deck: Deck) -> str:
    """Return why an action cannot be played in a game, given as its record and the deck that names its tribes."""
    decision = Decision(int(state.decision)).name.lower()
    words, is_one = Words(deck, state.colour), 0 <= action < NUM_ACTIONS
    what = words.describe(action) if is_one else f"no id from 0 to {NUM_ACTIONS - 1}"
    return f"player_{state.seat} has a {decision} decision; action {action} ({what}) is not legal"


def flat(records: NDArray[Any], dtype: Any) -> NDArray[Any]:
    """Records of equal numbers as rows of an array, shape (N, numbers); the same memory."""
    rows: NDArray[Any] = records.view(dtype).reshape(len(records), records.itemsize // np.dtype(dtype).itemsize)
    return rows


def as_ids(actions: Any) -> NDArray[np.int64]:
    """Return whole numbers, in an array, a tensor or a list, as an array that kernels take.

    Raises:
        IllegalAction: they are not whole numbers.
    """
    if isinstance(actions, list | tuple):
        return _ids_of(actions)
    try:
        array = np.asarray(actions)
    except (TypeError, ValueError) as error:  # a tensor on a device, rows of unlike lengths
        raise IllegalAction(f"actions: expected an array of whole numbers: {error}") from None
    if array.dtype.kind not in "iu":
        raise IllegalAction(f"actions: expected whole numbers, found {array.dtype}")
    return array.astype(np.int64, order="C")


def _ids_of(actions: Sequence[Any]) -> NDArray[np.int64]:
    """Return the entries of a list as an array. NumPy would take booleans for numbers, too."""
    numbers = [whole_of(action) for action in actions]
    if None in numbers:
        raise IllegalAction(f"actions: expected whole numbers, found {shown(actions[numbers.index(None)])}")
    try:
        return np.array(numbers, np.int64)
    except OverflowError:
        largest = max(numbers, key=abs)  # type: ignore[arg-type]  # none of them is None
        raise IllegalAction(f"actions: expected ids from 0 to {NUM_ACTIONS - 1}, found {shown(largest)}") from None


def _make_views(num_games: int, observe: bool) -> batch.Views:
    num_views = num_games if observe else 0
    return batch.Views(
        seats=np.zeros(num_games, np.int8),
        observations=np.zeros(num_views, OBSERVATION_DTYPE),
        action_masks=np.zeros(num_views, MASK_DTYPE),
        returns=np.zeros((num_games, MAX_PLAYERS), np.float32),
        dones=np.zeros(num_games, np.uint8),
    )
