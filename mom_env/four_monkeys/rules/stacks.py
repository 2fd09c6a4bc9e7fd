"""2.2, 3.2, 3.5: The stacks of combo tiles: laid out, grabbed from, revealed.

Each area has its stacks in a range of places of its own, which begins at its first tile; the older stack comes first.
"""

from mom_env.four_monkeys.sizes import MAX_TILES
from mom_env.four_monkeys.state import NONE, Rules, State
from mom_env.kernel.jit import part


@part
def build_stacks(state: State, rules: Rules) -> None:
    """2.2, 9: Deal the tiles of each area into `rules.num_stacks` stacks, as level as can be.

    The first stacks get one tile more if the number does not go into them evenly. Then write into `state.tops` and
    `state.tall` what is on top, and in which areas a stack has several tiles.
    """
    for place in range(MAX_TILES):
        state.stack_tile[place], state.stack_height[place] = 0, 0
    for area in range(len(state.num_stacks)):
        state.num_stacks[area] = rules.num_stacks[area]
        if area < rules.num_areas:
            build_area(state, rules, area)
    look_at_tops(state, rules)


@part
def build_area(state: State, rules: Rules, area: int) -> None:
    """2.2: Deal the tiles of `area` into its stacks."""
    first, count = int(rules.first_tile[area]), int(rules.num_stacks[area])
    least, more = int(rules.num_tiles[area]) // count, int(rules.num_tiles[area]) % count
    tile = first
    for i in range(count):
        height = least + (i < more)
        state.stack_tile[first + i], state.stack_height[first + i] = tile, height
        tile += height


@part
def look_at_tops(state: State, rules: Rules) -> None:
    """2.2: Note which combos lie on top in each area, and whether a stack of it has two tiles or more."""
    for area in range(len(state.num_stacks)):
        first, tops, tall = int(rules.first_tile[area]), 0, 0
        for place in range(first, first + int(state.num_stacks[area])):
            if state.stack_height[place] > 0:
                tops |= 1 << top_of(state, place)
            tall |= state.stack_height[place] > 1
        state.tops[area], state.tall[area] = tops, tall


@part
def top_of(state: State, place: int) -> int:
    """2.2: Return the combo, counted from 0, on top of the stack at `place`, which is not empty."""
    return int(state.tiles[int(state.deal_number), int(state.stack_tile[place])])


@part
def find_highest(state: State, rules: Rules, area: int, combo: int, least: int) -> int:
    """R6, R14: Return the place of the highest stack of `area` that nobody claims; of equal ones the older.

    Only stacks with at least `least` tiles count, and if `combo` is not NONE, only those that show that combo. Return
    NONE (-1) if there is none.
    """
    first, best = int(rules.first_tile[area]), NONE
    for place in range(first, first + int(state.num_stacks[area])):
        height = int(state.stack_height[place])
        is_higher = height >= least and (best == NONE or height > state.stack_height[best])
        if is_higher and (combo == NONE or top_of(state, place) == combo) and not is_claimed(state, rules, place):
            best = place
    return best


@part
def is_claimed(state: State, rules: Rules, place: int) -> bool:
    """R6: Return whether somebody quicker takes the top of the stack at `place` in this tick."""
    for seat in range(rules.num_players):
        if state.claimed[seat] == place:
            return True
    return False


@part
def take_top(state: State, place: int) -> None:
    """3.2.1: Take the top tile off the stack at `place`, which is not empty."""
    state.stack_height[place] -= 1
    state.stack_tile[place] += 1


@part
def reveal_tile(state: State, rules: Rules, area: int) -> None:
    """3.5, R14: Lay the top of the highest stack of `area` beside the others, if one has two tiles or more."""
    highest = find_highest(state, rules, area, NONE, 2)
    if highest == NONE:
        return
    new = int(rules.first_tile[area]) + int(state.num_stacks[area])
    state.stack_tile[new], state.stack_height[new] = state.stack_tile[highest], 1
    state.num_stacks[area] += 1
    take_top(state, highest)
