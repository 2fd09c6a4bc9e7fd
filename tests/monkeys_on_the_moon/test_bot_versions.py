"""A bot whose moves change must have a new version: results of both must never be put together."""

import json

import pytest

from mom_env.games import load
from mom_env.monkeys_on_the_moon.bots import BOTS
from mom_env.players.kinds import SEARCHES, made_from_game
from tests.support.bot_moves import GAME, POSITIONS, RECORD, moves_of, positions, record, specs

pytestmark = pytest.mark.once
HOW = "raise the version of what has changed, then run `python -m tests.support.bot_moves`"


def test_every_bot_has_a_version_and_recorded_moves() -> None:
    versions = {name: bot.version for name, bot in BOTS.items()} | dict.fromkeys(SEARCHES, load(GAME).search.VERSION)
    assert all(version >= 1 for version in versions.values())
    assert {name: made_from_game(GAME, name) for name in versions} == {
        name: f"{name} version {version}" for name, version in versions.items()
    }
    assert json.loads(RECORD.read_text(encoding="utf-8")).keys() == set(specs())


@pytest.mark.outside  # once, compiled, is enough: all three ways play the same games
def test_moves_at_fixed_positions_change_with_the_version_only() -> None:
    assert sum(games.num_games for games in positions()) == POSITIONS
    expected, found = json.loads(RECORD.read_text(encoding="utf-8")), record()
    changed = [spec for spec in specs() if found[spec] != expected[spec]]
    assert not changed, f"{', '.join(changed)}: {HOW}"


@pytest.mark.outside
def test_another_move_is_seen() -> None:
    batches = positions()
    assert len({moves_of(spec, batches) for spec in ("random", "greedy", "planner")}) == 3
    before = moves_of("greedy", batches)
    batches[0].states[:] = batches[0].states[::-1].copy()
    assert moves_of("greedy", batches) != before
