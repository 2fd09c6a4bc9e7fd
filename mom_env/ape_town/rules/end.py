"""5: The end of the game."""

from mom_env.ape_town.rules.districts import score_district
from mom_env.ape_town.rules.points import gain
from mom_env.ape_town.state import FROM_MONEY, NONE, Decision, Rules, State
from mom_env.kernel.jit import part


@part
def end_game(state: State, rules: Rules) -> None:
    """5: Score money, after all districts once more with that option, and rank the players.

    The seat to move is the one that has placed the last tile.
    """
    if rules.all_districts:
        score_all_districts(state, rules)
    score_money(state, rules)
    rank_seats(state, rules, int(state.seat))
    state.seat = NONE
    state.decision = Decision.NOTHING


@part
def score_all_districts(state: State, rules: Rules) -> None:
    """R14: Score all districts again, the one that was filled last included."""
    for district in range(rules.num_districts):
        score_district(state, rules, district)


@part
def score_money(state: State, rules: Rules) -> None:
    """5.2, R15: Give each seat a point for each of its bundles; those on the track are nobody's."""
    for seat in range(rules.num_players):
        gain(state, seat, FROM_MONEY, int(state.money[seat]))


@part
def rank_seats(state: State, rules: Rules, last: int) -> None:
    """5.3, R16: Write the place of each seat; ties go in turn order after the seat of the last turn."""
    for seat in range(rules.num_players):
        place = 1
        for other in range(rules.num_players):
            place += int(is_ahead(state, rules, other, seat, last))
        state.place[seat] = place


@part
def is_ahead(state: State, rules: Rules, seat: int, other: int, last: int) -> bool:
    """5.3: Return whether a seat is placed before another one; `last` is the seat that has placed the last tile."""
    if state.points[seat] != state.points[other]:
        return bool(state.points[seat] > state.points[other])
    return turns_until(rules, seat, last) < turns_until(rules, other, last)


@part
def turns_until(rules: Rules, seat: int, last: int) -> int:
    """5.3: Return how many turns after that of the seat `last` a seat would have its next one, less one."""
    return (seat - last - 1 + int(rules.num_players)) % int(rules.num_players)
