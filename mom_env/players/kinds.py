"""Kinds of players: bots and searches of a game, trained agents, functions and classes of a user's own.

A player chooses for many games at once, each stopped at a decision of its seat. Kernels get the records and
keep to what their seat may know (tests deal the rest again); functions get fresh arrays of their seat's view.
All chance comes from the bits handed in, so that nothing depends on how games are batched.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from mom_env.base.game import number_type
from mom_env.common.arguments import shown, whole_of
from mom_env.contract.records import Bits, Records
from mom_env.contract.records import Indices as Actions
from mom_env.contract.views import flat
from mom_env.errors import NoAction, OptionError
from mom_env.games import load
from mom_env.loops import executed
from mom_env.players.agent import VERSION as AGENTS
from mom_env.players.agent import Agent
from mom_env.players.search import Ismcts

INT64 = np.iinfo(np.int64)
Function = Callable[[NDArray[np.float32], NDArray[np.int8]], object]


class Search(NamedTuple):
    """What makes a player with parameters: called with a game and them."""

    make: Callable[..., Any]
    what: str


SEARCHES = {"ismcts": Search(Ismcts, "information-set Monte Carlo tree search")}


class Player(Protocol):
    """Anybody who can sit at a table."""

    @property
    def spec(self) -> str:
        """What it is called, everywhere."""

    @property
    def made_from(self) -> str:
        """What it was made from, with a version or a hash: `mom_env.players.provenance`."""

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:
        """An action for each game, for the seat that is to move in it.

        Args:
            states: N records, each at a decision of this player. They are the caller's: nothing may change in them.
            rules: deck and options, one record.
            bits: 64 random bits for each game, all the chance there is; shape (N,).
        """


class KernelBot(NamedTuple):
    """A bot of the game; the arena plays whole games of such inside a kernel, by their numbers."""

    spec: str
    number: int
    game: str

    @property
    def made_from(self) -> str:
        """As `Player.made_from`."""
        return made_from_game(self.game, self.spec)

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:
        """As `Player.choose`."""
        module, actions = load(self.game), np.zeros(len(states), np.int64)
        room = np.zeros(1, module.kernels.MASK_DTYPE)
        executed(module.package, "match").choose_each(states, rules, self.number, bits, room, actions)
        return actions


class MadePlayer(NamedTuple):
    """A player of the game that was made with the parameters of its spec: a search."""

    spec: str
    made: Any
    made_from: str

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:
        """As `Player.choose`. One game at a time, as its chance follows from a seed and a game's number."""
        only = np.zeros(1, np.int64)
        found = [self.made.choose(states[i : i + 1], rules, only, int(bits[i])) for i in range(len(states))]
        return np.array(found, np.int64).reshape(len(states))


class AgentPlayer(NamedTuple):
    """A trained agent; it takes the likeliest action."""

    spec: str
    agent: Agent

    @property
    def made_from(self) -> str:
        """As `Player.made_from`."""
        return f"agent version {AGENTS} {self.agent.hash}"

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:  # noqa: ARG002 - it leaves nothing to chance
        """As `Player.choose`."""
        return self.agent.choose(*see(self.agent.game, states, rules))


class FunctionPlayer(NamedTuple):
    """A user's function; it is asked for one game at a time, and gets fresh arrays."""

    spec: str
    function: Function
    game: str
    made_from: str

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:  # noqa: ARG002 - its chance is its own
        """As `Player.choose`."""
        views = see(self.game, states, rules)
        return np.array([self.choose_one(*view) for view in zip(*views, strict=True)], np.int64)

    def choose_one(self, observation: NDArray[np.float32], action_mask: NDArray[np.int8]) -> int:
        """Return what the function answers, if it is a whole number; whether it is legal, the game says.

        Raises:
            NoAction: it is none, or one that no 64 bits hold.
        """
        answer = self.function(observation.copy(), action_mask.copy())
        action = whole_of(answer)
        if action is None or not INT64.min <= action <= INT64.max:
            raise NoAction(f"answered {shown(answer)}; expected an action id, a whole number")
        return action


class OwnBot(Protocol):
    """A class of your own that remembers what it has seen; each seat of each game has an object of its own."""

    def reset(self, seat: int, num_players: int, seed: int) -> None:
        """Begin a game at this seat; all chance is to come from the seed."""

    def choose(self, observation: NDArray[np.float32], action_mask: NDArray[np.int8]) -> object:
        """Return an action that the mask marks with a 1."""


Who = str | Function | Callable[[], OwnBot]  # a spec, a function, or a class


class ClassPlayer(NamedTuple):
    """A user's class; it plays by the objects that sit down at the seats."""

    spec: str
    make: Callable[[], OwnBot]
    game: str
    made_from: str

    def sit_down(self, seat: int, num_players: int, seed: int) -> FunctionPlayer:
        """Return the player of one seat of one game."""
        bot = self.make()
        bot.reset(seat, num_players, seed)
        return FunctionPlayer(self.spec, bot.choose, self.game, self.made_from)

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:  # noqa: ARG002 - as `Player.choose`
        """Refuse to choose: which game a state belongs to is not known here.

        Raises:
            OptionError: always.
        """
        raise OptionError(f"{self.spec}: expected a player without a memory here, found a class")


def made_from_game(game: str, name: str) -> str:
    """Return what a bot or a search of a game is made from: its name and version."""
    module = load(game)
    bots = module.people.BOTS
    return f"{name} version {bots[name].version if name in bots else module.search.VERSION}"


def see(game: str, states: Records, rules: Records) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """Return what the seat to move sees and may do: an observation and a mask for each game, fresh arrays."""
    module = load(game)
    kernels = module.kernels
    views, masks = np.zeros(len(states), kernels.OBSERVATION_DTYPE), np.zeros(len(states), kernels.MASK_DTYPE)
    executed(module.package, "match").show_each(states, rules, views, masks)
    seen = flat(views, number_type(kernels.OBSERVATION_DTYPE))
    return seen, flat(masks, np.dtype(np.int8))[:, : kernels.NUM_ACTIONS]
