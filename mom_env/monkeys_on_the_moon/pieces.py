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
    """2.1: Return the clockwise ally of `tribe`; tribes are numbered by place in the circle, 0 to 5 clockwise."""
    return tribe + 1 if tribe < NUM_TRIBES - 1 else 0


@kernel
def counter_of(tribe: int) -> int:
    """2.1: Return the counter-clockwise ally of `tribe`; tribes are numbered by place, 0 to 5 clockwise."""
    return tribe - 1 if tribe > 0 else NUM_TRIBES - 1


@kernel
def rival_of(tribe: int) -> int:
    """2.1: Return the rival of `tribe`, the tribe opposite; tribes are numbered by place in the circle, 0 to 5."""
    half = NUM_TRIBES // 2
    return tribe + half if tribe < half else tribe - half


@part
def left_of(rules: Rules, seat: int) -> int:
    """Return the seat to the left of `seat`: the next number, and seat 0 after the last seat in play."""
    return seat + 1 if seat + 1 < rules.num_players else 0


@kernel
def active_seat(state: State, rules: Rules) -> int:
    """3: Return the seat whose civilization or bid turn it is, which is not always the seat that decides."""
    seat = int(state.start) + int(state.turn)
    return seat if seat < rules.num_players else seat - int(rules.num_players)


@part
def tribe_of_card(card: int) -> int:
    """Return the tribe, by its place in the circle, that a civilization card of kind `card` names."""
    return card // MAX_MOVES


@part
def move_of(rules: Rules, card: int) -> int:
    """Return the number of spaces that a civilization card of kind `card` moves a stone."""
    return int(rules.move[card % MAX_MOVES])


@part
def tribe_of_monkey(monkey: int) -> int:
    """Return the tribe, by its place in the circle, of a monkey of kind `monkey`."""
    return monkey // MAX_STATUSES


@part
def status_of(rules: Rules, monkey: int) -> int:
    """Return the points of status of a monkey of kind `monkey`."""
    return int(rules.monkey_status[monkey % MAX_STATUSES])


@part
def tribe_of_ship(ship: int) -> int:
    """Return the tribe, by its place in the circle, whose colour a ship of kind `ship` has."""
    return ship // MAX_SHIP_TYPES


@part
def seats_of(rules: Rules, ship: int) -> int:
    """Return the capacity of a ship of kind `ship`: the number of monkeys that fill it."""
    return int(rules.seats[ship % MAX_SHIP_TYPES])


@part
def vp_of_ship(rules: Rules, ship: int) -> int:
    """Return the VP that a ship of kind `ship` brings its owner if it launches full."""
    return int(rules.ship_vp[ship % MAX_SHIP_TYPES])
