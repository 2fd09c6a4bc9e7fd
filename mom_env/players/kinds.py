"""Kinds of players: bots and searches of a game, trained agents, and functions and classes of users.

A player chooses for many games at once, each waiting for a decision of its seat. Kernels get the records and use only
what their seat may know; tests check that by redeals. Functions get fresh arrays with their seat's view. All chance
comes from the bits passed in, so that results do not depend on how games are batched.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from mom_env.base.game import number_type
from mom_env.common.arguments import shown, whole_of
from mom_env.contract.records import Bits, Records
from mom_env.contract.records import Indices as Actions
from mom_env.contract.views import flat
from mom_env.errors import NoAction, OptionError
from mom_env.games import load
from mom_env.loops import loop_of
from mom_env.players.agent import VERSION as AGENTS
from mom_env.players.agent import Agent
from mom_env.players.agent_search import AgentSearch
from mom_env.players.policy_net import draws_from
from mom_env.players.search import Ismcts

INT64 = np.iinfo(np.int64)
LIMIT = 10.0  # seconds for a move, if nothing else is said
Function = Callable[[NDArray[np.float32], NDArray[np.int8]], object]


class Search(NamedTuple):
    """A kind of tree search.

    `make` is called with the name of a game and the parameters of a spec; `what` describes it.
    """

    make: Callable[..., Any]
    what: str


SEARCHES = {
    "ismcts": Search(Ismcts, "information-set Monte Carlo tree search"),
    "search": Search(AgentSearch, "tree search over a trained agent"),
}


class Player(Protocol):
    """Anything that can sit at a table: it chooses actions for one or many games."""

    @property
    def spec(self) -> str:
        """The string that names the player, in commands and results."""

    @property
    def made_from(self) -> str:
        """What the player was made from, with a version or a hash; see `mom_env.players.provenance`."""

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:
        """Return an action for each game, for the seat that is to move in it. Nothing is played.

        Args:
            states: N records, each at a decision of this player. They must not be changed.
            rules: deck and options of all games, one record.
            bits: 64 random bits for each game, shape (N,). All chance must come from them.
        """


@runtime_checkable
class SeatedPlayer(Player, Protocol):
    """A player at one seat of one game."""

    def close(self) -> None:
        """End what belongs to the player in this game, which is over or not continued; a second call does nothing."""


class KernelBot(NamedTuple):
    """A bot of the game called `game`, with the spec `spec`: its name, or that of a level.

    The arena plays games of such bots inside a kernel, which knows a bot by its `number`.
    """

    spec: str
    number: int
    game: str

    @property
    def made_from(self) -> str:
        """Name and version of the bot, as text."""
        names = {bot.number: name for name, bot in load(self.game).people.BOTS.items()}
        return made_from_game(self.game, names[self.number])

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:
        """Return the bot's action for the seat to move in each game.

        Args:
            states: N records, each at a decision of this bot.
            rules: deck and options of all games, one record.
            bits: 64 random bits for each game, shape (N,), from which the bot's chance follows.
        """
        module, actions = load(self.game), np.zeros(len(states), np.int64)
        room = np.zeros(1, module.kernels.MASK_DTYPE)
        loop_of(module.package, "match").choose_each(states, rules, self.number, bits, room, actions)
        return actions


class SearchPlayer(NamedTuple):
    """A tree search as a player: `made` is the search object, made with the parameters in `spec`.

    `made_from` is the name and version of the search, and the hash of the agent that it asks.
    """

    spec: str
    made: Any
    made_from: str

    @property
    def agent(self) -> Agent | None:
        """The agent that the search asks, or None."""
        return self.made.agent if isinstance(self.made, Ismcts) else None

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:
        """Return an action for the seat to move in each game, searched one at a time with the game's bits as seed.

        So an action does not depend on the other games.

        Args:
            states: N records, each at a decision of this player.
            rules: deck and options of all games, one record.
            bits: 64 random bits for each game, shape (N,).
        """
        only = np.zeros(1, np.int64)
        found = [self.made.choose(states[i : i + 1], rules, only, int(bits[i])) for i in range(len(states))]
        return np.array(found, np.int64).reshape(len(states))


class AgentPlayer(NamedTuple):
    """A trained agent as a player. `spec` is its name or the path of its folder, perhaps with a temperature.

    At `temperature` 0 the agent takes its likeliest action. Otherwise it draws by its probabilities, after its logits
    were divided by the temperature.
    """

    spec: str
    agent: Agent
    temperature: float = 0.0

    @property
    def made_from(self) -> str:
        """Version of how agents choose, hash of the manifest, and version of the guide if there is one, as text."""
        guide = f" guided by search version {load(self.agent.game).search.VERSION}" if self.agent.shape.guided else ""
        return f"agent version {AGENTS}{guide} {self.agent.hash}"

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:
        """Return the agent's action for the seat to move in each game.

        Args:
            states: N records, each at a decision of this player.
            rules: deck and options of all games, one record.
            bits: 64 random bits for each game, shape (N,), which decide what is drawn.
        """
        observations, masks = see(self.agent.game, states, rules)
        draws, worths = draws_from(bits, self.temperature), self.agent.worths(states, rules, masks)
        return self.agent.choose(observations, masks, draws=draws, worths=worths)


class FunctionPlayer(NamedTuple):
    """A user's function as a player. It is called for one game at a time, with an observation and a mask of its own.

    `made_from` says what the function was made from, such as the name and hash of its source file.
    """

    spec: str
    function: Function
    game: str
    made_from: str

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:  # noqa: ARG002 - a function draws its own chance
        """Return the function's action for the seat to move in each game; it may be illegal.

        Args:
            states: N records, each at a decision of this player.
            rules: deck and options of all games, one record.
            bits: not used, as the function draws its own chance.

        Raises:
            NoAction: an answer is not a whole number, or does not fit into 64 bits.
        """
        views = see(self.game, states, rules)
        return np.array([self.choose_one(*view) for view in zip(*views, strict=True)], np.int64)

    def close(self) -> None:
        """Do nothing: nothing is left of a function when a game has ended."""

    def choose_one(self, observation: NDArray[np.float32], action_mask: NDArray[np.int8]) -> int:
        """Call the function for one decision with copies of the arrays, and return its answer as an int.

        The answer may still be illegal.

        Raises:
            NoAction: the answer is not a whole number, or does not fit into 64 bits.
        """
        answer = self.function(observation.copy(), action_mask.copy())
        action = whole_of(answer)
        if action is None or not INT64.min <= action <= INT64.max:
            raise NoAction(f"answered {shown(answer)}; expected an action id, a whole number")
        return action


class OwnBot(Protocol):
    """A user's class with a memory. Each seat of each game gets an object of its own."""

    def reset(self, seat: int, num_players: int, seed: int) -> None:
        """Begin a game at the seat `seat`, counted from 0; all chance should come from `seed`."""

    def choose(self, observation: NDArray[np.float32], action_mask: NDArray[np.int8]) -> object:
        """Return an action that is legal, that is, for which `action_mask` has a 1."""


