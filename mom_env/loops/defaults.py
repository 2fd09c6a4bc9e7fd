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
    """Return the seat that `state` asks as a bit, 1 << seat, or 0 if the game is over."""
    return 0 if state.seat == NOBODY else 1 << int(state.seat)


@part
def write_default_mask(state: StateRecord, rules: RulesRecord, seat: int, mask: MaskRecord) -> None:
    """Write into `mask` 1 for each action that `can_take_action` allows `seat`, and 0 for all others."""
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
    """Return the number of action ids, which is above all of them."""
    return game.NUM_ACTIONS


@part
def forced_action(state: StateRecord, rules: RulesRecord) -> int:
    """Return NO_ACTION (-1): no decision is forced."""
    return NO_ACTION


@part
def write_hidden(state: StateRecord, rules: RulesRecord, out: Floats) -> None:
    """Write nothing into `out`: everything is open, so there is nothing that all seats cannot know."""


@part
def write_leads(state: StateRecord, rules: RulesRecord, out: Floats) -> None:
    """Write 0 into `out` for each seat: nobody leads."""
    out[:] = 0


@part
def redeal(state: StateRecord, rules: RulesRecord, seat: int, seed: np.uint64, unseen: NDArray[np.int8]) -> None:
    """Start the random stream of `state` again from `seed`: only what is still to be drawn is unknown to a seat.

    Nothing else changes. `unseen` is not used.
    """
    seed_stream(state, seed, 0)


@part
def conceal(state: StateRecord, rules: RulesRecord, seat: int, unseen: NDArray[np.int8]) -> None:
    """Set the random stream of `state` to 0: no seat has secrets, so that is all that a seat cannot know."""
    state.rng = np.uint64(0)


@part
def choose(bot: int, state: StateRecord, rules: RulesRecord, mask: MaskRecord, bits: np.uint64) -> int:
    """Return a random legal action of the seat to move, each with the same chance, whatever the `bot`.

    The random `bits` decide; `mask` is scratch space.
    """
    write_mask(state, rules, int(state.seat), mask)
    return draw_legal(mask, 0, game.NUM_ACTIONS, bits)


@part
def default_place_of(state: StateRecord, rules: RulesRecord, seat: int) -> int:
    """Return the place of `seat` in a finished game: one more than the number of seats with a higher score."""
    place, own = 1, game.score_of(state, rules, seat)
    for other in range(rules.num_players):
        place += game.score_of(state, rules, other) > own
    return place


place_of = getattr(game, "place_of", default_place_of)


@part
def default_solo_return_of(state: StateRecord, rules: RulesRecord, reward: int) -> float:
    """Return what a finished game of one player is worth: with the reward "vp" its score, else that of the first place.

    `reward` is the number of a `kernel.returns.Reward`.
    """
    score = game.score_of(state, rules, 0)
    if reward == Reward.VP:
        return return_by_score(score, score, 1, UNIT)
    return return_by_rank(1, 1, 1) if reward == Reward.RANK else return_by_win(place_of(state, rules, 0), 1, 1)


solo_return_of = getattr(game, "solo_return_of", default_solo_return_of)


@part
def return_of(state: StateRecord, rules: RulesRecord, reward: int, seat: int) -> float:
    """Return what a finished game is worth to `seat`, by its place, or with the reward "vp" by its score.

    `reward` is the number of a `kernel.returns.Reward`. A game of one player may have returns of its own.
    """
    if rules.num_players == 1:
        return float(solo_return_of(state, rules, reward))
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
    """Return the number of seats that share the place `place`, counted from 1, in a finished game."""
    count = 0
    for seat in range(rules.num_players):
        count += place_of(state, rules, seat) == place
    return count
