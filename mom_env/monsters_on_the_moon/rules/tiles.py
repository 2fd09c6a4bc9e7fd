"""3.2.3, 3.3: The crystal track and the monster tiles."""

from mom_env.kernel.jit import part
from mom_env.monsters_on_the_moon.actions import Mask
from mom_env.monsters_on_the_moon.rules.table import monster_on
from mom_env.monsters_on_the_moon.squares import COVERED
from mom_env.monsters_on_the_moon.state import FACE, HEAD, NONE, NUM_TILES, TILE, Rules, State


@part
def move_marker(state: State, rules: Rules, seat: int, steps: int) -> None:
    """3.2.3, R10, R12: Move a marker, at most to the last space; each tile space reached or passed gives a tile."""
    before = int(state.steps[seat])
    after = min(before + steps, int(rules.last_space))
    state.steps[seat] = after
    for number in range(NUM_TILES):
        state.tiles_due += before < rules.tile_space[number] <= after


@part
def can_lay_tile(state: State, rules: Rules, square: int) -> bool:
    """3.3.1, R11: Return whether the seat to move may lay its tile on a square, which may be any of the frame.

    It must show another monster on the card laid in this turn; with the option "opponent", that of another player.
    """
    monster = monster_on(state, square)
    if monster == NONE or state.lies[square] != int(state.new_card) + 1 or monster == state.monster[int(state.seat)]:
        return False
    return not rules.opponents_only or is_played(state, rules, monster)


@part
def is_played(state: State, rules: Rules, monster: int) -> bool:
    """2.1: Return whether a monster is that of a player, and not neutral."""
    for seat in range(rules.num_players):
        if state.monster[seat] == monster:
            return True
    return False


@part
def has_target(state: State, rules: Rules) -> bool:
    """R11: Return whether there is a head on which the seat to move may lay its tile."""
    return count_targets(state, rules) > 0


@part
def count_targets(state: State, rules: Rules) -> int:
    """R11: Return on how many squares the seat to move may lay its tile."""
    count, number = 0, int(state.new_card)
    for i in range(FACE):
        square = int(COVERED[int(state.laid_turn[number]) % 2, int(state.laid_place[number]), i])
        count += can_lay_tile(state, rules, square)
    return count


@part
def mark_targets(state: State, rules: Rules, mask: Mask) -> None:
    """3.3.1: Mark the squares on which the seat to move may lay its tile."""
    number = int(state.new_card)
    for i in range(FACE):
        square = int(COVERED[int(state.laid_turn[number]) % 2, int(state.laid_place[number]), i])
        mask.square[square] = can_lay_tile(state, rules, square)


@part
def put_tile(state: State, square: int) -> None:
    """3.3.1, R8, R11: Let a square show one head of the seat to move; a double head becomes a single one."""
    state.shows[square] = HEAD + int(state.monster[int(state.seat)])
    state.mark[square] = int(state.mark[square]) | TILE
    state.tiles_due -= 1
