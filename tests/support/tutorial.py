"""A page that builds something step by step, followed as a reader does: files are written, commands are run."""

import doctest
import os
import re
import shlex
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.commands import MAIN, ROOT

FENCE = re.compile(r"(?:^(File|Append to|Change|Break) `(\S+)`:\n)?^```([a-z ]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"-?\d[\d,.]*")
TYPED = "q\n"  # to a command that asks
INSTALL = "pip install -e ."
BUILD = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"


class Step(NamedTuple):
    """A block of the page.

    Attributes:
        verb: what becomes of the file: "File", "Append to", "Change", or "Break", until the next commands have run.
        file: its path; empty for commands.
        kind: of the fence: a language, or for commands "console", behind it "fails" if they do, and "about" if their
            numbers are not the same everywhere.
        text: what stands in it.
    """

    verb: str
    file: str
    kind: str
    text: str


class Command(NamedTuple):
    """A command of the page, and what it prints there, progress before it left out: "..." stands for anything."""

    words: str
    shown: str
    kind: str

    def agrees(self, printed: str) -> bool:
        """Whether the page shows what is printed; of figures that differ, whether their form is the same."""
        want, got = (plain(text) for text in (self.shown.replace(f"> {TYPED}", "> "), printed))
        if "about" in self.kind:
            want, got = (NUMBER.sub("#", text) for text in (want, got))
        return doctest.OutputChecker().check_output(f"...{want}", got, doctest.ELLIPSIS)


class Ran(NamedTuple):
    """What became of a command."""

    code: int
    printed: str
    errors: str


def plain(text: str) -> str:
    """A text without blanks at the ends of its lines."""
    return "".join(f"{line.rstrip()}\n" for line in text.strip("\n").splitlines())


def steps_of(page: str) -> list[Step]:
    """The blocks of a page that a reader types in; one without a language is not among them."""
    return [step for step in (Step(*(part or "" for part in found)) for found in FENCE.findall(page)) if step.kind]


def commands_of(step: Step) -> Iterator[Command]:
    """The commands of a block."""
    for part in re.split(r"^\$ ", step.text, flags=re.MULTILINE)[1:]:
        words, _, shown = part.partition("\n")
        yield Command(words, shown, step.kind)


class Reader:
    """Somebody who follows a page in an empty folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.site = folder / "game", folder / "site"
        self.folder.mkdir()
        self.paths = [str(ROOT)]
        self.environment = {**os.environ, "MOM_ENV_CACHE_DIR": str(folder / "cache"), "COLUMNS": "100"}

    def follow(self, page: str) -> Iterator[Ran]:
        """Do what the page says, and yield what became of each command."""
        whole: dict[Path, str] = {}  # files as they were before they were broken
        for step in steps_of(page):
            if step.file:
                path = self.folder / step.file
                if step.verb == "Break":
                    whole[path] = path.read_text(encoding="utf-8")
                self.write(path, step)
                continue
            yield from map(self.run, commands_of(step))
            for path, text in whole.items():
                path.write_text(text, encoding="utf-8")
            whole.clear()

    def write(self, path: Path, step: Step) -> None:
        """Write a file, or change it."""
        path.parent.mkdir(exist_ok=True)
        if step.verb == "File":
            text = step.text
        else:
            text = path.read_text(encoding="utf-8")
            text = f"{text}\n\n{step.text}" if step.verb == "Append to" else changed(text, step)
        path.write_text(text, encoding="utf-8")

    def run(self, command: Command) -> Ran:
        """Run a command in the folder."""
        if command.words == INSTALL:
            return self.install()
        first, *words = shlex.split(command.words)
        return self.python(*(("-c", MAIN) if first == "mom" else ()), *words)

    def install(self) -> Ran:
        """Install the package as `pip install -e .` does, without the network: metadata, and the folder on the path."""
        self.site.mkdir()
        ran = self.python("-c", BUILD, str(self.site))
        for wheel in map(zipfile.ZipFile, self.site.glob("*.whl")):
            wheel.extractall(self.site, [name for name in wheel.namelist() if ".dist-info/" in name])
        self.paths += [str(self.site), str(self.folder)]
        return ran

    def python(self, *words: str) -> Ran:
        """Run Python in the folder, with this repository and what has been installed."""
        environment = {**self.environment, "PYTHONPATH": os.pathsep.join(self.paths)}
        done = subprocess.run(
            [sys.executable, *words],
            cwd=self.folder,
            env=environment,
            input=TYPED,
            capture_output=True,
            text=True,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)


def changed(text: str, step: Step) -> str:
    """A text with the lines of a difference replaced."""
    lines = step.text.splitlines(keepends=True)
    old, new = ("".join(line[1:] or "\n" for line in lines if line[0] in kept) for kept in ("- ", "+ "))
    assert text.count(old) == 1, f"{step.file}: expected once: {old!r}, found {text.count(old)} times"
    return text.replace(old, new)
