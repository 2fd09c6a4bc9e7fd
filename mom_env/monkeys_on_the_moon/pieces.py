"""Relations between tribes and seats, and what is printed on a card."""

from mom_env.kernel.jit import kernel, part
from mom_env.monkeys_on_the_moon.state import (
    MAX_MOVES,
    MAX_SHIP_TYPES,
    MAX_STATUSES,
    NUM_TRIBES,
    Rules,
    State,
)


@kernel
def clockwise_of(tribe: int) -> int:
    """2.1: Return the tribe's clockwise ally."""
    return tribe + 1 if tribe < NUM_TRIBES - 1 else 0


@kernel
def counter_of(tribe: int) -> int:
    """2.1: Return the tribe's counter-clockwise ally."""
    return tribe - 1 if tribe > 0 else NUM_TRIBES - 1


@kernel
def rival_of(tribe: int) -> int:
    """2.1: Return the tribe opposite."""
    half = NUM_TRIBES // 2
    return tribe + half if tribe < half else tribe - half


@part
def left_of(rules: Rules, seat: int) -> int:
    """Return the next seat to the left; after the last seat comes seat 0."""
    return seat + 1 if seat + 1 < rules.num_players else 0


@kernel
def active_seat(state: State, rules: Rules) -> int:
    """3: Return the seat whose civilization or bid turn it is."""
    seat = int(state.start) + int(state.turn)
    return seat if seat < rules.num_players else seat - int(rules.num_players)


@part
def tribe_of_card(card: int) -> int:
    """Return the tribe that a civilization card names."""
    return card // MAX_MOVES


@part
def move_of(rules: Rules, card: int) -> int:
    """Return the number of spaces that a civilization card moves."""
    return int(rules.move[card % MAX_MOVES])


@part
def tribe_of_monkey(monkey: int) -> int:
    """Return the tribe of a monkey."""
    return monkey // MAX_STATUSES


@part
def status_of(rules: Rules, monkey: int) -> int:
    """Return the status of a monkey."""
    return int(rules.monkey_status[monkey % MAX_STATUSES])


@part
def tribe_of_ship(ship: int) -> int:
    """Return the tribe whose colour a ship has."""
    return ship // MAX_SHIP_TYPES


@part
def seats_of(rules: Rules, ship: int) -> int:
    """Return how many monkeys a ship carries."""
    return int(rules.seats[ship % MAX_SHIP_TYPES])


@part
def vp_of_ship(rules: Rules, ship: int) -> int:
    """Return the VP of a ship that launches full."""
    return int(rules.ship_vp[ship % MAX_SHIP_TYPES])
