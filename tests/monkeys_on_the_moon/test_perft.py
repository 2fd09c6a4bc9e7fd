"""Perft: lines of play, as many as the fixed numbers say, and as many as a naive count finds."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mom_env.checks.perft import count_again, main, perft, start_of
from mom_env.contract.checks import Position
from mom_env.games import load
from mom_env.monkeys_on_the_moon.actions import MASK_DTYPE
from mom_env.monkeys_on_the_moon.checks import POSITIONS
from tests.support.kernels import GAME, is_over, step, write_mask
from tests.support.sizes import smaller_without_jit

MOST_LINES = smaller_without_jit(500_000, 150)
MOST_NAIVE_LINES = smaller_without_jit(5_000, 150)


def name_of(position: Position) -> str:
    return f"{position.deck}-{position.num_players}-seed{position.seed}-after{position.played}"


def naive_count(states: NDArray[Any], rules: NDArray[Any], depth: int) -> int:
    """The same by recursion, over the entries that everybody uses."""
    if depth == 0 or is_over(states, 0):
        return 1
    masks = np.zeros(1, MASK_DTYPE)
    write_mask(states, 0, rules, masks)
    lines = 0
    for action in np.flatnonzero(masks["ids"][0]):
        copy = states.copy()
        step(copy, 0, rules, int(action))
        lines += naive_count(copy, rules, depth - 1)
    return lines


@pytest.mark.parametrize("position", POSITIONS, ids=name_of)
def test_there_are_as_many_lines_as_ever(position: Position) -> None:
    game = start_of(GAME, position)
    before, past = game.states.tobytes(), game.replay()
    for depth, lines in enumerate(position.lines, start=1):
        if lines <= MOST_LINES:
            assert perft(game, depth) == lines
    assert game.states.tobytes() == before
    assert game.replay() == past


@pytest.mark.parametrize("position", POSITIONS, ids=name_of)
def test_a_naive_count_finds_as_many(position: Position) -> None:
    game = start_of(GAME, position)
    for depth, lines in enumerate(position.lines, start=1):
        if lines <= MOST_NAIVE_LINES:
            assert naive_count(game.states, game.rules, depth) == lines


def test_the_fixed_numbers_go_deep_and_to_the_end_of_a_game() -> None:
    assert sum(position.lines[-1] >= 10_000_000 for position in POSITIONS) >= 9
    assert any(position.lines[-1] == position.lines[-2] for position in POSITIONS)  # all lines have ended
    assert {position.num_players for position in POSITIONS if position.deck == "mini"} == {2, 3}


def test_a_wrong_number_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    right = POSITIONS[0]._replace(lines=POSITIONS[0].lines[:4])
    wrong = right._replace(lines=(*right.lines[:3], 37))
    monkeypatch.setattr(load(GAME).checks, "POSITIONS", (right, wrong))
    assert count_again(GAME) == 1
    text = capsys.readouterr().out
    assert "36)): as in the table" in text
    assert "36)): NOT as in the table: (2, 6, 12, 37)" in text


def test_an_unknown_game_is_answered_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["monkeys_on_the_sun"])
    assert f"invalid choice: 'monkeys_on_the_sun' (choose from '{GAME}'" in capsys.readouterr().err


@pytest.mark.outside
def test_the_command_counts_all_positions() -> None:
    script = (
        "from mom_env import games; from mom_env.checks import perft;"
        f"checks = games.load('{GAME}').checks;"
        "checks.POSITIONS = tuple(p._replace(lines=p.lines[:5]) for p in checks.POSITIONS);"
        f"raise SystemExit(perft.main(['{GAME}']))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.count("as in the table") == len(POSITIONS)
