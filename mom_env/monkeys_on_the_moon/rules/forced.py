"""Forced decisions: those with one distinct option, so that they can be skipped."""

from mom_env.kernel.jit import kernel, part
from mom_env.kernel.masks import NO_ACTION
from mom_env.kernel.piles import size
from mom_env.monkeys_on_the_moon.actions import PASS, PAY_ALLY, PLAY_CARD, PUT_UP, TAKE_SCORN, TAKE_SHIP
from mom_env.monkeys_on_the_moon.rules import auction, civilization
from mom_env.monkeys_on_the_moon.state import NUM_TRIBES, Decision, Int8s, Rules, State

# A decision is forced if it has one distinct option and all players can see that. Only hands are secret, except
# their size. A hand of two equal cards is still asked: skipping it would reveal that they are equal.


@kernel
def forced_action(state: State, rules: Rules) -> int:
    """Return the id of the only action of the pending decision if everybody can see that it is the only one.

    Otherwise return NO_ACTION. A hand of two or more cards is never forced, even if they are equal, as it is secret.
    """
    decision = int(state.decision)
    if decision == Decision.BID:
        return NO_ACTION if auction.can_outbid(state) else PASS
    if decision == Decision.CARD:
        return only_card(state)
    if decision == Decision.MONKEY:
        return only_kind(state.monkey_pool[:], PUT_UP)
    if decision == Decision.SHIP:
        return only_kind(state.ship_pool[:], TAKE_SHIP)
    if decision == Decision.APPEASE:
        return only_appeasement(state)
    return NO_ACTION  # TRIBE has always three options and STAY two


@part
def only_card(state: State) -> int:
    """Return the id of the action that plays the only card in the hand of the seat to move.

    If the hand has several cards, return NO_ACTION.
    """
    hand = state.hand[int(state.seat)]
    return PLAY_CARD + int(hand[0]) if size(hand) == 1 else NO_ACTION


@part
def only_kind(pool: Int8s, first_action: int) -> int:
    """Return the action id that takes a card of `pool` if all its cards are of one kind, else NO_ACTION.

    `pool` is a pile: it lists the kind of each card, then NONE (-1). It must not be empty. `first_action` is the action
    id for kind 0.
    """
    for i in range(1, size(pool)):
        if pool[i] != pool[0]:
            return NO_ACTION
    return first_action + int(pool[0])


@part
def only_appeasement(state: State) -> int:
    """Return the id of the only action that appeases an ally of the rival; NO_ACTION if there are none or several.

    The rival is that of the tribe that is advanced.
    """
    if civilization.count_appeasements(state) > 1:
        return NO_ACTION
    only = NO_ACTION
    for tribe in range(NUM_TRIBES):
        if civilization.can_pay_ally(state, tribe):
            only = PAY_ALLY + tribe
        if civilization.can_take_scorn(state, tribe):
            only = TAKE_SCORN + tribe
    return only
