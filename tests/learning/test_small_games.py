"""Agents for small games: few actions in masks that no word divides, one to three players, no turns to make use of."""

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from mom_env.arena.evaluate import Evaluation, evaluate
from mom_env.arena.statistics.scores import ScoreSummary
from mom_env.environments.spaces import observation_size
from mom_env.errors import CheckpointError
from mom_env.games import load
from mom_env.learning import checkpoint, run
from mom_env.learning.evaluation import evaluate_all, fair_shares
from mom_env.learning.export import export_agent
from mom_env.learning.selfplay.league import LEARNER
from mom_env.learning.selfplay.trainer import SelfPlay
from mom_env.learning.shape import network_shape
from mom_env.players.policy_net import Draws, NetworkShape, PolicyNet, Sight
from mom_env.players.specs import make_player
from mom_env.sb3 import GameVecEnv
from tests.every_game.installed import TINY
from tests.learning.small import fingerprint, small, trained

pytestmark = pytest.mark.train

ALL: dict[str, Any] = {"game": "berries", "num_players": [1, 2, 3]}
SETTINGS = ("rollout.reward='vp'", "rollout.games=9")


def shape_of(game: str, symmetry: str = "none") -> NetworkShape:
    actions = load(game).kernels.NUM_ACTIONS
    return NetworkShape(inputs=observation_size(game), hidden=[7], actions=actions, symmetry=symmetry)  # type: ignore[arg-type]


def policy_of(game: str) -> PolicyNet:
    rng, shape = np.random.default_rng(1), shape_of(game)
    arrays = {name: rng.normal(size=e.shape).astype(np.float32) for name, e in shape.expected().items()}
    return PolicyNet(game, shape, arrays)


@pytest.mark.parametrize("game", TINY)
def test_masks_as_environments_show_them_are_enough_for_everybody(game: str) -> None:
    """They are the first columns of padded records: neither whole words nor behind one another."""
    counts = load(game).info.num_players
    games = load(game).people.VectorGame(7 * len(counts), list(counts), 3)
    policy, rng = policy_of(game), np.random.default_rng(2)
    size = load(game).kernels.NUM_ACTIONS
    for _ in range(12):
        masks = games.action_masks
        assert masks.shape == (games.num_games, size)
        assert (size % 8 == 0) == masks.flags.c_contiguous
        logits = policy.logits(games.observations, masks)
        assert np.array_equal(np.isfinite(logits), masks == 1)
        forms: list[Any] = [np.ascontiguousarray(masks), masks.astype(np.bool_), np.asfortranarray(masks)]
        for form in forms:
            assert np.array_equal(policy.logits(games.observations, form), logits)
        actions = policy.choose(games.observations, masks, draws=Draws(rng.random(games.num_games, np.float32)))
        assert masks[np.arange(games.num_games), actions].all()
        assert torch.from_numpy(masks).sum() == masks.sum()
        for twin in (copy.deepcopy(games), pickle.loads(pickle.dumps(games))):
            assert np.array_equal(twin.action_masks, masks)
            twin.step(actions)
            assert np.array_equal(games.action_masks, masks)
        games.step(actions)


def test_a_game_without_turns_has_a_network_without_them() -> None:
    assert network_shape(small(**ALL)).symmetry == "none"
    assert network_shape(small("network.symmetry='focus'", **ALL)).symmetry == "none"
    with pytest.raises(CheckpointError, match="symmetry: expected 'none' for berries, which has no turns"):
        Sight("berries", "focus", 3)


def test_whoever_sits_alone_learns_and_meets_nobody(tmp_path: Path) -> None:
    rollout = SelfPlay(small(*SETTINGS, "league.past_share=0", "league.bot_share=1.0", **ALL), tmp_path).rollout
    recorded: list[int] = []
    rollout.league.record = lambda opponent, *_: recorded.append(opponent)  # type: ignore[method-assign]
    assert rollout._num_seats.tolist() == [1] * 3 + [2] * 3 + [3] * 3
    for game in range(9):
        assert (rollout.players[game, : rollout._num_seats[game]] == LEARNER).sum() == 1
        rollout._end_game(game)
    assert len(recorded) == 6  # none of the three in which nobody else sits


def test_such_a_training_goes_on_to_the_bit_and_its_agent_plays_at_all_tables(tmp_path: Path) -> None:
    config = small(*SETTINGS, **ALL)
    first = trained(config, tmp_path, 2)
    second = checkpoint.load_checkpoint(checkpoint.save(first, tmp_path / "checkpoints"), tmp_path)
    first.iterate()
    second.iterate()
    assert fingerprint(first) == fingerprint(second)
    strengths = evaluate_all(first.policy(), config)
    assert [label.partition(", ")[2] for label in strengths] == ["1 player", "2 players", "3 players"]
    assert all(0 <= one.share <= 1 for one in strengths.values())
    assert fair_shares(config) == [1 / 2, 1 / 3]
    agent = str(tmp_path / "agent")
    export_agent(first.network.agent_arrays(), first.network.shape, config, {}, tmp_path / "agent")
    for count, kind in ((1, ScoreSummary), (2, Evaluation), (3, Evaluation)):
        outcome, found = evaluate(agent, ["random"], count, 3, game="berries")
        assert isinstance(found, kind)
        assert not outcome.forfeits


@pytest.mark.parametrize("trainer", ["selfplay", "sb3"])
def test_a_whole_run_alone(trainer: str, tmp_path: Path) -> None:
    from mom_env.common.console import new_console

    settings = (*SETTINGS, "sb3.games=8", "sb3.steps=8", "sb3.past_every=128", "ppo.minibatch=32")
    config = small(*settings, trainer=trainer, game="berries", num_players=1, decisions=256)
    assert run.start(config, tmp_path / "run", new_console())
    manifest = json.loads((tmp_path / "run" / "agent" / "manifest.json").read_text())
    assert (manifest["game"], manifest["num_players"]) == ("berries", [1])
    assert (tmp_path / "run" / "strength.png").exists()
    assert make_player(str(tmp_path / "run" / "agent"), "berries")


def test_sb3_gets_whole_masks_of_its_own() -> None:
    env = GameVecEnv("berries", 6, num_players=[1, 2, 3], reward="vp", seed=1)
    env.reset()
    masks = env.action_masks()
    assert masks.flags.c_contiguous
    assert masks.dtype == np.bool_
    assert masks.shape == (6, load("berries").kernels.NUM_ACTIONS)
    before = masks.copy()
    env.step(env.table.sample(np.random.default_rng(1)))
    assert np.array_equal(masks, before)
