"""What the checks need to know of the game: see `mom_env.contract.checks`.

The turns are those by quarters. Moving the display is a symmetry as well, but a table of all 784 ways would take 90 MB:
use `rolling`, which computes them. Exchanges of monsters depend on the card file; see `exchanges`.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from mom_env.contract.checks import Position
from mom_env.contract.options import OptionValue
from mom_env.monsters_on_the_moon import symmetry as SYMMETRY  # noqa: N812  # a constant of the contract
from mom_env.monsters_on_the_moon.actions import WALL_WORDS
from mom_env.monsters_on_the_moon.rules.setup import clear
from mom_env.monsters_on_the_moon.rules.table import apply_card, fix_square
from mom_env.monsters_on_the_moon.rules.walls import can_put, put_wall
from mom_env.monsters_on_the_moon.state import (
    CRYSTAL,
    FIXED,
    GONE,
    HEAD,
    IN_PILE,
    LAID,
    LONG,
    MAX_CARDS,
    MAX_LAID,
    MAX_SHIPS,
    MAX_WALLS,
    MOONSCAPE,
    NONE,
    NUM_DECISIONS,
    NUM_FACES,
    NUM_PIECES,
    NUM_SQUARES,
    SHORT,
    STATE_DTYPE,
    TILE,
    Decision,
    Missions,
    Rules,
    State,
)

__all__ = ["POSITIONS", "SYMMETRY", "find_violation"]

WALLS: dict[str, OptionValue] = {"walls": True, "missions": "open"}
SECRET: dict[str, OptionValue] = {"missions": "secret", "monsters": "draw"}
TARGET: dict[str, OptionValue] = {"tile_target": "opponent"}
POSITIONS: tuple[Position, ...] = (
    Position("mini_solo", 1, {}, skip_forced=True, seed=1, played=0, lines=(4, 108, 432, 16_208, 64_832, 3_038_000)),
    Position("mini_solo", 1, {}, skip_forced=False, seed=9, played=6, lines=(4, 206, 824, 49_032, 196_128)),
    Position("mini", 2, {}, skip_forced=True, seed=2, played=0, lines=(2, 4, 8, 64, 2912, 23_024)),
    Position("mini", 2, {"walls": True}, skip_forced=True, seed=3, played=4, lines=(46, 403, 4836, 209_703, 1_700_991)),
    Position("mini", 2, SECRET, skip_forced=False, seed=4, played=6, lines=(61, 581, 872, 2224, 49_976)),
    Position("standard", 2, WALLS, skip_forced=True, seed=7, played=40, lines=(79, 2212, 187_642, 2_713_956)),
    Position("standard", 4, {}, skip_forced=True, seed=6, played=60, lines=(8, 1384, 5304, 823_696, 3_769_024)),
    # To the end of all games.
    Position("mini", 2, TARGET, skip_forced=False, seed=5, played=18, lines=(72, 266, 18_406, 33_104, 35_936, 35_936)),
    Position("standard", 3, {}, skip_forced=True, seed=8, played=50, lines=(2, 8, 1212, 1244, 1244)),
)

# Fields of the table that follow from the cards, ships and walls that were laid.
DERIVED = ("lies", "area", "across", "down", "left", "top", "width", "height", "num_areas", "num_fixed")
# Smallest value, and what is above the largest one, of fields and of the entries of fields.
RANGES: dict[str, tuple[int, int]] = {
    "num_laid": (0, MAX_LAID + 1),
    "laid_card": (NONE, NUM_FACES),
    "laid_turn": (0, 4),
    "laid_place": (NONE, NUM_SQUARES),
    "num_walls": (0, MAX_WALLS + 1),
    "wall_piece": (0, NUM_PIECES),
    "wall_edge": (0, NUM_SQUARES),
    "decision": (NONE, NUM_DECISIONS),
    "has_begun": (0, 2),
    "passed": (NONE, MAX_CARDS),
    "holder": (0, GONE + 1),
    "pile": (NONE, MAX_CARDS),
    "ship_at": (NONE, NUM_SQUARES),
    "ships": (0, MAX_SHIPS + 1),
    "card": (NONE, MAX_CARDS),
    "turn": (0, 4),
    "new_card": (NONE, MAX_LAID),
    "tiles_due": (0, 3),
    "ship_done": (0, 2),
    "piece": (NONE, NUM_PIECES),
    "laying": (0, 5),
    "interim_taken": (0, 2),
}


def find_violation(state: State, rules: Rules) -> str:
    """Return in words what is impossible in the record `state`, or "" if nothing is; it may hold any bytes."""
    for problem in _problems(state, rules):
        return problem
    return ""


def _problems(state: State, rules: Rules) -> Iterator[str]:
    """Yield what is impossible in a record; later checks rely on earlier ones."""
    yield from _problems_of_ranges(state, rules)
    yield from _problems_of_cards(state, rules)
    if state.num_laid > 0:
        yield from _problems_of_table(state, rules)
    yield from _problems_of_seats(state, rules)
    yield from _problems_of_turn(state, rules)


def _problems_of_ranges(state: State, rules: Rules) -> Iterator[str]:
    """Yield a message for each field with an entry that no position has."""
    count = int(rules.num_players)
    seats = {"seat": (NONE, count), "start": (0, count), "layout": (0, int(rules.num_layouts) + 1)}
    limits = {"steps": (0, int(rules.last_space) + 1), "monster": (NONE, int(rules.num_monsters))}
    for name, (least, end) in {**RANGES, **seats, **limits}.items():
        values = np.atleast_1d(state[name])
        if values.min() < least or values.max() >= end:
            yield f"{name}: expected numbers from {least} to {end - 1}, found {values.min()} to {values.max()}"
    if state.decision == Decision.NOTHING and state.seat != NONE and state.has_begun:
        yield "decision: expected one before the end, found none"
    if state.seat == NONE and state.decision != Decision.NOTHING:
        yield "decision: expected none at the end"


def _problems_of_cards(state: State, rules: Rules) -> Iterator[str]:
    """2: Yield a message for each card that is in two places or in none, and for each wrong number of cards."""
    size, holders = int(rules.num_cards), state.holder.tolist()
    pile = [card for card in state.pile.tolist() if card != NONE]
    laid = [card for card in state.laid_card[: int(state.num_laid)].tolist() if card < MOONSCAPE]
    if not state.has_begun:
        if sorted(pile) != list(range(size)):
            yield f"pile: expected each card once before the setup, found {pile}"
        return
    if state.pile[: len(pile)].tolist() != pile or len(pile) != state.num_pile:
        yield f"num_pile: expected the {len(pile)} cards of the pile, found {state.num_pile}"
    if len(set(laid)) != len(laid):
        yield f"laid_card: expected each card once, found {laid}"
    for card in range(MAX_CARDS):
        where = IN_PILE if card in pile else LAID if card in laid else None
        if card >= size and (holders[card] != GONE or where is not None):
            yield f"holder: expected no card {card} in a set of {size}"
        elif (where is not None or holders[card] in {IN_PILE, LAID}) and holders[card] != where:
            yield f"holder: expected card {card} in one place, found it in two"
        elif where is None and holders[card] >= int(rules.num_players) and not (rules.num_players == 1 or card >= size):
            yield f"holder: expected card {card} with a seat, in the pile or on the table, found it nowhere"
    if len(set(pile)) != len(pile):
        yield f"pile: expected each card once, found {pile}"
    for seat in range(len(state.hand_size)):
        held = holders.count(seat) if seat < rules.num_players else 0
        if state.hand_size[seat] != held:
            yield f"hand_size: expected {held} cards of seat {seat}, found {state.hand_size[seat]}"


def _problems_of_table(state: State, rules: Rules) -> Iterator[str]:
    """3, 6: Yield a message if the table is not what the cards, ships and walls that were laid lead to."""
    number, walls = int(state.num_laid), int(state.num_walls)
    if min(state.laid_card[:number]) < 0 or min(state.laid_place[:number]) < 0:
        yield "laid_card: expected a card and a place for each card on the table, found none"
        return
    again: Any = np.zeros(1, STATE_DTYPE)[0]
    clear(again)
    for card, turn, place in zip(
        *(state[name][:number].tolist() for name in ("laid_card", "laid_turn", "laid_place")), strict=True
    ):
        apply_card(again, rules, card, turn, place)
        if max(int(again.width), int(again.height)) > rules.limit:
            yield f"width: expected a display of at most {rules.limit} squares"
            return
    yield from _problems_of_ships(state, again)
    yield from _problems_of_walls(state, rules, again, walls)
    for name in DERIVED:
        if not np.array_equal(state[name], again[name]):
            yield f"{name}: expected what the cards, ships and walls on the table lead to, found something else"
    yield from _problems_of_squares(state, rules, again)


def _problems_of_ships(state: State, again: State) -> Iterator[str]:
    """3.4: Yield a message for each ship that is not on a crystal of its own; set the others on the table `again`."""
    placed = [int(square) for square in state.fixed[int(again.num_fixed) : max(0, int(state.num_fixed))]]
    ships = [int(square) for square in state.ship_at.ravel() if square != NONE]
    if sorted(placed) != sorted(ships):
        yield "fixed: expected Armstrong, his camp and the ships, found other squares"
        return
    for square in placed:
        if again.shows[square] != CRYSTAL or int(again.mark[square]) & FIXED:
            yield f"ship_at: expected each ship on a crystal of its own, found one on square {square}"
            return
        again.free_crystals = int(again.free_crystals) - 1
        fix_square(again, square)
    if state.free_crystals != again.free_crystals:
        yield f"free_crystals: expected {again.free_crystals}, found {state.free_crystals}"


def _problems_of_walls(state: State, rules: Rules, again: State, walls: int) -> Iterator[str]:
    """6.2: Yield a message for each wall that cannot lie where it does; lay the others on the table `again`."""
    if walls and not rules.with_walls:
        yield f"num_walls: expected none without the option walls, found {walls}"
        return
    for piece, square in zip(state.wall_piece[:walls].tolist(), state.wall_edge[:walls].tolist(), strict=True):
        again.walls[0], again.laying = MAX_WALLS, 0
        if not can_put(again, 0, piece, square):
            yield f"wall_edge: expected free edges, found wall {WALL_WORDS[piece]} on square {square}"
            return
        put_wall(again, 0, piece, square)
    again.laying = 0


def _problems_of_squares(state: State, rules: Rules, again: State) -> Iterator[str]:
    """3.3: Yield a message for each square that shows something else than its card, or than a tile on it."""
    tiles = (state.mark & TILE) != 0
    played = [HEAD + int(monster) for monster in state.monster[: int(rules.num_players)]]
    if not np.array_equal(state.mark & (255 - TILE), again.mark):
        yield "mark: expected the walls and ships of the table, found others"
    if not np.array_equal(state.shows[~tiles], again.shows[~tiles]):
        yield "shows: expected what the cards show, found something else"
    for square in np.flatnonzero(tiles):
        head = again.shows[square]
        if state.shows[square] not in played or not HEAD <= head < CRYSTAL:
            yield f"shows: expected each tile on a head, found one on square {square}"


def _problems_of_seats(state: State, rules: Rules) -> Iterator[str]:
    """2, 6, 7: Yield a message for what a seat cannot have."""
    count = int(rules.num_players)
    monsters = [monster for monster in state.monster[:count].tolist() if monster != NONE]
    if len(set(monsters)) != len(monsters):
        yield f"monster: expected different ones, found {monsters}"
    for seat in range(count):
        laid = sum(square != NONE for square in state.ship_at[seat].tolist())
        if state.has_begun and count > 1 and int(state.ships[seat]) + laid != rules.ships:
            yield f"ships: expected {rules.ships} of seat {seat}, found {int(state.ships[seat])} and {laid} set"
    bits = [int(own) for own in state.missions[:count]]
    expected = {Missions.NONE: 0, Missions.SECRET: 2, Missions.OPEN: 3}[Missions(int(rules.missions))]
    if any(own.bit_count() != expected or own >> int(rules.num_missions) for own in bits):
        yield f"missions: expected {expected} for each seat, found {bits}"
    if rules.missions == Missions.SECRET and sum(bits) != np.bitwise_or.reduce(bits):
        yield f"missions: expected each mission once, found {bits}"
    if rules.missions == Missions.OPEN and (len(set(bits)) > 1 or bits[0] & ~int(rules.open_missions)):
        yield f"missions: expected the same for all, of those that may lie open, found {bits}"
    if state.has_begun and rules.with_walls and count > 1:
        sizes = [0, 0]
        for piece in state.wall_piece[: int(state.num_walls)].tolist():
            sizes[LONG if piece >= 2 else SHORT] += 1  # long pieces are 2 and 3
        for size, each in ((SHORT, int(rules.short_walls)), (LONG, int(rules.long_walls))):
            there = int(state.walls[:count, size].sum()) + sizes[size]
            if there != count * each or state.walls[:count, size].min() < 0:
                yield f"walls: expected {count * each} of size {size} in all, found {there}"


def _problems_of_turn(state: State, rules: Rules) -> Iterator[str]:
    """9.1: Yield a message if the pending decision cannot be pending."""
    decision, seat = int(state.decision), int(state.seat)
    if seat == NONE or not state.has_begun:
        return
    if decision == Decision.PLACE and (state.card == NONE or state.holder[int(state.card)] != seat):
        yield "card: expected one of the hand, to be laid, found none"
    if decision in {Decision.TILE, Decision.SHIP} and state.new_card != int(state.num_laid) - 1:
        yield "new_card: expected the last card on the table"
    if decision == Decision.TILE and state.tiles_due < 1:
        yield "tiles_due: expected a tile for a decision about it, found none"
    if decision == Decision.SHIP and (state.ships[seat] < 1 or state.free_crystals < 1 or state.ship_done):
        yield "ships: expected a ship and a crystal for a decision about them, found none"
    if (decision == Decision.EDGE) != (state.piece != NONE):
        yield "piece: expected one exactly while its edge is chosen"
    if decision in {Decision.EDGE, Decision.WALL} and not rules.with_walls:
        yield "decision: expected no walls without the option walls"
    if state.laying > state.num_walls:
        yield f"laying: expected at most the {state.num_walls} walls of the table, found {state.laying}"
    if decision > Decision.PASS and NONE in state.monster[: int(rules.num_players)].tolist():
        yield "monster: expected one of each seat, found none"
    if decision > Decision.PASS and state.num_laid == 0:
        yield "num_laid: expected cards on the table, found none"
