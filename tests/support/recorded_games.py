"""100 games of all settings, as replays with what everybody saw. `python -m tests.support.recorded_games` writes them.

They were recorded before the code was made ready for more games, and tell whether a change of the code has changed
a game: its records, observations, masks, action ids, texts, snapshots or replays.
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from tests.every_game.recorded import Case, digests, read, write
from tests.support.commands import ROOT
from tests.support.kernels import GAME

__all__ = ["COUNTS", "FILE", "NUM_GAMES", "all_options", "digests", "read_recorded"]

FILE = Path(__file__).parents[1] / "golden" / "replays.jsonl.xz"
NUM_GAMES = 100
DECKS: dict[str, str | Path] = {
    "standard": "standard",
    "mini": "mini",
    "limits": ROOT / "configs/monkeys_on_the_moon/soak/limits.toml",
}
COUNTS = {"standard": (2, 3, 4), "mini": (2, 3), "limits": (2, 3, 4)}
FLAGS = ("final_launch_clears_scorn", "hidden_coins", "maximum_scorn", "monkey_treachery")
LINEUPS = [
    ["planner"] * 4,
    ["random"] * 4,
    ["random", "greedy", "planner", "greedy"],
    ["greedy"] * 4,
    ["planner", "random", "greedy", "random"],
]
SEARCHING = ["ismcts:sims=20", "greedy", "random", "planner"]
SEARCH_EVERY = 20  # games, as a search takes its time


def all_options() -> list[dict[str, Any]]:
    """Return every combination of the rule options."""
    return [
        {"raise": raise_, **dict(zip(FLAGS, flags, strict=True))}
        for raise_ in ("free", "add_only")
        for flags in product((True, False), repeat=len(FLAGS))
    ]


def cases() -> Iterator[Case]:
    """Yield every combination of options with every number of players, then some more; decks and bots take turns."""
    tables = list(product(all_options(), (2, 3, 4)))
    rng = np.random.default_rng(11)
    for number in range(NUM_GAMES):
        options, num_players = tables[number % len(tables)]
        deck = str(rng.choice([name for name, counts in COUNTS.items() if num_players in counts]))
        searches = number % SEARCH_EVERY == 0
        lineup = SEARCHING if searches else LINEUPS[int(rng.integers(len(LINEUPS)))]
        yield Case(GAME, number, num_players, DECKS[deck], options, bool(rng.integers(2)), lineup[:num_players])


def read_recorded() -> list[dict[str, Any]]:
    """Return what is kept of all games."""
    return read(FILE)


def main() -> None:
    write(FILE, cases())


if __name__ == "__main__":
    main()
