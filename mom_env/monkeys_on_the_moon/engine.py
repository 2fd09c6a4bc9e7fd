"""The engine: play an action and advance to the next decision."""

from mom_env.kernel.jit import part
from mom_env.kernel.masks import NO_ACTION
from mom_env.monkeys_on_the_moon.actions import (
    ADVANCE,
    BID,
    NUM_ACTIONS,
    PASS,
    PAY_ALLY,
    PLAY_CARD,
    PUT_UP,
    STAY,
    TAKE_SCORN,
    TAKE_SHIP,
    Mask,
    clockwise_coins,
    counter_coins,
    own_coins,
)
from mom_env.monkeys_on_the_moon.rules import auction, civilization, ships, variants
from mom_env.monkeys_on_the_moon.rules import round as turns
from mom_env.monkeys_on_the_moon.rules.forced import forced_action
from mom_env.monkeys_on_the_moon.rules.scoring import end_game
from mom_env.monkeys_on_the_moon.state import NONE, Decision, Phase, Rules, State


@part
def seats_to_move(state: State, rules: Rules) -> int:
    """Return the seats that may act, as bits: bit k is set for seat k. At most one is set, and none at the end."""
    return 0 if state.seat == NONE else 1 << int(state.seat)


@part
def take_action(state: State, rules: Rules, action: int) -> None:
    """Apply a legal action of the seat to move, given by its id, and advance to the next decision or the end."""
    apply_action(state, rules, action)
    go_on(state, rules)


@part
def go_on(state: State, rules: Rules) -> None:
    """Advance until a seat must decide or the game ends; if that is so already, change nothing.

    With `skip_forced`, forced decisions are played on the way.
    """
    while state.phase != Phase.OVER:
        if state.decision == Decision.NOTHING:
            end_turn(state, rules)
            continue
        if not rules.skip_forced:
            return
        action = forced_action(state, rules)
        if action == NO_ACTION:
            return
        apply_action(state, rules, action)


@part
def end_turn(state: State, rules: Rules) -> None:
    """3, 5: Advance by one step when nothing is left to decide: to a ship's check, a turn, the wrap-up or the end.

    After that step a decision may be pending or not.
    """
    if state.phase == Phase.CIVILIZATION:
        if state.owners_to_check > 0:
            variants.check_next_owner(state, rules)
        else:
            turns.end_civilization_turn(state, rules)
    elif state.turn + 1 < rules.num_players:
        state.turn += 1
        turns.begin_bid_turn(state, rules)
    elif turns.is_last_round(state, rules):
        end_game(state, rules)
    else:
        turns.wrap_up(state, rules)


@part
def apply_action(state: State, rules: Rules, action: int) -> None:
    """Apply a legal action, given by its id, by calling the rule for the pending decision.

    Afterwards the next decision is pending, or NOTHING if the engine has to advance.
    """
    decision = int(state.decision)
    if decision == Decision.BID:
        apply_bid_action(state, rules, action)
    elif decision == Decision.CARD:
        civilization.apply_card(state, action - PLAY_CARD)
    elif decision == Decision.TRIBE:
        civilization.apply_tribe(state, rules, action - ADVANCE)
    elif decision == Decision.MONKEY:
        auction.apply_monkey(state, rules, action - PUT_UP)
    elif decision == Decision.SHIP:
        ships.apply_ship(state, rules, action - TAKE_SHIP)
    elif decision == Decision.STAY:
        variants.apply_stay(state, rules, action - STAY)
    elif action < TAKE_SCORN:
        civilization.apply_payment_to_ally(state, rules, action - PAY_ALLY)
    else:
        civilization.apply_scorn_of_ally(state, rules, action - TAKE_SCORN)


@part
def apply_bid_action(state: State, rules: Rules, action: int) -> None:
    """3.2.2: Apply a legal pass or bid of the seat to move, given by its action id."""
    if action == PASS:
        auction.apply_pass(state, rules)
    else:
        auction.apply_bid(state, rules, own_coins(action), clockwise_coins(action), counter_coins(action))


@part
def write_mask(state: State, rules: Rules, seat: int, mask: Mask) -> None:
    """Write into `mask` 1 for each legal action of the seat and 0 for all others; all 0 if the seat is not to move."""
    mask.ids[:] = 0
    if seat == state.seat:
        mark_legal(state, rules, mask)


@part
def mark_legal(state: State, rules: Rules, mask: Mask) -> None:
    """Write 1 for each legal action of the pending decision into `mask`, which must be all 0."""
    decision = int(state.decision)
    if decision == Decision.BID:
        auction.mark_bids(state, rules, mask)
    elif decision == Decision.CARD:
        civilization.mark_cards(state, mask)
    elif decision == Decision.TRIBE:
        civilization.mark_tribes(state, mask)
    elif decision == Decision.MONKEY:
        auction.mark_monkeys(state, mask)
    elif decision == Decision.SHIP:
        ships.mark_ships(state, mask)
    elif decision == Decision.STAY:
        variants.mark_stays(state, mask)
    elif decision == Decision.APPEASE:
        civilization.mark_appeasements(state, mask)


@part
def can_take_action(state: State, rules: Rules, seat: int, action: int) -> bool:
    """Return whether the seat may play the action id `action` now; both may be any whole number."""
    decision = int(state.decision)
    if action < 0 or action >= NUM_ACTIONS or seat != state.seat:
        return False
    if action < ADVANCE:
        return decision == Decision.CARD and civilization.can_play(state, action - PLAY_CARD)
    if action < PAY_ALLY:
        return decision == Decision.TRIBE and civilization.can_advance(state, action - ADVANCE)
    if action < TAKE_SCORN:
        return decision == Decision.APPEASE and civilization.can_pay_ally(state, action - PAY_ALLY)
    if action < PUT_UP:
        return decision == Decision.APPEASE and civilization.can_take_scorn(state, action - TAKE_SCORN)
    if action < BID:
        return decision == Decision.MONKEY and auction.can_put_up(state, action - PUT_UP)
    if action < TAKE_SHIP:
        coins = own_coins(action), clockwise_coins(action), counter_coins(action)
        return decision == Decision.BID and auction.can_bid(state, rules, coins[0], coins[1], coins[2])
    if action < STAY:
        return decision == Decision.SHIP and ships.can_take_ship(state, action - TAKE_SHIP)
    return decision == Decision.STAY and variants.can_stay(state, action - STAY)
