"""Hashes over many decisions, as batches, one-seat environments and the arena show them.

`python -m tests.support.decisions` writes those of `NUMBERS` to `golden/decisions.json`; a million take some minutes.
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from mom_env.arena.plan import Plan
from mom_env.arena.run import Way, run
from mom_env.monkeys_on_the_moon import VectorGame

FILE = Path(__file__).parents[1] / "golden" / "decisions.json"
FEW, MANY = 2_000, 1_000_000
NUMBERS = (FEW, MANY)
SEED = 2026
MOST_GAMES = 256  # side by side
A_GAME = 100  # decisions, about: to say how many games of the arena make so many decisions

TABLES: list[dict[str, Any]] = [
    {"num_players": 2},
    {"num_players": 3, "options": {"maximum_scorn": True, "raise": "add_only"}, "reward": "vp"},
    {"num_players": 4, "options": {"monkey_treachery": True, "hidden_coins": True}, "reward": "rank"},
    {"num_players": 4, "options": {"final_launch_clears_scorn": False}, "skip_forced": False},
    {"num_players": 2, "deck": "mini", "options": {"monkey_treachery": True}, "reward": "vp", "skip_forced": False},
    {"num_players": 3, "deck": "mini", "options": {"monkey_treachery": True, "maximum_scorn": True}},
]


def first_legal(_: Any, mask: NDArray[np.int8]) -> int:
    """A player from outside, who is asked at each stop."""
    return int(mask.argmax())


SEATS: list[dict[str, Any]] = [  # in addition to a table each
    {"opponents": "greedy"},
    {"opponents": ["planner", "random"], "seat": 1},
    {"opponents": "random", "shaping": "potential", "gamma": 0.99},
    {"opponents": ["greedy", first_legal, "planner"], "autoreset_mode": "NEXT_STEP"},
    {"opponents": "planner", "seat": 0, "illegal": "lose"},
    {"opponents": "random"},
]
MATCHES: list[dict[str, Any]] = [
    {"num_players": 2, "players": ("greedy", "random", "planner"), "lineups": ((0, 1), (1, 2), (0, 2))},
    {
        "num_players": 3,
        "players": ("planner", "greedy", "random"),
        "lineups": ((0, 1, 2),),
        "options": {"raise": "free"},
    },
    {
        "num_players": 4,
        "players": ("greedy", "random", "first_legal"),
        "lineups": ((0, 1, 1, 2),),
        "seatings": "balanced",
        "options": {"maximum_scorn": True, "monkey_treachery": True},
    },
]


class Digests(dict[str, Any]):
    """A hash for each name."""

    def add(self, name: str, *arrays: NDArray[Any]) -> None:
        """Add arrays to the hash of a name."""
        digest = self.setdefault(name, hashlib.sha256())
        for array in arrays:
            digest.update(np.ascontiguousarray(array).data)

    def plain(self) -> dict[str, str]:
        """Return the hashes as text."""
        return {name: digest.hexdigest() for name, digest in self.items()}


def digests(num_decisions: int) -> dict[str, str]:
    """Return the hashes over so many decisions of batches; of environments and the arena a tenth of it each."""
    found = Digests()
    for number, table in enumerate(TABLES):
        steps_of_batch(found, num_decisions // len(TABLES), SEED + number, table)
        steps_of_environment(found, num_decisions // len(TABLES) // 10, SEED + number, table | SEATS[number])
    for match in MATCHES:
        games_of_arena(found, num_decisions // 10 // len(MATCHES), match)
    return found.plain()


def steps_of_batch(found: Digests, num_decisions: int, seed: int, table: dict[str, Any]) -> None:
    """Play games side by side with random actions; everything that the batch shows goes into the hashes."""
    size = size_for(num_decisions)
    games, rng = VectorGame(size, seed=seed, **table), np.random.default_rng(seed)
    for _ in range(num_decisions // size):
        games.step(games.sample(rng))
        found.add("batch.states", games.states)
        found.add("batch.observations", games.observations)
        found.add("batch.masks", games.action_masks)
        found.add("batch.returns", games.returns, games.dones, games.seats)


def steps_of_environment(found: Digests, num_decisions: int, seed: int, arguments: dict[str, Any]) -> None:
    """Play from one seat, with the opponents inside."""
    size = size_for(num_decisions)
    envs: Any = gymnasium.make_vec("mom_env/MonkeysOnTheMoon-v0", num_envs=size, **arguments)
    rng = np.random.default_rng(seed)
    observations, infos = envs.reset(seed=seed)
    for _ in range(num_decisions // size):
        masks = infos["action_mask"]
        found.add("environment.observations", observations["observation"])
        found.add("environment.masks", masks, observations["action_mask"], infos["seat"])
        actions = (masks * rng.random(masks.shape)).argmax(axis=1)  # one of the legal ones
        observations, rewards, dones, _, infos = envs.step(actions)
        found.add("environment.rewards", rewards, dones)
    envs.close()


def games_of_arena(found: Digests, num_decisions: int, arguments: dict[str, Any]) -> None:
    """Play a match; its records hold who sat where, how it ended, and a digest of all moves."""
    plan = Plan(deals=1, seed=SEED, **arguments)
    plan = plan.model_copy(update={"deals": max(1, num_decisions // A_GAME // plan.num_tables)})
    outcome = run(plan, [first_legal if name == "first_legal" else name for name in plan.players], Way())
    assert not outcome.forfeits
    found.add("arena.games", outcome.games)


def size_for(num_decisions: int) -> int:
    """Return how many games are played side by side: each takes some hundred decisions, if there are so many."""
    return max(1, min(MOST_GAMES, num_decisions // 150))


def main() -> None:
    recorded = {str(number): digests(number) for number in NUMBERS}
    FILE.write_text(json.dumps(recorded, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"{FILE}\n")


if __name__ == "__main__":
    main()
