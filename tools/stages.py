"""Run several targets of the Makefile side by side, and show the output and the time of each.

    python -m tools.stages --make make lint types

The output of a target is shown when the target has ended, so that lines of two targets never mix. At the end comes a
table of how long each target took, and how much processor time its processes used.
"""

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from tempfile import TemporaryFile
from typing import Annotated, NamedTuple

import typer

INTERRUPTED = 130

app = typer.Typer(add_completion=False)


class Ended(NamedTuple):
    """A command that has ended: its exit code, how long it took, and what it printed."""

    name: str
    code: int  # exit code; a negative number is the signal that ended it
    wall: float  # seconds
    processor: float  # seconds of all its processes on all cores together
    output: bytes

    def line(self) -> str:
        """Return the command's line of the table at the end."""
        verdict = "passed" if self.code == 0 else f"failed ({self.code})"
        return f"{self.name:<16} {self.wall:>7.0f} s  {self.processor:>9.0f} s  {verdict}"


@app.command(epilog="Example: python -m tools.stages lint types")
def stages(
    targets: Annotated[list[str], typer.Argument(help="Targets of the Makefile.")],
    make: Annotated[str, typer.Option(help="The command that makes a target.")] = "make",
) -> None:
    """Make all targets at once, and show the output and the time of each; the exit code is 1 if one of them fails."""
    commands = {target: [*shlex.split(make), "--no-print-directory", target] for target in targets}
    try:
        raise typer.Exit(run_all(commands))
    except KeyboardInterrupt:  # the commands have received it, too
        raise typer.Exit(INTERRUPTED) from None


def run_all(commands: Mapping[str, Sequence[str]]) -> int:
    """Run all commands at once, print the output of each when it has ended, and then a table.

    Return 1 if one of them failed, otherwise 0. `commands` has the words of each command by its name.
    """
    began = time.monotonic()
    say(f"{', '.join(commands)}: started; the output of each is shown when it has ended")
    ended = []
    for one in as_they_end(commands):
        say(f"\n---- {one.name} ----")
        sys.stdout.buffer.write(one.output)
        sys.stdout.flush()
        ended.append(one)
    say(f"\n{'stage':<16} {'time':>9}  {'processor':>11}")
    for one in ended:
        say(one.line())
    failed = [one.name for one in ended if one.code != 0]
    total = Ended("all", len(failed), time.monotonic() - began, sum(one.processor for one in ended), b"")
    say(total.line())
    return 1 if failed else 0


def as_they_end(commands: Mapping[str, Sequence[str]]) -> Iterator[Ended]:
    """Start all commands at once, and yield how each ended, in the order in which they end.

    `commands` has the words of each command by its name.
    """
    with ThreadPoolExecutor(len(commands)) as pool:
        asked = [pool.submit(run, name, command) for name, command in commands.items()]
        for done in as_completed(asked):
            yield done.result()


def run(name: str, command: Sequence[str]) -> Ended:
    """Run a command to its end, and return how it ended.

    Its output is stdout and stderr, joined in the order in which they were written.
    """
    began = time.monotonic()
    with TemporaryFile() as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(process.pid, 0)  # `wait` would not return the processor time of this one child
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        wall = time.monotonic() - began
        return Ended(name, process.returncode, wall, used.ru_utime + used.ru_stime, output.read())


def say(line: str) -> None:
    """Print a line to stdout at once, also into a pipe."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    app()
