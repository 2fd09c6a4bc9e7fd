"""Where the cards are: each in exactly one place, and those that nobody has seen face down.

Cards are counted by kind over all places. The counts are compared with the box, which is counted by colour.
"""

from mom_env.kernel.jit import part
from mom_env.monkeys_on_the_moon.soak.violations import Violation
from mom_env.monkeys_on_the_moon.state import (
    MAX_PLAYERS,
    NONE,
    NUM_CARD_KINDS,
    NUM_KINDS,
    NUM_MONKEY_KINDS,
    NUM_SHIP_KINDS,
    NUM_TRIBES,
    UNSEEN_CARDS,
    UNSEEN_MONKEYS,
    UNSEEN_SHIPS,
    Int8s,
    Int16s,
    Rules,
    State,
)


@part
def check_places(state: State, rules: Rules, counts: Int16s) -> Violation:
    """1, 6: Return the first violation if a card is not in exactly one place, or wrongly counted as unseen; or NOTHING.

    `counts`, shape (NUM_SHIP_KINDS,), is scratch space.
    """
    if not piles_are_canonical(state):
        return Violation.PILES
    wrong = check_cards(state, rules, counts)
    if wrong == Violation.NOTHING:
        wrong = check_monkeys(state, rules, counts)
    if wrong == Violation.NOTHING:
        wrong = check_ships(state, rules, counts)
    return wrong


# Piles


@part
def is_canonical(pile: Int8s, num_kinds: int) -> bool:
    """Return whether a pile has only kinds from 0 to below `num_kinds`, and NONE only behind the last card."""
    wrong = False
    for i in range(len(pile)):
        wrong |= (pile[i] < NONE) | (pile[i] >= num_kinds)
    for i in range(1, len(pile)):
        wrong |= (pile[i - 1] == NONE) & (pile[i] != NONE)
    return not wrong


@part
def piles_are_canonical(state: State) -> bool:
    """Return whether all piles have only kinds that exist, and NONE only behind the last card.

    Check this before a kind is used as an index.
    """
    return (
        is_canonical(state.civilization_pile[:], NUM_CARD_KINDS)
        and is_canonical(state.out_of_game[:], NUM_CARD_KINDS)
        and is_canonical(state.discard[:], NUM_CARD_KINDS)
        and is_canonical(state.monkey_pile[:], NUM_MONKEY_KINDS)
        and is_canonical(state.monkey_pool[:], NUM_MONKEY_KINDS)
        and is_canonical(state.waiting[:], NUM_MONKEY_KINDS)
        and is_canonical(state.ship_pile[:], NUM_SHIP_KINDS)
        and is_canonical(state.ship_pool[:], NUM_SHIP_KINDS)
        and piles_of_seats_are_canonical(state)
    )


@part
def piles_of_seats_are_canonical(state: State) -> bool:
    """Return whether the piles of all seats have only kinds that exist, and NONE only behind the last card.

    Ships on the ground and the monkey that is up must be such a kind or NONE.
    """
    for seat in range(MAX_PLAYERS):
        if not (
            is_canonical(state.hand[seat], NUM_CARD_KINDS)
            and is_canonical(state.aboard[seat], NUM_MONKEY_KINDS)
            and is_canonical(state.ships_won[seat], NUM_SHIP_KINDS)
            and NONE <= state.ship[seat] < NUM_SHIP_KINDS
            and NONE <= state.ships_out[seat] < NUM_SHIP_KINDS
        ):
            return False
    return bool(NONE <= state.auction_monkey < NUM_MONKEY_KINDS)


@part
def count_pile(pile: Int8s, counts: Int16s) -> None:
    """Add 1 to `counts[kind]` for each card of a pile, up to the first NONE."""
    for i in range(len(pile)):
        if pile[i] == NONE:
            return
        counts[int(pile[i])] += 1


@part
def count_card(card: int, counts: Int16s) -> None:
    """Add 1 to `counts[card]`, if `card` is a kind and not NONE."""
    if card != NONE:
        counts[card] += 1


