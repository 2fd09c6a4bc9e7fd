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
    """3.1.1: Return whether a civilization card of kind `card` is in the hand of the seat to move."""
    return find(state.hand[int(state.seat)], card) != NONE


@part
def mark_cards(state: State, mask: Mask) -> None:
    """3.1.1: Write 1 into `mask.play_card` for each kind of card in the hand of the seat to move.

    Equal cards are one choice. All other entries of `mask` stay.
    """
    for i in range(MAX_HAND):
        card = int(state.hand[int(state.seat), i])
        if card != NONE:
            mask.play_card[card] = 1


@part
def apply_card(state: State, card: int) -> None:
    """3.1.1: Move a card of kind `card` from the hand of the seat to move to the discard pile, where it is open to all.

    The next decision is which tribe the card advances.
    """
    hand = state.hand[int(state.seat)]
    take(hand, find(hand, card))
    bury(state.discard[:], card)
    state.unseen[UNSEEN_CARDS + card] -= 1
    state.pending_card = card
    state.decision = Decision.TRIBE


# A tribe


@part
def can_advance(state: State, tribe: int) -> bool:
    """3.1.2: Return whether `tribe` is the tribe of the card just played or one of its two allies."""
    named = tribe_of_card(int(state.pending_card))
    return tribe in (named, clockwise_of(named), counter_of(named))


@part
def mark_tribes(state: State, mask: Mask) -> None:
    """3.1.2: Write 1 into `mask.advance` for the three tribes that the card just played can advance.

    All other entries of `mask` stay.
    """
    for tribe in range(NUM_TRIBES):
        if can_advance(state, tribe):
            mask.advance[tribe] = 1


@part
def apply_tribe(state: State, rules: Rules, tribe: int) -> None:
    """3.1.3 to 3.1.5: Let the seat to move advance `tribe`, with all that belongs to it.

    The seat takes coins of the tribe, returns the tribe's scorn, and pays the tribe's rival. Then the tribe's stone
    moves. If an ally of the rival has to be appeased first, that is the next decision, and the stone moves after it.
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
    """3.1.3: Move two coins of the tribe from its supply to the seat, or only one if the seat holds its scorn.

    If the supply has fewer coins, the seat gets all of them.
    """
    in_scorn = state.scorn[tribe] == seat
    coins = COINS_FOR_ADVANCING_IN_SCORN if in_scorn else COINS_FOR_ADVANCING
    coins = min(coins, int(state.supply[tribe]))
    state.supply[tribe] -= coins
    state.coins[seat, tribe] += coins


@part
def pay_rival(state: State, seat: int, rival: int) -> None:
    """3.1.5: Pay a coin from the seat to the tribe `rival`; without a coin, give the seat the rival's scorn card.

    The scorn card comes from the table or from its holder. If the seat itself holds it already, the next decision is
    how to appease an ally of `rival`; if no ally can be appeased, nothing happens.
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
    """3.1.5: Return whether `tribe` is one of the two allies of the rival of the tribe that is advanced."""
    rival = rival_of(int(state.pending_tribe))
    return tribe in (clockwise_of(rival), counter_of(rival))


@part
def can_pay_ally(state: State, tribe: int) -> bool:
    """3.1.5: Return whether the seat to move may pay a coin to `tribe`, to appease an ally of the rival.

    It may if it has a coin of `tribe`, and `tribe` is an ally of the rival of the tribe that is advanced.
    """
    return is_ally_of_pending_rival(state, tribe) and state.coins[int(state.seat), tribe] > 0


@part
def can_take_scorn(state: State, tribe: int) -> bool:
    """3.1.5, R2: Return whether the seat to move may take the scorn of `tribe`, to appease an ally of the rival.

    It may if `tribe` is an ally of the rival of the tribe that is advanced, the seat has no coin of `tribe`, and it
    does not hold the scorn of `tribe` yet.
    """
    seat = int(state.seat)
    unpayable = state.coins[seat, tribe] == 0
    return is_ally_of_pending_rival(state, tribe) and unpayable and state.scorn[tribe] != seat


@kernel
def count_appeasements(state: State) -> int:
    """3.1.5, R2: Return how many ways the seat to move has to appease an ally of the rival: 0, 1 or 2.

    The rival is that of the tribe that is advanced.
    """
    count = 0
    for tribe in range(NUM_TRIBES):
        if can_pay_ally(state, tribe) or can_take_scorn(state, tribe):
            count += 1
    return count


@part
def mark_appeasements(state: State, mask: Mask) -> None:
    """3.1.5: Write 1 into `mask` for each way in which the seat to move can appease an ally of the rival.

    `mask.pay_ally` is for an ally that gets a coin, `mask.take_scorn` for one whose scorn the seat takes. All other
    entries of `mask` stay.
    """
    for tribe in range(NUM_TRIBES):
        if can_pay_ally(state, tribe):
            mask.pay_ally[tribe] = 1
        if can_take_scorn(state, tribe):
            mask.take_scorn[tribe] = 1


@part
def apply_payment_to_ally(state: State, rules: Rules, tribe: int) -> None:
    """3.1.5: Pay a coin of the seat to move to the ally `tribe`, then move the stone of the tribe that is advanced."""
    pay_coin(state, int(state.seat), tribe)
    move_stone(state, rules)


@part
def apply_scorn_of_ally(state: State, rules: Rules, tribe: int) -> None:
    """3.1.5: Give the scorn of the ally `tribe` to the seat to move, then move the stone of the tribe that is advanced.

    The scorn card comes from the table or from its holder.
    """
    state.scorn[tribe] = state.seat
    move_stone(state, rules)


# The stone


@part
def count_finished(state: State) -> int:
    """3.1.6: Return how many tribes' stones have reached the end of the track."""
    count = 0
    for tribe in range(NUM_TRIBES):
        if state.finish[tribe] > 0:
            count += 1
    return count


@part
def move_stone(state: State, rules: Rules) -> None:
    """3.1.6: Move the stone of the tribe that is advanced by the card just played, unless it has finished.

    At the end of the track the stone takes the next finish place. No card or tribe is pending any more. With Monkey
    Treachery, the first stone that reaches or passes the white dot begins the swap.
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
