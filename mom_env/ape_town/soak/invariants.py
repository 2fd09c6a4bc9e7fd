"""What is true of every position, whatever has been played."""

from mom_env.ape_town.soak.count import value_of
from mom_env.ape_town.soak.notes import Notes
from mom_env.ape_town.soak.violations import Violation
from mom_env.ape_town.state import (
    MAX_DISPLAY,
    MAX_FIELDS,
    MAX_PLAYERS,
    NONE,
    NUM_MOTIFS,
    NUM_WAYS,
    OPEN_SECTIONS,
    Decision,
    Motif,
    Rules,
    State,
)
from mom_env.kernel.jit import kernel, part


@kernel
def check_position(state: State, dealt: State, rules: Rules, notes: Notes) -> Violation:
    """Return the first violation found in the position, or NOTHING.

    `dealt` is the record of the same game right after the deal; `notes` is overwritten.
    """
    wrong = check_row(state, dealt, rules)
    if wrong == Violation.NOTHING:
        wrong = check_pieces(state, rules, notes)
    if wrong == Violation.NOTHING:
        wrong = check_turn(state, dealt, rules)
    return wrong


@part
def check_row(state: State, dealt: State, rules: Rules) -> Violation:
    """3.1, 3.4: Return the first violation in the row of tiles, the display and the sections, or NOTHING.

    `dealt` is the record right after the deal.
    """
    if state.rng != dealt.rng:
        return Violation.CHANCE
    if not row_is_the_dealt_one(state, dealt, rules):
        return Violation.ROW
    if not display_fits(state, rules):
        return Violation.OPEN_TILES
    return Violation.NOTHING if sections_fit(state, rules) else Violation.SECTIONS


@part
def check_pieces(state: State, rules: Rules, notes: Notes) -> Violation:
    """2: Return the first violation in money, tiles, discs and what is counted in districts, or NOTHING.

    `notes` is overwritten.
    """
    if not money_is_conserved(state, rules):
        return Violation.MONEY
    if not tiles_are_conserved(state, rules):
        return Violation.TILES
    if not discs_are_conserved(state, rules):
        return Violation.DISCS
    if not fields_are_counted(state, rules) or not districts_are_counted(state, rules, notes):
        return Violation.COUNTS
    return Violation.NOTHING


@part
def check_turn(state: State, dealt: State, rules: Rules) -> Violation:
    """3: Return the first violation in who decides what, or if an absent seat has something, or NOTHING.

    `dealt` is the record right after the deal.
    """
    if not turn_fits(state, dealt, rules):
        return Violation.TURN
    return Violation.NOTHING if absent_seats_have_nothing(state, rules) else Violation.ABSENT_SEAT


# The row


@part
def row_is_the_dealt_one(state: State, dealt: State, rules: Rules) -> bool:
    """3.4: Return whether the tiles that were not taken lie where they were dealt, and the others are gone.

    One tile is gone for each turn, and one more while it is in hand. `dealt` is the record right after the deal.
    """
    gone = 0
    for place in range(rules.num_tiles):
        if state.row[place] == NONE:
            gone += 1
        elif state.row[place] != dealt.row[place]:
            return False
    return gone == int(state.turn) + (state.hand != NONE)


@part
def display_fits(state: State, rules: Rules) -> bool:
    """3.1.1: Return whether the display has each face-up tile once, in the order of the row, and nothing else.

    Face up are the tiles of the openings so far that were not taken. No tile that is still face down is gone.
    """
    shown = 0
    up = min(int(state.opened) * int(rules.length), int(rules.num_tiles))
    for place in range(rules.num_tiles):
        if place < up and state.row[place] != NONE:
            if shown == MAX_DISPLAY or state.display[shown] != place:
                return False
            shown += 1
        if place >= up and state.row[place] == NONE:
            return False
    for k in range(shown, MAX_DISPLAY):
        if state.display[k] != NONE:
            return False
    return bool(shown == state.num_shown)


