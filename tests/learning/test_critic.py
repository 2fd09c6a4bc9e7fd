"""A critic that sees everything: what it is shown, that nobody else sees it, and that the value learns from it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch.nn import functional

from mom_env.environments.overview import overviews_of
from mom_env.errors import ConfigError
from mom_env.games import load
from mom_env.learning import checkpoint
from mom_env.learning.selfplay.trainer import SelfPlay
from mom_env.loops import loop_of
from tests.learning.small import SMALL, fingerprint, small, trained
from tests.learning.test_prolong import begun, train
from tests.learning.test_update import TINY

pytestmark = pytest.mark.train
ON = ("ppo.critic=everything", "network.precision=fp32")


def test_it_is_shown_all_observations_from_the_seat_to_move_on_and_what_is_hidden(tmp_path: Path) -> None:
    rollout = SelfPlay(small(*ON, num_players=[2, 3]), tmp_path).rollout
    games, rows = rollout.games, np.array([0, 3, 4, 7, 9])
    found = overviews_of(games, rows, 3)
    module, size = load("monkeys_on_the_moon"), games.observations.shape[1]
    for row, overview in zip(rows, found, strict=True):
        block = next(b for b in games.blocks if b.first <= row < b.last)
        game = module.people.Game.from_record(block.ruleset, games.states[row : row + 1])
        seats = block.ruleset.num_players
        order = [(int(games.seats[row]) + place) % seats for place in range(seats)]
        seen = [game.observe(seat)["observation"] for seat in order] + [np.zeros(size)] * (3 - seats)
        hidden = np.zeros(module.kernels.HIDDEN_SIZE, np.float32)
        loop_of(module.info.package, "one").write_hidden(games.states[row : row + 1], block.ruleset.rules, hidden)
        assert overview.tolist() == np.concatenate([*seen, hidden]).astype(np.float32).tolist()


def test_policy_and_payoffs_are_the_same_bytes_whatever_is_hidden_and_values_are_not(tmp_path: Path) -> None:
    training = trained(small(*ON), tmp_path, 2)
    rollout, rows, module = training.rollout, np.arange(10), load("monkeys_on_the_moon")
    rng, before = np.random.default_rng(0), training.rng.bit_generator.state
    first = rollout._draw(training.network, rows)
    states, unseen = rollout.games.states.copy(), np.zeros(module.kernels.UNSEEN_SIZE, np.int8)
    for row in rows:
        given = states[row : row + 1], rollout.games.rules, int(rollout.games.seats[row])
        loop_of(module.info.package, "one").redeal(*given, rng.integers(2**63, dtype=np.uint64), unseen)
    assert states.tobytes() != rollout.games.states.tobytes()
    rollout.games.restore(states)
    training.rng.bit_generator.state = before
    second = rollout._draw(training.network, rows)
    for name in ("chosen", "log_probs", "payoffs"):
        assert getattr(first, name).tobytes() == getattr(second, name).tobytes(), name
    assert torch.equal(first.seen, second.seen)
    assert (first.values != second.values).sum() > 5


def test_the_value_s_gradient_is_that_of_two_trunks_side_by_side(tmp_path: Path) -> None:
    training = SelfPlay(small(*TINY, *ON, "ppo.value=1.0"), tmp_path)
    network, batch = training.network, training.rollout.collect()
    known = torch.from_numpy(batch.known)

    def through(rows: torch.Tensor, layers: Any) -> torch.Tensor:
        for layer in layers:
            rows = functional.relu(layer(rows))
        return rows

    trunks = through(batch.seen[known], network.layers), through(batch.overviews[known], network.critic)
    values = network.value(torch.cat(trunks, 1)).squeeze(1)
    np.testing.assert_allclose(values.detach().numpy(), batch.values[batch.known], rtol=1e-4, atol=1e-5)
    targets = torch.from_numpy((batch.advantages + batch.values)[batch.known])
    weights = [*network.critic.parameters(), *network.value.parameters()]
    expected = torch.autograd.grad(((values - targets) ** 2).mean(), weights)
    training.update.learn(batch, training.rng)
    for weight, wanted in zip(weights, expected, strict=True):
        assert weight.grad is not None
        np.testing.assert_allclose(weight.grad.numpy(), wanted.numpy(), rtol=1e-3, atol=1e-6)


def test_the_value_at_the_cut_is_that_of_everything(tmp_path: Path) -> None:
    training = SelfPlay(small(*TINY, *ON, "ppo.trace=0.0"), tmp_path)
    batch, rollout, network = training.rollout.collect(), training.rollout, training.network
    with torch.no_grad():
        hidden = network.hidden(network.prepare(rollout._sight.seen), network.cast())
        last = network.values(hidden, torch.from_numpy(overviews_of(rollout.games, np.arange(4), 3))).numpy()
    checked = 0
    for game in range(4):
        own = np.flatnonzero(rollout._seats[:, game] == rollout.games.seats[game])
        if len(own) and not rollout._dones[own[-1] :, game].any():
            row = rollout._rows[own[-1], game]
            assert batch.advantages[row] == pytest.approx(float(last[game] - batch.values[row]), abs=1e-5)
            checked += 1
    assert checked


@pytest.mark.parametrize("given", [{}, {"game": "berries", "num_players": [1, 2, 3]}], ids=["monkeys", "berries"])
def test_it_goes_on_to_the_bit_and_no_agent_has_a_critic(given: dict[str, Any], tmp_path: Path) -> None:
    first = trained(small("ppo.critic=everything", "rollout.reward='vp'", **given), tmp_path, 2)
    second = checkpoint.load_checkpoint(checkpoint.save(first, tmp_path / "checkpoints"), tmp_path)
    for training in (first, second):
        training.iterate()
        training.iterate()
    assert fingerprint(second) == fingerprint(first)
    assert set(first.network.agent_arrays()) == set(first.network.shape.expected())


def test_a_run_that_has_begun_keeps_its_critic(tmp_path: Path) -> None:
    run = begun(tmp_path, 600, *SMALL)
    result = train("--resume", run, "--set", "decisions=1200", "--set", "ppo.critic=everything")
    with pytest.raises(ConfigError, match=r"ppo\.critic: expected 'own' for a run that has begun with it"):
        raise result.exception
