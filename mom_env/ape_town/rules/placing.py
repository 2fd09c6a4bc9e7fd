"""3.2: Place a tile."""

from mom_env.ape_town.actions import Mask
from mom_env.ape_town.rules.districts import score_district
from mom_env.ape_town.rules.points import lay_tile, score_at_once
from mom_env.ape_town.rules.taking import announced_colour
from mom_env.ape_town.state import NONE, Rules, State
from mom_env.kernel.jit import part


@part
def count_free(state: State, rules: Rules, colour: int) -> int:
    """3.2.1: Return how many fields of the districts of a colour are free."""
    count = 0
    for district in range(rules.num_districts):
        if rules.colour[district] == colour:
            count += int(state.free[district])
    return count


@part
def is_open(state: State, rules: Rules, district: int, is_full: bool) -> bool:
    """3.2, R5: Return whether the tile in the hand may be placed in a district, if a field there is free.

    It may be if the colour is that of its segment, or if no field of that colour is free, which `is_full` says.
    """
    return bool(is_full or rules.colour[district] == announced_colour(state, rules))


@part
def is_colour_full(state: State, rules: Rules) -> bool:
    """3.2.2: Return whether no district of the announced colour has a free field."""
    return count_free(state, rules, announced_colour(state, rules)) == 0


@part
def can_place(state: State, rules: Rules, field: int) -> bool:
    """3.2: Return whether the tile in the hand may be placed on the field, which may be any number from 0 on."""
    if field >= rules.num_fields or state.tile[field] != NONE:
        return False
    return is_open(state, rules, int(rules.district[field]), is_colour_full(state, rules))


@part
def mark_fields(state: State, rules: Rules, mask: Mask) -> None:
    """3.2: Mark each field on which the tile in the hand may be placed."""
    is_full = is_colour_full(state, rules)
    for district in range(rules.num_districts):
        if is_open(state, rules, district, is_full):
            first = int(rules.first_field[district])
            for field in range(first, first + rules.num_in[district]):
                mask.place_tile[field] = state.tile[field] == NONE


@part
def only_field(state: State, rules: Rules) -> int:
    """3.2.1: Return the field on which the tile in the hand must be placed, or NONE (-1) if there are several."""
    free = count_free(state, rules, announced_colour(state, rules))
    if free > 1 or (free == 0 and state.turn + 1 < rules.num_fields):
        return NONE
    field = 0
    while field < rules.num_fields - 1 and not can_place(state, rules, field):
        field += 1
    return field


@part
def apply_place(state: State, rules: Rules, field: int) -> None:
    """3.2, 3.3.4: Place the tile in the hand on a field, and score what it brings, a full district included."""
    district = int(rules.district[field])
    score_at_once(state, rules, field)
    lay_tile(state, rules, field)
    if state.free[district] == 0:
        score_district(state, rules, district)