Who = str | Function | Callable[[], OwnBot]  # a spec, a function, or a class


class ClassPlayer(NamedTuple):
    """A player with a memory: a user's class or a program. Each seat of each game gets an object of its own.

    `begin` makes that object, from the arguments of `sit_down`. `made_from` is the name and hash of the source.
    """

    spec: str
    begin: Callable[[int, int, int, float], SeatedPlayer]
    made_from: str

    def sit_down(self, seat: int, num_players: int, seed: int, limit: float = LIMIT) -> SeatedPlayer:
        """Return the player for one seat of one game, which begins now; `close` ends it.

        Args:
            seat: the seat, from 0.
            num_players: number of seats.
            seed: of the player's chance.
            limit: seconds for each move of a program. That of a class can only be limited from outside.
        """
        return self.begin(seat, num_players, seed, limit)

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:  # noqa: ARG002 - as `Player.choose`
        """Refuse to choose: records do not say which game they belong to, so the object for the game cannot be found.

        Raises:
            OptionError: always.
        """
        raise OptionError(f"{self.spec}: expected a player without a memory here, found one that has one")


def class_player(spec: str, make: Callable[[], OwnBot], game: str, made_from: str) -> ClassPlayer:
    """Return a user's class as a player.

    Args:
        spec: the spec of the player.
        make: the class, which is called for each seat of each game.
        game: name of the game.
        made_from: name and hash of the class's source.
    """

    def begin(seat: int, num_players: int, seed: int, _: float) -> FunctionPlayer:
        bot = make()
        bot.reset(seat, num_players, seed)
        return FunctionPlayer(spec, bot.choose, game, made_from)

    return ClassPlayer(spec, begin, made_from)


def made_from_game(game: str, name: str) -> str:
    """Return "NAME version N" for `name`, a bot of the game, or else a search, whose version is that of `search`."""
    module = load(game)
    bots = module.people.BOTS
    return f"{name} version {bots[name].version if name in bots else module.search.VERSION}"


def see(game: str, states: Records, rules: Records) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """Return what the seat to move sees and may do in each game, as new arrays.

    Args:
        game: name of the game.
        states: N records, each at a decision.
        rules: deck and options of all games, one record.

    Returns:
        Observations, shape (N, numbers), and masks, shape (N, actions), with 1 for each legal action.
    """
    module = load(game)
    kernels = module.kernels
    views, masks = np.zeros(len(states), kernels.OBSERVATION_DTYPE), np.zeros(len(states), kernels.MASK_DTYPE)
    loop_of(module.package, "match").show_each(states, rules, views, masks)
    seen = flat(views, number_type(kernels.OBSERVATION_DTYPE))
    return seen, flat(masks, np.dtype(np.int8))[:, : kernels.NUM_ACTIONS]
