"""Loops as other libraries write them that need no more than `make test` installs; examples/test_clients.py has all."""

import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

from mom_env.games import GAMES

EXAMPLES = Path(__file__).parents[2] / "examples"
pytestmark = pytest.mark.train


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    """Small networks are no faster on two, and tests run side by side."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def test_pettingzoo_s_way_to_stable_baselines_trains_and_plays() -> None:
    example = runpy.run_path(str(EXAMPLES / "pettingzoo_sb3.py"))
    model = example["train"](GAMES[0], num_players=3, steps=512)
    assert model.num_timesteps == 512
    assert 0 <= example["play"](model, GAMES[0], num_players=3, games=2) <= 2


def test_cleanrl_s_way_trains_on_many_games() -> None:
    example = runpy.run_path(str(EXAMPLES / "cleanrl_ppo.py"))
    shares = example["train"](GAMES[0], num_envs=16, steps=64, updates=2)
    assert len(shares) == 2
    assert all(0 <= share <= 1 for share in shares)
