"""Recorded games: rules, words, text, observation and bots do today what they did when these were read through."""

import pytest

from mom_env.kernel.jit import is_compiled
from tests.support.playthroughs import FOLDER, Case, cases, playthrough

RUN = cases() if is_compiled() else cases()[::8]  # plain Python takes some seconds a game


@pytest.mark.parametrize("case", RUN, ids=lambda case: case.name)
def test_a_recorded_game_plays_the_same_again(case: Case) -> None:
    recorded = (FOLDER / f"{case.name}.txt").read_text(encoding="utf-8")
    assert playthrough(case).splitlines() == recorded.splitlines(), "read the difference; then `make golden`"


def test_every_recording_has_its_case() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {case.name for case in cases()}
    assert len(cases()) >= 12
