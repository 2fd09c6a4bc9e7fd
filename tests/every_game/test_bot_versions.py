"""A bot whose moves change must have a new version: results of both must never be put together."""

import json

import pytest

from mom_env.games import load
from mom_env.players.kinds import SEARCHES, made_from_game
from tests.support.bot_moves import OPTIONS, POSITIONS, file_of, moves_of, positions, record, specs

pytestmark = [pytest.mark.once, pytest.mark.parametrize("game", OPTIONS)]
# Bots that play as another one at the positions. A `planner` that denies differs from `bluffer` only at the end of a
# round in which its tiles are all right, which random moves do not come to; tests/four_monkeys/test_denial.py shows it.
ALIKE = {"four_monkeys": {"bluffer"}}
HOW = "raise the version of what has changed, then run `python -m tests.support.bot_moves`"


def test_every_bot_has_a_version_and_recorded_moves(game: str) -> None:
    modules = load(game)
    versions = {name: bot.version for name, bot in modules.people.BOTS.items()}
    versions |= dict.fromkeys(SEARCHES, modules.search.VERSION)
    assert all(version >= 1 for version in versions.values())
    assert {name: made_from_game(game, name) for name in versions} == {
        name: f"{name} version {version}" for name, version in versions.items()
    }
    assert json.loads(file_of(game).read_text(encoding="utf-8")).keys() == set(specs(game))


@pytest.mark.outside  # once, compiled, is enough: all three ways play the same games
def test_moves_at_fixed_positions_change_with_the_version_only(game: str) -> None:
    assert sum(games.num_games for games in positions(game)) == POSITIONS
    expected, found = json.loads(file_of(game).read_text(encoding="utf-8")), record(game)
    changed = [spec for spec in specs(game) if found[spec] != expected[spec]]
    assert not changed, f"{', '.join(changed)}: {HOW}"


@pytest.mark.outside
def test_another_move_is_seen(game: str) -> None:
    batches = positions(game)
    specs_that_differ = set(load(game).people.BOTS) - ALIKE.get(game, set())
    assert len({moves_of(game, spec, batches) for spec in specs_that_differ}) == len(specs_that_differ)
    before = moves_of(game, "greedy", batches)
    batches[0].states[:] = batches[0].states[::-1].copy()
    assert moves_of(game, "greedy", batches) != before
