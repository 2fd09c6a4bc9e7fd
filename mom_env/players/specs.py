"""Specs: a spec is a string that names a player, in every command and function that takes one.

| spec | player |
| --- | --- |
| `random`, ... | a bot of the game |
| `name:key=value,key=value` | a search of the game with parameters |
| `search:agent=an-agent,sims=256` | a search over a trained agent |
| `module:function` | a function `f(observation, action_mask) -> action` of your own (in Python also the function) |
| `module:Class` | a class of your own with a memory: `reset(seat, num_players, seed)` and `choose(observation, mask)` |
| a name of the entry point group `mom_env.players` | a function or class of an installed package |
| `easy`, `medium`, `hard`, ... | a level of the game: a bot, an agent or a search, as the number of players wants it |
| `an-agent`, `runs/first/agent`, ... | a trained agent: one that comes with the package, or the folder of one |
| `an-agent:temperature=1` | the same agent, which draws its actions by its probabilities |
| `sb3:model.zip` | a model of Stable-Baselines3; loading it runs the code that is in its file |
| `command:PROGRAM` | a program of your own in any language, with its arguments: docs/programs.md |
| `human` | a person; only `mom play` has a seat for one |

The kinds of players are in `mom_env/players/kinds.py`.
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
from mom_env.common.problems import first_problem
from mom_env.common.resources import resource
from mom_env.common.settings import unknown
from mom_env.contract.options import in_words
from mom_env.contract.people import Ruleset
from mom_env.errors import OptionError
from mom_env.games import GAMES, load
from mom_env.players.agent import (
    Agent,
    Temperature,
    agent_folder,
    check_lacks_no_file,
    deck_hash,
    is_agent,
    read_agent_manifest,
)
from mom_env.players.kinds import (
    SEARCHES,
    AgentPlayer,
    ClassPlayer,
    FunctionPlayer,
    KernelBot,
    Player,
    SearchPlayer,
    Who,
    class_player,
    made_from_game,
)
from mom_env.players.program import is_program, program_player
from mom_env.players.provenance import made_from_source
from mom_env.players.sb3_agent import WARNING, Sb3Model, path_of

ENTRY_POINTS = "mom_env.players"
HUMAN = "human"
AGENT = "agent"  # the folder of the best agent, inside that of a training


class Spec(NamedTuple):
    """The parts of a spec, the string that names a player: the whole text, the name, and the parameters."""

    text: str
    name: str
    parameters: Mapping[str, str]


class Wanted(NamedTuple):
    """The game and the ruleset that a player is wanted for.

    A player may refuse the game, the number of players or the deck.
    """

    game: str
    ruleset: Ruleset | None  # deck, options and number of players, or None for whatever the player is for


class PlayerSource(NamedTuple):
    """A kind of players: a function that lists the specs of this kind, and one that makes the player of a spec."""

    names: Callable[[Wanted], Iterable[str]]  # the specs to choose from
    find: Callable[[Spec, Wanted], Player | None]  # returns None if the spec is of another kind


def make_player(who: Who, game: str = GAMES[0], ruleset: Ruleset | None = None) -> Player:
    """Make the player that a spec or a function stands for.

    Args:
        who: a spec, that is, a string such as the name of a bot or the folder of an agent, or a function or class.
        game: name of the game that the player is to play.
        ruleset: deck, options and number of players; None takes whatever the player is for.

    Raises:
        OptionError: there is no such player; the message lists those that exist and suggests the nearest.
        CheckpointError: the agent is damaged, or was trained for another game, number of players or deck.
    """
    if callable(who):
        return own_player(name_of(who), who, game, made_from_source(who))
    spec, wanted = read_spec(who), Wanted(game, ruleset)
    for source in SOURCES:
        player = source.find(spec, wanted)
        if player is not None:
            return player
    if spec.name == HUMAN:
        raise OptionError("player: expected one that plays by itself, found 'human', who has a seat in `mom play` only")
    inside = str(Path(spec.name) / AGENT)
    if agent_folder(inside) is not None:
        raise OptionError(
            f"player: expected the folder of an agent, found that of a training; did you mean {inside!r}?"
        )
    check_lacks_no_file(spec.name)
    known = [*player_names(game, ruleset), "the folder of a trained agent"]
    raise OptionError(unknown("player", spec.name, dict.fromkeys(known)))


def player_names(game: str = GAMES[0], ruleset: Ruleset | None = None) -> list[str]:
    """Return the names and patterns of all specs of players for a game and ruleset; None stands for any ruleset."""
    return [name for source in SOURCES for name in source.names(Wanted(game, ruleset))]


def can_sit(who: Who, num_players: int) -> bool:
    """Return whether the player `who`, a spec or a function, can sit at a table of `num_players` seats.

    A trained agent can if it was trained for that number; every other player can. Whether there is such a player is not
    checked.
    """
    folder = None if callable(who) else agent_named(read_spec(who))
    return folder is None or num_players in read_agent_manifest(folder).num_players


def notes(players: Iterable[Player], ruleset: Ruleset) -> list[str]:
    """Return warnings about players, each as a line of text; an empty list if there are none.

    They are about agents that were not trained with the options of `ruleset`, and about models of Stable-Baselines3,
    whose files run code.
    """
    found = []
    for player in players:
        agent = player.agent if isinstance(player, AgentPlayer | SearchPlayer) else None
        strange = {} if agent is None else agent.unfamiliar(ruleset.options.plain())
        if strange:
            listed = ", ".join(f"{name}={in_words(value)}" for name, value in strange.items())
            found.append(f"note: {player.spec} was trained without {listed}, and may play badly here")
        if isinstance(player, FunctionPlayer) and isinstance(player.function, Sb3Model):
            found.append(f"note: {player.spec}: {WARNING}")
    return found


def read_spec(text: object) -> Spec:
    """Parse a spec into its name and its parameters. Whether there is such a player is not checked.

    >>> read_spec("search:sims=500,depth=2")
    Spec(text='search:sims=500,depth=2', name='search', parameters={'sims': '500', 'depth': '2'})

    Raises:
        OptionError: the text does not have the form of a spec.
    """
    if not isinstance(text, str) or not text.strip():
        raise OptionError(f"player: expected a name or a function, found {shown(text)}")
    name, colon, rest = text.strip().partition(":")
    if not colon or "=" not in rest or is_program(text):  # a program has arguments of any form
        return Spec(text.strip(), text.strip(), {})
    pairs = [pair.partition("=") for pair in rest.split(",")]
    keys = [key.strip() for key, _, _ in pairs]
    if any(not key or not equals or not value for key, equals, value in pairs) or len(set(keys)) < len(keys):
        raise OptionError(f"player: expected name:key=value,key=value with each key once, found {shown(text)}")
    return Spec(
        text.strip(), name.strip(), {key: value.strip() for key, (_, _, value) in zip(keys, pairs, strict=True)}
    )


def names_code(who: str) -> bool:
    """Return whether the spec `who`, the string that names a player, names code to run.

    Such a spec is allowed on a command line, but not in a file.

    >>> [names_code(who) for who in ("random", "runs/a/agent", "ismcts:sims=9")]
    [False, False, False]
    >>> [names_code(who) for who in ("os:getcwd", "sb3:model.zip", "command:bot --level=3")]
    [True, True, True]
    """
    return ":" in read_spec(who).name or path_of(who.strip()) is not None


def name_of(function: Callable[..., object]) -> str:
    """Return the name of a function or class as `module:name`, the form in which a spec names it."""
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return f"{getattr(function, '__module__', '')}:{name}"


# Parameters


def refuse_parameters(spec: Spec) -> None:
    """Raise an error if a spec has parameters.

    Raises:
        OptionError: it has some.
    """
    if spec.parameters:
        raise OptionError(f"player: expected {spec.name!r} without parameters, found {shown(spec.text)}")


def checked_parameters(spec: Spec, make: Callable[..., object], given: Iterable[str] = ()) -> dict[str, object]:
    """Return the parameters of a spec by name, converted to the types that `make` declares.

    Args:
        spec: the spec.
        make: the function or class that makes the player.
        given: names of parameters of `make` that a spec cannot set.

    Raises:
        OptionError: a parameter does not exist, or cannot have that value.
    """
    declared = {name: one for name, one in inspect.signature(make).parameters.items() if name not in given}
    values = {}
    for key, text in spec.parameters.items():
        if key not in declared:
            raise OptionError(unknown(f"player {spec.name!r}, parameter", key, declared))
        try:
            values[key] = TypeAdapter(declared[key].annotation).validate_strings(text)
        except ValidationError as error:
            raise OptionError(f"player {spec.name!r}, parameter {key}: {first_problem(error)}") from None
    return values


# How each kind of players is found


def find_bot(spec: Spec, wanted: Wanted) -> Player | None:
    """Return the bot of the game that a spec names, or None if the spec is of another kind.

    Raises:
        OptionError: the spec has parameters.
    """
    bots = load(wanted.game).people.BOTS
    if spec.name not in bots:
        return None
    refuse_parameters(spec)
    return KernelBot(spec.text, bots[spec.name].number, wanted.game)


def levels_of(wanted: Wanted) -> dict[str, str]:
    """Return the spec of each level of the wanted game by its name: for one number of players, or else for all.

    Where levels of several numbers of players have the same name, that of the game's default number counts.
    """
    info = load(wanted.game).info
    if wanted.ruleset is not None:
        return dict(info.table(wanted.ruleset.num_players).levels)
    every = {name: spec for table in info.tables.values() for name, spec in table.levels.items()}
    return every | dict(info.table(info.default_players).levels)


def find_level(spec: Spec, wanted: Wanted) -> Player | None:
    """Return the player of the level that a spec names, or None if the spec is of another kind.

    Raises:
        OptionError: the spec has parameters.
    """
    levels = levels_of(wanted)
    if spec.name not in levels:
        return None
    refuse_parameters(spec)
    player = make_player(levels[spec.name], wanted.game, wanted.ruleset)
    return player._replace(spec=spec.text) if isinstance(player, KernelBot | AgentPlayer | SearchPlayer) else player


def find_search(spec: Spec, wanted: Wanted) -> Player | None:
    """Return the tree search that a spec names, with the spec's parameters, or None if the spec is of another kind.

    Raises:
        OptionError: a parameter does not exist, or cannot have that value.
        CheckpointError: the agent of the search is damaged, or not for the wanted game, number of players or deck.
    """
    if spec.name not in SEARCHES:
        return None
    search = SEARCHES[spec.name]
    made = search.make(wanted.game, **checked_parameters(spec, search.make, given=("game",)))
    player = SearchPlayer(spec.text, made, made_from_game(wanted.game, spec.name))
    if player.agent is None:
        return player
    check_can_play(player.agent, wanted)
    return player._replace(made_from=f"{player.made_from} over {player.agent.hash}")


def find_agent(spec: Spec, wanted: Wanted) -> Player | None:
    """Return the trained agent that a spec names, read from its folder, or None if the spec is of another kind.

    Raises:
        OptionError: a parameter does not exist, or cannot have that value.
        CheckpointError: the agent is damaged, or was trained for another game, number of players or deck.
    """
    folder = agent_folder(spec.name)
    if folder is None:
        return None
    temperature = checked_parameters(spec, seat_agent, given=("spec", "agent")).get("temperature")
    agent = Agent(folder)
    check_can_play(agent, wanted)
    return seat_agent(spec.text, agent, temperature if isinstance(temperature, float) else None)


def check_can_play(agent: Agent, wanted: Wanted) -> None:
    """Check that an agent was trained for the wanted game, number of players and deck, as far as these are known.

    Raises:
        CheckpointError: it was not; the message says what was expected.
    """
    if wanted.ruleset is not None:
        agent.check_can_play(wanted.game, wanted.ruleset.num_players, deck_hash(wanted.ruleset.deck))


def agent_named(spec: Spec) -> Path | None:
    """Return the folder of the agent that a spec names, by itself or for a search, or None if it names none."""
    return agent_folder(spec.parameters.get("agent", spec.name))


def seat_agent(spec: str, agent: Agent, temperature: Temperature | None = None) -> AgentPlayer:
    """Return an agent as a player with the spec `spec`; without a `temperature` it has the one of its manifest."""
    return AgentPlayer(spec, agent, agent.manifest.temperature if temperature is None else temperature)


def agent_names(wanted: Wanted) -> list[str]:
    """Return the names of the trained agents in the package that are for the wanted game and number of players."""
    folders = [path for path in sorted(resource("agents").glob("*")) if is_agent(path)]
    manifests = [read_agent_manifest(folder) for folder in folders]
    count = wanted.ruleset.num_players if wanted.ruleset is not None else None
    return [m.name for m in manifests if m.game == wanted.game and (count is None or count in m.num_players)]


def find_installed(spec: Spec, wanted: Wanted) -> Player | None:
    """Return the function or class that an installed package offers under the spec's name, as a player.

    Return None if no package offers it.

    Raises:
        OptionError: the spec has parameters, or the object is not a player.
    """
    for entry in entry_points(group=ENTRY_POINTS):
        if entry.name == spec.name:
            refuse_parameters(spec)
            found = entry.load()
            return own_player(spec.text, found, wanted.game, made_from_source(found, sys.modules[entry.module]))
    return None


def find_sb3(spec: Spec, wanted: Wanted) -> Player | None:
    """Load the model of Stable-Baselines3 that a spec names, and return it as a player. This runs the code in its file.

    Return None if the spec is of another kind.

    Raises:
        OptionError: the file is not a model of this game, or its path contains a `=`, as parameters do.
    """
    path = path_of(spec.text)
    if path is None:
        return None
    refuse_parameters(spec)
    model = Sb3Model(path, wanted.game)
    return FunctionPlayer(spec.text, model, wanted.game, model.made_from)


def find_program(spec: Spec, wanted: Wanted) -> Player | None:
    """Return the program that a spec `command:PROGRAM` names as a player, or None if the spec is of another kind.

    Raises:
        OptionError: there is no such program.
    """
    return program_player(spec.text, *wanted) if is_program(spec.text) else None


def find_function(spec: Spec, wanted: Wanted) -> Player | None:
    """Import the function or class that a spec `module:name` names, also from the current directory, as a player.

    Return None if the spec is of another kind.

    Raises:
        OptionError: there is no such module or name, or the object is not a player.
    """
    found = import_named(spec.name, f"player {shown(spec.text)}")
    return own_player(spec.text, found.value, wanted.game, found.made_from) if found else None


class Imported(NamedTuple):
    """The object that `module:name` stands for, and the name and hash of its source."""

    value: Any
    made_from: str


def import_named(text: str, what: str) -> Imported | None:
    """Import and return the object that `module:name` stands for, or None if the text does not have this form.

    Args:
        text: `module:name`; both parts may have dots.
        what: the beginning of error messages.

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
    return Imported(found, made_from_source(found, source))


