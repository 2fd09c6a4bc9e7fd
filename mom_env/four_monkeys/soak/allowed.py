"""3, 12: What the rules allow, read once more: from tiles and cards, and not from what the engine keeps beside them."""

from mom_env.four_monkeys import actions
from mom_env.four_monkeys.actions import Mask
from mom_env.four_monkeys.sizes import MAX_COMBOS
from mom_env.four_monkeys.state import IN_HAND, NONE, Phase, Rules, State, Verdict
from mom_env.kernel.jit import part

UNCHECKED = int(Verdict.UNCHECKED)


@part
def is_forced(state: State, rules: Rules, num_allowed: int) -> bool:
    """3.1: Return whether all can see that the seat can only wait; a choice of one tile to check is never offered."""
    return num_allowed == 1 and state.phase == Phase.ACT


@part
def write_allowed(state: State, rules: Rules, allowed: Mask) -> None:
    """12: Write into `allowed` 1 for each action that the rules allow the seat that is asked, else 0."""
    for word in range(len(allowed.words)):
        allowed.words[word] = 0
    seat = int(state.seat)
    if state.phase == Phase.CHECK:
        allow_checks(state, rules, seat, allowed)
        return
    allowed.wait[0] = 1
    if state.tick % rules.pace[seat] != 0:
        return
    green, any_side, open_combo, beneath = look_at_tiles(state, seat)
    for combo in range(MAX_COMBOS):
        allowed.burn[combo] = green >> combo & 1
    if not state.replenished[seat]:
        allowed.replenish[0], allowed.replenish[1] = 1, 1
    if open_combo == NONE:
        allow_without_tile(state, rules, seat, any_side, allowed)
    else:
        allow_with_tile(state, rules, seat, beneath, allowed)


@part
def look_at_tiles(state: State, seat: int) -> tuple[int, int, int, int]:
    """3: Return for `seat` the combos of closed green tiles and of all closed tiles, as bits, and of its open tile.

    The fourth number is that of the cards beneath the open tile. Without one the last two are NONE (-1) and 0.
    """
    number, green, any_side, open_combo, beneath = int(state.round_number), 0, 0, NONE, 0
    for row in range(state.num_rows[number]):
        if state.row_seat[number, row] != seat:
            continue
        combo = int(state.row_combo[number, row])
        if row == state.open_row[seat]:
            open_combo, beneath = combo, int(state.row_beneath[number, row])
        else:
            any_side |= 1 << combo
            green |= (1 - int(state.row_orange[number, row])) << combo
    return green, any_side, open_combo, beneath


@part
def kinds_in_hand(state: State, rules: Rules, seat: int) -> int:
    """3.2.2: Return the kinds of card in the hand of `seat`, as bits."""
    number, deal, kinds = int(state.round_number), int(state.deal_number), 0
    for deck in range(rules.num_players):
        for place in range(state.drawn[deck]):
            is_held = state.where[number, deck, place] == IN_HAND + seat
            kinds |= is_held << int(state.decks[deal, deck, place])
    return kinds


@part
def allow_without_tile(state: State, rules: Rules, seat: int, any_side: int, allowed: Mask) -> None:
    """3.2.1, 3.5, R16, R17: Allow what takes no open tile; `any_side` has the combos of the seat's tiles as bits."""
    area = int(state.area[seat])
    first, shown, is_tall = int(rules.first_tile[area]), 0, False
    for stack in range(first, first + int(state.num_stacks[area])):
        if state.stack_height[stack] > 0:
            shown |= 1 << int(state.tiles[int(state.deal_number), int(state.stack_tile[stack])])
        is_tall |= state.stack_height[stack] >= 2
    if kinds_in_hand(state, rules, seat) != 0:
        for combo in range(MAX_COMBOS):
            allowed.grab[combo] = shown >> combo & 1
    allowed.reveal[0] = is_tall and shown & ~any_side == 0
    has_all = any_side == (1 << int(rules.num_combos)) - 1
    allowed.stop[0] = has_all or state.stops_left[seat] > 0


@part
def allow_with_tile(state: State, rules: Rules, seat: int, beneath: int, allowed: Mask) -> None:
    """3.2, 8: Allow what takes an open tile, with `beneath` cards beneath it."""
    kinds = kinds_in_hand(state, rules, seat)
    for kind in range(len(allowed.lay)):
        allowed.lay[kind] = kinds >> kind & 1
    allowed.close[0] = beneath > 0 or kinds == 0
    has_skin = state.own_skins[seat] + state.handed_skins[seat] > 0
    for other in range(rules.num_players):
        if other != seat and state.area[other] == state.area[seat]:
            steps = other - seat if other > seat else other - seat + int(rules.num_players)
            allowed.skin[steps - 1] = has_skin and beneath == 0 and not state.gave[seat]


@part
def allow_checks(state: State, rules: Rules, seat: int, allowed: Mask) -> None:
    """R22: Allow to check first each unchecked tile of least value of `seat`."""
    number, least = int(state.round_number), 1000
    for row in range(state.num_rows[number]):
        if state.row_seat[number, row] == seat and state.row_verdict[number, row] == UNCHECKED:
            least = min(least, shown_value(state, rules, row))
    for row in range(state.num_rows[number]):
        is_open = state.row_seat[number, row] == seat and state.row_verdict[number, row] == UNCHECKED
        if is_open and shown_value(state, rules, row) == least:
            allowed.ids[actions.CHECK + int(state.row_combo[number, row])] = 1


@part
def shown_value(state: State, rules: Rules, row: int) -> int:
    """5.2: Return the points on the side of a tile that is up."""
    number = int(state.round_number)
    points = int(rules.points[int(state.row_combo[number, row])])
    return points + int(rules.orange) if state.row_orange[number, row] else points
