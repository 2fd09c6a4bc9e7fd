"""3.2.5, 3.3 Boarding and launches."""

from mom_env.kernel.jit import part
from mom_env.kernel.piles import bury, draw, empty, find, size, take
from mom_env.monkeys_on_the_moon.actions import Mask
from mom_env.monkeys_on_the_moon.pieces import (
    rival_of,
    seats_of,
    status_of,
    tribe_of_monkey,
    tribe_of_ship,
    vp_of_ship,
)
from mom_env.monkeys_on_the_moon.rules.coins_and_scorn import return_scorn
from mom_env.monkeys_on_the_moon.state import (
    MAX_SEATS,
    MAX_SHIP_POOL,
    NONE,
    UNSEEN_SHIPS,
    Decision,
    Rules,
    State,
)

# Boarding


@part
def board(state: State, rules: Rules, owner: int, monkey: int) -> None:
    """3.2.5: Board a monkey of kind `monkey` on the ship of the seat `owner`; a full ship launches.

    If a rival is on board, the ship launches early without the monkey, which then waits for the owner's next ship.
    """
    if is_aboard(state, owner, rival_of(tribe_of_monkey(monkey))):
        state.waiting[0] = monkey
        launch_early(state, rules, owner)
    else:
        take_seat(state, rules, owner, monkey)


@part
def is_aboard(state: State, owner: int, tribe: int) -> bool:
    """Return whether at least one monkey of the tribe is on board the ship of the seat `owner`."""
    for i in range(MAX_SEATS):
        monkey = int(state.aboard[owner, i])
        if monkey != NONE and tribe_of_monkey(monkey) == tribe:
            return True
    return False


@part
def take_seat(state: State, rules: Rules, owner: int, monkey: int) -> None:
    """3.2.5, R14: Put a monkey of kind `monkey` on the ship of the seat `owner`, and return its tribe's scorn.

    A ship that is now full launches at once. Rivals on board are not looked at.
    """
    return_scorn(state, owner, tribe_of_monkey(monkey))  # before a launch, so a ship of that colour pays its coin
    bury(state.aboard[owner], monkey)
    if size(state.aboard[owner]) == seats_of(rules, int(state.ship[owner])):
        launch_full(state, rules, owner)


@part
def board_waiting(state: State, rules: Rules, owner: int) -> None:
    """R8: Board the waiting monkeys on the ship of the seat `owner`, one by one, in the order in which they came.

    If the ship fills up, it launches, and monkeys that are left wait for the next ship, which the owner has to choose.
    """
    while state.waiting[0] != NONE and state.decision == Decision.NOTHING:
        take_seat(state, rules, owner, draw(state.waiting[:]))


# Launches


@part
def launch_full(state: State, rules: Rules, owner: int) -> None:
    """3.3.1: Launch the full ship of the seat `owner`: move it to the owner's score pile, add its VP, and lift off."""
    ship = int(state.ship[owner])
    bury(state.ships_won[owner], ship)
    state.ship_vp[owner] += vp_of_ship(rules, ship)
    lift_off(state, rules, owner, ship)


@part
def launch_early(state: State, rules: Rules, owner: int) -> None:
    """3.3.1: Launch the ship of the seat `owner`, which is not full: put it under the ship pile, and lift off.

    All see the ship go there, so it is counted as returned. It brings no VP.
    """
    ship = int(state.ship[owner])
    bury(state.ship_pile[:], ship)
    state.num_returned += 1
    lift_off(state, rules, owner, ship)


@part
def lift_off(state: State, rules: Rules, owner: int, ship: int) -> None:
    """3.3: Score the monkeys on board, let the ship's tribe thank the owner, and ask the owner for another ship.

    `owner` is a seat, and `ship` the kind of its ship, which is on the ground no longer.
    """
    score_aboard(state, rules, owner)
    state.ship[owner] = NONE
    please_tribe(state, owner, tribe_of_ship(ship))
    state.seat = owner
    state.decision = Decision.SHIP


@part
def score_aboard(state: State, rules: Rules, owner: int) -> None:
    """3.3.1: Move the monkeys on board to the score pile of the seat `owner`, and add their status and their number."""
    for i in range(size(state.aboard[owner])):
        monkey = int(state.aboard[owner, i])
        state.pile[owner, monkey] += 1
        state.status[owner, tribe_of_monkey(monkey)] += status_of(rules, monkey)
        state.monkeys[owner] += 1
    empty(state.aboard[owner])


@part
def please_tribe(state: State, owner: int, tribe: int) -> None:
    """3.3.2, R6: Return the scorn of `tribe`, whose ship has launched, if the seat `owner` holds it.

    Otherwise give the owner a coin of the tribe, if the supply has one.
    """
    if not return_scorn(state, owner, tribe) and state.supply[tribe] > 0:
        state.supply[tribe] -= 1
        state.coins[owner, tribe] += 1


# The next ship


@part
def can_take_ship(state: State, ship: int) -> bool:
    """3.3.3: Return whether a ship of kind `ship` is in the open ship pool."""
    return find(state.ship_pool[:], ship) != NONE


@part
def mark_ships(state: State, mask: Mask) -> None:
    """3.3.3: Write 1 into `mask.take_ship` for each kind of ship in the open pool; equal ships are one choice.

    All other entries of `mask` stay.
    """
    for i in range(MAX_SHIP_POOL):
        ship = int(state.ship_pool[i])
        if ship != NONE:
            mask.take_ship[ship] = 1


@part
def apply_ship(state: State, rules: Rules, ship: int) -> None:
    """3.3.3, R8: Give the seat to move a ship of kind `ship` from the pool, and refill the pool.

    Then the monkeys that wait for its next ship board this one.
    """
    owner = int(state.seat)
    take(state.ship_pool[:], find(state.ship_pool[:], ship))
    state.ship[owner] = ship
    refill_ship_pool(state)
    state.decision = Decision.NOTHING
    board_waiting(state, rules, owner)


@part
def refill_ship_pool(state: State) -> None:
    """3.3.3, R7: Move the next ship of the pile into the pool.

    If only returned ships, which all saw, are left in the pile, `num_returned` falls by one. Otherwise the new ship is
    no longer counted as unseen.
    """
    is_known = size(state.ship_pile[:]) == state.num_returned
    ship = draw(state.ship_pile[:])
    bury(state.ship_pool[:], ship)
    if is_known:
        state.num_returned -= 1
    else:
        state.unseen[UNSEEN_SHIPS + ship] -= 1
