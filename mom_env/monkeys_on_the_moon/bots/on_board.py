"""What the hand-written bots need to know about the monkeys on board."""

from mom_env.kernel.jit import part
from mom_env.monkeys_on_the_moon.pieces import status_of, tribe_of_monkey
from mom_env.monkeys_on_the_moon.state import MAX_SEATS, NONE, Rules, State


@part
def count_aboard(state: State, owner: int, tribe: int) -> int:
    """5: Return how many monkeys of a tribe are on the ship of the seat `owner`.

    If the tribe stays behind, all of them do, and board the next ship.
    """
    count = 0
    for i in range(MAX_SEATS):
        monkey = int(state.aboard[owner, i])
        if monkey != NONE and tribe_of_monkey(monkey) == tribe:
            count += 1
    return count


@part
def status_with_crew(state: State, rules: Rules, seat: int, tribe: int) -> int:
    """Return a seat's status in a tribe: of its launched monkeys, and of those on its ship, which will all launch."""
    status = int(state.status[seat, tribe])
    for i in range(MAX_SEATS):
        monkey = int(state.aboard[seat, i])
        if monkey != NONE and tribe_of_monkey(monkey) == tribe:
            status += status_of(rules, monkey)
    return status
