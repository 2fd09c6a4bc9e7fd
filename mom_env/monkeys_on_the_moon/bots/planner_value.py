"""What a position is worth to each seat, in the view of `planner`."""

from math import exp

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Records
from mom_env.kernel.jit import part
from mom_env.kernel.piles import size
from mom_env.kernel.returns import WIN
from mom_env.monkeys_on_the_moon.bots.planner_coins import look_at_coins, worth_of_coins
from mom_env.monkeys_on_the_moon.bots.planner_outlook import OUTLOOK_DTYPE, Outlook, look_ahead, look_at_ranks
from mom_env.monkeys_on_the_moon.bots.planner_titles import look_at_status, title_vp
from mom_env.monkeys_on_the_moon.bots.planner_weights import Weights, weights_for
from mom_env.monkeys_on_the_moon.bots.planner_worth import cost_of_scorn, count_kept_out, worth_of_ship
from mom_env.monkeys_on_the_moon.returns import return_of
from mom_env.monkeys_on_the_moon.state import NONE, NUM_TRIBES, Phase, Rules, State

FARTHEST_VP = -60.0  # smallest exponent: seats farther behind count as equally far


@part
def write_values(state: State, rules: Rules, values: NDArray[np.float64]) -> None:
    """Write into `values`, by seat, what each seat may expect as its return by "win", shape (MAX_PLAYERS,).

    They are from -1 to 1, and their sum is 0. The standing bid and the monkey that is up are ignored, so call this
    between auctions. Nothing hidden is read.
    """
    outlooks = np.empty(1, OUTLOOK_DTYPE)
    write_values_into(state, rules, outlooks, weights_for(rules), values)


@part
def write_values_into(
    state: State, rules: Rules, outlooks: Records, all_weights: Records, values: NDArray[np.float64]
) -> None:
    """Write into `values`, by seat, what each seat may expect as its return by "win", with the given weights.

    `outlooks` is scratch space. `outlooks` and `all_weights` are arrays of one record. The standing bid and the monkey
    that is up are ignored.
    """
    outlook, others = outlooks[0], int(rules.num_players) - 1
    values[:] = 0.0
    if state.phase == Phase.OVER:
        for seat in range(rules.num_players):
            values[seat] = return_of(state, rules, WIN, seat)
        return
    look(state, rules, 0, outlook, all_weights[0])
    total = write_odds(rules, outlook, all_weights[0])
    for seat in range(rules.num_players):
        chance = outlook.strength[seat] / total
        values[seat] = chance - (1.0 - chance) / others


@part
def look(state: State, rules: Rules, seat: int, outlook: Outlook, weights: Weights) -> None:
    """Write the whole `outlook` for `seat`, the looking seat.

    It says what is expected of all seats, and what that is worth to `seat`.
    """
    look_ahead(state, rules, outlook, weights)
    for tribe in range(NUM_TRIBES):
        look_at_status(state, rules, outlook, tribe, weights)
    look_at_ranks(state, rules, outlook)
    look_at_coins(state, rules, outlook, weights)
    for other in range(rules.num_players):
        outlook.vp[other] = expected_vp(state, rules, outlook, other, weights)
    write_regards(rules, outlook, seat, weights)
    write_stakes(rules, outlook)


@part
def expected_vp(state: State, rules: Rules, outlook: Outlook, seat: int, weights: Weights) -> float:
    """Return the VP that a seat may expect at the end from titles, ships and scorn, with its coins counted in VP."""
    vp = float(state.ship_vp[seat])
    for tribe in range(NUM_TRIBES):
        vp += title_vp(outlook, tribe, seat)
        vp += worth_of_coins(outlook, seat, tribe, 0, int(state.coins[seat, tribe]), weights)
        if state.scorn[tribe] == seat:
            vp -= cost_of_scorn(state, rules, outlook, seat, tribe, weights)
    if state.ship[seat] != NONE:
        aboard, kept_out = size(state.aboard[seat]), count_kept_out(state, seat)
        vp += worth_of_ship(rules, outlook, int(state.ship[seat]), aboard, kept_out, weights)
    return float(vp)


@part
def write_odds(rules: Rules, outlook: Outlook, weights: Weights) -> float:
    """Write each seat's odds to win, from its expected VP, into `outlook.strength`, and return their sum.

    The seat with the most VP has odds of 1.
    """
    margin, most = weights.margin_end + weights.margin * outlook.rounds, outlook.vp[0]
    for seat in range(rules.num_players):
        most = max(most, outlook.vp[seat])
    total = 0.0
    for seat in range(rules.num_players):
        outlook.strength[seat] = exp(max(FARTHEST_VP, (outlook.vp[seat] - most) / margin))
        total += outlook.strength[seat]
    return total


@part
def write_regards(rules: Rules, outlook: Outlook, seat: int, weights: Weights) -> None:
    """Write `regard` into `outlook`: what a VP of each seat is worth to `seat`, 1 for its own, negative for another's.

    The numbers of the others sum to -1, in proportion to their odds to win.
    """
    others = 0.0
    write_odds(rules, outlook, weights)
    for other in range(rules.num_players):
        others += outlook.strength[other] if other != seat else 0.0
    for other in range(rules.num_players):
        outlook.regard[other] = 1.0 if other == seat else -outlook.strength[other] / others


@part
def write_stakes(rules: Rules, outlook: Outlook) -> None:
    """Write `stake_first` and `stake_second` into `outlook`: what a VP more for a title is worth to the looking seat.

    They are for the leader and the undersecretary of each tribe. The looking seat is the one for which the outlook is
    made.
    """
    for tribe in range(NUM_TRIBES):
        outlook.stake_first[tribe] = outlook.stake_second[tribe] = 0.0
        for seat in range(rules.num_players):
            outlook.stake_first[tribe] += outlook.regard[seat] * outlook.first[tribe, seat]
            outlook.stake_second[tribe] += outlook.regard[seat] * outlook.second[tribe, seat]
