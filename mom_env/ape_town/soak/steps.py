"""3: What one action must have changed, counted a second time, and what it must have left alone."""

import numpy as np

from mom_env.ape_town.actions import PLACE, TAKE
from mom_env.ape_town.soak.count import Points, add_district, count_in, points_beside
from mom_env.ape_town.soak.violations import Violation
from mom_env.ape_town.state import (
    MAX_DISPLAY,
    MAX_FIELDS,
    MAX_PLAYERS,
    NONE,
    NUM_WAYS,
    Decision,
    Motif,
    Rules,
    State,
    Way,
)
from mom_env.kernel.jit import part


@part
def check_step(before: State, action: int, after: State, rules: Rules) -> Violation:
    """3, 4: Return the first violation in the step from `before` to `after` by `action`, or NOTHING."""
    if before.decision == Decision.TAKE:
        return Violation.NOTHING if is_taken(before, action - TAKE, after) else Violation.TAKING
    if not is_placed(before, action - PLACE, after, rules):
        return Violation.PLACING
    return Violation.NOTHING if points_are_right(before, action - PLACE, after, rules) else Violation.POINTS


# 3.1 Take a tile


@part
def is_taken(before: State, skipped: int, after: State) -> bool:
    """3.1: Return whether exactly the tile after `skipped` others is taken and paid for, with the money beside it."""
    seat, place = int(before.seat), int(before.display[skipped])
    if after.hand != before.row[place] or after.hand_place != place or after.row[place] != NONE:
        return False
    if after.num_shown != before.num_shown - 1 or after.opened != before.opened or after.seat != seat:
        return False
    for other in range(MAX_PLAYERS):
        paid = int(before.bundles[skipped]) - skipped if other == seat else 0
        if after.money[other] != int(before.money[other]) + paid or after.points[other] != before.points[other]:
            return False
    for k in range(MAX_DISPLAY - 1):
        new = k if k < skipped else k + 1
        if after.bundles[k] != int(before.bundles[new]) + (k < skipped):
            return False
    return is_same_board(before, NONE, after)


@part
def is_same_board(before: State, field: int, after: State) -> bool:
    """Return whether tiles and discs lie on the board as before, except on `field`."""
    for other in range(MAX_FIELDS):
        if other != field and (before.tile[other] != after.tile[other] or before.disc[other] != after.disc[other]):
            return False
    return True


# 3.2, 3.4 Place it, turn tiles up


@part
def is_placed(before: State, field: int, after: State, rules: Rules) -> bool:
    """3.2, 3.3.3, 3.4: Return whether the tile in hand, and a disc if there is one for a marker, went onto `field`.

    Money stays where it is. The next section is turned up if the tile was the last of its own, and only then.
    """
    seat = int(before.seat)
    is_marker = before.hand in (Motif.ORANGUTAN, Motif.LEMUR)
    disc = seat if is_marker and before.discs[seat] > 0 else NONE
    if before.tile[field] != NONE or after.tile[field] != before.hand or after.disc[field] != disc:
        return False
    for other in range(MAX_PLAYERS):
        laid = other == seat and disc == seat
        if after.discs[other] != before.discs[other] - laid or after.money[other] != before.money[other]:
            return False
    for k in range(before.num_shown):
        if after.display[k] != before.display[k] or after.bundles[k] != before.bundles[k]:
            return False
    opened = int(before.opened) + (is_emptied(before, rules) and has_more(before, rules) and after.seat != NONE)
    return bool(after.opened == opened) and is_same_board(before, field, after)


@part
def is_emptied(before: State, rules: Rules) -> bool:
    """3.4.1: Return whether the tile in hand was the last face-up one of its section."""
    length = int(rules.length)
    first = int(before.hand_place) // length * length
    left = 0
    for place in range(first, first + length):
        left += before.row[place] != NONE
    return left == 0


@part
def has_more(before: State, rules: Rules) -> bool:
    """3.4.3: Return whether tiles are left to turn up."""
    return bool(int(before.opened) * int(rules.length) < rules.num_tiles)


# 3.3, 4, 5 Points


@part
def points_are_right(before: State, field: int, after: State, rules: Rules) -> bool:
    """3.3, 4, 5: Return whether each seat got by each way what a second count says."""
    points = np.zeros((MAX_PLAYERS, NUM_WAYS), np.int64)
    add_points(before, field, after, rules, points)
    for seat in range(MAX_PLAYERS):
        total = 0
        for way in range(NUM_WAYS):
            total += points[seat, way]
            if int(after.ways[seat, way]) - int(before.ways[seat, way]) != points[seat, way]:
                return False
        if int(after.points[seat]) - int(before.points[seat]) != total:
            return False
    return True


@part
def add_points(before: State, field: int, after: State, rules: Rules, points: Points) -> None:
    """3.3, 4, 5: Add to `points` what the placement on `field` brings to each seat, the end of the game included."""
    points[int(before.seat), Way.TILES] += points_beside(before, rules, int(before.hand), field)
    district = int(rules.district[field])
    if count_in(after, rules, district, NONE) == 0:
        add_district(after, rules, district, points)
    if after.seat == NONE:
        for seat in range(rules.num_players):
            points[seat, Way.MONEY] += int(before.money[seat])
        if rules.all_districts:
            for other in range(rules.num_districts):
                add_district(after, rules, other, points)
