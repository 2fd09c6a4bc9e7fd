"""Players by name: one string, a spec, says who plays, wherever somebody has to.

| spec | who plays |
| --- | --- |
| `random`, ... | a bot of the game: a kernel |
| `name:key=value,key=value` | a player of the game with parameters, all of them checked |
| `module:function` | a function `f(observation, action_mask) -> action` of your own, or the function itself |
| `module:Class` | a class of your own with a memory: `reset(seat, num_players, seed)` and `choose(observation, mask)` |
| a name of the entry point group `mom_env.players.kinds` | the same, from an installed package |
| `an-agent`, `runs/first/agent`, ... | a trained agent: one that comes with the package, or the folder of one |
| `sb3:model.zip` | a model of Stable-Baselines3; loading it runs the code that is in its file |
| `human` | a person; only `mom play` has a seat for one |

The kinds themselves: `mom_env/players/kinds.py`.
"""

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from mom_env.common.arguments import shown
from mom_env.common.own_modules import import_own
from mom_env.common.resources import resource
from mom_env.common.settings import first_problem, unknown
from mom_env.contract.options import in_words
from mom_env.contract.people import Ruleset
from mom_env.errors import OptionError
from mom_env.games import GAMES, load
from mom_env.players.agent import Agent, deck_hash, is_agent, read_agent_manifest
from mom_env.players.kinds import (
    SEARCHES,
    AgentPlayer,
    ClassPlayer,
    FunctionPlayer,
    KernelBot,
    MadePlayer,
    Player,
    Who,
    made_from_game,
)
from mom_env.players.provenance import made_from_source
from mom_env.players.sb3_agent import WARNING, Sb3Model, path_of

ENTRY_POINTS = "mom_env.players.kinds"
HUMAN = "human"
AGENT = "agent"  # of a training's folder: where its best agent is


class Spec(NamedTuple):
    """A spec taken apart."""

    text: str
    name: str
    parameters: Mapping[str, str]


class Table(NamedTuple):
    """What a player is wanted for: it may refuse another game, number of players or deck."""

    game: str
    ruleset: Ruleset | None  # the game's own: deck, options, number of players


class Source(NamedTuple):
    """A kind of players."""

    names: Callable[[Table], Iterable[str]]  # what may be asked for
    find: Callable[[Spec, Table], Player | None]  # None: not one of this kind


def make_player(who: Who, game: str = GAMES[0], ruleset: Ruleset | None = None) -> Player:
    """The player that a spec or a function stands for.

    Args:
        who: see the table above.
        game: which game it is to play.
        ruleset: what that game is played with; None: whatever the player is for.

    Raises:
        OptionError: there is no such player; it says which there are, and the nearest.
    """
    if callable(who):
        return own_player(name_of(who), who, game, made_from_source(who))
    spec, table = read_spec(who), Table(game, ruleset)
    for source in SOURCES:
        player = source.find(spec, table)
        if player is not None:
            return player
    if spec.name == HUMAN:
        raise OptionError("player: expected one that plays by itself, found 'human', who has a seat in `mom play` only")
    inside = str(Path(spec.name) / AGENT)
    if agent_folder(inside) is not None:
        raise OptionError(
            f"player: expected the folder of an agent, found that of a training; did you mean {inside!r}?"
        )
    known = [*player_names(game, ruleset), "the folder of a trained agent"]
    raise OptionError(unknown("player", spec.name, dict.fromkeys(known)))


def player_names(game: str = GAMES[0], ruleset: Ruleset | None = None) -> list[str]:
    """All that can be asked for by name."""
    return [name for source in SOURCES for name in source.names(Table(game, ruleset))]


def can_sit(who: Who, num_players: int) -> bool:
    """Whether it can play so many players: an agent only what it was trained for."""
    folder = None if callable(who) else agent_folder(read_spec(who).name)
    return folder is None or num_players in read_agent_manifest(folder).num_players


def notes(players: Iterable[Player], ruleset: Ruleset) -> list[str]:
    """What to know of these players at such a table: an agent plays on with rule options that it has never seen."""
    found = []
    for player in players:
        strange = player.agent.unfamiliar(ruleset.options.plain()) if isinstance(player, AgentPlayer) else {}
        if strange:
            told = ", ".join(f"{name}={in_words(value)}" for name, value in strange.items())
            found.append(f"note: {player.spec} was trained without {told}, and may play badly here")
        if isinstance(player, FunctionPlayer) and isinstance(player.function, Sb3Model):
            found.append(f"note: {player.spec}: {WARNING}")
    return found


def read_spec(text: object) -> Spec:
    """Name and parameters of a spec.

    >>> read_spec("search:sims=500,depth=2")
    Spec(text='search:sims=500,depth=2', name='search', parameters={'sims': '500', 'depth': '2'})

    Raises:
        OptionError: it has no such form.
    """
    if not isinstance(text, str) or not text.strip():
        raise OptionError(f"player: expected a name or a function, found {shown(text)}")
    name, colon, rest = text.strip().partition(":")
    if not colon or "=" not in rest:
        return Spec(text.strip(), text.strip(), {})
    pairs = [pair.partition("=") for pair in rest.split(",")]
    keys = [key.strip() for key, _, _ in pairs]
    if any(not key or not equals or not value for key, equals, value in pairs) or len(set(keys)) < len(keys):
        raise OptionError(f"player: expected name:key=value,key=value with each key once, found {shown(text)}")
    return Spec(
        text.strip(), name.strip(), {key: value.strip() for key, (_, _, value) in zip(keys, pairs, strict=True)}
    )


