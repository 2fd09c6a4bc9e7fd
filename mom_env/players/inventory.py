"""`mom list`: what a game offers, by the names that commands and functions take."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NotRequired, TypedDict

from rich.console import Console
from rich.table import Table
from rich.text import Text

from mom_env.common.arguments import players_in_words
from mom_env.common.docstrings import entries, first_sentence
from mom_env.common.resources import resource
from mom_env.common.settings import unknown
from mom_env.contract.options import OptionValue, in_words
from mom_env.errors import DeckError, OptionError
from mom_env.games import GAMES, game_option, load
from mom_env.players.agent import read_agent_manifest
from mom_env.players.kinds import SEARCHES
from mom_env.players.specs import Wanted, agent_names

FORMAT = "mom-list/1"


class Schema(TypedDict, total=False):
    """The JSON schema that pydantic makes for a field."""

    anyOf: list["Schema"]
    enum: list[OptionValue]
    const: OptionValue
    type: str
    items: "Schema"
    minimum: float
    maximum: float
    exclusiveMinimum: float


class Item(TypedDict):
    """A name (of a bot, an option, ...), what it stands for, and further facts."""

    name: str
    what: str
    parameters: NotRequired[list["Item"]]
    num_players: NotRequired[list[int]]
    values: NotRequired[list[OptionValue]]
    default: NotRequired[OptionValue | None]
    path: NotRequired[str]


def inventory(game: str, algorithms: Iterable[str]) -> dict[str, list[Item]]:
    """Return everything of a game that has a name, as lists by kind, such as "bots", "decks" and "options".

    Args:
        game: name of the game.
        algorithms: names of the benchmark's algorithms.
    """
    return {
        "bots": bots(game),
        "agents": agents(game),
        "decks": decks(game),
        "options": options(game),
        "configurations": [configuration(path) for path in configs_of(game, "train")],
        "algorithms": [algorithm(game, name) for name in algorithms],
    }


def bots(game: str) -> list[Item]:
    """Return an item for each bot of the game, and for each tree search with its parameters."""
    own: list[Item] = [
        {"name": name, "what": bot.what, "parameters": []} for name, bot in load(game).people.BOTS.items()
    ]
    found: list[Item] = [
        {"name": name, "what": search.what, "parameters": parameters(search.make)} for name, search in SEARCHES.items()
    ]
    return [*own, *found]


def parameters(make: Callable[..., object]) -> list[Item]:
    """Return an item for each parameter of a search but the game: name, meaning and default.

    The meanings come from the docstring of `make.__init__`.
    """
    meanings = entries(make.__init__.__doc__, "Args")
    declared = inspect.signature(make).parameters.values()
    return [
        {"name": one.name, "what": meanings[one.name].rstrip("."), "default": one.default}
        for one in declared
        if one.name != "game"
    ]


def agents(game: str) -> list[Item]:
    """Return an item for each trained agent in the package, with its shares of wins as its training measured them.

    Games on fresh deals, which the docs have, are a better measure.
    """
    found: list[Item] = []
    for name in agent_names(Wanted(game, None)):
        manifest = read_agent_manifest(resource("agents", name))
        shares = {key: value for key, value in manifest.trained.items() if key.startswith("against ")}
        listed = ", ".join(f"{float(share):.0%} {bot}" for bot, share in shares.items())
        found.append({"name": name, "what": f"in its training it won {listed}", "num_players": manifest.num_players})
    return found


def decks(game: str) -> list[Item]:
    """Return an item for each deck that comes with the package, with the numbers of players that it is for."""
    module, found = load(game), list[Item]()
    for name in module.people.DECKS:
        path = resource("configs", game, "decks", f"{name}.toml")
        what = comment_of(path) if path.exists() else ""  # other packages may keep the data elsewhere
        found.append({"name": name, "what": what, "num_players": player_counts(game, name)})
    return found


def player_counts(game: str, deck: str) -> list[int]:
    """Return the game's numbers of players, ascending, with which the deck called `deck` can be played."""
    make, found = load(game).people.Game.make_ruleset, []
    for count in load(game).info.num_players:
        with suppress(DeckError):
            make(count, deck, None, skip_forced=True)
            found.append(count)
    return found


def options(game: str) -> list[Item]:
    """Return an item for each rule option of the game: name, meaning, possible values and default."""
    made = load(game).people.OPTIONS
    meanings, schema = entries(made.__doc__, "Attributes"), made.model_json_schema()["properties"]
    usual = made().plain()
    return [
        {
            "name": name,
            "what": meanings[name].rstrip("."),
            "values": values_of(schema[name]),
            "default": usual.get(name),
        }
        for name in made.names()
    ]


def values_of(schema: Schema) -> list[OptionValue]:
    """Return the values that an option can have by its JSON schema, or a list of one description if there are many.

    >>> values_of({"enum": ["random", 1, 2]}), values_of({"type": "integer", "minimum": 24, "maximum": 120})
    (['random', 1, 2], ['24 to 120'])
    """
    if "anyOf" in schema:  # one of them is null, if the option may be unset
        return [value for each in schema["anyOf"] if each.get("type") != "null" for value in values_of(each)]
    if "enum" in schema:
        return schema["enum"]
    if "const" in schema:
        return [schema["const"]]
    if schema["type"] == "array":
        return [f"a list of {' or '.join(map(in_words, values_of(schema['items'])))}"]
    if schema["type"] == "integer" and "minimum" in schema and "maximum" in schema:
        return [f"{schema['minimum']} to {schema['maximum']}"]
    if schema["type"] == "boolean":
        return [False, True]
    return ["a whole number" if schema["type"] == "integer" else "a text"]


