"""3.1, R4: The order of seats in a tick, the quickest first."""

from mom_env.four_monkeys.state import NONE, Rules, State
from mom_env.kernel.jit import part


@part
def write_order(state: State, rules: Rules) -> None:
    """R4: Write the seats into `order`, the quickest first: by the lot of this tick, or by turns."""
    count = int(rules.num_players)
    if rules.rotate:
        first = int(state.round_number) + int(state.tick)
        for i in range(count):
            state.order[i] = (first + i) % count
    else:
        write_permutation(state, count, int(state.orders[int(state.deal_number), int(state.tick)]))


@part
def write_permutation(state: State, count: int, number: int) -> None:
    """R4: Write the permutation of `count` seats with this number into `order`.

    The numbers go through all permutations in the order of a dictionary: 0 is 0 1 2 ..., the last one counts down.
    """
    for i in range(count):
        state.order[i] = NONE
    for i in range(count - 1, -1, -1):  # from the last digit on: how many later seats are lower than the i-th
        digit = number % (count - i)
        number //= count - i
        for j in range(i + 1, count):
            state.order[j] += state.order[j] >= digit
        state.order[i] = digit
