"""Games that bots play, to look at and to measure."""

from typing import Any

import numpy as np

from mom_env.games import load

BOTS = ("greedy", "random")  # at the seats in turn


def played(game: str, num_players: int, seed: int, decisions: int) -> Any:
    """Return a game of the bots, stopped after so many decisions or at its end."""
    table, players = load(game).Game(num_players, seed), load(game, "bots").Table(seated(BOTS, num_players))
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        if table.over:
            break
        table.play(players.choose_one(table, fresh_seed(rng)))
    return table


def seated(bots: tuple[str, ...], num_players: int) -> list[str]:
    """Return who sits where: the bots one after the other, again and again."""
    return [bots[seat % len(bots)] for seat in range(num_players)]


def fresh_seed(rng: np.random.Generator) -> int:
    """Return a seed for one choice of the bots."""
    return int(rng.integers(2**63))
