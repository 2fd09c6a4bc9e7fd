"""The potential of `shaping="potential"`: each seat's lead if the game were scored as it is now.

It uses open information alone: stones that tie, whose order at the end is secret, each get the mean of the awards for
the places they share. The potential is 0 at the deal and at the end, and sums to 0 over the seats.
"""

from mom_env.contract.records import Floats
from mom_env.kernel.jit import part
from mom_env.monkeys_on_the_moon.returns import VP_PER_RETURN
from mom_env.monkeys_on_the_moon.rules.scoring import count_scorn
from mom_env.monkeys_on_the_moon.state import NUM_TRIBES, Int16s, Rules, State


@part
def write_leads(state: State, rules: Rules, out: Floats) -> None:
    """Write to `out`, by seat, the VP so far above the mean of the others', on the scale of the reward "vp"."""
    total = 0.0
    first = vp_so_far(state, rules, 0)
    for seat in range(rules.num_players):
        out[seat] = vp_so_far(state, rules, seat) - first  # so that equal seats get exactly 0
        total += out[seat]
    others = int(rules.num_players) - 1
    for seat in range(rules.num_players):
        out[seat] = (out[seat] - (total - out[seat]) / others) / VP_PER_RETURN


@part
def vp_so_far(state: State, rules: Rules, seat: int) -> float:
    """4.3, 4.4: Return the seat's VP of full ships and current titles, less the cost of scorn."""
    vp = float(int(state.ship_vp[seat]) - int(rules.scorn_penalty) * count_scorn(state, seat))
    for tribe in range(NUM_TRIBES):
        vp += title_share(state, rules, tribe, seat)
    return vp


@part
def title_share(state: State, rules: Rules, tribe: int, seat: int) -> float:
    """4.3: Return what a seat's status in a tribe is worth now; splits are not rounded."""
    own, ahead, level = counted_status(state, rules, tribe, seat), 0, 0
    for other in range(rules.num_players):
        status = counted_status(state, rules, tribe, other)
        ahead += int(status > own)
        level += int(status == own)
    if ahead == 0 and level == 1:
        return award_now(state, tribe, rules.leader[:])
    if ahead > 1 or rules.num_players == 2:
        return 0.0
    second = award_now(state, tribe, rules.undersecretary[:])
    return second / level if ahead == 1 else (award_now(state, tribe, rules.leader[:]) + second) / level


@part
def counted_status(state: State, rules: Rules, tribe: int, seat: int) -> int:
    """4.3, R12: Return the status in the score pile; with Maximum Scorn 0 if the seat holds the tribe's scorn."""
    if rules.maximum_scorn and state.scorn[tribe] == seat:
        return 0
    return int(state.status[seat, tribe])


@part
def award_now(state: State, tribe: int, awards: Int16s) -> float:
    """4.2: Return the award of the tribe's rank; stones that tie get the mean of their ranks."""
    rank, sharing = 0, 0
    for other in range(NUM_TRIBES):
        rank += int(is_openly_ahead(state, other, tribe))
        sharing += int(state.finish[other] == state.finish[tribe] and state.track[other] == state.track[tribe])
    total = 0
    for place in range(rank, rank + sharing):
        total += int(awards[place])
    return total / sharing


@part
def is_openly_ahead(state: State, tribe: int, other: int) -> bool:
    """4.2: Return whether a tribe is ahead by arrival or distance, without the secret tie order."""
    if state.finish[tribe] != state.finish[other]:
        return bool(state.finish[other] == 0 or 0 < state.finish[tribe] < state.finish[other])
    return bool(state.track[tribe] > state.track[other])
