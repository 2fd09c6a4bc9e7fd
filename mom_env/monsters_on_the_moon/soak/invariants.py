"""What holds in every position, worked out from cards, ships and walls one by one."""

from mom_env.kernel.jit import kernel, part
from mom_env.monsters_on_the_moon.soak.allowed import H, V, has_ship, has_wall, part_of
from mom_env.monsters_on_the_moon.soak.notes import Notes
from mom_env.monsters_on_the_moon.soak.violations import Violation
from mom_env.monsters_on_the_moon.squares import DOWN, LEFT, RIGHT, TURNED, UP
from mom_env.monsters_on_the_moon.state import (
    ASTRONAUT,
    CAMP,
    CRYSTAL,
    FACE,
    FIXED,
    GONE,
    HEAD,
    IN_PILE,
    LAID,
    LONG,
    MAX_CARDS,
    MOST_COVERED,
    NONE,
    NUM_SQUARES,
    SHORT,
    TILE,
    WRAP,
    Rules,
    State,
)


@kernel
def check_position(state: State, dealt: State, rules: Rules, notes: Notes) -> Violation:
    """Return the first violation of a position, or NOTHING; `dealt` is not used."""
    if not has_each_card_once(state, rules):
        return Violation.CARDS
    if not sizes_are_right(state, rules):
        return Violation.HAND
    if not bits_are_right(state):
        return Violation.BITS
    if not display_is_right(state, rules):
        return Violation.DISPLAY
    if not shows_what_was_laid(state, rules, notes):
        return Violation.VISIBLE
    if count_free_crystals(state) != state.free_crystals:
        return Violation.CRYSTALS
    if not fixed_are_right(state):
        return Violation.FIXED
    if not walls_are_right(state, rules):
        return Violation.WALLS
    if state.num_walls > 0 and not areas_are_right(state, notes):
        return Violation.AREAS
    if not markers_are_right(state, rules):
        return Violation.MARKER
    return Violation.NOTHING


@part
def has_each_card_once(state: State, rules: Rules) -> bool:
    """2: Return whether each card of the set has a holder, and is in the pile or on the table exactly if it says so."""
    for card in range(rules.num_cards):
        holder, piled, laid = int(state.holder[card]), 0, 0
        for place in range(state.num_pile):
            piled += state.pile[place] == card
        for number in range(state.num_laid):
            laid += state.laid_card[number] == card
        if piled != (holder == IN_PILE) or laid != (holder == LAID):
            return False
        if holder == GONE and rules.num_players > 1:
            return False
    return True


@part
def sizes_are_right(state: State, rules: Rules) -> bool:
    """2: Return whether the size of each hand and of the pile is the number of its cards."""
    for place in range(MAX_CARDS):
        if (state.pile[place] != NONE) != (place < state.num_pile):
            return False
    for seat in range(rules.num_players):
        held = 0
        for card in range(rules.num_cards):
            held += state.holder[card] == seat
        if held != state.hand_size[seat]:
            return False
    return True


@part
def bits_are_right(state: State) -> bool:
    """Return whether rows and columns have a bit for each square that shows something, and for no other."""
    for square in range(NUM_SQUARES):
        shown = int(state.shows[square]) != 0
        x, y = square % WRAP, square // WRAP
        if (int(state.across[y]) >> x & 1 == 1) != shown or (int(state.down[x]) >> y & 1 == 1) != shown:
            return False
        if (state.lies[square] > 0) != shown:
            return False
    return True


@part
def display_is_right(state: State, rules: Rules) -> bool:
    """R5: Return whether exactly the rows and columns of the display have squares, and are not too many."""
    if state.width > rules.limit or state.height > rules.limit:
        return False
    for number in range(WRAP):
        in_columns = (number - int(state.left)) % WRAP < state.width
        in_rows = (number - int(state.top)) % WRAP < state.height
        if (state.down[number] != 0) != in_columns or (state.across[number] != 0) != in_rows:
            return False
    return True


@part
def shows_what_was_laid(state: State, rules: Rules, notes: Notes) -> bool:
    """3.1: Return whether each square shows what the last card on it has there, or an own head if a tile lies on it."""
    notes.squares[:], notes.shown[:] = 0, 0
    for number in range(state.num_laid):
        turn = int(state.laid_turn[number])
        for i in range(FACE):
            square = part_of(int(state.laid_place[number]), turn % 2, i)
            notes.squares[square] = number + 1
            notes.shown[square] = rules.faces[int(state.laid_card[number]), TURNED[turn, i]]
    for square in range(NUM_SQUARES):
        shows = int(notes.shown[square])
        if state.lies[square] != notes.squares[square]:
            return False
        is_tile = int(state.mark[square]) & TILE != 0
        if is_tile and not (HEAD <= shows < CRYSTAL and HEAD <= state.shows[square] < HEAD + 4):
            return False
        if not is_tile and state.shows[square] != shows:
            return False
    return True


