"""Games from one seat: the learner's, its opponents inside. The Gymnasium and SB3 environments translate this."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

import numba
import numpy as np
from numpy.typing import NDArray

from mom_env.arguments import MAX_GAMES, checked_whole, room_for, shown, whole_of
from mom_env.deals import Start
from mom_env.endings import ending, seats_in
from mom_env.errors import CallOrder, IllegalAction, OptionError, PositionError
from mom_env.games import load
from mom_env.kernel.threads import THREADS
from mom_env.opponents import Opponents
from mom_env.settings import Settings

Actions = NDArray[np.int64]
RANDOM = "random"
NUM_SEEDS = 2**64


class SeatSettings(Settings):
    """Arguments of an environment with one learner.

    Attributes:
        opponents: a player for all other seats, or a list of them, one a seat, from the left of the learner on.
        seat: the learner's, from 0; "random" draws it for each game.
        illegal: what an illegal action does: "raise" an IllegalAction and change nothing, or "lose" the game.
        render_mode: how `render` shows the game.
    """

    opponents: Any = RANDOM
    seat: Any = RANDOM
    illegal: Literal["raise", "lose"] = "raise"
    render_mode: Literal["ansi", "rgb_array", "human"] | None = None


class OneSeat:
    """`num_games` games in which the learner is to move, with arrays that are filled in place.

    Attributes:
        observations: what the learner sees, shape (N, OBSERVATION_SIZE), float32.
        action_masks: 1 for each of its legal actions, shape (N, NUM_ACTIONS), int8; all 0 where a game is over.
        final_observations: where `dones` is set, how that game ended; shape as `observations`.
        rewards: all that came to the learner since its last decision, shape (N,), float32.
        dones: True where the last step ended a game, shape (N,). `endings` says how.
        results: where `dones` is set, how that game ended, in the columns that the game's `seats` names.

    A game depends on its seed and on its own actions alone: not on how many games there are, nor on the number
    of threads.
    """

    def __init__(
        self,
        game: str,
        num_games: int,
        settings: SeatSettings,
        *,
        deals_at_once: bool = True,
        num_threads: int = 1,
        masks_at: str = "action_masks",
    ) -> None:
        """Make room; `reset` deals.

        Args:
            game: a game of this package.
            num_games: how many, from 1 to `MAX_GAMES`.
            settings: already checked.
            deals_at_once: a finished game gives way to a new deal in the same step; else in the next one.
            num_threads: how many threads step the games.
            masks_at: where the caller finds the masks; for the message about an illegal action.
        """
        self.num_games = checked_whole("num_games", num_games, 1, MAX_GAMES)
        self.num_threads = checked_whole("num_threads", num_threads, 1, numba.config.NUMBA_NUM_THREADS)
        self.game, self.settings, self._masks_at, self._kernels = game, settings, masks_at, load(game, "seats")
        self.ruleset = load(game, "ruleset").make_ruleset(
            settings.num_players, settings.deck, settings.options, skip_forced=settings.skip_forced
        )
        self.opponents = Opponents(game, settings.opponents, self.ruleset)
        self._terms = self._made_terms(deals_at_once)
        with room_for("num_games", self.num_games):
            self._make_room()
        self.is_dealt = False

    def reset(self, seeds: Sequence[int | None] | None = None, starts: Sequence[Start] | None = None) -> None:
        """Begin all games again.

        Args:
            seeds: one for each game. A game without a seed continues from where its chance is; the first time it draws
                a seed.
            starts: how each game begins; by default with a deal from its chance, the learner on its own seat.

        Raises:
            OptionError, PositionError: a seed, deal or seat cannot be; the games continue.
        """
        seeds = [None] * self.num_games if seeds is None else seeds
        if len(seeds) != self.num_games:
            raise OptionError(f"seed: expected a number, or one for each of {self.num_games} games, found {len(seeds)}")
        checked = load(self.game, "seeds").checked_seed
        seeded = {i: checked(seed) for i, seed in enumerate(seeds) if seed is not None or not self.is_dealt}
        starts = [Start()] * self.num_games if starts is None else starts
        deals, seats = self._deals(starts), [self._terms.seat if s.seat is None else self._seat(s.seat) for s in starts]
        with self._all_or_nothing():
            self._seed(seeded)
            self._begin(deals, seats)
            self._ask()
        self.is_dealt = True

    def step(self, actions: Any) -> None:
        """Play the learner's action in each game, then the others', until the learner is to move again.

        Raises:
            IllegalAction: it names game, seat, decision and action; no game has moved.
            CallOrder: nothing has been dealt yet.
        """
        if not self.is_dealt:
            raise CallOrder("step: expected games that have been dealt; call reset() first")
        checked = self._checked(actions)
        with self._all_or_nothing():
            self._play(checked)
            self._ask()

    def seats(self) -> NDArray[np.int64]:
        """Return the learner's seat in each game, shape (N,)."""
        return self._seatings["learner"].astype(np.int64)

    def bool_masks(self) -> NDArray[np.bool_]:
        """Return the masks as sb3-contrib wants them, in a fresh array."""
        return self.action_masks.view(np.bool_).copy()

    def endings(self, games: NDArray[np.intp]) -> list[dict[str, Any]]:
        """Return what the infos of these games, which the last step ended, say of their ends: see `endings.ending`."""
        return [
            ending(place, seats_in(winners), None if is_forfeit else score)
            for _, is_forfeit, score, place, winners in self.results[games].tolist()
        ]

    def summary(self) -> str:
        """Say what is played, in how many games, by how many, and against whom."""
        many, given = f"{self.num_games} games of " if self.num_games > 1 else "", self.settings
        who = f"{given.num_players} players, opponents {shown(given.opponents)}, seat {shown(given.seat)}"
        return f"{many}{self.game}, {who}, reward {given.reward!r}"

    def game_at(self, i: int) -> Any:
        """Return a copy of game `i`, to look at."""
        return load(self.game).Game.from_record(self.ruleset, self.states[i : i + 1])

    def num_decisions(self) -> int:
        """Return how many real decisions all seats have taken in all games so far."""
        return int(self._seatings["num_decisions"].sum())

    def sample(self, rng: np.random.Generator) -> Actions:
        """Return a uniform legal action for each game; none may be over. The array is the same one at each call."""
        seed = rng.integers(NUM_SEEDS, dtype=np.uint64)
        load(self.game, "batch").draw_range(self.states, self._views.action_masks, seed, self._drawn, 0, self.num_games)
        return self._drawn

    # Inside

    def _made_terms(self, deals_at_once: bool) -> Any:
        settings = self.settings
        reward = int(load(self.game, "returns").reward_named(settings.reward))
        return self._kernels.Terms(
            reward=reward,
            shaping=int(settings.shaping is not None),
            gamma=float(settings.gamma),
            seat=self._seat(settings.seat),
            loses=int(settings.illegal == "lose"),
            loss=float(load(self.game).forfeit_return(reward, self.ruleset)),
            deals_at_once=int(deals_at_once),
        )

    def _seat(self, seat: Any) -> int:
        if isinstance(seat, str) and seat == RANDOM:
            return int(self._kernels.RANDOM_SEAT)
        return checked_seat(seat, self.settings.num_players)

    def _make_room(self) -> None:
        seats, game, count = self._kernels, load(self.game), self.num_games
        self.states, self._seatings = np.zeros(count, game.STATE_DTYPE), np.zeros(count, seats.SEATING_DTYPE)
        self._seatings["opponents"][:, : self.settings.num_players - 1] = self.opponents.numbers
        self._drawn = np.zeros(count, np.int64)
        self._views = seats.Views(
            observations=np.zeros(count, game.OBSERVATION_DTYPE),
            action_masks=np.zeros(count, game.MASK_DTYPE),
            final_observations=np.zeros(count, game.OBSERVATION_DTYPE),
            rewards=np.zeros(count, np.float32),
            dones=np.zeros(count, np.uint8),
            asked=np.full(count, seats.NOBODY),
            leads=np.zeros((count, game.MAX_PLAYERS)),
        )
        self._show_views()

    def _show_views(self) -> None:
        views, flat = self._views, load(self.game, "vector").flat
        self.observations: NDArray[np.float32] = flat(views.observations, np.float32)
        self.action_masks: NDArray[np.int8] = flat(views.action_masks, np.int8)
        self.final_observations: NDArray[np.float32] = flat(views.final_observations, np.float32)
        self.rewards: NDArray[np.float32] = views.rewards
        self.results: NDArray[np.int16] = self._seatings["result"]
        self.dones: NDArray[np.bool_] = views.dones.view(np.bool_)

    def __getstate__(self) -> dict[str, Any]:
        """Return what copies and pickles hold; a module cannot be pickled."""
        return {name: value for name, value in vars(self).items() if name != "_kernels"}

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        """Restore a deep copy or a pickle: the arrays that users see are the ones that kernels fill."""
        vars(self).update(attributes)
        self._kernels = load(self.game, "seats")
        self._show_views()

    def _deals(self, starts: Sequence[Start]) -> dict[int, NDArray[Any]]:
        """Return the records of the deals that are asked for, by game."""
        records: dict[int, NDArray[Any]] = {}  # by the id of their setup: many games may begin with the same
        deals = {i: start.deal for i, start in enumerate(starts) if start.deal is not None}
        for i, deal in deals.items():
            if id(deal) not in records:
                try:
                    records[id(deal)] = load(self.game, "rebuild").deal_of(deal, self.ruleset)
                except PositionError as error:
                    raise PositionError(f"deal of game {i}: {error}") from None
        return {i: records[id(deal)] for i, deal in deals.items()}

    def _seed(self, seeds: dict[int, int]) -> None:
        games, bits = np.array(list(seeds), np.int64), np.array(list(seeds.values()), np.uint64)
        self._kernels.seed_range(self.states, self._seatings, games, bits)

    def _begin(self, deals: dict[int, NDArray[Any]], seats: Sequence[int]) -> None:
        is_dealt, streams = np.zeros(self.num_games, np.uint8), self.states["rng"].copy()
        for i, deal in deals.items():
            self.states[i], is_dealt[i] = deal[0], 1
        self.states["rng"] = streams  # the next deals come from the games' own chance
        rooms, chosen = (self.states, self.ruleset.rules, self._seatings), np.array(seats, np.int64)
        self._kernels.reset_range(*rooms, chosen, is_dealt, self._terms, self._views)

    def _play(self, actions: Actions) -> None:
        parts = (self.states, self.ruleset.rules, self._seatings, actions, self._terms, self._views)
        if self.num_threads == 1:
            self._kernels.step_range(*parts, 0, self.num_games)
        else:
            kernels = self._kernels
            with THREADS.granted(self.num_threads) as threads:
                kernels.step_parallel(*parts, threads) if threads > 1 else kernels.step_range(*parts, 0, self.num_games)

    def _checked(self, actions: Any) -> Actions:
        if type(actions) is not np.ndarray or actions.dtype != np.int64 or not actions.flags.carray:
            actions = load(self.game, "vector").as_ids(actions)
        if actions.shape != (self.num_games,):
            raise IllegalAction(f"actions: expected shape ({self.num_games},), found {actions.shape}")
        checked: Actions = actions
        if not self._terms.loses:
            game = self._kernels.find_illegal(self.states, self.ruleset.rules, self._seatings, checked)
            if game != self._kernels.ALL_LEGAL:
                refusal = load(self.game, "vector").refusal(self.states[game], int(checked[game]), self.ruleset.deck)
                advice = f'{self._masks_at} marks the legal ones; with illegal="lose" an illegal action loses the game'
                raise IllegalAction(f"game {game}: {refusal}; {advice}")
        return checked

    # Players who are no bots

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Restore everything if the block fails: players may raise, or answer with an illegal action."""
        arrays = (self.states, self._seatings, *self._views) if self.opponents.asked else ()
        before = [array.copy() for array in arrays]
        try:
            yield
        except BaseException:
            for array, old in zip(arrays, before, strict=True):
                array[...] = old
            raise

    def _ask(self) -> None:
        """Ask whoever has to be asked, for as many games at once as there are, until the learner is to move in all."""
        seats, rooms = self._kernels, (self.states, self.ruleset.rules, self._seatings)
        while self.opponents.asked and len(games := np.flatnonzero(self._views.asked >= 0)):
            asked, bits = self._views.asked[games], np.zeros(len(games), np.uint64)
            seats.draw_bits(self._seatings, games, bits)
            actions = np.zeros(len(games), np.int64)
            for number in np.unique(asked):
                rows = np.flatnonzero(asked == number)
                actions[rows] = self.opponents.choose(int(number), self.states[games[rows]], bits[rows])
            seats.answer(*rooms, games, actions, self._terms, self._views)


def checked_seat(seat: Any, num_players: int) -> int:
    """Return the seat, if there is such a seat."""
    number = whole_of(seat)
    if number is None or not 0 <= number < num_players:
        raise OptionError(f"seat: expected 0 to {num_players - 1} or {RANDOM!r}, found {shown(seat)}")
    return number
