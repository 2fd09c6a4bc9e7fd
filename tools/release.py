"""Release the version that `mom_env/__init__.py` names: check everything, build, and tag.

    python -m tools.release            # a dry run: says what is wrong, and changes nothing
    python -m tools.release --yes      # builds into dist/ and makes the tag, if nothing is wrong

Nothing is sent anywhere: pushing the tag and uploading the files are done by hand.
"""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.console import Console

from mom_env.common.console import new_console

ROOT = Path(__file__).resolve().parent.parent
RELEASE = re.compile(r"\d+\.\d+\.\d+")
HEADING = re.compile(r"^## \[(?P<version>[^]]+)\] - (?P<date>.+)$", re.MULTILINE)

app = typer.Typer(add_completion=False)


class Check(NamedTuple):
    """A condition for a release. `problem` returns in words what is wrong, or None."""

    name: str
    problem: Callable[[Path, str], str | None]  # takes the repository and the version; returns what is wrong


@app.command(epilog="Example: python -m tools.release")
def release(
    yes: Annotated[bool, typer.Option("--yes", help="Build and tag, if nothing is wrong.", metavar="")] = False,
) -> None:
    """Check all that a release needs, and with --yes build and tag it; the exit code is 1 if something is wrong."""
    console, version = new_console(highlight=False), version_of(ROOT)
    console.print(f"release of mom_env {version}", style="bold")
    if not is_ready(ROOT, version, console):
        raise typer.Exit(1)
    if not yes:
        console.print("A dry run: nothing was built or tagged. With --yes it is.")
        return
    build(ROOT)
    git(ROOT, "tag", "--annotate", f"v{version}", "--message", f"mom_env {version}")
    console.print(f"Built into dist/ and tagged v{version}. Now: git push origin v{version}, and upload dist/.")


def is_ready(root: Path, version: str, console: Console) -> bool:
    """Run all checks of a release, print a line for each, and return whether nothing is wrong.

    `root` is the repository, and `version` the version to be released.
    """
    problems = [(check.name, check.problem(root, version)) for check in CHECKS]
    for name, problem in problems:
        console.print(f"  [red]wrong[/]  {name}: {problem}" if problem else f"  [green]right[/]  {name}")
    return not any(problem for _, problem in problems)


def version_of(root: Path) -> str:
    """Return the version that the package in the repository `root` names; "" if it names none."""
    text = (root / "mom_env" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    return found[1] if found else ""


def git(root: Path, *words: str) -> str:
    """Run git with the arguments `words` in a repository, and return what it prints.

    Raises:
        subprocess.CalledProcessError: git failed.
    """
    return subprocess.run(["git", "-C", str(root), *words], check=True, capture_output=True, text=True).stdout


def build(root: Path) -> None:
    """Build the wheel and the source distribution of the repository `root` into its folder dist/."""
    subprocess.run([sys.executable, "-m", "build", "--outdir", str(root / "dist"), str(root)], check=True)


# Checks


def tree_problem(root: Path, _: str) -> str | None:
    """Return in words how many changes are not committed; None if everything is. The version is not used."""
    changed = git(root, "status", "--porcelain").splitlines()
    return (
        f"expected everything to be committed, found {len(changed)} changes, first {changed[0]!r}" if changed else None
    )


def version_problem(_: Path, version: str) -> str | None:
    """Return in words why the version cannot be released; None if it consists of three numbers.

    The path is not used.
    """
    return None if RELEASE.fullmatch(version) else f"expected three numbers as in 1.2.3, found {version!r}"


def citation_problem(root: Path, version: str) -> str | None:
    """Return in words how the version in the citation differs from `version`; None if it does not."""
    text = (root / "CITATION.cff").read_text(encoding="utf-8")
    found = re.search(r"^version: (.+)$", text, re.MULTILINE)
    cited = found[1] if found else None
    return None if cited == version else f"CITATION.cff: expected version {version}, found {cited}"


def changelog_problem(root: Path, version: str) -> str | None:
    """Return in words why the changelog does not begin with `version`, a date and at least one line, or None."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = list(HEADING.finditer(text))
    if not headings or headings[0]["version"] != version:
        return f"CHANGELOG.md: expected {version} first, found {headings[0]['version'] if headings else 'no version'}"
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", headings[0]["date"]):
        return f"CHANGELOG.md: expected a date as in 2030-12-31 behind {version}, found {headings[0]['date']!r}"
    end = headings[1].start() if len(headings) > 1 else len(text)
    return (
        None if "\n- " in text[headings[0].end() : end] else f"CHANGELOG.md: expected lines for {version}, found none"
    )


def tag_problem(root: Path, version: str) -> str | None:
    """Return in words why a tag of `version` cannot be the next one; None if it is newer than all others."""
    tags = [tag.removeprefix("v") for tag in git(root, "tag", "--list", "v*").split()]
    newer = [tag for tag in tags if RELEASE.fullmatch(tag) and numbers(tag) >= numbers(version)]
    return f"expected a version after all tags, found v{max(newer, key=numbers)}" if newer else None


def numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a version as a tuple, for comparisons of versions.

    >>> numbers("0.10.0") > numbers("0.9.2")
    True
    """
    return tuple(int(number) for number in re.findall(r"\d+", version))


CHECKS = (
    Check("everything is committed", tree_problem),
    Check("the version is that of a release", version_problem),
    Check("the citation is of this version", citation_problem),
    Check("the changelog describes this version", changelog_problem),
    Check("no tag is as new", tag_problem),
)

if __name__ == "__main__":
    app()
