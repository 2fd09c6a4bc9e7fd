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
    """5, R12: Remove from each score pile the monkeys of tribes whose scorn its owner holds, before VP are counted."""
    for tribe in range(NUM_TRIBES):
        if state.scorn[tribe] != NONE:
            discard_monkeys(state, int(state.scorn[tribe]), tribe)


@part
def discard_monkeys(state: State, seat: int, tribe: int) -> None:
    """5, R12: Remove a tribe's monkeys from a seat's score pile; they count neither for status nor for tie-breaks."""
    for monkey in range(tribe * MAX_STATUSES, (tribe + 1) * MAX_STATUSES):
        state.monkeys[seat] -= state.pile[seat, monkey]
        state.monkeys_out[monkey] += state.pile[seat, monkey]
        state.pile[seat, monkey] = 0
    state.status[seat, tribe] = 0


# Monkey Treachery


@part
def begin_treachery(state: State, rules: Rules, tribe: int) -> None:
    """5, R13: Swap `tribe`, the first at the white dot, with its clockwise neighbour; this happens once a game.

    After that, the ships of all seats are to be checked for rivals.
    """
    state.swapped = 1
    swap_places(state, tribe, clockwise_of(tribe))
    state.owners_to_check = rules.num_players


@part
def check_next_owner(state: State, rules: Rules) -> None:
    """5: Check one more ship for rivals after the swap, in the order from the active player to the left.

    If there are rivals on board, its owner becomes the seat to move, and decides which tribe stays behind.
    """
    owner = active_seat(state, rules)
    for _ in range(rules.num_players - state.owners_to_check):
        owner = left_of(rules, owner)
    state.owners_to_check -= 1
    if has_rivals_aboard(state, owner):
        state.seat = owner
        state.decision = Decision.STAY


@part
def has_rivals_aboard(state: State, owner: int) -> bool:
    """5: Return whether rival tribes share the ship of the seat `owner`, as they can after the circle has changed."""
    for tribe in range(NUM_TRIBES // 2):
        if is_aboard(state, owner, tribe) and is_aboard(state, owner, rival_of(tribe)):
            return True
    return False


@part
def can_stay(state: State, tribe: int) -> bool:
    """5: Return whether `tribe` and its rival are both on the ship of the seat to move."""
    owner = int(state.seat)
    return is_aboard(state, owner, tribe) and is_aboard(state, owner, rival_of(tribe))


@part
def mark_stays(state: State, mask: Mask) -> None:
    """5: Write 1 into `mask.stay_behind` for the two rival tribes on the ship of the seat to move.

    One of the two will stay behind. All other entries of `mask` stay as they are.
    """
    for tribe in range(NUM_TRIBES):
        if can_stay(state, tribe):
            mask.stay_behind[tribe] = 1


@part
def apply_stay(state: State, rules: Rules, tribe: int) -> None:
    """5, R16: Leave all monkeys of `tribe` behind, and launch the ship of the seat to move early with the others.

    The monkeys left behind wait for the owner's next ship.
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
    """5: Swap the tribes at the places `one` and `other` of the circle, in the whole record.

    Both keep stone, coins, scorn and cards, and have new allies and rivals.
    """
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
    """5: Swap the tribes `one` and `other` in the fields that all seats share.

    These have one number for each tribe, such as its place on the track. `swap_for_seat` swaps those of a seat.
    """
    swap_kinds(state.colour[:], one, other)
    swap_kinds(state.track[:], one, other)
    swap_kinds(state.finish[:], one, other)
    swap_kinds(state.supply[:], one, other)
    swap_kinds(state.scorn[:], one, other)
    swap_kinds(state.tie_rank[:], one, other)


@part
def swap_for_seat(state: State, seat: int, one: int, other: int) -> None:
    """5: Swap the tribes `one` and `other` in a seat's coins, status, score pile, monkeys on board, hand and ships won.

    The scorn that it holds and its ship on the ground are not changed here.
    """
    swap_kinds(state.coins[seat], one, other)
    swap_kinds(state.status[seat], one, other)
    swap_kinds(state.pile[seat], one, other)
    renumber(state.aboard[seat], one, other, MAX_STATUSES)
    renumber(state.hand[seat], one, other, MAX_MOVES)
    renumber(state.ships_won[seat], one, other, MAX_SHIP_TYPES)


@part
def swap_kinds(counts: Int8s, one: int, other: int) -> None:
    """Exchange the numbers of the tribes `one` and `other` in `counts`.

    `counts` has equally many numbers for each tribe, in the order of the tribes.
    """
    per_tribe = len(counts) // NUM_TRIBES
    for index in range(per_tribe):
        count = counts[one * per_tribe + index]
        counts[one * per_tribe + index] = counts[other * per_tribe + index]
        counts[other * per_tribe + index] = count


@part
def renumber(pile: Int8s, one: int, other: int, per_tribe: int) -> None:
    """Change the kinds of the cards in `pile`: those of tribe `one` become those of tribe `other`, and the reverse.

    `per_tribe` is how many kinds of these cards a tribe has. The order of the cards stays.
    """
    for i in range(len(pile)):
        card = int(pile[i])
        if card == NONE:
            continue
        if card // per_tribe == one:
            pile[i] = card + (other - one) * per_tribe
        elif card // per_tribe == other:
            pile[i] = card + (one - other) * per_tribe