@part
def are_equal(counts: Int16s, others: Int8s) -> bool:
    """Return whether `counts` begins with the numbers of `others`. The rest of `counts` is not compared."""
    differ = False
    for kind in range(len(others)):
        differ |= counts[kind] != others[kind]
    return not differ


@part
def is_the_box(state: State, box: Int8s, counts: Int16s) -> bool:
    """Return whether `counts`, by kind, are the numbers of cards in the box.

    `box` has them by the tribe's number in the deck and the card's index, in two dimensions.
    """
    per_tribe = box.shape[1]
    for tribe in range(NUM_TRIBES):
        for index in range(per_tribe):
            if counts[tribe * per_tribe + index] != box[int(state.colour[tribe]), index]:
                return False
    return True


# The three sorts of cards


@part
def check_cards(state: State, rules: Rules, counts: Int16s) -> Violation:
    """2.3: Return the first violation in the places of the civilization cards, or NOTHING; `counts` is scratch space.

    Unseen are the hands, the draw pile and those out of the game.
    """
    counts[:] = 0
    for seat in range(MAX_PLAYERS):
        count_pile(state.hand[seat], counts)
    count_pile(state.civilization_pile[:], counts)
    count_pile(state.out_of_game[:], counts)
    if not are_equal(counts, state.unseen[UNSEEN_CARDS:UNSEEN_MONKEYS]):
        return Violation.UNSEEN
    count_pile(state.discard[:], counts)
    return Violation.NOTHING if is_the_box(state, rules.cards[:, :], counts) else Violation.CARDS


@part
def check_monkeys(state: State, rules: Rules, counts: Int16s) -> Violation:
    """2.2: Return the first violation in the places of the monkeys, or NOTHING; `counts` is scratch space.

    Unseen is the draw pile.
    """
    counts[:] = 0
    count_pile(state.monkey_pile[:], counts)
    if not are_equal(counts, state.unseen[UNSEEN_MONKEYS:UNSEEN_SHIPS]):
        return Violation.UNSEEN
    count_pile(state.monkey_pool[:], counts)
    count_pile(state.waiting[:], counts)
    count_card(int(state.auction_monkey), counts)
    for seat in range(MAX_PLAYERS):
        count_pile(state.aboard[seat], counts)
        for kind in range(NUM_MONKEY_KINDS):
            counts[kind] += state.pile[seat, kind]
    for kind in range(NUM_MONKEY_KINDS):
        counts[kind] += state.monkeys_out[kind]
    return Violation.NOTHING if is_the_box(state, rules.monkeys[:, :], counts) else Violation.MONKEYS


@part
def check_ships(state: State, rules: Rules, counts: Int16s) -> Violation:
    """2.5, 6: Return the first violation in the places of the ships, or NOTHING; `counts` is scratch space.

    Unseen is the draw pile, except those at its bottom that all saw return.
    """
    counts[:] = 0
    count_pile(state.ship_pile[:], counts)
    returned = int(state.num_returned)
    last = sum_of(counts)
    if not 0 <= returned <= last:
        return Violation.UNSEEN
    for i in range(last - returned, last):
        counts[int(state.ship_pile[i])] -= 1
    if not are_equal(counts, state.unseen[UNSEEN_SHIPS:NUM_KINDS]):
        return Violation.UNSEEN
    for i in range(last - returned, last):
        counts[int(state.ship_pile[i])] += 1
    count_pile(state.ship_pool[:], counts)
    for seat in range(MAX_PLAYERS):
        count_card(int(state.ship[seat]), counts)
        count_card(int(state.ships_out[seat]), counts)
        count_pile(state.ships_won[seat], counts)
    return Violation.NOTHING if is_the_box(state, rules.ships[:, :], counts) else Violation.SHIPS


@part
def sum_of(counts: Int16s) -> int:
    """Return the sum of the entries of `counts`: the number of cards counted."""
    total = 0
    for kind in range(len(counts)):
        total += int(counts[kind])
    return total
