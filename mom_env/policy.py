"""Players by name: one string, a spec, says who plays, wherever somebody has to.

| spec | who plays |
| --- | --- |
| `random`, `greedy`, ... | a bot of the game: a kernel |
| `name:key=value,key=value` | a player of the game with parameters, all of them checked |
| `module:function` | a function `f(observation, action_mask) -> action` of your own, or the function itself |
| a name of the entry point group `mom_env.players` | the same, from an installed package |
| `ppo-2p`, `runs/first/agent`, ... | a trained agent: one that comes with the package, or the folder of one |
| `sb3:model.zip` | a model of Stable-Baselines3; loading it runs the code that is in its file |
| `human` | a person; only `mom play` has a seat for one |

A player chooses for many games at once, each stopped at a decision of its seat. Kernels get the records and
keep to what their seat may know (tests deal the rest anew); functions get fresh arrays of their seat's view.
All chance comes from the bits handed in, so that nothing depends on how games are batched.
"""

import inspect
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter, ValidationError

from mom_env.arguments import whole_of
from mom_env.errors import IllegalAction, OptionError
from mom_env.games import GAMES, load
from mom_env.policy_net import Agent, deck_hash, is_agent, read_agent_manifest
from mom_env.resources import resource
from mom_env.sb3_player import WARNING, Sb3Model, path_of
from mom_env.settings import first_problem, unknown

ENTRY_POINTS = "mom_env.players"
HUMAN = "human"
Records = NDArray[Any]
Bits = NDArray[np.uint64]
Actions = NDArray[np.int64]
Function = Callable[[NDArray[np.float32], NDArray[np.int8]], Any]


class Player(Protocol):
    """Anybody who can sit at a table."""

    @property
    def spec(self) -> str:
        """What it is called, everywhere."""

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

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:
        """As `Player.choose`."""
        actions: Actions = load(self.game, "contest").choose_each(states, rules, self.number, bits)
        return actions


class MadePlayer(NamedTuple):
    """A player of the game that was made with the parameters of its spec: a search."""

    spec: str
    made: Any

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:
        """As `Player.choose`. One game at a time, as its chance follows from a seed and a game's number."""
        only = np.zeros(1, np.int64)
        found = [self.made.choose(states[i : i + 1], rules, only, int(bits[i])) for i in range(len(states))]
        return np.array(found, np.int64).reshape(len(states))


class AgentPlayer(NamedTuple):
    """A trained agent; it takes the likeliest action."""

    spec: str
    agent: Agent

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:  # noqa: ARG002 - it leaves nothing to chance
        """As `Player.choose`."""
        return self.agent.choose(*load(self.agent.game, "contest").see(states, rules))


class FunctionPlayer(NamedTuple):
    """A user's function; it is asked for one game at a time, and gets fresh arrays."""

    spec: str
    function: Function
    game: str

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:  # noqa: ARG002 - its chance is its own
        """As `Player.choose`."""
        views = load(self.game, "contest").see(states, rules)
        return np.array([self.choose_one(*view) for view in zip(*views, strict=True)], np.int64)

    def choose_one(self, observation: NDArray[np.float32], action_mask: NDArray[np.int8]) -> int:
        """What the function answers, if it is a whole number; whether it is legal, the game says.

        Raises:
            IllegalAction: it is none.
        """
        answer = self.function(observation.copy(), action_mask.copy())
        action = whole_of(answer)
        if action is None:
            raise IllegalAction(f"{self.spec}: expected an action id, a whole number, found {answer!r}")
        return action


class Spec(NamedTuple):
    """A spec taken apart."""

    text: str
    name: str
    parameters: Mapping[str, str]


class Table(NamedTuple):
    """What a player is wanted for: it may refuse another game, number of players or deck."""

    game: str
    ruleset: Any  # the game's own: deck, options, number of players


class Source(NamedTuple):
    """A kind of players."""

    names: Callable[[Table], Iterable[str]]  # what may be asked for
    find: Callable[[Spec, Table], Player | None]  # None: not one of this kind


