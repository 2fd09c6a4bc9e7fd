"""What is always true of a position, of a step, and of the scores of a finished game."""

from mom_env.four_monkeys.sizes import MAX_CARDS, MAX_COMBOS, MAX_PLAYERS, MAX_TILES, NUM_KINDS
from mom_env.four_monkeys.soak.check_round import are_choices_asked, check_repetition, check_round
from mom_env.four_monkeys.soak.check_tick import check_tick, check_waiting
from mom_env.four_monkeys.soak.count import are_right
from mom_env.four_monkeys.soak.notes import Notes
from mom_env.four_monkeys.soak.violations import NOTHING, Violation
from mom_env.four_monkeys.state import (
    BENEATH,
    DISCARDED,
    GREEN,
    IN_DECK,
    IN_HAND,
    NONE,
    NUM_PLANES,
    ORANGE,
    Phase,
    Rules,
    State,
)
from mom_env.kernel.jit import part


@part
def check_position(state: State, dealt: State, rules: Rules, notes: Notes) -> Violation:
    """2, 3: Return what is wrong with a position, or NOTHING; `dealt` is not used. `notes` is filled again."""
    if not is_scratch_empty(state, rules):
        return Violation.SCRATCH
    if state.phase == Phase.OVER:  # `check_end` looks at it
        return NOTHING
    if not is_clock_right(state, rules):
        return Violation.CLOCK
    clear_notes(notes)
    for deck in range(rules.num_players):
        if not is_deck_whole(state, rules, deck, notes):
            return Violation.DECKS
        if not are_places_right(state, rules, deck):
            return Violation.PLACES
    for seat in range(rules.num_players):
        if not is_hand_right(state, rules, seat, notes):
            return Violation.HANDS
        if not is_open_tile_right(state, seat):
            return Violation.OPEN_TILE
    return check_tiles(state, rules, notes)


@part
def check_tiles(state: State, rules: Rules, notes: Notes) -> Violation:
    """2, 3: Return what is wrong with tiles, stacks and skins, or NOTHING; `notes` has the cards."""
    if not are_tiles_whole(state, rules, notes):
        return Violation.TILES
    if not are_tops_right(state, rules):
        return Violation.STACKS
    if not are_beneath_right(state, notes):
        return Violation.BENEATH
    if not are_counts_right(state, notes):
        return Violation.COUNTS
    if not is_open_right(state, rules, notes):
        return Violation.RIGHT
    return NOTHING if are_skins_whole(state, rules) else Violation.SKINS


@part
def is_clock_right(state: State, rules: Rules) -> bool:
    """2.4, R17: Return whether tick, round and deal are possible, and a repetition has been paid for."""
    stops = 0
    for seat in range(rules.num_players):
        stops += int(rules.false_stops) - int(state.stops_left[seat])
    is_in_time = 0 <= state.tick < state.ticks[int(state.deal_number)] or state.phase == Phase.CHECK
    repeated = int(state.deal_number) - int(state.round_number)
    return bool(is_in_time and 0 <= repeated <= stops and state.round_number < rules.rounds)


@part
def is_scratch_empty(state: State, rules: Rules) -> bool:
    """3.6: Return whether nothing is left of the last tick, and seats without a player have nothing."""
    for seat in range(MAX_PLAYERS):
        if state.claimed[seat] != NONE or state.order[seat] != 0:
            return False
        if seat >= rules.num_players and (state.hand_size[seat] != 0 or state.pending[seat] != NONE):
            return False
    return True


@part
def clear_notes(notes: Notes) -> None:
    """Forget the position before."""
    notes.held[:, :], notes.open_kinds[:, :], notes.own[:, :] = 0, 0, 0
    notes.beneath[:], notes.combos[:] = 0, 0
    notes.counts[:, :, :] = 0


@part
def is_deck_whole(state: State, rules: Rules, deck: int, notes: Notes) -> bool:
    """1, R32: Return whether `deck` has all its cards, wherever they are, and count in `notes` where they are."""
    deal = int(state.deal_number)
    notes.kinds[:] = 0
    for place in range(rules.num_cards):
        notes.kinds[int(state.decks[deal, deck, place])] += 1
    for place in range(state.drawn[deck]):
        note_card(state, deck, place, notes)
    for kind in range(NUM_KINDS):
        if notes.kinds[kind] != rules.copies[kind]:
            return False
    return True


@part
def note_card(state: State, deck: int, place: int, notes: Notes) -> None:
    """3.2.2, R11: Count in `notes` a card that was drawn from `deck`: in a hand, or beneath a tile."""
    number = int(state.round_number)
    where, kind = int(state.where[number, deck, place]), int(state.decks[int(state.deal_number), deck, place])
    owner = owner_of(state, where)
    if where < MAX_TILES:
        notes.beneath[where] += 1
        notes.open_kinds[owner, kind] += state.open_row[owner] == where
    elif where < DISCARDED:
        notes.held[owner, kind] += 1
    if owner == deck:
        notes.own[deck, kind] += 1


