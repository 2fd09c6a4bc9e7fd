"""How a search is guided: `planner` says which moves to try first, and points so far what a position is worth."""

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Floats, Indices
from mom_env.contract.search import EVERYTHING
from mom_env.kernel.jit import called_kernel, part
from mom_env.kernel.shares import share_out
from mom_env.monsters_on_the_moon.actions import MASK_DTYPE, NUM_ACTIONS, Mask
from mom_env.monsters_on_the_moon.bots.planner_weights import weights_for
from mom_env.monsters_on_the_moon.bots.values import NOTHING, write_values
from mom_env.monsters_on_the_moon.engine import write_mask
from mom_env.monsters_on_the_moon.id_range import first_legal, last_legal
from mom_env.monsters_on_the_moon.rules.end import track_vp
from mom_env.monsters_on_the_moon.rules.scoring import count_heads, vp_of_rows
from mom_env.monsters_on_the_moon.rules.solo import CRYSTALS, LOVED, OTHERS, count_solo
from mom_env.monsters_on_the_moon.state import NONE, NUM_ROWS, Decision, Int16s, Rules, State

FIRST_MOVES, MORE_MOVES = 12, 6  # places that are tried at first, and more of them each time a choice is widened
TRUST = 6.0  # against others `planner` looks ahead, so its estimate of a move counts this much more than alone
SCALE = 12.0  # VP that make a share e times as large
SOLO_MIDDLE, SOLO_SCALE = 20.0, 8.0  # points that are worth a half, and their scale


class Look(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """Scratch space of a search, for one position at a time."""

    mask: Mask
    values: NDArray[np.float32]  # what each action is worth to `planner`
    rows: Int16s  # heads of a seat, for the estimate of a result


LOOK_DTYPE = np.dtype(
    (Look, [("mask", MASK_DTYPE), ("values", np.float32, (NUM_ACTIONS,)), ("rows", np.int16, (NUM_ROWS,))])
)


@called_kernel
def begin_look(state: State, rules: Rules, style: int, look: Look) -> None:  # noqa: ARG001  # as the contract has it
    """Write into `look` the legal actions of the seat to move, and what they are worth to `planner`."""
    write_mask(state, rules, int(state.seat), look.mask)
    write_values(state, rules, weights_for(rules, is_planner=True)[0], look.mask, look.values[:])


@part
def worth_of(state: State, rules: Rules, style: int, look: Look, action: int) -> float:  # noqa: ARG001  # as above
    """Return the VP that an action is worth in the view of `planner`, against others times TRUST.

    `begin_look` must have prepared `look`.
    """
    return float(look.values[action]) * (TRUST if rules.num_players > 1 else 1.0)


@called_kernel
def list_moves(state: State, rules: Rules, width: int, look: Look, moves: Indices) -> int:
    """Write the actions to consider into `moves`, and return their number.

    Of places and edges only the best in the view of `planner` are considered at first, and more of them when a choice
    has been widened; of all other decisions, and with EVERYTHING as `width`, all legal actions.
    """
    write_mask(state, rules, int(state.seat), look.mask)
    count = 0
    for action in range(first_legal(state), last_legal(state)):
        if look.mask.ids[action]:
            moves[count] = action
            count += 1
    most = FIRST_MOVES + MORE_MOVES * width
    if width == EVERYTHING or count <= most or not is_wide(state):
        return count
    write_values(state, rules, weights_for(rules, is_planner=True)[0], look.mask, look.values[:])
    for i in range(most):
        best = i
        for k in range(i + 1, count):
            if look.values[moves[k]] > look.values[moves[best]]:
                best = k
        moves[i], moves[best] = moves[best], moves[i]
    return most


@part
def is_wide(state: State) -> bool:
    """Return whether the pending decision is about a place or an edge, of which there can be hundreds."""
    return state.decision in (Decision.PLACE, Decision.EDGE)


@called_kernel
def next_move(state: State, rules: Rules, style: int, look: Look, moves: Indices) -> int:  # noqa: ARG001  # as above
    """Return the id of the action that `greedy` would choose for the seat to move; of equal ones the first."""
    write_mask(state, rules, int(state.seat), look.mask)
    write_values(state, rules, weights_for(rules, is_planner=False)[0], look.mask, look.values[:])
    best, most = 0, NOTHING
    for action in range(first_legal(state), last_legal(state)):
        if look.values[action] > most:
            best, most = action, float(look.values[action])
    return best


@part
def begins_turn(state: State) -> bool:
    """3: Return whether the pending decision is the first of a turn."""
    return state.decision == Decision.TURN


@called_kernel
def write_payoff(state: State, rules: Rules, look: Look, payoff: Floats) -> None:
    """Write into `payoff`, by seat, the worth of the position to each, from 0 to 1; those of several seats sum to 1."""
    count = int(rules.num_players)
    for seat in range(count):
        payoff[seat] = points_so_far(state, rules, seat, look)
    if count == 1:
        payoff[0] = 1 / (1 + np.exp((SOLO_MIDDLE - payoff[0]) / SOLO_SCALE))
        return
    share_out(payoff, count, SCALE)


@part
def points_so_far(state: State, rules: Rules, seat: int, look: Look) -> float:
    """Return the VP of a seat at the end, or what it would have if the game ended now."""
    if state.seat == NONE:
        return float(state.vp[seat])
    rows = look.rows[:]
    if rules.num_players == 1:
        count_solo(state, rows)
        return float(int(rows[LOVED]) + int(rows[CRYSTALS]) - int(rows[OTHERS]))
    if state.monster[seat] == NONE:
        return 0.0
    count_heads(state, int(state.monster[seat]), rows)
    heads = vp_of_rows(rows) * (1 if state.interim_taken else 2)
    return float(heads + int(state.interim[seat]) + track_vp(state, rules, seat))
