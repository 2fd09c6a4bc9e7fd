"""The player `planner`: expects what each district will bring to whom, and what it leaves to the next player.

For each tile that it could take it looks for the best field. A placement is worth its points at once, what it adds to
the seat's expectation (`planner_expected`) less a part of what it adds to the others', and less a part of the points
that it makes fields promise to whoever comes next. A tile is worth its best placement less its price, less a part of
the best tile that is left. All of this is open to everybody, and the same position always gets the same answer.
"""

import numpy as np

from mom_env.ape_town.actions import PLACE, TAKE
from mom_env.ape_town.bots.outlook import (
    NOT_KNOWN,
    OUTLOOK_DTYPE,
    Outlook,
    add_scoring,
    colour_shown,
    fits,
    lay,
    look_at_districts,
    motif_shown,
)
from mom_env.ape_town.bots.planner_expected import add_expected
from mom_env.ape_town.bots.planner_weights import Weights, weights_for
from mom_env.ape_town.rules.placing import count_free
from mom_env.ape_town.rules.points import points_at_once
from mom_env.ape_town.rules.taking import announced_colour, most_skipped
from mom_env.ape_town.state import NONE, NUM_APES, NUM_MOTIFS, Decision, Motif, Rules, State
from mom_env.contract.records import Records
from mom_env.kernel.jit import part

SITE = 0.75  # points that a banana site promises to a field beside it: 30 of 80 tiles are apes worth 2 on average
APE = 0.3  # points for each of its value that an ape promises to a field beside it: 24 of 80 tiles are banana sites


@part
def choose_planner(state: State, rules: Rules) -> int:
    """Return the id of the action that `planner` chooses for the seat to move; of equally good ones the lowest."""
    outlooks = np.empty(1, OUTLOOK_DTYPE)
    return choose_by_weights(state, rules, outlooks, weights_for(rules))


@part
def choose_by_weights(state: State, rules: Rules, outlooks: Records, all_weights: Records) -> int:
    """Return the id of the action that `planner` chooses for the seat to move with the given weights, for tuning.

    `all_weights` and `outlooks` are arrays of one record each; `outlooks` is scratch space.
    """
    outlook, weights = outlooks[0], all_weights[0]
    look(state, rules, outlook, weights)
    if state.decision == Decision.PLACE:
        colour = announced_colour(state, rules)
        return PLACE + find_field(state, rules, outlook, int(state.hand), colour, weights)[0]
    look_at_tiles(state, rules, outlook, weights)
    best, most = 0, NOT_KNOWN
    for k in range(most_skipped(state) + 1):
        worth = worth_of_tile(state, outlook, k, weights)
        if worth > most:
            best, most = k, worth
    return TAKE + best


@part
def look(state: State, rules: Rules, outlook: Outlook, weights: Weights) -> None:
    """Write what is known of the districts, the tiles to come and money into `outlook`."""
    look_at_districts(state, rules, outlook)
    tiles, value = 0, 0
    for motif in range(NUM_MOTIFS):
        tiles += int(state.unseen[motif])
        value += int(state.unseen[motif]) * int(rules.value[motif])
    for k in range(state.num_shown):
        tiles += 1
        value += int(rules.value[motif_shown(state, k)])
    outlook.mean_value = value / max(tiles, 1)
    left = int(rules.num_fields) - int(state.turn)
    is_last = left <= int(rules.num_players)  # the seat has no further turn in which to spend money
    outlook.coin = 1.0 if is_last else 1.0 + (weights.coin - 1.0) * left / int(rules.num_fields)


# Tiles


@part
def look_at_tiles(state: State, rules: Rules, outlook: Outlook, weights: Weights) -> None:
    """Write into `outlook.tile` what each tile of the display is worth on its best field to the seat to move."""
    for k in range(state.num_shown):
        motif, colour = motif_shown(state, k), colour_shown(state, rules, k)
        outlook.tile[k] = find_field(state, rules, outlook, motif, colour, weights)[1]


@part
def worth_of_tile(state: State, outlook: Outlook, k: int, weights: Weights) -> float:
    """3.1: Return what taking tile number `k` of the display is worth to the seat to move, in points.

    `look_at_tiles` must have been called. What counts is its best placement, money, and the best tile that is left.
    """
    worth = outlook.tile[k] + outlook.coin * (int(state.bundles[k]) - k)
    left = best_tile_left(state, outlook, k)
    return float(worth - weights.deny * left if left > NOT_KNOWN else worth)


