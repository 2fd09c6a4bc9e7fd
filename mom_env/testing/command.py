"""What `mom check` does: any environment from the command line, the package's own with its redeals."""

from collections.abc import Mapping
from copy import deepcopy
from json import JSONDecodeError, loads
from pathlib import Path
from typing import Any

from rich.console import Console

from mom_env.errors import OptionError
from mom_env.files import write_file
from mom_env.testing.kit import check_game
from mom_env.testing.report import Report
from mom_env.testing.surface import Env


def redealt(env: Env, agent: str, seed: int) -> Env:
    """An environment of this package with all dealt anew that the agent cannot know."""
    own = env.unwrapped
    own.game = own.game.resample_hidden(own.possible_agents.index(agent), seed)
    return deepcopy(env)  # a copy looks at the game afresh


KNOWN = {"resample": redealt, "zero_sum": True, "chance": True}  # of the environments of this package


def check(
    target: str, arguments: Mapping[str, Any], said: Mapping[str, Any], console: Console, json: Path | None = None
) -> Report:
    """Check an environment, show what is being done, print the report."""
    with console.status("", spinner="line") as status:
        report = check_game(target, arguments=arguments, watch=lambda name: status.update(f"checking {name}"), **said)
    console.print(report.table())
    if json:
        write_file(json, report.to_json())
    return report


def argument(text: str) -> tuple[str, Any]:
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