def configs_of(game: str, kind: str) -> list[Path]:
    """Return the paths of a game's configuration files in the package, sorted.

    Those of the first game are directly in the folder of configurations; each other game has a folder of its own there.

    Args:
        game: name of the game.
        kind: "train" for configurations of trainings, or "benchmark" for those of the benchmark's algorithms.
    """
    folder = resource("configs", kind) if game == GAMES[0] else resource("configs", game, kind)
    return sorted(folder.glob("*.toml"))


def configuration(path: Path) -> Item:
    """Return an item for a training configuration of the package: name, first sentence at the file's head, and path."""
    return {
        "name": path.stem,
        "what": comment_of(path),
        "path": str(path.relative_to(resource("configs").parent).as_posix()),
    }


def algorithm(game: str, name: str) -> Item:
    """Return an item for the benchmark's algorithm called `name`, described by the head of its configuration.

    An algorithm without a configuration is a bot of that name.
    """
    path = next((path for path in configs_of(game, "benchmark") if path.stem == name), None)
    if path is None:
        return {"name": name, "what": f"the bot `{name}`, untrained: the line to beat"}
    what = comment_of(path)
    return {"name": name, "what": what.partition(": ")[2] or what}


def comment_of(path: Path) -> str:
    """Return the first sentence of the comment at the head of a file, without its full stop; "" without a comment."""
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("# "):
            break
        lines.append(line.removeprefix("# "))
    return first_sentence("\n".join(lines))


# For people


HOW = {  # how each kind is used, with an example of the game, and the option --game where it is needed
    "bots": 'players: mom play {example}{asked}, opponents="{example}"; with parameters as in '
    "ismcts:sims=300,playout=random",
    "agents": "trained players: mom play {example}; your own by the path of its folder",
    "decks": "mom play --deck {example}{asked}; a file of your own by its path",
    "options": "of the rules: mom play --option {example}{asked}",
    "configurations": "mom train {example}",
    "algorithms": "mom benchmark sb3{asked}; a function of your own as module:function",
}


def examples(game: str) -> dict[str, str]:
    """Return, by kind of names, the name that the example in `mom list` uses. Some kinds have no example."""
    info, people = load(game).info, load(game).people
    return {
        "bots": info.table(info.default_players).opponents[-1],
        "agents": info.example_agent,
        "decks": min(people.DECKS, key=lambda name: name == "standard"),
        "options": example_option(game),
        "configurations": info.example_training,
    }


def example_option(game: str) -> str:
    """Return a rule option of the game with a value that is not its default, as both are typed.

    It is "name=value" if no option has a choice of values or a range.
    """
    made = load(game).people.OPTIONS
    schema, usual = made.model_json_schema()["properties"], made().plain()
    for name in made.names():
        values = [*values_of(schema[name]), *limits_of(schema[name])]
        if fit := [value for value in values if value != usual.get(name) and made.takes(name, value)]:
            return f"{name}={in_words(fit[-1])}"
    return "name=value"


def limits_of(schema: Schema) -> list[int]:
    """Return the least and the largest whole number that an option can be by its JSON schema, [] if it has no range.

    >>> limits_of({"anyOf": [{"type": "integer", "minimum": 24, "maximum": 120}, {"type": "null"}]})
    [24, 120]
    """
    ranges = [each for each in schema.get("anyOf", [schema]) if "minimum" in each and "maximum" in each]
    return [int(limit) for each in ranges for limit in (each["minimum"], each["maximum"])]


def checked_kinds(kinds: Iterable[str]) -> list[str]:
    """Return `kinds`, such as "bots" and "decks", as a list, or all kinds if there are none.

    Raises:
        OptionError: a kind does not exist.
    """
    for kind in kinds:
        if kind not in HOW:
            raise OptionError(unknown("kind", kind, HOW))
    return list(kinds) or list(HOW)


def show(game: str, found: Mapping[str, list[Item]], console: Console) -> None:
    """Print the items in `found` as a list for each kind, such as "bots", with an example of how names are used."""
    named = examples(game)
    for kind, items in found.items():
        how = HOW[kind].format(example=named.get(kind, ""), asked=game_option(game))
        console.print(Text.assemble((kind, "bold"), (f"  {how}", "dim")))
        table = Table.grid(padding=(0, 2, 0, 0))
        for item in items:
            table.add_row(Text(f"  {item['name']}", "cyan"), what_of(item))
            for parameter in item.get("parameters", []):
                table.add_row(Text(f"    {parameter['name']}", "dim cyan"), what_of(parameter))
        console.print(table)
        console.print()


def what_of(item: Item) -> Text:
    """Return what an item stands for and its further facts, as one line for the terminal."""
    facts = [item["what"]] if item["what"] else []
    if "num_players" in item:
        facts.append(f"for {players_in_words(*item['num_players'])}")
    if "values" in item:
        facts.append(" or ".join(map(in_words, item["values"])))
    default = item.get("default")
    if default not in (None, ""):
        facts.append(f"{in_words(default)} by default")
    return Text("; ".join(facts))