@part
def are_places_right(state: State, rules: Rules, deck: int) -> bool:
    """R12: Return whether the drawn cards are the first of `deck`, and lie in the area of the deck."""
    number = int(state.round_number)
    for place in range(MAX_CARDS):
        where = int(state.where[number, deck, place])
        if (where == IN_DECK) != (place >= state.drawn[deck]) or where > IN_DECK:
            return False
        if where != IN_DECK and not is_near(state, rules, deck, owner_of(state, where)):
            return False
    return True


@part
def owner_of(state: State, where: int) -> int:
    """Return the seat that has drawn a card that is not in its deck."""
    if where < MAX_TILES:
        return int(state.row_seat[int(state.round_number), where])
    return (where - IN_HAND) % MAX_PLAYERS


@part
def is_near(state: State, rules: Rules, seat: int, other: int) -> bool:
    """9: Return whether two seats sit in one area."""
    return bool(0 <= other < rules.num_players and state.area[other] == state.area[seat])


@part
def is_hand_right(state: State, rules: Rules, seat: int, notes: Notes) -> bool:
    """R11: Return whether hand and open tile of `seat` have the cards that lie there, and no more than the area has.

    What it has drawn from its own deck is what its cards and discards show.
    """
    total, area = 0, int(state.area[seat])
    for kind in range(NUM_KINDS):
        if notes.held[seat, kind] != state.hand[seat, kind] or notes.own[seat, kind] != state.seen[seat, kind]:
            return False
        if notes.open_kinds[seat, kind] != state.open_kinds[seat, kind]:
            return False
        total += int(notes.held[seat, kind])
    return bool(total == state.hand_size[seat] and total <= rules.area_size[area] * rules.num_cards)


@part
def is_open_tile_right(state: State, seat: int) -> bool:
    """3.2, 3.3: Return whether the open tile of `seat`, if it has one, is its own and green."""
    number, row = int(state.round_number), int(state.open_row[seat])
    if row == NONE:
        return bool(state.gave[seat] == 0)
    is_own = row < state.num_rows[number] and state.row_seat[number, row] == seat
    return bool(is_own and not state.row_orange[number, row] and state.phase == Phase.ACT)


@part
def are_tiles_whole(state: State, rules: Rules, notes: Notes) -> bool:
    """2.2: Return whether stacks and players of each area together have each combo once for each set of tiles."""
    deal = int(state.deal_number)
    for row in range(state.num_rows[int(state.round_number)]):
        note_tile(state, row, notes)
    for area in range(rules.num_areas):
        first, sets = int(rules.first_tile[area]), int(rules.num_tiles[area]) // int(rules.num_combos)
        for stack in range(first, first + int(state.num_stacks[area])):
            for depth in range(state.stack_height[stack]):
                combo = int(state.tiles[deal, int(state.stack_tile[stack]) + depth])
                notes.combos[area * MAX_COMBOS + combo] += 1
        for combo in range(MAX_COMBOS):
            if notes.combos[area * MAX_COMBOS + combo] != (sets if combo < rules.num_combos else 0):
                return False
    return True


@part
def are_tops_right(state: State, rules: Rules) -> bool:
    """2.2, R11: Return whether what lies on top, and whether a stack has two tiles, is noted as the stacks show it.

    There are no more stacks than tiles.
    """
    for area in range(rules.num_areas):
        first, tops, tall = int(rules.first_tile[area]), 0, 0
        for stack in range(first, first + int(state.num_stacks[area])):
            if state.stack_height[stack] > 0:
                tops |= 1 << int(state.tiles[int(state.deal_number), int(state.stack_tile[stack])])
            tall |= state.stack_height[stack] >= 2
        is_noted = tops == state.tops[area] and tall == state.tall[area]
        if not is_noted or state.num_stacks[area] > rules.num_tiles[area]:
            return False
    return True


@part
def are_beneath_right(state: State, notes: Notes) -> bool:
    """3.2.2: Return whether the number of cards beneath each tile is that of the cards that lie there."""
    number, differ = int(state.round_number), False
    for row in range(MAX_TILES):
        differ |= notes.beneath[row] != state.row_beneath[number, row]
    return not differ


