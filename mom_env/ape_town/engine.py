"""The engine: play an action and advance to the next decision."""

from mom_env.ape_town.actions import NUM_ACTIONS, PLACE, TAKE, Mask
from mom_env.ape_town.rules.end import end_game
from mom_env.ape_town.rules.forced import forced_action
from mom_env.ape_town.rules.placing import apply_place, can_place, mark_fields
from mom_env.ape_town.rules.points import remove_tile_from_hand
from mom_env.ape_town.rules.taking import apply_take, mark_tiles, most_skipped
from mom_env.ape_town.rules.track import turn_tiles_up
from mom_env.ape_town.state import NONE, Decision, Rules, State
from mom_env.kernel.jit import part
from mom_env.kernel.masks import NO_ACTION


@part
def take_action(state: State, rules: Rules, action: int) -> None:
    """Apply a legal action of the seat to move, given by its id, and advance to the next decision or the end."""
    apply_action(state, rules, action)
    go_on(state, rules)


@part
def go_on(state: State, rules: Rules) -> None:
    """Play forced decisions until a seat has a choice or the game ends; without `skip_forced`, change nothing."""
    if not rules.skip_forced:
        return
    while state.seat != NONE:
        action = forced_action(state, rules)
        if action == NO_ACTION:
            return
        apply_action(state, rules, action)


@part
def apply_action(state: State, rules: Rules, action: int) -> None:
    """3, R3: Apply a legal action, given by its id; afterwards the next decision is pending, or the game is over."""
    if action < PLACE:
        apply_take(state, action - TAKE)
    else:
        apply_place(state, rules, action - PLACE)
        end_turn(state, rules)


@part
def end_turn(state: State, rules: Rules) -> None:
    """3, 5.1: End the turn of the seat to move, and begin that of the next one, unless the last field is taken."""
    state.turn += 1
    if state.turn == rules.num_fields:
        end_game(state, rules)
    else:
        turn_tiles_up(state, rules)
        state.seat = (int(state.seat) + 1) % int(rules.num_players)
        state.decision = Decision.TAKE
    remove_tile_from_hand(state)


@part
def write_mask(state: State, rules: Rules, seat: int, mask: Mask) -> None:
    """Write into `mask` 1 for each legal action of the seat and 0 for all others; all 0 if the seat is not to move."""
    mask.words[:] = 0
    if seat == NONE or seat != state.seat:
        return
    if state.decision == Decision.TAKE:
        mark_tiles(state, mask)
    else:
        mark_fields(state, rules, mask)


@part
def can_take_action(state: State, rules: Rules, seat: int, action: int) -> bool:
    """Return whether the seat may play the action id `action` now; both may be any whole number."""
    if action < 0 or action >= NUM_ACTIONS or seat == NONE or seat != state.seat:
        return False
    if action < PLACE:
        return state.decision == Decision.TAKE and action <= most_skipped(state)
    return state.decision == Decision.PLACE and can_place(state, rules, action - PLACE)
