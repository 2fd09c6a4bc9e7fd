"""Quarter turns of the table: no rule knows which side of the display is the upper one.

A quarter turn is clockwise, in the frame of 28 x 28 squares that wraps round: square (x, y) becomes (27 - y, x). Cards,
places and edges turn with it. It holds under all options and for all numbers of players: the display may be as wide as
high (R5), missions ask for rows and columns alike (7.3), and a wall stays a wall of the same length. `rolling` moves a
display; a mirror image is none of the symmetries, as cards have one face.

Two things know a direction, and neither is a rule. The start layouts of the card file, and the first card of solo play,
lie in one way; a turned game is one in which they were turned too. Enclosed areas are numbered in reading order; a
turned observation keeps the numbers that they had.

What the id of a square means depends on the decision: a place is the left upper square of a card as it lies, and that
is another square of the turned card. So there is a row of the tables for each meaning and number of quarter turns.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Records
from mom_env.kernel.jit import kernel, part
from mom_env.monsters_on_the_moon.actions import LAY, NUM_ACTIONS, NUM_TURNS, SQUARE, STOP, WALL
from mom_env.monsters_on_the_moon.observe import CARDS, OBSERVATION_SIZE, PLANES, named
from mom_env.monsters_on_the_moon.rules.areas import find_areas
from mom_env.monsters_on_the_moon.state import (
    FIXED,
    LONG_H,
    LONG_V,
    MIDDLE,
    NONE,
    NUM_PIECES,
    NUM_SQUARES,
    SHORT_H,
    SHORT_V,
    TILE,
    WALL_ABOVE,
    WALL_LEFT,
    WRAP,
    Decision,
    Int16s,
    State,
)

Indices = NDArray[np.int64]


class Meaning(IntEnum):
    """What the id of a square means. The edges are those of the four pieces of wall, in the order of their ids."""

    SQUARE = 0
    FLAT = 1  # the place of a card that lies flat
    UPRIGHT = 2
    EDGE = 3  # of SHORT_H; those of the other pieces follow


NUM_MEANINGS = Meaning.EDGE + NUM_PIECES
# By meaning: how many rows of squares the thing takes that the id names by its left upper square, and what it is after
# a quarter turn. An upper edge lies between two rows and takes none.
HEIGHT = np.array([1, 2, 3, 0, 1, 0, 2])
AFTER = np.array([Meaning.SQUARE, Meaning.UPRIGHT, Meaning.FLAT, 4, 3, 6, 5])
PIECE_AFTER = np.array([SHORT_V, SHORT_H, LONG_V, LONG_H])

# Planes about edges: the plane that their numbers come to, and how many rows of squares such an edge, or such a pair of
# squares, takes.
EDGE_PLANES = {
    "same_right": ("same_down", 1),
    "same_down": ("same_right", 2),
    "wall_above": ("wall_left", 0),
    "wall_left": ("wall_above", 1),
}
EDGE_MARKS = {WALL_ABOVE: (WALL_LEFT, 0), WALL_LEFT: (WALL_ABOVE, 1), MIDDLE: (MIDDLE, 0)}

NO_TURN = 0  # the row of the tables that changes nothing


def turned_squares(squares: Indices | Int16s, height: int | Indices) -> Indices:
    """Return the squares that name things after a quarter turn, if `squares` named them before.

    `height` is the number of rows of squares that such a thing takes.

    >>> turned_squares(np.array([0, 2 * WRAP + 5]), 1).tolist()
    [27, 165]
    """
    named: Indices = np.asarray(squares, np.int64)
    return named % WRAP * WRAP + (WRAP - named // WRAP - height) % WRAP


EVERY_SQUARE = np.arange(NUM_SQUARES)


def ids_after(meaning: int) -> Indices:
    """Return the id of each action after one quarter turn, where the ids of squares have the given meaning."""
    ids = np.arange(NUM_ACTIONS)
    ids[LAY:WALL] = np.roll(ids[LAY:WALL].reshape(-1, NUM_TURNS), -1, axis=1).ravel()
    ids[WALL:STOP] = WALL + PIECE_AFTER
    ids[SQUARE:] = SQUARE + turned_squares(EVERY_SQUARE, HEIGHT[meaning])
    return ids


def numbers_after() -> Indices:
    """Return the index of each number of an observation after one quarter turn; the piece "corner" stays."""
    after = np.arange(OBSERVATION_SIZE)
    pieces, own = named(after), named(np.arange(OBSERVATION_SIZE))
    for plane in PLANES:
        to, height = EDGE_PLANES.get(plane.name, (plane.name, 1))
        order = turned_squares(EVERY_SQUARE, height)
        pieces[plane.name].reshape(-1, NUM_SQUARES)[:] = own[to].reshape(-1, NUM_SQUARES)[:, order]
    pieces["chosen_turn"][:] = np.roll(own["chosen_turn"], -1)
    pieces["chosen_piece"][:] = own["chosen_piece"][PIECE_AFTER]
    return after


def turn_number(meaning: int, quarters: int) -> int:
    """Return the row of the tables for a meaning of the ids of squares, and 0 to 3 quarter turns."""
    return 1 + NUM_TURNS * meaning + quarters


def _action_turns() -> Indices:
    """Return the id of each action after each turn: a row for NO_TURN, then one for each meaning and quarter turns."""
    rows = [np.arange(NUM_ACTIONS)]
    for meaning in range(NUM_MEANINGS):
        ids, now = np.arange(NUM_ACTIONS), meaning
        for _ in range(NUM_TURNS):
            rows.append(ids)
            ids, now = ids_after(now)[ids], int(AFTER[now])
    return np.stack(rows)


def _observation_turns() -> Indices:
    """Return where each number of an observation comes from, with a row for each turn as in `_action_turns`.

    Where the corner of a turned display is follows from its size, which no renumbering can say. The planes show it, and
    its place in the frame means nothing. So the piece "corner" becomes 0: it comes from a number that is 0 whenever the
    ids of squares have the row's meaning.
    """
    own, numbers, after = named(np.arange(OBSERVATION_SIZE)), np.arange(OBSERVATION_SIZE), numbers_after()
    quarters = [numbers]
    for _ in range(NUM_TURNS - 1):
        numbers = after[numbers]
        quarters.append(np.argsort(numbers))
    rows = [quarters[0]]
    for meaning in range(NUM_MEANINGS):
        other = Decision.PLACE if meaning >= Meaning.EDGE else Decision.EDGE
        for sources in quarters:
            row = sources.copy()
            named(row)["corner"][:] = own["decision"][other]
            rows.append(row)
    return np.stack(rows)


ACTION_TURNS = _action_turns()  # [turn, id]: the id after the turn
OBSERVATION_TURNS = _observation_turns()

_START = {name: int(piece.ravel()[0]) for name, piece in named(np.arange(OBSERVATION_SIZE)).items()}
_CORNER, _PLACE = _START["corner"], _START["decision"] + int(Decision.PLACE)
_TURN, _PIECE, _CARDS = _START["chosen_turn"], _START["chosen_piece"], CARDS * NUM_SQUARES
_SQUARE, _FLAT, _UPRIGHT, _EDGE = (int(meaning) for meaning in Meaning)


@kernel
def find_turns(observations: NDArray[np.float32], rows: Indices, turns: Indices) -> None:
    """Write into `turns[i]` which turn shows the position in row `rows[i]` of `observations` in the usual direction.

    The card of this turn then lies unturned. As long as none is chosen, the display is turned such that its squares
    with a card lie more to the upper left.
    """
    for i in range(len(rows)):
        row = int(rows[i])
        turns[i] = 1 + NUM_TURNS * meaning_of(observations, row) + quarters_of(observations, row)


@part
def meaning_of(observations: NDArray[np.float32], row: int) -> int:
    """Return the meaning that the ids of squares have for the decision in row `row` of `observations`."""
    if observations[row, _PLACE] > 0:
        is_upright = observations[row, _TURN + 1] + observations[row, _TURN + 3] > 0
        return _UPRIGHT if is_upright else _FLAT
    for piece in range(NUM_PIECES):
        if observations[row, _PIECE + piece] > 0:
            return _EDGE + piece
    return _SQUARE


@part
def quarters_of(observations: NDArray[np.float32], row: int) -> int:
    """Return how many quarter turns `find_turns` asks for in row `row` of `observations`."""
    for turn in range(NUM_TURNS):
        if observations[row, _TURN + turn] > 0:
            return (NUM_TURNS - turn) % NUM_TURNS
    return quarters_to_upper_left(*weight_of(observations, row))


@part
def weight_of(observations: NDArray[np.float32], row: int) -> tuple[int, int]:
    """Return to which side the squares with a card lie on the whole, as x and y from the middle of the display.

    Both are sums over all these squares, in half squares.
    """
    left = int(np.int64(observations[row, _CORNER]))  # an observation is unsigned, and a difference may be below 0
    top = int(np.int64(observations[row, _CORNER + 1]))
    count, across, down, last_x, last_y = 0, 0, 0, 0, 0
    for square in range(NUM_SQUARES):
        if observations[row, _CARDS + square] > 0:
            x, y = (square % WRAP - left) % WRAP, (square // WRAP - top) % WRAP
            count, across, down = count + 1, across + x, down + y
            last_x, last_y = max(last_x, x), max(last_y, y)
    return 2 * across - count * last_x, 2 * down - count * last_y


@part
def quarters_to_upper_left(x: int, y: int) -> int:
    """Return how many quarter turns bring a direction to the upper left; 0 for (0, 0), which is none.

    Straight up is upper left, straight left is not.
    """
    if x < 0 <= y:
        return 1
    if y > 0:
        return 2
    return 3 if x > 0 else 0


def turned_record(states: Records) -> Records:
    """Return a copy of an array of one record in which the position has made one quarter turn."""
    copied = states.copy()
    before, state = states[0], copied[0]
    for name in ("shows", "lies"):
        state[name][turned_squares(EVERY_SQUARE, 1)] = before[name]
    _turn_marks(before, state)
    _turn_display(before, state)
    _turn_things(before, state)
    _turn_choices(before, state)
    state.area[:] = 0
    find_areas(state)
    return copied


def _turn_marks(before: State, state: State) -> None:
    """Write the marks of all squares and edges of the record `before` into `state`, after a quarter turn."""
    state.mark[:] = 0
    for bit, (to, height) in {TILE: (TILE, 1), FIXED: (FIXED, 1), **EDGE_MARKS}.items():
        state.mark[turned_squares(np.flatnonzero(before.mark & bit), height)] |= to


def _turn_display(before: State, state: State) -> None:
    """Write the outlines of the display into `state`, whose squares have been turned."""
    state.left, state.top = (WRAP - int(before.top) - int(before.height)) % WRAP, before.left
    state.width, state.height = before.height, before.width
    covered, bits = state.lies.reshape(WRAP, WRAP) > 0, np.uint32(1) << np.arange(WRAP, dtype=np.uint32)
    state.across[:], state.down[:] = (covered * bits).sum(1), (covered * bits[:, None]).sum(0)


def _turn_things(before: State, state: State) -> None:
    """Write the cards, walls and ships of the record `before` into `state`, after a quarter turn."""
    laid, walls = slice(int(before.num_laid)), slice(int(before.num_walls))
    heights = HEIGHT[Meaning.FLAT + before.laid_turn[laid] % 2]
    state.laid_place[laid] = turned_squares(before.laid_place[laid], heights)
    state.laid_turn[laid] = (before.laid_turn[laid] + 1) % NUM_TURNS
    pieces = before.wall_piece[walls]
    state.wall_edge[walls] = turned_squares(before.wall_edge[walls], HEIGHT[Meaning.EDGE + pieces])
    state.wall_piece[walls] = PIECE_AFTER[pieces]
    for name in ("fixed", "ship_at"):
        state[name][:] = np.where(before[name] == NONE, NONE, turned_squares(before[name], 1))


def _turn_choices(before: State, state: State) -> None:
    """Write the quarter turns of the chosen card, and the chosen wall, into `state`, after a quarter turn."""
    if before.card != NONE:
        state.turn = (int(before.turn) + 1) % NUM_TURNS
    if before.piece != NONE:
        state.piece = PIECE_AFTER[int(before.piece)]