def own_player(name: str, found: object, game: str, made_from: str) -> FunctionPlayer | ClassPlayer:
    """Return a user's function or class as a player.

    Args:
        name: the spec of the player.
        found: the function or class.
        game: name of the game.
        made_from: the name and hash of its source.

    Raises:
        OptionError: `found` is neither, or a class without the methods of `OwnBot`.
    """
    if inspect.isclass(found):
        if missing := [method for method in ("reset", "choose") if not callable(getattr(found, method, None))]:
            raise OptionError(
                f"player {shown(name)}: expected a class with reset and choose, found one without {missing[0]}"
            )
        make: Any = found
        return class_player(name, make, game, made_from)
    if not callable(found):
        raise OptionError(f"player {shown(name)}: expected a function or a class, found {shown(found)}")
    return FunctionPlayer(name, found, game, made_from)


# Tried in this order. To add a kind of players, add a line.
SOURCES = (
    PlayerSource(lambda wanted: load(wanted.game).people.BOTS, find_bot),
    PlayerSource(levels_of, find_level),
    PlayerSource(lambda _: SEARCHES, find_search),
    PlayerSource(lambda _: (entry.name for entry in entry_points(group=ENTRY_POINTS)), find_installed),
    PlayerSource(agent_names, find_agent),
    PlayerSource(lambda _: ("sb3:model.zip",), find_sb3),
    PlayerSource(lambda _: ("command:PROGRAM",), find_program),
    PlayerSource(lambda _: ("module:function",), find_function),
)
