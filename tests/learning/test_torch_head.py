"""Learning on another device: its head, steps and weights against those of the kernels, all on the CPU here."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from mom_env.errors import TrainingError
from mom_env.learning.selfplay.legal_head import LegalHead, legal_of
from mom_env.learning.selfplay.minibatch import Decisions, OnCpu, OnDevice
from mom_env.learning.selfplay.ppo import Update
from mom_env.learning.selfplay.rollout import Batch
from mom_env.learning.selfplay.thread_team import Team
from mom_env.learning.selfplay.torch_head import lists_on, log_policy, torch_head
from mom_env.learning.selfplay.trainer import SelfPlay
from tests.learning.small import small, trained

pytestmark = pytest.mark.train

CPU, META = torch.device("cpu"), torch.device("meta")
SWITCHES = {
    "all off": (),
    "a magnet": ("ppo.magnet=0.3",),
    "a critic that sees everything": ("ppo.critic=everything",),
    "searches": ("search.share=0.4", "search.sims=8"),
    "all on": ("ppo.magnet=0.3", "ppo.critic=everything", "search.share=0.4", "search.sims=8"),
}
OWN_INPUTS = ("network.own_units=6", "ppo.magnet=0.3", "rollout.reward=vp")  # in a game that has them
FLOAT32 = ("network.precision=fp32", "network.hidden=[32,16]", "ppo.entropy=0.1")


def with_lists(rng: np.random.Generator) -> tuple[Any, ...]:
    """Lists of legal actions of all lengths from 1 to 7, room behind them, and decisions that use some of the lists."""
    lists = [np.sort(rng.choice(20, length, replace=False)) for length in (1, 7, 3, 1, 5, 2, 6, 4, 7, 1)]
    offsets = np.cumsum([0, *map(len, lists)])
    ids = np.concatenate([*lists, np.full(9, 10**6)]).astype(np.int32)
    taken = np.array([rng.integers(len(one)) for one in lists])
    return lists, offsets, ids, taken, np.array([8, 0, 9, 4, 1, 3])


def test_the_head_is_a_softmax_over_each_list_and_equal_to_the_kernels() -> None:
    rng = np.random.default_rng(2)
    lists, offsets, ids, taken, rows = with_lists(rng)
    slopes = torch.from_numpy(rng.normal(size=(2, len(rows))).astype(np.float32))
    made = [rng.normal(size=shape).astype(np.float32) for shape in ((len(rows), 6), (20, 6), (20,))]
    results = []
    for is_plain in (False, True):
        leaves: Any = [torch.from_numpy(array).requires_grad_() for array in made]
        out: Any
        if is_plain:
            hidden, weights, biases = leaves
            table = lists_on(CPU, offsets, ids, taken).table(torch.from_numpy(rows))
            out = torch_head(hidden, weights, biases, table, torch.empty(0))
        else:
            apply: Any = LegalHead.apply
            out = apply(*leaves, legal_of(rows, offsets, ids, taken[rows], Team(1)), torch.empty(0))
        (out[0] @ slopes[0] + out[1] @ slopes[1]).backward()
        results.append([tensor.detach().numpy() for tensor in (*out[:2], *(leaf.grad for leaf in leaves))])
    for kernels, plain in zip(*results, strict=True):
        np.testing.assert_allclose(plain, kernels, rtol=0, atol=1e-5)
    for i, row in enumerate(rows):
        logits = made[1][lists[row]] @ made[0][i] + made[2][lists[row]]
        logs = logits - np.log(np.exp(logits).sum())
        assert results[1][0][i] == pytest.approx(logs[taken[row]], abs=1e-5)
        assert results[1][1][i] == pytest.approx(-(np.exp(logs) * logs).sum(), abs=1e-5)


def test_a_row_has_the_probabilities_of_its_list_and_0_behind_it() -> None:
    rng = np.random.default_rng(3)
    lists, offsets, ids, taken, rows = with_lists(rng)
    table = lists_on(CPU, offsets, ids, taken).table(torch.from_numpy(rows))
    hidden, weights, biases = (torch.from_numpy(rng.normal(size=size)) for size in ((len(rows), 6), (20, 6), 20))
    shares = log_policy(hidden, weights, biases, table, torch.empty(0)).exp()
    for i, row in enumerate(rows):
        count = len(lists[row])
        assert table.ids[i, :count].tolist() == lists[row].tolist()
        assert float(shares[i, :count].sum()) == pytest.approx(1)
        assert not shares[i, count:].any()


def both_ways(tmp_path: Path, *settings: str, **tables: Any) -> tuple[SelfPlay, Update, Update]:
    """A training, its update by kernels, and one in plain torch of a network with the same weights."""
    training = trained(small(*FLOAT32, *settings, **tables), tmp_path, 1)
    config, weight = training.config.ppo, training.config.search.weight
    one, other = (
        Update(deepcopy(training.network), config, Team(1), tmp_path, device, search_weight=weight)
        for device in (None, CPU)
    )
    return training, one, other


def gradients(update: Update) -> dict[str, Any]:
    weights = dict(update.trained.named_parameters())
    return {name: weight.grad.numpy() for name, weight in weights.items() if weight.grad is not None}


@pytest.mark.parametrize("imitates", [False, True])
@pytest.mark.parametrize("settings", [*SWITCHES.values(), OWN_INPUTS], ids=[*SWITCHES, "own inputs"])
def test_loss_gradients_and_three_updates_are_those_of_the_kernels(
    settings: tuple[str, ...], tmp_path: Path, *, imitates: bool
) -> None:
    tables = {"game": "berries"} if settings == OWN_INPUTS else {}
    training, by_kernels, plain = both_ways(tmp_path, *settings, **tables)
    before = by_kernels.network.arrays()
    for seed in range(3):
        assert by_kernels.trained is by_kernels.network
        batch = training.rollout.collect()
        metrics = [one.learn(batch, np.random.default_rng(seed), imitate=imitates) for one in (by_kernels, plain)]
        assert metrics[1] == pytest.approx(metrics[0], rel=0, abs=1e-5)
        ours, theirs = gradients(by_kernels), gradients(plain)
        assert set(ours) == set(theirs) == set(before)
        for name in ours:
            np.testing.assert_allclose(theirs[name], ours[name], rtol=0, atol=1e-5)
    found = plain.network.arrays()
    for name in ours:
        wanted = by_kernels.network.arrays()[name]
        assert abs(wanted - before[name]).max() > 5e-4  # it has learnt
        np.testing.assert_allclose(found[name], wanted, rtol=0, atol=1e-5)


def test_the_weights_go_to_the_device_and_come_back(tmp_path: Path) -> None:
    training, _, update = both_ways(tmp_path)
    assert update.trained is not update.network
    update.network.set_arrays({name: array + 0.01 for name, array in update.network.arrays().items()})
    before, batch, seen = update.network.arrays(), training.rollout.collect(), []
    original = update._step

    def step(decisions: Any, rows: Any) -> Any:
        seen.append((update.trained.arrays(), update.network.arrays()))
        return original(decisions, rows)

    update._step = step  # type: ignore[method-assign]
    update.learn(batch, training.rng)
    assert all(np.array_equal(seen[0][0][name], array) for name, array in before.items())
    assert all(np.array_equal(seen[-1][1][name], array) for name, array in before.items())
    after = update.network.arrays()
    assert all(np.array_equal(update.trained.arrays()[name], array) for name, array in after.items())
    assert not np.array_equal(after["policy.weight"], before["policy.weight"])


def test_the_magnet_is_on_the_device_and_says_the_same_there(tmp_path: Path) -> None:
    training, by_kernels, plain = both_ways(tmp_path, *SWITCHES["all on"])
    batch = training.rollout.collect()
    places: list[Decisions] = [OnCpu(batch, Team(1)), OnDevice(batch, CPU)]
    logs = [one.magnet.logs(place, 50) for one, place in zip((by_kernels, plain), places, strict=True) if one.magnet]
    assert len(logs[0]) == batch.offsets[-1]
    np.testing.assert_allclose(logs[1].numpy(), logs[0].numpy(), rtol=0, atol=1e-5)
    on_meta = Update(training.network, training.config.ppo, Team(1), tmp_path, META).magnet
    assert on_meta is not None
    assert {weight.device for weight in on_meta.network.parameters()} == {META}


def test_bfloat16_on_a_device_stays_near_float32(tmp_path: Path) -> None:
    found = []
    for precision in ("fp32", "bf16"):
        training = SelfPlay(small(f"network.precision={precision}"), tmp_path)
        update = Update(training.network, training.config.ppo, Team(1), tmp_path, CPU)
        found.append(update.learn(training.rollout.collect(), training.rng))
        assert {weight.dtype for weight in update.trained.parameters()} == {torch.float32}
    assert found[0] != found[1]
    for name in ("policy_loss", "value_loss", "entropy", "kl"):
        assert found[0][name] == pytest.approx(found[1][name], abs=0.05)


def test_a_loss_that_is_no_number_is_saved_and_the_weights_stay(tmp_path: Path) -> None:
    training, _, update = both_ways(tmp_path)
    batch, before = training.rollout.collect(), update.network.arrays()
    batch.advantages[batch.known] = np.inf
    with pytest.raises(TrainingError, match=r"expected finite numbers.*not-finite\.safetensors"):
        update.learn(batch, training.rng)
    assert all(np.array_equal(before[name], array) for name, array in update.network.arrays().items())
    assert b'"taken"' in (tmp_path / "not-finite.safetensors").read_bytes()


def test_a_step_needs_nothing_from_another_device(tmp_path: Path) -> None:
    """Tensors of the device `meta` have no numbers: any operation with a tensor of the CPU is an error."""
    training = SelfPlay(small(*SWITCHES["all on"]), tmp_path)
    update = Update(training.network, training.config.ppo, Team(1), tmp_path, META)
    place = OnDevice(training.rollout.collect(), META)
    update._attraction = torch.empty(len(place.targets), device=META)
    with pytest.raises(RuntimeError, match=r"item\(\) cannot be called on meta tensors"):  # is the loss a number?
        update._step(place, place.batch.known)
    devices = {weight.grad.device for weight in update.trained.parameters() if weight.grad is not None}
    assert devices == {META}


def test_a_minibatch_has_the_same_decisions_on_every_device(tmp_path: Path) -> None:
    batch: Batch = SelfPlay(small(*SWITCHES["all on"]), tmp_path).rollout.collect()
    rows = batch.known[::-3].copy()
    here, there = (place.minibatch(rows).columns for place in (OnCpu(batch, Team(1)), OnDevice(batch, CPU)))
    for name, column in here._asdict().items():
        assert torch.equal(column, getattr(there, name))
        wanted = getattr(batch, name)
        assert torch.equal(column, torch.as_tensor(wanted)[torch.from_numpy(rows)])
