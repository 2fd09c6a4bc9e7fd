"""Games seen from the learner's seat, opponents included. The Gymnasium and SB3 environments translate this."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType

import numba
import numpy as np
from numpy.typing import NDArray

from mom_env.base.game import Game, number_type
from mom_env.base.ids import shaped_ids
from mom_env.base.rewards import checked_reward
from mom_env.base.seeds import NUM_SEEDS, checked_seed
from mom_env.base.vector_game import Block, blocks_of
from mom_env.common.arguments import MAX_GAMES, checked_whole, players_in_words, room_for, shown, whole_of
from mom_env.contract.people import Ruleset
from mom_env.contract.records import Records
from mom_env.contract.views import SeatTerms, SeatViews, flat, seating_dtype
from mom_env.environments.endings import Ending, ending, forfeit_return, seats_in
from mom_env.environments.opponents import Opponents
from mom_env.environments.reset_options import Start
from mom_env.environments.seat_settings import RANDOM, SeatSettings
from mom_env.errors import CallOrder, IllegalAction, OptionError, PositionError
from mom_env.games import load
from mom_env.kernel.rng import draw_bits
from mom_env.kernel.threads import THREADS
from mom_env.loops import loop_of

Actions = NDArray[np.int64]


class OneSeat:
    """`num_games` games, each stopped where the learner is to move, with arrays that are filled in place.

    The learner is the player of one seat of each game. All other seats are played by opponents. A game depends only on
    its seed and its own actions, not on the number of games or threads.

    Attributes:
        observations: what the learner sees, shape (N, OBSERVATION_SIZE), float32.
        action_masks: 1 for each legal action of the learner, shape (N, NUM_ACTIONS), int8; all 0 where a game is over.
        final_observations: where `dones` is set, the last observation of the game that ended; the shape of
            `observations`.
        rewards: sum of the learner's rewards since its last decision, shape (N,), float32.
        dones: True where the last step ended a game, shape (N,). `endings` says how.
        results: where `dones` is set, how that game ended, in the columns that `contract.views` names.
        states: the records of the games, shape (N,), with all secrets.
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
        """Make the arrays and the opponents; nothing is dealt before `reset`.

        Args:
            game: name of the game.
            num_games: number of games, from 1 to `MAX_GAMES`.
            settings: checked arguments of the environment.
            deals_at_once: deal again in the step that ends a game; otherwise in the next step.
            num_threads: number of threads that step the games.
            masks_at: where the caller finds the masks, for the message about an illegal action.
        """
        self.num_games = checked_whole("num_games", num_games, 1, MAX_GAMES)
        self.num_threads = checked_whole("num_threads", num_threads, 1, numba.config.NUMBA_NUM_THREADS)
        self.game, self.settings, self._masks_at, self._loops = game, settings, masks_at, loops_of(game)
        self.blocks = blocks_of(
            load(game).people.Game,
            self.num_games,
            settings.num_players,
            settings.deck,
            settings.options,
            skip_forced=settings.skip_forced,
        )
        self.ruleset = self.blocks[0].ruleset
        self.opponents = Opponents(game, settings.opponents, [block.ruleset for block in self.blocks])
        self._tables = [(block, self._made_terms(block, deals_at_once)) for block in self.blocks]
        with room_for("num_games", self.num_games):
            self._make_room()
        self.is_dealt = False

    def reset(self, seeds: Sequence[int | None] | None = None, starts: Sequence[Start] | None = None) -> None:
        """Begin all games again, and let the opponents play until the learner is to move.

        Args:
            seeds: one for each game. A game without a seed continues its random stream; at the first reset it draws a
                seed.
            starts: how each game begins; by default with a random deal, and the learner's seat as in the settings.

        Raises:
            OptionError, PositionError: a seed, deal or seat is not valid; the games continue.
        """
        seeds = [None] * self.num_games if seeds is None else seeds
        if len(seeds) != self.num_games:
            raise OptionError(f"seed: expected a number, or one for each of {self.num_games} games, found {len(seeds)}")
        seeded = {i: checked_seed(seed) for i, seed in enumerate(seeds) if seed is not None or not self.is_dealt}
        starts = [Start()] * self.num_games if starts is None else starts
        deals, seats = self._deals(starts), self._seats_of(starts)
        with self._all_or_nothing():
            self._seed(seeded)
            self._begin(deals, seats)
            self._ask()
        self.is_dealt = True

    def step(self, actions: object) -> None:
        """Play the learner's action in each game, then the opponents' up to the learner's next decision or the end.

        A game that is already over takes no action: a new one is dealt instead. All arrays are updated.

        Args:
            actions: an action id for each game, as a list, an array or a tensor.

        Raises:
            IllegalAction: the message names game, seat, decision and action; no game has moved. With `illegal="lose"`
                in the settings, an illegal action loses its game instead.
            CallOrder: nothing has been dealt yet.
        """
        if not self.is_dealt:
            raise CallOrder("step: expected games that have been dealt; call reset() first")
        checked = shaped_ids(actions, self.num_games, self._num_actions)
        with self._all_or_nothing():
            self._play(checked)
            self._ask()

    def seats(self) -> NDArray[np.int64]:
        """Return the learner's seat in each game, from 0, as a new array of shape (N,)."""
        return self._seatings["learner"].astype(np.int64)

    def bool_masks(self) -> NDArray[np.bool_]:
        """Return `action_masks` as booleans in a new array, as sb3-contrib expects them."""
        return self.action_masks.view(np.bool_).copy()

    def is_alone(self) -> NDArray[np.bool_]:
        """Return whether each game has a single player, as a new array of shape (N,)."""
        return np.concatenate(
            [np.full(block.last - block.first, block.ruleset.num_players == 1) for block in self.blocks]
        )

    def endings(self, games: NDArray[np.intp]) -> list[Ending]:
        """Return what the last infos of some games say about the end; see `endings.ending`.

        Args:
            games: indices of the games, all of which the last step ended.
        """
        alone = self.is_alone()[games].tolist()
        return [
            ending(seat, place, seats_in(winners), None if is_forfeit else score, is_alone=is_alone)
            for is_alone, (seat, is_forfeit, score, place, winners) in zip(
                alone, self.results[games].tolist(), strict=True
            )
        ]

    def summary(self) -> str:
        """Return one line of text with the game, the numbers of games and players, the opponents and the reward."""
        many, given = f"{self.num_games} games of " if self.num_games > 1 else "", self.settings
        counts = [block.ruleset.num_players for block in self.blocks]
        who = f", opponents {shown(given.opponents)}, seat {shown(given.seat)}" if max(counts) > 1 else ""
        return f"{many}{self.game}, {players_in_words(*counts)}{who}, reward {given.reward!r}"

    def game_at(self, i: int) -> Game[Ruleset]:
        """Return a copy of game `i`, counted from 0, as a `Game` of its own."""
        made: type[Game[Ruleset]] = load(self.game).people.Game
        return made.from_record(self._block_of(i).ruleset, self.states[i : i + 1])

    def num_decisions(self) -> int:
        """Return how many decisions all seats have made in all games since this object was made.

        Skipped ones do not count.
        """
        return int(self._seatings["num_decisions"].sum())

    def sample(self, rng: np.random.Generator) -> Actions:
        """Draw a legal action of the learner for each game, with equal chances. No game may be over.

        Returns:
            An action id for each game, in the same array at each call.
        """
        seed = rng.integers(NUM_SEEDS, dtype=np.uint64)
        loop_of(load(self.game).package, "batch").draw_range(
            self.states, self._views.action_masks, seed, self._drawn, 0, self.num_games
        )
        return self._drawn

    # Inside

    def _made_terms(self, block: Block, deals_at_once: bool) -> SeatTerms:
        """Return, in the form for kernels, how the games of a block are played and rewarded. See `SeatTerms`."""
        settings = self.settings
        reward = checked_reward(load(self.game).info, settings.reward, block.ruleset.num_players)
        return SeatTerms(
            reward=int(reward),
            shaping=int(settings.shaping is not None),
            gamma=float(settings.gamma),
            seat=self._seat(settings.seat, block),
            loses=int(settings.illegal == "lose"),
            loss=forfeit_return(self.game, reward, block.ruleset),
            deals_at_once=int(deals_at_once),
        )

    def _seat(self, seat: object, block: Block) -> int:
        """Return a seat that is wanted for the learner as an int, or RANDOM_SEAT for "random".

        Raises:
            OptionError: the games of the block have no such seat.
        """
        if isinstance(seat, str) and seat == RANDOM:
            return int(self._loops.RANDOM_SEAT)
        return checked_seat(seat, block.ruleset.num_players)

    def _seats_of(self, starts: Sequence[Start]) -> list[int]:
        """Return the learner's seat in each game, or RANDOM_SEAT where it is to be drawn."""
        seats = []
        for block, terms in self._tables:
            own = starts[block.first : block.last]
            seats += [terms.seat if start.seat is None else self._seat(start.seat, block) for start in own]
        return seats

    def _block_of(self, i: int) -> Block:
        """Return the block of games with equal rules that contains game `i`."""
        return next(block for block in self.blocks if i < block.last)

    def _make_room(self) -> None:
        """Make the records and arrays of all games, filled with zeros except for the numbers of the opponents."""
        kernels, count = load(self.game).kernels, self.num_games
        self.states = np.zeros(count, kernels.STATE_DTYPE)
        self._seatings = np.zeros(count, seating_dtype(kernels.MAX_PLAYERS))
        for block, numbers in zip(self.blocks, self.opponents.numbers, strict=True):
            self._seatings["opponents"][block.first : block.last, : len(numbers)] = numbers
        self._drawn = np.zeros(count, np.int64)
        self._views = SeatViews(
            observations=np.zeros(count, kernels.OBSERVATION_DTYPE),
            action_masks=np.zeros(count, kernels.MASK_DTYPE),
            final_observations=np.zeros(count, kernels.OBSERVATION_DTYPE),
            rewards=np.zeros(count, np.float32),
            dones=np.zeros(count, np.uint8),
            asked=np.full(count, self._loops.NO_PLAYER),
            leads=np.zeros((count, kernels.MAX_PLAYERS)),
        )
        self._show_views()

    def _show_views(self) -> None:
        """Set the public arrays, such as `observations`, to the memory that kernels write into."""
        views, kernels = self._views, load(self.game).kernels
        self._num_actions = kernels.NUM_ACTIONS
        number = number_type(kernels.OBSERVATION_DTYPE)
        self.observations: NDArray[np.float32] = flat(views.observations, number)
        self.action_masks: NDArray[np.int8] = flat(views.action_masks, np.dtype(np.int8))[:, : kernels.NUM_ACTIONS]
        self.final_observations: NDArray[np.float32] = flat(views.final_observations, number)
        self.rewards: NDArray[np.float32] = views.rewards
        self.results: NDArray[np.int16] = self._seatings["result"]
        self.dones: NDArray[np.bool_] = views.dones.view(np.bool_)

    def __getstate__(self) -> dict[str, object]:
        """Return the attributes that copies and pickles hold: all except a module, which cannot be pickled."""
        return {name: value for name, value in vars(self).items() if name != "_loops"}

    def __setstate__(self, attributes: dict[str, object]) -> None:
        """Restore a deep copy or a pickle, so that the public arrays are again those that kernels fill."""
        vars(self).update(attributes)
        self._loops = loops_of(self.game)
        self._show_views()

    def _deals(self, starts: Sequence[Start]) -> dict[int, Records]:
        """Return the records of the deals in `starts`, by index of the game. Games with a random deal are left out.

        Raises:
            PositionError: a deal is not valid; the message names the first such game.
        """
        records: dict[int, Records] = {}  # by the id of their setup, as many games may begin with the same deal
        deals = {i: start.deal for i, start in enumerate(starts) if start.deal is not None}
        for i, deal in deals.items():
            if id(deal) not in records:
                try:
                    records[id(deal)] = load(self.game).people.Game.deal_of(deal, self._block_of(i).ruleset)
                except PositionError as error:
                    raise PositionError(f"deal of game {i}: {error}") from None
        return {i: records[id(deal)] for i, deal in deals.items()}

    def _seed(self, seeds: dict[int, int]) -> None:
        """Start the random streams of the games in `seeds`, which gives a seed for each index of a game."""
        games, bits = np.array(list(seeds), np.int64), np.array(list(seeds.values()), np.uint64)
        self._loops.seed_range(self.states, self._seatings, games, bits)

    def _begin(self, deals: dict[int, Records], seats: Sequence[int]) -> None:
        """Begin all games, and play on until in each the learner or an opponent that is not a kernel bot is to move.

        Args:
            deals: records of given deals, by index of the game; all other games get a random deal.
            seats: the learner's seat in each game; RANDOM_SEAT draws one.
        """
        is_dealt, streams = np.zeros(self.num_games, np.uint8), self.states["rng"].copy()
        for i, deal in deals.items():
            self.states[i], is_dealt[i] = deal[0], 1
        self.states["rng"] = streams  # the next deals come from the games' own chance
        chosen = np.array(seats, np.int64)
        for block, terms in self._tables:
            rooms = self.states, block.ruleset.rules, self._seatings, chosen, is_dealt
            self._loops.reset_range(*rooms, terms, self._views, block.first, block.last)

    def _play(self, actions: Actions) -> None:
        """Play the learner's action in each game, then the bots until the learner or another player is to move.

        `actions` have been checked. An opponent that is not a kernel bot is not asked here.
        """
        check = self.settings.illegal != "lose"
        if check and len(self.blocks) > 1:
            self._check_all(actions)
            check = False
        for block, terms in self._tables:
            illegal = self._play_block(block, terms, actions, check=check)
            if illegal != self._loops.ALL_LEGAL:
                raise self._refusal(illegal, int(actions[illegal]))

    def _play_block(self, block: Block, terms: SeatTerms, actions: Actions, *, check: bool) -> int:
        rooms = self.states, block.ruleset.rules, self._seatings, actions
        arguments = (*rooms, terms, self._views, check, block.first, block.last)
        return int(THREADS.run(self._loops.step, self._loops.step_parallel, arguments, self.num_threads))

    def _check_all(self, actions: Actions) -> None:
        for block in self.blocks:
            rooms = self.states, block.ruleset.rules, self._seatings, actions
            illegal = self._loops.find_illegal(*rooms, block.first, block.last)
            if illegal != self._loops.ALL_LEGAL:
                raise self._refusal(illegal, int(actions[illegal]))

    def _refusal(self, number: int, action: int) -> IllegalAction:
        why = self.game_at(number).why_illegal(action)
        advice = f'{self._masks_at} marks the legal ones; with illegal="lose" an illegal action loses the game'
        return IllegalAction(f"game {number}: {why}; {advice}")

    # Players other than bots

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Restore all games and arrays if the `with` block raises.

        Opponents that are not kernel bots may raise, or answer with an illegal action. Without such opponents, nothing
        is saved or restored, as kernels do not fail.
        """
        arrays: tuple[NDArray[np.generic], ...] = (
            (self.states, self._seatings, *self._views) if self.opponents.asked else ()
        )
        before = [array.copy() for array in arrays]
        try:
            yield
        except BaseException:
            for array, old in zip(arrays, before, strict=True):
                array[...] = old
            raise

    def _ask(self) -> None:
        """Let opponents that are not kernel bots play until the learner is to move in all games.

        Each is asked for many games at a time.
        """
        while self.opponents.asked and len(games := np.flatnonzero(self._views.asked >= 0)):
            for block, terms in self._tables:
                own = games[(games >= block.first) & (games < block.last)]
                if len(own):
                    self._ask_in(block, terms, own)

    def _ask_in(self, block: Block, terms: SeatTerms, games: NDArray[np.intp]) -> None:
        """Ask the opponent that is to move in each of `games` for an action, and play this action.

        Args:
            block: the block to which all of `games` belong.
            terms: how the games of the block are played and rewarded.
            games: indices of games in which an opponent that is not a kernel bot is to move.
        """
        asked, bits = self._views.asked[games], np.zeros(len(games), np.uint64)
        draw_bits(self._seatings, games, bits)
        actions = np.zeros(len(games), np.int64)
        for number in np.unique(asked):
            rows = np.flatnonzero(asked == number)
            actions[rows] = self.opponents.choose(int(number), block.ruleset, self.states[games[rows]], bits[rows])
        rooms = self.states, block.ruleset.rules, self._seatings
        self._loops.answer(*rooms, games, actions, terms, self._views)


def loops_of(game: str) -> ModuleType:
    """Return the module of kernels that play games of one seat, made for the game called `game`."""
    return loop_of(load(game).package, "one_seat")


def checked_seat(seat: object, num_players: int) -> int:
    """Return `seat` as an int.

    Raises:
        OptionError: it is not a whole number from 0 to below `num_players`.
    """
    number = whole_of(seat)
    if number is None or not 0 <= number < num_players:
        raise OptionError(f"seat: expected 0 to {num_players - 1} or {RANDOM!r}, found {shown(seat)}")
    return number
