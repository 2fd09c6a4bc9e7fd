"""`mom check`: check an environment from the command line; this package's own ones are checked with redeals too."""

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
from mom_env.testing.subject import Declared
from mom_env.testing.surface import Env


class KitArguments(Declared, total=False):
    """Keyword arguments of `check_game` that are passed on."""

    seeds: Sequence[int]
    resample: Callable[[Env, str, int], Env] | None


def redeal(env: Env, agent: str, seed: int) -> Env:
    """Deal again all that `agent` cannot know, in `env` itself, and return a copy of `env` that shows the new deal.

    `env` must be an AEC environment of this package. The deal follows from `seed`.
    """
    own = cast(RawEnv, env.unwrapped)
    own.game = own.game.resample_hidden(own.possible_agents.index(agent), seed)
    return deepcopy(env)  # copying rebuilds what the environment shows


def known_of(game: str, arguments: Mapping[str, object]) -> KitArguments:
    """Return the arguments of `check_game` that are known for the AEC environment of a game of this package.

    They are `resample` and `chance` if the game has secrets or chance, and `zero_sum` if its returns add up to 0.
    `arguments` are those with which the environment is made.
    """
    info = load(game).info
    count = whole_of(arguments.get("num_players", info.default_players))
    is_said = count in info.num_players and is_zero_sum(game, count)
    is_dealt = info.has_secrets or info.has_chance
    known: KitArguments = {"resample": redeal, "chance": True} if is_dealt else {}
    return known | {"zero_sum": True} if is_said else known


def env_of(game: str) -> tuple[str, dict[str, object]]:
    """Return the "module:function" that makes the AEC environment of a game, and keyword arguments for it."""
    if game in GAMES:
        return f"mom_env.{load(game).info.environments}:env", {}
    return "mom_env.environments.of_game:env", {"game": game}


def check(
    target: str,
    arguments: Mapping[str, object],
    said: KitArguments,
    console: Console,
    json: Path | None = None,
) -> Report:
    """Check an environment with `check_game` while showing progress, print the report, and return it.

    Args:
        target: "module:function" of the function that makes the environment.
        arguments: keyword arguments for that function.
        said: further arguments of `check_game`.
        console: where progress and report are shown.
        json: where the report is written as JSON, or None.
    """
    with console.status("", spinner="line") as status:
        report = check_game(target, arguments=arguments, watch=lambda name: status.update(f"checking {name}"), **said)
    console.print(report.table())
    if json:
        write_file(json, report.to_json())
    return report


def argument(text: str) -> tuple[str, object]:
    """Parse a text `name=value` of the command line, and return name and value.

    The value is read as JSON, or kept as text if it is not JSON.

    Raises:
        OptionError: the text does not have this form.
    """
    name, equals, value = text.partition("=")
    if not name.isidentifier() or not equals:
        raise OptionError(f"argument: expected name=value, found {text!r}")
    try:
        return name, loads(value)
    except JSONDecodeError:
        return name, value
