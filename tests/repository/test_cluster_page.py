"""The page of clusters: its command for this machine runs, and messages are those that the code has."""

import re
import shlex

import pytest

from tests.support.commands import ROOT, mom

pytestmark = [pytest.mark.once, pytest.mark.outside, pytest.mark.xdist_group("ray")]
PAGE = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")
HASH = re.compile(r"hash ([0-9a-f]{64})")


@pytest.fixture(autouse=True)
def no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands start a cluster of their own."""
    for name in ("RAY_ADDRESS", "RAY_AUTH_TOKEN", "RAY_AUTH_MODE"):
        monkeypatch.delenv(name, raising=False)


def hash_of(words: list[str]) -> str:
    shown = mom(*words)
    assert shown.returncode == 0, shown.stderr
    return HASH.findall(shown.stdout + shown.stderr)[0]  # type: ignore[no-any-return]  # a str


def test_the_command_for_this_machine_plays_the_same_games_as_one_process() -> None:
    (line,) = re.findall(r"### One: this machine\n```\n(mom .*)\n```", PAGE)
    words = shlex.split(line)[1:]
    assert words[-4:] == ["--on", "ray", "--jobs", "2"]
    assert hash_of(words) == hash_of(words[:-4])


def test_a_search_and_an_agent_play_the_same_games_on_a_cluster() -> None:
    words = ["tournament", "ismcts:sims=20", "ppo-2p", "--players", "2", "--deals", "4"]
    assert hash_of([*words, "--on", "ray", "--jobs", "2"]) == hash_of(words)
