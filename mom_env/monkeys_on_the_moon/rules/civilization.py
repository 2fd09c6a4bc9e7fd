"""3.1 The civilization turn: a card, a tribe, coins, scorn, and the stone."""

from mom_env.kernel.jit import kernel, part
from mom_env.kernel.piles import bury, find, take
from mom_env.monkeys_on_the_moon.actions import Mask
from mom_env.monkeys_on_the_moon.pieces import (
    clockwise_of,
    counter_of,
    move_of,
    rival_of,
    tribe_of_card,
)
from mom_env.monkeys_on_the_moon.rules.coins_and_scorn import pay_coin, return_scorn
from mom_env.monkeys_on_the_moon.rules.variants import begin_treachery
from mom_env.monkeys_on_the_moon.state import (
    MAX_HAND,
    NONE,
    NUM_TRIBES,
    UNSEEN_CARDS,
    Decision,
    Rules,
    State,
)

COINS_FOR_ADVANCING = 2
COINS_FOR_ADVANCING_IN_SCORN = 1


# A card


@part
def can_play(state: State, card: int) -> bool:
    """3.1.1: Return whether the card is in the hand of the seat to move."""
    return find(state.hand[int(state.seat)], card) != NONE


@part
def mark_cards(state: State, mask: Mask) -> None:
    """3.1.1: Mark the cards of the hand; equal cards are one choice."""
    for i in range(MAX_HAND):
        card = int(state.hand[int(state.seat), i])
        if card != NONE:
            mask.play_card[card] = 1


@part
def apply_card(state: State, card: int) -> None:
    """3.1.1: Move the card from the hand to the discard pile, open to all, and ask which tribe it advances."""
    hand = state.hand[int(state.seat)]
    take(hand, find(hand, card))
    bury(state.discard[:], card)
    state.unseen[UNSEEN_CARDS + card] -= 1
    state.pending_card = card
    state.decision = Decision.TRIBE


# A tribe


@part
def can_advance(state: State, tribe: int) -> bool:
    """3.1.2: Return whether the tribe is the card's tribe or one of its two allies."""
    named = tribe_of_card(int(state.pending_card))
    return tribe in (named, clockwise_of(named), counter_of(named))


@part
def mark_tribes(state: State, mask: Mask) -> None:
    """3.1.2: Mark the three tribes that the card can advance."""
    for tribe in range(NUM_TRIBES):
        if can_advance(state, tribe):
            mask.advance[tribe] = 1


@part
def apply_tribe(state: State, rules: Rules, tribe: int) -> None:
    """3.1.3 to 3.1.5: Take coins, give the tribe's scorn back, pay its rival, and move its stone.

    If an ally of the rival has to be appeased first, the stone moves after that decision.
    """
    seat = int(state.seat)
    take_coins_for_advancing(state, seat, tribe)
    return_scorn(state, seat, tribe)
    state.pending_tribe = tribe
    pay_rival(state, seat, rival_of(tribe))
    if state.decision == Decision.TRIBE:
        move_stone(state, rules)


@part
def take_coins_for_advancing(state: State, seat: int, tribe: int) -> None:
    """3.1.3: Give the seat two coins of the tribe, one if it holds its scorn, or what the supply has if less."""
    in_scorn = state.scorn[tribe] == seat
    coins = COINS_FOR_ADVANCING_IN_SCORN if in_scorn else COINS_FOR_ADVANCING
    coins = min(coins, int(state.supply[tribe]))
    state.supply[tribe] -= coins
    state.coins[seat, tribe] += coins


@part
def pay_rival(state: State, seat: int, rival: int) -> None:
    """3.1.5: Pay a coin to the rival; without one take its scorn, from the table or from its holder.

    If the seat holds that scorn already, ask how to appease an ally; if that is impossible, do nothing.
    """
    if state.coins[seat, rival] > 0:
        pay_coin(state, seat, rival)
    elif state.scorn[rival] != seat:
        state.scorn[rival] = seat
    elif count_appeasements(state) > 0:
        state.decision = Decision.APPEASE


# Appeasing a rival whose scorn is held already


@part
def is_ally_of_pending_rival(state: State, tribe: int) -> bool:
    """3.1.5: Return whether the tribe is one of the two allies of the rival that is angry again."""
    rival = rival_of(int(state.pending_tribe))
    return tribe in (clockwise_of(rival), counter_of(rival))


@part
def can_pay_ally(state: State, tribe: int) -> bool:
    """3.1.5: Return whether `tribe` is an ally of the angry rival, and the seat to move has a coin of it."""
    return is_ally_of_pending_rival(state, tribe) and state.coins[int(state.seat), tribe] > 0


@part
def can_take_scorn(state: State, tribe: int) -> bool:
    """3.1.5, R2: Return whether `tribe` is an ally of the angry rival whose scorn the seat to move may take.

    It may if it has no coin of that tribe and does not hold its scorn yet.
    """
    seat = int(state.seat)
    unpayable = state.coins[seat, tribe] == 0
    return is_ally_of_pending_rival(state, tribe) and unpayable and state.scorn[tribe] != seat


@kernel
def count_appeasements(state: State) -> int:
    """3.1.5, R2: Return the number of ways to appease an ally; with none, nothing more happens."""
    count = 0
    for tribe in range(NUM_TRIBES):
        if can_pay_ally(state, tribe) or can_take_scorn(state, tribe):
            count += 1
    return count


@part
def mark_appeasements(state: State, mask: Mask) -> None:
    """3.1.5: Mark each ally that can be paid or whose scorn can be taken."""
    for tribe in range(NUM_TRIBES):
        if can_pay_ally(state, tribe):
            mask.pay_ally[tribe] = 1
        if can_take_scorn(state, tribe):
            mask.take_scorn[tribe] = 1


@part
def apply_payment_to_ally(state: State, rules: Rules, tribe: int) -> None:
    """3.1.5: Pay the ally a coin, then move the stone."""
    pay_coin(state, int(state.seat), tribe)
    move_stone(state, rules)


@part
def apply_scorn_of_ally(state: State, rules: Rules, tribe: int) -> None:
    """3.1.5: Take the ally's scorn from the table or from its holder, then move the stone."""
    state.scorn[tribe] = state.seat
    move_stone(state, rules)


# The stone


@part
def count_finished(state: State) -> int:
    """3.1.6: Return how many stones have finished."""
    count = 0
    for tribe in range(NUM_TRIBES):
        if state.finish[tribe] > 0:
            count += 1
    return count


@part
def move_stone(state: State, rules: Rules) -> None:
    """3.1.6: Move the pending tribe's stone by the pending card, unless it has finished; end the turn's choices.

    With Monkey Treachery, the first stone at the white dot begins the swap.
    """
    tribe = int(state.pending_tribe)
    if state.finish[tribe] == 0:
        spaces = int(state.track[tribe]) + move_of(rules, int(state.pending_card))
        state.track[tribe] = min(spaces, int(rules.track_length))
        if spaces >= rules.track_length:
            state.finish[tribe] = count_finished(state) + 1
    state.pending_card = NONE
    state.pending_tribe = NONE
    state.decision = Decision.NOTHING
    if rules.monkey_treachery and not state.swapped and state.track[tribe] >= rules.white_dot:
        begin_treachery(state, rules, tribe)
