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
    """Write into `outlook` each seat's expected status in a tribe, and its chances of both titles.

    They are the fields `status`, `first` (leader) and `second` (undersecretary). Write also `heat`, the uncertainty of
    the tribe's status in points.
    """
    outlook.heat[tribe] = weights.heat_end + weights.heat * sqrt(outlook.to_come[tribe])
    count_status(state, rules, outlook, tribe, weights)
    write_chances(rules, outlook, tribe, NONE, 0.0)
    for seat in range(rules.num_players):
        outlook.first[tribe, seat] = outlook.change_first[seat]
        outlook.second[tribe, seat] = outlook.change_second[seat]


@part
def count_status(state: State, rules: Rules, outlook: Outlook, tribe: int, weights: Weights) -> None:
    """Write into `outlook.status` the status of all seats in a tribe, with monkeys on board and some of those to come.

    `weights.buys` is the share of those to come that is counted; 0 leaves them out.
    """
    for seat in range(rules.num_players):
        outlook.status[seat, tribe] = status_with_crew(state, rules, seat, tribe)
    if weights.buys > 0:
        add_buys(state, rules, outlook, tribe, weights)


@part
def add_buys(state: State, rules: Rules, outlook: Outlook, tribe: int, weights: Weights) -> None:
    """Add to `outlook.status` of a tribe, for each seat, the status of monkeys that it may still win.

    All seats share it in proportion to what they can bid for such monkeys.
    """
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
    """Write all seats' chances of a tribe's titles if the seat `who` gets `more` points of status there.

    The chances to be leader are written into `outlook.change_first`, those to be undersecretary into
    `outlook.change_second`. With NONE as `who` no seat gets more. The formula is that of a race of exponentials.
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
    """Return the VP that a seat may expect from both titles of a tribe, by its chances in `outlook`."""
    first, second = outlook.first[tribe, seat], outlook.second[tribe, seat]
    return float(outlook.leader[tribe] * first + outlook.undersecretary[tribe] * second)


@part
def write_change(rules: Rules, outlook: Outlook, tribe: int, who: int, more: float) -> None:
    """Write by how much all seats' chances of a tribe's titles change if `who` gets `more` points of status there.

    `who` is a seat. The changes are written into `outlook.change_first` (leader) and `outlook.change_second`
    (undersecretary).
    """
    write_chances(rules, outlook, tribe, who, more)
    for seat in range(rules.num_players):
        outlook.change_first[seat] -= outlook.first[tribe, seat]
        outlook.change_second[seat] -= outlook.second[tribe, seat]


@part
def change_of_vp(outlook: Outlook, tribe: int, seat: int) -> float:
    """Return the VP that a seat gains, or loses if negative, by the changes that `write_change` wrote last.

    `tribe` must be the tribe of that call.
    """
    first, second = outlook.change_first[seat], outlook.change_second[seat]
    return float(outlook.leader[tribe] * first + outlook.undersecretary[tribe] * second)
