"""The tool that writes tables of strengths into pages."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tools.strength import Pair, app, pairs_of

pytestmark = pytest.mark.once


def test_everybody_meets_every_other_where_both_can_sit() -> None:
    found = pairs_of(["ppo-2p", "greedy"], ["greedy", "random"], [2, 3])
    assert found == [
        Pair(2, "ppo-2p", "greedy"),
        Pair(2, "ppo-2p", "random"),
        Pair(2, "greedy", "random"),
        Pair(3, "greedy", "random"),
    ]


@pytest.mark.outside  # slow without the JIT
def test_a_page_gets_its_table_and_what_it_was_made_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- strength -->\nold\n<!-- end of strength -->\nafter\n")
    words = ["greedy", "--against", "random", "--players", "2", "--deals", "3", "--into", "page.md"]
    for _ in range(2):
        assert CliRunner().invoke(app, words).exit_code == 0
    text = page.read_text()
    assert "| 2 | greedy | random | " in text
    assert "old" not in text
    assert "greedy (greedy version 1), random (random version 1)" in text
    assert text.count("Written by `python -m tools.strength greedy --against random --players 2 --deals 3") == 1
    assert CliRunner().invoke(app, [*words[:-1], "none.md"]).exit_code != 0
