"""What a seat may know, as one vector of named pieces.

Seats are counted from the viewer: 0 is the viewer, 1 the seat to its left. Fields and districts are numbered as in the
board file, and entries beyond them are 0. Everybody knows the same, so the views of two seats differ in nothing else.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mom_env.ape_town.rules.placing import count_free, is_colour_full, is_open
from mom_env.ape_town.rules.points import points_at_once
from mom_env.ape_town.rules.taking import announced_colour
from mom_env.ape_town.state import (
    MAX_DISPLAY,
    MAX_DISTRICTS,
    MAX_FIELDS,
    MAX_PLAYERS,
    NONE,
    NUM_COLOURS,
    NUM_DECISIONS,
    NUM_MOTIFS,
    Decision,
    Motif,
    Rules,
    State,
)
from mom_env.base.layout import view_dtype
from mom_env.contract.people import Piece
from mom_env.kernel.jit import part

Float32s = NDArray[np.float32]

MAX_LENGTH = MAX_DISPLAY // 2  # segments of a section
_SEATS, _FIELDS, _DISTRICTS, _PLACES = (MAX_PLAYERS,), (MAX_FIELDS,), (MAX_DISTRICTS,), (MAX_DISPLAY,)
_SEATS_DISTRICTS = (MAX_PLAYERS, MAX_DISTRICTS)

LAYOUT = (
    Piece("num_players", (3,), "one-hot", "2, 3 or 4 players"),
    Piece("all_districts", (1,), "flag", "all districts are scored once more at the end"),
    Piece("decision", (NUM_DECISIONS,), "one-hot", "take, place; none at the end"),
    Piece("seat", _SEATS, "one-hot", "the seat that decides"),
    Piece("start", _SEATS, "one-hot", "the starting player"),
    Piece("turns", (1,), "all turns", "tiles placed"),
    Piece(
        "hand", (NUM_MOTIFS,), "one-hot", "motif of the tile in the hand: " + ", ".join(m.name.lower() for m in Motif)
    ),
    Piece("hand_colour", (NUM_COLOURS,), "one-hot", "colour of its segment: grey, black, white"),
    Piece("money", _SEATS, "the bundles of four players", "bundles"),
    Piece("discs", _SEATS, "all discs of a player", "discs left"),
    Piece("points", _SEATS, "400 points or more", "points so far"),
    Piece("lead", _SEATS, "100 points or more", "points of the viewer less those of the seat"),
    Piece(
        "display_motif", (MAX_DISPLAY, NUM_MOTIFS), "one-hot", "motif of each face-up tile, in the order of its price"
    ),
    Piece("display_colour", (MAX_DISPLAY, NUM_COLOURS), "one-hot", "colour of its segment"),
    Piece("display_bundles", _PLACES, "the bundles of four players", "money beside it"),
    Piece("opened", (1,), "all sections of the row", "sections that have been turned up"),
    Piece("next_colours", (MAX_LENGTH, NUM_COLOURS), "one-hot", "colours of the section that is turned up next"),
    Piece("unseen", (NUM_MOTIFS,), "the most frequent motif", "tiles of each motif that were never face up"),
    Piece(
        "most_at_once", _PLACES, "6 of the best apes", "take: the most points at once that each face-up tile can bring"
    ),
    Piece(
        "at_once", _FIELDS, "6 of the best apes", "place: points at once on each field on which the tile may be placed"
    ),
    Piece("ape", _FIELDS, "the best ape", "value of the ape on each field"),
    Piece("site", _FIELDS, "flag", "banana site on the field"),
    Piece(
        "orangutan",
        _FIELDS,
        "disc of the viewer",
        "orangutan on the field: 1, of the next seats 0.8, 0.6, 0.4, without a disc 0.2",
    ),
    Piece(
        "lemur",
        _FIELDS,
        "disc of the viewer",
        "lemur on the field: 1, of the next seats 0.8, 0.6, 0.4, without a disc 0.2",
    ),
    Piece("sites_beside", _FIELDS, "6 sites", "banana sites beside the field, printed ones included"),
    Piece(
        "worth_beside", _FIELDS, "6 of the best apes", "sum of the values of the apes beside it, printed ones included"
    ),
    Piece("free", _DISTRICTS, "the largest district", "free fields of each district"),
    Piece("worth", _DISTRICTS, "the largest district full of the best apes", "worth of the district"),
    Piece("orangutans", _SEATS_DISTRICTS, "the largest district", "orangutans with a disc, by seat and district"),
    Piece("lemurs", _SEATS_DISTRICTS, "the largest district", "lemurs with a disc, by seat and district"),
    Piece("all_lemurs", _DISTRICTS, "the largest district", "lemurs, those without a disc included"),
)

OBSERVATION_DTYPE = view_dtype(LAYOUT)
OBSERVATION_SIZE = sum(piece.size for piece in LAYOUT)
_NAMES = [piece.name for piece in LAYOUT]
_START_OF_FIELDS = sum(piece.size for piece in LAYOUT[: _NAMES.index("ape")])  # index of the first number about fields


class View(Protocol):
    """What a seat sees, as a record with one array for each piece of LAYOUT, and `everything`, the whole memory."""

    everything: Float32s
    num_players: Float32s
    all_districts: Float32s
    decision: Float32s
    seat: Float32s
    start: Float32s
    turns: Float32s
    hand: Float32s
    hand_colour: Float32s
    money: Float32s
    discs: Float32s
    points: Float32s
    lead: Float32s
    display_motif: Float32s
    display_colour: Float32s
    display_bundles: Float32s
    opened: Float32s
    next_colours: Float32s
    unseen: Float32s
    most_at_once: Float32s
    at_once: Float32s
    ape: Float32s
    site: Float32s
    orangutan: Float32s
    lemur: Float32s
    sites_beside: Float32s
    worth_beside: Float32s
    free: Float32s
    worth: Float32s
    orangutans: Float32s
    lemurs: Float32s
    all_lemurs: Float32s


_PER_POINT, _PER_LEAD = np.float32(1 / 400), np.float32(1 / 100)
_ONE = np.float32(1)
_PER_SITE = np.float32(1 / 6)
_PER_SEAT = np.float32(1 / (MAX_PLAYERS + 1))


@part
def write_view(state: State, rules: Rules, viewer: int, view: View) -> None:
    """6: Write into `view` what the seat `viewer` may know, and 0 for all that does not apply."""
    for i in range(_START_OF_FIELDS):  # all pieces after these are written in full
        view.everything[i] = 0
    write_moment(state, rules, viewer, view)
    write_hand(state, rules, view)
    write_display(state, rules, view)
    write_row(state, rules, view)
    if state.decision == Decision.PLACE:
        write_at_once(state, rules, view)
    else:
        write_most_at_once(state, rules, view)
    write_fields(state, rules, viewer, view)
    write_districts(state, rules, view)
    seat = viewer
    for relative in range(rules.num_players):
        write_seat(state, rules, seat, relative, view)
        lead = np.float32(int(state.points[viewer]) - int(state.points[seat])) * _PER_LEAD
        view.lead[relative] = min(max(lead, -_ONE), _ONE)
        seat = seat + 1 if seat + 1 < rules.num_players else 0  # a remainder would take longer
    for relative in range(int(rules.num_players), MAX_PLAYERS):
        view.orangutans[relative] = 0
        view.lemurs[relative] = 0


@part
def seen_from(rules: Rules, viewer: int, seat: int) -> int:
    """Return how many seats to the left of `viewer` the seat is, from 0 for `viewer` itself."""
    relative = seat - viewer
    return relative if relative >= 0 else relative + int(rules.num_players)


@part
def write_moment(state: State, rules: Rules, viewer: int, view: View) -> None:
    """Write into `view` who plays with which option, who decides what, and how many turns have been played."""
    view.num_players[int(rules.num_players) - 2] = 1
    view.all_districts[0] = np.float32(rules.all_districts)
    view.start[seen_from(rules, viewer, int(state.start))] = 1
    view.turns[0] = np.float32(state.turn) * rules.per_turn
    if state.seat != NONE:
        view.decision[int(state.decision)] = 1
        view.seat[seen_from(rules, viewer, int(state.seat))] = 1


@part
def write_hand(state: State, rules: Rules, view: View) -> None:
    """Write into `view` the tile that has been taken and not yet placed, and its colour."""
    if state.hand != NONE:
        view.hand[int(state.hand)] = 1
        view.hand_colour[announced_colour(state, rules)] = 1


@part
def write_display(state: State, rules: Rules, view: View) -> None:
    """Write into `view` the face-up tiles, in the order of their price, with colour and money of their segments."""
    for k in range(state.num_shown):
        place = int(state.display[k])
        if state.row[place] != NONE:
            view.display_motif[k, int(state.row[place])] = 1
        view.display_colour[k, int(rules.segment_colour[place])] = 1
        view.display_bundles[k] = np.float32(state.bundles[k]) * rules.per_bundle


@part
def write_row(state: State, rules: Rules, view: View) -> None:
    """Write into `view` how much of the row is open, the colours that come next, and how many motifs are unseen."""
    view.opened[0] = np.float32(state.opened) * rules.per_opening
    for motif in range(NUM_MOTIFS):
        view.unseen[motif] = np.float32(state.unseen[motif]) * rules.per_tile
    first = int(state.opened) * int(rules.length)
    if first < rules.num_tiles:
        for k in range(rules.length):
            view.next_colours[k, int(rules.segment_colour[first + k])] = 1


@part
def write_at_once(state: State, rules: Rules, view: View) -> None:
    """3.2, 3.3: Write into `view` what the tile in the hand brings at once on each field on which it may be placed."""
    is_full = is_colour_full(state, rules)
    for district in range(rules.num_districts):
        if is_open(state, rules, district, is_full):
            first = int(rules.first_field[district])
            for field in range(first, first + int(rules.num_in[district])):
                points = points_at_once(state, rules, int(state.hand), field) * int(state.tile[field] == NONE)
                view.at_once[field] = np.float32(points) * rules.per_value * _PER_SITE


@part
def write_most_at_once(state: State, rules: Rules, view: View) -> None:
    """3.2, 3.3: Write into `view` the most points at once that each face-up tile can bring."""
    for colour in range(NUM_COLOURS):
        sites, worth = most_beside(state, rules, colour)
        for k in range(state.num_shown):
            place = int(state.display[k])
            if rules.segment_colour[place] == colour:
                motif = int(state.row[place])
                points = worth if motif == Motif.BANANA else int(rules.value[motif]) * sites
                view.most_at_once[k] = np.float32(points) * rules.per_value * _PER_SITE


@part
def most_beside(state: State, rules: Rules, colour: int) -> tuple[int, int]:
    """3.2, R5: Return the most banana sites, and the highest sum of apes, beside a field on which a tile may be placed.

    The tile comes from a segment of `colour`.
    """
    sites, worth, is_full = 0, 0, count_free(state, rules, colour) == 0
    for district in range(rules.num_districts):
        if is_full or rules.colour[district] == colour:
            first = int(rules.first_field[district])
            for field in range(first, first + int(rules.num_in[district])):
                is_free = int(state.tile[field] == NONE)
                sites = max(sites, int(state.sites_beside[field]) * is_free)
                worth = max(worth, int(state.worth_beside[field]) * is_free)
    return sites, worth


@part
def write_fields(state: State, rules: Rules, viewer: int, view: View) -> None:
    """Write into `view` what lies on each field and beside it.

    The loops have no branches, so that they are compiled to vector instructions. Unused fields are empty.
    """
    tarsier, chimpanzee, mandrill = np.float32(rules.value[0]), np.float32(rules.value[1]), np.float32(rules.value[2])
    for field in range(MAX_FIELDS):
        motif = state.tile[field]
        value = tarsier * np.float32(motif == 0) + chimpanzee * np.float32(motif == 1)
        view.ape[field] = (value + mandrill * np.float32(motif == 2)) * rules.per_value
        view.site[field] = np.float32(motif == 3)
        view.sites_beside[field] = np.float32(state.sites_beside[field]) * _PER_SITE
        view.worth_beside[field] = np.float32(state.worth_beside[field]) * rules.per_value * _PER_SITE
    for field in range(MAX_FIELDS):
        whose = disc_number(state.disc[field], viewer, rules)
        view.orangutan[field] = whose * np.float32(state.tile[field] == 4)
        view.lemur[field] = whose * np.float32(state.tile[field] == 5)


@part
def disc_number(disc: int, viewer: int, rules: Rules) -> np.float32:
    """Return 1 for a disc of the viewer, 0.8, 0.6 and 0.4 for those of the next seats, and 0.2 for none."""
    relative = disc - viewer
    if relative < 0:
        relative += int(rules.num_players)
    number = np.float32(MAX_PLAYERS + 1 - relative) if disc != NONE else np.float32(1)
    return number * _PER_SEAT


@part
def write_districts(state: State, rules: Rules, view: View) -> None:
    """Write into `view` what the scoring of each district depends on, but for the markers of each seat."""
    for district in range(MAX_DISTRICTS):
        view.free[district] = np.float32(state.free[district]) * rules.per_field
        view.worth[district] = np.float32(state.worth[district]) * rules.per_worth
        view.all_lemurs[district] = np.float32(state.all_lemurs[district]) * rules.per_field


@part
def write_seat(state: State, rules: Rules, seat: int, relative: int, view: View) -> None:
    """6, R17: Write into `view` money, discs, points and markers of a seat.

    `relative` is how many seats to the left of the viewer the seat is, and 0 for the viewer.
    """
    view.money[relative] = np.float32(state.money[seat]) * rules.per_bundle
    view.discs[relative] = np.float32(state.discs[seat]) * rules.per_disc
    view.points[relative] = min(np.float32(state.points[seat]) * _PER_POINT, _ONE)
    for district in range(MAX_DISTRICTS):
        view.orangutans[relative, district] = np.float32(state.orangutans[seat, district]) * rules.per_field
        view.lemurs[relative, district] = np.float32(state.lemurs[seat, district]) * rules.per_field
