"""Games of random choices in which tiles are grabbed, laid and closed, so that there is something to see."""

import random
from collections.abc import Iterator
from typing import Any

from mom_env.four_monkeys import Game
from mom_env.four_monkeys.actions import BURN, CLOSE, GRAB, LAY

TO_THE_END = 100_000
CLOSES = 0.35  # how often an open tile is closed, if it can be


def choose(actions: list[int], rng: random.Random) -> int:
    """A random action; grabbing, laying and closing more often than the others."""
    if CLOSE in actions and rng.random() < CLOSES:
        return CLOSE
    usual = [action for action in actions if GRAB <= action < GRAB + 10 or LAY <= action < CLOSE]
    if usual and rng.random() < 0.85:
        return rng.choice(usual)
    return rng.choice([action for action in actions if not BURN <= action < BURN + 10] or actions)


def course(num_players: int, seed: int, steps: int = TO_THE_END, every: int = 1, **options: Any) -> Iterator[Game]:
    """A game at its start, then after every so many choices, last where it stops."""
    game, rng = (
        Game(num_players, seed, options={"rounds": 2, **options} if num_players > 4 else options),
        random.Random(seed),
    )
    yield game
    for step in range(1, steps + 1):
        game.play(choose(game.legal_actions(), rng))
        if game.over or step % every == 0 or step == steps:
            yield game
        if game.over:
            return


def game_at(num_players: int, seed: int, steps: int = TO_THE_END, **options: Any) -> Game:
    """A game after so many choices, or at its end."""
    *_, game = course(num_players, seed, steps, every=TO_THE_END, **options)
    return game
