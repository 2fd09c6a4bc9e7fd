"""Each invariant of the soak, shown to bite: a sound position is broken in one thing."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from numpy.typing import NDArray

from mom_env.checks.soak.one_game import all_rules, all_settings
from mom_env.checks.soak.room import make_room
from mom_env.loops import loop_of
from mom_env.monkeys_on_the_moon import engine
from mom_env.monkeys_on_the_moon.actions import NUM_ACTIONS
from mom_env.monkeys_on_the_moon.soak import allowed, score
from mom_env.monkeys_on_the_moon.soak.violations import Violation
from mom_env.monkeys_on_the_moon.state import (
    MAX_SHIP_TYPES,
    MAX_STATUSES,
    NONE,
    NUM_MONKEY_KINDS,
    NUM_SHIP_KINDS,
    UNSEEN_MONKEYS,
    Decision,
    Phase,
)
from tests.support.kernels import GAME, PACKAGE
from tests.support.plain import plain_python

__all__ = ["plain_python"]  # a fixture

SEED = 5
games: Any = loop_of(PACKAGE, "soak")


class Stop(NamedTuple):
    """A game of the soak at a decision, and where it is played."""

    rooms: NDArray[Any]
    setting: int

    @property
    def room(self) -> Any:
        return self.rooms[0]

    @property
    def now(self) -> Any:
        return self.rooms[0].now

    @property
    def rules(self) -> Any:
        return all_rules(GAME, skip_forced=False)[self.setting]

    def check(self) -> Violation:
        """What the next step of the soak would find."""
        rules, skipping = all_rules(GAME, skip_forced=False), all_rules(GAME, skip_forced=True)
        violation: Violation = games.play_game(rules, skipping, self.setting, 0, 1, self.rooms.copy())[0]
        return violation


def setting_with(num_players: int) -> int:
    """A table with the standard deck."""
    tables = [(setting.deck, setting.num_players) for setting in all_settings(GAME)]
    return tables.index(("standard", num_players))


FOUR, TWO = setting_with(4), setting_with(2)


def stop_at(is_there: Callable[[Any], bool], setting: int = FOUR) -> Stop:
    """The first position that is there, of the first game that gets there."""
    rooms = make_room(PACKAGE)
    rules, skipping = all_rules(GAME, skip_forced=False), all_rules(GAME, skip_forced=True)
    for game in range(50):
        games.begin_game(rules, setting, SEED, game, rooms)
        while rooms[0].now.phase != Phase.OVER:
            if is_there(rooms[0].now):
                return Stop(rooms, setting)
            assert games.play_game(rules, skipping, setting, 0, 1, rooms)[0] == Violation.NOTHING
    raise LookupError(setting)


def second_round(decision: Decision, setting: int = FOUR) -> Stop:
    return stop_at(lambda state: state.round_number >= 1 and state.decision == decision, setting)


# Positions


def leave_a_gap(state: Any) -> None:
    state.civilization_pile[0] = NONE


def invent_a_card(state: Any) -> None:
    state.monkey_pool[0] = NUM_MONKEY_KINDS


def change_a_played_card(state: Any) -> None:
    state.discard[0] = (int(state.discard[0]) + 1) % 3


def change_a_monkey(state: Any) -> None:
    state.monkey_pool[0] = (int(state.monkey_pool[0]) + MAX_STATUSES) % NUM_MONKEY_KINDS


def change_a_ship(state: Any) -> None:
    state.ship_pool[0] = (int(state.ship_pool[0]) + MAX_SHIP_TYPES) % NUM_SHIP_KINDS


def forget_a_card(state: Any) -> None:
    state.unseen[3] += 1


def forget_a_ship(state: Any) -> None:
    state.num_returned += 1


def mint_a_coin(state: Any) -> None:
    state.coins[1, 2] += 1


def owe_a_coin(state: Any) -> None:
    state.supply[2] += int(state.coins[1, 2]) + 1
    state.coins[1, 2] = -1


def give_scorn_to_nobody(state: Any) -> None:
    state.scorn[2] = 4


def swap_two_tribes(state: Any) -> None:
    state.colour[[0, 3]] = state.colour[[3, 0]]


def change_the_tie_order(state: Any) -> None:
    state.tie_rank[[0, 1]] = state.tie_rank[[1, 0]]


def draw_a_number(state: Any) -> None:
    state.rng += state.rng.dtype.type(1)


def finish_too_early(state: Any) -> None:
    state.finish[0] = 1


def pass_the_turn(state: Any) -> None:
    state.seat = (int(state.seat) + 1) % 4


def hide_a_card(state: Any) -> None:
    hand = state.hand[int(state.seat)]
    last = int((state.civilization_pile != NONE).sum())
    state.civilization_pile[last], hand[1] = hand[1], NONE


def drop_a_monkey(state: Any) -> None:
    last = int((state.monkey_pool != NONE).sum()) - 1
    state.monkeys_out[int(state.monkey_pool[last])] += 1
    state.monkey_pool[last] = NONE


def take_a_ship_away(state: Any) -> None:
    state.ships_out[1], state.ship[1] = state.ship[1], NONE


def raise_the_bid(state: Any) -> None:
    state.standing += 1


def let_the_holder_bid(state: Any) -> None:
    state.seat = state.holder


def count_one_more_monkey(state: Any) -> None:
    state.monkeys[2] += 1


def count_more_status(state: Any) -> None:
    state.status[2, 0] += 3


def count_more_ship_vp(state: Any) -> None:
    state.ship_vp[2] += 1


def place_an_absent_seat(state: Any) -> None:
    state.place[3] = 1


Break = Callable[[Any], None]
IN_A_TURN: list[tuple[Break, Violation]] = [
    (leave_a_gap, Violation.PILES),
    (invent_a_card, Violation.PILES),
    (change_a_played_card, Violation.CARDS),
    (change_a_monkey, Violation.MONKEYS),
    (change_a_ship, Violation.SHIPS),
    (forget_a_card, Violation.UNSEEN),
    (forget_a_ship, Violation.UNSEEN),
    (mint_a_coin, Violation.COINS),
    (owe_a_coin, Violation.COINS),
    (give_scorn_to_nobody, Violation.SCORN),
    (swap_two_tribes, Violation.CIRCLE),
    (change_the_tie_order, Violation.CIRCLE),
    (draw_a_number, Violation.CHANCE),
    (finish_too_early, Violation.TRACK),
    (pass_the_turn, Violation.TURN),
    (hide_a_card, Violation.HANDS),
    (drop_a_monkey, Violation.POOLS),
    (take_a_ship_away, Violation.SHIPS_ON_THE_GROUND),
    (count_one_more_monkey, Violation.SCORE_PILE),
    (count_more_status, Violation.SCORE_PILE),
    (count_more_ship_vp, Violation.SCORE_PILE),
]


@pytest.mark.parametrize(("break_it", "expected"), IN_A_TURN, ids=lambda value: getattr(value, "__name__", ""))
def test_a_broken_position_is_found(break_it: Break, expected: Violation) -> None:
    stop = second_round(Decision.CARD)
    assert stop.check() == Violation.NOTHING
    break_it(stop.now)
    assert stop.check() == expected


@pytest.mark.parametrize("break_it", [raise_the_bid, let_the_holder_bid])
def test_a_broken_auction_is_found(break_it: Break) -> None:
    stop = stop_at(lambda state: state.decision == Decision.BID and state.holder != NONE)
    assert stop.check() == Violation.NOTHING
    break_it(stop.now)
    assert stop.check() == Violation.AUCTION


def test_an_absent_seat_with_something_is_found() -> None:
    stop = second_round(Decision.CARD, TWO)
    assert stop.check() == Violation.NOTHING
    place_an_absent_seat(stop.now)
    assert stop.check() == Violation.ABSENT_SEAT


def test_rivals_aboard_are_found() -> None:
    stop = stop_at(lambda state: state.decision == Decision.CARD and state.aboard[:, 0].max() != NONE)
    owner = int(stop.now.aboard[:, 0].argmax())
    rival = (int(stop.now.aboard[owner, 0]) + NUM_MONKEY_KINDS // 2) % NUM_MONKEY_KINDS
    pile = stop.now.monkey_pile
    place = pile.tolist().index(rival)
    pile[place:-1] = pile[place + 1 :].copy()
    stop.now.unseen[UNSEEN_MONKEYS + rival] -= 1
    stop.now.aboard[owner, stop.now.aboard[owner].tolist().index(NONE)] = rival
    assert stop.check() == Violation.SHIPS_ON_THE_GROUND


# Decisions


@pytest.mark.usefixtures("plain_python")
def test_a_seat_without_an_action_is_found() -> None:
    stop = second_round(Decision.CARD)
    stop.now.hand[int(stop.now.seat)] = NONE
    assert games.check_actions(stop.now, stop.rules, 0, stop.room) == Violation.EMPTY_MASK


@pytest.mark.usefixtures("plain_python")
def test_a_wrong_mask_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def write_one_mark_too_many(state: Any, rules: Any, _seat: int, mask: Any) -> None:
        allowed.write_allowed(state, rules, mask)
        mask.ids[-1] = 1

    stop = second_round(Decision.CARD)
    monkeypatch.setattr(games.game, "write_mask", write_one_mark_too_many)
    assert stop.check() == Violation.MASK


@pytest.mark.usefixtures("plain_python")
def test_is_legal_that_disagrees_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = second_round(Decision.CARD)
    monkeypatch.setattr(games.game, "can_take_action", lambda *_: False)
    steps = range(games.STRIDE)
    found = [games.check_actions(stop.now, stop.rules, step, stop.room) for step in steps]
    assert Violation.IS_LEGAL in found


@pytest.mark.usefixtures("plain_python")
def test_is_legal_is_asked_of_every_id(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = second_round(Decision.CARD)
    asked: list[int] = []

    def never(_state: Any, _rules: Any, _seat: Any, action: int) -> bool:
        asked.append(action)
        return False

    monkeypatch.setattr(games.game, "can_take_action", never)
    stop.room.allowed.ids[:] = 0
    for step in range(games.STRIDE):
        assert games.is_legal_agrees(stop.now, stop.rules, stop.room.allowed, step)
    assert set(asked) == set(range(-1, NUM_ACTIONS + 1))


@pytest.mark.parametrize("value", [1.001, -1.001, float("nan")])
@pytest.mark.usefixtures("plain_python")
def test_an_observation_out_of_bounds_is_found(monkeypatch: pytest.MonkeyPatch, value: float) -> None:
    def write_one_number(_state: Any, _rules: Any, _viewer: int, view: Any) -> None:
        view.everything[17] = value

    stop = second_round(Decision.CARD)
    monkeypatch.setattr(games.game, "write_view", write_one_number)
    assert stop.check() == Violation.OBSERVATION


def test_another_game_with_forced_decisions_skipped_is_found() -> None:
    stop = second_round(Decision.CARD)
    stop.room.skipping.coins[0, 0] += 1
    assert stop.check() == Violation.SKIPPING


@pytest.mark.usefixtures("plain_python")
def test_a_monkey_that_boards_again_without_returning_the_scorn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def take_action_and_keep_scorn(state: Any, rules: Any, action: int) -> None:
        kept = state.scorn.copy()
        engine.take_action(state, rules, action)
        state.scorn[:] = kept

    stop = stop_at(lambda state: state.waiting[0] != NONE)
    for state in (stop.now, stop.room.skipping):
        state.scorn[int(stop.now.waiting[0]) // MAX_STATUSES] = stop.now.seat
    assert stop.check() == Violation.NOTHING
    monkeypatch.setattr(games.game, "take_action", take_action_and_keep_scorn)
    assert stop.check() == Violation.BOARDING


@pytest.mark.usefixtures("plain_python")
def test_a_game_without_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = stop_at(lambda _: True)
    monkeypatch.setattr(games, "MOST_STEPS", 3)
    rules, skipping = all_rules(GAME, skip_forced=False), all_rules(GAME, skip_forced=True)
    assert games.play_game(rules, skipping, FOUR, 0, 3, stop.rooms) == (Violation.ENDLESS, 3)


# The end


@pytest.fixture(scope="module")
def last_stop() -> Stop:
    """Before the last action of a game."""
    rooms = make_room(PACKAGE)
    rules, skipping = all_rules(GAME, skip_forced=False), all_rules(GAME, skip_forced=True)
    games.begin_game(rules, FOUR, SEED, 0, rooms)
    before = rooms.copy()
    while rooms[0].now.phase != Phase.OVER:
        before = rooms.copy()
        assert games.play_game(rules, skipping, FOUR, 0, 1, rooms)[0] == Violation.NOTHING
    return Stop(before, FOUR)


@pytest.fixture
def end(last_stop: Stop, plain_python: None) -> tuple[Stop, int]:  # noqa: ARG001  # the last action in plain Python
    """A finished game and its last action."""
    stop = Stop(last_stop.rooms.copy(), FOUR)
    assert games.check_stop(stop.rules, 0, stop.room) == Violation.NOTHING
    action = int(games.soak.choose(stop.now, stop.room.mask, 0, stop.room.chance))
    games.play_both(action, stop.rules, all_rules(GAME, skip_forced=True)[FOUR], stop.room)
    assert stop.now.phase == Phase.OVER
    assert games.check_over(action, stop.rules, stop.room) == Violation.NOTHING
    return stop, action


def move_scorn(state: Any) -> None:
    state.scorn[1] = (int(state.scorn[1]) + 2) % 4


def swap_the_last_ships(state: Any) -> None:
    state.ships_out[[0, 1]] = state.ships_out[[1, 0]]


def swap_two_ranks(state: Any) -> None:
    state.ranking[[0, 5]] = state.ranking[[5, 0]]


def add_vp(state: Any) -> None:
    state.vp[1] += 1


def demote(state: Any) -> None:
    state.place[1] += 1


AT_THE_END: list[tuple[Break, Violation]] = [
    (move_scorn, Violation.LAST_LAUNCH),
    (swap_the_last_ships, Violation.LAST_LAUNCH),
    (swap_two_ranks, Violation.RANKING),
    (add_vp, Violation.VP),
    (demote, Violation.PLACES),
]


@pytest.mark.parametrize(("break_it", "expected"), AT_THE_END, ids=lambda value: getattr(value, "__name__", ""))
def test_a_broken_end_is_found(end: tuple[Stop, int], break_it: Break, expected: Violation) -> None:
    stop, action = end
    break_it(stop.now)
    assert games.check_over(action, stop.rules, stop.room) == expected


def test_monkeys_that_did_not_come_home_are_found(end: tuple[Stop, int]) -> None:
    stop, action = end
    seat = int(stop.now.monkeys.argmax())
    monkey = int(stop.now.pile[seat].argmax())
    stop.now.pile[seat, monkey] -= 1
    stop.now.monkeys_out[monkey] += 1
    assert score.check_end(stop.room.before, action, stop.now, stop.rules) == Violation.LAST_LAUNCH


def test_returns_that_do_not_cancel_are_found(end: tuple[Stop, int], monkeypatch: pytest.MonkeyPatch) -> None:
    stop, _ = end
    monkeypatch.setattr(score, "return_of", lambda *_: 0.25)
    assert score.check_result(stop.now, stop.rules) == Violation.RETURNS


def test_every_violation_is_shown_to_be_found() -> None:
    elsewhere = {Violation.LEAK_IN_OBSERVATION, Violation.LEAK_IN_MASK, Violation.PUBLIC_CHANGED}  # test_secrecy.py
    alone = {
        *(Violation.AUCTION, Violation.ABSENT_SEAT, Violation.EMPTY_MASK, Violation.MASK, Violation.IS_LEGAL),
        *(Violation.OBSERVATION, Violation.BOARDING, Violation.SKIPPING, Violation.ENDLESS, Violation.RETURNS),
    }
    shown = {expected for _, expected in (*IN_A_TURN, *AT_THE_END)}
    assert shown | alone | elsewhere == set(Violation) - {Violation.NOTHING}
