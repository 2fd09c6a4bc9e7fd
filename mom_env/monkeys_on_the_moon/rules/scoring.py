"""4. The end: last launches, titles, VP, and who wins."""

from mom_env.kernel.jit import kernel, part
from mom_env.monkeys_on_the_moon.pieces import tribe_of_ship
from mom_env.monkeys_on_the_moon.rules.coins_and_scorn import return_scorn
from mom_env.monkeys_on_the_moon.rules.ranking import rank_tribes
from mom_env.monkeys_on_the_moon.rules.ships import score_aboard
from mom_env.monkeys_on_the_moon.rules.variants import discard_scorned_monkeys
from mom_env.monkeys_on_the_moon.state import NONE, NUM_TRIBES, Decision, Phase, Rules, State


@part
def end_game(state: State, rules: Rules) -> None:
    """4: End the game: launch the last ships, apply Maximum Scorn if it is played, and write ranking, VP and places."""
    state.phase = Phase.OVER
    state.seat = NONE
    state.decision = Decision.NOTHING
    for seat in range(rules.num_players):
        launch_last_ship(state, rules, seat)
    if rules.maximum_scorn:
        discard_scorned_monkeys(state)
    count_up(state, rules)


@kernel
def count_up(state: State, rules: Rules) -> None:
    """4.2 to 4.5: Write `ranking`, `vp` and `place` of the record, from what is on the table at the end.

    The last launches, and Maximum Scorn if it is played, must have been applied.
    """
    rank_tribes(state)
    for seat in range(rules.num_players):
        state.vp[seat] = state.ship_vp[seat] - rules.scorn_penalty * count_scorn(state, seat)
    for rank in range(NUM_TRIBES):
        award_titles(state, rules, rank)
    for seat in range(rules.num_players):
        state.place[seat] = place_of(state, rules, seat)


@part
def launch_last_ship(state: State, rules: Rules, owner: int) -> None:
    """4.1, R9: Move the monkeys on board to the score pile of the seat `owner`, and remove its ship.

    The ship brings neither VP nor a coin. With `final_launch_clears_scorn`, the owner gives the scorn of the ship's
    tribe back.
    """
    score_aboard(state, rules, owner)
    if rules.final_launch_clears_scorn:
        return_scorn(state, owner, tribe_of_ship(int(state.ship[owner])))
    state.ships_out[owner] = state.ship[owner]
    state.ship[owner] = NONE


# Titles


@part
def top_status(state: State, rules: Rules, tribe: int, below: int) -> int:
    """4.3: Return the highest status of a seat in a tribe that is less than `below`; NONE (-1) if no seat has less."""
    most = NONE
    for seat in range(rules.num_players):
        status = int(state.status[seat, tribe])
        if most < status < below:
            most = status
    return most


@part
def count_with_status(state: State, rules: Rules, tribe: int, status: int) -> int:
    """4.3: Return how many seats have exactly `status` points of status in the tribe."""
    count = 0
    for seat in range(rules.num_players):
        if state.status[seat, tribe] == status:
            count += 1
    return count


@part
def award(state: State, rules: Rules, tribe: int, status: int, vp: int) -> None:
    """4.3: Add `vp` VP to every seat that has exactly `status` points of status in the tribe; each gets all of `vp`."""
    for seat in range(rules.num_players):
        if state.status[seat, tribe] == status:
            state.vp[seat] += vp


@part
def award_titles(state: State, rules: Rules, rank: int) -> None:
    """4.3: Add to the seats' VP what both titles of the tribe at `rank`, from 0 for the 1st place, pay.

    The seat with the most status is leader, the second is undersecretary. Status 0 counts. Tied leaders split both
    awards, tied undersecretaries theirs, each rounded down. With two players only a sole leader is paid.
    """
    tribe = int(state.ranking[rank])
    most = top_status(state, rules, tribe, NO_LIMIT)
    leaders = count_with_status(state, rules, tribe, most)
    if rules.num_players == 2:
        award_for_two(state, rules, rank, most, leaders)
    elif leaders > 1:
        both = int(rules.leader[rank]) + int(rules.undersecretary[rank])
        award(state, rules, tribe, most, both // leaders)
    else:
        award(state, rules, tribe, most, int(rules.leader[rank]))
        second = top_status(state, rules, tribe, most)
        seconds = count_with_status(state, rules, tribe, second)
        award(state, rules, tribe, second, int(rules.undersecretary[rank]) // seconds)


@part
def award_for_two(state: State, rules: Rules, rank: int, most: int, leaders: int) -> None:
    """4.3: Award, with two players, only the leader's title of the tribe at `rank` (0 is the 1st place).

    It goes to the seat with `most` points of status. `leaders` is the number of seats that have it: if it is 2, nothing
    is awarded.
    """
    if leaders == 1:
        award(state, rules, int(state.ranking[rank]), most, int(rules.leader[rank]))


NO_LIMIT = 10_000  # more status than any deck has


# Who wins


@part
def count_scorn(state: State, seat: int) -> int:
    """4.4, R10: Return how many scorn cards the seat holds. Each costs VP, and a total may fall below 0."""
    count = 0
    for tribe in range(NUM_TRIBES):
        if state.scorn[tribe] == seat:
            count += 1
    return count


@part
def total_status(state: State, seat: int) -> int:
    """4.5: Return the status of the seat's launched monkeys, summed over all tribes."""
    total = 0
    for tribe in range(NUM_TRIBES):
        total += int(state.status[seat, tribe])
    return total


@part
def is_better(state: State, seat: int, other: int) -> bool:
    """4.5: Return whether `seat` beats `other`: by VP, then by the number of monkeys, then by status in all tribes."""
    if state.vp[seat] != state.vp[other]:
        return bool(state.vp[seat] > state.vp[other])
    if state.monkeys[seat] != state.monkeys[other]:
        return bool(state.monkeys[seat] > state.monkeys[other])
    return total_status(state, seat) > total_status(state, other)


@part
def place_of(state: State, rules: Rules, seat: int) -> int:
    """4.5, R11: Return the place of a seat: one more than the number of better seats, so that 1 is the best.

    Seats that are tied in everything share a place, and at place 1 the win.
    """
    place = 1
    for other in range(rules.num_players):
        if is_better(state, other, seat):
            place += 1
    return place
