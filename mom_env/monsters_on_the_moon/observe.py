"""What a seat may know: planes of the map in the frame of the ids, 28 x 28 squares that wrap round, and flat pieces.

All numbers are small whole numbers, as uint8: a map of some 14,000 numbers is then written and moved four times as
quickly as in float32, and most of them are 0 or 1. Seats are counted from the viewer: 0 is the viewer, 1 the seat to
its left. Monsters are counted likewise: first those of the seats in this order, then those that nobody plays.

`mom_env.monsters_on_the_moon.rolling` moves planes and ids together so that the display's corner is (0, 0);
`mom_env.monsters_on_the_moon.symmetry` turns them by quarters.
"""

from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from mom_env.base.layout import view_dtype
from mom_env.contract.people import Piece
from mom_env.kernel.jit import called_kernel, part
from mom_env.monsters_on_the_moon.hidden import is_known
from mom_env.monsters_on_the_moon.rules.areas import can_enter
from mom_env.monsters_on_the_moon.rules.table import heads_on, monster_on, square_in
from mom_env.monsters_on_the_moon.rules.walls import following, is_long, is_vertical
from mom_env.monsters_on_the_moon.squares import DOWN, RIGHT
from mom_env.monsters_on_the_moon.state import (
    CRYSTAL,
    EMPTY,
    GONE,
    HEAD,
    LONG,
    MAX_CARDS,
    MAX_LAYOUTS,
    MAX_MISSIONS,
    MAX_PLAYERS,
    MAX_SHIPS,
    NONE,
    NUM_DECISIONS,
    NUM_MONSTERS,
    NUM_PIECES,
    NUM_SQUARES,
    SHORT,
    TILE,
    WRAP,
    Decision,
    Missions,
    Rules,
    State,
    Uint8s,
)

_MAP, _SEATS = (WRAP, WRAP), (MAX_PLAYERS,)
NUMBER = np.dtype(np.uint8)

PLANES = (
    Piece("heads", (NUM_MONSTERS, *_MAP), "1 head", "heads of each monster, by square: 0, 1 or 2"),
    Piece("crystal", _MAP, "flag", "a crystal, with or without a ship"),
    Piece("empty", _MAP, "flag", "an empty square of a start card"),
    Piece("fixed", _MAP, "flag", "never covered: Armstrong, his camp, a ship"),
    Piece("tile", _MAP, "flag", "a monster tile lies there"),
    Piece("own_ship", _MAP, "flag", "a ship of the viewer"),
    Piece("other_ship", _MAP, "flag", "a ship of another seat"),
    Piece("card", _MAP, "1 card", "number of the card that lies open, from 1 in the order of laying; 0 for bare table"),
    Piece("same_right", _MAP, "flag", "the square to the right is of the same card"),
    Piece("same_down", _MAP, "flag", "the square below is of the same card"),
    Piece("new", _MAP, "flag", "a square of the card laid in this turn"),
    Piece("wall_above", _MAP, "flag", "a wall on the upper edge"),
    Piece("wall_left", _MAP, "flag", "a wall on the left edge"),
    Piece("area", _MAP, "1 area", "number of the enclosed area, from 1; 0 in the open"),
    Piece("closed", _MAP, "flag", "in an enclosed area without a head of the viewer's own"),
)
LAYOUT = (
    *PLANES,
    Piece("corner", (2,), "1 square", "column and row of the display's left upper corner"),
    Piece("num_players", _SEATS, "one-hot", "1, 2, 3 or 4 players"),
    Piece("options", (4,), "flag", "walls, tiles on opponents only, secret missions, open missions"),
    Piece("decision", (NUM_DECISIONS,), "one-hot", "monster, pass, turn, place, tile, ship, edge, wall, starter"),
    Piece("seat", _SEATS, "one-hot", "the seat that decides; none at the end"),
    Piece("layout", (MAX_LAYOUTS,), "one-hot", "the start layout; none in solo play"),
    Piece("start", _SEATS, "one-hot", "the starting player"),
    Piece("monster", (NUM_MONSTERS, NUM_MONSTERS), "one-hot", "which monster is the first, second ... of `heads`"),
    Piece("pile", (1,), "1 card", "cards of the draw pile"),
    Piece("hand_size", _SEATS, "1 card", "cards in each hand"),
    Piece("held", (MAX_PLAYERS, MAX_CARDS), "flag", "cards that the viewer knows to be in each hand; first its own"),
    Piece("unseen", (MAX_CARDS,), "flag", "cards of which the viewer does not know where they are"),
    Piece("chosen_card", (MAX_CARDS,), "one-hot", "the card that is being laid"),
    Piece("chosen_turn", (4,), "one-hot", "its quarter turns"),
    Piece("chosen_piece", (NUM_PIECES,), "one-hot", "the wall that is being laid"),
    Piece("laying", (1,), "1 wall", "walls laid in this turn"),
    Piece("tiles_due", (1,), "1 tile", "monster tiles that are still to be laid"),
    Piece("ship_done", (1,), "flag", "no ship can be set in this turn any more"),
    Piece("steps", _SEATS, "1 space", "space of each marker on the crystal track"),
    Piece("ships", _SEATS, "1 ship", "ships left to each seat"),
    Piece("walls", (MAX_PLAYERS, 2), "1 wall", "walls left to each seat: short, long"),
    Piece("missions", (MAX_MISSIONS,), "flag", "the viewer's missions, secret or open"),
    Piece("interim_taken", (1,), "flag", "the interim scoring has been"),
    Piece("interim", _SEATS, "1 VP", "its VP, by seat"),
)

