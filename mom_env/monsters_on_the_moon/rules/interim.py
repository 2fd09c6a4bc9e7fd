"""4: The interim scoring, and which seat plays on."""

from mom_env.kernel.jit import part
from mom_env.monsters_on_the_moon.actions import Mask
from mom_env.monsters_on_the_moon.rules.scoring import count_heads, vp_of_rows
from mom_env.monsters_on_the_moon.state import Decision, Rules, State


@part
def take_interim(state: State, rules: Rules) -> None:
    """4.1: Count the heads of all seats."""
    state.interim_taken = 1
    for seat in range(rules.num_players):
        count_heads(state, int(state.monster[seat]), state.interim_rows[seat])
        state.interim[seat] = vp_of_rows(state.interim_rows[seat])


@part
def begin_interim(state: State, rules: Rules) -> None:
    """4.1, 4.2: Take the interim scoring; the seat with the fewest points decides which seat plays on."""
    take_interim(state, rules)
    state.seat, state.decision = last_in_points(state, rules, int(state.seat)), Decision.STARTER


@part
def last_in_points(state: State, rules: Rules, last: int) -> int:
    """4.2, R15: Return the seat that decides, after the last turn, that of the seat `last`.

    It has the fewest interim points; if tied, the fewest VP on the track; if tied again, it is the first one after
    `last`.
    """
    count, found = int(rules.num_players), (last + 1) % int(rules.num_players)
    for step in range(2, count + 1):
        seat = (last + step) % count
        if is_behind(state, rules, seat, found):
            found = seat
    return found


@part
def is_behind(state: State, rules: Rules, seat: int, other: int) -> bool:
    """R15: Return whether a seat has fewer interim points than another, or equal ones and fewer VP on the track."""
    if state.interim[seat] != state.interim[other]:
        return bool(state.interim[seat] < state.interim[other])
    return bool(rules.space_vp[int(state.steps[seat])] < rules.space_vp[int(state.steps[other])])


@part
def mark_starters(rules: Rules, mask: Mask) -> None:
    """4.2: Mark all seats, counted to the left from the one that decides."""
    for step in range(rules.num_players):
        mask.starter[step] = 1
