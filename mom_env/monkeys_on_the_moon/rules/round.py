"""3 and 3.4: The order of turns, and what happens between two rounds."""

from mom_env.kernel.jit import part
from mom_env.kernel.piles import bury, draw, size
from mom_env.monkeys_on_the_moon.pieces import active_seat, left_of
from mom_env.monkeys_on_the_moon.state import (
    NONE,
    UNSEEN_MONKEYS,
    Decision,
    Phase,
    Rules,
    State,
)


@part
def begin_civilization_turn(state: State, rules: Rules) -> None:
    """3.1.1: Make the seat whose turn it is the seat to move, which has to play a civilization card."""
    state.seat = active_seat(state, rules)
    state.decision = Decision.CARD


@part
def begin_bid_turn(state: State, rules: Rules) -> None:
    """3.2.1, R3: Make the seat whose turn it is the seat to move, which has to put up a monkey."""
    state.seat = active_seat(state, rules)
    state.decision = Decision.MONKEY


@part
def end_civilization_turn(state: State, rules: Rules) -> None:
    """3: End the present civilization turn and begin the next one, or after the last seat's the first bid turn."""
    state.turn += 1
    if state.turn < rules.num_players:
        begin_civilization_turn(state, rules)
    else:
        state.phase = Phase.BID
        state.turn = 0
        begin_bid_turn(state, rules)


@part
def is_last_round(state: State, rules: Rules) -> bool:
    """4.1: Return whether this round is the last one, in which the last civilization cards are played."""
    return state.round_number + 1 == rules.rounds


@part
def wrap_up(state: State, rules: Rules) -> None:
    """3.4: End the round: refill the monkey pool, draw cards, pass the start to the left, and begin the next round."""
    refill_monkey_pool(state, rules)
    draw_cards(state, rules)
    state.start = left_of(rules, int(state.start))
    state.round_number += 1
    state.phase = Phase.CIVILIZATION
    state.turn = 0
    begin_civilization_turn(state, rules)


@part
def refill_monkey_pool(state: State, rules: Rules) -> None:
    """3.2.6, 3.4: Fill the monkey pool up to its full size from the monkey pile; this happens only between rounds.

    The new monkeys are no longer counted as unseen.
    """
    for i in range(size(state.monkey_pool[:]), rules.monkey_pool_size):
        state.monkey_pool[i] = draw(state.monkey_pile[:])
        state.unseen[UNSEEN_MONKEYS + int(state.monkey_pool[i])] -= 1


@part
def draw_cards(state: State, rules: Rules) -> None:
    """3.4: Let each seat draw a civilization card, from the round's starting player leftwards, while the pile lasts."""
    seat = int(state.start)
    for _ in range(rules.num_players):
        if state.civilization_pile[0] != NONE:
            bury(state.hand[seat], draw(state.civilization_pile[:]))
        seat = left_of(rules, seat)
