"""Positions made by moving pieces: each is refused with a typed error, or plays to the end with every step checked.

`make bounds-checked` runs this with every index checked; `python -m tests.support.moved_pieces 10000` tries more.
"""

from collections import Counter

from tests.support.moved_pieces import outcome
from tests.support.sizes import smaller_without_jit

NUM_POSITIONS = smaller_without_jit(500, 25)


def test_each_is_refused_or_plays_to_the_end() -> None:
    found = [outcome(number) for number in range(NUM_POSITIONS)]
    assert [what for what in found if what[0] == "violation"] == []
    counts = Counter(what for what, _ in found)
    assert counts["refused"] > NUM_POSITIONS // 10
    assert counts["played"] > NUM_POSITIONS // 10
