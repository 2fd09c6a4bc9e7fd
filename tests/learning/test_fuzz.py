"""Damaged and crafted files: each is read and used, or refused with an error of our own."""

from pathlib import Path

import pytest

from tests.learning.fuzz import TARGETS, Target, fuzz

pytestmark = [pytest.mark.train, pytest.mark.outside]
COUNT = 120  # of each kind; `python -m tests.learning.fuzz 50000 1` has more


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_only_our_own_errors(target: Target, tmp_path: Path) -> None:
    found = fuzz(target, COUNT, 2, tmp_path)
    assert found["refused"] > COUNT / 4
    assert found["read"] > 0  # what is right in all that counts is not refused
    assert found.total() == COUNT
