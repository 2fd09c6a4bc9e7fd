"""A replay of a whole game, changed with or without the right hash, and what is said of it."""

import copy
from typing import Any

import pytest

from mom_env.base.replay import hash_of
from mom_env.errors import ReplayError
from mom_env.monkeys_on_the_moon import Game
from tests.support.games import TREACHERY, play_on

Replay = dict[str, Any]
WHOLE: Replay = dict(play_on(Game(4, seed=3, options=TREACHERY), 3).replay())
NEEDED = ("format", "game", "num_players", "seed", "deck", "options", "players", "setup", "moves", "result", "hash")
FIELDS = ("format", "game", "version", *NEEDED[2:])


def changed(**fields: Any) -> Replay:
    """A replay with other fields, and the right hash for them."""
    replay = copy.deepcopy(WHOLE) | fields
    return replay | {"hash": hash_of(replay)}


def refusal(replay: Any) -> str:
    """Why a replay is refused: one line, not too long."""
    with pytest.raises(ReplayError) as caught:
        Game.from_replay(replay)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 1000
    return str(caught.value)
