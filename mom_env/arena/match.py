"""Play games side by side: bots move inside kernels, other players are asked; a player that fails forfeits."""

import hashlib
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from mom_env.arena.game_records import Forfeit, Games, game_dtype
from mom_env.arena.plan import SEED_BITS, Plan
from mom_env.base.replay import Past, Replay, make_replay
from mom_env.contract.people import Ruleset
from mom_env.contract.records import NOBODY, Bits
from mom_env.errors import NoAction
from mom_env.games import load
from mom_env.kernel.rng import STREAM_DTYPE, bits_at, draw_bits
from mom_env.loops import loop_of
from mom_env.players.kinds import ClassPlayer, FunctionPlayer, KernelBot, Player, SeatedPlayer, see
from mom_env.work.job import Stopped

FIRST_LOG = 256  # moves for which a log has room at first; the room is doubled when it is full
Indices = NDArray[np.int64]


class OutOfTime(BaseException):
    """Raised when a move took too long. It is a BaseException, so that no `except Exception` of a player catches it."""


class Match:
    """The games of some deals of a plan, played side by side from the deal to the end.

    All games of a deal begin with the same setup, such as the same cards. Game `i` is entry `i` of each array.

    Attributes:
        deals: the deal of each game.
        numbers: the number of each game within its deal.
        seated: the plan's player at each seat, shape (games, seats).
        forfeits: the forfeits so far, by index of the game.
    """

    def __init__(
        self,
        plan: Plan,
        players: Sequence[Player],
        ruleset: Ruleset,
        deals: Sequence[int],
        limit: float,
        some: Mapping[int, Sequence[int]] | None = None,
        tell: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Deal the games.

        Args:
            plan: which players meet, and where they sit.
            players: the plan's players, in its order.
            ruleset: deck and options.
            deals: the deals to play, by number.
            limit: seconds that a player other than a bot may take for a move.
            some: by deal, the numbers of the games to play; of deals that are not in it, all games are played.
            tell: called with the number of each player that is asked for one move, and with NOBODY afterwards.
        """
        self.plan, self.players, self.ruleset, self.limit, self._tell = plan, players, ruleset, limit, tell
        self._module = load(plan.game)
        self._loops = loop_of(self._module.package, "match")
        tables = [plan.tables(deal) for deal in deals]
        some = some or {}
        numbers: list[Indices] = [np.array(some.get(deal, range(plan.num_tables)), np.int64) for deal in deals]
        self.deals = np.repeat(deals, list(map(len, numbers)))
        self.numbers = np.concatenate(numbers)
        self.seated = np.concatenate([table[own] for table, own in zip(tables, numbers, strict=True)])
        self.seeds = np.array([plan.deal_seed(int(deal)) for deal in self.deals], np.uint64)
        self.states = np.zeros(len(self.seeds), self._module.kernels.STATE_DTYPE)
        self._loops.deal_each(self.states, ruleset.rules, self.seeds)
        self.streams = np.zeros(len(self.seeds), np.dtype((np.record, STREAM_DTYPE)))  # a record, if the JIT is off
        self._loops.begin_streams(self.streams, self.seeds, self.numbers)
        self._room = np.zeros(1, self._module.kernels.MASK_DTYPE)
        outside = self._loops.OUTSIDE
        bots = [player.number if isinstance(player, KernelBot) else outside for player in players]
        self.bots = np.array(bots, np.int64)[self.seated]
        self.log = np.zeros((len(self.deals), FIRST_LOG), np.int16)
        self.counts = np.zeros(len(self.deals), np.int64)
        self.forfeits: dict[int, Forfeit] = {}
        self._sitting: dict[tuple[int, int], SeatedPlayer] = {}  # by game and seat
        self._has_ended = np.zeros(len(self.deals), np.bool_)  # by a forfeit
        see(plan.game, self.states[:0], ruleset.rules)  # compile now, not within a player's time for a move

    def play(self, is_stopped: Callable[[], bool] = lambda: False) -> None:
        """Play each game to its end, or until its player to move fails and so forfeits it.

        Args:
            is_stopped: called before each round of moves; True stops the run.

        Raises:
            Stopped: `is_stopped` returned True.
        """
        try:
            self._play(is_stopped)
        finally:
            self._dismiss(self._sitting)

    def _play(self, is_stopped: Callable[[], bool]) -> None:
        """Play each game to its end, as `play` does, and dismiss the players of each game that has ended."""
        while True:
            if is_stopped():
                raise Stopped
            self._play_bots()
            seats = self.states["seat"]
            waiting = np.flatnonzero((seats >= 0) & ~self._has_ended)
            self._dismiss(place for place in self._sitting if place[0] not in waiting)
            if not len(waiting):
                return
            self._make_room()
            asked = waiting[self.bots[waiting, seats[waiting]] < 0]
            movers = self.seated[asked, seats[asked]]
            for number in np.unique(movers):
                self._ask(int(number), asked[movers == number])

    def _play_bots(self) -> None:
        """Let kernel bots play each game until it is over, waits for another player, or has filled its log of moves."""
        parts = (self.states, self.ruleset.rules, self.bots, self.streams, self.log, self.counts)
        self._loops.play_each(*parts, self._room)

    def draw(self, games: Indices) -> Bits:
        """Return 64 new random bits for each of `games`, from the stream of the players' chance in that game."""
        bits = np.zeros(len(games), np.uint64)
        draw_bits(self.streams, games, bits)
        return bits

    def _make_room(self) -> None:
        """Double the room in the log of moves if a game has filled its own."""
        if self.counts.max() == self.log.shape[1]:
            self.log = np.pad(self.log, ((0, 0), (0, self.log.shape[1])))

    def _ask(self, number: int, games: Indices) -> None:
        """Ask player `number` for a move in each of `games`, in which it is to move, and play the moves.

        Functions and classes are asked game by game, others for all games at once. If that raises, they are asked game
        by game, too. A player that then raises or takes too long forfeits the game, as does an illegal action.
        """
        player, bits = self.players[number], self.draw(games)
        if not isinstance(player, FunctionPlayer | ClassPlayer):
            try:
                actions = np.array(player.choose(self.states[games], self.ruleset.rules, bits), np.int64)
            except Exception:  # noqa: BLE001, S110 - asking game by game, below, shows which game failed
                pass
            else:
                self._take(games, number, actions)
                return
        for i, own in zip(games, bits, strict=True):
            self._ask_one(number, int(i), own)

    def _ask_one(self, number: int, i: int, bits: np.uint64) -> None:
        """Ask player `number` for a move in game `i`, and play it.

        The game is forfeited if the player fails or is too slow.

        `bits` is the player's chance for this move.
        """
        before = time.monotonic()
        self._tell(number)
        try:
            with time_limit(self.limit):
                player, position = self._player_of(number, i), self.states[i : i + 1].copy()
                action = int(player.choose(position, self.ruleset.rules, np.array([bits]))[0])
        except OutOfTime:
            self._forfeit(i, number, f"took longer than {self.limit:g} s")
        except NoAction as error:
            self._forfeit(i, number, str(error))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a player is users' code
            self._forfeit(i, number, f"raised {type(error).__name__}: {error}")
        else:
            if time.monotonic() - before > self.limit:
                self._forfeit(i, number, f"took longer than {self.limit:g} s")
            else:
                self._take(np.array([i]), number, np.array([action]))
        self._tell(NOBODY)

    def _player_of(self, number: int, i: int) -> Player:
        """Return the player to move in game `i`, whose number is `number`.

        For a class, this is its object for this game and seat, made at the first call.
        """
        player, seat = self.players[number], int(self.states["seat"][i])
        if not isinstance(player, ClassPlayer):
            return player
        if (i, seat) not in self._sitting:
            place = int(self.numbers[i]) * self.plan.num_players + seat
            seed = int(bits_at(self.seeds[i], place) >> SEED_BITS)
            self._sitting[i, seat] = player.sit_down(seat, self.plan.num_players, seed, self.limit)
        return self._sitting[i, seat]

    def _dismiss(self, places: Iterable[tuple[int, int]]) -> None:
        """End what belongs to the players at `places`, each a game and a seat: their game has ended."""
        for place in list(places):
            self._sitting.pop(place).close()

    def _take(self, games: Indices, number: int, actions: Indices) -> None:
        """Play `actions[k]` of player `number` in game `games[k]`. An illegal action forfeits the game."""
        is_legal = np.zeros(len(games), np.bool_)
        self._loops.take_each(self.states, games, self.ruleset.rules, actions, self.log, self.counts, is_legal)
        for k in np.flatnonzero(~is_legal):
            self._forfeit(int(games[k]), number, f"played action {actions[k]}, which is not legal there")

    def _forfeit(self, i: int, number: int, reason: str) -> None:
        """End game `i` as forfeited by player `number`, who is to move. Save the reason, the position and a replay."""
        seat, replay = int(self.states["seat"][i]), self.replay(i)
        position = self._module.people.Game.from_replay(replay).to_text()
        names = int(self.deals[i]), int(self.numbers[i]), seat, self.players[number].spec
        self.forfeits[i] = Forfeit(*names, reason, position, replay)
        self._has_ended[i] = True  # the seat that is to move stays so: nothing is played on

    def replay(self, i: int) -> Replay:
        """Return the replay of game `i` up to its last move."""
        names = [self.plan.players[player] for player in self.seated[i]]
        moves = self.log[i, : self.counts[i]].tolist()
        game, seed = self._module.people.Game, int(self.seeds[i])
        return make_replay(game, Past(game.fresh_deal(self.ruleset, seed), seed, moves), self.ruleset, names)

    def results(self) -> Games:
        """Return all games as records of `game_dtype`.

        In a forfeited game, the player that failed is last, and all others first.
        """
        games = np.zeros(len(self.deals), game_dtype(self.plan.num_players))
        games["deal"], games["number"], games["players"] = self.deals, self.numbers, self.seated
        self._loops.write_outcomes(self.states, self.ruleset.rules, games["score"], games["places"])
        games["forfeit"], games["moves"] = NOBODY, self.counts
        games["digest"] = [digest(self.log[i, : self.counts[i]]) for i in range(len(games))]
        for i, forfeit in self.forfeits.items():
            games["score"][i], games["places"][i], games["forfeit"][i] = 0, 1, forfeit.seat
            games["places"][i, forfeit.seat] = self.plan.num_players
        return games


def digest(moves: NDArray[np.int16]) -> int:
    """Return a 64-bit hash of a game's moves, the same on every machine."""
    return int.from_bytes(hashlib.blake2b(moves.tobytes(), digest_size=8).digest(), "little")


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise OutOfTime in the `with` block once it has taken `seconds`.

    Without SIGALRM (Windows), or outside the main thread, there is no limit.
    """
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
