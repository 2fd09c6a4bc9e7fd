"""9.3: Secrets: which seat knows which card, and how to deal again, or hide, what a seat cannot know."""

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Floats
from mom_env.kernel.jit import called_kernel, part
from mom_env.kernel.rng import next_below, seed_stream, shuffle
from mom_env.monsters_on_the_moon.rules.setup import draw_bit
from mom_env.monsters_on_the_moon.state import (
    IN_PILE,
    MAX_CARDS,
    MISSIONS_EACH,
    NONE,
    Decision,
    Missions,
    Rules,
    State,
)

MAX_UNSEEN = MAX_CARDS
HIDDEN_SIZE = MAX_CARDS


@part
def giver_of(state: State, rules: Rules, card: int) -> int:
    """2.4: Return the seat whose monster is double on a card, and so to which it was given; NONE if there is none."""
    for seat in range(rules.num_players):
        if state.monster[seat] != NONE and rules.num_players > 1:
            for number in range(2):
                if rules.doubles[int(state.monster[seat]), number] == card:
                    return seat
    return NONE


@part
def other_double(rules: Rules, monster: int, card: int) -> int:
    """2.4: Return the other card with a double head of a monster."""
    return int(rules.doubles[monster, 1 if rules.doubles[monster, 0] == card else 0])


@part
def has_passed_openly(state: State, rules: Rules, viewer: int, giver: int) -> bool:
    """9.3: Return whether `viewer` knows which of its two double heads the seat `giver` has passed on.

    The giver knows, and the receiver when it has it; all know when one of the two is shown or no longer in a hand.
    """
    if state.passed[giver] == NONE or viewer == giver or state.seat == NONE:
        return True
    if state.decision == Decision.PASS:
        return False
    if viewer == (giver - 1) % int(rules.num_players):
        return True
    for number in range(2):
        card = int(rules.doubles[int(state.monster[giver]), number])
        if card == state.card or int(state.holder[card]) >= IN_PILE:
            return True
    return False


@called_kernel
def is_known(state: State, rules: Rules, viewer: int, card: int) -> bool:
    """9.3: Return whether `viewer` knows in which hand a card is; the card is in a hand.

    All know the card that is being laid, and before the exchange both double heads of each seat.
    """
    if state.holder[card] == viewer or card == state.card:
        return True
    if state.seat == NONE or state.decision == Decision.PASS:
        return True
    giver = giver_of(state, rules, card)
    return giver != NONE and has_passed_openly(state, rules, viewer, giver)


@called_kernel
def redeal(state: State, rules: Rules, seat: int, seed: np.uint64, unseen: NDArray[np.int8]) -> None:
    """9.3: Deal again, in the record itself, what `seat` cannot know, evenly over all that fits what the seat knows.

    The record's own stream starts again from `seed`; it is another one than that of a deal of this seed, which would
    shuffle the whole set into the same order again. `unseen` is scratch space, shape (MAX_UNSEEN,).
    """
    seed_stream(state, seed, 1)
    deal_hidden(state, rules, seat, unseen, is_random=True)


@called_kernel
def conceal(state: State, rules: Rules, seat: int, unseen: NDArray[np.int8]) -> None:
    """9.3: Put what `seat` cannot know into one fixed order. `unseen` is scratch space, shape (MAX_UNSEEN,)."""
    deal_hidden(state, rules, seat, unseen, is_random=False)
    state.rng = np.uint64(0)


@part
def deal_hidden(state: State, rules: Rules, seat: int, unseen: NDArray[np.int8], is_random: bool) -> None:
    """9.3: Deal again what `seat` cannot know, by the record's stream, or in a fixed order; at the end all is known."""
    if state.seat == NONE:
        return
    for giver in range(rules.num_players):
        if not has_passed_openly(state, rules, seat, giver):
            deal_pass(state, rules, giver, int(np.int64(next_below(state, 2))) if is_random else 0)
    count = collect_unseen(state, rules, seat, unseen)
    if is_random:
        shuffle(state, unseen, count)
    hand_back_unseen(state, rules, seat, unseen)
    if rules.missions == Missions.SECRET:
        deal_missions(state, rules, seat, is_random)


@part
def deal_pass(state: State, rules: Rules, giver: int, number: int) -> None:
    """9.3: Let a seat have passed on the first (0) or the second (1) of its double heads."""
    monster = int(state.monster[giver])
    given = int(rules.doubles[monster, number])
    state.passed[giver] = given
    if state.decision != Decision.PASS:
        state.holder[given] = (giver - 1) % int(rules.num_players)
        state.holder[other_double(rules, monster, given)] = giver


@part
def is_loose(state: State, rules: Rules, seat: int, card: int) -> bool:
    """9.3: Return whether a card may be in another hand or in the pile as far as `seat` knows, double heads aside."""
    holder = int(state.holder[card])
    return holder != seat and holder <= IN_PILE and not is_told(state, rules, card)


@part
def is_told(state: State, rules: Rules, card: int) -> bool:
    """9.3: Return whether a card is being laid, or was given to a seat as a double head."""
    return card == state.card or (state.decision != Decision.MONSTER and giver_of(state, rules, card) != NONE)


@part
def collect_unseen(state: State, rules: Rules, seat: int, unseen: NDArray[np.int8]) -> int:
    """9.3: Copy the loose cards to the beginning of `unseen`, in ascending order, and return their number."""
    count = 0
    for card in range(rules.num_cards):
        if is_loose(state, rules, seat, card):
            unseen[count] = card
            count += 1
    return count


@part
def hand_back_unseen(state: State, rules: Rules, seat: int, unseen: NDArray[np.int8]) -> None:
    """9.3: Deal the cards of `unseen` to the free places of the other hands, and then to the pile."""
    count = 0
    for other in range(rules.num_players):
        if other != seat and state.decision != Decision.MONSTER:
            for _ in range(int(state.hand_size[other]) - count_told(state, rules, other)):
                state.holder[unseen[count]] = other
                count += 1
    for place in range(state.num_pile):
        state.holder[unseen[count]] = IN_PILE
        state.pile[place] = unseen[count]
        count += 1


@part
def count_told(state: State, rules: Rules, seat: int) -> int:
    """9.3: Return how many cards of a hand are not loose: one that is being laid, and double heads of seats."""
    count = 0
    for card in range(rules.num_cards):
        if state.holder[card] == seat and is_told(state, rules, card):
            count += 1
    return count


@part
def deal_missions(state: State, rules: Rules, seat: int, is_random: bool) -> None:
    """9.3: Deal the secret missions of the other seats again, from those that `seat` does not hold."""
    left = (1 << int(rules.num_missions)) - 1 & ~int(state.missions[seat])
    for other in range(rules.num_players):
        if other != seat:
            found = 0
            for _ in range(MISSIONS_EACH):
                drawn = draw_bit(state, left) if is_random else left & -left
                left &= ~drawn
                found |= drawn
            state.missions[other] = found


@part
def write_hidden(state: State, rules: Rules, out: Floats) -> None:
    """Write into `out` the pile, next card first: (number + 1) / number of cards, and 0 if there is none."""
    for place in range(MAX_CARDS):
        out[place] = (int(state.pile[place]) + 1) / int(rules.num_cards)
