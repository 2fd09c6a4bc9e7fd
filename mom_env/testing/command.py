"""What `mom check` does: any environment from the command line, the package's own with its redeals."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from json import JSONDecodeError, loads
from pathlib import Path
from typing import cast

from rich.console import Console

from mom_env.common.arguments import whole_of
from mom_env.common.files import write_file
from mom_env.environments.aec import RawEnv
from mom_env.environments.endings import is_zero_sum
from mom_env.errors import OptionError
from mom_env.games import GAMES, load
from mom_env.testing.kit import check_game
from mom_env.testing.report import Report
from mom_env.testing.subject import Said
from mom_env.testing.surface import Env


class Asked(Said, total=False):
    """What the kit is called with, beside the environment."""

    seeds: Sequence[int]
    resample: Callable[[Env, str, int], Env] | None


def redealt(env: Env, agent: str, seed: int) -> Env:
    """An environment of this package with all dealt anew that the agent cannot know."""
    own = cast(RawEnv, env.unwrapped)
    own.game = own.game.resample_hidden(own.possible_agents.index(agent), seed)
    return deepcopy(env)  # a copy looks at the game afresh


def known_of(game: str, arguments: Mapping[str, object]) -> Asked:
    """Return what the kit is told of a game's own environments, as they are made with these arguments."""
    info = load(game).info
    count = whole_of(arguments.get("num_players", info.default_players))
    is_said = count in info.num_players and is_zero_sum(game, count)
    is_dealt = info.has_secrets or info.has_chance
    known: Asked = {"resample": redealt, "chance": True} if is_dealt else {}
    return known | {"zero_sum": True} if is_said else known


def env_of(game: str) -> tuple[str, dict[str, object]]:
    """Return what makes the AEC environment of a game: a function by its name, and what it is called with besides."""
    if game in GAMES:
        return f"mom_env.{load(game).info.environments}:env", {}
    return "mom_env.environments.of_game:env", {"game": game}


def check(
    target: str,
    arguments: Mapping[str, object],
    said: Asked,
    console: Console,
    json: Path | None = None,
) -> Report:
    """Check an environment, show what is being done, print the report."""
    with console.status("", spinner="line") as status:
        report = check_game(target, arguments=arguments, watch=lambda name: status.update(f"checking {name}"), **said)
    console.print(report.table())
    if json:
        write_file(json, report.to_json())
    return report


def argument(text: str) -> tuple[str, object]:
    """`name=value` as a pair; the value as JSON, or as it stands.

    Raises:
        OptionError: it is no such pair.
    """
    name, equals, value = text.partition("=")
    if not name.isidentifier() or not equals:
        raise OptionError(f"argument: expected name=value, found {text!r}")
    try:
        return name, loads(value)
    except JSONDecodeError:
        return name, value
