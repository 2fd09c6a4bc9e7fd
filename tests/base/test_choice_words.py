"""A typed choice: what fits one choice is found, all else is an error that lists choices."""

import pytest

from mom_env.base.choice_words import SHOWN, find_choice
from mom_env.contract.people import MenuEntry
from mom_env.errors import UnclearChoice

pytestmark = pytest.mark.once
ENTRIES = [
    MenuEntry("0", "pass", "pass", 9),
    MenuEntry("7", "2 black", "bid 7 points: 2 black, 1 brown", 10),
    MenuEntry("7b", "1 black", "bid 7 points: 1 black, 2 brown", 11),
    MenuEntry("8", "pass by", "pass by", 12),
]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("0", 9),
        (" 7B ", 11),
        ("Pass", 9),
        ("pass  BY", 12),
        ("by", 12),
        ("2 brown", None),
        ("BID 7 points 2 black 1 brown", 10),
        ("7b: bid 7 points: 1 black, 2 brown", 11),
        ("bid 8 by", None),
        ("7 points", None),
        ("2", None),
        ("12", None),
        ("", None),
        (" . ", None),
    ],
)
def test_what_a_text_means(text: str, action: int | None) -> None:
    if action is None:
        with pytest.raises(UnclearChoice):
            find_choice(ENTRIES, text)
    else:
        assert find_choice(ENTRIES, text).action == action


def test_a_text_that_fits_several_choices_is_answered_with_these() -> None:
    with pytest.raises(UnclearChoice) as error:
        find_choice(ENTRIES, "7 points")
    expected = "7: bid 7 points: 2 black, 1 brown; 7b: bid 7 points: 1 black, 2 brown"
    assert str(error.value) == f"'7 points' fits 2 choices; expected one of: {expected}"


def test_a_text_that_fits_nothing_is_answered_with_the_first_choices() -> None:
    entries = [MenuEntry(str(k), "", f"word{k}", k) for k in range(SHOWN + 3)]
    with pytest.raises(UnclearChoice, match=r"'x' fits no choice; expected one of: 0: word0; .*; 9: word9; 3 more$"):
        find_choice(entries, "x")
