"""2, 7.1, 8.1: The setup: what chance draws, monsters, cards that are passed, hands, and the start layout."""

import numpy as np

from mom_env.kernel.jit import called_kernel, part
from mom_env.kernel.piles import find, take
from mom_env.kernel.rng import next_below, shuffle
from mom_env.monsters_on_the_moon.actions import Mask
from mom_env.monsters_on_the_moon.rules.pile import draw_card, draw_from_pile
from mom_env.monsters_on_the_moon.rules.table import apply_card
from mom_env.monsters_on_the_moon.rules.turn import begin_turn, clear_turn
from mom_env.monsters_on_the_moon.squares import at
from mom_env.monsters_on_the_moon.state import (
    FIRST,
    GONE,
    IN_PILE,
    LAID,
    LONG,
    MAX_CARDS,
    MAX_PLAYERS,
    MISSIONS_EACH,
    MISSIONS_OPEN,
    NONE,
    NUM_MONSTERS,
    SECOND,
    SHORT,
    WRAP,
    Decision,
    Missions,
    Rules,
    State,
)

SOLO_PLACE = at((WRAP - 3) // 2, (WRAP - 2) // 2)  # R26: a flat card in the middle


@called_kernel
def deal(state: State, rules: Rules) -> None:
    """2, R4: Draw all that chance decides; `begin_setup` comes next."""
    clear(state)
    draw_order(state, rules)
    if rules.num_players > 1:
        state.start = next_below(state, int(rules.num_players))
        drawn = int(np.int64(next_below(state, int(rules.num_layouts)))) if rules.layout == 0 else int(rules.layout) - 1
        state.layout = drawn + 1
        if rules.draw_monsters:
            draw_monsters(state, rules)
        draw_missions(state, rules)


@part
def clear(state: State) -> None:
    """Clear the record of whatever it held before, except its random stream."""
    state.shows[:], state.lies[:], state.mark[:], state.area[:] = 0, 0, 0, 0
    state.across[:], state.down[:] = 0, 0
    state.left, state.top, state.width, state.height = 0, 0, 0, 0
    state.num_laid, state.laid_card[:], state.laid_turn[:], state.laid_place[:] = 0, NONE, 0, NONE
    state.num_walls, state.wall_piece[:], state.wall_edge[:], state.num_areas = 0, 0, 0, 0
    state.num_fixed, state.fixed[:], state.free_crystals = 0, NONE, 0
    state.layout, state.start, state.seat, state.decision, state.has_begun = 0, 0, 0, Decision.NOTHING, 0
    state.monster[:], state.passed[:], state.holder[:], state.pile[:] = NONE, NONE, GONE, NONE
    state.hand_size[:], state.num_pile, state.steps[:], state.missions[:] = 0, 0, 0, 0
    state.ships[:], state.ship_at[:], state.walls[:] = 0, NONE, 0
    clear_turn(state)
    state.interim_taken, state.interim_rows[:], state.interim[:] = 0, 0, 0
    state.final_rows[:], state.group_vp[:], state.mission_vp[:], state.vp[:], state.place[:] = 0, 0, 0, 0, 0


@part
def draw_order(state: State, rules: Rules) -> None:
    """2.5, 2.7, 8.1: Shuffle the whole set; it is the draw pile until cards are taken out of it."""
    for card in range(rules.num_cards):
        state.pile[card] = card
    shuffle(state, state.pile[:], int(rules.num_cards))


@part
def draw_monsters(state: State, rules: Rules) -> None:
    """2.1, R1: Draw a monster for each seat."""
    for seat in range(rules.num_players):
        number = int(np.int64(next_below(state, int(rules.num_monsters) - seat)))
        monster = 0
        while number > 0 or not is_monster_free(state, monster):
            number -= is_monster_free(state, monster)
            monster += 1
        state.monster[seat] = monster


@part
def draw_missions(state: State, rules: Rules) -> None:
    """7.1: Draw two secret missions for each seat, or three open ones for all."""
    if rules.missions == Missions.SECRET:
        drawn, left = 0, (1 << int(rules.num_missions)) - 1
        for seat in range(rules.num_players):
            for _ in range(MISSIONS_EACH):
                drawn = draw_bit(state, left)
                left &= ~drawn
                state.missions[seat] = int(state.missions[seat]) | drawn
    elif rules.missions == Missions.OPEN:
        found, left = 0, int(rules.open_missions)
        for _ in range(MISSIONS_OPEN):
            drawn = draw_bit(state, left)
            left &= ~drawn
            found |= drawn
        state.missions[: int(rules.num_players)] = found


@part
def draw_bit(state: State, bits: int) -> int:
    """Return one of the bits that are set, as a number with this bit only, each with the same chance."""
    count, rest = 0, bits
    while rest != 0:
        rest &= rest - 1
        count += 1
    for _ in range(int(np.int64(next_below(state, count)))):
        bits &= bits - 1
    return bits & -bits


@called_kernel
def begin_setup(state: State, rules: Rules) -> None:
    """2.2, 2.3: Begin the setup. Order, start, layout, missions, and monsters if they are drawn, are in the record."""
    for card in range(rules.num_cards):
        state.holder[card] = IN_PILE
    state.num_pile, state.has_begun = rules.num_cards, 1
    if rules.num_players == 1:
        begin_solo(state, rules)
        return
    for seat in range(rules.num_players):
        state.ships[seat] = rules.ships
        if rules.with_walls:
            state.walls[seat, SHORT], state.walls[seat, LONG] = rules.short_walls, rules.long_walls
    state.seat = 0
    if rules.draw_monsters:
        begin_passing(state, rules)
    else:
        state.decision = Decision.MONSTER


@part
def begin_solo(state: State, rules: Rules) -> None:
    """8.1, R26: Lay the first card, and turn up the second one."""
    state.monster[0] = rules.solo_monster
    lay_start_card(state, rules, draw_from_pile(state), 0, SOLO_PLACE)
    draw_card(state, 0)
    begin_turn(state, rules, 0)


@part
def is_monster_free(state: State, monster: int) -> bool:
    """2.1: Return whether no seat has chosen a monster yet."""
    for seat in range(MAX_PLAYERS):
        if state.monster[seat] == monster:
            return False
    return True


@part
def can_choose_monster(state: State, rules: Rules, monster: int) -> bool:
    """2.1: Return whether a monster takes part and is still free."""
    return monster < rules.num_monsters and is_monster_free(state, monster)


@part
def mark_monsters(state: State, rules: Rules, mask: Mask) -> None:
    """2.1: Mark each monster that is still free."""
    for monster in range(NUM_MONSTERS):
        mask.monster[monster] = can_choose_monster(state, rules, monster)


@part
def apply_monster(state: State, rules: Rules, monster: int) -> None:
    """2.1, R1: Give a monster to the seat to move; after the last seat the double heads are taken."""
    state.monster[int(state.seat)] = monster
    state.seat += 1
    if state.seat == rules.num_players:
        begin_passing(state, rules)


@part
def begin_passing(state: State, rules: Rules) -> None:
    """2.4: Give each seat the two cards with a double head of its monster; the first seat passes one on."""
    for seat in range(rules.num_players):
        for number in range(2):
            card = int(rules.doubles[int(state.monster[seat]), number])
            take(state.pile[:], find(state.pile[:], card))
            state.holder[card] = seat
            state.num_pile -= 1
        state.hand_size[seat] = 2
    state.seat, state.decision = 0, Decision.PASS


@part
def can_pass(state: State, card: int) -> bool:
    """2.4: Return whether the seat to move has a card, which is one of its two double heads."""
    return bool(state.holder[card] == state.seat)


@part
def mark_passes(state: State, mask: Mask) -> None:
    """2.4: Mark the two cards of which the seat to move passes one on."""
    for card in range(MAX_CARDS):
        mask.pass_card[card] = can_pass(state, card)


@part
def apply_pass(state: State, rules: Rules, card: int) -> None:
    """2.4, R2: Note which card the seat to move passes on; after the last seat all change hands."""
    state.passed[int(state.seat)] = card
    state.seat += 1
    if state.seat == rules.num_players:
        exchange_passed(state, rules)
        finish_setup(state, rules)


@part
def exchange_passed(state: State, rules: Rules) -> None:
    """2.4: Give each passed card to the right neighbour."""
    count = int(rules.num_players)
    for seat in range(count):
        state.holder[int(state.passed[seat])] = (seat - 1) % count


@part
def finish_setup(state: State, rules: Rules) -> None:
    """2.5, 2.6: Deal the hands, lay the start layout, and begin the first turn."""
    for seat in range(rules.num_players):
        for _ in range(rules.hand):
            draw_card(state, seat)
    lay_layout(state, rules)
    begin_turn(state, rules, int(state.start))


@part
def lay_layout(state: State, rules: Rules) -> None:
    """2.6, R3: Lay the cards of the start layout; the first two of the pile are its monster cards."""
    layout = int(state.layout) - 1
    first, second = draw_from_pile(state), draw_from_pile(state)
    for number in range(rules.layout_size[layout, 0]):
        card = int(rules.layout_card[layout, number])
        if card == FIRST:
            card = first
        elif card == SECOND:
            card = second
        lay_start_card(
            state, rules, card, int(rules.layout_turn[layout, number]), int(rules.layout_place[layout, number])
        )


@part
def lay_start_card(state: State, rules: Rules, card: int, turn: int, place: int) -> None:
    """2.6, R26: Lay a card of the setup, which brings nothing."""
    if card < MAX_CARDS:
        state.holder[card] = LAID
    apply_card(state, rules, card, turn, place)
