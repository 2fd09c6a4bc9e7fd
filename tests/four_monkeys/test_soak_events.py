"""Events of the soak: tables built by hand meet exactly those that they are made for."""

from typing import Any, Self

import numpy as np
import pytest

from mom_env.four_monkeys.soak import NOTES_DTYPE, Event, watch
from tests.four_monkeys.build import REVEAL, STOP, Table, grab, lay

NEW, MORE = {"replenish": "a"}, {"replenish": "b"}
E = Event


class Watched(Table):
    """A table whose ticks are watched; `met` has how often each event was met in the last one."""

    met: dict[Event, int]

    def tick(self, choices: dict[int, dict[str, Any]] | None = None) -> Self:
        counts, chosen, notes = np.zeros(len(Event), np.int64), choices or {}, np.zeros(1, NOTES_DTYPE)
        for seat in self.game.seats_to_move():
            legal, before = self.game.legal_actions(), self.game.states.copy()
            action = legal[self.game.choices().index(chosen.get(seat, {"wait": True}))]
            self.game.play(action)
            watch(before[0], action, len(legal), self.state, self.game.rules[0], notes[0], counts)
        self.met = {event: int(counts[event]) for event in Event if counts[event]}
        return self

    def meets(self, *events: Event) -> None:
        """Each of the events was met once in the last tick."""
        assert {event: self.met.get(event, 0) for event in events} == dict.fromkeys(events, 1)

    def misses(self, *events: Event) -> None:
        assert not set(events) & set(self.met)

    def over(self) -> Self:
        """Play the last tick of the round."""
        self.last_tick()
        return self.tick()


def watched(num_players: int = 2, **options: Any) -> Watched:
    return Watched(num_players, skip_forced=False, **{"rounds": 1, **options})


@pytest.mark.parametrize(("contest", "event"), [("lot", E.LOT_DECIDES), ("rotate", E.TURN_DECIDES)])
def test_who_is_quicker(contest: str, event: Event) -> None:
    made = watched(tops={0: [1]}, contest=contest)
    made.tick({0: grab(1), 1: grab(1)}).meets(event, E.MISSED, E.GRABBED, E.SEVERAL_ACT, E.SECRET_CHOICE)
    made.misses(*{E.LOT_DECIDES, E.TURN_DECIDES} - {event})
    made.tick().misses(E.LOT_DECIDES, E.TURN_DECIDES, E.SEVERAL_ACT, E.SECRET_CHOICE)


def test_two_seats_get_the_same_combo_from_stacks_of_one_height() -> None:
    made = watched(tops={0: [1], 1: [1]})
    made.tick({0: grab(1), 1: grab(1)}).meets(E.SEVERAL_GET, E.OLDER_STACK)
    made = watched(tops={0: [1], 2: [1]})
    made.tick({0: grab(1)}).misses(E.SEVERAL_GET, E.OLDER_STACK, E.LOT_DECIDES, E.SEVERAL_ACT)


def test_cards_of_other_decks() -> None:
    made = watched(3)
    made.state.where[0, 0, 5:], made.state.where[0, 1, 5:39] = 88, 88  # discarded by seat 0
    made.state.drawn[0], made.state.drawn[1] = 40, 39
    made.tick({0: MORE, 1: MORE})
    assert [made.met.get(event, 0) for event in (E.FROM_NEIGHBOUR, E.FROM_FURTHER, E.DREW_FEWER)] == [4, 2, 0]
    made.meets(E.SHARED_DECK)
    made.state.drawn[2] = 40
    made.tick({2: MORE})
    made.meets(E.DREW_FEWER, E.ALL_DECKS_EMPTY)


def test_a_large_hand() -> None:
    made = watched().tile(0, 1).tile(0, 2)
    made.tick({0: {"burn": 1}}).misses(E.BIG_HAND)
    made.tick({0: {"burn": 2}}).meets(E.BIG_HAND)
    made.tick({0: MORE}).misses(E.BIG_HAND)
    made = Watched(2, deck="mini", skip_forced=False).tile(0, 1).tile(0, 2)
    made.tick({0: {"burn": 1}}).misses(E.BIG_HAND)  # twice the first hand, and not more
    made.tick({0: {"burn": 2}}).meets(E.BIG_HAND)


def test_a_hand_is_discarded() -> None:
    watched().tick({0: NEW}).meets(E.HAND_DISCARDED)
    watched().tick({0: MORE}).misses(E.HAND_DISCARDED)


def revealing(cards: str = "CC CC") -> Watched:
    made = watched(tops={0: [1], 1: [1], 2: [1], 3: [2]})
    for seat in (0, 1):
        made.tile(seat, 1, cards).tile(seat, 2, "CT SP")
    return made