def make_player(who: str | Function, game: str = GAMES[0], ruleset: Any = None) -> Player:
    """The player that a spec or a function stands for.

    Args:
        who: see the table above.
        game: which game it is to play.
        ruleset: what that game is played with; None: whatever the player is for.

    Raises:
        OptionError: there is no such player; it says which there are, and the nearest.
    """
    if callable(who):
        return FunctionPlayer(name_of(who), who, game)
    spec, table = read_spec(who), Table(game, ruleset)
    for source in SOURCES:
        player = source.find(spec, table)
        if player is not None:
            return player
    if spec.name == HUMAN:
        raise OptionError("player: expected one that plays by itself, found 'human', who has a seat in `mom play` only")
    problem = unknown("player", spec.name, dict.fromkeys(player_names(game, ruleset)))
    raise OptionError(f"{problem}; the folder of a trained agent plays, too, and there is none of this name")


def player_names(game: str = GAMES[0], ruleset: Any = None) -> list[str]:
    """All that can be asked for by name."""
    return [name for source in SOURCES for name in source.names(Table(game, ruleset))]


def can_sit(who: str | Function, num_players: int) -> bool:
    """Whether it can play so many players: an agent only what it was trained for."""
    folder = None if callable(who) else agent_folder(read_spec(who).name)
    return folder is None or num_players in read_agent_manifest(folder).num_players


def notes(players: Iterable[Player], ruleset: Any) -> list[str]:
    """What to know of these players at such a table: an agent plays on with rule options that it has never seen."""
    found = []
    for player in players:
        strange = player.agent.unfamiliar(ruleset.options.plain()) if isinstance(player, AgentPlayer) else {}
        if strange:
            told = ", ".join(f"{name}={str(value).lower()}" for name, value in strange.items())
            found.append(f"note: {player.spec} was trained without {told}, and may play badly here")
        if isinstance(player, FunctionPlayer) and isinstance(player.function, Sb3Model):
            found.append(f"note: {player.spec}: {WARNING}")
    return found


def read_spec(text: Any) -> Spec:
    """Name and parameters of a spec.

    >>> read_spec("search:sims=500,depth=2")
    Spec(text='search:sims=500,depth=2', name='search', parameters={'sims': '500', 'depth': '2'})

    Raises:
        OptionError: it has no such form.
    """
    if not isinstance(text, str) or not text.strip():
        raise OptionError(f"player: expected a name or a function, found {text!r}")
    name, colon, rest = text.strip().partition(":")
    if not colon or "=" not in rest:
        return Spec(text.strip(), text.strip(), {})
    pairs = [pair.partition("=") for pair in rest.split(",")]
    keys = [key.strip() for key, _, _ in pairs]
    if any(not key or not equals or not value for key, equals, value in pairs) or len(set(keys)) < len(keys):
        raise OptionError(f"player: expected name:key=value,key=value with each key once, found {text!r}")
    return Spec(
        text.strip(), name.strip(), {key: value.strip() for key, (_, _, value) in zip(keys, pairs, strict=True)}
    )


def names_code(who: str) -> bool:
    """Return whether a spec says by itself which code is to be run: it may stand in a command line, but in no file.

    >>> [names_code(who) for who in ("greedy", "runs/a/agent", "ismcts:sims=9", "os:getcwd", "sb3:model.zip")]
    [False, False, False, True, True]
    """
    return ":" in read_spec(who).name or path_of(who.strip()) is not None


def name_of(function: Function) -> str:
    """A function's own spec, as far as it has one."""
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return f"{getattr(function, '__module__', '')}:{name}"


# Parameters


def without_parameters(spec: Spec) -> None:
    """A spec with none.

    Raises:
        OptionError: it has some.
    """
    if spec.parameters:
        raise OptionError(f"player: expected {spec.name!r} without parameters, found {spec.text!r}")


def checked_parameters(spec: Spec, make: Callable[..., Any]) -> dict[str, Any]:
    """The parameters as what `make` declares them to be; a type may be annotated with pydantic's limits.

    Raises:
        OptionError: there is none of that name, or it cannot have that value.
    """
    declared = inspect.signature(make).parameters
    values = {}
    for key, text in spec.parameters.items():
        if key not in declared:
            raise OptionError(unknown(f"player {spec.name!r}, parameter", key, declared))
        try:
            values[key] = TypeAdapter(declared[key].annotation).validate_strings(text)
        except ValidationError as error:
            raise OptionError(f"player {spec.name!r}, parameter {key}{first_problem(error)}") from None
    return values


