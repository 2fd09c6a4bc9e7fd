"""Games that are kept as replays with hashes of what everybody saw, and what writes them.

They tell whether a change of the code has changed a game: its records, observations, masks, action ids, texts,
snapshots or replays. `python -m tests.every_game.recorded a_game` writes those of a game that has no cases of its own.
"""

import hashlib
import json
import lzma
import sys
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mom_env.base.game import Game
from mom_env.contract.people import DeckSource
from mom_env.errors import MomError
from mom_env.games import load
from mom_env.kernel.rng import bits_at
from mom_env.players.specs import make_player
from tests.every_game.installed import install

FOLDER = Path(__file__).resolve().parent / "golden"
EVERY = 10  # decisions between two texts and snapshots: they cost more than all the rest


class Case(NamedTuple):
    """What is played, and by whom; the number is also the seed."""

    game: str
    number: int
    num_players: int
    deck: DeckSource
    options: dict[str, Any]
    skip_forced: bool
    lineup: list[str]


def record(case: Case) -> dict[str, Any]:
    """Play a case, and return what is kept of it."""
    made = load(case.game).people.Game
    game = made(case.num_players, case.number, deck=case.deck, options=case.options, skip_forced=case.skip_forced)
    players, actions = [make_player(spec, game=case.game) for spec in case.lineup], list[int]()
    while not game.over:
        bits = np.array([bits_at(np.uint64(case.number), len(actions))])
        actions.append(int(players[game.seat or 0].choose(game.states, game.rules, bits)[0]))
        game.play(actions[-1])
    kept = {"skip_forced": case.skip_forced, "actions": actions, "replay": game.replay(case.lineup)}
    return kept | {"digests": digests(kept)}


def digests(kept: dict[str, Any]) -> dict[str, str]:
    """Return a hash of each thing that there is to see: the game is dealt from its seed, and its actions are played."""
    replay = kept["replay"]
    made = load(replay["game"]).people.Game
    game = made(
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
    found["replayed"] = hashlib.sha256(made.from_replay(replay).states.tobytes())
    return {name: digest.hexdigest() for name, digest in found.items()}


def see(game: Game[Any], found: dict[str, Any], *, in_words: bool) -> None:
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


def write(path: Path, cases: Iterable[Case]) -> None:
    """Play all cases, and write what is kept of them, a line a game."""
    lines = [json.dumps(record(case), ensure_ascii=False) + "\n" for case in cases]
    path.write_bytes(lzma.compress("".join(lines).encode()))


def read(path: Path) -> list[dict[str, Any]]:
    """Return what is kept of all games in a file."""
    return [json.loads(line) for line in lzma.decompress(path.read_bytes()).decode().splitlines()]


def file_of(game: str) -> Path:
    """Return where the games of a game without cases of its own are kept."""
    return FOLDER / f"{game}.jsonl.xz"


def cases_of(game: str) -> Iterator[Case]:
    """Yield the tables that the game accepts, one game each; bots take turns."""
    bots = list(load(game).people.BOTS)
    for number, (deck, count, options) in enumerate(each_table(game)):
        lineup = [bots[(number + seat) % len(bots)] for seat in range(count)]
        yield Case(game, number, count, deck, options, number % 3 != 0, lineup)


def each_table(game: str) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Yield the data file, number of players and options of every table with at most one option, and some with more.

    Those with more are tables of the soak.
    """
    modules = load(game)
    for deck, count in product(modules.people.DECKS, modules.info.num_players):
        yield from ((deck, count, options) for options in each_option(game) if is_accepted(game, deck, count, options))
    for setting in modules.soak.find_settings():
        if setting.deck in modules.people.DECKS and len(setting.changed) > 1:
            yield setting.deck, setting.num_players, {name: setting.options[name] for name in setting.changed}


def is_accepted(game: str, deck: DeckSource, num_players: int, options: dict[str, Any]) -> bool:
    """Return whether the game can be played at a table: not each data file is for each number of players."""
    try:
        load(game).people.Game(num_players, 0, deck=deck, options=options)
    except MomError:
        return False
    return True


def each_option(game: str) -> Iterator[dict[str, Any]]:
    """Yield the default options, and then each other value of an option that is one of a few words or a flag."""
    schema = load(game).people.OPTIONS.model_json_schema()["properties"]
    yield {}
    for name, form in schema.items():
        values = [True, False] if form.get("type") == "boolean" else form.get("enum", [])
        yield from ({name: value} for value in values if value != form.get("default"))


def main() -> None:
    install()
    for game in sys.argv[1:]:
        write(file_of(game), cases_of(game))


if __name__ == "__main__":
    main()