def test_revealing() -> None:
    made = revealing().tick({0: REVEAL, 1: REVEAL})
    made.meets(E.REVEALED_BY_SEVERAL, E.OLDER_REVEALED)
    made.misses(E.REVEALED_AFTER_GRAB)
    made = revealing().tick({0: REVEAL, 1: grab(1)})
    made.meets(E.REVEALED_AFTER_GRAB, E.REVEALED)
    made.misses(E.REVEALED_BY_SEVERAL, E.REVEALED_BY_BLUFF, E.OLDER_REVEALED, E.NOTHING_REVEALED)
    revealing("CC").tick({0: REVEAL}).meets(E.REVEALED_BY_BLUFF)


def test_nothing_is_left_to_reveal() -> None:
    made = revealing()
    made.state.stack_height[:4] = [2, 1, 1, 1]
    made.again()
    made.tick({0: REVEAL, 1: grab(1)}).meets(E.NOTHING_REVEALED)
    made.misses(E.REVEALED_AFTER_GRAB)


def all_ten(*, bluff: bool, again: bool) -> Watched:
    made = watched(false_stops=1)
    right = ["CC CC", "CT SP", "CC TT", "CC CC", "CC CC TT TT", "CC CC CC", "CC TT SS PP", "CC CC TT TT"]
    right = ["CC CT", "CT SP", "CC TT", "CC CC", "CC CT TT", "CC CC CT", "CC TT SS PP", "CC CC TT TT", "CC TT SS PP"]
    for combo, cards in enumerate([*right, "CT CT CT SP SP SP"], start=1):
        made.tile(0, combo, "CT" if bluff and combo == 3 else cards)
    if again:
        made.tile(0, 1)
    return made


def test_stop() -> None:
    made = all_ten(bluff=False, again=False)
    made.tick({0: STOP}).misses(E.STOP_WITH_BLUFF, E.STOP_WITH_REPEAT, E.STOP_BOTH)
    all_ten(bluff=True, again=False).tick({0: STOP}).meets(E.STOP_WITH_BLUFF, E.BY_STOP)
    all_ten(bluff=False, again=True).tick({0: STOP, 1: STOP}).meets(E.STOP_WITH_REPEAT, E.STOP_BOTH)


def test_a_round_is_played_again() -> None:
    made = watched(8, false_stops=1).tick({0: STOP, 5: STOP})
    made.meets(E.FALSE_STOP, E.SEVERAL_FALSE, E.AREAS_AGAIN)
    watched(false_stops=1).tick({0: STOP}).misses(E.SEVERAL_FALSE, E.AREAS_AGAIN)


def test_an_open_tile_counts() -> None:
    made = watched(hands={0: "CC"}, tops={0: [9]}).tick({0: grab(9)})
    made.last_tick()
    made.tick({0: lay("CC")}).meets(E.OPEN_TILE, E.BY_TIMER)
    made = watched(tops={0: [9]}).tick({0: grab(9)})
    made.over().misses(E.OPEN_TILE)


# Scoring


def test_hand_replenish_counts_in_the_rank() -> None:
    made = watched().tile(0, 9, "CC CC TT TT").tile(1, 9, "CC CC TT TT")
    made.tick({0: MORE})
    made.over().meets(E.REPLENISH_COSTS_RANK)
    made = watched().tile(0, 9, "CC CC TT TT").tile(1, 8, "CC CC TT TT")
    made.tick({0: MORE})
    made.over().meets(E.REPLENISH_BREAKS_TIE, E.REPLENISH_UNCHECKED, E.SMARTEST_BY_BURNED)
    made = watched().tile(0, 9, "CC CC TT TT", orange=True).tile(1, 8, "CC CC TT TT")
    made.over().meets(E.SMARTEST_BY_BURNED)
    made.misses(E.REPLENISH_BREAKS_TIE, E.REPLENISH_UNCHECKED, E.REPLENISH_COSTS_RANK)


CHECKS = [E.RIGHT_WITH_MORE, E.RIGHT_IN_WAYS, E.GOLDEN_TWICE, E.WRONG_SHORT, E.WRONG_SPARE, E.WRONG_IN_ANOTHER]


@pytest.mark.parametrize(
    ("combo", "cards", "events"),
    [
        (1, "CC CC", {E.RIGHT_WITH_MORE}),
        (4, "CT CT CT CT", {E.RIGHT_WITH_MORE, E.RIGHT_IN_WAYS}),
        (7, "CC TT SS PP", set()),
        (3, "CC TT", set()),
        (1, "CC", {E.WRONG_SHORT}),
        (1, "CC CT CS", {E.WRONG_SPARE}),
        (5, "CS CS CS TT TT", {E.WRONG_SPARE, E.WRONG_IN_ANOTHER}),
    ],
)
def test_checks(combo: int, cards: str, events: set[Event]) -> None:
    made = watched().tile(0, combo, cards).over()
    assert set(made.met) & set(CHECKS) == events


def test_a_golden_double_counts_twice() -> None:
    file = "configs/four_monkeys/soak/many-ways.toml"
    for cards, events in (("CC", {E.GOLDEN_TWICE, E.RIGHT_WITH_MORE}), ("CS SS", {E.RIGHT_WITH_MORE})):
        made = Watched(2, deck=file, skip_forced=False, rounds=1).tile(0, 2, cards)
        assert set(made.over().met) & set(CHECKS) == events