@part
def best_tile_left(state: State, outlook: Outlook, taken: int) -> float:
    """Return what the best tile is worth to the next seat once tile number `taken` is gone; NOT_KNOWN if none is left.

    The next seat is taken to want what the seat to move wants, and to be able to pay for it.
    """
    most, price = NOT_KNOWN, 0
    for k in range(state.num_shown):
        if k != taken:
            bundles = int(state.bundles[k]) + (1 if k < taken else 0)
            most = max(most, outlook.tile[k] + outlook.coin * (bundles - price))
            price += 1
    return most


# Fields


@part
def find_field(
    state: State, rules: Rules, outlook: Outlook, motif: int, colour: int, weights: Weights
) -> tuple[int, float]:
    """3.2, R5: Return the field on which a tile is worth most to the seat to move, and what it is worth there.

    The tile has `motif` and must go to districts of `colour` if there is room. Of equally good fields it is the first.
    """
    best, most = NONE, NOT_KNOWN
    is_full = count_free(state, rules, colour) == 0
    for district in range(rules.num_districts):
        if fits(state, rules, district, colour, is_full):
            first = int(rules.first_field[district])
            for field in range(first, first + int(rules.num_in[district])):
                if state.tile[field] == NONE:
                    worth = worth_of_field(state, rules, outlook, motif, field, weights)
                    if worth > most:
                        best, most = field, worth
    return best, most


@part
def worth_of_field(state: State, rules: Rules, outlook: Outlook, motif: int, field: int, weights: Weights) -> float:
    """3.2: Return what placing a tile with `motif` on a field is worth to the seat to move, in points."""
    district = int(rules.district[field])
    if outlook.change[motif, district] == NOT_KNOWN:
        outlook.change[motif, district] = change_in_district(state, rules, outlook, motif, district, weights)
    worth = outlook.change[motif, district] + points_at_once(state, rules, motif, field)
    worth -= weights.lure * promise_made(state, rules, motif, field)
    return float(worth + weights.close * promise_ended(state, field))


@part
def promise_made(state: State, rules: Rules, motif: int, field: int) -> float:
    """3.3: Return how many points more free fields promise to later tiles if a tile with `motif` lies on `field`."""
    promise = 0.0
    if motif < NUM_APES:
        promise = APE * int(rules.value[motif])
    elif motif == Motif.BANANA:
        promise = SITE
    free = 0
    for i in range(rules.num_beside[field]):
        free += int(state.tile[int(rules.beside[field, i])] == NONE)
    return promise * free


@part
def promise_ended(state: State, field: int) -> float:
    """3.3: Return how many points a free field promises to a later tile, which is over when it is filled."""
    return SITE * int(state.sites_beside[field]) + APE * int(state.worth_beside[field])


@part
def change_in_district(
    state: State, rules: Rules, outlook: Outlook, motif: int, district: int, weights: Weights
) -> float:
    """4: Return what a tile adds to the expectation of the seat to move, less a part of what it adds to the others'.

    The tile has `motif` and goes to a district, which is scored if the tile completes it. `outlook` is left as it was,
    but for `gain` and `odds`.
    """
    seat = int(state.seat)
    has_disc = state.discs[seat] > 0
    outlook.gain[:] = 0.0
    add_around(rules, outlook, district, -1.0, weights)
    lay(rules, outlook, seat, motif, district, has_disc, 1)
    if outlook.free[district] == 0:
        add_scoring(rules, outlook, district)
    add_around(rules, outlook, district, 1.0, weights)
    lay(rules, outlook, seat, motif, district, has_disc, -1)
    others = 0.0
    for other in range(rules.num_players):
        others += outlook.gain[other] if other != seat else 0.0
    return float(outlook.gain[seat] - weights.spite * others)


@part
def add_around(rules: Rules, outlook: Outlook, district: int, sign: float, weights: Weights) -> None:
    """Add to `outlook.gain`, by seat, `sign` times what is expected of a district and of its neighbours."""
    add_expected(rules, outlook, district, sign, weights)
    for i in range(rules.num_neighbours[district]):
        add_expected(rules, outlook, int(rules.neighbours[district, i]), sign, weights)
