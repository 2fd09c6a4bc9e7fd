"""Perft: count the lines of play from a position by playing them all.

A line ends after `depth` decisions, or with the game. One wrong branch of a rule, anywhere in some millions of
positions, changes the number. `python -m mom_env.checks.perft a_game` counts all of a game's table again.
"""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence

import numpy as np
from rich.console import Console

from mom_env.base.game import Game, Rs
from mom_env.contract.checks import Position
from mom_env.contract.people import Ruleset
from mom_env.games import game_names, load
from mom_env.loops import kernels_of, loop_of

OVERTURE = 5  # see `start_of`


def perft(game: Game[Rs], depth: int) -> int:
    """Return the number of lines of play from `game` of `depth` decisions, or fewer where the game ends.

    A line is a sequence of legal actions. The game is not changed.
    """
    package, kernels = game.info.package, kernels_of(game.info.package)
    states, masks = np.zeros(depth + 1, kernels.STATE_DTYPE), np.zeros(depth + 1, kernels.MASK_DTYPE)
    states[0] = game.states[0]
    following = np.zeros(depth + 1, np.int64)
    return int(loop_of(package, "perft").count_lines(states, masks, game.rules, following))


def start_of(name: str, position: Position) -> Game[Ruleset]:
    """Return the game called `name` at `position`, one of those from which its lines are counted.

    The `position.played` decisions before it follow a fixed rule: of the legal actions in order, take number 0, then 5,
    10 ..., modulo how many there are.
    """
    made = load(name).people.Game
    game: Game[Ruleset] = made(
        position.num_players,
        position.seed,
        deck=position.deck,
        options=position.options,
        skip_forced=position.skip_forced,
    )
    for number in range(position.played):
        legal = game.legal_actions()
        game.play(legal[OVERTURE * number % len(legal)])
    return game


def count_again(name: str) -> int:
    """Count the lines from every position of the table of the game `name` again, and print them.

    Return the number of positions at which the counts are not as in the table.
    """
    console = Console(soft_wrap=True)
    wrong = 0
    for position in load(name).checks.POSITIONS:
        game = start_of(name, position)
        began = time.perf_counter()
        found = tuple(perft(game, depth) for depth in range(1, len(position.lines) + 1))
        verdict = "as in the table" if found == position.lines else f"NOT as in the table: {position.lines}"
        wrong += found != position.lines
        console.print(f"{position._replace(lines=found)}: {verdict}, {time.perf_counter() - began:.1f} s")
    return wrong


def main(words: Sequence[str] | None = None) -> int:
    """Count the lines of a game again, print them, and return for how many positions they differ from its table.

    `words` are those of the command line, with the name of the game; None takes those of this process.
    """
    parser = ArgumentParser(
        "python -m mom_env.checks.perft", description="Count all positions of a game's table again."
    )
    parser.add_argument("game", choices=game_names())
    return count_again(parser.parse_args(words).game)


if __name__ == "__main__":
    sys.exit(main())
