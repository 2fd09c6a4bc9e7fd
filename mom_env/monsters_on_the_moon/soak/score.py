"""VP counted a second time, square by square, apart from the rules' own kernels."""

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import kernel, part
from mom_env.monsters_on_the_moon.rules.missions import mission_vp
from mom_env.monsters_on_the_moon.soak.allowed import H, V, has_wall
from mom_env.monsters_on_the_moon.soak.violations import Violation
from mom_env.monsters_on_the_moon.squares import DOWN, RIGHT
from mom_env.monsters_on_the_moon.state import CRYSTAL, NUM_MONSTERS, NUM_SQUARES, Rules, State

Labels = NDArray[np.int16]


@part
def check_end(before: State, action: int, state: State, rules: Rules) -> Violation:
    """5: Return the first violation of the finished game `state`, or NOTHING; `before` and `action` are not used."""
    return check_result(state, rules)


@kernel
def check_result(state: State, rules: Rules) -> Violation:
    """5, 8.3: Return whether the VP and places of a finished game differ from a second count, or NOTHING."""
    labels = np.empty(NUM_SQUARES, np.int16)
    write_labels(state, labels)
    for seat in range(rules.num_players):
        points = solo_points(state, labels) if rules.num_players == 1 else points_of(state, rules, seat, labels)
        if points != state.vp[seat]:
            return Violation.SCORE
    for seat in range(rules.num_players):
        place = 1
        for other in range(rules.num_players):
            place += is_better(state, rules, other, seat)
        if place != state.place[seat]:
            return Violation.PLACES
    return Violation.NOTHING


@part
def kind_on(state: State, square: int) -> int:
    """Return the monster on a square from 1, NUM_MONSTERS + 1 for a crystal, and 0 for anything else."""
    shows = int(state.shows[square])
    if shows == 0 or shows > CRYSTAL:
        return 0
    return NUM_MONSTERS + 1 if shows == CRYSTAL else (shows - 1) % NUM_MONSTERS + 1


@part
def weight_on(state: State, square: int) -> int:
    """Return the heads on a square, or 1 for a crystal."""
    return 2 if NUM_MONSTERS < state.shows[square] <= 2 * NUM_MONSTERS else 1


@part
def write_labels(state: State, labels: Labels) -> None:
    """Write for each square the lowest one of its group: squares of one kind, joined by edges without walls."""
    for square in range(NUM_SQUARES):
        labels[square] = square
    is_changed = True
    while is_changed:
        is_changed = False
        for square in range(NUM_SQUARES):
            kind = kind_on(state, square)
            if kind > 0:
                right, down = int(RIGHT[square]), int(DOWN[square])
                if kind == kind_on(state, right) and not has_wall(state, V, right):
                    is_changed |= join(labels, square, right)
                if kind == kind_on(state, down) and not has_wall(state, H, down):
                    is_changed |= join(labels, square, down)


@part
def join(labels: Labels, one: int, two: int) -> bool:
    """Give two squares the lower of their labels, and return whether that changed one of them."""
    if labels[one] == labels[two]:
        return False
    lower = min(int(labels[one]), int(labels[two]))
    labels[one], labels[two] = lower, lower
    return True


@part
def heads_of_group(state: State, labels: Labels, square: int) -> int:
    """5.1: Return the heads, or crystals, of the group of a square."""
    count = 0
    for other in range(NUM_SQUARES):
        if labels[other] == labels[square]:
            count += weight_on(state, other)
    return count


@part
def points_of(state: State, rules: Rules, seat: int, labels: Labels) -> int:
    """5.1, 6.4.1, 7.2: Return the VP of a seat at the end, with the interim scoring as it was taken."""
    rows = state.interim_rows[seat]
    total = int(rows[0]) + 2 * int(rows[1]) + 2 * int(rows[2]) + 4 * int(rows[3])
    if total != state.interim[seat]:
        return -1
    largest = 0
    for square in range(NUM_SQUARES):
        if kind_on(state, square) == state.monster[seat] + 1:
            group = heads_of_group(state, labels, square)
            largest = max(largest, group)
            each = (2 if group > 1 else 1) * (2 if state.area[square] > 0 else 1)
            total += each * weight_on(state, square)
    if not rules.with_walls and largest > 1:
        total += 2 * largest
    return total + int(rules.space_vp[int(state.steps[seat])]) + int(mission_vp(state, rules, seat))


@part
def solo_points(state: State, labels: Labels) -> int:
    """8.3: Return the points of solo play."""
    total = 0
    for square in range(NUM_SQUARES):
        kind = kind_on(state, square)
        if kind == state.monster[0] + 1 or kind > NUM_MONSTERS:
            total += weight_on(state, square) if heads_of_group(state, labels, square) > 1 else 0
        elif kind > 0:
            total -= weight_on(state, square)
    return total


@part
def is_better(state: State, rules: Rules, one: int, two: int) -> bool:
    """5.3: Return whether a seat has more VP than another, or the same number and more of them on the track."""
    if state.vp[one] != state.vp[two]:
        return bool(state.vp[one] > state.vp[two])
    return bool(rules.space_vp[int(state.steps[one])] > rules.space_vp[int(state.steps[two])])
