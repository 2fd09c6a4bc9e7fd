"""Which seats may get which titles, in the view of `planner`."""

from math import exp, sqrt

from mom_env.kernel.jit import part
from mom_env.monkeys_on_the_moon.bots.on_board import status_with_crew
from mom_env.monkeys_on_the_moon.bots.planner_outlook import Outlook
from mom_env.monkeys_on_the_moon.bots.planner_weights import Weights
from mom_env.monkeys_on_the_moon.pieces import clockwise_of, counter_of
from mom_env.monkeys_on_the_moon.rules.auction import POINTS_ALLY, POINTS_OWN
from mom_env.monkeys_on_the_moon.state import NONE, Rules, State

FARTHEST = -30.0  # smallest exponent: seats farther behind count as equally far


@part
def look_at_status(state: State, rules: Rules, outlook: Outlook, tribe: int, weights: Weights) -> None:
    """Write each seat's status in a tribe and its chances of the titles, and `heat`, how uncertain they are."""
    outlook.heat[tribe] = weights.heat_end + weights.heat * sqrt(outlook.to_come[tribe])
    count_status(state, rules, outlook, tribe, weights)
    write_chances(rules, outlook, tribe, NONE, 0.0)
    for seat in range(rules.num_players):
        outlook.first[tribe, seat] = outlook.change_first[seat]
        outlook.second[tribe, seat] = outlook.change_second[seat]


@part
def count_status(state: State, rules: Rules, outlook: Outlook, tribe: int, weights: Weights) -> None:
    """Write the status of all seats in a tribe, including monkeys on board and a share of those to come.

    `weights.buys` is that share; 0 leaves it out.
    """
    for seat in range(rules.num_players):
        outlook.status[seat, tribe] = status_with_crew(state, rules, seat, tribe)
    if weights.buys > 0:
        add_buys(state, rules, outlook, tribe, weights)


@part
def add_buys(state: State, rules: Rules, outlook: Outlook, tribe: int, weights: Weights) -> None:
    """Add status of monkeys that are still to come, in proportion to what each seat can bid for them."""
    total = 1.0  # not 0, even if nobody has a coin
    for seat in range(rules.num_players):
        total += power(state, seat, tribe)
    share = weights.buys * outlook.monkey * outlook.to_come[tribe] / total
    for seat in range(rules.num_players):
        outlook.status[seat, tribe] += share * power(state, seat, tribe)


@part
def power(state: State, seat: int, tribe: int) -> float:
    """3.2.2: Return the most points that a seat can bid for a tribe's monkey with all its coins."""
    coins = state.coins[seat]
    allies = int(coins[clockwise_of(tribe)]) + int(coins[counter_of(tribe)])
    return float(POINTS_OWN * int(coins[tribe]) + POINTS_ALLY * allies)


@part
def write_chances(rules: Rules, outlook: Outlook, tribe: int, who: int, more: float) -> None:
    """Write all seats' chances of a tribe's titles if `who` gets `more` status, as in a race of exponentials.

    They are written into `change_first` and `change_second`. With NONE as `who` nobody gets more.
    """
    most = 0.0
    for seat in range(rules.num_players):
        outlook.strength[seat] = outlook.status[seat, tribe] + (more if seat == who else 0.0)
        most = max(most, outlook.strength[seat])
    total = 0.0
    for seat in range(rules.num_players):
        outlook.strength[seat] = exp(max(FARTHEST, (outlook.strength[seat] - most) / outlook.heat[tribe]))
        total += outlook.strength[seat]
    odds = 0.0
    for seat in range(rules.num_players):
        outlook.change_first[seat] = outlook.strength[seat] / total
        odds += outlook.strength[seat] / (total - outlook.strength[seat])
    for seat in range(rules.num_players):
        own = outlook.strength[seat]
        outlook.change_second[seat] = own / total * (odds - own / (total - own))


@part
def title_vp(outlook: Outlook, tribe: int, seat: int) -> float:
    """Return the VP that a seat may expect from both titles of a tribe."""
    first, second = outlook.first[tribe, seat], outlook.second[tribe, seat]
    return float(outlook.leader[tribe] * first + outlook.undersecretary[tribe] * second)


@part
def write_change(rules: Rules, outlook: Outlook, tribe: int, who: int, more: float) -> None:
    """Write how all seats' chances of a tribe's titles change if `who` gets `more` status.

    The changes are written into `change_first` and `change_second`.
    """
    write_chances(rules, outlook, tribe, who, more)
    for seat in range(rules.num_players):
        outlook.change_first[seat] -= outlook.first[tribe, seat]
        outlook.change_second[seat] -= outlook.second[tribe, seat]


@part
def change_of_vp(outlook: Outlook, tribe: int, seat: int) -> float:
    """Return the VP that a seat gains by the change of chances that `write_change` wrote last, for the same tribe."""
    first, second = outlook.change_first[seat], outlook.change_second[seat]
    return float(outlook.leader[tribe] * first + outlook.undersecretary[tribe] * second)