@part
def sections_fit(state: State, rules: Rules) -> bool:
    """3.4: Return whether two sections are open when a tile is to be taken, and not too far apart.

    Fewer are open only when nothing is left to turn up. The reserve must hold what the track has no room for: all that
    comes after one lap from the oldest open section, which counts as open until the end of the turn that empties it.
    """
    length, sections = int(rules.length), int(rules.num_segments) // int(rules.length)
    oldest, newest, count, last = int(state.opened), NONE, 0, NONE
    for k in range(state.num_shown):
        opening = int(state.display[k]) // length
        oldest, newest = min(oldest, opening), max(newest, opening)
        count += opening != last
        last = opening
    if state.decision == Decision.PLACE:
        oldest = min(oldest, int(state.hand_place) // length)
    all_money = int(rules.num_players) * int(rules.first_money)
    is_all_up = int(state.opened) * length == rules.num_tiles
    if state.decision == Decision.TAKE and count != OPEN_SECTIONS and not (is_all_up and count < OPEN_SECTIONS):
        return False
    if newest - oldest > 1 + all_money // length:
        return False
    reserve = max(0, int(rules.num_tiles) - (oldest + sections) * length)
    return state.decision == Decision.NOTHING or bool(state.reserve == reserve)


# Pieces


@part
def money_is_conserved(state: State, rules: Rules) -> bool:
    """1, 3.1: Return whether all bundles dealt are owned by seats or lie beside face-up tiles, and none is negative."""
    total = 0
    for seat in range(rules.num_players):
        total += int(state.money[seat])
        if state.money[seat] < 0:
            return False
    for k in range(MAX_DISPLAY):
        total += int(state.bundles[k])
        if state.bundles[k] < 0 or (k >= state.num_shown and state.bundles[k] != 0):
            return False
    return total == int(rules.num_players) * int(rules.first_money)


@part
def tiles_are_conserved(state: State, rules: Rules) -> bool:
    """1: Return whether each motif is there as often as the box has it: on fields, in hand and in the row.

    Those that are face down must be as many as `unseen` says.
    """
    for motif in range(NUM_MOTIFS):
        on_fields, in_row, face_down = 0, 0, 0
        for field in range(rules.num_fields):
            on_fields += state.tile[field] == motif
        for place in range(rules.num_tiles):
            in_row += state.row[place] == motif
            face_down += state.row[place] == motif and place >= int(state.opened) * int(rules.length)
        if on_fields + in_row + (state.hand == motif) != rules.tiles[motif] or face_down != state.unseen[motif]:
            return False
    return True


@part
def discs_are_conserved(state: State, rules: Rules) -> bool:
    """3.3.3, R8: Return whether each seat's discs lie on markers or are left, and are as many as it was dealt."""
    for seat in range(rules.num_players):
        laid = 0
        for field in range(MAX_FIELDS):
            laid += state.disc[field] == seat
        if state.discs[seat] < 0 or laid + int(state.discs[seat]) != rules.first_discs:
            return False
    for field in range(MAX_FIELDS):
        is_marker = state.tile[field] == Motif.ORANGUTAN or state.tile[field] == Motif.LEMUR
        if state.disc[field] != NONE and not (is_marker and 0 <= state.disc[field] < rules.num_players):
            return False
    return True


@part
def fields_are_counted(state: State, rules: Rules) -> bool:
    """3.3, R6: Return whether what is kept about the cells beside each field is what lies there."""
    for field in range(rules.num_fields):
        sites, worth = int(rules.printed_sites[field]), int(rules.printed_worth[field])
        for i in range(rules.num_beside[field]):
            tile = int(state.tile[int(rules.beside[field, i])])
            sites += tile == Motif.BANANA
            worth += value_of(rules, tile)
        if sites != state.sites_beside[field] or worth != state.worth_beside[field]:
            return False
    return True


@part
def districts_are_counted(state: State, rules: Rules, notes: Notes) -> bool:
    """4: Return whether what is kept about each district is what lies on its fields; `notes` is overwritten."""
    count_districts(state, rules, notes)
    for district in range(rules.num_districts):
        if state.free[district] != notes.free[district] or state.worth[district] != notes.worth[district]:
            return False
        if state.all_lemurs[district] != notes.all_lemurs[district]:
            return False
        for seat in range(rules.num_players):
            if state.orangutans[seat, district] != notes.orangutans[seat, district]:
                return False
            if state.lemurs[seat, district] != notes.lemurs[seat, district]:
                return False
    return True


@part
def count_districts(state: State, rules: Rules, notes: Notes) -> None:
    """4: Write into `notes` what lies in each district, counted in one pass over the fields."""
    notes.free[:] = 0
    notes.worth[:] = 0
    notes.all_lemurs[:] = 0
    notes.orangutans[:] = 0
    notes.lemurs[:] = 0
    for field in range(rules.num_fields):
        district, tile, seat = int(rules.district[field]), int(state.tile[field]), int(state.disc[field])
        notes.free[district] += tile == NONE
        notes.worth[district] += value_of(rules, tile)
        notes.all_lemurs[district] += tile == Motif.LEMUR
        if seat != NONE:
            notes.orangutans[seat, district] += tile == Motif.ORANGUTAN
            notes.lemurs[seat, district] += tile == Motif.LEMUR


# Turns and seats


@part
def turn_fits(state: State, dealt: State, rules: Rules) -> bool:
    """3, 5.1: Return whether turns go clockwise from the start, one tile each, until no field is free.

    A tile is in hand exactly while it is to be placed. `dealt` is the record right after the deal.
    """
    filled = 0
    for field in range(MAX_FIELDS):
        filled += state.tile[field] != NONE
    if filled != state.turn or state.start != dealt.start:
        return False
    if (state.hand != NONE) != (state.decision == Decision.PLACE) or (state.hand != NONE) != (state.hand_place != NONE):
        return False
    if state.turn == rules.num_fields:
        return bool(state.seat == NONE and state.decision == Decision.NOTHING)
    seat = (int(state.start) + int(state.turn)) % int(rules.num_players)
    return bool(state.seat == seat and state.decision != Decision.NOTHING)


@part
def absent_seats_have_nothing(state: State, rules: Rules) -> bool:
    """2: Return whether the seats without a player, which are the last ones, have no money, discs, points or place."""
    total = 0
    for seat in range(rules.num_players, MAX_PLAYERS):
        total += abs(int(state.money[seat])) + abs(int(state.discs[seat])) + abs(int(state.points[seat]))
        total += abs(int(state.place[seat]))
        for way in range(NUM_WAYS):
            total += abs(int(state.ways[seat, way]))
        for district in range(rules.num_districts):
            total += abs(int(state.orangutans[seat, district])) + abs(int(state.lemurs[seat, district]))
    return total == 0
