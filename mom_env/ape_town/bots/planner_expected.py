"""What `planner` expects of a district that is not full: whose the worth will be, and the neighbours' worth."""

from math import exp, sqrt

from mom_env.ape_town.bots.outlook import Outlook
from mom_env.ape_town.bots.planner_weights import Weights
from mom_env.ape_town.state import Rules
from mom_env.kernel.jit import part


@part
def add_expected(rules: Rules, outlook: Outlook, district: int, sign: float, weights: Weights) -> None:
    """4: Add to `outlook.gain`, by seat, `sign` times what the scoring of a district may be expected to bring.

    Nothing is expected of a full district, as it has been scored.
    """
    if outlook.free[district] > 0:
        add_boss(rules, outlook, district, sign, weights)
        add_neighbours(rules, outlook, district, sign, weights)


@part
def add_boss(rules: Rules, outlook: Outlook, district: int, sign: float, weights: Weights) -> None:
    """4.1: Add to `outlook.gain`, by seat, `sign` times the worth of the district by the seat's chance to be its boss.

    The odds of a seat are e to the power of its orangutans, and a part of its lemurs, divided by a heat that is higher
    when more fields are free.
    """
    free = float(outlook.free[district])
    heat = weights.heat_end + weights.heat * sqrt(free)
    total = exp(weights.nobody / heat)
    for seat in range(rules.num_players):
        strength = float(outlook.orangutans[seat, district]) + weights.lemur * float(outlook.lemurs[seat, district])
        outlook.odds[seat] = exp(strength / heat)
        total += outlook.odds[seat]
    worth = float(outlook.worth[district]) + weights.growth * outlook.mean_value * free
    for seat in range(rules.num_players):
        outlook.gain[seat] += sign * worth * outlook.odds[seat] / total


@part
def add_neighbours(rules: Rules, outlook: Outlook, district: int, sign: float, weights: Weights) -> None:
    """4.2: Add to `outlook.gain`, by seat, `sign` times its expected share of the neighbours' worth.

    A neighbour counts by its chance to be inferior. A seat without a lemur shares by its chance to get one.
    """
    sharing = 0.0
    for seat in range(rules.num_players):
        chance = min(1.0, weights.newcomer * float(outlook.free[district]))
        outlook.odds[seat] = 1.0 if outlook.lemurs[seat, district] > 0 else chance
        sharing += outlook.odds[seat]
    worth = 0.0
    for i in range(rules.num_neighbours[district]):
        worth += worth_of_neighbour(outlook, district, int(rules.neighbours[district, i]), weights)
    for seat in range(rules.num_players):
        outlook.gain[seat] += sign * worth * outlook.odds[seat] / max(sharing, 1.0)


@part
def worth_of_neighbour(outlook: Outlook, district: int, neighbour: int, weights: Weights) -> float:
    """4.2.2: Return the worth of a neighbour at the scoring of the district, times its chance to be inferior then."""
    free = float(outlook.free[district])
    tiles = min(float(outlook.free[neighbour]), weights.pace * free)
    lead = float(outlook.all_lemurs[district]) - float(outlook.all_lemurs[neighbour])
    lead += weights.lemurs_to_come * (free - tiles)
    doubt = weights.doubt_end + weights.doubt * sqrt(free)
    chance = 1.0 / (1.0 + exp((0.5 - lead) / doubt))
    return float(chance * (float(outlook.worth[neighbour]) + outlook.mean_value * tiles))