@part
def are_counts_right(state: State, notes: Notes) -> bool:
    """2, R11: Return whether the tiles of each seat, and cards beneath them, are counted as they lie in front of it.

    A tile takes three ticks, so there cannot be more of them than that.
    """
    most = (int(state.tick) + 2) // 3
    for seat in range(MAX_PLAYERS):
        tiles = int(state.open_row[seat] != NONE)
        for combo in range(MAX_COMBOS):
            for plane in range(NUM_PLANES):
                if notes.counts[seat, plane, combo] != state.counts[seat, plane, combo]:
                    return False
            tiles += int(notes.counts[seat, GREEN, combo]) + int(notes.counts[seat, ORANGE, combo])
        if tiles > most:
            return False
    return True


@part
def note_tile(state: State, row: int, notes: Notes) -> None:
    """2: Count in `notes` a tile in front of a player."""
    number = int(state.round_number)
    seat, combo = int(state.row_seat[number, row]), int(state.row_combo[number, row])
    notes.combos[int(state.area[seat]) * MAX_COMBOS + combo] += 1
    if row != state.open_row[seat]:
        notes.counts[seat, ORANGE if state.row_orange[number, row] else GREEN, combo] += 1
        notes.counts[seat, BENEATH, combo] += int(state.row_beneath[number, row])


@part
def is_open_right(state: State, rules: Rules, notes: Notes) -> bool:
    """5.3: Return whether the seat to move is told rightly if the cards beneath its open tile are right."""
    seat = int(state.seat)
    row = int(state.open_row[seat])
    if row == NONE or state.row_beneath[int(state.round_number), row] == 0:
        return bool(state.open_right[seat] == 0)
    combo = int(state.row_combo[int(state.round_number), row])
    return bool(state.open_right[seat] == are_right(rules, combo, notes.open_kinds[seat]))


@part
def are_skins_whole(state: State, rules: Rules) -> bool:
    """8: Return whether there is one skin for each player of an area, and none without the option."""
    for area in range(rules.num_areas):
        count = 0
        for seat in range(rules.num_players):
            if state.area[seat] == area:
                count += int(state.own_skins[seat]) + int(state.handed_skins[seat])
        if count != rules.area_size[area] * rules.banana_skins:
            return False
    return True


@part
def check_step(before: State, action: int, after: State, rules: Rules) -> Violation:
    """3.1: Return what is wrong with the step from `before` to `after`, or NOTHING; no decision was skipped.

    Until all have chosen nothing happens; then a tick does, and the round goes on, is scored, or begins again.
    """
    if after.round_number != before.round_number:
        is_next = after.round_number == before.round_number + 1
        is_dealt = after.deal_number == before.deal_number + (after.phase != Phase.OVER)
        return check_round(before, action, after, rules) if is_next and is_dealt else Violation.CLOCK
    if after.deal_number != before.deal_number:
        is_next = after.deal_number == before.deal_number + 1
        return check_repetition(before, action, after, rules) if is_next else Violation.CLOCK
    if after.phase == Phase.CHECK:
        is_next = after.tick == before.tick + (before.phase == Phase.ACT)
        is_asked = are_choices_asked(before, after, rules)
        return Violation.CLOCK if not is_next else NOTHING if is_asked else Violation.CHOICES
    if after.tick == before.tick and before.phase == Phase.ACT:
        return check_waiting(before, action, after)
    is_next = after.tick == before.tick + 1 and before.phase == Phase.ACT
    return check_tick(before, action, after, rules) if is_next else Violation.CLOCK


# The end


@part
def check_end(before: State, action: int, state: State, rules: Rules) -> Violation:
    """7: Return what is wrong with the end of a game, or NOTHING: nobody is asked, and nobody holds a card."""
    if state.phase != Phase.OVER or state.round_number != rules.rounds:
        return Violation.CLOCK
    for seat in range(rules.num_players):
        if state.hand_size[seat] != 0 or state.open_row[seat] != NONE:
            return Violation.HANDS
    return check_result(state, rules)


@part
def check_result(state: State, rules: Rules) -> Violation:
    """5.4, 7, 11: Return what is wrong with the scores of a finished game, or NOTHING."""
    for seat in range(rules.num_players):
        total = (int(rules.false_stops) - int(state.stops_left[seat])) * int(rules.false_stop)
        for number in range(rules.rounds):
            total += int(state.scores[number, seat])
        if total != state.total[seat]:
            return Violation.TOTALS
    for number in range(rules.rounds):
        if not is_erased(state, number):
            return Violation.UNERASED
    return NOTHING


@part
def is_erased(state: State, number: int) -> bool:
    """11: Return whether only cards that a check has shown are left of a round."""
    deal = int(state.deal_of[number])
    for deck in range(MAX_PLAYERS):
        for place in range(MAX_CARDS):
            where = int(state.where[number, deck, place])
            if where == IN_DECK:
                if state.decks[deal, deck, place] != 0:
                    return False
            elif where >= MAX_TILES or state.row_check[number, where] == 0:
                return False
    return True
