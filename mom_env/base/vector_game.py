"""Many games as arrays: every game stops at a decision, takes one action, and all move to their next decision."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar, cast

import numba
import numpy as np

from mom_env.base.game import Game, Rs, number_type
from mom_env.base.ids import shaped_ids
from mom_env.base.rewards import checked_reward
from mom_env.base.seeds import checked_seed
from mom_env.common.arguments import MAX_GAMES, checked_whole, players_in_words, room_for
from mom_env.contract.options import GameOptions, OptionValue
from mom_env.contract.people import Deck, DeckSource, Ruleset
from mom_env.contract.records import Indices, Records
from mom_env.contract.views import BatchViews, flat
from mom_env.errors import IllegalAction, OptionError
from mom_env.kernel.threads import THREADS
from mom_env.loops import kernels_of, loop_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

OptionMap = Mapping[str, OptionValue]
T = TypeVar("T")
OptionMaps = OptionMap | Sequence[OptionMap | None] | None


class Block(NamedTuple):
    """Neighbouring games of a batch with the same rules."""

    ruleset: Ruleset
    first: int
    last: int  # the index after the last game


class VectorGame:
    """`num_games` games that step together, with arrays that are filled in place.

    Attributes:
        seats: the seat that decides in each game, shape (N,).
        observations: what that seat sees, shape (N, OBSERVATION_SIZE).
        action_masks: 1 for each of its legal actions, shape (N, NUM_ACTIONS), int8.
        returns: returns by seat where the last step ended a game, else 0; shape (N, MAX_PLAYERS), float32.
        dones: True where the last step ended a game. The other arrays show the next deal already.
        states: the records themselves, shape (N,).
        blocks: which games have which rules.

    Game `i` depends only on the seed, on `i`, on its rules and on its own actions, not on the number of games or
    threads.
    """

    game: ClassVar[type[Game[Any]]]  # of any ruleset

    def __init__(
        self,
        num_games: int,
        num_players: int | Sequence[int] | None = None,
        seed: int | None = None,
        *,
        deck: DeckSource = "standard",
        options: OptionMaps = None,
        skip_forced: bool = True,
        reward: str = "win",
        observe: bool = True,
        check: bool = True,
        num_threads: int = 1,
    ) -> None:
        """Deal all games, and advance each to its first decision.

        Args:
            num_games: how many, from 1 to `mom_env.common.arguments.MAX_GAMES`.
            num_players: of each game, as the deck allows; None for the game's default. A list divides the games as
                evenly as possible, in its order.
            seed: a whole number from 0 to 2**64 - 1; None draws one.
            deck: name, path or content of a data file.
            options: rule options by name; None for the defaults. A list divides the games of each number of players
                among its entries.
            skip_forced: whether forced decisions, with one option that everybody can see, are played without stopping
                at them.
            reward: "win", "vp" or "rank".
            observe: whether observations and masks are written; if not, both arrays have no rows.
            check: whether illegal actions are refused; if not, an illegal action ruins that game.
            num_threads: how many threads step the games.

        Raises:
            OptionError, DeckError: the error says what was expected, and what was found.
        """
        self.num_games = checked_whole("num_games", num_games, 1, MAX_GAMES)
        self.num_threads = checked_whole("num_threads", num_threads, 1, numba.config.NUMBA_NUM_THREADS)
        counts = self.game.info.default_players if num_players is None else num_players
        self.blocks = blocks_of(self.game, self.num_games, counts, deck, options, skip_forced=skip_forced)
        self.ruleset = self.blocks[0].ruleset
        self.check = bool(check)
        self.set_reward(reward)
        self._make_room(observe=observe)
        self._show_views()
        self.reset(seed)

    def _make_room(self, *, observe: bool) -> None:
        """Make the arrays of all games; without `observe`, those for observations and masks have no rows.

        Raises:
            OptionError: there is not enough memory.
        """
        kernels, count = kernels_of(self.game.info.package), self.num_games
        num_views = count if observe else 0
        with room_for("num_games", count):
            self.states: Records = np.zeros(count, kernels.STATE_DTYPE)
            self._actions: Indices = np.zeros(count, np.int64)
            self._views = BatchViews(
                seats=np.zeros(count, np.int8),
                observations=np.zeros(num_views, kernels.OBSERVATION_DTYPE),
                action_masks=np.zeros(num_views, kernels.MASK_DTYPE),
                returns=np.zeros((count, kernels.MAX_PLAYERS), np.float32),
                dones=np.zeros(count, np.uint8),
            )

    def _show_views(self) -> None:
        """Make the public arrays, which share their memory with the arrays that kernels fill."""
        views, kernels = self._views, kernels_of(self.game.info.package)
        self._loops = loop_of(self.game.info.package, "batch")
        self.seats, self.returns = views.seats, views.returns
        self.observations: NDArray[np.float32] = flat(views.observations, number_type(kernels.OBSERVATION_DTYPE))
        self.action_masks: NDArray[np.int8] = flat(views.action_masks, np.dtype(np.int8))[:, : kernels.NUM_ACTIONS]
        self.dones: NDArray[np.bool_] = views.dones.view(np.bool_)

    @property
    def num_players(self) -> int:
        """The number of seats of the first game, and of all games unless several numbers were asked for."""
        return self.ruleset.num_players

    def player_counts(self) -> tuple[int, ...]:
        """Return the different numbers of players of the games, each once, in the order of the games."""
        return tuple(dict.fromkeys(block.ruleset.num_players for block in self.blocks))

    @property
    def deck(self) -> Deck:
        """The data file that all games are played with."""
        deck: Deck = self.ruleset.deck
        return deck

    @property
    def options(self) -> GameOptions:
        """The rule options of the first game."""
        options: GameOptions = self.ruleset.options
        return options

    @property
    def rules(self) -> Records:
        """Deck and options of the first game in the form that kernels read, as an array of one."""
        return self.ruleset.rules

    def __getstate__(self) -> dict[str, object]:
        """Return the attributes that copies and pickles store: all but a module, which cannot be pickled."""
        return {name: value for name, value in vars(self).items() if name != "_loops"}

    def __setstate__(self, attributes: dict[str, object]) -> None:
        """Restore the attributes, and let the public arrays share their memory with the arrays that kernels fill."""
        vars(self).update(attributes)
        self._show_views()

    def reset(self, seed: int | None = None) -> None:
        """Deal all games again, and update all arrays; with None as `seed`, a seed is drawn."""
        number = checked_seed(seed)
        for block in self.blocks:
            self._loops.reset_range(
                self.states, block.ruleset.rules, self._views, np.uint64(number), block.first, block.last
            )
        self._seed: int | None = number

    def __repr__(self) -> str:
        """Return in a line the number of games, the numbers of players, and the seed of the deals."""
        seed = "restored" if self._seed is None else f"seed {self._seed}"
        counts = players_in_words(*self.player_counts())
        return f"<VectorGame: {self.num_games} games, {counts}, {seed}>"

    def set_reward(self, reward: str) -> None:
        """Set the reward that turns later results into returns, by its name: "win", "vp" or "rank".

        Raises:
            OptionError: there is no such reward, or the game does not have it for one of the numbers of players.
        """
        self._reward = int(checked_reward(self.game.info, reward, *self.player_counts()))

    def restore(self, states: Records) -> None:
        """Continue from `states`, an earlier copy of the attribute `states`, and show these positions in all arrays.

        The records are copied. `returns` become 0, and `dones` False.
        """
        self._seed = None
        self.states[:] = states
        self._views.returns[:], self._views.dones[:] = 0, 0
        for block in self.blocks:
            self._loops.show_range(self.states, block.ruleset.rules, self._views, block.first, block.last)

    def step(self, actions: Indices) -> None:
        """Play one action in each game, `actions[i]` in game `i`, and update all arrays.

        Raises:
            IllegalAction: an action is illegal; the error names game, seat, decision and action. No game has moved.
        """
        actions = shaped_ids(actions, self.num_games, self.action_masks.shape[1])
        check = self.check
        if check and len(self.blocks) > 1:
            self._check_all(actions)
            check = False
        for block in self.blocks:
            illegal = self._step_block(block, actions, check=check)
            if illegal != self._loops.ALL_LEGAL:
                raise self._refusal(block, illegal, int(actions[illegal]))

    def _step_block(self, block: Block, actions: Indices, *, check: bool) -> int:
        """Play one action in each game of a block, and return ALL_LEGAL (-1).

        `actions` is by game, for all games. If `check` finds an illegal action, return the index of its game; then no
        game of the block has moved.
        """
        ends = block.first, block.last
        arguments = (self.states, block.ruleset.rules, actions, self._reward, self._views, check, *ends)
        return int(THREADS.run(self._loops.step, self._loops.step_parallel, arguments, self.num_threads))

    def _check_all(self, actions: Indices) -> None:
        """Refuse illegal actions; `actions` is by game.

        Raises:
            IllegalAction: an action is illegal; the error names game, seat, decision and action.
        """
        for block in self.blocks:
            illegal = self._loops.find_illegal(self.states, block.ruleset.rules, actions, block.first, block.last)
            if illegal != self._loops.ALL_LEGAL:
                raise self._refusal(block, illegal, int(actions[illegal]))

    def _refusal(self, block: Block, number: int, action: int) -> IllegalAction:
        """Return the error about the illegal action `action` in game `number`, which is in `block`."""
        table = self.game.from_record(block.ruleset, self.states[number : number + 1])
        return IllegalAction(f"game {number}: {table.why_illegal(action)}")

    def sample(self, rng: np.random.Generator) -> Indices:
        """Return a random legal action for each game, drawn by `rng`, each with the same chance; nothing is played.

        Each call returns the same array, with other numbers.

        Raises:
            OptionError: the batch has no masks, as it was made with `observe=False`.
        """
        if not len(self.action_masks):
            raise OptionError("sample: expected a batch made with observe=True, as actions are drawn from the masks")
        seed = rng.integers(2**64, dtype=np.uint64)
        arguments = (self.states, self._views.action_masks, seed, self._actions, 0, self.num_games)
        THREADS.run(self._loops.draw_range, self._loops.draw_parallel, arguments, self.num_threads)
        return self._actions


def blocks_of(
    game: type[Game[Rs]],
    num_games: int,
    counts: int | Sequence[int],
    deck: DeckSource,
    options: OptionMaps,
    *,
    skip_forced: bool,
) -> tuple[Block, ...]:
    """Return which games have which rules: a share of neighbouring games for each pair of players and options.

    Pairs of a number of players and a set of options are in the order of `counts`, and for each count in that of
    `options`. Shares are equal, or differ by one game if `num_games` cannot be divided evenly.

    Args:
        game: the class of the game.
        num_games: how many games there are.
        counts: a number of players, or a list of them.
        deck: the deck of all games: name, path or content of a data file.
        options: rule options by name, or a list of such sets.
        skip_forced: whether forced decisions, with one option that everybody can see, are played without stopping at
            them.

    Raises:
        OptionError, DeckError: there are more shares than games, or one of them is impossible.
    """
    pairs = [(count, each) for count in several(counts) for each in several(options)]
    tables = [game.make_ruleset(count, deck, each, skip_forced=skip_forced) for count, each in pairs]
    if not 1 <= len(tables) <= num_games:
        raise OptionError(
            f"num_players and options: expected 1 to {num_games} tables, one a game at most, found {len(tables)}"
        )
    ends = [number * num_games // len(tables) for number in range(len(tables) + 1)]
    return tuple(Block(table, *pair) for table, pair in zip(tables, pairwise(ends), strict=True))


def several(value: T | Sequence[T]) -> Sequence[T]:
    """Return `value` if it is a list or a tuple, else a list of that one value."""
    return value if isinstance(value, list | tuple) else [cast(T, value)]
