"""Each check fails: on a fault that is planted in a small game, and on none where nothing is planted.

All faults are tried in one process with the JIT off, as compiling a copy of a game for each would take minutes. The
same checks run compiled and with bounds checked over the games themselves; what differs between these ways shows in the
fingerprints, as the fault of a small integer that wraps.
"""

import json
from collections import Counter
from typing import Any

import pytest

from tests.every_game.checks import CHECKS
from tests.every_game.faults import FAULTS
from tests.every_game.find_faults import NOTHING, pairs
from tests.every_game.installed import TINY
from tests.support.commands import ROOT, python

pytestmark = [pytest.mark.outside, pytest.mark.xdist_group("planted faults")]  # one process: all are tried at once

LEAST = 36  # faults


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    """What the checks say of all copies."""
    done = python("-m", "tests.every_game.find_faults", cwd=ROOT, NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.mark.parametrize("number", range(len(FAULTS)), ids=[f"{fault.check}-{fault.wrong}" for fault in FAULTS])
def test_a_planted_fault_is_found(told: dict[str, Any], number: int) -> None:
    assert told["found"][number] != NOTHING


@pytest.mark.parametrize(("game", "check"), pairs())
def test_a_copy_without_a_fault_passes(told: dict[str, Any], game: str, check: str) -> None:
    assert told["sound"][f"{game}: {check}"] == NOTHING


def test_every_check_has_a_fault_that_it_finds() -> None:
    assert {fault.check for fault in FAULTS} == set(CHECKS)


def test_there_are_faults_in_both_games_and_each_is_listed_once() -> None:
    assert len(FAULTS) >= LEAST
    assert min(Counter(fault.game for fault in FAULTS)[game] for game in TINY) >= LEAST // 3
    assert len({fault.wrong for fault in FAULTS}) == len({fault[1:] for fault in FAULTS}) == len(FAULTS)
