"""The player `greedy`: the most points at once, less the price of the tile.

It counts the points of the tile, its own points of the district that the tile completes, and each bundle as one point,
which is what a bundle brings at the end. It does not look ahead.
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
from mom_env.ape_town.rules.placing import count_free
from mom_env.ape_town.rules.points import points_at_once
from mom_env.ape_town.rules.taking import announced_colour, most_skipped
from mom_env.ape_town.state import NONE, Decision, Rules, State
from mom_env.kernel.jit import part


@part
def choose_greedy(state: State, rules: Rules) -> int:
    """Return the id of the action that `greedy` chooses for the seat to move; of equally good ones the lowest."""
    outlooks = np.empty(1, OUTLOOK_DTYPE)
    outlook = outlooks[0]
    look_at_districts(state, rules, outlook)
    if state.decision == Decision.PLACE:
        colour = announced_colour(state, rules)
        return PLACE + find_field(state, rules, outlook, int(state.hand), colour)[0]
    best, most = 0, NOT_KNOWN
    for k in range(most_skipped(state) + 1):
        gain = find_field(state, rules, outlook, motif_shown(state, k), colour_shown(state, rules, k))[1]
        gain += int(state.bundles[k]) - k
        if gain > most:
            best, most = k, gain
    return TAKE + best


@part
def find_field(state: State, rules: Rules, outlook: Outlook, motif: int, colour: int) -> tuple[int, float]:
    """3.2, R5: Return the field on which a tile brings the seat to move most points at once, and these points.

    The tile has `motif` and must go to districts of `colour` if there is room. Of equally good fields it is the first.
    """
    best, most = NONE, NOT_KNOWN
    is_full = count_free(state, rules, colour) == 0
    for district in range(rules.num_districts):
        if fits(state, rules, district, colour, is_full):
            scoring = gain_from_scoring(state, rules, outlook, motif, district)
            first = int(rules.first_field[district])
            for field in range(first, first + int(rules.num_in[district])):
                if state.tile[field] == NONE:
                    gain = scoring + points_at_once(state, rules, motif, field)
                    if gain > most:
                        best, most = field, gain
    return best, most


@part
def gain_from_scoring(state: State, rules: Rules, outlook: Outlook, motif: int, district: int) -> float:
    """4: Return the points that the seat to move gets if its tile completes the district, else 0.

    `outlook` is left as it was, but for `gain`.
    """
    seat = int(state.seat)
    if state.free[district] > 1:
        return 0.0
    has_disc = state.discs[seat] > 0
    outlook.gain[:] = 0.0
    lay(rules, outlook, seat, motif, district, has_disc, 1)
    add_scoring(rules, outlook, district)
    lay(rules, outlook, seat, motif, district, has_disc, -1)
    return float(outlook.gain[seat])
