"""How the weights of a game's planner were found, and how strong they are.

    python -m tests.support.tune_planner match planner greedy --players 4 --deals 500
    python -m tests.support.tune_planner tune --players 4 --minutes 8 --game ape_town

Each deal is played once from each seat. Tuning climbs by simultaneous perturbation: all weights are moved up or down by
chance, both players of the pair sit at one table, and the weights follow the difference of their points.
"""

import argparse
import sys
import time
from collections.abc import Callable
from functools import cache
from importlib import import_module
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import NOBODY
from mom_env.games import GAMES, load, make_ruleset
from mom_env.kernel.jit import kernel
from mom_env.kernel.rng import bits_at, seed_stream
from mom_env.loops import loop_of
from mom_env.players.bot_table import bot_named

FIRST_WEIGHTS = 100  # players from this number on are planners with weights of their own
STEP = 0.12  # how far the two of a pair are moved, in the logarithm of a weight
RATE = 0.015  # how far the weights follow one point of difference
DEALS_A_STEP = 40
Play = Callable[[Any, Any, NDArray[np.int64], Any, Any, NDArray[np.float64]], None]


def planner_of(game: str) -> Any:
    """The module of the game's planner."""
    return import_module(f"{load(game).package}.bots.planner")


def weights_of(game: str) -> NDArray[Any]:
    """The planner's weights, a record for each number of players."""
    weights: NDArray[Any] = import_module(f"{load(game).package}.bots.planner_weights").WEIGHTS
    return weights


@cache
def decider_of(game: str) -> Any:
    """What a planner with given weights chooses in the first of `states`; some planners need a mask to work in."""
    choose_by_weights: Any = planner_of(game).choose_by_weights
    if "mask" not in signature(getattr(choose_by_weights, "py_func", choose_by_weights)).parameters:

        @kernel
        def decide(states: Any, rules: Any, masks: Any, outlooks: Any, weights: Any) -> int:  # noqa: ARG001
            return int(choose_by_weights(states[0], rules[0], outlooks, weights))

    else:

        @kernel
        def decide(states: Any, rules: Any, masks: Any, outlooks: Any, weights: Any) -> int:
            return int(choose_by_weights(states[0], rules[0], masks[0], outlooks, weights))

    return decide


@cache
def deals_of(game: str) -> Play:
    """The kernel that plays deals of a game."""
    kernels: Any = load(game).kernels
    begin_game, decide = loop_of(load(game).package, "batch").begin_game, decider_of(game)
    choose, take_action, place_of, score_of = (
        getattr(kernels, name) for name in ("choose", "take_action", "place_of", "score_of")
    )

    @kernel
    def play_deals(room: Any, rules: Any, players: Any, weights: Any, seed: Any, out: Any) -> None:
        """Each deal from each seat of the first player; share of the win and points above the others' mean."""
        states, masks, outlooks = room
        num_players = int(rules[0].num_players)
        for deal in range(len(out)):
            for first in range(num_players):
                seed_stream(states[0], seed, deal)
                begin_game(states[0], rules[0])
                moves = 0
                while states[0].seat != NOBODY:
                    player = int(players[(int(states[0].seat) - first) % num_players])
                    moves += 1
                    if player >= FIRST_WEIGHTS:
                        row = player - FIRST_WEIGHTS
                        action = decide(states, rules, masks, outlooks, weights[row : row + 1])
                    else:
                        bits = bits_at(seed, (deal * num_players + first) * 1_000 + moves)
                        action = choose(player, states[0], rules[0], masks[0], bits)
                    take_action(states[0], rules[0], action)
                winners = total = 0
                for seat in range(num_players):
                    winners += place_of(states[0], rules[0], seat) == 1
                    total += score_of(states[0], rules[0], seat)
                own = score_of(states[0], rules[0], first)
                out[deal, first, 0] = 1 / winners if place_of(states[0], rules[0], first) == 1 else 0.0
                out[deal, first, 1] = own - (total - own) / (num_players - 1)

    return play_deals


def match(
    game: str, players: list[int], weights: NDArray[Any], deals: int, seed: int
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Mean and 95 % half-width, by deals, of the first player's win share and points above the others."""
    kernels, outlook = load(game).kernels, planner_of(game).OUTLOOK_DTYPE
    room = (np.zeros(1, kernels.STATE_DTYPE), np.zeros(1, kernels.MASK_DTYPE), np.zeros(1, outlook))
    rules = make_ruleset(game, len(players)).rules
    out = np.zeros((deals, len(players), 2))
    deals_of(game)(room, rules, np.array(players, np.int64), weights, np.uint64(seed), out)
    by_deal = out.mean(axis=1)
    return by_deal.mean(axis=0), 1.96 * by_deal.std(axis=0) / np.sqrt(deals)


def as_record(logarithms: NDArray[np.float64], dtype: np.dtype[Any]) -> NDArray[Any]:
    return np.array([tuple(np.exp(logarithms))], dtype)


def tune(game: str, num_players: int, minutes: float, seed: int) -> NDArray[Any]:
    """Better weights, it is hoped: the mean over the second half of the climb."""
    chance = np.random.default_rng(seed)
    weights = weights_of(game)
    place = np.log(np.array(weights[num_players - 2].tolist()))
    players = [FIRST_WEIGHTS + seat % 2 for seat in range(num_players)]
    begin, total, count = time.monotonic(), np.zeros(len(place)), 0
    while time.monotonic() - begin < 60 * minutes:
        move = chance.choice([-1.0, 1.0], len(place))
        pair = np.concatenate([as_record(place + side * STEP * move, weights.dtype) for side in (1, -1)])
        number = int(chance.integers(2**62))
        gain = match(game, players, pair, DEALS_A_STEP, number)[0][1]
        if num_players % 2:  # the one who sits there once has its turn to sit there twice
            others = [2 * FIRST_WEIGHTS + 1 - player for player in players]
            gain = (gain - match(game, others, pair, DEALS_A_STEP, number)[0][1]) / 2
        place += RATE * np.clip(gain, -3, 3) * move
        if time.monotonic() - begin > 30 * minutes:
            total, count = total + place, count + 1
    return as_record(total / count, weights.dtype)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["match", "tune"])
    parser.add_argument("names", nargs="*", help="the player, and the one at all other seats")
    parser.add_argument("--game", default=GAMES[0])
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    players = [bot_named(given.game, name) for name in given.names or ["planner", "planner"]]
    weights = weights_of(given.game)[given.players - 2 : given.players - 1]
    if given.what == "tune":
        found = tune(given.game, given.players, given.minutes, given.seed)
        for name in weights.dtype.names or ():
            sys.stdout.write(f"{name} {found[name][0]:.2f} (was {weights[name][0]:.2f})\n")
        players, weights = [FIRST_WEIGHTS, FIRST_WEIGHTS + 1], np.concatenate([found, weights])
    mean, half = match(
        given.game, players[:1] + players[1:] * (given.players - 1), weights, given.deals, given.seed + 1
    )
    sys.stdout.write(f"{100 * mean[0]:.1f} +- {100 * half[0]:.1f} % of the wins, ")
    sys.stdout.write(f"{mean[1]:+.2f} +- {half[1]:.2f} points above the others\n")


if __name__ == "__main__":
    main()
