"""The magnet: the divergence and its gradient by their definition, when it is renewed, and that it is saved."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from mom_env.errors import ConfigError
from mom_env.learning import checkpoint
from mom_env.learning.config_checks import check_config
from mom_env.learning.logs import CsvLog
from mom_env.learning.selfplay.trainer import SelfPlay
from tests.learning.small import SMALL, fingerprint, small, trained
from tests.learning.test_prolong import begun, train
from tests.learning.test_update import TINY, gradients, textbook

pytestmark = pytest.mark.train
WEIGHT = 0.7
ON = (f"ppo.magnet={WEIGHT}", "ppo.magnet_every=3")


def policies(network: Any, batch: Any) -> list[Any]:
    """The probabilities of the legal actions of each decision that is learnt from, by way of all logits."""
    hidden = network.hidden(batch.seen[torch.from_numpy(batch.known)], network.cast())
    logits = hidden @ network.policy.weight.T + network.policy.bias
    lists = [batch.ids[batch.offsets[row] : batch.offsets[row + 1]].tolist() for row in batch.known]
    return [torch.softmax(logits[i, ids], 0) for i, ids in enumerate(lists)]


def test_the_policy_is_drawn_to_the_magnet_by_their_divergence(tmp_path: Path) -> None:
    training = SelfPlay(small(*TINY, *ON), tmp_path)
    rng, magnet = np.random.default_rng(0), training.update.magnet
    assert magnet is not None
    magnet.network.set_arrays(
        {name: rng.normal(size=a.shape, scale=0.3).astype(np.float32) for name, a in magnet.network.arrays().items()}
    )
    batch = training.rollout.collect()
    pairs = zip(policies(training.network, batch), policies(magnet.network, batch), strict=True)
    divergence = torch.stack([(own * (own.log() - other.log())).sum() for own, other in pairs]).mean()
    weights = list(training.network.parameters())
    found = torch.autograd.grad(divergence, weights, allow_unused=True)
    drawn = [np.zeros(w.shape) if g is None else WEIGHT * g.numpy() for g, w in zip(found, weights, strict=True)]
    expected = textbook(training, batch)
    metrics = training.update.learn(batch, training.rng)
    assert metrics["magnet_kl"] == pytest.approx(float(divergence.detach()), rel=1e-4)
    assert metrics["magnet_kl"] > 0.1
    for ours, plain, more in zip(gradients(training), expected, drawn, strict=True):
        np.testing.assert_allclose(ours, plain + more, rtol=1e-3, atol=1e-5)


def is_like_the_network(training: SelfPlay) -> bool:
    magnet = training.update.magnet
    assert magnet is not None
    ours, its = training.network.arrays(), magnet.network.arrays()
    return all(np.array_equal(ours[name], its[name]) for name in ours)


def test_it_is_renewed_after_so_many_iterations_and_always_in_the_imitation(tmp_path: Path) -> None:
    training, found = SelfPlay(small(*ON), tmp_path), []
    for _ in range(6):
        training.iterate()
        found.append(is_like_the_network(training))
    assert found == [False, False, True, False, False, True]
    imitating = SelfPlay(small(*ON, "imitation.decisions=300", "imitation.bot=greedy"), tmp_path)
    imitating.iterate()
    assert is_like_the_network(imitating)


def test_it_goes_on_to_the_bit_with_the_magnet_that_it_had(tmp_path: Path) -> None:
    first = trained(small(*ON), tmp_path, 4)  # the magnet is neither the first network nor the last
    second = checkpoint.load_checkpoint(checkpoint.save(first, tmp_path / "checkpoints"), tmp_path)
    assert not is_like_the_network(second)
    for training in (first, second):
        training.iterate()
        training.iterate()
    assert fingerprint(second) == fingerprint(first)


@pytest.mark.parametrize(("before", "after"), [("0", "0.5"), ("0.5", "0")])
def test_a_run_can_be_prolonged_with_and_without_it(before: str, after: str, tmp_path: Path) -> None:
    run = begun(tmp_path, 600, *SMALL, f"ppo.magnet={before}")
    result = train("--resume", run, "--set", "decisions=1200", "--set", f"ppo.magnet={after}")
    assert result.exit_code == 0, result.output
    rows = CsvLog(tmp_path / "run of 600-prolonged" / "log.csv").rows()
    assert int(rows[-1]["decisions"]) >= 1200
    assert all(0 <= float(row["clipped"]) <= 1 and float(row["explained_variance"]) <= 1 for row in rows)


def test_the_trainer_sb3_has_none() -> None:
    config = small("network.symmetry=none", "ppo.magnet=0.1", trainer="sb3")
    with pytest.raises(ConfigError, match=r"ppo.magnet: expected 0 with the trainer sb3, found 0.1"):
        check_config(config)
