"""Kernels for a game whose module `kernels` leaves them out: see `contract.kernels.DEFAULTS`."""

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import NOBODY, Floats, MaskRecord, RulesRecord, StateRecord
from mom_env.kernel.jit import part
from mom_env.kernel.masks import NO_ACTION, draw_legal
from mom_env.kernel.returns import Reward, return_by_rank, return_by_score, return_by_win
from mom_env.kernel.rng import seed_stream
from mom_env.loops import info_of, own_kernels

game = own_kernels(__name__)  # without the defaults, which are made here
UNIT = info_of(__name__).score_unit

UNSEEN_SIZE = 1
HIDDEN_SIZE = 0


@part
def go_on(state: StateRecord, rules: RulesRecord) -> None:
    """Do nothing: after the deal a seat must decide."""


@part
def seats_to_move(state: StateRecord, rules: RulesRecord) -> int:
    """Return the seat of the record as a bit, or 0 at the end."""
    return 0 if state.seat == NOBODY else 1 << int(state.seat)


@part
def write_default_mask(state: StateRecord, rules: RulesRecord, seat: int, mask: MaskRecord) -> None:
    """Mark what the seat may do by asking `can_take_action` about each action."""
    mask.words[:] = 0
    for action in range(game.NUM_ACTIONS):
        mask.ids[action] = game.can_take_action(state, rules, seat, action)


write_mask = getattr(game, "write_mask", write_default_mask)


@part
def first_legal(state: StateRecord) -> int:
    """Return 0, the first id."""
    return 0


@part
def last_legal(state: StateRecord) -> int:
    """Return the number of ids."""
    return game.NUM_ACTIONS


@part
def forced_action(state: StateRecord, rules: RulesRecord) -> int:
    """Return NO_ACTION: no decision is forced."""
    return NO_ACTION


@part
def write_hidden(state: StateRecord, rules: RulesRecord, out: Floats) -> None:
    """Write nothing: everything is open."""


@part
def write_leads(state: StateRecord, rules: RulesRecord, out: Floats) -> None:
    """Write 0 for each seat: nobody leads."""
    out[:] = 0


@part
def redeal(state: StateRecord, rules: RulesRecord, seat: int, seed: np.uint64, unseen: NDArray[np.int8]) -> None:
    """Start the stream again: only what is still to be drawn is unknown."""
    seed_stream(state, seed, 0)


@part
def conceal(state: StateRecord, rules: RulesRecord, seat: int, unseen: NDArray[np.int8]) -> None:
    """Hide the stream of the record."""
    state.rng = np.uint64(0)


@part
def choose(bot: int, state: StateRecord, rules: RulesRecord, mask: MaskRecord, bits: np.uint64) -> int:
    """Return a legal action of the seat to move, each with the same chance, whatever the `bot`.

    `bits` is the chance; `mask` is scratch space.
    """
    write_mask(state, rules, int(state.seat), mask)
    return draw_legal(mask, 0, game.NUM_ACTIONS, bits)


@part
def default_place_of(state: StateRecord, rules: RulesRecord, seat: int) -> int:
    """Return one more than the number of seats with a higher score."""
    place, own = 1, game.score_of(state, rules, seat)
    for other in range(rules.num_players):
        place += game.score_of(state, rules, other) > own
    return place


place_of = getattr(game, "place_of", default_place_of)


@part
def return_of(state: StateRecord, rules: RulesRecord, reward: int, seat: int) -> float:
    """Return what a finished game is worth to the seat, by place or by score; `reward` is one of `kernel.returns`."""
    if reward == Reward.VP:
        total = 0
        for other in range(rules.num_players):
            total += game.score_of(state, rules, other)
        return return_by_score(game.score_of(state, rules, seat), total, int(rules.num_players), UNIT)
    place = place_of(state, rules, seat)
    sharing = count_at(state, rules, place)
    if reward == Reward.RANK:
        return return_by_rank(place, sharing, int(rules.num_players))
    return return_by_win(place, sharing, int(rules.num_players))


@part
def count_at(state: StateRecord, rules: RulesRecord, place: int) -> int:
    """Return the number of seats that share a place."""
    count = 0
    for seat in range(rules.num_players):
        count += place_of(state, rules, seat) == place
    return count
