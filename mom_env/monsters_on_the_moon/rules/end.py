"""5, 6.4, 7.2: The end: VP, places, and the interim scoring if it has not come."""

from mom_env.kernel.jit import called_kernel, part
from mom_env.monsters_on_the_moon.rules.interim import take_interim
from mom_env.monsters_on_the_moon.rules.missions import mission_vp
from mom_env.monsters_on_the_moon.rules.scoring import GROUP_VP, count_heads, largest_group, vp_of_rows
from mom_env.monsters_on_the_moon.rules.solo import end_solo
from mom_env.monsters_on_the_moon.state import NONE, Decision, Rules, State


@called_kernel
def end_game(state: State, rules: Rules) -> None:
    """5, R9: Count the VP of all seats and rank them; nobody decides any more."""
    if rules.num_players == 1:
        end_solo(state)
    else:
        if not state.interim_taken:
            take_interim(state, rules)
        for seat in range(rules.num_players):
            count_vp(state, rules, seat)
        for seat in range(rules.num_players):
            state.place[seat] = place_in_order(state, rules, seat)
    state.seat, state.decision = NONE, Decision.NOTHING


@part
def count_vp(state: State, rules: Rules, seat: int) -> None:
    """5.1, 5.2, 6.4.1, 7.2: Count the VP of a seat at the end."""
    monster = int(state.monster[seat])
    count_heads(state, monster, state.final_rows[seat])
    state.group_vp[seat] = 0 if rules.with_walls else GROUP_VP * largest_group(state, monster)
    state.mission_vp[seat] = mission_vp(state, rules, seat)
    heads = int(state.interim[seat]) + vp_of_rows(state.final_rows[seat])
    state.vp[seat] = heads + int(state.group_vp[seat]) + int(state.mission_vp[seat]) + track_vp(state, rules, seat)


@part
def track_vp(state: State, rules: Rules, seat: int) -> int:
    """5.1: Return the VP of the space of a seat's marker."""
    return int(rules.space_vp[int(state.steps[seat])])


@part
def place_in_order(state: State, rules: Rules, seat: int) -> int:
    """5.3, R17: Return the place of a seat: by VP, then by VP on the track; other ties share."""
    place = 1
    for other in range(rules.num_players):
        if state.vp[other] != state.vp[seat]:
            place += int(state.vp[other]) > int(state.vp[seat])
        else:
            place += track_vp(state, rules, other) > track_vp(state, rules, seat)
    return place
