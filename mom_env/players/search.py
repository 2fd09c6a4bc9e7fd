"""`ismcts`: information-set Monte Carlo tree search as a player, for one game or many."""

from time import monotonic
from types import ModuleType
from typing import Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from mom_env.common.arguments import checked_whole, shown
from mom_env.contract.records import Records
from mom_env.contract.search import TO_THE_END
from mom_env.contract.workspace import ROOT, node_dtype, workspace_dtype
from mom_env.errors import OptionError
from mom_env.games import load
from mom_env.kernel.masks import NO_ACTION
from mom_env.kernel.rng import bits_at
from mom_env.loops import loop_of
from mom_env.players.agent import Agent
from mom_env.players.net import net_of

NODES_PER_SIMULATION = 24  # a node gets all its children at its second visit, or stays a leaf if there is no room
FEWEST_NODES, MOST_NODES = 1_024, 1 << 21  # 40 bytes each
Root = Literal["visits", "halving"]
SIMULATIONS = 1_000
MOST_SIMULATIONS = 10**9
BETWEEN_LOOKS_AT_THE_CLOCK = 32  # simulations


class HasRecord(Protocol):
    """A game whose record a search reads, such as a `Game`."""

    @property
    def states(self) -> Records:
        """The record of the position, as an array of one."""

    @property
    def rules(self) -> Records:
        """The record of deck and options, as an array of one."""


class SearchedMove(NamedTuple):
    """A move at the root of a search tree.

    Attributes:
        action: its id.
        visits: the number of simulations that began with it.
        value: their mean payoff to the searching seat, from 0 to 1; 0 without visits.
    """

    action: int
    visits: int
    value: float


