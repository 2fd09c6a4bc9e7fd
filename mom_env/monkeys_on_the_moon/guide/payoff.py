"""What a simulation is worth to each seat: a share of 1, from the result or from an estimate of it."""

import math

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import part
from mom_env.kernel.piles import size
from mom_env.kernel.shares import share_out
from mom_env.monkeys_on_the_moon.bots.on_board import status_with_crew
from mom_env.monkeys_on_the_moon.bots.planner_outlook import award_at
from mom_env.monkeys_on_the_moon.guide.look import Look
from mom_env.monkeys_on_the_moon.pieces import seats_of, vp_of_ship
from mom_env.monkeys_on_the_moon.returns import count_at
from mom_env.monkeys_on_the_moon.state import NUM_TRIBES, Phase, Rules, State

Payoff = NDArray[np.float64]  # by seat

# A result counts half as a win and half by VP, so that a search still prefers better moves when all is won or lost.
WIN = 0.5
VP_SCALE = 4.0  # a lead of this many VP makes a share e times as large

# The estimate is soft at the start of a game and sharp at its end, so each scale grows with the rounds left. The
# numbers were fitted to 1,500 games of `ismcts` against itself, of 2, 3 and 4 players, by the likelihood of the
# payoffs at the end.
SCALE, SCALE_PER_ROUND = 2.4, 0.89  # VP
STATUS, STATUS_PER_ROUND = 1.3, 0.23  # points of status
SPACES, SPACES_PER_ROUND = 1.1, 0.45  # spaces on the track
COIN, COIN_PER_ROUND = 1.0, 0.1  # VP of a coin
SCORN = 0.57  # share of its penalty, as some scorn cards go back
FINISHED = 1_000.0  # spaces: a finished tribe stays ahead of all on the track


@part
def write_payoff(state: State, rules: Rules, look: Look, payoff: Payoff) -> None:
    """Write into `payoff`, by seat, what the position is worth to each seat: shares from 0 to 1 that sum to 1.

    They follow from the result if the game is over, else from an estimate of it. `look` is scratch space.
    """
    if state.phase == Phase.OVER:
        for seat in range(rules.num_players):
            payoff[seat] = float(state.vp[seat])
        share_out(payoff, int(rules.num_players), VP_SCALE)
        mix_in_wins(state, rules, payoff)
    else:
        left = rounds_left(state, rules)
        write_estimates(state, rules, look, payoff, left)
        share_out(payoff, int(rules.num_players), SCALE + SCALE_PER_ROUND * left)


@part
def mix_in_wins(state: State, rules: Rules, payoff: Payoff) -> None:
    """4.5: Mix into the shares in `payoff`, by seat, the win: joint winners share it. The shares still sum to 1."""
    winners = count_at(state, rules, 1)
    for seat in range(rules.num_players):
        payoff[seat] *= 1 - WIN
        if state.place[seat] == 1:
            payoff[seat] += WIN / winners


# The estimate


@part
def rounds_left(state: State, rules: Rules) -> float:
    """Return how many rounds are left, a fraction that includes the rest of the present round.

    Each of the two phases of a round is half a round.
    """
    done = 0.5 * int(state.phase) + 0.5 * int(state.turn) / int(rules.num_players)
    return int(rules.rounds) - int(state.round_number) - done


@part
def write_estimates(state: State, rules: Rules, look: Look, payoff: Payoff, left: float) -> None:
    """Write into `payoff`, by seat, the VP that each seat may expect at the end if `left` rounds are left.

    `look` is scratch space.
    """
    coin = (COIN + COIN_PER_ROUND * left) * min(left, 1.0)  # 0 at the end
    for seat in range(rules.num_players):
        payoff[seat] = float(state.ship_vp[seat]) + worth_of_crew(state, rules, seat)
        for tribe in range(NUM_TRIBES):
            payoff[seat] += coin * int(state.coins[seat, tribe])
            if state.scorn[tribe] == seat:
                payoff[seat] -= SCORN * int(rules.scorn_penalty)
    for tribe in range(NUM_TRIBES):
        add_titles(state, rules, look, payoff, tribe, left)


@part
def worth_of_crew(state: State, rules: Rules, seat: int) -> float:
    """3.3: Return the VP of the ship of `seat`, in proportion to its filled seats; 0 without a ship."""
    ship = int(state.ship[seat])
    if ship < 0:
        return 0.0
    return vp_of_ship(rules, ship) * size(state.aboard[seat]) / seats_of(rules, ship)


@part
def add_titles(state: State, rules: Rules, look: Look, payoff: Payoff, tribe: int, left: float) -> None:
    """4.3: Add to `payoff`, by seat, the VP that each seat may expect from both titles of the tribe.

    They are its chances times the awards of the tribe's likely rank; `left` is the number of rounds left. With two
    players, only the leader's title counts. `look` is scratch space.
    """
    rank = likely_rank(state, tribe, SPACES + SPACES_PER_ROUND * left)
    leader, second = award_at(rules.leader[:], rank), award_at(rules.undersecretary[:], rank)
    chances = look.status
    write_chances(state, rules, look, tribe, STATUS + STATUS_PER_ROUND * left)
    for seat in range(rules.num_players):
        payoff[seat] += leader * chances[seat, tribe]
        if rules.num_players > 2:
            for other in range(rules.num_players):
                if other != seat:
                    rest = max(1 - chances[other, tribe], 1e-9)
                    payoff[seat] += second * chances[other, tribe] * chances[seat, tribe] / rest


@part
def write_chances(state: State, rules: Rules, look: Look, tribe: int, scale: float) -> None:
    """Write into `look.status[:, tribe]` the chance of each seat, from 0 to 1, to lead the tribe.

    It follows from its status, with the monkeys on board: `scale` points more make a seat e times as likely. With
    `maximum_scorn`, the status of the holder of the tribe's scorn counts half.
    """
    most, total = 0.0, 0.0
    for seat in range(rules.num_players):
        status = float(status_with_crew(state, rules, seat, tribe))
        if rules.maximum_scorn and state.scorn[tribe] == seat:
            status *= 0.5
        look.status[seat, tribe] = status
        most = max(most, status)
    for seat in range(rules.num_players):
        look.status[seat, tribe] = math.exp((look.status[seat, tribe] - most) / scale)
        total += look.status[seat, tribe]
    for seat in range(rules.num_players):
        look.status[seat, tribe] /= total


@part
def progress(state: State, tribe: int) -> float:
    """Return how far a tribe is on the track, in spaces; finished tribes are far beyond all others.

    Of finished tribes, the first one is farthest.
    """
    if state.finish[tribe] > 0:
        return FINISHED * (NUM_TRIBES + 1 - int(state.finish[tribe]))
    return float(state.track[tribe])


@part
def likely_rank(state: State, tribe: int, scale: float) -> float:
    """4.2: Return the expected number of tribes ahead of the tribe at the end, a fraction; 0 is the 1st place.

    `scale` is the uncertainty of distances, in spaces.
    """
    own, rank = progress(state, tribe), 0.0
    for other in range(NUM_TRIBES):
        if other != tribe:
            rank += 1 / (1 + math.exp(min((own - progress(state, other)) / scale, 50.0)))
    return rank
