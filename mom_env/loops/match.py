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
    """Deal each game from stream 0 of its own seed, and advance it to its first decision.

    `states` gets the games. `seeds` is by game, and `rules` is an array of one record.
    """
    for i in range(len(states)):
        seed_stream(states[i], seeds[i], 0)
        batch.begin_game(states[i], rules[0])


@kernel
def begin_streams(streams: Records, seeds: Bits, numbers: Indices) -> None:
    """Start in `streams` the random stream of each game for what its players draw.

    Game `i` gets stream `numbers[i]` of a seed that is made from `seeds[i]`. It differs from the stream from which a
    game with the same seed is dealt.
    """
    for i in range(len(streams)):
        seed_stream(streams[i], mix(seeds[i]), numbers[i])


@kernel
def show_each(states: Records, rules: Records, views: Records, masks: Records) -> None:
    """Write into `views` what the seat to move sees, and into `masks` its legal actions, both by game.

    `states` is by game, and `rules` is an array of one record.
    """
    for i in range(len(states)):
        batch.show(states[i], rules[0], views[i], masks[i])


@kernel
def choose_each(states: Records, rules: Records, bot: int, bits: Bits, masks: Records, actions: Indices) -> None:
    """Write into `actions`, by game, the action that the bot number `bot` chooses for the seat to move; play nothing.

    `states` is by game, and `rules` is an array of one record. `bits[i]` are the random bits that the bot may use in
    game `i`. `masks` is scratch space of one record.
    """
    for i in range(len(states)):
        actions[i] = game.choose(bot, states[i], rules[0], masks[0], bits[i])


@kernel
def choose_seated(states: Records, rules: Records, bots: Indices, bits: Bits, masks: Records, actions: Indices) -> None:
    """Write into `actions`, by game, the action that the bot of the seat to move chooses; play nothing.

    `bots` has the number of the bot by seat, the same for all games. `states` is by game, and `rules` is an array of
    one record. `bits[i]` are the random bits that the bot may use in game `i`. `masks` is scratch space of one record.
    """
    for i in range(len(states)):
        bot = int(bots[int(states[i].seat)])
        actions[i] = game.choose(bot, states[i], rules[0], masks[0], bits[i])


@kernel
def play_each(
    states: Records, rules: Records, bots: Indices, streams: Records, log: Log, counts: Indices, masks: Records
) -> None:
    """Play each game until it is over, waits for a seat that is OUTSIDE, or has filled its row of the log.

    Args:
        states: the records of the games, which change.
        rules: the rules of all games, as an array of one record.
        bots: the number of the bot, or OUTSIDE (-1) for a player that is not a bot, by game and seat.
        streams: the random streams from which bots draw, by game; they advance.
        log: the actions of each game so far, by game and number; new ones are added.
        counts: the number of actions in each row of the log, by game; it is updated.
        masks: scratch space of one record.
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
    """Play `actions[k]` in game `games[k]` for each `k` where it is legal for the seat to move.

    Args:
        states: the records of all games, of which those in `games` change.
        games: the indices of the games to play in.
        rules: the rules of all games, as an array of one record.
        actions: one for each entry of `games`.
        log: the actions of each game so far, by game and number; those that are played are added.
        counts: the number of actions in each row of the log, by game; it is updated.
        is_legal: gets True for each `k` whose action was legal and is played, else False.
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
    """Write the score and the place of each seat, by game and seat, for the games that are over.

    The rows of other games are left alone. `states` is by game, and `rules` is an array of one record.
    """
    for i in range(len(states)):
        if states[i].seat == NOBODY:
            for seat in range(rules[0].num_players):
                scores[i, seat] = game.score_of(states[i], rules[0], seat)
                places[i, seat] = game.place_of(states[i], rules[0], seat)