@part
def count_free_crystals(state: State) -> int:
    """3.4: Return the number of visible crystals without a ship."""
    count = 0
    for square in range(NUM_SQUARES):
        count += int(state.shows[square]) == CRYSTAL and not has_ship(state, square)
    return count


@part
def fixed_are_right(state: State) -> bool:
    """3.1.2: Return whether exactly Armstrong, his camp and ships are fixed, and each ship is on a crystal."""
    for square in range(NUM_SQUARES):
        shows, has_one = int(state.shows[square]), has_ship(state, square)
        if (int(state.mark[square]) & FIXED != 0) != (has_one or shows in (ASTRONAUT, CAMP)):
            return False
        if has_one and shows != CRYSTAL:
            return False
    return True


@part
def walls_are_right(state: State, rules: Rules) -> bool:
    """6: Return whether all walls are laid or left, each on edges that adjoin the display."""
    left, laid = 0, 0
    for seat in range(rules.num_players):
        left += int(state.walls[seat, SHORT]) + 2 * int(state.walls[seat, LONG])
    for wall in range(state.num_walls):
        piece, square = int(state.wall_piece[wall]), int(state.wall_edge[wall])
        laid += 1 + (piece > 1)
        for _ in range(1 + (piece > 1)):
            other = int(UP[square]) if piece % 2 == H else int(LEFT[square])
            if int(state.shows[square]) == 0 and int(state.shows[other]) == 0:
                return False
            square = int(RIGHT[square]) if piece % 2 == H else int(DOWN[square])
    if state.num_laid == 0 or not rules.with_walls:
        return laid == 0
    return left + laid == int(rules.num_players) * (int(rules.short_walls) + 2 * int(rules.long_walls))


@part
def areas_are_right(state: State, notes: Notes) -> bool:
    """R22: Return whether the squares in areas are those that cannot be reached from outside, by repeated sweeps."""
    squares = notes.squares
    for square in range(NUM_SQUARES):
        squares[square] = state.across[square // WRAP] == 0 or state.down[square % WRAP] == 0
    is_changed = True
    while is_changed:
        is_changed = False
        for square in range(NUM_SQUARES):
            right, down = int(RIGHT[square]), int(DOWN[square])
            if squares[square] != squares[right] and not has_wall(state, V, right):
                squares[square], squares[right], is_changed = 1, 1, True
            if squares[square] != squares[down] and not has_wall(state, H, down):
                squares[square], squares[down], is_changed = 1, 1, True
    for square in range(NUM_SQUARES):
        if (state.area[square] == 0) != (squares[square] == 1):
            return False
    return True


@part
def markers_are_right(state: State, rules: Rules) -> bool:
    """3.2: Return whether each marker is on the track."""
    for seat in range(rules.num_players):
        if state.steps[seat] < 0 or state.steps[seat] > rules.last_space:
            return False
    return True


@kernel
def check_step(before: State, action: int, after: State, rules: Rules) -> Violation:
    """Return what is wrong with the step from `before` to `after`, or NOTHING; `action` is not used."""
    if after.num_laid < before.num_laid or after.num_walls < before.num_walls or after.num_pile > before.num_pile:
        return Violation.BACKWARDS
    for seat in range(rules.num_players):
        if after.steps[seat] < before.steps[seat]:
            return Violation.BACKWARDS
    if before.num_laid > 0 and after.num_laid == int(before.num_laid) + 1 and lost_too_much(before, after):
        return Violation.COVER
    return Violation.NOTHING


@part
def lost_too_much(before: State, after: State) -> bool:
    """R7: Return whether a card lost more than two visible squares in one step, or a ship's or Armstrong's square."""
    for number in range(1, int(before.num_laid) + 1):
        lost = 0
        for square in range(NUM_SQUARES):
            if before.lies[square] == number and after.lies[square] != number:
                lost += 1
                if int(before.mark[square]) & FIXED != 0:
                    return True
        if lost > MOST_COVERED:
            return True
    return False
