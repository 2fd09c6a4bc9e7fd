"""5. The two printed variants: Maximum Scorn and Monkey Treachery."""

from mom_env.kernel.jit import part
from mom_env.kernel.piles import bury, take
from mom_env.monkeys_on_the_moon.actions import Mask
from mom_env.monkeys_on_the_moon.pieces import active_seat, clockwise_of, left_of, rival_of, tribe_of_monkey
from mom_env.monkeys_on_the_moon.rules.ships import is_aboard, launch_early
from mom_env.monkeys_on_the_moon.state import (
    MAX_MOVES,
    MAX_PLAYERS,
    MAX_SHIP_TYPES,
    MAX_STATUSES,
    NONE,
    NUM_KINDS,
    NUM_TRIBES,
    UNSEEN_CARDS,
    UNSEEN_MONKEYS,
    UNSEEN_SHIPS,
    Decision,
    Int8s,
    Rules,
    State,
)

# Maximum Scorn


@part
def discard_scorned_monkeys(state: State) -> None:
    """5, R12: Remove each scorned tribe's monkeys from the score pile of the holder of its scorn, before counting."""
    for tribe in range(NUM_TRIBES):
        if state.scorn[tribe] != NONE:
            discard_monkeys(state, int(state.scorn[tribe]), tribe)


@part
def discard_monkeys(state: State, seat: int, tribe: int) -> None:
    """5, R12: Remove a tribe's monkeys of a seat; they count neither for status nor for tie-breaks."""
    for monkey in range(tribe * MAX_STATUSES, (tribe + 1) * MAX_STATUSES):
        state.monkeys[seat] -= state.pile[seat, monkey]
        state.monkeys_out[monkey] += state.pile[seat, monkey]
        state.pile[seat, monkey] = 0
    state.status[seat, tribe] = 0


# Monkey Treachery


@part
def begin_treachery(state: State, rules: Rules, tribe: int) -> None:
    """5, R13: Swap the tribe, the first at the white dot, with its clockwise neighbour, once a game.

    After that, all ships are to be checked for rivals.
    """
    state.swapped = 1
    swap_places(state, tribe, clockwise_of(tribe))
    state.owners_to_check = rules.num_players


@part
def check_next_owner(state: State, rules: Rules) -> None:
    """5: Check the next owner's ship, from the active player to the left; ask one with rivals on board who stays."""
    owner = active_seat(state, rules)
    for _ in range(rules.num_players - state.owners_to_check):
        owner = left_of(rules, owner)
    state.owners_to_check -= 1
    if has_rivals_aboard(state, owner):
        state.seat = owner
        state.decision = Decision.STAY


@part
def has_rivals_aboard(state: State, owner: int) -> bool:
    """5: Return whether rivals share the owner's ship; that happens only when the circle has changed."""
    for tribe in range(NUM_TRIBES // 2):
        if is_aboard(state, owner, tribe) and is_aboard(state, owner, rival_of(tribe)):
            return True
    return False


@part
def can_stay(state: State, tribe: int) -> bool:
    """5: Return whether the tribe is one of two rival tribes on the ship of the seat to move."""
    owner = int(state.seat)
    return is_aboard(state, owner, tribe) and is_aboard(state, owner, rival_of(tribe))


@part
def mark_stays(state: State, mask: Mask) -> None:
    """5: Mark the two tribes of which one stays behind."""
    for tribe in range(NUM_TRIBES):
        if can_stay(state, tribe):
            mask.stay_behind[tribe] = 1


@part
def apply_stay(state: State, rules: Rules, tribe: int) -> None:
    """5, R16: Leave all monkeys of the tribe behind and launch the ship early with the others.

    Those left behind wait for the owner's next ship.
    """
    owner = int(state.seat)
    aboard = state.aboard[owner]
    index = 0
    while index < len(aboard) and aboard[index] != NONE:
        if tribe_of_monkey(int(aboard[index])) == tribe:
            bury(state.waiting[:], take(aboard, index))
        else:
            index += 1
    launch_early(state, rules, owner)


# A tribe's number is its place in the circle, so a swap exchanges two numbers wherever they are stored.


@part
def swap_places(state: State, one: int, other: int) -> None:
    """5: Swap two tribes; both keep stone, coins, scorn and cards, and have new allies and rivals."""
    swap_tribes(state, one, other)
    for seat in range(MAX_PLAYERS):
        swap_for_seat(state, seat, one, other)
    renumber(state.monkey_pool[:], one, other, MAX_STATUSES)
    renumber(state.monkey_pile[:], one, other, MAX_STATUSES)
    renumber(state.ship_pool[:], one, other, MAX_SHIP_TYPES)
    renumber(state.ship_pile[:], one, other, MAX_SHIP_TYPES)
    renumber(state.ship[:], one, other, MAX_SHIP_TYPES)
    renumber(state.civilization_pile[:], one, other, MAX_MOVES)
    renumber(state.out_of_game[:], one, other, MAX_MOVES)
    renumber(state.discard[:], one, other, MAX_MOVES)
    swap_kinds(state.monkeys_out[:], one, other)
    swap_kinds(state.unseen[UNSEEN_MONKEYS:UNSEEN_SHIPS], one, other)
    swap_kinds(state.unseen[UNSEEN_SHIPS:NUM_KINDS], one, other)
    swap_kinds(state.unseen[UNSEEN_CARDS:UNSEEN_MONKEYS], one, other)


@part
def swap_tribes(state: State, one: int, other: int) -> None:
    """5: Swap two tribes in everything that is counted by tribe."""
    swap_kinds(state.colour[:], one, other)
    swap_kinds(state.track[:], one, other)
    swap_kinds(state.finish[:], one, other)
    swap_kinds(state.supply[:], one, other)
    swap_kinds(state.scorn[:], one, other)
    swap_kinds(state.tie_rank[:], one, other)


@part
def swap_for_seat(state: State, seat: int, one: int, other: int) -> None:
    """5: Swap two tribes in a seat's coins, status, score pile, monkeys on board, hand and ships won.

    Its scorn and the ship on the ground are swapped by the callers.
    """
    swap_kinds(state.coins[seat], one, other)
    swap_kinds(state.status[seat], one, other)
    swap_kinds(state.pile[seat], one, other)
    renumber(state.aboard[seat], one, other, MAX_STATUSES)
    renumber(state.hand[seat], one, other, MAX_MOVES)
    renumber(state.ships_won[seat], one, other, MAX_SHIP_TYPES)


@part
def swap_kinds(counts: Int8s, one: int, other: int) -> None:
    """Swap the numbers of two tribes; `counts` has equally many numbers for each tribe, in order of the tribes."""
    per_tribe = len(counts) // NUM_TRIBES
    for index in range(per_tribe):
        count = counts[one * per_tribe + index]
        counts[one * per_tribe + index] = counts[other * per_tribe + index]
        counts[other * per_tribe + index] = count


@part
def renumber(pile: Int8s, one: int, other: int, per_tribe: int) -> None:
    """Renumber the cards of two tribes in a pile, each as the other's; `per_tribe` is how many kinds a tribe has."""
    for i in range(len(pile)):
        card = int(pile[i])
        if card == NONE:
            continue
        if card // per_tribe == one:
            pile[i] = card + (other - one) * per_tribe
        elif card // per_tribe == other:
            pile[i] = card + (one - other) * per_tribe
