"""4. The end."""

import pytest

from tests.support.build import Table, deck_with

NOTHING = [0, 0, 0, 0, 0, 0]
NO_TITLES = deck_with(titles={"leader": NOTHING, "undersecretary": NOTHING})
SMALL_AWARDS = deck_with(titles={"leader": [6, 5, 4, 3, 2, 1], "undersecretary": NOTHING})


@pytest.mark.rule("4.1")
def test_all_ships_on_the_ground_launch_and_count_for_nobody() -> None:
    table = Table(deck=NO_TITLES).ship(0, "red 4").aboard(0, "brown 3", "brown 4").aboard(1, "green 5")
    pile = table.now.ship_pile
    now = table.end().now
    assert now.pile == [["brown 3", "brown 4"], ["green 5"], [], []]
    assert (now.status[0]["brown"], now.status[1]["green"], now.monkeys) == (7, 5, [2, 1, 0, 0])
    assert (now.ships_won, now.vp, now.ship_pile) == ([[], [], [], []], [0, 0, 0, 0], pile)
    assert (now.ship, now.aboard) == ([None] * 4, [[]] * 4)


@pytest.mark.rule("4.1", "R9")
@pytest.mark.parametrize(
    ("aboard", "clears", "holder"), [(1, True, None), (0, True, None), (1, False, 1), (0, False, 1)]
)
def test_the_last_launch_returns_scorn_even_of_an_empty_ship(aboard: int, clears: bool, holder: int | None) -> None:
    table = Table(deck=NO_TITLES, final_launch_clears_scorn=clears).ship(1, "red 4").scorn(red=1)
    now = table.aboard(1, *["brown 3"] * aboard).end().now
    assert now.scorn["red"] == holder
    assert now.vp == [0, 0 if holder is None else -2, 0, 0]


@pytest.mark.rule("4.1", "R9")
def test_the_last_launch_returns_only_the_scorn_of_the_ship_s_colour_and_owner() -> None:
    """The ships are brown, black, green and blue."""
    now = Table(deck=NO_TITLES).scorn(brown=1, black=2, red=0).end().now
    assert (now.scorn["brown"], now.scorn["black"], now.scorn["red"]) == (1, 2, 0)
    assert now.vp == [-2, -2, -2, 0]


@pytest.mark.rule("4.2")
def test_finished_tribes_by_arrival_then_the_others_by_distance() -> None:
    table = Table().finished("red", "brown").track(black=3, green=19, blue=7, purple=1)
    assert table.tie_order("purple", "black", "brown", "red", "blue", "green").end().now.ranking == [
        "red", "brown", "green", "blue", "black", "purple",
    ]  # fmt: skip


@pytest.mark.rule("4.2", "R15")
def test_the_secret_order_decides_ties_on_the_track_and_every_tribe_gets_a_place() -> None:
    order = ["blue", "red", "brown", "purple", "green", "black"]
    assert Table().tie_order(*order).end().now.ranking == order
    assert Table().tie_order(*order).track(black=3, green=3).end().now.ranking == [
        "green", "black", "blue", "red", "brown", "purple",
    ]  # fmt: skip


@pytest.mark.rule("4.2")
def test_a_finished_tribe_is_ahead_of_one_that_is_one_space_short() -> None:
    table = Table().finished("red").track(black=19).tie_order("black", "red", "brown", "blue", "green", "purple")
    assert table.end().now.ranking[:2] == ["red", "black"]


@pytest.mark.rule("4.2", "4.3")
def test_titles_pay_by_the_tribe_s_rank() -> None:
    table = Table(3, deck=SMALL_AWARDS).finished("blue", "black").track(red=9, green=5, brown=2)
    for tribe, seat in {"blue": 0, "black": 1, "red": 2, "green": 0, "brown": 1, "purple": 2}.items():
        table.scored(seat, f"{tribe} 3")
    assert table.end().now.vp == [6 + 3, 5 + 2, 4 + 1]


