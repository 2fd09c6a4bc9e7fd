"""The release script: each thing that has to be right is looked at, and a dry run changes nothing."""

import subprocess
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from tests.support.commands import ROOT
from tools import release

pytestmark = pytest.mark.once
CHANGELOG = "# Changelog\n\n## [1.2.3] - 2030-12-31\n\n### Added\n- Something.\n\n## [1.2.2] - 2030-01-31\n\n- Less.\n"
FILES = {
    "mom_env/__init__.py": '__version__ = "1.2.3"\n',
    "CITATION.cff": "title: mom_env\nversion: 1.2.3\n",
    "CHANGELOG.md": CHANGELOG,
}


def git(root: Path, *words: str) -> str:
    author = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "tag.gpgSign=false"]
    return subprocess.run(["git", *author, "-C", root, *words], check=True, capture_output=True, text=True).stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    git(tmp_path, "tag", "v1.2.2")
    return tmp_path


def commit(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--allow-empty", "--message", "all")


def said(root: Path) -> tuple[bool, str]:
    console = Console(file=(text := StringIO()), width=200)
    return release.is_ready(root, release.version_of(root), console), text.getvalue()


def test_a_repository_in_which_all_is_right_is_ready(repository: Path) -> None:
    is_ready, text = said(repository)
    assert is_ready
    assert text.count("right") == len(release.CHECKS)


def edit(root: Path, file: str, old: str, new: str) -> None:
    text = (root / file).read_text()
    assert old in text
    (root / file).write_text(text.replace(old, new, 1))
    commit(root)


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("mom_env/__init__.py", "1.2.3", "1.2.3.dev0", "expected three numbers as in 1.2.3, found '1.2.3.dev0'"),
        ("mom_env/__init__.py", "1.2.3", "1.2.2", "expected a version after all tags, found v1.2.2"),
        ("CITATION.cff", "1.2.3", "1.2.2", "CITATION.cff: expected version 1.2.3, found 1.2.2"),
        ("CHANGELOG.md", "[1.2.3]", "[1.2.4]", "CHANGELOG.md: expected 1.2.3 first, found 1.2.4"),
        (
            "CHANGELOG.md",
            "2030-12-31",
            "unreleased",
            "expected a date as in 2030-12-31 behind 1.2.3, found 'unreleased'",
        ),
        ("CHANGELOG.md", "- Something.", "", "CHANGELOG.md: expected lines for 1.2.3, found none"),
    ],
)
def test_what_is_wrong_is_named(repository: Path, file: str, old: str, new: str, problem: str) -> None:
    edit(repository, file, old, new)
    is_ready, text = said(repository)
    assert not is_ready
    assert problem in text


def test_what_is_not_committed_is_named(repository: Path) -> None:
    (repository / "more.txt").touch()
    is_ready, text = said(repository)
    assert not is_ready
    assert "expected everything to be committed, found 1 changes, first '?? more.txt'" in text


def test_tags_are_compared_by_their_numbers(repository: Path) -> None:
    git(repository, "tag", "v1.2.10")
    is_ready, text = said(repository)
    assert not is_ready
    assert "found v1.2.10" in text


def test_a_dry_run_changes_nothing_and_a_release_builds_and_tags(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[Path] = []
    monkeypatch.setattr(release, "ROOT", repository)
    monkeypatch.setattr(release, "build", built.append)
    for name in ("GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"):
        monkeypatch.setenv(name, "A")
    for name in ("GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"):
        monkeypatch.setenv(name, "a@example.org")
    dry = CliRunner().invoke(release.app, [])
    assert (dry.exit_code, built, git(repository, "tag").split()) == (0, [], ["v1.2.2"])
    assert "A dry run" in dry.output
    real = CliRunner().invoke(release.app, ["--yes"])
    assert (real.exit_code, built, git(repository, "tag").split()) == (0, [repository], ["v1.2.2", "v1.2.3"])
    again = CliRunner().invoke(release.app, ["--yes"])
    assert (again.exit_code, len(built)) == (1, 1)


def test_the_checks_read_this_repository_too() -> None:
    assert release.version_problem(ROOT, release.version_of(ROOT)) is None
    assert release.citation_problem(ROOT, release.version_of(ROOT)) is None
    problem = release.changelog_problem(ROOT, release.version_of(ROOT))
    assert problem is None or "unreleased" in problem
