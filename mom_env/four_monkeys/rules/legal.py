"""3, 12: What a seat can do in a tick."""

from mom_env.four_monkeys import actions
from mom_env.four_monkeys.sizes import MAX_COMBOS, NUM_KINDS
from mom_env.four_monkeys.state import GREEN, NONE, ORANGE, Rules, State
from mom_env.kernel.jit import part


@part
def can_act(state: State, rules: Rules, seat: int) -> bool:
    """R3: Return whether the pace of `seat` lets it act in this tick."""
    return int(state.tick) % int(rules.pace[seat]) == 0


@part
def is_free(state: State, rules: Rules, seat: int) -> bool:
    """3.1: Return whether `seat` can do something else than wait in this tick, as all can see."""
    if not can_act(state, rules, seat):
        return False
    if state.open_row[seat] != NONE or not state.replenished[seat]:  # an open tile can be closed if no card is in hand
        return True
    if (state.hand_size[seat] > 0 and state.tops[int(state.area[seat])] != 0) or has_green(state, seat):
        return True
    return can_reveal(state, seat) or can_stop(state, rules, seat)


@part
def has_green(state: State, seat: int) -> bool:
    """3.3: Return whether `seat` has a closed green tile."""
    for combo in range(MAX_COMBOS):
        if state.counts[seat, GREEN, combo] > 0:
            return True
    return False


@part
def can_grab(state: State, seat: int, combo: int) -> bool:
    """3.2.1, R7, R10: Return whether `seat` can grab a combo that lies on top: with a card in hand and no tile open."""
    is_on_top = int(state.tops[int(state.area[seat])]) >> combo & 1
    return bool(is_on_top and state.hand_size[seat] > 0 and state.open_row[seat] == NONE)


@part
def can_lay(state: State, seat: int, kind: int) -> bool:
    """3.2.2: Return whether `seat` can lay a card of a kind beneath its open tile."""
    return bool(state.open_row[seat] != NONE and state.hand[seat, kind] > 0)


@part
def can_close(state: State, seat: int) -> bool:
    """3.2.3, R8: Return whether `seat` can close its open tile: with a card beneath it, or with an empty hand."""
    if state.open_row[seat] == NONE:
        return False
    beneath = state.row_beneath[int(state.round_number), int(state.open_row[seat])]
    return bool(beneath > 0 or state.hand_size[seat] == 0)


@part
def can_reveal(state: State, seat: int) -> bool:
    """3.5, R15: Return whether `seat` has every combo on top in its area, one stack has two tiles, and no tile is open.

    Bluffs count, as all can see them.
    """
    area = int(state.area[seat])
    if state.open_row[seat] != NONE or not state.tall[area]:
        return False
    for combo in range(MAX_COMBOS):
        if int(state.tops[area]) >> combo & 1 and not has_combo(state, seat, combo):
            return False
    return True


@part
def has_combo(state: State, seat: int, combo: int) -> bool:
    """3.5, R16: Return whether a closed tile of the combo lies in front of `seat`, green or orange."""
    return bool(state.counts[seat, GREEN, combo] > 0 or state.counts[seat, ORANGE, combo] > 0)


@part
def has_all_combos(state: State, rules: Rules, seat: int) -> bool:
    """R16: Return whether closed tiles of all combos lie in front of `seat`."""
    for combo in range(rules.num_combos):
        if not has_combo(state, seat, combo):
            return False
    return True


@part
def can_stop(state: State, rules: Rules, seat: int) -> bool:
    """R16, R17: Return whether `seat` can call Stop: with no tile open, and rightly, or once too often."""
    if state.open_row[seat] != NONE:
        return False
    return state.stops_left[seat] > 0 or has_all_combos(state, rules, seat)


@part
def can_give(state: State, rules: Rules, seat: int, steps: int) -> bool:
    """8: Return whether `seat` can give a skin to the seat that is `steps` seats to its left.

    It needs a skin, a tile that was just grabbed, and a receiver in its area.
    """
    if steps >= rules.num_players or not can_give_any(state, seat):
        return False
    receiver = (seat + steps) % int(rules.num_players)
    return bool(state.area[receiver] == state.area[seat])


@part
def can_give_any(state: State, seat: int) -> bool:
    """8: Return whether `seat` has a skin, and an open tile with no card beneath with which it has given none."""
    if state.open_row[seat] == NONE or state.gave[seat]:
        return False
    beneath = state.row_beneath[int(state.round_number), int(state.open_row[seat])]
    return bool(beneath == 0 and (state.own_skins[seat] > 0 or state.handed_skins[seat] > 0))


@part
def is_legal(state: State, rules: Rules, seat: int, action: int) -> bool:
    """12: Return whether `seat`, which has not chosen in this tick yet, can play an action; any number may be asked."""
    if action == actions.WAIT:
        return True
    if not can_act(state, rules, seat):
        return False
    if actions.GRAB <= action < actions.LAY:
        return can_grab(state, seat, action - actions.GRAB)
    if actions.LAY <= action < actions.CLOSE:
        return can_lay(state, seat, action - actions.LAY)
    if action == actions.CLOSE:
        return can_close(state, seat)
    if actions.BURN <= action < actions.REPLENISH:
        return bool(state.counts[seat, GREEN, action - actions.BURN] > 0)
    if actions.REPLENISH <= action < actions.REVEAL:
        return not state.replenished[seat]
    if action == actions.REVEAL:
        return can_reveal(state, seat)
    if action == actions.STOP:
        return can_stop(state, rules, seat)
    if actions.SKIN <= action < actions.CHECK:
        return can_give(state, rules, seat, action - actions.SKIN + 1)
    return False


@part
def mark_legal(state: State, rules: Rules, seat: int, mask: actions.Mask) -> None:
    """12: Mark all actions of `seat`, which has not chosen in this tick yet, in a mask of zeros."""
    mask.wait[0] = 1
    if not can_act(state, rules, seat):
        return
    for combo in range(MAX_COMBOS):
        mask.burn[combo] = state.counts[seat, GREEN, combo] > 0
    mask.replenish[:] = 1 - state.replenished[seat]
    if state.open_row[seat] == NONE:
        mark_without_tile(state, rules, seat, mask)
    else:
        mark_with_tile(state, rules, seat, mask)


@part
def mark_without_tile(state: State, rules: Rules, seat: int, mask: actions.Mask) -> None:
    """3.2, 3.5, 4: Mark what only a seat without an open tile can do: grab, reveal, call Stop."""
    tops = int(state.tops[int(state.area[seat])]) if state.hand_size[seat] > 0 else 0
    for combo in range(MAX_COMBOS):
        mask.grab[combo] = tops >> combo & 1
    mask.reveal[0] = can_reveal(state, seat)
    mask.stop[0] = can_stop(state, rules, seat)


@part
def mark_with_tile(state: State, rules: Rules, seat: int, mask: actions.Mask) -> None:
    """3.2, 8: Mark what only a seat with an open tile can do: lay, close, give a skin."""
    for kind in range(NUM_KINDS):
        mask.lay[kind] = state.hand[seat, kind] > 0
    mask.close[0] = can_close(state, seat)
    if rules.banana_skins and can_give_any(state, seat):
        for steps in range(1, rules.num_players):
            mask.skin[steps - 1] = can_give(state, rules, seat, steps)
