"""100 games of all settings, as replays with what everybody saw. `python -m tests.support.recorded_games` writes them.

They were recorded before the code was made ready for more games, and tell whether a change of the code has changed
a game: its records, observations, masks, action ids, texts, snapshots or replays.
"""

import hashlib
import json
import lzma
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mom_env.kernel.rng import bits_at
from mom_env.monkeys_on_the_moon import Game
from mom_env.players.specs import make_player
from tests.support.commands import ROOT

FILE = Path(__file__).parents[1] / "golden" / "replays.jsonl.xz"
NUM_GAMES = 100
EVERY = 10  # decisions between two texts and snapshots: they cost more than all the rest
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


class Case(NamedTuple):
    """What is played, and by whom."""

    number: int
    num_players: int
    deck: str
    options: dict[str, Any]
    skip_forced: bool
    lineup: list[str]


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
        yield Case(number, num_players, deck, options, bool(rng.integers(2)), lineup[:num_players])


def record(case: Case) -> dict[str, Any]:
    """Play a case, and return what is kept of it."""
    game = Game(
        case.num_players, case.number, deck=DECKS[case.deck], options=case.options, skip_forced=case.skip_forced
    )
    players, actions = [make_player(spec) for spec in case.lineup], list[int]()
    while not game.over:
        bits = np.array([bits_at(np.uint64(case.number), len(actions))])
        actions.append(int(players[game.seat or 0].choose(game.states, game.rules, bits)[0]))
        game.play(actions[-1])
    kept = {"skip_forced": case.skip_forced, "actions": actions, "replay": game.replay(case.lineup)}
    return kept | {"digests": digests(kept)}


def digests(kept: dict[str, Any]) -> dict[str, str]:
    """Return a hash of each thing that there is to see: the game is dealt from its seed, and its actions are played."""
    replay = kept["replay"]
    game = Game(
        replay["num_players"],
        replay["seed"],
        deck=replay["deck"],
        options=replay["options"],
        skip_forced=kept["skip_forced"],
    )
    found = {name: hashlib.sha256() for name in ("records", "observations", "masks", "legal", "texts", "snapshots")}
    for number, action in enumerate(kept["actions"]):
        see(game, found, in_words=number % EVERY == 0)
        game.play(action)
    see(game, found, in_words=True)
    found["result"] = hashlib.sha256(json.dumps(game.result()).encode())
    found["replayed"] = hashlib.sha256(Game.from_replay(replay).states.tobytes())
    return {name: digest.hexdigest() for name, digest in found.items()}


def see(game: Game, found: dict[str, Any], *, in_words: bool) -> None:
    """Add a position to the hashes. Snapshots have one of their own, as they may gain a field one day."""
    found["records"].update(game.states.tobytes())
    found["legal"].update(json.dumps(game.legal_actions()).encode())
    for seat in range(game.num_players):
        seen = game.observe(seat)
        found["observations"].update(seen["observation"].tobytes())
        found["masks"].update(seen["action_mask"].tobytes())
    if in_words:
        choices = [game.describe(action) for action in game.legal_actions()]
        found["texts"].update(json.dumps([game.to_text(), choices, game.choices()]).encode())
        for viewer in (None, *range(game.num_players)):
            found["snapshots"].update(json.dumps(game.snapshot(viewer)).encode())


def read_recorded() -> list[dict[str, Any]]:
    """Return what is kept of all games."""
    return [json.loads(line) for line in lzma.decompress(FILE.read_bytes()).decode().splitlines()]


def main() -> None:
    lines = [json.dumps(record(case), ensure_ascii=False) + "\n" for case in cases()]
    FILE.write_bytes(lzma.compress("".join(lines).encode()))


if __name__ == "__main__":
    main()