def names_code(who: str) -> bool:
    """Return whether a spec says by itself which code is to be run: it may stand in a command line, but in no file.

    >>> [names_code(who) for who in ("random", "runs/a/agent", "ismcts:sims=9", "os:getcwd", "sb3:model.zip")]
    [False, False, False, True, True]
    """
    return ":" in read_spec(who).name or path_of(who.strip()) is not None


def name_of(function: Callable[..., object]) -> str:
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
        raise OptionError(f"player: expected {spec.name!r} without parameters, found {shown(spec.text)}")


def checked_parameters(spec: Spec, make: Callable[..., object], given: Iterable[str] = ()) -> dict[str, object]:
    """The parameters as what `make` declares them to be; a type may be annotated with pydantic's limits.

    Raises:
        OptionError: there is none of that name, or it cannot have that value.
    """
    declared = {name: one for name, one in inspect.signature(make).parameters.items() if name not in given}
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
    """A kernel of the game: `BOTS` by name."""
    bots = load(table.game).people.BOTS
    if spec.name not in bots:
        return None
    without_parameters(spec)
    return KernelBot(spec.text, bots[spec.name].number, table.game)


def find_search(spec: Spec, table: Table) -> Player | None:
    """A player with parameters: `SEARCHES`, what makes one by name."""
    if spec.name not in SEARCHES:
        return None
    search = SEARCHES[spec.name]
    made = search.make(table.game, **checked_parameters(spec, search.make, given=("game",)))
    return MadePlayer(spec.text, made, made_from_game(table.game, spec.name))


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
    """Return the folder of an agent, here or among those that come with the package; None if there is none."""
    try:
        folders = Path(name), resource("agents", name)
    except (OSError, ValueError):  # a name that no file can have
        return None
    return next((folder for folder in folders if is_agent(folder)), None)


def agent_names(table: Table) -> list[str]:
    """The agents that come with the package, as far as they are for that game and number of players."""
    folders = [path for path in sorted(resource("agents").glob("*")) if is_agent(path)]
    manifests = [read_agent_manifest(folder) for folder in folders]
    wanted = table.ruleset.num_players if table.ruleset is not None else None
    return [m.name for m in manifests if m.game == table.game and (wanted is None or wanted in m.num_players)]


def find_installed(spec: Spec, table: Table) -> Player | None:
    """Return the function or class that an installed package offers under this name."""
    for entry in entry_points(group=ENTRY_POINTS):
        if entry.name == spec.name:
            without_parameters(spec)
            found = entry.load()
            return own_player(spec.text, found, table.game, made_from_source(found, sys.modules[entry.module]))
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
    model = Sb3Model(path, table.game)
    return FunctionPlayer(spec.text, model, table.game, model.made_from)


def find_function(spec: Spec, table: Table) -> Player | None:
    """Return the function or class of a module that can be imported, also from the current directory."""
    found = named(spec.name, f"player {shown(spec.text)}")
    return own_player(spec.text, found.value, table.game, found.made_from) if found else None


class Named(NamedTuple):
    """What `module:name` stands for."""

    value: Any
    made_from: str


def named(text: str, what: str) -> Named | None:
    """Import what `module:name` stands for; None if the text has no such form.

    Args:
        text: dots lead into a package, or from a class to what it holds.
        what: what errors begin with.

    Raises:
        OptionError: there is no such module, or it has no such name.
    """
    module, colon, name = text.partition(":")
    if not colon or not all(part.isidentifier() for part in (*module.split("."), *name.split("."))):
        return None
    source = import_own(module, what)
    found: Any = source
    for part in name.split("."):
        if not hasattr(found, part):
            raise OptionError(f"{what}: expected {shown(part)} in {module}, found none")
        found = getattr(found, part)
    return Named(found, made_from_source(found, source))


def own_player(name: str, found: object, game: str, made_from: str) -> FunctionPlayer | ClassPlayer:
    """Return the player that a function or a class of the user's stands for.

    Raises:
        OptionError: it is neither, or a class without the methods of `OwnBot`.
    """
    if inspect.isclass(found):
        if missing := [method for method in ("reset", "choose") if not callable(getattr(found, method, None))]:
            raise OptionError(
                f"player {shown(name)}: expected a class with reset and choose, found one without {missing[0]}"
            )
        make: Any = found
        return ClassPlayer(name, make, game, made_from)
    if not callable(found):
        raise OptionError(f"player {shown(name)}: expected a function or a class, found {shown(found)}")
    return FunctionPlayer(name, found, game, made_from)


# Asked in this order. To add a kind of players is to add a line.
SOURCES = (
    Source(lambda table: load(table.game).people.BOTS, find_bot),
    Source(lambda _: SEARCHES, find_search),
    Source(lambda _: (entry.name for entry in entry_points(group=ENTRY_POINTS)), find_installed),
    Source(agent_names, find_agent),
    Source(lambda _: ("sb3:model.zip",), find_sb3),
    Source(lambda _: ("module:function",), find_function),
)
