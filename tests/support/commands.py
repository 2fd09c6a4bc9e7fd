"""The `mom` command, and Python, as a user runs them: in a process of their own."""

import os
import subprocess
import sys
from pathlib import Path

from mom_env import cli

ROOT = Path(__file__).resolve().parents[2]
UNPRIVILEGED = ROOT / "tests" / "support" / "unprivileged.py"
MAIN = "from mom_env.cli import main; main()"


def mom(
    *words: str, cwd: Path | None = None, unprivileged: bool = False, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the command; `unprivileged` as somebody who is not root."""
    return python("-c", MAIN, *words, cwd=cwd, unprivileged=unprivileged, **environment)


def python(
    *words: str, cwd: Path | None = None, unprivileged: bool = False, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run Python with this repository's packages."""
    variables = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    command = [sys.executable, *([str(UNPRIVILEGED)] if unprivileged else []), *words]
    return subprocess.run(command, check=False, cwd=cwd, env=variables, capture_output=True, text=True)


def command_names() -> list[list[str]]:
    """The words of every command, as ["bench", "engine"]."""
    groups = [([], cli.app.registered_commands), (["bench"], cli.bench.registered_commands)]
    return [[*group, c.name or c.callback.__name__] for group, commands in groups for c in commands if c.callback]
