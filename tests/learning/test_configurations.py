"""The configurations that come with the package can be trained with, and name the game of their folder."""

from pathlib import Path

import pytest

from mom_env.common.resources import resource
from mom_env.games import GAMES
from mom_env.learning.config import load_config
from mom_env.learning.config_checks import check_config

pytestmark = pytest.mark.once
CONFIGS = resource("configs")
FILES = sorted(CONFIGS.glob("train/*.toml")) + sorted(CONFIGS.glob("*/train/*.toml"))


def test_each_game_has_some() -> None:
    assert {load_config(path).game for path in FILES} == set(GAMES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_a_training_can_begin_with_it(path: Path) -> None:
    config = load_config(path)
    check_config(config)
    assert config.game == (path.parents[1].name if path.parents[1] != CONFIGS else GAMES[0])


def test_alone_strength_is_compared_with_the_scores_of_usual_bots() -> None:
    config = load_config(
        CONFIGS / "monsters_on_the_moon" / "train" / "selfplay-1p.toml", ["evaluation={}", "league={}"]
    )
    assert config.evaluation.against == ["random", "greedy"]
