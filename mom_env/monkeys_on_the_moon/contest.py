"""Kernels of contests: given deals, played by bots inside and by players outside.

Each game has a stream of its own for what its players draw, so that batches and threads change nothing.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import kernel
from mom_env.kernel.rng import STREAM_DTYPE, mix, next_bits, seed_stream
from mom_env.monkeys_on_the_moon.actions import MASK_DTYPE
from mom_env.monkeys_on_the_moon.batch import begin_game, show
from mom_env.monkeys_on_the_moon.bots import choose
from mom_env.monkeys_on_the_moon.engine import can_take_action, take_action
from mom_env.monkeys_on_the_moon.observe import OBSERVATION_DTYPE
from mom_env.monkeys_on_the_moon.rebuild import fresh_deal
from mom_env.monkeys_on_the_moon.replay import Past, Replay, make_replay
from mom_env.monkeys_on_the_moon.ruleset import Ruleset
from mom_env.monkeys_on_the_moon.state import STATE_DTYPE, Phase
from mom_env.monkeys_on_the_moon.vector import flat

OUTSIDE = -1  # of a seat whose player is no bot: games stop at its decisions

Records = NDArray[Any]
Bits = NDArray[np.uint64]
Indices = NDArray[np.int64]
Legal = NDArray[np.bool_]
Log = NDArray[np.int16]  # [N, most] the actions of each game


def deal(rules: Records, seeds: Bits) -> Records:
    """A game for each seed, the one that `Game(seed=...)` deals, at its first decision."""
    states = np.zeros(len(seeds), STATE_DTYPE)
    deal_each(states, rules, seeds)
    return states


def streams(seeds: Bits, numbers: Indices) -> Records:
    """What the players of a game draw from: a stream for each pair of a seed and a number."""
    made = np.zeros(len(seeds), np.dtype((np.record, STREAM_DTYPE)))  # a record, for when the JIT is off
    begin_streams(made, seeds, numbers)
    return made


def see(states: Records, rules: Records) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """What the seat to move sees and may do: an observation and a mask for each game, fresh arrays."""
    views, masks = np.zeros(len(states), OBSERVATION_DTYPE), np.zeros(len(states), MASK_DTYPE)
    show_each(states, rules, views, masks)
    return flat(views, np.float32), flat(masks, np.int8)


def choose_each(states: Records, rules: Records, bot: int, bits: Bits) -> Indices:
    """What a bot does in each game, by its number."""
    actions = np.zeros(len(states), np.int64)
    choose_with(states, rules, bot, bits, np.zeros(1, MASK_DTYPE), actions)
    return actions


def seats_to_move(states: Records) -> NDArray[np.int8]:
    """Who is to move in each game; -1 where it is over."""
    seats: NDArray[np.int8] = states["seat"]
    return seats


def outcomes(states: Records, num_players: int) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """VP and places by game and seat, of games that are over."""
    return states["vp"][:, :num_players], states["place"][:, :num_players]


def replay_of(ruleset: Ruleset, seed: int, actions: list[int], players: list[str]) -> Replay:
    """The replay of a game dealt from a seed."""
    return make_replay(Past(fresh_deal(ruleset, seed), seed, actions), ruleset, players)


def draw(streams: Records, games: Indices) -> Bits:
    """The next bits of some games."""
    bits = np.zeros(len(games), np.uint64)
    draw_bits(streams, games, bits)
    return bits


def play(states: Records, rules: Records, bots: Indices, streams: Records, log: Log, counts: Indices) -> None:
    """On until each game is over, waits for a seat that is OUTSIDE, or has no room in the log any more.

    Args:
        states: the games, N records.
        rules: deck and options, one record.
        bots: number of the bot, or OUTSIDE, by game and seat.
        streams: what they draw from, by game.
        log: the actions so far, by game.
        counts: how many these are; so many entries of a row are filled.
    """
    play_each(states, rules, bots, streams, log, counts, np.zeros(1, MASK_DTYPE))


def take(states: Records, games: Indices, rules: Records, actions: Indices, log: Log, counts: Indices) -> Legal:
    """One action from outside in each of these games, where it is legal; where it was."""
    is_legal = np.zeros(len(games), np.bool_)
    take_each(states, games, rules, actions, log, counts, is_legal)
    return is_legal


@kernel
def deal_each(states: Records, rules: Records, seeds: Bits) -> None:
    """Start the first stream of each seed, and deal."""
    for i in range(len(states)):
        seed_stream(states[i], seeds[i], 0)
        begin_game(states[i], rules[0])


@kernel
def begin_streams(streams: Records, seeds: Bits, numbers: Indices) -> None:
    """Streams beside those of the deals."""
    for i in range(len(streams)):
        seed_stream(streams[i], mix(seeds[i]), numbers[i])


@kernel
def show_each(states: Records, rules: Records, views: Records, masks: Records) -> None:
    """What the seat to move sees and may do in each game."""
    for i in range(len(states)):
        show(states[i], rules[0], views[i], masks[i])


@kernel
def choose_with(states: Records, rules: Records, bot: int, bits: Bits, masks: Records, actions: Indices) -> None:
    """One bot in each game; `masks` is one record to work in."""
    for i in range(len(states)):
        actions[i] = choose(bot, states[i], rules[0], masks[0], bits[i])


@kernel
def play_each(
    states: Records, rules: Records, bots: Indices, streams: Records, log: Log, counts: Indices, masks: Records
) -> None:
    """Each game on, as far as it goes without anybody from outside."""
    for i in range(len(states)):
        while states[i].phase != Phase.OVER and counts[i] < log.shape[1]:
            bot = bots[i, int(states[i].seat)]
            if bot == OUTSIDE:
                break
            action = choose(bot, states[i], rules[0], masks[0], next_bits(streams[i]))
            take_action(states[i], rules[0], action)
            log[i, counts[i]] = action
            counts[i] += 1


@kernel
def draw_bits(streams: Records, games: Indices, bits: Bits) -> None:
    """The next bits of each of these games, into `bits`."""
    for k in range(len(games)):
        bits[k] = next_bits(streams[games[k]])


@kernel
def take_each(
    states: Records, games: Indices, rules: Records, actions: Indices, log: Log, counts: Indices, is_legal: Legal
) -> None:
    """The action of each of these games, if it is legal."""
    for k in range(len(games)):
        i = games[k]
        is_legal[k] = can_take_action(states[i], rules[0], actions[k])
        if is_legal[k]:
            take_action(states[i], rules[0], actions[k])
            log[i, counts[i]] = actions[k]
            counts[i] += 1
