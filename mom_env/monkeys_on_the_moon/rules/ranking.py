"""4.2: The ranks of the tribes on the track, and what decides a tie."""

from mom_env.kernel.jit import part
from mom_env.monkeys_on_the_moon.state import NUM_TRIBES, State


@part
def is_ahead(state: State, tribe: int, other: int) -> bool:
    """4.2: Return whether `tribe` ranks above `other`: by arrival, then by distance, then by the secret tie order."""
    if state.finish[tribe] != state.finish[other]:
        return bool(state.finish[other] == 0 or 0 < state.finish[tribe] < state.finish[other])
    if state.track[tribe] != state.track[other]:
        return bool(state.track[tribe] > state.track[other])
    return bool(state.tie_rank[tribe] < state.tie_rank[other])


@part
def rank_of(state: State, tribe: int) -> int:
    """4.2: Return the rank of the tribe: how many tribes are ahead of it, so that 0 is the 1st place."""
    rank = 0
    for other in range(NUM_TRIBES):
        if other != tribe and is_ahead(state, other, tribe):
            rank += 1
    return rank


@part
def rank_tribes(state: State) -> None:
    """4.2: Write the tribes into `state.ranking`, in the order of their ranks, the tribe in the 1st place first."""
    for tribe in range(NUM_TRIBES):
        state.ranking[rank_of(state, tribe)] = tribe
