"""9: Areas and left neighbours."""

from mom_env.four_monkeys.sizes import MAX_PLAYERS
from mom_env.four_monkeys.state import Rules, State
from mom_env.kernel.jit import part


@part
def seat_first_areas(state: State, rules: Rules) -> None:
    """9: Let the first seats sit in the first area, and the rest in the other one."""
    for seat in range(MAX_PLAYERS):
        state.area[seat] = seat < rules.num_players and seat >= rules.area_size[0]
    set_neighbours(state, rules)


@part
def seat_next_areas(state: State, rules: Rules) -> None:
    """9, R26: Let those with the highest totals sit in the first area; ties: the last round, then the lower seat."""
    for seat in range(rules.num_players):
        better = 0
        for other in range(rules.num_players):
            better += is_ahead(state, other, seat)
        state.area[seat] = better >= rules.area_size[0]
    set_neighbours(state, rules)


@part
def is_ahead(state: State, seat: int, other: int) -> bool:
    """R26: Return whether `seat` comes before `other` when areas are filled."""
    if state.total[seat] != state.total[other]:
        return bool(state.total[seat] > state.total[other])
    if state.last_score[seat] != state.last_score[other]:
        return bool(state.last_score[seat] > state.last_score[other])
    return seat < other


@part
def set_neighbours(state: State, rules: Rules) -> None:
    """9, R27: Set the left neighbour of each seat, the next higher seat of its area, after the highest the lowest."""
    for seat in range(MAX_PLAYERS):
        state.left[seat] = 0
    for seat in range(rules.num_players):
        other = (seat + 1) % int(rules.num_players)
        while state.area[other] != state.area[seat]:
            other = (other + 1) % int(rules.num_players)
        state.left[seat] = other
