"""The search of a game whose package leaves it out: see `contract.search.SEARCH_DEFAULTS`."""

import math

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import NOBODY, Indices, RulesRecord, StateRecord
from mom_env.contract.search import TO_THE_END, MaskRoom
from mom_env.kernel.jit import part
from mom_env.kernel.masks import NO_ACTION
from mom_env.kernel.returns import RANK, VP, WIN
from mom_env.loops import game_of, is_executed

game = game_of(__name__)

PLAYOUTS = {"random": TO_THE_END}
TEMPERATURE = 1.0
VERSION = 1
if is_executed(__name__):
    MOST_MOVES = game.NUM_ACTIONS
    LOOK_DTYPE = np.dtype((np.record, [("mask", game.MASK_DTYPE)]))


@part
def list_moves(state: StateRecord, rules: RulesRecord, width: int, look: MaskRoom, moves: Indices) -> int:
    """Write all legal actions of the seat to move into `moves`, ascending, and return their number.

    `width` is not used: all actions are considered at once. `look` is scratch space.
    """
    game.write_mask(state, rules, int(np.int64(state.seat)), look.mask)
    count = 0
    for action in range(game.first_legal(state), game.last_legal(state)):
        if look.mask.ids[action]:
            moves[count] = action
            count += 1
    return count


@part
def begin_look(state: StateRecord, rules: RulesRecord, style: int, look: object) -> None:
    """Do nothing: there is nothing to prepare in `look`."""


@part
def worth_of(state: StateRecord, rules: RulesRecord, style: int, look: object, action: int) -> float:
    """Return 0 for any action: all moves look alike."""
    return 0.0


@part
def next_move(state: StateRecord, rules: RulesRecord, style: int, look: object, moves: Indices) -> int:
    """Return NO_ACTION (-1): there are random playouts only."""
    return NO_ACTION


@part
def begins_turn(state: StateRecord) -> bool:
    """Return True: every decision is a turn of its own."""
    return True


@part
def write_payoff(state: StateRecord, rules: RulesRecord, look: object, payoff: NDArray[np.float64]) -> None:
    """Write into `payoff`, by seat, what the position is worth, from 0 to 1.

    At the end it follows from the places, or with one player from the score. Before the end it follows from how far
    each seat is ahead.
    """
    if state.seat != NOBODY:
        game.write_leads(state, rules, payoff)
    for seat in range(rules.num_players):
        if state.seat != NOBODY:
            payoff[seat] = 1 / (1 + math.exp(-payoff[seat]))
        elif rules.num_players == 1:
            payoff[seat] = 1 / (1 + math.exp(-game.return_of(state, rules, VP, seat)))
        else:
            won = game.return_of(state, rules, WIN, seat)
            payoff[seat] = 0.5 + 0.25 * (won + game.return_of(state, rules, RANK, seat))