# Where players come from


def find_bot(spec: Spec, table: Table) -> Player | None:
    """A kernel of the game: `BOTS`, numbers by name."""
    bots = load(table.game, "bots").BOTS
    if spec.name not in bots:
        return None
    without_parameters(spec)
    return KernelBot(spec.text, bots[spec.name], table.game)


def find_search(spec: Spec, table: Table) -> Player | None:
    """A player of the game with parameters: `SEARCHES`, what makes one by name."""
    searches = load(table.game, "bots").SEARCHES
    if spec.name not in searches:
        return None
    make = searches[spec.name]
    return MadePlayer(spec.text, make(**checked_parameters(spec, make)))


def find_agent(spec: Spec, table: Table) -> Player | None:
    """An agent, from its folder."""
    folder = agent_folder(spec.name)
    if folder is None:
        return None
    without_parameters(spec)
    agent = Agent(folder)
    if table.ruleset is not None:
        agent.check_can_play(table.game, table.ruleset.num_players, deck_hash(table.ruleset.deck))
    return AgentPlayer(spec.text, agent)


def agent_folder(name: str) -> Path | None:
    """A folder with an agent, here or among those that come with the package."""
    return next((folder for folder in (Path(name), resource("agents", name)) if is_agent(folder)), None)


def agent_names(table: Table) -> list[str]:
    """The agents that come with the package, as far as they are for that game and number of players."""
    folders = [path for path in sorted(resource("agents").glob("*")) if is_agent(path)]
    manifests = [read_agent_manifest(folder) for folder in folders]
    wanted = table.ruleset.num_players if table.ruleset is not None else None
    return [m.name for m in manifests if m.game == table.game and (wanted is None or wanted in m.num_players)]


def find_installed(spec: Spec, table: Table) -> Player | None:
    """A function of an installed package."""
    for entry in entry_points(group=ENTRY_POINTS):
        if entry.name == spec.name:
            without_parameters(spec)
            return FunctionPlayer(spec.text, checked_function(spec, entry.load()), table.game)
    return None


def find_sb3(spec: Spec, table: Table) -> Player | None:
    """Return a model of Stable-Baselines3, if the spec is of this kind; loading it runs the code in its file.

    Raises:
        OptionError: the file is no model of this game, or its path has a `=`, as parameters have.
    """
    path = path_of(spec.text)
    if path is None:
        return None
    without_parameters(spec)
    return FunctionPlayer(spec.text, Sb3Model(path, table.game), table.game)


def find_function(spec: Spec, table: Table) -> Player | None:
    """A function of a module that can be imported, also from the current directory."""
    module, colon, name = spec.name.partition(":")
    if not colon or not all(part.isidentifier() for part in (*module.split("."), *name.split("."))):
        return None
    found: Any = imported(spec, module)
    for part in name.split("."):
        if not hasattr(found, part):
            raise OptionError(f"player {spec.text!r}: expected {part!r} in {module}, found none")
        found = getattr(found, part)
    return FunctionPlayer(spec.text, checked_function(spec, found), table.game)


def imported(spec: Spec, module: str) -> Any:
    """The module, whatever it may raise while it is loaded."""
    if os.getcwd() not in sys.path:  # noqa: PTH109 - entries of the path are strings
        sys.path.insert(0, os.getcwd())  # noqa: PTH109
    try:
        return import_module(module)
    except Exception as error:  # whatever the user's module does
        raise OptionError(f"player {spec.text!r}: cannot import {module}: {type(error).__name__}: {error}") from error


def checked_function(spec: Spec, function: Any) -> Function:
    """The function, if it is one."""
    if not callable(function):
        raise OptionError(f"player {spec.text!r}: expected a function, found {function!r}")
    called: Function = function
    return called


# Asked in this order. To add a kind of players is to add a line.
SOURCES = (
    Source(lambda table: load(table.game, "bots").BOTS, find_bot),
    Source(lambda table: load(table.game, "bots").SEARCHES, find_search),
    Source(lambda _: (entry.name for entry in entry_points(group=ENTRY_POINTS)), find_installed),
    Source(agent_names, find_agent),
    Source(lambda _: ("sb3:model.zip",), find_sb3),
    Source(lambda _: ("module:function",), find_function),
)
