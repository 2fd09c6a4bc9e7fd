"""4: Score a district."""

from mom_env.ape_town.rules.points import gain
from mom_env.ape_town.state import FROM_BOSS, FROM_NEIGHBOURS, NONE, Int8s, Rules, State
from mom_env.kernel.jit import part


@part
def score_district(state: State, rules: Rules, district: int) -> None:
    """4, 4.2.4: Give the boss and the lemurs of a full district their points."""
    score_boss(state, rules, district)
    score_neighbours(state, rules, district)


@part
def score_boss(state: State, rules: Rules, district: int) -> None:
    """4.1: Give the worth of a district to its boss, if it has one."""
    boss = boss_of(state, rules, district)
    if boss != NONE:
        gain(state, boss, FROM_BOSS, int(state.worth[district]))


@part
def boss_of(state: State, rules: Rules, district: int) -> int:
    """4.1.1, 4.1.2: Return the seat with the most orangutans in a district, else with the most lemurs, else NONE."""
    boss = seat_with_most(state.orangutans[:], int(rules.num_players), district)
    if boss != NONE:
        return boss
    return seat_with_most(state.lemurs[:], int(rules.num_players), district)


@part
def seat_with_most(markers: Int8s, num_players: int, district: int) -> int:
    """4.1.3, R11: Return the seat that alone has most of these markers in a district, at least one; else NONE (-1).

    `markers` has their number by seat and district; those without a disc are not in it.
    """
    best, most = NONE, 0
    for seat in range(num_players):
        if markers[seat, district] > most:
            best, most = seat, int(markers[seat, district])
        elif markers[seat, district] == most:
            best = NONE
    return best


@part
def score_neighbours(state: State, rules: Rules, district: int) -> None:
    """4.2.3, R13: Give each seat with a lemur in a district its share of the worth of each inferior neighbour."""
    num_sharing = count_sharing(state, rules, district)
    if num_sharing == 0:
        return
    shares = 0
    for k in range(rules.num_neighbours[district]):
        neighbour = int(rules.neighbours[district, k])
        if is_inferior(state, neighbour, district):
            shares += share_of(int(state.worth[neighbour]), num_sharing)
    for seat in range(rules.num_players):
        if state.lemurs[seat, district] > 0:
            gain(state, seat, FROM_NEIGHBOURS, shares)


@part
def count_sharing(state: State, rules: Rules, district: int) -> int:
    """4.2.3: Return how many seats have a lemur in a district; those without a disc are of no seat."""
    count = 0
    for seat in range(rules.num_players):
        count += int(state.lemurs[seat, district] > 0)
    return count


@part
def is_inferior(state: State, neighbour: int, district: int) -> bool:
    """4.2.1, 4.2.2, R12: Return whether a neighbour of a district has fewer lemurs, those without a disc included."""
    return bool(state.all_lemurs[neighbour] < state.all_lemurs[district])


@part
def share_of(worth: int, num_sharing: int) -> int:
    """4.2.3: Return the worth of one neighbour divided by the number of seats that share it, rounded up."""
    return (worth + num_sharing - 1) // num_sharing
