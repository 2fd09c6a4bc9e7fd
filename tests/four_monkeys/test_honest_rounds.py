"""The tool that measures rounds of one bot at all seats."""

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from mom_env.four_monkeys.actions import CLOSE, GRAB
from mom_env.four_monkeys.state import BY_STOP, EMPTY, NONE, RIGHT, STATE_DTYPE
from tools.honest_rounds import app, rounds_of

pytestmark = pytest.mark.once


def test_rounds_are_counted() -> None:
    """Two seats, two rounds: three tiles of which one is empty, four grabs, 3 and 1 points, one Stop."""
    states, log = np.zeros(1, STATE_DTYPE), np.full((1, 9), NONE, np.int16)
    state = states[0]
    state.num_rows[:2] = 2, 1
    state.row_verdict[0, :2] = RIGHT, EMPTY
    state.scores[0, 0], state.scores[1, 1] = 3, 1
    state.ended_by[0] = BY_STOP
    log[0, :6] = GRAB, GRAB + 9, CLOSE, GRAB, GRAB + 1, CLOSE
    assert rounds_of(states, log, num_players=2, rounds=2) == (2 / 4, 4 / 4, 1 / 2, 1 / 4, 2)


@pytest.mark.outside  # slow without the JIT
def test_a_page_gets_the_table(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- rounds -->\nold\n<!-- end of rounds -->\nafter\n")
    words = ["greedy", "--players", "2", "--games", "3", "--into", str(page)]
    assert CliRunner().invoke(app, words).exit_code == 0
    text = page.read_text()
    assert "| 2 | `greedy` | " in text
    assert "old" not in text
    assert "Written by `python -m tools.honest_rounds greedy --players 2 --games 3 --seed 0" in text
