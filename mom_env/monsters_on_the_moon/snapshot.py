"""A position as plain JSON values, by names: snapshots, and the setup block of replays."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.people import Plain
from mom_env.contract.records import Records
from mom_env.monsters_on_the_moon.actions import WALL_WORDS
from mom_env.monsters_on_the_moon.deck import SIGNS
from mom_env.monsters_on_the_moon.hidden import has_passed_openly, is_known
from mom_env.monsters_on_the_moon.rules.table import square_in
from mom_env.monsters_on_the_moon.ruleset import Ruleset
from mom_env.monsters_on_the_moon.state import (
    BARE,
    LONG,
    MAX_MISSIONS,
    NONE,
    NUM_SQUARES,
    SHORT,
    TILE,
    WRAP,
    Decision,
    Missions,
    Rules,
    State,
)


def snapshot(states: Records, ruleset: Ruleset, seat: int | None) -> Plain:
    """Return the position of game 0, without what every game has; with a seat, only what the seat may know."""
    state, rules = states[0], ruleset.rules[0]
    hidden = {} if seat is not None else {"pile_cards": _cards(state.pile)}
    return {**_table(state), **_seats(state, rules, ruleset, seat), **_turn(state), **hidden}


def _table(state: State) -> Plain:
    """Return what lies on the table, the same for all seats."""
    squares = [
        square_in(state, x, y)
        for y in range(int(state.height))
        for x in range(int(state.width))
    ]  # fmt: skip
    ships = [(int(square), seat) for seat, own in enumerate(state.ship_at) for square in own if square != NONE]
    walls = zip(state.wall_piece.tolist(), state.wall_edge.tolist(), strict=True)
    return {
        "display": [_shown(state, square) for square in sorted(map(int, squares)) if state.shows[square] != BARE],
        "laid": _laid(state),
        "ships_at": [{**_xy(square), "seat": seat} for square, seat in ships],
        "walls_at": [{**_wall(piece), **_xy(square)} for piece, square in list(walls)[: int(state.num_walls)]],
        "areas": [[_xy(square) for square in _squares_of(state, area + 1)] for area in range(int(state.num_areas))],
    }


def _squares_of(state: State, area: int) -> list[int]:
    """6.3.1: Return the squares of an enclosed area, in reading order of the frame."""
    return [square for square in range(NUM_SQUARES) if state.area[square] == area]


def _xy(square: int) -> dict[str, int]:
    """Return a square as x and y."""
    return {"x": int(square) % WRAP, "y": int(square) // WRAP}


def _wall(piece: int) -> dict[str, str]:
    """Return a piece of wall as length and direction."""
    return dict(zip(("wall", "direction"), WALL_WORDS[piece], strict=True))


def _shown(state: State, square: int) -> Plain:
    """Return what a square shows, and the number of its card in the order of laying, from 0."""
    tile = {"tile": True} if int(state.mark[square]) & TILE else {}
    return {**_xy(square), "shows": SIGNS[int(state.shows[square])], "card": int(state.lies[square]) - 1, **tile}


def _laid(state: State) -> list[Plain]:
    """Return all cards on the table in the order of laying, covered ones too; 26 and 27 are the start cards."""
    rows = zip(state.laid_card.tolist(), state.laid_turn.tolist(), state.laid_place.tolist(), strict=True)
    return [{"card": card, "turn": turn, **_xy(place)} for card, turn, place in list(rows)[: int(state.num_laid)]]


def _cards(pile: NDArray[np.generic]) -> list[int]:
    """Return the cards of a pile, next one first."""
    return [int(card) for card in pile if card != NONE]


def _seats(state: State, rules: Rules, ruleset: Ruleset, seat: int | None) -> Plain:
    """Return the entries of a snapshot on the seats and the pile, by name; the seats' entries are lists by seat.

    They have None for each card of a hand, passed card and mission that `seat` does not know. With None as `seat`, all
    is known. Of the pile they have only the number of cards.
    """
    count, names = ruleset.num_players, ruleset.deck.monsters
    seats = range(count)
    monsters = [None if state.monster[other] == NONE else names[state.monster[other]] for other in seats]
    neutral = [name for name in names[: int(rules.num_monsters)] if name not in monsters]
    is_chosen = count > 1 and None not in monsters
    return {
        "monster": monsters,
        "neutral": neutral[0] if is_chosen and neutral else None,
        "start": int(state.start),
        "layout": int(state.layout) or None,
        "hand": [_hand(state, rules, other, seat) for other in seats],
        "passed": [_passed(state, rules, other, seat) for other in seats],
        "pile": int(state.num_pile),
        "steps": state.steps[:count].tolist(),
        "ships": state.ships[:count].tolist(),
        "walls": [{"long": int(own[LONG]), "short": int(own[SHORT])} for own in state.walls[:count]],
        "missions": _missions(state, rules, count, seat),
        "interim": state.interim[:count].tolist() if state.interim_taken else None,
        "interim_rows": state.interim_rows[:count].tolist() if state.interim_taken else None,
    }


def _hand(state: State, rules: Rules, owner: int, seat: int | None) -> list[int | None]:
    """9.3: Return a hand in ascending order, with None at the end for cards that `seat` does not know."""
    cards = [card for card, holder in enumerate(state.holder.tolist()) if holder == owner]
    known: list[int | None] = [card for card in cards if seat is None or is_known(state, rules, seat, card)]
    return known + [None] * (len(cards) - len(known))


def _passed(state: State, rules: Rules, giver: int, seat: int | None) -> int | None:
    """9.3: Return the card that a seat has passed on, or None if it has not, or `seat` does not know which."""
    if state.passed[giver] == NONE or not (seat is None or has_passed_openly(state, rules, seat, giver)):
        return None
    return int(state.passed[giver])


def mission_numbers(bits: int) -> list[int]:
    """7: Return the numbers of missions, from 1, that are set in `bits`."""
    return [mission + 1 for mission in range(MAX_MISSIONS) if bits >> mission & 1]


def _missions(state: State, rules: Rules, count: int, seat: int | None) -> object:
    """7.1: Return the open missions, or the secret ones by seat, None for those that `seat` does not know."""
    if rules.missions == Missions.NONE:
        return None
    numbers = [mission_numbers(int(bits)) for bits in state.missions[:count]]
    if rules.missions == Missions.OPEN:
        return numbers[0]
    return [own if seat in {None, other} or state.seat == NONE else None for other, own in enumerate(numbers)]


def _turn(state: State) -> Plain:
    """Return what has been decided in the turn under way."""
    is_laying = state.decision == Decision.PLACE
    return {
        "card": int(state.card) if state.card != NONE else None,
        "turn": int(state.turn) if state.card != NONE else None,
        "is_laid": not is_laying if state.card != NONE else None,
        "piece": _wall(int(state.piece)) if state.piece != NONE else None,
        "laying": int(state.laying),
        "tiles_due": int(state.tiles_due),
        "ship_done": bool(state.ship_done),
    }


def setup_block(states: Records, ruleset: Ruleset) -> Plain:
    """Return what chance has drawn for a game that has just been dealt, as plain JSON values by name."""
    state: Any = states[0]
    rules: Any = ruleset.rules[0]
    seats, names = range(ruleset.num_players), ruleset.deck.monsters
    missions = [mission_numbers(int(state.missions[seat])) for seat in seats]
    by_kind = {Missions.NONE: None, Missions.SECRET: missions, Missions.OPEN: missions[0]}
    is_drawn = ruleset.num_players > 1 and rules.draw_monsters
    return {
        "start": int(state.start),
        "order": _cards(state.pile),
        "layout": int(state.layout) or None,
        "monsters": [names[state.monster[seat]] for seat in seats] if is_drawn else None,
        "missions": by_kind[Missions(int(rules.missions))],
    }
