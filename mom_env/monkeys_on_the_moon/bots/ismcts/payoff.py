"""What a simulation is worth to each seat: shares of 1, from the result or from an estimate of it."""

import math

from mom_env.kernel.jit import kernel
from mom_env.kernel.piles import size
from mom_env.monkeys_on_the_moon.bots.crew import status_with_crew
from mom_env.monkeys_on_the_moon.bots.ismcts.workspace import Workspace
from mom_env.monkeys_on_the_moon.pieces import seats_of, vp_of_ship
from mom_env.monkeys_on_the_moon.returns import sharing
from mom_env.monkeys_on_the_moon.state import NUM_TRIBES, Int16s, Phase, Rules, State

# A result counts half as a win and half by VP, so that a search still sees what is better when all is won or lost.
WIN = 0.5
VP_SCALE = 4.0  # a lead of so many VP makes a share e times as large

# The estimate. What is soft at the start of a game is sharp at its end: each scale grows with the rounds left.
# Fitted to 1,500 games of `ismcts` against itself, of 2, 3 and 4 players, by the likelihood of the payoffs at the end.
SCALE, SCALE_PER_ROUND = 2.4, 0.89  # VP
STATUS, STATUS_PER_ROUND = 1.3, 0.23  # points of status
SPACES, SPACES_PER_ROUND = 1.1, 0.45  # spaces on the track
COIN, COIN_PER_ROUND = 1.0, 0.1  # VP of a coin
SCORN = 0.57  # of its penalty: some scorn cards go back
FINISHED = 1_000.0  # spaces: a finished tribe stays ahead of all on the track


@kernel
def write_payoff(state: State, rules: Rules, work: Workspace) -> None:
    """The share of each seat; they sum to 1."""
    if state.phase == Phase.OVER:
        for seat in range(rules.num_players):
            work.payoff[seat] = float(state.vp[seat])
        write_shares(rules, work, VP_SCALE)
        mix_in_wins(state, rules, work)
    else:
        left = rounds_left(state, rules)
        write_estimates(state, rules, work, left)
        write_shares(rules, work, SCALE + SCALE_PER_ROUND * left)


@kernel
def write_shares(rules: Rules, work: Workspace, scale: float) -> None:
    """From VP to shares of 1, e times as large for each `scale` VP more."""
    most, total = work.payoff[0], 0.0
    for seat in range(1, rules.num_players):
        most = max(most, work.payoff[seat])
    for seat in range(rules.num_players):
        work.payoff[seat] = math.exp((work.payoff[seat] - most) / scale)
        total += work.payoff[seat]
    for seat in range(rules.num_players):
        work.payoff[seat] /= total


@kernel
def mix_in_wins(state: State, rules: Rules, work: Workspace) -> None:
    """4.5: the win, shared among joint winners."""
    winners = sharing(state, rules, 1)
    for seat in range(rules.num_players):
        work.payoff[seat] *= 1 - WIN
        if state.place[seat] == 1:
            work.payoff[seat] += WIN / winners


# The estimate


@kernel
def rounds_left(state: State, rules: Rules) -> float:
    """With the part of the round that is still to come."""
    done = 0.5 * int(state.phase) + 0.5 * int(state.turn) / int(rules.num_players)
    return int(rules.rounds) - int(state.round_number) - done


@kernel
def write_estimates(state: State, rules: Rules, work: Workspace, left: float) -> None:
    """The VP that each seat may expect."""
    coin = (COIN + COIN_PER_ROUND * left) * min(left, 1.0)  # nothing is left of it at the end
    for seat in range(rules.num_players):
        work.payoff[seat] = float(state.ship_vp[seat]) + worth_of_crew(state, rules, seat)
        for tribe in range(NUM_TRIBES):
            work.payoff[seat] += coin * int(state.coins[seat, tribe])
            if state.scorn[tribe] == seat:
                work.payoff[seat] -= SCORN * int(rules.scorn_penalty)
    for tribe in range(NUM_TRIBES):
        add_titles(state, rules, work, tribe, left)


@kernel
def worth_of_crew(state: State, rules: Rules, seat: int) -> float:
    """3.3: each monkey on board has filled its share of the ship."""
    ship = int(state.ship[seat])
    if ship < 0:
        return 0.0
    return vp_of_ship(rules, ship) * size(state.aboard[seat]) / seats_of(rules, ship)


@kernel
def add_titles(state: State, rules: Rules, work: Workspace, tribe: int, left: float) -> None:
    """4.3: each seat's chances to be leader and undersecretary, times what the tribe's likely rank pays."""
    rank = likely_rank(state, tribe, SPACES + SPACES_PER_ROUND * left)
    leader, second = pay_at(rules.leader[:], rank), pay_at(rules.undersecretary[:], rank)
    chances = work.status
    write_chances(state, rules, work, tribe, STATUS + STATUS_PER_ROUND * left)
    for seat in range(rules.num_players):
        work.payoff[seat] += leader * chances[seat, tribe]
        if rules.num_players > 2:
            for other in range(rules.num_players):
                if other != seat:
                    rest = max(1 - chances[other, tribe], 1e-9)
                    work.payoff[seat] += second * chances[other, tribe] * chances[seat, tribe] / rest


@kernel
def write_chances(state: State, rules: Rules, work: Workspace, tribe: int, scale: float) -> None:
    """The chance of each seat to lead the tribe, from its status with the crew on board."""
    most, total = 0.0, 0.0
    for seat in range(rules.num_players):
        status = float(status_with_crew(state, rules, seat, tribe))
        if rules.maximum_scorn and state.scorn[tribe] == seat:
            status *= 0.5
        work.status[seat, tribe] = status
        most = max(most, status)
    for seat in range(rules.num_players):
        work.status[seat, tribe] = math.exp((work.status[seat, tribe] - most) / scale)
        total += work.status[seat, tribe]
    for seat in range(rules.num_players):
        work.status[seat, tribe] /= total


@kernel
def progress(state: State, tribe: int) -> float:
    """How far a tribe is, in spaces."""
    if state.finish[tribe] > 0:
        return FINISHED * (NUM_TRIBES + 1 - int(state.finish[tribe]))
    return float(state.track[tribe])


@kernel
def likely_rank(state: State, tribe: int, scale: float) -> float:
    """4.2: how many tribes may be expected ahead of it at the end."""
    own, rank = progress(state, tribe), 0.0
    for other in range(NUM_TRIBES):
        if other != tribe:
            rank += 1 / (1 + math.exp(min((own - progress(state, other)) / scale, 50.0)))
    return rank


@kernel
def pay_at(awards: Int16s, rank: float) -> float:
    """4.3: an award between two ranks."""
    upper = min(int(rank), NUM_TRIBES - 2)
    part = rank - upper
    return (1 - part) * float(awards[upper]) + part * float(awards[upper + 1])
