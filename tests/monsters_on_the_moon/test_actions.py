"""The 928 ids: what they mean, and that names and ids belong together."""

import pytest

from mom_env.errors import IllegalAction
from mom_env.monsters_on_the_moon.actions import (
    LAY,
    NO_SHIP,
    NUM_ACTIONS,
    PASS,
    SQUARE,
    STARTER,
    STOP,
    TABLE,
    WALL,
    describe,
    range_of,
)
from mom_env.monsters_on_the_moon.naming import FORMS, Words
from mom_env.monsters_on_the_moon.squares import at

WORDS = Words(("werewolf", "witch", "vampire", "skeleton"), num_players=4, seat=2)
DECISIONS = {"wall": ("turn", "wall"), "square": ("place", "tile", "ship", "edge")}


def test_the_ids_of_the_rules_page() -> None:
    assert (PASS, LAY, WALL, STOP, NO_SHIP, STARTER, SQUARE, NUM_ACTIONS) == (4, 30, 134, 138, 139, 140, 144, 928)
    assert SQUARE + at(-1, 29) == 144 + 28 + 27


def test_every_id_has_words_of_its_own() -> None:
    assert len({describe(action) for action in range(NUM_ACTIONS)}) == NUM_ACTIONS
    assert len({WORDS.describe(action) for action in range(NUM_ACTIONS)}) == NUM_ACTIONS
    with pytest.raises(ValueError, match="action ids are 0 to 927, found 928"):
        range_of(NUM_ACTIONS)


def test_names_and_ids_belong_together() -> None:
    for action in range(NUM_ACTIONS):
        row = range_of(action)
        for decision in DECISIONS.get(row.name, (str(row.decision.name).lower(),)):  # type: ignore[union-attr]
            assert WORDS.action(decision, WORDS.choice(action)) == action
    assert [row.size for row in TABLE] == [4, 26, 104, 4, 1, 1, 4, 784]


@pytest.mark.parametrize(
    ("action", "choice"),
    [
        (1, {"monster": "witch"}),
        (8, {"card": 4}),
        (47, {"card": 4, "turn": 1}),
        (136, {"wall": "long", "direction": "h"}),
        (138, {"stop": True}),
        (139, {"ship": None}),
        (143, {"seat": 1}),
        (144 + 28 * 9 + 12, {"x": 12, "y": 9}),
    ],
)
def test_choices(action: int, choice: dict[str, object]) -> None:
    assert WORDS.choice(action) == choice


WRONG: list[tuple[str, dict[str, object]]] = [
    ("monster", {"monster": "ghost"}),
    ("monster", {"monster": 1}),
    ("pass", {"card": 26}),
    ("pass", {"card": True}),
    ("turn", {"card": 4}),
    ("turn", {"card": 4, "turn": 4}),
    ("turn", {"wall": "long", "direction": "x"}),
    ("turn", {"stop": True}),
    ("place", {"x": 28, "y": 0}),
    ("place", {"x": -1, "y": 0}),
    ("place", {"x": 1.5, "y": 0}),
    ("ship", {"ship": 1}),
    ("wall", {"stop": 1}),
    ("starter", {"seat": 4}),
    ("edge", {"x": 1}),
]


@pytest.mark.parametrize(("decision", "choice"), WRONG)
def test_other_choices_are_refused(decision: str, choice: dict[str, object]) -> None:
    with pytest.raises(IllegalAction) as error:
        WORDS.action(decision, choice)
    assert FORMS[decision][0] in str(error.value)


def test_a_place_that_wraps_is_refused_with_the_squares_that_exist() -> None:
    with pytest.raises(IllegalAction, match=r"place: .* x and y from 0 to 27, found \{'x': -1, 'y': 29\}"):
        WORDS.action("place", {"x": -1, "y": 29})