HEADS, NUM_PLANES = 0, sum(piece.size for piece in PLANES) // NUM_SQUARES
CRYSTALS, EMPTIES, FIXTURES, TILES, OWN_SHIPS, OTHER_SHIPS, CARDS, SAME_RIGHT, SAME_DOWN, NEW = range(
    NUM_MONSTERS, NUM_MONSTERS + 10
)
ABOVE, AT_LEFT, AREAS, CLOSED = range(NEW + 1, NUM_PLANES)

OBSERVATION_SIZE = sum(piece.size for piece in LAYOUT)
OBSERVATION_DTYPE = view_dtype(LAYOUT, NUMBER, {"planes": (NUM_PLANES, NUM_SQUARES)})

NO_SLOT, NO_SLOTS = 15, (1 << 4 * NUM_MONSTERS) - 1  # no place yet: of one monster, of all

Number = TypeVar("Number", bound=np.generic)


def named(observation: NDArray[Number]) -> dict[str, NDArray[Number]]:
    """Return the pieces of a flat observation by name, in their shapes; they are views, so no numbers are copied."""
    pieces, before = {}, 0
    for piece in LAYOUT:
        pieces[piece.name] = observation[before : before + piece.size].reshape(piece.shape)
        before += piece.size
    return pieces


class View(Protocol):
    """What a seat sees, as a record with one array for each piece of LAYOUT.

    `everything` and `planes`, with a row for each plane, are other views of the same memory.
    """

    everything: Uint8s
    planes: Uint8s
    corner: Uint8s
    num_players: Uint8s
    options: Uint8s
    decision: Uint8s
    seat: Uint8s
    layout: Uint8s
    start: Uint8s
    monster: Uint8s
    pile: Uint8s
    hand_size: Uint8s
    held: Uint8s
    unseen: Uint8s
    chosen_card: Uint8s
    chosen_turn: Uint8s
    chosen_piece: Uint8s
    laying: Uint8s
    tiles_due: Uint8s
    ship_done: Uint8s
    steps: Uint8s
    ships: Uint8s
    walls: Uint8s
    missions: Uint8s
    interim_taken: Uint8s
    interim: Uint8s


@called_kernel
def write_view(state: State, rules: Rules, viewer: int, view: View) -> None:
    """9.3: Write what the seat `viewer` may know, and nothing else."""
    view.everything[:] = 0
    write_map(state, rules, viewer, view)
    write_table(state, rules, viewer, view)
    write_seats(state, rules, viewer, view)
    write_cards(state, rules, viewer, view)
    write_decision(state, rules, viewer, view)


@part
def write_map(state: State, rules: Rules, viewer: int, view: View) -> None:
    """Write the planes of the map."""
    planes = view.planes
    slots = slots_of(state, rules, viewer)
    is_new = state.decision in (Decision.TILE, Decision.SHIP)
    new = int(state.num_laid) if is_new else -1  # the last card on the table is that of this turn
    for y in range(int(state.height)):
        for x in range(int(state.width)):
            square = square_in(state, x, y)
            card, shows = int(state.lies[square]), int(state.shows[square])
            if shows < HEAD:
                continue
            if shows < CRYSTAL:
                planes[HEADS + (slots >> 4 * monster_on(state, square) & 15), square] = heads_on(state, square)
            elif shows <= EMPTY:
                planes[CRYSTALS + shows - CRYSTAL, square] = 1
            else:
                planes[FIXTURES, square] = 1
            planes[CARDS, square] = card
            planes[SAME_RIGHT, square] = state.lies[RIGHT[square]] == card
            planes[SAME_DOWN, square] = state.lies[DOWN[square]] == card
            planes[NEW, square] = card == new
            planes[TILES, square] = int(state.mark[square]) & TILE != 0
    write_ships(state, rules, viewer, view)
    if state.num_walls > 0:
        write_walls(state, viewer, view)


@part
def slots_of(state: State, rules: Rules, viewer: int) -> int:
    """Return the place of each monster in the order of the viewer, four bits for each monster.

    First come the monsters of the viewer and the seats to its left, then those that nobody plays.
    """
    slots, following = NO_SLOTS, int(rules.num_players)
    for away in range(rules.num_players):
        monster = int(state.monster[(viewer + away) % int(rules.num_players)])
        if monster != NONE:
            slots = with_slot(slots, monster, away)
    for monster in range(NUM_MONSTERS):
        if slots >> 4 * monster & NO_SLOT == NO_SLOT:
            slots = with_slot(slots, monster, following if following < NUM_MONSTERS else 0)
            following += 1
    return slots


