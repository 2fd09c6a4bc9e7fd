"""Damaged texts, replays, setups, decks and options: a typed error, or a game that plays to its end. Nothing else.

`python -m tests.base.test_fuzz 25000` tries more.
"""

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mom_env.base.replay import hash_of, read_replay
from mom_env.common.resources import resource
from mom_env.errors import MomError
from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.deck import load_deck
from tests.support.fuzz import SURROGATE, Chance, changed, damaged, everywhere, json_bytes, nested, only, toml_bytes
from tests.support.games import TREACHERY, play_on
from tests.support.sizes import smaller_without_jit

INPUTS = smaller_without_jit(2_000, 400)  # of all formats together

GAMES = [
    play_on(Game(players, seed, options=TREACHERY), seed, decisions)
    for players in (2, 3, 4)
    for seed, decisions in ((1, 0), (2, 40), (3, 120), (4, 9_999))
]
TEXTS = [str(game) for game in GAMES]
REPLAYS = [game.replay() for game in GAMES]
SETUPS = [replay["setup"] for replay in REPLAYS]
DECKS = [load_deck(name).plain() for name in ("standard", "mini")]
FILES = [resource("configs", "monkeys_on_the_moon", "decks", f"{deck['name']}.toml").read_text() for deck in DECKS]
OPTIONS = GAMES[0].ruleset.options.plain()


def rehashed(replay: Any) -> Any:
    """The replay with the right hash, if it can be hashed."""
    try:
        return {**replay, "hash": hash_of(replay)}
    except (TypeError, ValueError, RecursionError):
        return replay


# A format each: one damaged input, read


def read_text(chance: Chance, _: Path) -> Game:
    content = damaged(chance.choice(TEXTS).encode(), chance)
    return Game.from_text(content.decode(errors=chance.choice(["surrogateescape", "replace"])))


def read_text_with_json(chance: Chance, _: Path) -> Game:
    name, value = chance.choice([("options", OPTIONS), ("deck", DECKS[0]), ("pending", {"tribe": "red"}), ("seat", 1)])
    lines = dict(line.split(maxsplit=1) for line in chance.choice(TEXTS).splitlines()[1:] if " " in line)
    garbage = json_bytes(value, chance).decode(errors="replace").replace("\n", " ")
    text = chance.choice(TEXTS).replace(f"\n{name:<19}{lines[name]}\n", f"\n{name:<19}{garbage}\n")
    return Game.from_text(text)


def read_replay_object(chance: Chance, _: Path) -> Game:
    return Game.from_replay(changed(chance.choice(REPLAYS), chance))


def read_replay_object_with_its_hash(chance: Chance, _: Path) -> Game:
    return Game.from_replay(rehashed(changed(chance.choice(REPLAYS), chance)))


def read_replay_file(chance: Chance, path: Path) -> Game:
    path.write_bytes(json_bytes(chance.choice(REPLAYS), chance))
    return Game.from_replay(read_replay(path))


def read_setup(chance: Chance, _: Path) -> Game:
    return Game.from_setup(changed(chance.choice(SETUPS), chance))


def read_deck(chance: Chance, _: Path) -> Game:
    return Game(2, seed=1, deck=changed(chance.choice(DECKS), chance))


def read_deck_file(chance: Chance, path: Path) -> Game:
    path = path.with_suffix(".toml")
    path.write_bytes(toml_bytes(chance.choice(FILES), chance))
    return Game(2, seed=1, deck=path)


def read_options(chance: Chance, _: Path) -> Game:
    return Game(2, seed=1, options=changed(OPTIONS, chance))


READERS: list[Callable[[Chance, Path], Game]] = [
    read_text,
    read_text_with_json,
    read_replay_object,
    read_replay_object_with_its_hash,
    read_replay_file,
    read_setup,
    read_deck,
    read_deck_file,
    read_options,
]


def try_one(seed: int, folder: Path) -> bool:
    """Read input `seed`; return whether it was accepted, and then played to its end."""
    reader, chance = READERS[seed % len(READERS)], random.Random(seed)
    with only(MomError, reader.__name__, seed):
        game = reader(chance, folder / "input")
        assert play_on(game, seed).over
        return True
    return False


def test_whatever_is_read_is_a_game_or_a_typed_error(tmp_path: Path) -> None:
    accepted = sum(try_one(seed, tmp_path) for seed in range(INPUTS))
    assert INPUTS // 100 < accepted < INPUTS // 2


# The same value at every place


WRONG: dict[str, Any] = {
    "nothing": None,
    "true": True,
    "a fraction": 2.5,
    "not a number": float("nan"),
    "a huge number": 10**5_000,
    "a long text": "x" * 100_000,
    "a surrogate": SURROGATE,
    "a list": [],
    "a mapping": {},
    "deep lists": nested(1_000),
    "deep mappings": nested(1_000, dict),
}
VALID: dict[str, tuple[Any, Callable[[Any], Game]]] = {
    "replay": (REPLAYS[4], lambda value: Game.from_replay(rehashed(value))),
    "setup": (SETUPS[4], Game.from_setup),
    "deck": (DECKS[0], lambda value: Game(3, seed=1, deck=value)),
    "options": (OPTIONS, lambda value: Game(3, seed=1, options=value)),
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("form", VALID)
def test_a_wrong_value_at_any_place_makes_a_typed_error_or_a_game(form: str, wrong: str) -> None:
    valid, read = VALID[form]
    for value in everywhere(valid, WRONG[wrong]):
        with only(MomError, form, wrong):
            read(value)


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        accepted = [seed for seed in range(count) if try_one(seed, Path(folder))]
    names = Counter(READERS[seed % len(READERS)].__name__ for seed in accepted)
    print(f"{count} inputs, {len(accepted)} of them accepted and played to the end: {dict(names)}")  # noqa: T201


if __name__ == "__main__":
    main(int(sys.argv[1]))
