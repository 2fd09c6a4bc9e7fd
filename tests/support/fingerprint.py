"""Hashes over every byte of many games: whatever way they are played, they are those of `fingerprint.json`.

    python -m tests.support.fingerprint                 writes them and `golden/soak.json`: read the difference
    python -m tests.support.fingerprint 10000 2         prints one hash of 10,000 games on two threads

Compiled or not, bounds-checked, on one thread or two, in whatever process: a hash must be the same.
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from mom_env.checks.soak import run_soak
from mom_env.kernel.jit import kernel
from mom_env.kernel.rng import bits_at, seed_stream
from mom_env.monkeys_on_the_moon import VectorGame
from mom_env.monkeys_on_the_moon.actions import MASK_DTYPE
from mom_env.monkeys_on_the_moon.bots.random import choose_random
from mom_env.monkeys_on_the_moon.observe import OBSERVATION_DTYPE
from mom_env.monkeys_on_the_moon.state import STATE_DTYPE
from tests.support.kernels import GAME, is_legal, reset, step, write_mask, write_observation

SEED = 2026
EVERY = 64  # decisions between two looks at observations and masks: they cost plain Python ten times a step
RECORD = Path(__file__).with_name("fingerprint.json")
SOAK = Path(__file__).parents[1] / "golden" / "soak.json"
NUM_GAMES = 2_000  # of all tables together

# players, deck, options, skip_forced: all rules are met by one or the other
TABLES: list[tuple[int, str, dict[str, Any], bool]] = [
    (2, "standard", {}, True),
    (3, "standard", {"maximum_scorn": True, "raise": "add_only"}, True),
    (4, "standard", {"monkey_treachery": True, "hidden_coins": True}, True),
    (4, "standard", {"monkey_treachery": True, "final_launch_clears_scorn": False}, False),
    (2, "mini", {"monkey_treachery": True}, False),
    (3, "mini", {"monkey_treachery": True, "maximum_scorn": True}, True),
]


def batch(number: int, num_games: int, num_threads: int = 1) -> VectorGame:
    """One of the tables, with its share of `num_games`."""
    players, deck, options, skip_forced = TABLES[number]
    return VectorGame(
        max(1, num_games // len(TABLES)),
        players,
        SEED + number,
        deck=deck,
        options=options,
        skip_forced=skip_forced,
        observe=False,
        num_threads=num_threads,
    )


def batches(num_games: int, num_threads: int = 1) -> list[VectorGame]:
    """All tables, with `num_games` games in all."""
    return [batch(number, num_games, num_threads) for number in range(len(TABLES))]


def play(games: VectorGame, digest: Any) -> list[np.ndarray[Any, Any]]:
    """Play until every game has ended once; all records go into the hash. The actions, step by step."""
    played: list[np.ndarray[Any, Any]] = []
    ended = np.zeros(games.num_games, bool)
    while not ended.all():
        if len(played) % EVERY == 0:
            digest.update(shown(games))
        actions = drawn(games, np.uint64(len(played)))
        games.step(actions)
        played.append(actions)
        ended |= games.dones
        digest.update(games.states.tobytes() + games.returns.tobytes())
    return played


def drawn(games: VectorGame, seed: np.uint64) -> np.ndarray[Any, Any]:
    """A legal action for each game."""
    actions = np.zeros(games.num_games, np.int64)
    draw_each(games.states, games.rules, np.zeros(1, MASK_DTYPE), seed, actions)
    return actions


@kernel
def draw_each(states: Any, rules: Any, masks: Any, seed: Any, actions: Any) -> None:
    """The random bot alone: to compile all of them takes a minute."""
    for i in range(len(states)):
        actions[i] = choose_random(states[i], rules[0], masks[0], bits_at(seed, i))


def shown(games: VectorGame) -> bytes:
    """What the seat to move sees in each game, and its mask."""
    views, masks = np.zeros(1, OBSERVATION_DTYPE), np.zeros(1, MASK_DTYPE)
    content = b""
    for i in range(games.num_games):
        write_observation(games.states, i, games.rules, int(games.states[i].seat), views)
        write_mask(games.states, i, games.rules, masks)
        content += views.tobytes() + masks.tobytes()
    return content


def play_alone(games: VectorGame, i: int, seed: int, actions: list[int]) -> bytes:
    """Game `i` of a batch played by itself, one decision at a time; a finished game deals the next."""
    states = np.zeros(1, STATE_DTYPE)
    seed_stream(states[0], np.uint64(seed), i)
    reset(states, 0, games.rules)
    for action in actions:
        assert is_legal(states, 0, games.rules, action)
        step(states, 0, games.rules, action)
        if states[0].phase == 2:
            reset(states, 0, games.rules)
    return states.tobytes()


def of_table(number: int, num_games: int, num_threads: int = 1) -> str:
    """The hash of one table, with its share of `num_games`."""
    digest = hashlib.sha256()
    play(batch(number, num_games, num_threads), digest)
    return digest.hexdigest()


def fingerprint(num_games: int, num_threads: int = 1) -> str:
    """One hash of all tables."""
    digest = hashlib.sha256()
    for games in batches(num_games, num_threads):
        play(games, digest)
    return digest.hexdigest()


def recorded() -> list[str]:
    """The committed hashes, one for each table."""
    found: list[str] = json.loads(RECORD.read_text(encoding="utf-8"))
    return found


def record() -> list[str]:
    """The hashes as they are now."""
    return [of_table(number, NUM_GAMES) for number in range(len(TABLES))]


def soaked() -> dict[str, Any]:
    """What a short soak counts, but for the time that it takes."""
    return {**json.loads(run_soak(GAME, 2, 1, seed=4).to_json()), "seconds": 0.0}


def main() -> None:
    for file, content in ((RECORD, record()), (SOAK, soaked())):
        file.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        sys.stdout.write(f"{file}\n")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.stdout.write(fingerprint(*map(int, sys.argv[1:])) + "\n")
    else:
        main()
