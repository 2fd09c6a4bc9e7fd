"""One update against the textbook: the loss and its gradient, what is learnt from, paces, and what is measured."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor
from torch.nn import functional

from mom_env.learning.selfplay.ppo import explained_variance, ratio_metrics
from mom_env.learning.selfplay.trainer import SelfPlay
from tests.learning.small import small
from tests.learning.test_learning import plain_head

pytestmark = pytest.mark.train

TINY = (
    "deck=mini",
    "rollout.games=4",
    "rollout.steps=12",
    "network.precision=fp32",
    "ppo.epochs=1",
    "ppo.minibatch=100000",
    "ppo.max_gradient=1e9",
    "league.past_share=0",
    "league.bot_share=0",
)


def begun(tmp_path: Path, *settings: str) -> tuple[SelfPlay, Any]:
    """A training and its first batch."""
    training = SelfPlay(small(*TINY, *settings), tmp_path)
    return training, training.rollout.collect()


def gradients(training: SelfPlay) -> list[Any]:
    weights: list[Any] = list(training.network.parameters())
    return [weight.grad.numpy().copy() for weight in weights]


def payoff_loss(training: SelfPlay, batch: Any, hidden: Tensor) -> Tensor:
    """The Kullback-Leibler divergence of what is told of payoffs from their targets, at a table for three."""
    told = training.network.log_payoffs(hidden, torch.from_numpy(batch.seats[batch.known]))[:, :3]
    targets = torch.from_numpy(batch.payoffs[batch.known])
    return (targets * (targets.log() - told)).sum(1).mean()


def textbook(training: SelfPlay, batch: Any, *, imitates: bool = False) -> list[Any]:
    """The gradient of PPO's loss by way of all logits; before the first step all ratios are 1."""
    network, rows, config = training.network, batch.known, training.config.ppo
    hidden = network.hidden(batch.seen[torch.from_numpy(rows)], network.cast())
    lists = [batch.ids[batch.offsets[row] : batch.offsets[row + 1]].tolist() for row in rows]
    log_probs, entropies = plain_head(hidden, network.policy.weight, network.policy.bias, lists, batch.taken[rows])
    advantages, old = (torch.from_numpy(array[rows]) for array in (batch.advantages, batch.log_probs))
    scaled = (advantages - advantages.mean()) / advantages.std(correction=0)
    policy: Tensor = -log_probs.mean() if imitates else -((log_probs - old).exp() * scaled).mean()
    value = functional.mse_loss(network.values(hidden), advantages + torch.from_numpy(batch.values[rows]))
    payoff = payoff_loss(training, batch, hidden)
    loss = policy + config.value * value + config.payoff * payoff - training.update.entropy * entropies.mean()
    return [found.numpy() for found in torch.autograd.grad(loss, list(network.parameters()))]


@pytest.mark.parametrize("imitates", [False, True])
def test_the_gradient_is_that_of_the_textbook(tmp_path: Path, *, imitates: bool) -> None:
    training, batch = begun(tmp_path, "ppo.entropy=0.3", "ppo.value=0.7", "ppo.payoff=0.6")
    expected = textbook(training, batch, imitates=imitates)
    with torch.no_grad():
        hidden = training.network.hidden(batch.seen[torch.from_numpy(batch.known)], training.network.cast())
        foretold = float(payoff_loss(training, batch, hidden))
    metrics = training.update.learn(batch, training.rng, imitate=imitates)
    assert metrics["payoff_loss"] == pytest.approx(foretold, rel=1e-4)
    for found, wanted in zip(gradients(training), expected, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-3, atol=1e-5)
    assert metrics["value_loss"] == pytest.approx(float(np.square(batch.advantages[batch.known]).mean()), rel=1e-4)
    assert metrics["kl"] == pytest.approx(0, abs=1e-5)
    assert metrics["clipped"] == 0


def test_a_step_begins_without_the_gradients_of_the_one_before(tmp_path: Path) -> None:
    training, batch = begun(tmp_path, "ppo.learning_rate=1e-12", "ppo.last_learning_rate=0")
    training.update.learn(batch, training.rng)
    first = gradients(training)
    training.update.learn(batch, training.rng)
    for found, wanted in zip(gradients(training), first, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-6)


def test_each_known_decision_is_used_once_an_epoch_in_minibatches_of_about_one_size(tmp_path: Path) -> None:
    training, batch = begun(tmp_path, "ppo.epochs=3", "ppo.minibatch=10")
    steps: list[Any] = []

    def note(_: Any, rows: Any) -> dict[str, float]:
        steps.append(rows)
        return {"rows": float(len(rows))}

    training.update._step = note  # type: ignore[assignment, method-assign]
    training.update.learn(batch, training.rng)
    parts = round(len(batch.known) / 10)
    assert len(batch.known) < len(batch.taken)
    assert len(steps) == 3 * parts
    epochs = [np.concatenate(steps[first : first + parts]) for first in range(0, len(steps), parts)]
    assert all(sorted(rows.tolist()) == batch.known.tolist() for rows in epochs)
    assert epochs[0].tolist() != epochs[1].tolist()
    assert max(map(len, steps)) - min(map(len, steps)) <= 1


def test_paces_fall_in_a_straight_line_and_steps_are_taken_at_them(tmp_path: Path) -> None:
    paces = ("ppo.learning_rate=0.01", "ppo.last_learning_rate=0.002", "ppo.entropy=0.4", "ppo.last_entropy=0.0")
    training, batch = begun(tmp_path, *paces)
    update = training.update
    found = []
    for done in (0.0, 0.25, 1.0, 1.5):
        update.anneal(done)
        found.append((update.learning_rate, update.entropy))
    assert found == [pytest.approx(pair) for pair in ((0.01, 0.4), (0.008, 0.3), (0.002, 0.0), (0.002, 0.0))]
    before = training.network.arrays()
    update.learn(batch, training.rng)
    moved = max(float(abs(array - before[name]).max()) for name, array in training.network.arrays().items())
    assert moved == pytest.approx(0.002, rel=1e-2)  # Adam's first step


def test_what_is_measured_of_ratios() -> None:
    ratios = torch.tensor([1.5, 1.0, 0.9, 0.5])
    metrics = ratio_metrics(ratios.log(), 0.2)
    assert metrics["clipped"] == 0.5
    assert metrics["kl"] == pytest.approx(float((ratios - 1 - ratios.log()).mean()))


def test_the_explained_variance_is_1_where_nothing_was_missed_and_0_where_nothing_was_foretold(tmp_path: Path) -> None:
    _, batch = begun(tmp_path)
    came = np.random.default_rng(0).normal(size=len(batch.values)).astype(np.float32)
    values: dict[str, Any] = {"all": came, "nothing": np.zeros_like(came), "half": came / 2}
    found = {
        name: explained_variance(batch._replace(values=told, advantages=came - told)) for name, told in values.items()
    }
    assert found == {"all": 1, "nothing": pytest.approx(0), "half": pytest.approx(0.75)}
    assert explained_variance(batch._replace(values=0 * came, advantages=0 * came)) == 0
