"""5.3, R20: Whether cards are right: worked examples 1 to 8."""

from typing import Any

import numpy as np
import pytest

from mom_env.four_monkeys.combos import ways_of
from mom_env.four_monkeys.rules.checking import is_right
from mom_env.four_monkeys.ruleset import make_ruleset
from mom_env.four_monkeys.sizes import KINDS

RULES = make_ruleset(2).rules[0]


def right(rules: Any, combo: int, cards: str) -> bool:
    counts = np.zeros(len(KINDS), np.int8)
    for card in cards.split():
        counts[KINDS.index(card)] += 1
    return bool(is_right(rules, combo - 1, counts))


EXAMPLES = {
    1: (1, {"CC CT": True, "CC CC": True, "CT CS CP": True}),
    2: (1, {"CC": False, "CC CT CS": False, "CT CT CT": True}),
    3: (
        2,
        {
            "CT SS": False,
            "CT SP": True,
            "CT TS PP": True,
            "CT SP PP": False,
            "CC TT SP SP": False,
            "CC TT SS PP": True,
        },
    ),
    4: (4, {"CC CT CC": False, "CC CC": True, "CC CT CS": True}),
    5: (4, {"CT CT CT CT": True, "CC CT CT TT": False, "CT CT CT CT CC": False, "CC TT CT CC": False}),
    6: (
        5,
        {
            "CC CT TT": True,
            "CC CS TT TS": True,
            "CT CT CT": True,
            "CC CC CC": False,
            "CC CT TT SS": False,
            "CC CT TS SS": True,
        },
    ),
    7: (3, {"CC TT": True, "CC CC": True, "CC CT": False, "CC TT SP": False, "CC TT SS": False}),
}


def check(example: int) -> None:
    combo, rows = EXAMPLES[example]
    assert {cards: right(RULES, combo, cards) for cards in rows} == rows


@pytest.mark.rule("5.3", "R20")
def test_example_1_three_alike() -> None:
    check(1)


@pytest.mark.rule("5.3", "R20")
def test_example_2_three_alike_of_other_cards() -> None:
    check(2)


@pytest.mark.rule("5.3", "R20")
def test_example_3_one_of_each() -> None:
    check(3)


@pytest.mark.rule("5.3", "R20")
def test_example_4_four_alike() -> None:
    check(4)


@pytest.mark.rule("5.3", "R20")
def test_example_5_four_alike_in_two_ways() -> None:
    check(5)


@pytest.mark.rule("5.3", "R20")
def test_example_6_three_and_three() -> None:
    check(6)


@pytest.mark.rule("5.3", "R20")
def test_example_7_two_golden() -> None:
    check(7)


@pytest.mark.rule("5.3", "R20")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [("CC", True), ("CT CS TT", True), ("CT CT PP", True), ("CC CT", False), ("CT CS", False), ("CT CC", False)],
)
def test_example_8_figures_with_a_button(cards: str, expected: bool) -> None:
    rules = RULES.copy()
    ways = ways_of({"circle": 2}, None, 1)
    rules.num_ways[0] = len(ways)
    rules.ways[0, : len(ways)] = ways
    assert right(rules, 1, cards) == expected


@pytest.mark.rule("R20")
def test_nothing_is_right_for_no_card() -> None:
    assert not any(right(RULES, combo, "") for combo in range(1, 11))


@pytest.mark.rule("R20")
@pytest.mark.parametrize(
    ("combo", "cards"), [(6, "CC CC CT"), (7, "CT CT SP SP"), (8, "CT CT CT CT"), (9, "CC TT SS PP")]
)
def test_harder_combos(combo: int, cards: str) -> None:
    assert right(RULES, combo, cards)
    assert not right(RULES, combo, " ".join(cards.split()[1:]))
    assert not right(RULES, combo, f"{cards} {cards.split(maxsplit=1)[0]}")


@pytest.mark.rule("R20")
def test_ten_of_three_each() -> None:
    assert right(RULES, 10, "CT CT CT SP SP SP")
    assert not right(RULES, 10, "CT CT CT SP SP SS")