class Ismcts:
    """Information-set Monte Carlo tree search with a number of simulations, or a time, for each move.

    The same seed and the same view give the same move, whatever is hidden. A time budget is an exception, as the number
    of simulations then depends on the machine. An object serves one thread at a time.

    Attributes:
        game: name of the game.
        sims: simulations per move, if there is no time limit.
        ms: milliseconds per move, or None.
        root: how the move is chosen, by "visits" or by "halving".
        agent: a trained agent that the search asks, or None.

    Example:
        >>> from mom_env.games import GAMES
        >>> game, player = load(GAMES[0]).people.Game(num_players=3, seed=7), Ismcts(GAMES[0], sims=50)
        >>> game.play(player.choose_one(game, seed=1))
    """

    agent: Agent | None = None

    def __init__(
        self,
        game: str,
        sims: int | None = None,
        ms: float | None = None,
        c: float = 0.6,
        root: Root = "visits",
        playout: str | None = None,
        depth: int | None = None,
    ) -> None:
        """Prepare a search.

        Args:
            game: name of the game.
            sims: simulations per move; 1,000 unless `ms` is given.
            ms: milliseconds per move, instead of `sims`; not reproducible.
            c: weight of exploration; payoffs are between 0 and 1.
            root: how the move is chosen: by the most "visits", or by "halving", where the likeliest moves get equal
                numbers of simulations, and the worse half drops out until one is left.
            playout: how a simulation continues below the tree: "random" or one of the game's own; by default its last.
            depth: turns of a playout before its result is estimated; 0 estimates at once, a large number plays to the
                end. By default the depth that the game has for the playout.

        Raises:
            OptionError: an argument is not valid.
        """
        if sims is not None and ms is not None:
            raise OptionError(f"sims and ms: expected only one of them, found {shown(sims)} and {shown(ms)}")
        if root == "halving" and ms is not None:
            raise OptionError("root: expected 'visits' with ms, as rounds have fixed numbers of simulations")
        self.root = root
        self.sims = checked_whole("sims", SIMULATIONS if sims is None else sims, 1, MOST_SIMULATIONS)
        self.ms = None if ms is None else _positive("ms", ms)
        kernels, search = load(game).kernels, load(game).search
        self.game, self._playouts = game, dict(search.PLAYOUTS)
        self._works, self._room = np.zeros(1, workspace_dtype(kernels, search)), np.zeros(2, kernels.STATE_DTYPE)
        self._works["exploration"] = _positive("c", c)
        style = list(self._playouts)[-1] if playout is None else self._checked_playout(playout)
        self._works["playout"] = list(self._playouts).index(style)
        self._works["depth"] = self._playouts[style] if depth is None else checked_whole("depth", depth, 0, TO_THE_END)
        self._make_room()

    def _make_room(self) -> None:
        """Make the nodes of the tree, and the network of the agent in the form of the kernels."""
        wanted = MOST_NODES if self.ms else min(FEWEST_NODES + NODES_PER_SIMULATION * self.sims, MOST_NODES)
        self._nodes, self._net = np.zeros(wanted, node_dtype(load(self.game).kernels)), net_of(self.game, self.agent)

    def __getstate__(self) -> dict[str, object]:
        """Return the attributes that copies and pickles store: all but room that can be made again."""
        return {name: value for name, value in vars(self).items() if name not in {"_nodes", "_net"}}

    def __setstate__(self, attributes: dict[str, object]) -> None:
        """Restore the attributes, and make room again; two arrays of the network share their memory."""
        vars(self).update(attributes)
        self._make_room()

    def choose_each(self, states: Records, rules: Records, bits: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Search in each game, and return an action for the seat to move in it.

        Args:
            states: N records, each at a decision.
            rules: deck and options of all games, one record.
            bits: 64 random bits for each game, shape (N,), from which all chance of the game's search follows.
        """
        actions = np.zeros(len(states), np.int64)
        rules = skipping(rules)
        self._works["num_nodes"] = 0
        if not self._is_one_by_one:
            memory = self._works, self._nodes, self._net
            self._loops.search_many(self._room, states, rules, bits, self.sims, *memory, actions)
            return actions
        for i in range(len(states)):
            actions[i] = self._choose_in(states, i, rules, bits[i])
        return actions

    def choose(self, states: Records, rules: Records, games: NDArray[np.int64], seed: int) -> NDArray[np.int64]:
        """Search in each of `games`, and return an action for the seat to move in each, in the order of `games`.

        Args:
            states: records of games.
            rules: deck and options of all games, one record.
            games: indices of `states`, from 0.
            seed: all chance in the search of a game follows from `seed` and the game's index.
        """
        bits = np.array([bits_at(np.uint64(seed), int(game)) for game in games], np.uint64)
        return self.choose_each(states[games], rules, bits)

    def choose_one(self, game: HasRecord, seed: int) -> int:
        """Search in one game, such as a `Game`, and return an action for the seat to move.

        All chance follows from `seed`. Nothing is played.
        """
        return int(self.choose_each(game.states, game.rules, np.full(1, seed, np.uint64))[0])

    @property
    def _loops(self) -> ModuleType:
        """The module of kernels that search, made for this game."""
        return loop_of(load(self.game).package, "search")

    @property
    def _tree(self) -> ModuleType:
        """The module of kernels for the nodes of the search tree, made for this game."""
        return loop_of(load(self.game).package, "tree")

    def _checked_playout(self, name: object) -> str:
        """Return `name` if the game has a kind of playout of this name.

        Raises:
            OptionError: it has none; the message names those that it has.
        """
        if name not in self._playouts:
            raise OptionError(f"playout: expected one of {', '.join(self._playouts)}, found {shown(name)}")
        return str(name)

    @property
    def simulations(self) -> int:
        """Number of simulations of the last search; of many games searched together, that of the last one."""
        return int(self._works[0].simulations)

    def searched_moves(self) -> list[SearchedMove]:
        """Return the moves at the root of the last search, the most visited first.

        The list is empty if the last call searched nothing, as there was only one move. Of many games searched
        together, these are the moves of the last one that was searched.
        """
        work, moves = self._works[0], []
        index = int(self._nodes[ROOT].first) if work.num_nodes else ROOT
        while index != ROOT:  # no child is at the root's place
            node = self._nodes[index]
            visits = int(node.visits)
            moves.append(SearchedMove(int(node.action), visits, float(node.total[work.seat]) / max(visits, 1)))
            index = int(node.next)
        return sorted(moves, key=lambda move: (-move.visits, -move.value, move.action))

    @property
    def _is_one_by_one(self) -> bool:
        """Whether each search is a call of its own, and not one call for all games."""
        return self.ms is not None or self.root == "halving"

    def _choose_in(self, states: Records, i: int, rules: Records, bits: np.uint64) -> int:
        """Search in game `i` of `states`, and return an action for the seat to move.

        A decision with only one legal move takes no time. All chance follows from `bits`.
        """
        action = self._loops.only_move(states, i, rules, self._works)
        if action != NO_ACTION:
            return int(action)
        self._loops.begin_search(self._room, states, i, self._works, self._nodes, rules, bits)
        return self._search_on(rules)

    def _search_on(self, rules: Records) -> int:
        """Continue the search that `begin_search` has put into this object's room, and return its action.

        With `root` "halving", `sims` simulations are shared out by halving. Otherwise it searches for `ms`
        milliseconds, and takes the most visited move; how many simulations fit depends on the speed of the machine.
        """
        memory = self._works, self._nodes, self._net
        if self.root == "halving":
            halving = loop_of(load(self.game).package, "halving")
            return int(halving.search_by_halving(self._room, rules, *memory, self.sims))
        end = monotonic() + (self.ms or 0) / 1000
        while True:
            self._loops.run_simulations(self._room, rules, *memory, BETWEEN_LOOKS_AT_THE_CLOCK)
            if monotonic() >= end:
                return int(self._tree.most_visited(self._nodes, int(self._works[0].seat)))


def skipping(rules: Records) -> Records:
    """Return a copy of `rules` with which forced decisions are skipped, as these would be nodes without a choice."""
    skipping = rules.copy()
    skipping["skip_forced"] = 1
    skipping.flags.writeable = rules.flags.writeable  # kernels are compiled again if this differs
    return skipping


def _positive(name: str, number: object) -> float:
    """Return `number` as a float; `name` is that of the argument, for the message.

    Raises:
        OptionError: it is not a finite number above 0.
    """
    if isinstance(number, int | float) and not isinstance(number, bool) and 0 < number < float("inf"):
        return float(number)
    raise OptionError(f"{name}: expected a number above 0, found {shown(number)}")
