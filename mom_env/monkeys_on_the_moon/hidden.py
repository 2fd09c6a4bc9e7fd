"""6. Secrets: how to deal again, or hide, what a seat cannot know."""

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Floats
from mom_env.kernel.jit import part
from mom_env.kernel.piles import size
from mom_env.kernel.rng import seed_stream, shuffle
from mom_env.monkeys_on_the_moon.state import (
    MAX_CARDS,
    MAX_MONKEYS,
    MAX_SHIPS,
    NUM_CARD_KINDS,
    NUM_MONKEY_KINDS,
    NUM_SHIP_KINDS,
    NUM_TRIBES,
    Int8s,
    Phase,
    Rules,
    State,
)

MAX_UNSEEN = MAX_CARDS


@part
def redeal(state: State, rules: Rules, seat: int, seed: np.uint64, unseen: NDArray[np.int8]) -> None:
    """6: Deal again, in the record itself, what `seat` cannot know, uniformly over all that fits what the seat knows.

    The record's own stream starts again from `seed`, so that no search sees the next deal. `unseen` is scratch space,
    shape (MAX_UNSEEN,).
    """
    seed_stream(state, seed, 0)
    redeal_cards(state, rules, seat, unseen)
    shuffle(state, state.monkey_pile[:], size(state.monkey_pile[:]))
    shuffle(state, state.ship_pile[:], size(state.ship_pile[:]) - int(state.num_returned))
    redraw_tie_order(state, unseen)


@part
def redeal_cards(state: State, rules: Rules, seat: int, unseen: NDArray[np.int8]) -> None:
    """6: Shuffle the others' hands, the draw pile and the cards out of the game as one heap, and deal them again.

    Only civilization cards are dealt. `seat` is the seat whose hand stays; `unseen` is room for the heap, shape
    (MAX_UNSEEN,).
    """
    shuffle(state, unseen, collect_hidden_cards(state, rules, seat, unseen))
    hand_back_hidden_cards(state, rules, seat, unseen)


@part
def collect_hidden_cards(state: State, rules: Rules, seat: int, unseen: NDArray[np.int8]) -> int:
    """6: Copy all civilization cards that `seat` has not seen to the beginning of `unseen`, and return their number."""
    count = 0
    for other in range(rules.num_players):
        if other != seat:
            count = collect(state.hand[other], unseen, count)
    count = collect(state.civilization_pile[:], unseen, count)
    return collect(state.out_of_game[:], unseen, count)


@part
def hand_back_hidden_cards(state: State, rules: Rules, seat: int, unseen: NDArray[np.int8]) -> None:
    """6: Refill the hands of all other seats than `seat`, the pile and the cards out of the game from `unseen`.

    Each gets its old number of cards, in the order of `unseen`, from its first entry on.
    """
    count = 0
    for other in range(rules.num_players):
        if other != seat:
            count = hand_back(state.hand[other], unseen, count)
    count = hand_back(state.civilization_pile[:], unseen, count)
    hand_back(state.out_of_game[:], unseen, count)


@part
def collect(pile: Int8s, heap: NDArray[np.int8], count: int) -> int:
    """Copy a pile into `heap` from index `count` on, and return the index after its last card."""
    for i in range(size(pile)):
        heap[count] = pile[i]
        count += 1
    return count


@part
def hand_back(pile: Int8s, heap: NDArray[np.int8], count: int) -> int:
    """6: Overwrite the cards of a pile, whose size stays, with those of `heap` from index `count` on.

    Return the index in `heap` after the last card used.
    """
    for i in range(size(pile)):
        pile[i] = heap[count]
        count += 1
    return count


@part
def redraw_tie_order(state: State, ranks: NDArray[np.int8]) -> None:
    """6: Draw the secret tie order again, by the record's random stream.

    At the end of the game, ties that the ranking has revealed stay as they are. `ranks` is scratch space for at least
    six numbers.
    """
    number_tribes(ranks)
    shuffle(state, ranks, NUM_TRIBES)
    set_tie_order(state, ranks)


@part
def number_tribes(ranks: NDArray[np.int8]) -> None:
    """Write the numbers 0 to 5 into the first six entries of `ranks`."""
    for tribe in range(NUM_TRIBES):
        ranks[tribe] = tribe


