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
    """Write into `out`, by seat, the VP so far less the mean of the others' VP, on the scale of the reward "vp".

    VP so far are full ships and present titles, less the cost of scorn. The numbers sum to 0, and 20 VP are 1.
    """
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
    """4.3, 4.4: Return the VP that a seat would have now: full ships and present titles, less the cost of its scorn."""
    vp = float(int(state.ship_vp[seat]) - int(rules.scorn_penalty) * count_scorn(state, seat))
    for tribe in range(NUM_TRIBES):
        vp += title_share(state, rules, tribe, seat)
    return vp


@part
def title_share(state: State, rules: Rules, tribe: int, seat: int) -> float:
    """4.3: Return the VP that the seat's status in a tribe would bring now by titles; splits are not rounded."""
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
    """4.3, R12: Return the status of the seat's launched monkeys of a tribe.

    With Maximum Scorn, return 0 if the seat holds the tribe's scorn.
    """
    if rules.maximum_scorn and state.scorn[tribe] == seat:
        return 0
    return int(state.status[seat, tribe])


@part
def award_now(state: State, tribe: int, awards: Int16s) -> float:
    """4.2: Return the VP that `awards`, by rank, has for the present rank of the tribe on the track.

    Stones that tie get the mean of the awards for the ranks that they share.
    """
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
    """4.2: Return whether `tribe` is ahead of `other` by arrival or distance, without the secret tie order."""
    if state.finish[tribe] != state.finish[other]:
        return bool(state.finish[other] == 0 or 0 < state.finish[tribe] < state.finish[other])
    return bool(state.track[tribe] > state.track[other])
