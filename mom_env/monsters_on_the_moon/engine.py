"""The engine: play an action and advance to the next decision.

What several loops call is a called kernel here: contained in each of them, it took more than twice as long to compile.
"""

from mom_env.kernel.jit import called_kernel, part
from mom_env.kernel.masks import NO_ACTION
from mom_env.monsters_on_the_moon.actions import (
    LAY,
    MONSTER,
    NO_SHIP,
    NUM_ACTIONS,
    NUM_TURNS,
    PASS,
    SQUARE,
    STARTER,
    STOP,
    WALL,
    Mask,
)
from mom_env.monsters_on_the_moon.rules import interim, laying, setup, ships, tiles, turn, walls
from mom_env.monsters_on_the_moon.rules.forced import forced_action
from mom_env.monsters_on_the_moon.state import NONE, Decision, Rules, State


@part
def seats_to_move(state: State, rules: Rules) -> int:
    """Return the seats that may act, as bits: bit k is set for seat k. At most one is set, and none at the end."""
    return 0 if state.seat == NONE else 1 << int(state.seat)


@part
def take_action(state: State, rules: Rules, action: int) -> None:
    """Apply a legal action of the seat to move, given by its id, and advance to the next decision or the end."""
    apply_action(state, rules, action)
    go_on(state, rules)


@called_kernel
def go_on(state: State, rules: Rules) -> None:
    """Advance until a seat must decide or the game ends; if that is so already, change nothing.

    With `skip_forced`, forced decisions are played on the way.
    """
    while state.seat != NONE:
        if not state.has_begun:
            setup.begin_setup(state, rules)
        elif state.decision == Decision.NOTHING:
            turn.end_turn(state, rules)
        elif not apply_forced(state, rules):
            return


@part
def apply_forced(state: State, rules: Rules) -> bool:
    """9.1: Play the pending decision if it is forced and such decisions are skipped, and return whether it was."""
    if not rules.skip_forced:
        return False
    action = forced_action(state, rules)
    if action == NO_ACTION:
        return False
    apply_action(state, rules, action)
    return True


@called_kernel
def apply_action(state: State, rules: Rules, action: int) -> None:
    """Apply a legal action, given by its id, by calling the rule for the pending decision.

    Afterwards the next decision is pending, or NOTHING if the turn is over.
    """
    if action >= SQUARE:
        apply_square(state, rules, action - SQUARE)
    elif action >= STARTER:
        turn.begin_turn(state, rules, (int(state.seat) + action - STARTER) % int(rules.num_players))
    elif action == NO_SHIP:
        turn.apply_no_ship(state, rules)
    elif action == STOP:
        state.decision = Decision.NOTHING
    elif action >= WALL:
        turn.apply_piece(state, action - WALL)
    elif action >= LAY:
        turn.apply_choice_of_card(state, action - LAY)
    elif action >= PASS:
        setup.apply_pass(state, rules, action - PASS)
    else:
        setup.apply_monster(state, rules, action - MONSTER)


@part
def apply_square(state: State, rules: Rules, square: int) -> None:
    """3, 6.2.2: Apply the choice of a square: the place of a card, or the square of a tile, a ship or an edge."""
    if state.decision == Decision.PLACE:
        turn.apply_place(state, rules, square)
    elif state.decision == Decision.TILE:
        turn.apply_tile(state, rules, square)
    elif state.decision == Decision.SHIP:
        turn.apply_ship(state, rules, square)
    else:
        turn.apply_edge(state, square)


@called_kernel
def write_mask(state: State, rules: Rules, seat: int, mask: Mask) -> None:
    """Write into `mask` 1 for each legal action of the seat and 0 for all others; all 0 if the seat is not to move."""
    mask.words[:] = 0
    if seat == state.seat and seat != NONE:
        mark_legal(state, rules, mask)


@part
def mark_legal(state: State, rules: Rules, mask: Mask) -> None:
    """Write 1 for each legal action of the pending decision into `mask`, which must be all 0."""
    decision = int(state.decision)
    if decision == Decision.PLACE:
        laying.mark_places(state, rules, int(state.seat), int(state.turn) % 2, mask)
    elif decision == Decision.TURN:
        turn.mark_openings(state, rules, mask)
    elif decision == Decision.SHIP:
        ships.mark_crystals(state, mask)
    elif decision == Decision.TILE:
        tiles.mark_targets(state, rules, mask)
    elif decision == Decision.EDGE:
        walls.mark_edges(state, int(state.seat), int(state.piece), mask)
    elif decision == Decision.WALL:
        turn.mark_pieces(state, mask)
    elif decision == Decision.STARTER:
        interim.mark_starters(rules, mask)
    elif decision == Decision.PASS:
        setup.mark_passes(state, mask)
    elif decision == Decision.MONSTER:
        setup.mark_monsters(state, rules, mask)


@called_kernel
def can_take_action(state: State, rules: Rules, seat: int, action: int) -> bool:
    """Return whether the seat may play the action id `action` now; both may be any whole number."""
    decision = int(state.decision)
    if action < 0 or action >= NUM_ACTIONS or seat != state.seat or seat == NONE:
        return False
    if action >= SQUARE:
        return can_take_square(state, rules, action - SQUARE)
    if action >= STARTER:
        return decision == Decision.STARTER and action - STARTER < rules.num_players
    if action == NO_SHIP:
        return decision == Decision.SHIP
    if action == STOP:
        return decision == Decision.WALL and walls.can_stop(state)
    if action >= WALL:
        return can_take_piece(state, action - WALL)
    if action >= LAY:
        card, turns = (action - LAY) // NUM_TURNS, (action - LAY) % NUM_TURNS
        return decision == Decision.TURN and laying.can_lay_card(state, rules, card, turns)
    if action >= PASS:
        return decision == Decision.PASS and setup.can_pass(state, action - PASS)
    return decision == Decision.MONSTER and setup.can_choose_monster(state, rules, action - MONSTER)


@part
def can_take_piece(state: State, piece: int) -> bool:
    """6.1.1, 6.2.2: Return whether the seat to move may choose a piece of wall now."""
    if state.decision == Decision.TURN:
        return walls.can_open_with(state, int(state.seat), piece)
    return state.decision == Decision.WALL and walls.fits(state, int(state.seat), piece)


@part
def can_take_square(state: State, rules: Rules, square: int) -> bool:
    """3, 6.2.2: Return whether the seat to move may choose a square now."""
    decision, seat = int(state.decision), int(state.seat)
    if decision == Decision.PLACE:
        return laying.can_lay(state, rules, seat, square, int(state.turn) % 2)
    if decision == Decision.TILE:
        return tiles.can_lay_tile(state, rules, square)
    if decision == Decision.SHIP:
        return ships.is_free_crystal(state, square)
    return decision == Decision.EDGE and walls.can_lay_wall(state, seat, int(state.piece), square)
