"""What is always true of a position, and of the scores of a finished game."""

from mom_env.four_monkeys.sizes import MAX_CARDS, MAX_PLAYERS, MAX_TILES, NUM_KINDS
from mom_env.four_monkeys.soak.violations import NOTHING, Violation
from mom_env.four_monkeys.state import (
    DISCARDED,
    EMPTY,
    IN_DECK,
    IN_HAND,
    NONE,
    REPEATED,
    WRONG,
    Phase,
    Rules,
    State,
)
from mom_env.kernel.jit import part


@part
def check_position(state: State, dealt: State, rules: Rules, notes: object) -> Violation:
    """2, 3: Return what is wrong with a position, or NOTHING; `dealt` and `notes` are not used."""
    if not is_scratch_empty(state, rules):
        return Violation.SCRATCH
    if state.phase == Phase.OVER:  # `check_end` looks at it
        return NOTHING
    if not is_clock_right(state, rules):
        return Violation.CLOCK
    if not are_decks_whole(state, rules):
        return Violation.DECKS
    if not are_places_right(state, rules):
        return Violation.PLACES
    for seat in range(rules.num_players):
        if not is_hand_right(state, rules, seat):
            return Violation.HANDS
        if not is_open_tile_right(state, seat):
            return Violation.OPEN_TILE
    if not are_tiles_whole(state, rules):
        return Violation.TILES
    if not are_beneath_right(state, rules):
        return Violation.BENEATH
    if not are_skins_whole(state, rules):
        return Violation.SKINS
    return NOTHING


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
def are_decks_whole(state: State, rules: Rules) -> bool:
    """1, R32: Return whether each deck of this round has all its cards, wherever they are."""
    for deck in range(rules.num_players):
        for kind in range(NUM_KINDS):
            count = 0
            for place in range(rules.num_cards):
                count += state.decks[int(state.deal_number), deck, place] == kind
            if count != rules.copies[kind]:
                return False
    return True


@part
def are_places_right(state: State, rules: Rules) -> bool:
    """R12: Return whether the drawn cards are the first of each deck, and lie in the area of the deck."""
    number = int(state.round_number)
    for deck in range(rules.num_players):
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
    return where - IN_HAND if where < DISCARDED else where - DISCARDED


@part
def is_near(state: State, rules: Rules, seat: int, other: int) -> bool:
    """9: Return whether two seats sit in one area."""
    return bool(0 <= other < rules.num_players and state.area[other] == state.area[seat])


@part
def is_hand_right(state: State, rules: Rules, seat: int) -> bool:
    """R11: Return whether the numbers of cards of each kind in the hand of `seat` are those that lie there."""
    total = 0
    for kind in range(NUM_KINDS):
        count = 0
        for deck in range(rules.num_players):
            for place in range(state.drawn[deck]):
                is_held = state.where[int(state.round_number), deck, place] == IN_HAND + seat
                count += is_held and state.decks[int(state.deal_number), deck, place] == kind
        if count != state.hand[seat, kind]:
            return False
        total += count
    return bool(total == state.hand_size[seat])


@part
def is_open_tile_right(state: State, seat: int) -> bool:
    """3.2, 3.3: Return whether the open tile of `seat`, if it has one, is its own and green."""
    number, row = int(state.round_number), int(state.open_row[seat])
    if row == NONE:
        return bool(state.gave[seat] == 0)
    is_own = row < state.num_rows[number] and state.row_seat[number, row] == seat
    return bool(is_own and not state.row_orange[number, row] and state.phase == Phase.ACT)


@part
def are_tiles_whole(state: State, rules: Rules) -> bool:
    """2.2: Return whether stacks and players of each area together have each combo once for each set of tiles."""
    number, deal = int(state.round_number), int(state.deal_number)
    for area in range(rules.num_areas):
        first, sets = int(rules.first_tile[area]), int(rules.num_tiles[area]) // int(rules.num_combos)
        for combo in range(rules.num_combos):
            count = 0
            for row in range(state.num_rows[number]):
                is_here = state.area[int(state.row_seat[number, row])] == area
                count += is_here and state.row_combo[number, row] == combo
            for stack in range(first, first + int(state.num_stacks[area])):
                for depth in range(state.stack_height[stack]):
                    count += state.tiles[deal, int(state.stack_tile[stack]) + depth] == combo
            if count != sets:
                return False
    return True


@part
def are_beneath_right(state: State, rules: Rules) -> bool:
    """3.2.2: Return whether the number of cards beneath each tile is that of the cards that lie there."""
    number = int(state.round_number)
    for row in range(state.num_rows[number]):
        count = 0
        for deck in range(rules.num_players):
            for place in range(state.drawn[deck]):
                count += state.where[number, deck, place] == row
        if count != state.row_beneath[number, row]:
            return False
    return True


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
    """3.1: Return what is wrong with the step from `before` to `after`, or NOTHING: time goes on tick by tick."""
    is_new = after.deal_number != before.deal_number or after.round_number != before.round_number
    if is_new and after.phase == Phase.ACT and after.tick != 0 and not rules.skip_forced:
        return Violation.CLOCK
    if not is_new and not 0 <= int(after.tick) - int(before.tick) <= (int(rules.ticks) if rules.skip_forced else 1):
        return Violation.CLOCK
    return NOTHING


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
        for seat in range(rules.num_players):
            if not rules.family and not rules.banana_skins and not is_score_possible(state, rules, number, seat):
                return Violation.SCORES
    return NOTHING


@part
def is_score_possible(state: State, rules: Rules, number: int, seat: int) -> bool:
    """5.4: Return whether the score of a round fits the tiles, with hand replenish turned or not."""
    points = 0
    for row in range(state.num_rows[number]):
        if state.row_seat[number, row] != seat or state.row_verdict[number, row] == EMPTY:
            continue
        if state.row_verdict[number, row] in (WRONG, REPEATED):
            points += int(rules.aside)
        else:
            points += int(rules.points[int(state.row_combo[number, row])])
            points += int(state.row_orange[number, row]) * int(rules.orange)
    left = int(state.scores[number, seat]) - points - int(rules.replenish)
    return left in (0, int(rules.orange))


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
