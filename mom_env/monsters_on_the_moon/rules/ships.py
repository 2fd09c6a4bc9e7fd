"""3.4: Ships on crystals."""

from mom_env.kernel.jit import part
from mom_env.monsters_on_the_moon.actions import Mask
from mom_env.monsters_on_the_moon.rules.table import fix_square, square_in
from mom_env.monsters_on_the_moon.rules.tiles import move_marker
from mom_env.monsters_on_the_moon.state import CRYSTAL, FIXED, NONE, Rules, State


@part
def can_set_ship(state: State) -> bool:
    """3.4.1, R13: Return whether the seat to move has a ship, and a visible crystal has none."""
    return state.ships[int(state.seat)] > 0 and state.free_crystals > 0


@part
def is_free_crystal(state: State, square: int) -> bool:
    """R13: Return whether a square shows a crystal without a ship."""
    return int(state.shows[square]) == CRYSTAL and int(state.mark[square]) & FIXED == 0


@part
def mark_crystals(state: State, mask: Mask) -> None:
    """3.4.1: Mark the crystals on which a ship can be set, and setting none."""
    for y in range(int(state.height)):
        for x in range(int(state.width)):
            square = square_in(state, x, y)
            if is_free_crystal(state, square):
                mask.square[square] = 1
    mask.no_ship[0] = 1


@part
def put_ship(state: State, rules: Rules, square: int) -> None:
    """3.4.1: Set a ship of the seat to move on a crystal, which is never covered, for one step on the track."""
    seat, number = int(state.seat), 0
    while state.ship_at[seat, number] != NONE:
        number += 1
    state.ship_at[seat, number] = square
    state.ships[seat] -= 1
    state.free_crystals -= 1
    fix_square(state, square)
    move_marker(state, rules, seat, 1)