@pytest.mark.rule("4.3")
@pytest.mark.parametrize(
    ("status", "vp"),
    [
        ([5, 4, 3, 0], [7, 4, 0, 0]),
        ([5, 4, 4, 0], [7, 2, 2, 0]),
        ([5, 5, 4, 4], [5, 5, 0, 0]),
        ([5, 5, 5, 0], [3, 3, 3, 0]),
        ([4, 4, 4, 4], [2, 2, 2, 2]),
        ([0, 3, 0, 0], [1, 7, 1, 1]),
        ([3, 0, 5, 0], [4, 0, 7, 0]),
        ([5, 4, 3], [7, 4, 0]),
        ([4, 0, 0], [7, 2, 2]),
        ([0, 0, 0], [3, 3, 3]),
        ([3, 5], [0, 7]),
        ([0, 3], [0, 7]),
        ([0, 0], [0, 0]),
        ([4, 4], [0, 0]),
    ],
)
def test_leader_and_undersecretary(status: list[int], vp: list[int]) -> None:
    first = deck_with(
        monkeys=[3, 3, 4, 4, 4, 4, 5, 5, 5], titles={"leader": [7] + [0] * 5, "undersecretary": [4] + [0] * 5}
    )
    table = Table(len(status), deck=first).finished("brown")
    for seat, number in enumerate(status):
        table.scored(seat, *[f"brown {number}"] * (number > 0))
    assert table.end().now.vp == vp


@pytest.mark.rule("4.3")
def test_status_adds_up_over_the_monkeys_of_a_tribe() -> None:
    table = Table(2).finished("brown").scored(0, "brown 3", "brown 4").scored(1, "brown 5", "black 5", "black 5")
    now = table.end().now
    assert (now.status[0]["brown"], now.status[1]["brown"], now.status[1]["black"]) == (7, 5, 10)


@pytest.mark.rule("4.4", "R10")
def test_full_ships_count_and_each_scorn_card_costs_two_and_a_total_may_be_negative() -> None:
    table = Table(deck=NO_TITLES, final_launch_clears_scorn=False)
    table.launched(0, "red 4", "red 2").launched(1, "blue 3").scorn(red=0, blue=2, green=2, black=2)
    assert table.end().now.vp == [3 + 1 - 2, 2, -6, 0]


@pytest.mark.rule("4.4", "4.3")
def test_titles_ships_and_scorn_add_up() -> None:
    table = Table(2, final_launch_clears_scorn=False).finished("brown").scored(1, "brown 5")
    assert table.launched(1, "red 3").scorn(red=1).end().now.vp == [0, 7 + 2 - 2]


def places(*piles: list[str], scorn: dict[str, int] | None = None) -> list[int]:
    """Each seat's place with these score piles, where titles pay nothing."""
    table = Table(len(piles), deck=NO_TITLES, final_launch_clears_scorn=False).scorn(**(scorn or {}))
    for seat, pile in enumerate(piles):
        table.scored(seat, *pile)
    return table.end().now.places


@pytest.mark.rule("4.5")
def test_most_vp_wins_whatever_the_monkeys() -> None:
    assert places(["red 5", "red 5"], ["blue 3"], [], scorn={"green": 0}) == [3, 1, 2]


@pytest.mark.rule("4.5")
def test_monkeys_break_ties_before_status() -> None:
    assert places(["red 5"], ["blue 3", "blue 3"], ["green 4"], []) == [2, 1, 3, 4]
    assert places(["red 3", "red 3", "black 3"], ["blue 5", "blue 5"]) == [1, 2]


@pytest.mark.rule("4.5")
def test_total_status_over_all_tribes_breaks_the_next_tie() -> None:
    assert places(["red 5", "blue 3"], ["green 4", "brown 5"], ["green 4", "brown 3"]) == [2, 1, 3]


@pytest.mark.rule("4.5", "R11")
def test_who_is_still_tied_shares_the_win_or_the_place() -> None:
    assert places(["red 5"], ["blue 5"], ["green 4"], ["brown 5"]) == [1, 1, 4, 1]
    assert places(["red 5"], ["blue 4"], ["green 4"]) == [1, 2, 2]
    assert places([], [], [], []) == [1, 1, 1, 1]
