"""7: Missions: what they measure, judged on the last position."""

from mom_env.kernel.jit import called_kernel, part
from mom_env.monsters_on_the_moon.rules.scoring import find_groups, is_grouped
from mom_env.monsters_on_the_moon.rules.table import (
    NUM_SIDES,
    is_bare,
    is_parted,
    monster_on,
    neighbour,
    square_in,
)
from mom_env.monsters_on_the_moon.squares import DOWN, RIGHT
from mom_env.monsters_on_the_moon.state import (
    CRYSTAL,
    FIXED,
    Kind,
    Rules,
    State,
)

LINE, BLOCK, GROUPS, LARGEST, RIM, CRYSTALS, SHIPS, ALONE = map(int, Kind)


@called_kernel
def mission_vp(state: State, rules: Rules, seat: int) -> int:
    """7.2, R24, R28: Return the VP of the best fulfilled mission that `seat` may name; 0 without one."""
    best = 0
    for mission in range(rules.num_missions):
        if int(state.missions[seat]) >> mission & 1 == 0 or int(rules.mission_vp[mission]) <= best:
            continue
        kind, least = int(rules.mission_kind[mission]), int(rules.mission_least[mission])
        if measure(state, int(state.monster[seat]), kind) >= least:
            best = int(rules.mission_vp[mission])
    return best


@called_kernel
def measure(state: State, monster: int, kind: int) -> int:
    """7.3, R25: Return how much of what a mission of this kind asks for a monster has."""
    if kind in (GROUPS, LARGEST):  # Numba is slow with sets
        largest, count = find_groups(state, monster)
        return count if kind == GROUPS else largest
    found = 0
    for y in range(-1, int(state.height)):  # blocks can begin beside the display
        for x in range(-1, int(state.width)):
            square = square_in(state, x, y)
            if kind == BLOCK:
                found = max(found, count_block(state, square, monster))
            elif monster_on(state, square) == monster:
                if kind == LINE:
                    found = max(found, length_from(state, square, monster, 0), length_from(state, square, monster, 1))
                else:
                    found += is_counted(state, square, monster, kind)
    return found


@part
def is_counted(state: State, square: int, monster: int, kind: int) -> bool:
    """7.3: Return whether a square of a monster counts for a mission of the kind RIM, CRYSTALS, SHIPS or ALONE."""
    if kind == ALONE:
        return not is_grouped(state, square, monster)
    for side in range(NUM_SIDES):
        other = neighbour(square, side)
        if kind == RIM:
            if is_bare(state, other):
                return True
        elif is_parted(state, square, side) or int(state.shows[other]) != CRYSTAL:
            continue
        elif kind == CRYSTALS or int(state.mark[other]) & FIXED != 0:
            return True
    return False


@part
def length_from(state: State, first: int, monster: int, side: int) -> int:
    """7.3: Return how many squares of a monster follow each other from `first` on: to the right (0) or down (1)."""
    square, length = first, 1
    while not is_parted(state, square, side) and monster_on(state, neighbour(square, side)) == monster:
        square = neighbour(square, side)
        length += 1
    return length


@part
def count_block(state: State, square: int, monster: int) -> int:
    """7.3: Return how many of the 2 x 2 squares from `square` on, with no wall between them, show a monster."""
    right, down = int(RIGHT[square]), int(DOWN[square])
    if is_parted(state, square, 0) or is_parted(state, square, 1):
        return 0
    if is_parted(state, right, 1) or is_parted(state, down, 0):
        return 0
    upper = int(monster_on(state, square) == monster) + int(monster_on(state, right) == monster)
    lower = int(monster_on(state, down) == monster) + int(monster_on(state, int(RIGHT[down])) == monster)
    return upper + lower
