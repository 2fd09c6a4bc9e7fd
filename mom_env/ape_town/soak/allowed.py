"""What the rules page allows, written a second time and apart from the rules' own kernels.

Nothing of `rules/` is used here: prices are counted tile by tile, and every field of the board is looked at.
"""

from mom_env.ape_town.actions import PLACE, TAKE, Mask
from mom_env.ape_town.state import NONE, Decision, Rules, State
from mom_env.kernel.jit import part


@part
def write_allowed(state: State, rules: Rules, allowed: Mask) -> None:
    """3: Write into `allowed` 1 for each action that the rules page allows the seat to move, and 0 for all others."""
    allowed.ids[:] = 0
    if state.decision == Decision.TAKE:
        allow_tiles(state, rules, allowed)
    elif state.decision == Decision.PLACE:
        allow_fields(state, rules, allowed)


@part
def allow_tiles(state: State, rules: Rules, allowed: Mask) -> None:
    """3.1.1, 3.1.2, R4: Write 1 into `allowed` for each face-up tile whose price the seat to move owns.

    The price is the number of face-up tiles before it, in the order of the row.
    """
    price = 0
    for place in range(int(state.opened) * int(rules.length)):
        if state.row[place] != NONE:
            if price <= state.money[int(state.seat)]:
                allowed.ids[TAKE + price] = 1
            price += 1


@part
def allow_fields(state: State, rules: Rules, allowed: Mask) -> None:
    """3.2.1, 3.2.2, R5: Write 1 into `allowed` for each free field of the announced colour, or for all free ones."""
    colour = rules.segment_colour[int(state.hand_place) % int(rules.num_segments)]
    count = 0
    for field in range(rules.num_fields):
        if state.tile[field] == NONE and rules.colour[int(rules.district[field])] == colour:
            allowed.ids[PLACE + field] = 1
            count += 1
    for field in range(rules.num_fields):
        if state.tile[field] == NONE and count == 0:
            allowed.ids[PLACE + field] = 1


@part
def is_forced(state: State, rules: Rules, num_allowed: int) -> bool:
    """7: Return whether the decision has only one option; all can see that, as nothing is private."""
    return num_allowed == 1
