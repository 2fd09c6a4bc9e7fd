"""3. Where options begin and end, and what tiles that players have laid bring later."""

import pytest

from mom_env.ape_town.state import Colour
from tests.ape_town.build import Table

GREY, BLACK = 0, 1  # places of the row on segments of these colours


@pytest.mark.rule("3.1.2", "R4")
@pytest.mark.parametrize(("money", "shown", "most"), [(9, 1, 0), (9, 3, 2), (2, 3, 2), (1, 3, 1), (0, 3, 0)])
def test_money_and_tiles_are_the_limit(money: int, shown: int, most: int) -> None:
    table = Table().display(list(range(shown))).money(money, 6, 6)
    assert table.options() == list(range(most + 1))


@pytest.mark.rule("3.1.2")
@pytest.mark.parametrize(("money", "decision"), [(1, "take"), (0, "place")])
def test_one_bundle_leaves_a_choice_and_none_leaves_no_choice(money: int, decision: str) -> None:
    table = Table(skip_forced=True).money(money, 9, 9)
    table.game._loops.go_on(table.game.states, table.rules_array)
    assert (table.game.seat, table.game.decision) == (0, decision)


@pytest.mark.rule("3.1.4")
@pytest.mark.parametrize(("place", "colour"), [(5, "white"), (7, "grey"), (35, "white"), (39, "white"), (40, "grey")])
def test_segments_of_later_sections_have_colours_of_their_own(place: int, colour: str) -> None:
    table = Table().hold("banana", place)
    assert table.snapshot["hand"]["colour"] == colour
    allowed = {int(table.rules.colour[int(table.rules.district[field])]) for field in table.options()}
    assert allowed == {Colour[colour.upper()]}


@pytest.mark.rule("3.2.1", "3.2.2")
@pytest.mark.parametrize("free", [(70,), (70, 71), (0, 70)])
def test_a_colour_is_full_when_its_last_field_is_filled(free: tuple[int, ...]) -> None:
    """One free field each in two districts, or two in one, are room enough."""
    table = Table().fill(0).fill(3).fill(8).clear(*free).hold("banana", GREY)
    assert table.options() == list(free)


@pytest.mark.rule("3.2.1")
def test_two_free_fields_of_the_colour_are_a_choice() -> None:
    """Seat 0 has no money, so that the take is forced, but not the placement."""
    table = Table(skip_forced=True).fill(0).fill(3).fill(8).clear(70, 71).money(0, 9, 9)
    table.game._loops.go_on(table.game.states, table.rules_array)
    assert (table.game.seat, table.game.decision) == (0, "place")
    assert table.options() == [70, 71]


WHITE = 2  # a place of the row on a white segment


@pytest.mark.rule("3.3.1")
def test_each_site_that_was_laid_counts() -> None:
    """Beside 56, away from the one that is printed beside 57."""
    table = Table().hold("banana", WHITE).place(55).hold("banana", WHITE).place(57)
    assert table.hold("mandrill", WHITE).place(56).points == [0, 0, 6]


@pytest.mark.rule("3.3.2")
def test_each_ape_that_was_laid_counts_with_its_value() -> None:
    """18 and 21 lie beside 20, and nothing is printed there."""
    table = Table().hold("chimpanzee", WHITE).place(18).hold("mandrill", WHITE).place(21)
    assert table.hold("banana", WHITE).place(20).points[2] == 5
