"""9.1: Forced decisions: those with one option that everybody can see, so that they can be skipped."""

from mom_env.kernel.jit import called_kernel, part
from mom_env.kernel.masks import NO_ACTION
from mom_env.monsters_on_the_moon.actions import MONSTER, SQUARE, WALL
from mom_env.monsters_on_the_moon.rules.laying import can_lay, count_places
from mom_env.monsters_on_the_moon.rules.setup import can_choose_monster
from mom_env.monsters_on_the_moon.rules.tiles import can_lay_tile, count_targets
from mom_env.monsters_on_the_moon.rules.walls import can_lay_wall, can_stop, count_edges, fits
from mom_env.monsters_on_the_moon.state import NUM_MONSTERS, NUM_PIECES, Decision, Rules, State


@called_kernel
def forced_action(state: State, rules: Rules) -> int:
    """9.1: Return the id of the only option of the pending decision, else NO_ACTION.

    `turn` and `pass` are never forced, as that would tell of a hidden hand. With a ship to set there are two options,
    and every seat can play on after the interim scoring.
    """
    decision = int(state.decision)
    if decision == Decision.PLACE:
        return only_place(state, rules)
    if decision == Decision.TILE:
        return only_target(state, rules)
    if decision == Decision.EDGE:
        return only_edge(state)
    if decision == Decision.WALL:
        return only_piece(state)
    if decision == Decision.MONSTER:
        return only_monster(state, rules)
    return NO_ACTION


@part
def only_place(state: State, rules: Rules) -> int:
    """9.1: Return the id of the only place for the chosen card, else NO_ACTION."""
    seat, upright = int(state.seat), int(state.turn) % 2
    if count_places(state, rules, seat, upright, 2) != 1:
        return NO_ACTION
    place = 0
    while not can_lay(state, rules, seat, place, upright):
        place += 1
    return SQUARE + place


@part
def only_target(state: State, rules: Rules) -> int:
    """9.1: Return the id of the only square for a tile, else NO_ACTION."""
    if count_targets(state, rules) != 1:
        return NO_ACTION
    square = 0
    while not can_lay_tile(state, rules, square):
        square += 1
    return SQUARE + square


@part
def only_edge(state: State) -> int:
    """9.1: Return the id of the only edge for the chosen wall, else NO_ACTION."""
    seat, piece = int(state.seat), int(state.piece)
    if count_edges(state, seat, piece, 2) != 1:
        return NO_ACTION
    square = 0
    while not can_lay_wall(state, seat, piece, square):
        square += 1
    return SQUARE + square


@part
def only_piece(state: State) -> int:
    """9.1: Return the id of the only piece that can follow if the seat may not stop, else NO_ACTION."""
    if can_stop(state):
        return NO_ACTION
    only = NO_ACTION
    for piece in range(NUM_PIECES):
        if fits(state, int(state.seat), piece):
            if only != NO_ACTION:
                return NO_ACTION
            only = WALL + piece
    return only


@part
def only_monster(state: State, rules: Rules) -> int:
    """9.1: Return the id of the only monster that is free, else NO_ACTION."""
    only = NO_ACTION
    for monster in range(NUM_MONSTERS):
        if can_choose_monster(state, rules, monster):
            if only != NO_ACTION:
                return NO_ACTION
            only = MONSTER + monster
    return only