@part
def with_slot(slots: int, monster: int, slot: int) -> int:
    """Return `slots` with a monster's place changed. LLVM makes long vector code of sums and `|=` in loops instead."""
    return slots & ~(NO_SLOT << 4 * monster) | slot << 4 * monster


@part
def write_ships(state: State, rules: Rules, viewer: int, view: View) -> None:
    """Write the planes of the ships."""
    for seat in range(rules.num_players):
        for number in range(MAX_SHIPS):
            square = int(state.ship_at[seat, number])
            if square != NONE:
                view.planes[OWN_SHIPS if seat == viewer else OTHER_SHIPS, square] = 1
                view.planes[FIXTURES, square] = 1


@part
def write_walls(state: State, viewer: int, view: View) -> None:
    """6: Write the planes of walls and enclosed areas."""
    closed = 0
    for area in range(1, int(state.num_areas) + 1):
        closed |= (not can_enter(state, viewer, area)) << area
    for wall in range(state.num_walls):
        piece, square = int(state.wall_piece[wall]), int(state.wall_edge[wall])
        plane = AT_LEFT if is_vertical(piece) else ABOVE
        view.planes[plane, square] = 1
        if is_long(piece):
            view.planes[plane, following(piece, square)] = 1
    for y in range(int(state.height)):
        for x in range(int(state.width)):
            square = square_in(state, x, y)
            area = int(state.area[square])
            view.planes[AREAS, square] = area
            view.planes[CLOSED, square] = closed >> area & 1


@part
def write_table(state: State, rules: Rules, viewer: int, view: View) -> None:
    """Write what is the same for all seats, but for the order of the monsters."""
    view.corner[0], view.corner[1] = state.left, state.top
    view.num_players[int(rules.num_players) - 1] = 1
    view.options[0], view.options[1] = rules.with_walls, rules.opponents_only
    view.options[2], view.options[3] = rules.missions == Missions.SECRET, rules.missions == Missions.OPEN
    if state.layout > 0:
        view.layout[int(state.layout) - 1] = 1
    slots = slots_of(state, rules, viewer)
    for monster in range(NUM_MONSTERS):
        if state.decision != Decision.MONSTER or not is_free(state, monster):
            view.monster[slots >> 4 * monster & 15, monster] = 1
    view.pile[0], view.interim_taken[0] = state.num_pile, state.interim_taken


@part
def is_free(state: State, monster: int) -> bool:
    """Return whether no seat has a monster."""
    for seat in range(MAX_PLAYERS):
        if state.monster[seat] == monster:
            return False
    return True


@part
def write_seats(state: State, rules: Rules, viewer: int, view: View) -> None:
    """Write what belongs to each seat, from the viewer's on to the left."""
    count = int(rules.num_players)
    for away in range(count):
        seat = (viewer + away) % count
        view.seat[away], view.start[away] = seat == state.seat, seat == state.start
        view.steps[away], view.ships[away] = state.steps[seat], state.ships[seat]
        view.interim[away] = state.interim[seat] if state.interim_taken else 0
        view.walls[away, SHORT], view.walls[away, LONG] = state.walls[seat, SHORT], state.walls[seat, LONG]
    for mission in range(MAX_MISSIONS):
        view.missions[mission] = int(state.missions[viewer]) >> mission & 1


@part
def write_cards(state: State, rules: Rules, viewer: int, view: View) -> None:
    """9.3: Write which cards the viewer knows to be in which hand, and of which it does not know where they are."""
    count = int(rules.num_players)
    for card in range(rules.num_cards):
        holder = int(state.holder[card])
        if holder < count:
            view.hand_size[(holder - viewer) % count] += 1
        if holder < count and is_known(state, rules, viewer, card):
            view.held[(holder - viewer) % count, card] = 1
        else:
            view.unseen[card] = holder != GONE
    for number in range(state.num_laid):
        if state.laid_card[number] < rules.num_cards:
            view.unseen[int(state.laid_card[number])] = 0


@part
def write_decision(state: State, rules: Rules, viewer: int, view: View) -> None:  # noqa: ARG001  # called as the others
    """Write what is decided, and what has been decided in this turn."""
    if state.seat == NONE:
        return
    view.decision[int(state.decision)] = 1
    if state.card != NONE:
        view.chosen_card[int(state.card)], view.chosen_turn[int(state.turn)] = 1, 1
    if state.piece != NONE:
        view.chosen_piece[int(state.piece)] = 1
    view.laying[0], view.tiles_due[0], view.ship_done[0] = state.laying, state.tiles_due, state.ship_done
