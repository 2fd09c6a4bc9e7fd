"""8.3, 8.4: Points and levels of solo play."""

from mom_env.kernel.jit import called_kernel, part
from mom_env.monsters_on_the_moon.rules.scoring import is_grouped
from mom_env.monsters_on_the_moon.rules.table import NUM_SIDES, heads_on, monster_on, neighbour, square_in
from mom_env.monsters_on_the_moon.state import CRYSTAL, NONE, NUM_LEVELS, Int16s, Rules, State

LOVED, CRYSTALS, OTHERS = range(3)  # what points come from


@called_kernel
def count_solo(state: State, rows: Int16s) -> None:
    """8.3, R27: Write into `rows` the loved heads and the crystals that are not alone, and all other heads."""
    rows[:] = 0
    for y in range(int(state.height)):
        for x in range(int(state.width)):
            square = square_in(state, x, y)
            monster = monster_on(state, square)
            if monster == NONE:
                rows[CRYSTALS] += int(state.shows[square]) == CRYSTAL and has_crystal_beside(state, square)
            elif monster != state.monster[0]:
                rows[OTHERS] += heads_on(state, square)
            elif is_grouped(state, square, monster):
                rows[LOVED] += heads_on(state, square)


@part
def has_crystal_beside(state: State, square: int) -> bool:
    """8.3: Return whether a neighbour of a square shows a crystal."""
    for side in range(NUM_SIDES):
        if int(state.shows[neighbour(square, side)]) == CRYSTAL:
            return True
    return False


@part
def end_solo(state: State) -> None:
    """8.3: Write what `count_solo` counts into `state.final_rows[0]`, the points into `state.vp[0]`, and the place, 1.

    The points are the loved heads and the crystals, less all other heads.
    """
    rows = state.final_rows[0]
    count_solo(state, rows)
    state.vp[0] = int(rows[LOVED]) + int(rows[CRYSTALS]) - int(rows[OTHERS])
    state.place[0] = 1


@part
def level_of(rules: Rules, points: int) -> int:
    """8.4: Return the level that a number of points reaches, from 1."""
    level = 1
    for number in range(NUM_LEVELS):
        level += points >= rules.levels[number]
    return level
