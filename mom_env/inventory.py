"""`mom list`: what a game offers, by the names that commands and functions take."""

import inspect
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from mom_env.docstrings import entries, first_sentence
from mom_env.errors import OptionError
from mom_env.games import load
from mom_env.policy import Table as Wanted
from mom_env.policy import agent_names
from mom_env.policy_net import read_agent_manifest
from mom_env.resources import resource
from mom_env.settings import unknown

FORMAT = "mom-list/1"
Item = dict[str, Any]  # a name, what it is, and what more there is to know


def inventory(game: str, algorithms: Iterable[str]) -> dict[str, list[Item]]:
    """Return everything that can be asked for by name, by its kind.

    Args:
        game: which game.
        algorithms: the names of the benchmark's algorithms.
    """
    return {
        "bots": bots(game),
        "agents": agents(game),
        "decks": decks(game),
        "options": options(game),
        "configurations": [configuration(path) for path in sorted(resource("configs", "train").glob("*.toml"))],
        "algorithms": [algorithm(name) for name in algorithms],
    }


def bots(game: str) -> list[Item]:
    """Return the players that come with the game, with their parameters."""
    module = load(game, "bots")
    found = []
    for name in [*module.BOTS, *module.SEARCHES]:
        what = first_sentence(load(game, f"bots.{name}").__doc__).partition(": ")[2]
        found.append({"name": name, "what": what, "parameters": parameters(module.SEARCHES.get(name))})
    return found


def parameters(make: Any) -> list[Item]:
    """Return the parameters of a search: name, meaning and default."""
    if make is None:
        return []
    meanings = entries(make.__init__.__doc__, "Args")
    declared = inspect.signature(make).parameters.values()
    return [{"name": one.name, "what": meanings[one.name].rstrip("."), "default": one.default} for one in declared]


def agents(game: str) -> list[Item]:
    """Return the trained agents that come with the package, with what they won when they were shipped."""
    found = []
    for name in agent_names(Wanted(game, None)):
        manifest = read_agent_manifest(resource("agents", name))
        shares = {key: value for key, value in manifest.trained.items() if key.startswith("against ")}
        told = ", ".join(f"{float(share):.0%} {rival}" for rival, share in shares.items())
        found.append({"name": name, "what": f"won {told}", "num_players": manifest.num_players})
    return found


def decks(game: str) -> list[Item]:
    """Return the decks that come with the package."""
    module = load(game, "deck")
    found = []
    for name in module.deck_names():
        what = comment_of(resource("configs", game, "decks", f"{name}.toml"))
        found.append({"name": name, "what": what, "num_players": module.load_deck(name).player_counts})
    return found


def options(game: str) -> list[Item]:
    """Return the rule options: name, meaning, values and default."""
    made = load(game, "options").Options
    meanings, schema = entries(made.__doc__, "Attributes"), made.model_json_schema()["properties"]
    return [
        {
            "name": name,
            "what": meanings[name].rstrip("."),
            "values": schema[name].get("enum", [False, True]),
            "default": default,
        }
        for name, default in made().plain().items()
    ]


def configuration(path: Path) -> Item:
    """Return a training configuration that comes with the package."""
    return {"name": path.stem, "what": comment_of(path), "path": f"configs/train/{path.name}"}


def algorithm(name: str) -> Item:
    """Return an algorithm of the benchmark."""
    path = resource("configs", "benchmark", f"{name}.toml")
    if not path.exists():
        return {"name": name, "what": f"the bot `{name}`, untrained: the line to beat"}
    what = comment_of(path)
    return {"name": name, "what": what.partition(": ")[2] or what}


def comment_of(path: Path) -> str:
    """Return the first sentence of the comment at the head of a file."""
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("# "):
            break
        lines.append(line.removeprefix("# "))
    return first_sentence("\n".join(lines))


# For people


HOW = {
    "bots": 'players: mom play greedy, opponents="greedy"; with parameters as in ismcts:sims=300,playout=random',
    "agents": "players too, trained ones: mom play ppo-2p; the folder of your own by its path",
    "decks": "mom play --deck mini; a file of your own by its path",
    "options": "of the rules: mom play --option maximum_scorn=true",
    "configurations": "mom train configs/train/quick-2p.toml",
    "algorithms": "mom benchmark sb3; a function of your own as module:function",
}


def checked_kinds(kinds: Iterable[str]) -> list[str]:
    """Return the kinds themselves, or all of them if there are none.

    Raises:
        OptionError: there is no such kind.
    """
    for kind in kinds:
        if kind not in HOW:
            raise OptionError(unknown("kind", kind, HOW))
    return list(kinds) or list(HOW)


def show(found: Mapping[str, list[Item]], console: Console) -> None:
    """Show everything as lists."""
    for kind, items in found.items():
        console.print(Text.assemble((kind, "bold"), (f"  {HOW[kind]}", "dim")))
        table = Table.grid(padding=(0, 2, 0, 0))
        for item in items:
            table.add_row(Text(f"  {item['name']}", "cyan"), what_of(item))
            for parameter in item.get("parameters", []):
                table.add_row(Text(f"    {parameter['name']}", "dim cyan"), what_of(parameter))
        console.print(table)
        console.print()


def what_of(item: Item) -> Text:
    """Return what an item is, with whatever else is known of it."""
    text = Text(item["what"])
    if "num_players" in item:
        text.append(f"; for {' or '.join(map(str, item['num_players']))} players")
    if "values" in item:
        text.append(f"; {' or '.join(map(in_words, item['values']))}")
    if item.get("default") is not None:
        text.append(f"; {in_words(item['default'])} by default")
    return text


def in_words(value: Any) -> str:
    """Return a value as it is typed on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)
