"""3.1, 12: Who is asked in a tick, and what can be chosen: all ids one by one."""

from collections.abc import Callable

import pytest

from mom_env.four_monkeys import Game
from mom_env.four_monkeys.actions import NUM_ACTIONS, WAIT
from mom_env.four_monkeys.state import NONE
from mom_env.kernel.masks import NO_ACTION
from tests.four_monkeys.build import Table, grab, lay

NEW = {"replenish": "a"}
HAND = {0: "CC CC TT SP SP"}
TOPS = {0: [1], 1: [2], 2: [3], 3: [4], 4: [5]}
REPLENISH = [32, 33]


def first() -> Table:
    return Table(3, hands=HAND, tops=TOPS, banana_skins=True)


def false_stop() -> Table:
    return Table(3, tops=TOPS, false_stops=1).tile(0, 4).tile(0, 9, orange=True)


def grabbed() -> Table:
    return first().tick({0: grab(1)})


def laid() -> Table:
    return grabbed().tick({0: lay("CC")})


def slow() -> Table:
    return Table(3, hands=HAND, tops=TOPS, pace=[2, 1, 1], skip_forced=False).tick()


def scored() -> Table:
    made = Table(3, rounds=1, check_choice=True).tile(0, 8, "CC").tile(0, 9, "CC", orange=True)
    return made.last_tick().tick()


OPTIONS = [
    (first, [0, 1, 2, 3, 4, 5, *REPLENISH]),
    (false_stop, [0, 1, 2, 3, 4, 5, 25, *REPLENISH, 35]),
    (grabbed, [0, 11, 15, 19, *REPLENISH, 36, 37]),
    (laid, [0, 11, 15, 19, 21, *REPLENISH]),
    (slow, [0]),
    (scored, [50, 51]),
]


@pytest.mark.rule("12", "3.1")
@pytest.mark.parametrize(("make", "ids"), OPTIONS)
def test_of_all_ids_those_that_the_rules_offer_are_legal(make: Callable[[], Table], ids: list[int]) -> None:
    game = make().game
    near = [*range(-NUM_ACTIONS, 2 * NUM_ACTIONS), 2**40]
    assert [action for action in near if game._loops.is_legal(game.states, game.rules, 0, action)] == ids
    assert game.legal_actions() == ids


@pytest.mark.rule("12", "R31")
@pytest.mark.parametrize("seat", [-1, 3, 8, 2**40])
def test_who_does_not_play_can_choose_nothing(seat: int) -> None:
    game = Table(3).game
    assert not game._loops.is_legal(game.states, game.rules, seat, WAIT)


@pytest.mark.rule("12", "5.3")
def test_in_scoring_nobody_but_the_owner_can_choose() -> None:
    game = scored().game
    assert game.seats_to_move() == [0]
    for action in range(NUM_ACTIONS):
        assert not game._loops.is_legal(game.states, game.rules, 1, action)


def without_cards() -> Table:
    """Seat 0 has no card, can draw none, and has turned its hand replenish."""
    made = Table(2, tops={0: [1], 1: [2], 2: [2], 3: [2]})
    made.state.drawn[:2] = 40
    made.tick({0: NEW}).state.pending[0] = NONE  # it was made to wait before anything else lay in front of it
    return made.again()


@pytest.mark.rule("3.1", "R3")
def test_who_can_only_wait_as_all_can_see_is_not_asked() -> None:
    assert without_cards().game.seats_to_move() == [1]
    assert without_cards().tile(0, 1, orange=True).game.seats_to_move() == [1]


@pytest.mark.rule("3.2.1")
def test_with_cards_but_without_stacks_nothing_can_be_grabbed() -> None:
    made = Table(2, tops={0: [1], 1: [2], 2: [2], 3: [2]}).tick({0: NEW})
    assert made.game.seats_to_move() == [0, 1]
    made.state.stack_height[:] = 0
    assert made.again().game.seats_to_move() == [1]


@pytest.mark.rule("3.3", "3.5", "R16")
def test_who_can_burn_reveal_or_call_stop_without_a_card_is_asked() -> None:
    burns, reveals, stops = without_cards().tile(0, 4), without_cards(), without_cards()
    assert burns.choices(0) == [{"wait": True}, {"burn": 4}]
    for combo in (1, 2):
        reveals.tile(0, combo, orange=True)
    assert reveals.choices(0) == [{"wait": True}, {"reveal": True}]
    stops.state.stack_height[:] = 1
    for combo in range(1, 11):
        stops.tile(0, combo, orange=True)
    assert stops.choices(0) == [{"wait": True}, {"stop": True}]


@pytest.mark.rule("R3", "3.1")
def test_games_with_and_without_forced_waits_are_the_same() -> None:
    options = {"pace": [1, 2], "ticks": 24, "rounds": 1}
    skipping, asking = (Game(2, 6, options=options, skip_forced=skip) for skip in (True, False))
    waits = 0
    while not asking.over:
        forced, legal = asking._loops.forced_action(asking.states, asking.rules), asking.legal_actions()
        if forced == NO_ACTION:
            assert (asking.seat, legal) == (skipping.seat, skipping.legal_actions())
            skipping.play(legal[-1])
        else:
            assert legal == [forced] == [WAIT]
            waits += 1
        asking.play(legal[-1])
    assert skipping.over
    assert skipping.result() == asking.result()
    assert waits >= 12
