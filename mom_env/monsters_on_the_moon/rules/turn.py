"""3, 6.1: Turns: who can act, what a turn with a card or with walls consists of, and its end."""

from mom_env.kernel.jit import called_kernel, part
from mom_env.monsters_on_the_moon.actions import NUM_TURNS, Mask
from mom_env.monsters_on_the_moon.rules.end import end_game
from mom_env.monsters_on_the_moon.rules.interim import begin_interim
from mom_env.monsters_on_the_moon.rules.laying import has_place, mark_turns
from mom_env.monsters_on_the_moon.rules.pile import draw_card
from mom_env.monsters_on_the_moon.rules.ships import can_set_ship, put_ship
from mom_env.monsters_on_the_moon.rules.table import apply_card
from mom_env.monsters_on_the_moon.rules.tiles import has_target, move_marker, put_tile
from mom_env.monsters_on_the_moon.rules.walls import (
    can_lay_walls,
    can_open_with,
    can_stop,
    fits,
    must_stop,
    put_wall,
)
from mom_env.monsters_on_the_moon.state import (
    FLAT,
    GONE,
    LAID,
    MAX_CARDS,
    NONE,
    NUM_PIECES,
    UPRIGHT,
    Decision,
    Rules,
    State,
)


@part
def clear_turn(state: State) -> None:
    """Forget what happened in the turn before."""
    state.card, state.turn, state.new_card, state.piece = NONE, 0, NONE, NONE
    state.tiles_due, state.ship_done, state.laying = 0, 0, 0


@called_kernel
def begin_turn(state: State, rules: Rules, first: int) -> None:
    """3.1.4, R9, 6.4.2: Let the first seat from `first` on that can act begin its turn; else end the game."""
    clear_turn(state)
    if rules.num_players == 1:
        discard_without_place(state, rules)
    for step in range(rules.num_players):
        seat = (first + step) % int(rules.num_players)
        if can_act(state, rules, seat):
            state.seat, state.decision = seat, Decision.TURN
            return
    end_game(state, rules)


@part
def can_act(state: State, rules: Rules, seat: int) -> bool:
    """6.1.2, R9, R18: Return whether a seat can lay a card or walls."""
    has_card = state.hand_size[seat] > 0
    if has_card and (has_place(state, rules, seat, FLAT) or has_place(state, rules, seat, UPRIGHT)):
        return True
    return can_lay_walls(state, seat)


@part
def discard_without_place(state: State, rules: Rules) -> None:
    """8.2, R9: Remove the card that is turned up in solo play while there is no place for it, and turn up the next."""
    while state.hand_size[0] > 0:
        if has_place(state, rules, 0, FLAT) or has_place(state, rules, 0, UPRIGHT):
            return
        for card in range(MAX_CARDS):
            if state.holder[card] == 0:
                state.holder[card] = GONE
        state.hand_size[0] = 0
        if state.num_pile > 0:
            draw_card(state, 0)


@called_kernel
def end_turn(state: State, rules: Rules) -> None:
    """4.1, 4.3, 6.1.1: Draw a card; then it is the left neighbour's turn, or the interim scoring is due."""
    seat = int(state.seat)
    if state.num_pile > 0:
        draw_card(state, seat)
        if state.num_pile == 0 and rules.num_players > 1:
            begin_interim(state, rules)
            return
    begin_turn(state, rules, (seat + 1) % int(rules.num_players))


# Its decisions


@part
def mark_openings(state: State, rules: Rules, mask: Mask) -> None:
    """3.1.1, 6.1.1: Mark each card and quarter turns, and each first piece of wall, that can open the turn."""
    mark_turns(state, rules, mask)
    for piece in range(NUM_PIECES):
        mask.wall[piece] = can_open_with(state, int(state.seat), piece)


@part
def apply_choice_of_card(state: State, index: int) -> None:
    """3.1.1: Choose card and quarter turns, which `index` counts together; the place is decided next."""
    state.card, state.turn, state.decision = index // NUM_TURNS, index % NUM_TURNS, Decision.PLACE


@part
def apply_place(state: State, rules: Rules, place: int) -> None:
    """3.1, 3.2: Lay the chosen card, and move the marker."""
    seat, card = int(state.seat), int(state.card)
    state.holder[card] = LAID
    state.hand_size[seat] -= 1
    state.new_card = state.num_laid
    steps = apply_card(state, rules, card, int(state.turn), place)
    if rules.num_players > 1:
        move_marker(state, rules, seat, steps)
    go_on_with_card(state, rules)


@part
def go_on_with_card(state: State, rules: Rules) -> None:
    """3.3.1, 3.4.1, R14: Ask for a tile, then for a ship, or end the turn; a tile without a target is gone."""
    if state.tiles_due > 0 and not has_target(state, rules):
        state.tiles_due = 0
    if state.tiles_due > 0:
        state.decision = Decision.TILE
    elif not state.ship_done and can_set_ship(state):
        state.decision = Decision.SHIP
    else:
        state.decision = Decision.NOTHING


@part
def apply_tile(state: State, rules: Rules, square: int) -> None:
    """3.3: Lay a monster tile on a square."""
    put_tile(state, square)
    go_on_with_card(state, rules)


@part
def apply_no_ship(state: State, rules: Rules) -> None:
    """3.4: Set no ship in this turn."""
    state.ship_done = 1
    go_on_with_card(state, rules)


@part
def apply_ship(state: State, rules: Rules, square: int) -> None:
    """3.4: Set a ship on a crystal, which is one step on the track."""
    state.ship_done = 1
    put_ship(state, rules, square)
    go_on_with_card(state, rules)


@part
def apply_piece(state: State, piece: int) -> None:
    """6.2.2: Choose length and direction of a wall; its edge is decided next."""
    state.piece, state.decision = piece, Decision.EDGE


@part
def apply_edge(state: State, square: int) -> None:
    """6.2.2: Lay the chosen wall; the turn goes on until five walls lie or nothing fits any more."""
    put_wall(state, int(state.seat), int(state.piece), square)
    state.piece = NONE
    state.decision = Decision.NOTHING if must_stop(state, int(state.seat)) else Decision.WALL


@part
def mark_pieces(state: State, mask: Mask) -> None:
    """6.2.2: Mark each piece of wall that can follow, and stopping from the third wall on."""
    for piece in range(NUM_PIECES):
        mask.wall[piece] = fits(state, int(state.seat), piece)
    mask.stop[0] = can_stop(state)