def test_the_order_of_checks() -> None:
    made = watched().tile(0, 8, "CC CC TT TT").tile(0, 1, "CC CT").tile(1, 8, "CC CC TT TT").tile(1, 1, "CC CT")
    made.over()
    assert made.met[E.CHECKED_IN_TURN] == 3
    made = watched().tile(0, 8, "CC CC TT TT").tile(0, 9, "CC", orange=True)
    made.over().meets(E.BURNED_FIRST)
    made = watched().tile(0, 7, "CC TT SS PP").tile(0, 8, "CC CC TT TT")
    made.over().meets(E.LOWER_FIRST)
    made = watched(check_choice=True).tile(0, 7, "CC TT SS PP").tile(0, 8, "CC CC TT TT")
    made.over().misses(E.LOWER_FIRST, E.BURNED_FIRST)


def test_what_is_set_aside_costs_points() -> None:
    made = watched().tile(0, 1).tile(0, 1).tile(0, 9, "CC")
    made.over().meets(E.PAYS_REPEATED, E.PAYS_BOTH, E.NEGATIVE)
    made = watched(family=True).tile(0, 1).tile(0, 1).tile(0, 9, "CC")
    made.over().meets(E.FREE_REPEATED, E.FAMILY_WRONG)
    made.misses(E.PAYS_REPEATED, E.PAYS_BOTH)


@pytest.mark.parametrize("family", [False, True])
@pytest.mark.parametrize("fresh", [False, True])
def test_skins(*, family: bool, fresh: bool) -> None:
    made = watched(3, banana_skins=True, fresh_skins_count=fresh, family=family)
    made.state.own_skins[:3], made.state.handed_skins[:3] = [0, 1, 1], [1, 0, 0]
    made.over().meets(E.SKIN_COSTS, E.SKIN_COMES_BACK)
    free, paid, in_family = (made.met.get(event, 0) for event in (E.SKIN_IS_FREE, E.FRESH_SKIN_COSTS, E.FAMILY_SKIN))
    assert (free, paid, in_family) == (0 if fresh else 2, 2 if fresh else 0, (3 if fresh else 1) if family else 0)
    made = watched(3, banana_skins=True)
    made.state.own_skins[:3], made.state.handed_skins[:3] = [0, 0, 1], [1, 1, 0]
    made.over().misses(E.SKIN_COMES_BACK)


def test_skins_cross_and_are_new_in_the_next_round() -> None:
    made = watched(3, banana_skins=True, rounds=2, tops={0: [1], 1: [1]}).tick({0: grab(1), 1: grab(1)})
    made.tick({0: {"skin": 1}, 1: {"skin": 2}}).meets(E.SKIN_CROSSED)
    made.over().meets(E.SKINS_ANEW)
    made.over().misses(E.SKINS_ANEW)


def test_the_family_version() -> None:
    made = watched(family=True).tile(0, 1, "CC CT").tile(1, 1, "CC CT")
    made.over().meets(E.FAMILY_TIED)
    made = watched(family=True).tile(0, 1, "CC CT").tile(1, 3, "CC TT", orange=True)
    made.over().meets(E.FAMILY_BY_BURNED, E.ODD_ORANGE)
    made.misses(E.FAMILY_REPLENISH_DECIDES, E.ORANGE_PAIR, E.FAMILY_TIED)
    made = watched(family=True).tile(0, 1, "CC CT").tile(1, 3, "CC TT")
    made.over().meets(E.FAMILY_BY_VALUE)
    made = watched(family=True).tile(0, 1, "CC CT").tile(1, 1, "CC CT")
    made.state.total[0] = 3
    made.over().meets(E.FAMILY_BY_TOTAL)
    made = watched(family=True).tile(0, 1, "CC CT").tile(1, 1, "CC CT").tick({1: MORE})
    made.over().meets(E.FAMILY_REPLENISH_DECIDES, E.FAMILY_REPLENISH, E.FAMILY_BY_BURNED)
    made = watched(family=True).tile(0, 1, "CC CT", orange=True).tile(0, 3, "CC TT", orange=True)
    made.over().meets(E.ORANGE_PAIR)
    made.misses(E.ODD_ORANGE)


def test_areas_and_winners() -> None:
    made = watched(8, rounds=2)
    made.state.total[:8] = [5, 5, 5, 5, 1, 1, 1, 1]
    made.over().misses(E.AREA_BY_SEAT, E.AREA_BY_LAST)
    made.over().meets(E.GAME_TIED)
    watched(8, rounds=2).over().meets(E.AREA_BY_SEAT)
    made = watched(8, rounds=2).tile(7, 1, "CC CT").tile(6, 1, "CC CT").tile(5, 1, "CC CT").tile(4, 1, "CC CT")
    made.state.total[:4] = 1
    made.over().meets(E.AREA_BY_LAST)
    made = watched().tile(0, 1, "CC CT")
    made.state.total[1] = 1
    made.over().meets(E.WON_BY_LAST)
    made.misses(E.GAME_TIED)