@part
def set_tie_order(state: State, ranks: NDArray[np.int8]) -> None:
    """6: Set the tie order to `ranks`, the rank of each tribe; 0 wins ties.

    Once the game is over, tied tribes stay in the order of the ranking; `ranks` is then reordered.
    """
    if state.phase == Phase.OVER:
        keep_known_ties(state, ranks)
    for tribe in range(NUM_TRIBES):
        state.tie_rank[tribe] = ranks[tribe]


@part
def keep_known_ties(state: State, ranks: NDArray[np.int8]) -> None:
    """4.2: Exchange entries of `ranks` so that tied tribes come in the same order as in the final ranking.

    The ranking is public. `ranks` has the tie rank of each tribe.
    """
    for first in range(NUM_TRIBES):
        for later in range(first + 1, NUM_TRIBES):
            ahead, behind = int(state.ranking[first]), int(state.ranking[later])
            tied = state.finish[ahead] == 0 and state.track[ahead] == state.track[behind]
            if tied and ranks[ahead] > ranks[behind]:
                rank = ranks[ahead]
                ranks[ahead] = ranks[behind]
                ranks[behind] = rank


@part
def conceal(state: State, rules: Rules, seat: int, unseen: NDArray[np.int8]) -> None:
    """6: Put all that `seat` cannot know into one fixed order, so that only the seat's view is left.

    Two records that look alike to the seat become equal, and so does each redeal of them by the same seed. A redeal
    without `conceal` would differ, because a shuffle starts from the present order of the cards. The seat's own hand is
    sorted too, as its order means nothing, and the random stream becomes 0. `unseen` is scratch space, shape
    (MAX_UNSEEN,).
    """
    state.rng = np.uint64(0)
    conceal_cards(state, rules, seat, unseen)
    sort_cards(state.hand[seat], size(state.hand[seat]))
    sort_cards(state.monkey_pile[:], size(state.monkey_pile[:]))
    sort_cards(state.ship_pile[:], size(state.ship_pile[:]) - int(state.num_returned))
    number_tribes(unseen)
    set_tie_order(state, unseen)


@part
def conceal_cards(state: State, rules: Rules, seat: int, unseen: NDArray[np.int8]) -> None:
    """6: Sort the civilization cards that `seat` has not seen, and put them back into hands and piles in that order.

    `unseen` is scratch space, shape (MAX_UNSEEN,).
    """
    count = collect_hidden_cards(state, rules, seat, unseen)
    sort_cards(unseen, count)
    hand_back_hidden_cards(state, rules, seat, unseen)


@part
def sort_cards(cards: Int8s, count: int) -> None:
    """Sort the first `count` entries of `cards` in ascending order, in place, by insertion, as they are few."""
    for i in range(1, count):
        card = cards[i]
        place = i
        while place > 0 and cards[place - 1] > card:
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card


# What nobody knows, for critics in training; never for players.

HIDDEN_SIZE = NUM_TRIBES + 2 * MAX_CARDS + MAX_MONKEYS + MAX_SHIPS


@part
def write_hidden(state: State, rules: Rules, out: Floats) -> None:
    """6: Write into `out` what nobody knows, shape (HIDDEN_SIZE,): the tie order and all cards that nobody sees.

    The order is: tie order, civilization pile, cards out of the game, monkey pile, ship pile. The next card of a pile
    comes first. A card is (kind + 1) / number of kinds, and 0 if there is none. A tribe's tie rank is (rank + 1) / 6.
    """
    end = write_kinds(state.tie_rank[:], NUM_TRIBES, out, 0)
    end = write_kinds(state.civilization_pile[:], NUM_CARD_KINDS, out, end)
    end = write_kinds(state.out_of_game[:], NUM_CARD_KINDS, out, end)
    end = write_kinds(state.monkey_pile[:], NUM_MONKEY_KINDS, out, end)
    write_kinds(state.ship_pile[:], NUM_SHIP_KINDS, out, end)


@part
def write_kinds(pile: Int8s, num_kinds: int, out: Floats, start: int) -> int:
    """Write into `out`, from index `start` on, all entries of a pile; return the index after the last one.

    A card is written as (kind + 1) / `num_kinds`, and an empty entry as 0.
    """
    for i in range(len(pile)):
        out[start + i] = (int(pile[i]) + 1) / num_kinds
    return start + len(pile)
