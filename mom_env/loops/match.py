"""Matches: given deals, played by bots in the kernels and by players outside of them.

Each game has a stream of its own for what its players draw, so that batches and threads do not change results.
"""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import NOBODY, Bits, Indices, Records
from mom_env.kernel.jit import kernel
from mom_env.kernel.rng import mix, next_bits, seed_stream
from mom_env.loops import game_of, sibling

if TYPE_CHECKING:
    from mom_env.loops import batch
else:
    batch = sibling(__name__, "batch")

game = game_of(__name__)

OUTSIDE = -1  # stands for a player that is not a bot: games stop at its decisions

Legal = NDArray[np.bool_]
Log = NDArray[np.int16]  # shape (N, most), the actions of each game


@kernel
def deal_each(states: Records, rules: Records, seeds: Bits) -> None:
    """Start the first stream of each seed, deal, and advance to the first decision."""
    for i in range(len(states)):
        seed_stream(states[i], seeds[i], 0)
        batch.begin_game(states[i], rules[0])


@kernel
def begin_streams(streams: Records, seeds: Bits, numbers: Indices) -> None:
    """Start the stream for what players draw in each game, from the seed and the number in its place.

    It differs from the stream of the deal with that seed.
    """
    for i in range(len(streams)):
        seed_stream(streams[i], mix(seeds[i]), numbers[i])


@kernel
def show_each(states: Records, rules: Records, views: Records, masks: Records) -> None:
    """Write what the seat to move sees and may do in each game."""
    for i in range(len(states)):
        batch.show(states[i], rules[0], views[i], masks[i])


@kernel
def choose_each(states: Records, rules: Records, bot: int, bits: Bits, masks: Records, actions: Indices) -> None:
    """Write the action that one bot chooses in each game, without playing it.

    `bits[i]` is its chance in game `i`; `masks` is scratch space of one record.
    """
    for i in range(len(states)):
        actions[i] = game.choose(bot, states[i], rules[0], masks[0], bits[i])


@kernel
def choose_seated(states: Records, rules: Records, bots: Indices, bits: Bits, masks: Records, actions: Indices) -> None:
    """Write the action that the bot of the seat to move chooses in each game, without playing it.

    `bots` is by seat; `bits[i]` is the chance in game `i`; `masks` is scratch space of one record.
    """
    for i in range(len(states)):
        bot = int(bots[int(states[i].seat)])
        actions[i] = game.choose(bot, states[i], rules[0], masks[0], bits[i])


@kernel
def play_each(
    states: Records, rules: Records, bots: Indices, streams: Records, log: Log, counts: Indices, masks: Records
) -> None:
    """Play each game until it is over, waits for a seat that is OUTSIDE, or has filled its row of the log.

    `bots` is the number of the bot, or OUTSIDE, by game and seat, and `streams` has what bots draw, by game. `log` has
    the actions so far and `counts` their number, by game. `masks` is scratch space of one record.
    """
    for i in range(len(states)):
        while states[i].seat != NOBODY and counts[i] < log.shape[1]:
            bot = bots[i, int(states[i].seat)]
            if bot == OUTSIDE:
                break
            action = game.choose(bot, states[i], rules[0], masks[0], next_bits(streams[i]))
            game.take_action(states[i], rules[0], action)
            log[i, counts[i]] = action
            counts[i] += 1


@kernel
def take_each(
    states: Records, games: Indices, rules: Records, actions: Indices, log: Log, counts: Indices, is_legal: Legal
) -> None:
    """Play `actions[k]` in game `games[k]` for each k where it is legal, and write to `is_legal` where it was.

    Actions that were played are added to the `log`, and counted in `counts`, by game.
    """
    for k in range(len(games)):
        i = games[k]
        is_legal[k] = game.can_take_action(states[i], rules[0], int(np.int64(states[i].seat)), actions[k])
        if is_legal[k]:
            game.take_action(states[i], rules[0], actions[k])
            log[i, counts[i]] = actions[k]
            counts[i] += 1


@kernel
def write_outcomes(states: Records, rules: Records, scores: NDArray[np.int16], places: NDArray[np.int8]) -> None:
    """Write score and place of each seat in the games that are over, shape (N, seats); leave other games alone."""
    for i in range(len(states)):
        if states[i].seat == NOBODY:
            for seat in range(rules[0].num_players):
                scores[i, seat] = game.score_of(states[i], rules[0], seat)
                places[i, seat] = game.place_of(states[i], rules[0], seat)
