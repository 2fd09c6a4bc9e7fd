"""What each built-in bot plays at 1,000 fixed positions, as a hash. Sums of floats differ by processor: no agents here.

`python -m tests.support.bot_moves` writes `bot_moves.json`. Before that, raise the version of the bot whose moves have
changed: results of different versions are never put together.
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from mom_env.monkeys_on_the_moon import VectorGame
from mom_env.monkeys_on_the_moon.bots import BOTS
from mom_env.monkeys_on_the_moon.version import VERSION
from mom_env.players.kinds import SEARCHES
from mom_env.players.specs import make_player

GAME = "monkeys_on_the_moon"
RECORD = Path(__file__).with_name("bot_moves.json")
BOTH_VARIANTS = {"maximum_scorn": True, "monkey_treachery": True}
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, BOTH_VARIANTS),
    (3, {}),
    (3, BOTH_VARIANTS),
    (4, {}),
    (4, BOTH_VARIANTS),
]
POSITIONS = 1_000
EVERY = 3  # decisions between two games of a batch in the stages that they have come to
SEED = 2026


def specs() -> list[str]:
    """Return the bots of the game, and its searches with few simulations.

    A search over an agent is not recorded, as the last bits of a network differ from machine to machine.
    """
    return [*BOTS, *(f"{name}:sims=20" for name in SEARCHES if name != "search")]


def positions() -> list[VectorGame]:
    """Return batches of games at all stages, brought there by random moves."""
    batches = []
    for number, (num_players, options) in enumerate(TABLES):
        size = POSITIONS * (number + 1) // len(TABLES) - POSITIONS * number // len(TABLES)
        games = VectorGame(size, num_players, SEED + number, options=options)
        rng, kept = np.random.default_rng(SEED), games.states.copy()
        for i in range(size):
            kept[i] = games.states[i]
            for _ in range(EVERY):
                games.step(games.sample(rng))
        games.restore(kept)
        batches.append(games)
    return batches


def moves_of(spec: str, batches: list[VectorGame]) -> str:
    """Return the hash of the player's moves at the positions."""
    digest, player = hashlib.sha256(), make_player(spec, GAME)
    for games in batches:
        bits = np.random.default_rng(SEED).integers(2**64, size=games.num_games, dtype=np.uint64)
        digest.update(player.choose(games.states, games.rules, bits).tobytes())
    return digest.hexdigest()


def record() -> dict[str, dict[str, str]]:
    """Return what is recorded: for each player what it is made from, under which rules, and the hash of its moves."""
    batches = positions()
    return {
        spec: {"game": VERSION, "made_from": make_player(spec).made_from, "moves": moves_of(spec, batches)}
        for spec in specs()
    }


if __name__ == "__main__":
    RECORD.write_text(json.dumps(record(), indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"{RECORD}\n")
