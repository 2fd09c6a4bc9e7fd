"""What each built-in bot plays at 1,000 fixed positions, as a hash. Sums of floats differ by processor: no agents here.

`python -m tests.support.bot_moves ape_town` writes the file of that game in `tests/every_game/bot_moves`. Before that,
raise the version of the bot whose moves have changed: results of different versions are never put together.
"""

import hashlib
import json
import sys
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from mom_env.base.vector_game import VectorGame
from mom_env.games import load
from mom_env.players.kinds import SEARCHES
from mom_env.players.specs import make_player

RECORDS = Path(__file__).resolve().parents[1] / "every_game" / "bot_moves"
# The options of each game, which is played with each of them by each number of players.
OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "ape_town": ({}, {"final_scoring": "all_districts"}),
    "four_monkeys": ({}, {"banana_skins": True, "check_choice": True, "false_stops": 1}, {"family": True}),
    "monkeys_on_the_moon": ({}, {"maximum_scorn": True, "monkey_treachery": True}),
    "monsters_on_the_moon": ({},),
}
POSITIONS = 1_000
EVERY = 3  # decisions between two games of a batch in the stages that they have come to
SEED = 2026


def file_of(game: str) -> Path:
    """Return the path of the file with the game's moves."""
    return RECORDS / f"{game}.json"


def specs(game: str) -> list[str]:
    """Return the bots of the game, and its searches with few simulations.

    A search over an agent is not recorded, as the last bits of a network differ from machine to machine.
    """
    return [*load(game).people.BOTS, *(f"{name}:sims=20" for name in SEARCHES if name != "search")]


def positions(game: str) -> list[VectorGame]:
    """Return batches of games at all stages, brought there by random moves."""
    batches, tables = [], list(product(load(game).info.num_players, OPTIONS[game]))
    for number, (num_players, options) in enumerate(tables):
        size = POSITIONS * (number + 1) // len(tables) - POSITIONS * number // len(tables)
        games = load(game).people.VectorGame(size, num_players, SEED + number, options=options)
        rng, kept = np.random.default_rng(SEED), games.states.copy()
        for i in range(size):
            kept[i] = games.states[i]
            for _ in range(EVERY):
                games.step(games.sample(rng))
        games.restore(kept)
        batches.append(games)
    return batches


def moves_of(game: str, spec: str, batches: list[VectorGame]) -> str:
    """Return the hash of the player's moves at the positions."""
    digest, player = hashlib.sha256(), make_player(spec, game)
    for games in batches:
        bits = np.random.default_rng(SEED).integers(2**64, size=games.num_games, dtype=np.uint64)
        digest.update(player.choose(games.states, games.rules, bits).tobytes())
    return digest.hexdigest()


def record(game: str) -> dict[str, dict[str, str]]:
    """Return what is recorded: for each player what it is made from, under which rules, and the hash of its moves."""
    batches, version = positions(game), load(game).info.rules_version
    return {
        spec: {"game": version, "made_from": make_player(spec, game).made_from, "moves": moves_of(game, spec, batches)}
        for spec in specs(game)
    }


if __name__ == "__main__":
    for name in sys.argv[1:] or OPTIONS:
        file_of(name).write_text(json.dumps(record(name), indent=1) + "\n", encoding="utf-8")
        sys.stdout.write(f"{file_of(name)}\n")
