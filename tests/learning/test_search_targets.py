"""Targets from a search: that its visits are those of the player, where they are learnt from, and how."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from mom_env.learning import checkpoint
from mom_env.learning.selfplay.trainer import SelfPlay
from mom_env.monkeys_on_the_moon import VectorGame
from mom_env.players.agent import Agent
from mom_env.players.agent_search import AgentSearch, Leaf
from mom_env.players.visits import VisitSearch
from tests.learning.small import fingerprint, small, trained
from tests.learning.test_magnet import policies
from tests.learning.test_update import TINY, gradients, textbook
from tests.support.own_agent import write_agent

pytestmark = pytest.mark.train
GAME = "monkeys_on_the_moon"


@pytest.mark.parametrize("leaf", ["network", "playout"])
def test_the_visits_are_those_of_the_search_that_plays(tmp_path: Path, leaf: Leaf) -> None:
    agent = Agent(write_agent(tmp_path / "agent"))
    games, bits = VectorGame(12, 3, seed=2), np.arange(12, dtype=np.uint64)
    rng = np.random.default_rng(0)
    for _ in range(15):
        games.step(games.sample(rng))
    search = VisitSearch(GAME, 40, leaf)
    player = AgentSearch(GAME, str(agent.folder), sims=40, leaf=leaf)
    search.ask(agent.shape, agent.arrays)
    found, searched = search.visits(games.states, games.rules, bits), 0
    for game in range(12):
        player.choose_each(games.states[game : game + 1], games.rules, bits[game : game + 1])
        moves = {move.action: float(move.visits) for move in player.searched_moves() if move.visits}
        assert {int(action): float(found[game, action]) for action in np.flatnonzero(found[game])} == moves
        assert sum(moves.values()) in {0, 40}
        searched += bool(moves)
    assert searched > 6


def test_by_halving_the_move_that_is_played_is_the_only_one(tmp_path: Path) -> None:
    agent = Agent(write_agent(tmp_path / "agent"))
    games, bits = VectorGame(12, 3, seed=2), np.arange(12, dtype=np.uint64)
    rng = np.random.default_rng(0)
    for _ in range(15):
        games.step(games.sample(rng))
    search = VisitSearch(GAME, 40, root="halving")
    search.ask(agent.shape, agent.arrays)
    found = search.visits(games.states, games.rules, bits)
    player = AgentSearch(GAME, str(agent.folder), sims=40, leaf="playout", root="halving")
    moves = player.choose_each(games.states, games.rules, bits)
    has_choice = games.action_masks.sum(axis=1) > 1
    assert has_choice.sum() > 6
    for game in range(12):
        assert found[game].sum() == (40 if has_choice[game] else 0)
        assert not has_choice[game] or found[game, moves[game]] == 40


@pytest.mark.parametrize("share", [0.25, 1.0])
def test_so_large_a_share_of_the_decisions_has_visits_as_targets(share: float, tmp_path: Path) -> None:
    settings = (f"search.share={share}", "search.sims=16", "rollout.games=9", "rollout.steps=64")
    training = trained(small(*settings, num_players=[2, 3, 4]), tmp_path, 1)
    batch = training.rollout.collect()
    lists = [slice(*batch.offsets[row : row + 2]) for row in range(len(batch.taken))]
    has_choice = np.array([entries.stop - entries.start > 1 for entries in lists])
    assert not batch.searched[~has_choice].any()
    count = has_choice.sum()
    assert batch.searched.sum() / count == pytest.approx(share, abs=4 * (share * (1 - share) / count) ** 0.5)
    for entries, is_searched in zip(lists, batch.searched, strict=True):
        assert batch.targets[entries].sum() == pytest.approx(float(is_searched), abs=1e-5)
        assert np.allclose(batch.targets[entries] * 16 % 1, 0, atol=1e-5)
    played = [int(batch.targets[entries][taken] > 0) for entries, taken in zip(lists, batch.taken, strict=True)]
    assert np.mean(played) < 1  # it is the policy that plays


def test_the_gradient_is_that_of_the_cross_entropy_where_there_was_a_search_and_of_ppo_elsewhere(
    tmp_path: Path,
) -> None:
    training = SelfPlay(small(*TINY, "search.share=0.5", "search.sims=8", "search.weight=0.6"), tmp_path)
    network, batch = training.network, training.rollout.collect()
    weights, known = list(network.parameters()), batch.known
    advantages = batch.advantages[known]
    scaled = (advantages - advantages.mean()) / advantages.std()
    own = policies(network, batch)
    taken = torch.stack([row[entry] for row, entry in zip(own, batch.taken[known], strict=True)])
    is_searched = torch.from_numpy(batch.searched[known])
    ratios = taken / taken.detach()
    theirs = (ratios * torch.from_numpy(scaled))[is_searched].sum()  # what PPO's own loss has too much
    lists = [slice(*batch.offsets[row : row + 2]) for row in known]
    pairs = zip(own, lists, strict=True)
    entropy = -torch.stack([torch.from_numpy(batch.targets[entries]) @ row.log() for row, entries in pairs]).sum()
    found = torch.autograd.grad((theirs + 0.6 * entropy) / len(known), weights, allow_unused=True)
    more = [np.zeros(w.shape) if g is None else g.numpy() for g, w in zip(found, weights, strict=True)]
    expected = textbook(training, batch)
    metrics = training.update.learn(batch, training.rng)
    assert 0 < is_searched.sum() < len(known)
    assert metrics["search_loss"] == pytest.approx(float(entropy.detach()) / len(known), rel=1e-4)
    for ours, plain, added in zip(gradients(training), expected, more, strict=True):
        np.testing.assert_allclose(ours, plain + added, rtol=1e-3, atol=1e-5)


def test_it_goes_on_to_the_bit_and_the_imitation_has_no_searches(tmp_path: Path) -> None:
    given: dict[str, Any] = {"game": "berries", "num_players": [1, 2, 3]}
    settings = ("search.share=0.3", "search.sims=8", "rollout.reward='vp'", "imitation.decisions=200")
    first = SelfPlay(small(*settings, **given), tmp_path)
    assert first.iterate()["search_loss"] == 0
    second = checkpoint.load_checkpoint(checkpoint.save(first, tmp_path / "checkpoints"), tmp_path)
    for training in (first, second):
        training.iterate()
        assert training.iterate()["search_loss"] > 0
    assert fingerprint(second) == fingerprint(first)
