"""5: The result of a finished game, counted a second time."""

from mom_env.ape_town.soak.violations import Violation
from mom_env.ape_town.state import NUM_WAYS, Rules, State
from mom_env.kernel.jit import part


@part
def check_end(before: State, action: int, state: State, rules: Rules) -> Violation:
    """5: Return the first violation of the finished game `state`, or NOTHING; `before` and `action` are not used."""
    return check_result(state, rules)


@part
def check_result(state: State, rules: Rules) -> Violation:
    """5: Return the first violation in ways and places of a finished game, or NOTHING."""
    for seat in range(rules.num_players):
        total = 0
        for way in range(NUM_WAYS):
            total += int(state.ways[seat, way])
        if total != state.points[seat]:
            return Violation.WAYS
    for seat in range(rules.num_players):
        if state.place[seat] != 1 + count_better(state, rules, seat):
            return Violation.PLACES
    return Violation.NOTHING


@part
def turns_to_wait(state: State, rules: Rules, seat: int) -> int:
    """5.3: Return how many seats come before `seat` if the game went on after its last turn."""
    return (seat - int(state.start) - int(state.turn)) % int(rules.num_players)


@part
def count_better(state: State, rules: Rules, seat: int) -> int:
    """5.3, R16: Return how many seats have more points, or equal points and an earlier next turn."""
    count = 0
    for other in range(rules.num_players):
        is_earlier = turns_to_wait(state, rules, other) < turns_to_wait(state, rules, seat)
        is_level = state.points[other] == state.points[seat]
        count += state.points[other] > state.points[seat] or (is_level and is_earlier)
    return count
