"""How a search is guided: a bot's action is tried first, and points, once checked, say what a position is worth."""

from math import exp

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Indices
from mom_env.four_monkeys.actions import MASK_DTYPE, NUM_ACTIONS, Mask
from mom_env.four_monkeys.bots.denial import choose_with_denial
from mom_env.four_monkeys.bots.greedy import choose_greedy
from mom_env.four_monkeys.bots.outlook import rank_by
from mom_env.four_monkeys.engine import write_mask
from mom_env.four_monkeys.returns import open_combo, place_of, shown_score
from mom_env.four_monkeys.rules.legal import has_combo
from mom_env.four_monkeys.sizes import MAX_PLAYERS
from mom_env.four_monkeys.state import NONE, Phase, Rules, State
from mom_env.kernel.jit import part

PLANNER = 2  # place of "planner" in `search.PLAYOUTS`
LIKELY = 3.0  # worth of the action that the bot would choose; that of all others is 0
WIN = 0.5  # a result counts half as a win and half by points
SCALE = 6.0  # points that make a share e times as large
NO_BITS = np.uint64(0)


class Look(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """Scratch space of a search, for one position at a time."""

    mask: Mask
    likely: int  # what the bot would do
    points: NDArray[np.float64]  # estimated total of each seat
    ranks: NDArray[np.int64]  # what decides who is the Smartest Monkey, of each seat
    is_checked: NDArray[np.uint8]  # 1: the seat's wrong tiles are taken off


_SEATS = (MAX_PLAYERS,)
LOOK_DTYPE = np.dtype(
    (
        Look,
        [
            ("mask", MASK_DTYPE),
            ("likely", np.int64),
            ("points", np.float64, _SEATS),
            ("ranks", np.int64, _SEATS),
            ("is_checked", np.uint8, _SEATS),
        ],
    )
)


@part
def list_moves(state: State, rules: Rules, width: int, look: Look, moves: Indices) -> int:  # noqa: ARG001  # few moves
    """Write all legal actions of the seat that is asked into `moves`, ascending, and return their number."""
    write_mask(state, rules, int(state.seat), look.mask)
    count = 0
    for action in range(NUM_ACTIONS):
        if look.mask.ids[action]:
            moves[count] = action
            count += 1
    return count


@part
def bots_choice(state: State, rules: Rules, style: int) -> int:
    """Return the action of `planner` if `style` is its number among the playouts, else that of `greedy`."""
    if style == PLANNER:
        return choose_with_denial(state, rules, NO_BITS)
    return choose_greedy(state, rules)


@part
def begin_look(state: State, rules: Rules, style: int, look: Look) -> None:
    """Write into `look` what the bot of a style would do."""
    look.likely = bots_choice(state, rules, style)


@part
def worth_of(state: State, rules: Rules, style: int, look: Look, action: int) -> float:  # noqa: ARG001  # the contract's
    """Return LIKELY for the action that the bot of a style would choose, and 0 for all others."""
    return LIKELY if action == look.likely else 0.0


@part
def next_move(state: State, rules: Rules, style: int, look: Look, moves: Indices) -> int:  # noqa: ARG001  # as above
    """Return the action that the bot of a style chooses for the seat that is asked."""
    return bots_choice(state, rules, style)


@part
def begins_turn(state: State) -> bool:
    """3.1: Return whether nobody has chosen in this tick yet, or a tile is to be checked."""
    if state.phase == Phase.ACT:
        for seat in range(MAX_PLAYERS):
            if state.pending[seat] != NONE:
                return False
    return True


@part
def write_payoff(state: State, rules: Rules, look: Look, payoff: NDArray[np.float64]) -> None:
    """Write into `payoff`, by seat, what the position is worth to each seat: shares from 0 to 1 that sum to 1."""
    count = int(rules.num_players)
    write_points(state, rules, look)
    most, total, winners = look.points[:count].max(), 0.0, 0
    for seat in range(count):
        payoff[seat] = exp((look.points[seat] - most) / SCALE)
        total += payoff[seat]
        winners += state.seat == NONE and place_of(state, rules, seat) == 1
    for seat in range(count):
        payoff[seat] /= total
        if winners > 0:
            won = 1 / winners if place_of(state, rules, seat) == 1 else 0.0
            payoff[seat] = WIN * won + (1 - WIN) * payoff[seat]


@part
def write_points(state: State, rules: Rules, look: Look) -> None:
    """5: Write into `look.points` the totals of all seats, with this round as if it ended now and was checked."""
    for seat in range(rules.num_players):
        look.points[seat] = float(state.total[seat])
        look.is_checked[seat] = 0
        if state.phase == Phase.ACT and state.seat != NONE:
            look.points[seat] += shown_score(state, rules, seat)
            look.ranks[seat] = rank_by(state, rules, seat)
    if state.phase == Phase.ACT and state.seat != NONE:
        check_smartest(state, rules, look)


@part
def check_smartest(state: State, rules: Rules, look: Look) -> None:
    """5.3: Take the wrong tiles off the Smartest Monkey, in `look`, until the Smartest Monkey has none."""
    while True:
        smartest = 0
        for seat in range(1, rules.num_players):
            if look.ranks[seat] > look.ranks[smartest]:
                smartest = seat
        if look.is_checked[smartest]:
            return
        take_wrong_tiles_off(state, rules, smartest, look)


@part
def take_wrong_tiles_off(state: State, rules: Rules, seat: int, look: Look) -> None:
    """5.3, 5.4: Subtract from the rank and the points of `seat`, in `look`, what its wrong tiles show and cost."""
    look.is_checked[seat] = 1
    for combo in range(rules.num_combos):
        is_wrong = has_combo(state, seat, combo) and not int(state.right[seat]) >> combo & 1
        if open_combo(state, seat) == combo and not state.open_right[seat]:
            is_wrong = True
        if is_wrong:
            points = int(rules.green_tile) if rules.family else int(rules.points[combo])
            look.ranks[seat] -= 1 if rules.family else points
            look.points[seat] -= points - int(rules.wrong_tile if rules.family else rules.aside)
