"""How the planner's weights were found, and how strong they are.

    python -m tests.support.tune_planner match planner greedy --players 4 --deals 500
    python -m tests.support.tune_planner tune --players 4 --minutes 8

Each deal is played once from each seat. Tuning climbs by simultaneous perturbation: all weights are moved up or down by
chance, both players of the pair sit at one table, and the weights follow the difference of their points.
"""

import argparse
import sys
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import kernel
from mom_env.kernel.rng import bits_at, seed_stream
from mom_env.loops import loop_of
from mom_env.monkeys_on_the_moon.actions import MASK_DTYPE
from mom_env.monkeys_on_the_moon.bots import choose
from mom_env.monkeys_on_the_moon.bots.planner import choose_by_weights
from mom_env.monkeys_on_the_moon.bots.planner_outlook import OUTLOOK_DTYPE
from mom_env.monkeys_on_the_moon.bots.planner_weights import WEIGHTS, WEIGHTS_DTYPE
from mom_env.monkeys_on_the_moon.engine import take_action
from mom_env.monkeys_on_the_moon.ruleset import make_ruleset
from mom_env.monkeys_on_the_moon.state import STATE_DTYPE, Phase
from mom_env.players.bot_table import bot_named
from tests.support.kernels import GAME, PACKAGE

FIRST_WEIGHTS = 100  # players from this number on are planners with weights of their own
STEP = 0.12  # how far the two of a pair are moved, in the logarithm of a weight
RATE = 0.015  # how far the weights follow one VP of difference
DEALS_A_STEP = 40
begin_game = loop_of(PACKAGE, "batch").begin_game
NAMES = [str(name) for name in WEIGHTS_DTYPE.names or ()]


@kernel
def play_deals(
    room: tuple[Any, ...], rules: Any, players: NDArray[np.int64], weights: Any, seed: Any, out: NDArray[np.float64]
) -> None:
    """Each deal from each seat of the first player; share of the win and VP above the others' mean, into `out`."""
    states, masks, outlooks = room
    num_players = int(rules[0].num_players)
    for deal in range(len(out)):
        for first in range(num_players):
            seed_stream(states[0], seed, deal)
            begin_game(states[0], rules[0])
            moves = 0
            while states[0].phase != Phase.OVER:
                player = int(players[(int(states[0].seat) - first) % num_players])
                moves += 1
                if player >= FIRST_WEIGHTS:
                    row = player - FIRST_WEIGHTS
                    action = choose_by_weights(states[0], rules[0], masks[0], outlooks, weights[row : row + 1])
                else:
                    bits = bits_at(seed, (deal * num_players + first) * 1_000 + moves)
                    action = choose(player, states[0], rules[0], masks[0], bits)
                take_action(states[0], rules[0], action)
            winners = total = 0
            for seat in range(num_players):
                winners += states[0].place[seat] == 1
                total += states[0].vp[seat]
            own = states[0].vp[first]
            out[deal, first, 0] = 1 / winners if states[0].place[first] == 1 else 0.0
            out[deal, first, 1] = own - (total - own) / (num_players - 1)


def match(players: list[int], weights: NDArray[Any], deals: int, seed: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Mean and 95 % half-width, by deals, of the first player's win share and VP above the others."""
    room = (np.zeros(1, STATE_DTYPE), np.zeros(1, MASK_DTYPE), np.zeros(1, OUTLOOK_DTYPE))
    rules = make_ruleset(len(players), "standard", None, skip_forced=True).rules
    out = np.zeros((deals, len(players), 2))
    play_deals(room, rules, np.array(players, np.int64), weights, np.uint64(seed), out)
    by_deal = out.mean(axis=1)
    return by_deal.mean(axis=0), 1.96 * by_deal.std(axis=0) / np.sqrt(deals)


def as_record(logarithms: NDArray[np.float64]) -> NDArray[Any]:
    return np.array([tuple(np.exp(logarithms))], WEIGHTS_DTYPE)


def tune(num_players: int, minutes: float, seed: int) -> NDArray[Any]:
    """Better weights, it is hoped: the mean over the second half of the climb."""
    chance = np.random.default_rng(seed)
    place = np.log(np.array(WEIGHTS[num_players - 2].tolist()))
    players = [FIRST_WEIGHTS + seat % 2 for seat in range(num_players)]
    begin, total, count = time.monotonic(), np.zeros(len(place)), 0
    while time.monotonic() - begin < 60 * minutes:
        move = chance.choice([-1.0, 1.0], len(place))
        pair = np.concatenate([as_record(place + STEP * move), as_record(place - STEP * move)])
        number = int(chance.integers(2**62))
        gain = match(players, pair, DEALS_A_STEP, number)[0][1]
        if num_players % 2:  # the one who sits there once has its turn to sit there twice
            others = [2 * FIRST_WEIGHTS + 1 - player for player in players]
            gain = (gain - match(others, pair, DEALS_A_STEP, number)[0][1]) / 2
        place += RATE * np.clip(gain, -3, 3) * move
        if time.monotonic() - begin > 30 * minutes:
            total, count = total + place, count + 1
    return as_record(total / count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["match", "tune"])
    parser.add_argument("names", nargs="*", help="the player, and the one at all other seats")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    players = [bot_named(GAME, name) for name in given.names or ["planner", "planner"]]
    weights = WEIGHTS[given.players - 2 : given.players - 1]
    if given.what == "tune":
        found = tune(given.players, given.minutes, given.seed)
        for name in NAMES:
            sys.stdout.write(f"{name} {found[name][0]:.2f} (was {weights[name][0]:.2f})\n")
        players, weights = [FIRST_WEIGHTS, FIRST_WEIGHTS + 1], np.concatenate([found, weights])
    mean, half = match(players[:1] + players[1:] * (given.players - 1), weights, given.deals, given.seed + 1)
    sys.stdout.write(f"{100 * mean[0]:.1f} +- {100 * half[0]:.1f} % of the wins, ")
    sys.stdout.write(f"{mean[1]:+.2f} +- {half[1]:.2f} VP above the others\n")


if __name__ == "__main__":
    main()
