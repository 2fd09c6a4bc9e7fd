"""The town for people: what it adds up from a snapshot is what the rules have counted."""

from collections.abc import Iterator
from typing import Any

import pytest

from mom_env.ape_town import Game
from mom_env.ape_town.actions import PLACE
from mom_env.ape_town.ruleset import load_deck
from mom_env.ape_town.town import Town
from tests.ape_town.build import Table
from tests.support.courses import course_of
from tests.support.sizes import smaller_without_jit
from tests.support.untyped import untyped


def played(count: int) -> Iterator[tuple[Any, Any, int]]:
    """Each decision of random games: the snapshots before and after it, and the action."""
    for seed in range(smaller_without_jit(count, 3)):
        snapshots, actions = list[Any](), list[int]()
        for game in course_of("ape_town", 2 + seed % 3, seed, skip_forced=False):
            snapshots.append(untyped(game.snapshot(0)))
            actions = game._actions
        yield from zip(snapshots, snapshots[1:], actions, strict=False)


TOWN = Town(load_deck("standard"))


def test_points_at_once_and_of_districts_are_those_of_the_rules() -> None:
    met = set()
    for before, after, action in played(40):
        gained = [
            {way: new[way] - old[way] for way in new} for old, new in zip(before["ways"], after["ways"], strict=True)
        ]
        seats = range(before["num_players"])
        expected = [dict.fromkeys(("tiles", "boss", "neighbours"), 0) for _ in seats]
        if action >= PLACE:
            field, seat = action - PLACE, before["seat"]
            district = TOWN.home[field]
            expected[seat]["tiles"] = TOWN.points_at_once(before["fields"], field, before["hand"]["motif"])
            if TOWN.is_last(before["fields"], field):
                standings = TOWN.standings(after["fields"], len(seats))
                if (boss := standings[district].boss) is not None:
                    expected[boss]["boss"] = standings[district].worth
                for share in TOWN.shares(standings, district):
                    for taker in seats:
                        expected[taker]["neighbours"] += share.each if standings[district].lemurs[taker] else 0
                met.add(standings[district].by)
        assert [{way: points[way] for way in expected[0]} for points in gained] == expected
    assert met == {"orangutan", "lemur", None}


def test_what_lies_in_districts_is_what_the_record_has_counted() -> None:
    for game in course_of("ape_town", 3, 5, every=7):
        state: Any = game.states[0]
        for number, standing in enumerate(TOWN.standings(untyped(game.snapshot())["fields"], 3)):
            assert standing.free == state.free[number]
            assert standing.worth == state.worth[number]
            assert standing.orangutans == [state.orangutans[seat, number] for seat in range(3)]
            assert standing.lemurs == [state.lemurs[seat, number] for seat in range(3)]
            assert standing.all_lemurs == state.all_lemurs[number]


def test_allowed_fields_are_the_legal_ones() -> None:
    any_colour = 0
    for seed in range(smaller_without_jit(20, 4)):
        for game in course_of("ape_town", 2, seed, skip_forced=False):
            view = untyped(game.snapshot())
            if game.decision == "place":
                fields = [action - PLACE for action in game.legal_actions()]
                assert TOWN.allowed(view["fields"], view["hand"]["colour"]) == fields
                is_any = {TOWN.of_field(field).colour for field in fields} != {view["hand"]["colour"]}
                assert TOWN.is_any_allowed(view["fields"], view["hand"]) == is_any
                any_colour += is_any
    assert any_colour


@pytest.mark.rule("3.4")
def test_tiles_lie_face_down_behind_the_newest_open_section() -> None:
    view = untyped(Game(3, 1).snapshot())
    assert TOWN.face_down(sum(view["hidden"].values()), view["reserve"]) == set(range(10, 40))
    table = Table().turns(35)  # example 11: sections 7 and 0 are open
    view = untyped(table.game.snapshot())
    assert [place["segment"] for place in view["display"]] == [35, 36, 37, 38, 39, 0, 1, 2, 3, 4]
    assert TOWN.face_down(sum(view["hidden"].values()), view["reserve"]) == set(range(5, 35))
    view = untyped(table.turns(40).game.snapshot())  # example 12: 75 are taken
    assert TOWN.face_down(sum(view["hidden"].values()), view["reserve"]) == set()


def test_an_emptied_section_between_the_open_ones_has_no_tiles() -> None:
    """3.4.2, example 8: it waits until the older one is empty."""
    table = Table()
    for skipped in (2, 2, 2, 3, 3, 3, 3, 0, 0):
        if len(untyped(table.game.snapshot())["display"]) > skipped <= int(table.state.money[table.state.seat]):
            table.turn(skipped)
    view = untyped(table.game.snapshot())
    down = TOWN.face_down(sum(view["hidden"].values()), view["reserve"])
    shown = {place["segment"] for place in view["display"]}
    assert not down & shown
    assert len(down) == sum(view["hidden"].values()) - view["reserve"]


def test_letters_and_neighbours_of_districts() -> None:
    assert "".join(district.letter for district in TOWN.districts) == "ABCDEFGHI"
    assert TOWN.neighbours[4] == [3, 5, 8]
    assert TOWN.neighbours[6] == [0, 1, 7, 8]
