"""A rollout played once more beside it: what was seen, what could be done, what was done, what came of it."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

from mom_env.games import load
from mom_env.learning import batches
from mom_env.learning.evaluation import play_out
from mom_env.learning.selfplay.legal_head import legal_of
from mom_env.learning.selfplay.sample import LEAST_DEVIATION, Inputs, play_sample
from mom_env.learning.selfplay.thread_team import Team
from mom_env.learning.selfplay.trainer import SelfPlay
from mom_env.monkeys_on_the_moon import VectorGame
from mom_env.players.specs import make_player
from tests.learning.small import small

pytestmark = pytest.mark.train

GAME = "monkeys_on_the_moon"
ALONE = ("league.past_share=0", "league.bot_share=0")
TINY = ("deck=mini", "rollout.games=3", "rollout.steps=70", "network.symmetry=none", *ALONE)


def twin_of(training: SelfPlay) -> VectorGame:
    """The same games, to be stepped beside."""
    config = training.config
    twin = VectorGame(config.rollout.games, 3, deck="mini", reward=config.rollout.reward)
    twin.restore(training.rollout.games.states.copy())
    return twin


@pytest.mark.parametrize("precision", ["fp32", "bf16"])
def test_every_step_is_what_the_network_saw_and_did_as_it_is_now(precision: str, tmp_path: Path) -> None:
    """After an update that changes much: weights of the rollout before would be told at once."""
    rates = ("ppo.learning_rate=0.05", "ppo.last_learning_rate=0.05", "rollout.reward=vp")
    training = SelfPlay(small(*TINY, *rates, f"network.precision={precision}"), tmp_path)
    training.iterate()
    rollout, network, twin, ended = training.rollout, training.network, twin_of(training), 0
    rollout.set_reward("vp", 4.0)
    batch = rollout.collect()
    for step in range(training.config.rollout.steps):
        rows = rollout._rows[step]
        assert rows.tolist() == list(range(3 * step, 3 * step + 3))
        assert (rollout._seats[step] == twin.seats).all()
        lists = [batch.ids[batch.offsets[row] : batch.offsets[row + 1]] for row in rows]
        assert [legal.tolist() for legal in lists] == [np.flatnonzero(mask).tolist() for mask in twin.action_masks]
        assert torch.equal(batch.seen[torch.from_numpy(rows)], network.prepare(twin.observations))
        with torch.no_grad():
            legal = legal_of(rows, batch.offsets, batch.ids, batch.taken[rows], Team(1))
            seats = torch.from_numpy(batch.seats[rows])
            log_probs, _, values, log_payoffs, _ = network(network.prepare(twin.observations), legal, seats)
        np.testing.assert_allclose(batch.log_probs[rows], log_probs.numpy(), atol=1e-3)
        np.testing.assert_allclose(batch.values[rows], values.numpy(), atol=1e-3)
        np.testing.assert_allclose(rollout._told[rows], log_payoffs.exp().numpy()[:, :3], atol=1e-3)
        twin.step(np.array([ids[taken] for ids, taken in zip(lists, batch.taken[rows], strict=True)], np.int64))
        assert (rollout._dones[step] == twin.dones).all()
        np.testing.assert_allclose(rollout._returns[step], twin.returns[:, :3] / 4)
        ended += int(twin.dones.sum())
    assert ended


def test_at_the_cut_a_position_is_worth_what_the_network_says_to_the_seat_that_moves(tmp_path: Path) -> None:
    training = SelfPlay(small(*TINY, "network.precision=fp32", "ppo.trace=0.0", "ppo.discount=0.9"), tmp_path)
    batch, rollout, network = training.rollout.collect(), training.rollout, training.network
    checked = 0
    with torch.no_grad():
        hidden = network.hidden(network.prepare(rollout.games.observations), network.cast())
        last_values = network.values(hidden).numpy()
    for game in range(3):
        own = np.flatnonzero(rollout._seats[:, game] == rollout.games.seats[game])[-1]
        if not rollout._dones[own:, game].any():
            row = rollout._rows[own, game]
            expected = 0.9 * last_values[game] - batch.values[row]
            assert batch.advantages[row] == pytest.approx(float(expected), abs=1e-5)
            checked += 1
    assert checked


def test_a_row_of_an_earlier_rollout_is_not_taken_for_one_of_this(tmp_path: Path) -> None:
    """Where a frozen player decides there is no row, though there was one before."""
    training = SelfPlay(small(*TINY[:-2], "league.past_share=0", "league.bot_share=1.0"), tmp_path)
    for _ in range(2):
        batch = training.rollout.collect()
        rows = training.rollout._rows
        assert sorted(rows[rows >= 0].tolist()) == list(range(len(batch.taken)))
        assert (rows < 0).any()


def test_the_reward_of_a_rollout_is_the_one_that_was_set(tmp_path: Path) -> None:
    training = SelfPlay(small(*TINY, "rollout.reward=win"), tmp_path)
    training.rollout.set_reward("vp", 1.0)
    training.rollout.collect()
    returns = training.rollout._returns[training.rollout._dones.astype(bool)][:, :3]
    assert len(returns)
    assert not set(np.unique(returns.round(3)).tolist()) <= {-0.5, 0.0, 0.25, 1.0}
    np.testing.assert_allclose(returns * 40, (returns * 40).round(), atol=1e-4)  # own VP less half of the others', / 20


# The sample


def test_inputs_are_scaled_by_mean_and_deviation_of_all_that_was_seen() -> None:
    config = small("deck=mini", "rollout.games=3", "network.symmetry=none")
    games, inputs, seen = VectorGame(3, 3, deck="mini", seed=1), Inputs(config), list[Any]()
    rng = np.random.default_rng(0)
    for _ in range(20):
        games.step(games.sample(rng))
        inputs.add(games)
        seen.append(games.observations.astype(np.float64))
    numbers, scales = np.concatenate(seen), inputs.scales()
    np.testing.assert_allclose(scales.means, numbers.mean(0), atol=1e-6)
    deviations = np.maximum(numbers.std(0), LEAST_DEVIATION)
    expected = np.where(numbers.max(0) > numbers.min(0), 1 / deviations, 0)
    np.testing.assert_allclose(scales.factors, expected, rtol=1e-4)
    assert (expected == 0).any()
    assert (numbers.std(0)[expected > 0] < LEAST_DEVIATION).any()


def test_the_deviation_of_returns_is_that_of_the_first_end_of_each_game() -> None:
    """The games of the sample once more, by the same chance."""
    config, rng = small("deck=mini", "rollout.games=4"), np.random.default_rng(5)
    games = VectorGame(4, 3, 5, deck="mini", reward="vp")
    player, first, has_ended = make_player("random"), np.zeros((4, 3)), np.zeros(4, bool)
    while not has_ended.all():
        rng.random(4)
        games.step(player.choose(games.states, games.rules, rng.integers(2**64, size=4, dtype=np.uint64)))
        new = games.dones & ~has_ended
        first[new] = games.returns[new, :3]
        has_ended |= games.dones
    found = play_sample(config, "vp", 5)
    assert found.deviation == pytest.approx(float(first.std()))
    assert found.states.dtype == load(GAME).kernels.STATE_DTYPE


class EndsTwice(VectorGame):
    """Real positions, but game 0 ends at steps 1 and 2, and all others at step 3."""

    count = 0

    def step(self, actions: Any) -> None:
        super().step(actions)
        self.count += 1
        self.dones[:] = [self.count < 3, *[self.count == 3] * (self.num_games - 1)]
        self.returns[:] = 0
        self.returns[0, :2] = {1: (5, -5), 2: (-7, 7)}.get(self.count, (0, 0))


def test_a_game_that_ends_a_second_time_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    config, first = small("deck=mini", "rollout.games=4"), np.zeros((4, 3))
    first[0, :2] = 5, -5
    monkeypatch.setattr(batches, "load", lambda *_: SimpleNamespace(people=SimpleNamespace(VectorGame=EndsTwice)))
    assert play_sample(config, "vp", 5).deviation == pytest.approx(float(first.std()))
    games, policy = EndsTwice(4, 3, 5, deck="mini"), make_player("random")

    class Stand:
        def worths(self, *_: Any) -> None: ...

        def choose(self, *_: Any, rows: Any, worths: Any) -> Any:  # noqa: ARG002  # as the agent's
            return policy.choose(games.states[rows], games.rules, np.zeros(len(rows), np.uint64))

    seats = np.zeros(4, np.int64)
    returns = play_out(Stand(), games, policy, seats, np.random.default_rng(1))  # type: ignore[arg-type]
    assert returns[:, :3].tolist() == first.tolist()
