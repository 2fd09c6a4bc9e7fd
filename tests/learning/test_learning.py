"""The parts of the update against slow and plain ones: legal heads, advantages, rollouts, the loss."""

from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from mom_env.common.tensors import expected_of
from mom_env.errors import CheckpointError, TrainingError
from mom_env.learning import evaluation
from mom_env.learning.evaluation import evaluate, strength_of, won_shares
from mom_env.learning.selfplay.advantages import NO_ROW, Estimates, Played, Scratch, estimate_advantages
from mom_env.learning.selfplay.league import LEARNER, SHADOW
from mom_env.learning.selfplay.legal_head import LegalHead, legal_of
from mom_env.learning.selfplay.thread_team import Team
from mom_env.learning.selfplay.trainer import SelfPlay
from mom_env.monkeys_on_the_moon import VectorGame
from mom_env.players.policy_net import PolicyNet
from mom_env.players.specs import make_player
from tests.learning.small import small, trained

pytestmark = pytest.mark.train


def plain_head(hidden: Any, weights: Any, biases: Any, lists: list[list[int]], taken: Any) -> tuple[Any, Any]:
    """Log-probability and entropy by way of all logits and a mask."""
    logits = hidden @ weights.T + biases
    mask = torch.zeros_like(logits, dtype=torch.bool)
    for row, ids in enumerate(lists):
        mask[row, ids] = True
    log_probs = torch.log_softmax(torch.where(mask, logits, -1e9), 1)
    entropies = -(torch.where(mask, log_probs.exp() * log_probs, 0.0)).sum(1)
    chosen = [ids[entry] for ids, entry in zip(lists, taken, strict=True)]
    return log_probs[torch.arange(len(lists)), chosen], entropies


def plain_logs(hidden: Any, weights: Any, biases: Any, lists: list[list[int]]) -> Any:
    """All log-probabilities of legal actions, one list after another."""
    logits = hidden @ weights.T + biases
    return torch.cat([torch.log_softmax(logits[row, ids], 0) for row, ids in enumerate(lists)])


@pytest.mark.parametrize("uses_all", [False, True])
@pytest.mark.parametrize("num_threads", [1, 3])
def test_the_legal_head_and_its_gradients_are_those_of_a_masked_softmax(num_threads: int, *, uses_all: bool) -> None:
    rng, num_lists, units, actions = np.random.default_rng(4), 12, 7, 20
    lists = [sorted(rng.choice(actions, rng.integers(1, 6), replace=False).tolist()) for _ in range(num_lists)]
    offsets = np.cumsum([0, *map(len, lists)])
    ids = np.concatenate(lists).astype(np.int32)
    rows = rng.permutation(num_lists)[:9]
    taken = np.array([rng.integers(len(lists[row])) for row in rows])
    slopes = torch.from_numpy(rng.normal(size=(2, len(rows))).astype(np.float32))
    by_logs = torch.from_numpy(rng.normal(size=sum(len(lists[row]) for row in rows)).astype(np.float32))
    results = []
    for is_plain in (False, True):
        made = np.random.default_rng(5)
        shapes = ((len(rows), units), (actions, units), (actions,))
        leaves = [torch.from_numpy(made.normal(size=s).astype(np.float32)).requires_grad_() for s in shapes]
        if is_plain:
            hidden, weight, bias = leaves
            legal = [lists[row] for row in rows]
            out: Any = *plain_head(hidden, weight, bias, legal, taken), plain_logs(hidden, weight, bias, legal)
        else:
            apply: Any = LegalHead.apply
            out = apply(*leaves, legal_of(rows, offsets, ids, taken, Team(num_threads)), torch.empty(0))
        loss = out[0] @ slopes[0] + out[1] @ slopes[1]
        (loss + out[2] @ by_logs if uses_all else loss).backward()
        results.append([tensor.detach().numpy() for tensor in (*out, *(leaf.grad for leaf in leaves))])
    for ours, plain in zip(*results, strict=True):
        np.testing.assert_allclose(ours, plain, rtol=1e-4, atol=1e-5)


def slow_advantages(steps: list[Any], last: Any, discount: float, trace: float) -> tuple[dict[int, float], set[int]]:
    """GAE of one game by its definition: each seat's decisions of each deal as a list, then sums of discounted errors.

    A step is (row, seat, value, returns by seat or None).
    """
    advantages: dict[int, float] = {}
    unknown: set[int] = set()
    deals: list[Any] = [[]]
    for step in steps:
        deals[-1].append(step)
        if step[3] is not None:
            deals.append([])
    for deal in deals:
        returns = deal[-1][3] if deal else None
        for seat in range(4):
            own = [(row, value) for row, who, value, _ in deal if who == seat and row != NO_ROW]
            values = [value for _, value in own]
            if returns is not None:
                following, end = [discount * v for v in values[1:]] + [returns[seat]], len(own)
            elif last[0] == seat:
                following, end = [discount * v for v in [*values[1:], last[1]]], len(own)
            else:
                following, end = [discount * v for v in values[1:]], len(own) - 1
                unknown |= {row for row, _ in own[-1:]}
            errors = [following[k] - values[k] for k in range(max(0, end))]
            for k in range(max(0, end)):
                terms = [(discount * trace) ** (j - k) * errors[j] for j in range(k, end)]
                advantages[own[k][0]] = sum(terms)
    return advantages, unknown


def slow_payoffs(rows: Any, seats: Any, dones: Any, payoffs: Any, told: Any, trace: float) -> Any:
    """Payoffs by their definition: what is told of a seat's next decision and what follows that, mixed by `trace`.

    Returns a function from what is told of the seat to move after the cut to the targets by row.
    """

    def target(t: int, cut: Any) -> Any:
        seat = int(seats[t])
        for later in range(t, len(rows)):
            if later > t and rows[later] != NO_ROW and seats[later] == seat:
                after = target(later, cut)
                return told[rows[later]] if after is None else trace * after + (1 - trace) * told[rows[later]]
            if dones[later]:
                return np.roll(payoffs[later], -seat)
        return cut.get(seat)

    def all_targets(cut: Any) -> Any:
        found = {int(row): target(t, cut) for t, row in enumerate(rows) if row != NO_ROW}
        return {row: one for row, one in found.items() if one is not None}

    return all_targets


@pytest.mark.parametrize(("discount", "trace"), [(1.0, 0.95), (0.9, 0.5), (1.0, 1.0), (1.0, 0.0)])
def test_advantages_are_by_seat_and_as_defined(discount: float, trace: float) -> None:
    rng, num_steps, num_games = np.random.default_rng(1), 40, 6
    is_frozen = rng.random((num_steps, num_games)) < 0.2
    rows = np.where(is_frozen, NO_ROW, np.arange(num_steps * num_games).reshape(num_steps, num_games))
    seats = rng.integers(0, 4, (num_steps, num_games)).astype(np.int8)
    dones = (rng.random((num_steps, num_games)) < 0.08).astype(np.uint8)
    returns = (rng.normal(size=(num_steps, num_games, 4)) * dones[..., None]).astype(np.float32)
    values = rng.normal(size=rows.size).astype(np.float32)
    last_seats = rng.integers(0, 4, num_games).astype(np.int8)
    last_values = rng.normal(size=num_games).astype(np.float32)
    payoffs, told = rng.random((num_steps, num_games, 4), np.float32), rng.random((rows.size, 4), np.float32)
    last_told, num_seats = rng.random((num_games, 4), np.float32), np.full(num_games, 4)
    found, known = np.zeros(rows.size, np.float32), np.full(rows.size, 7, np.uint8)
    targets = np.full((rows.size, 4), 7, np.float32)
    room = Scratch(np.full((3, 4), 9, np.float32), np.full((4, 4), 9, np.float32))
    ends = returns, payoffs, values, last_seats, last_values
    played = Played(rows, seats, dones, *ends, told, last_told, num_seats)
    estimate_advantages(played, discount, trace, Estimates(found, targets, known), room)
    some_unknown = 0
    for game in range(num_games):
        steps = [
            (int(rows[t, game]), int(seats[t, game]), float(values[rows[t, game]]), returns[t, game] if done else None)
            for t, done in enumerate(dones[:, game])
        ]
        last = int(last_seats[game]), float(last_values[game])
        wanted, unknown = slow_advantages(steps, last, discount, trace)
        own = rows[:, game][rows[:, game] != NO_ROW]
        assert {int(row) for row in own if not known[row]} == unknown
        assert {int(row) for row in own if known[row]} == set(wanted)
        for row, advantage in wanted.items():
            assert found[row] == pytest.approx(advantage, rel=1e-4, abs=1e-4)
        foretold = slow_payoffs(rows[:, game], seats[:, game], dones[:, game], payoffs[:, game], told, trace)
        cut = {int(last_seats[game]): last_told[game]}
        for row, wanted_payoffs in foretold(cut).items():
            np.testing.assert_allclose(targets[row], wanted_payoffs, rtol=1e-4, atol=1e-5)
        assert not targets[sorted(unknown)].any()
        some_unknown += len(unknown)
    assert some_unknown > 0


def test_without_bootstrap_an_advantage_is_the_seat_s_own_return_less_its_value(tmp_path: Path) -> None:
    """With lambda 1 all that counts is the end: each known decision's target is what its seat got, or a value."""
    config = small("ppo.trace=1.0", "rollout.steps=400", "rollout.games=2", "league.past_share=0", "league.bot_share=0")
    training = SelfPlay(config, tmp_path)
    batch, rollout = training.rollout.collect(), training.rollout
    assert rollout._dones.any()
    targets = batch.advantages + batch.values
    for game in range(2):
        last_end = int(np.flatnonzero(rollout._dones[:, game])[-1])
        for t in range(last_end):
            end = t + int(np.argmax(rollout._dones[t:, game]))
            wanted = rollout._returns[end, game, rollout._seats[t, game]]  # in deviations
            assert targets[rollout._rows[t, game]] == pytest.approx(wanted, abs=1e-4)


def test_a_batch_is_what_the_learning_seats_saw_and_did(tmp_path: Path) -> None:
    alone = ("league.past_share=0", "league.bot_share=0")
    config = small("network.precision=fp32", "network.symmetry=none", "rollout.steps=12", *alone)
    training = trained(config, tmp_path, 1)
    rollout, network = training.rollout, training.network
    twin = VectorGame(config.rollout.games, 3)
    twin.restore(rollout.games.states.copy())
    batch = rollout.collect()
    for step in range(config.rollout.steps):
        rows = rollout._rows[step]
        assert (rollout._seats[step] == twin.seats).all()
        actions = np.zeros(len(rows), np.int64)
        for game, row in enumerate(rows):
            legal = np.flatnonzero(twin.action_masks[game])
            listed = batch.ids[batch.offsets[row] : batch.offsets[row + 1]]
            assert listed.tolist() == legal.tolist()
            assert torch.equal(batch.seen[row], network.prepare(twin.observations[[game]])[0])
            actions[game] = listed[batch.taken[row]]
        with torch.no_grad():
            legal_lists = legal_of(rows, batch.offsets, batch.ids, batch.taken[rows], Team(1))
            seats = torch.from_numpy(batch.seats[rows])
            log_probs, _, values, *_ = network(batch.seen[torch.from_numpy(rows)], legal_lists, seats)
        np.testing.assert_allclose(batch.log_probs[rows], log_probs.numpy(), atol=1e-5)
        np.testing.assert_allclose(batch.values[rows], values.numpy(), atol=1e-5)
        twin.step(actions)


def test_all_but_the_last_decisions_before_the_cut_are_learnt_from(tmp_path: Path) -> None:
    config = small("league.past_share=0", "league.bot_share=0", "rollout.steps=300", "rollout.games=3")
    training = SelfPlay(config, tmp_path)
    batch = training.rollout.collect()
    assert len(batch.taken) == 900
    assert training.rollout._dones.any()
    assert 900 - len(batch.known) == 3 * 2  # in each game, the last decisions of the seats that do not move next


def test_frozen_seats_enter_no_batch_and_one_seat_learns_against_them(tmp_path: Path) -> None:
    training = trained(small(), tmp_path, 3)
    players, league = training.rollout.players, training.league
    opponents = [set(row[row != LEARNER].tolist()) for row in players]
    assert all(len(o) <= 1 for o in opponents)
    assert {len(row[row == LEARNER]) for row in players} == {1, 3}
    assert {SHADOW} != set().union(*opponents)
    assert any(league.is_bot(o) for o in set().union(*opponents))
    assert len(league.pool) == 2
    learnt = training.rollout._rows[training.rollout._rows != NO_ROW]
    assert 0 < len(learnt) < training.rollout._rows.size
    assert learnt.tolist() == list(range(len(learnt)))


def test_one_learning_seat_is_a_third_of_all_in_games_of_three(tmp_path: Path) -> None:
    shares = {}
    for seats in ("all", "one"):
        no_others = ("league.past_share=0", "league.bot_share=0", f"league.learner_seats={seats}")
        training = SelfPlay(small(*no_others, "rollout.steps=100"), tmp_path)
        shares[seats] = len(training.rollout.collect().taken) / 1000
    assert shares["all"] == 1
    assert 0.25 < shares["one"] < 0.42


def test_hard_opponents_are_drawn_more_often(tmp_path: Path) -> None:
    league = trained(small("league.pool=3"), tmp_path, 3).league
    league.scores[:3] = [1.0, 0.5, 0.1]
    rng = np.random.default_rng(0)
    counts = np.zeros(3, np.int64)
    for _ in range(600):
        league.draw_past(rng)
        counts[league.past] += 1
    assert 0 < counts[0] < counts[1] < counts[2]


def test_scores_follow_the_games_and_shared_wins_count_in_parts(tmp_path: Path) -> None:
    league = SelfPlay(small(), tmp_path).league
    opponent = league.config.pool
    before = league.scores[opponent]
    league.record(opponent, np.array([1.0, -0.5, -0.5]), 0)
    up = league.scores[opponent]
    league.record(opponent, np.array([0.25, 0.25, -0.5]), 0)
    assert before < up
    assert league.scores[opponent] == pytest.approx(0.99 * up + 0.005)
    league.record(opponent, np.array([0.25, 0.25, -0.5]), 2)
    assert league.games[opponent] == 3


def test_a_past_self_that_takes_the_place_of_another_begins_with_a_score_of_its_own(tmp_path: Path) -> None:
    training = trained(small("league.pool=2", "league.add_every=100"), tmp_path, 1)
    league, first = training.league, training.network.arrays()["policy.weight"].copy()
    for place in range(2):
        league.add(training.network)
        league.scores[place], league.games[place] = 0.9 - place / 10, 30
    training.iterate()
    league.add(training.network)
    assert league.scores[:2].tolist() == [0.5, 0.8]  # the newest took the place of the oldest
    assert league.games[:2].tolist() == [0, 30]
    assert np.array_equal(league.pool[0].arrays()["policy.weight"], training.network.arrays()["policy.weight"])
    assert np.array_equal(league.pool[1].arrays()["policy.weight"], first)


def test_the_same_seed_gives_the_same_weights_and_another_does_not(tmp_path: Path) -> None:
    runs = [trained(small(seed=seed), tmp_path, 2).network.arrays() for seed in (1, 1, 2)]
    assert all(np.array_equal(runs[0][name], runs[1][name]) for name in runs[0])
    assert not np.array_equal(runs[0]["policy.weight"], runs[2]["policy.weight"])


def test_it_learns_to_beat_random(tmp_path: Path) -> None:
    settings = ("rollout.games=64", "rollout.steps=64", "rollout.reward=vp", "ppo.minibatch=512", "evaluation.deals=60")
    config = small(*settings, "ppo.epochs=4", "ppo.learning_rate=0.003", decisions=10**6, num_players=2)
    training = SelfPlay(config, tmp_path)
    before = evaluate(training.policy(), config, "random", 1)
    for _ in range(12):
        training.iterate()
    after = evaluate(training.policy(), config, "random", 1)
    assert after.low > 0.6
    assert after.share > before.share


@pytest.mark.parametrize("how", ["focus", "none"])
def test_the_numpy_player_chooses_as_torch_does(tmp_path: Path, how: str) -> None:
    config = small("network.precision=fp32", f"network.symmetry={how}")
    training = trained(config, tmp_path, 3)
    policy, games = training.policy(), VectorGame(64, 3, seed=8)
    rng, rollout = np.random.default_rng(0), training.rollout
    for _ in range(40):
        games.step(games.sample(rng))
    rollout.games, rollout._num_seats, rollout._scores = games, np.full(64, 3), np.zeros(64 * 632, np.float32)
    rollout._sight = type(rollout._sight)("monkeys_on_the_moon", config.network.symmetry, 64)
    rollout._probabilities = rollout._scores.copy()
    drawn = rollout._draw(training.network, np.arange(64))
    count, offsets = rollout._sight.offsets[64], rollout._sight.offsets
    logits = policy.logits(games.observations, games.action_masks)
    actions = rollout._sight.actions[:count]
    rows = np.repeat(np.arange(64), np.diff(offsets[:65]))
    np.testing.assert_allclose(logits[rows, actions], rollout._scores[:count], rtol=1e-4, atol=1e-5)
    theirs = [actions[offsets[i] + np.argmax(rollout._scores[offsets[i] : offsets[i + 1]])] for i in range(64)]
    assert policy.choose(games.observations, games.action_masks).tolist() == theirs
    payoffs = policy.payoffs(games.observations, games.action_masks, 3)
    np.testing.assert_allclose(payoffs, drawn.payoffs, rtol=1e-4, atol=1e-5)
    assert payoffs.std(0).min() > 0.001
    with pytest.raises(CheckpointError, match="payoffs: expected those of 4 seats, found 3"):
        policy.payoffs(games.observations, games.action_masks, 4)


def test_bfloat16_stays_near_float32(tmp_path: Path) -> None:
    outputs = []
    for precision in ("bf16", "fp32"):
        training = SelfPlay(small(f"network.precision={precision}"), tmp_path)
        games = VectorGame(32, 3, seed=1)
        with torch.no_grad():
            network = training.network
            outputs.append(network.hidden(network.prepare(games.observations), network.cast()).numpy())
    one, other = outputs
    assert not np.array_equal(one, other)
    np.testing.assert_allclose(one, other, atol=0.05)


def test_a_loss_that_is_no_number_stops_with_the_batch_saved(tmp_path: Path) -> None:
    training = SelfPlay(small(), tmp_path)
    batch = training.rollout.collect()
    batch.advantages[batch.known] = np.inf
    before = training.network.arrays()
    with pytest.raises(TrainingError, match=r"expected finite numbers.*not-finite\.safetensors"):
        training.update.learn(batch, training.rng)
    assert all(np.array_equal(before[name], array) for name, array in training.network.arrays().items())
    content = (tmp_path / "not-finite.safetensors").read_bytes()
    assert b'"seen"' in content
    assert b'"advantages"' in content


def test_the_learning_rate_falls_to_its_last_value(tmp_path: Path) -> None:
    update = SelfPlay(small("ppo.learning_rate=0.1", "ppo.last_learning_rate=0.02"), tmp_path).update
    rates = []
    for done in (0.0, 0.5, 1.0, 1.2):
        update.anneal(done)
        rates.append(update.learning_rate)
    assert rates == pytest.approx([0.1, 0.06, 0.02, 0.02])


def test_the_policy_loss_is_clipped_only_where_it_would_gain(tmp_path: Path) -> None:
    update = SelfPlay(small("ppo.clip=0.2"), tmp_path).update
    advantages = torch.tensor([1.0, -1.0])  # already of mean 0 and deviation 1
    for ratios, wanted in (((1.5, 1.0), 1.2 - 1.0), ((1.0, 0.5), 1.0 - 0.8), ((0.5, 1.5), 0.5 - 1.5)):
        loss = update.policy_loss(torch.tensor(ratios).log(), advantages)
        assert float(loss) == pytest.approx(-wanted / 2, abs=1e-6)


ONE_STEP = ("network.precision=fp32", "ppo.epochs=1", "ppo.minibatch=100000", "league.past_share=0")


def test_the_value_learns_all_that_came_however_much_it_is(tmp_path: Path) -> None:
    training = SelfPlay(small(*ONE_STEP), tmp_path)
    batch = training.rollout.collect()
    batch.advantages[batch.known] = np.where(np.arange(len(batch.known)) % 2, 7, -5)
    value = training.update.learn(batch, training.rng)["value_loss"]
    assert value == pytest.approx(float((batch.advantages[batch.known] ** 2).mean()), rel=1e-3)  # of 49 and of 25


def test_the_gradient_of_all_weights_together_is_cut(tmp_path: Path) -> None:
    training = SelfPlay(small(*ONE_STEP, "ppo.max_gradient=1e-3"), tmp_path)
    norm = training.update.learn(training.rollout.collect(), training.rng)["gradient_norm"]
    gradients = {name: weight.grad for name, weight in training.network.named_parameters()}
    squares = {name: float((gradient**2).sum()) for name, gradient in gradients.items() if gradient is not None}
    assert len(squares) == len(gradients)
    assert norm > 1e-2
    assert sum(squares.values()) ** 0.5 == pytest.approx(1e-3, rel=1e-3)


def test_shares_and_intervals() -> None:
    returns = np.array([[1, -1, 0], [0.25, 0.25, -0.5], [1, -0.5, -0.5]], np.float32)
    assert won_shares(returns, np.array([0, 1, 2])).tolist() == [1.0, 0.5, 0.0]
    sure = strength_of(np.ones(50))
    assert sure.share == sure.high == 1.0
    assert 0.9 < sure.low < 0.95
    half = strength_of(np.array([0.0, 1.0] * 200))
    assert (half.low, half.high) == pytest.approx((0.451, 0.549), abs=2e-3)
    paired = strength_of(np.full(400, 0.5) + np.array([0.01, -0.01] * 200))
    assert paired.high - paired.low < 0.01
    assert half.high - half.low > 0.09


def test_a_bot_against_itself_is_even_over_all_seats_of_a_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The policy is a stand-in that plays as the bot does: each deal then adds up to one win."""
    config = small("evaluation.deals=6")
    player, ruleset_games = make_player("greedy"), VectorGame(1, 3)

    class Stand:
        games: Any = None

        def worths(self, *_: Any) -> None: ...

        def choose(self, *_: Any, rows: Any, worths: Any) -> Any:  # noqa: ARG002  # as the agent's
            bits = np.zeros(len(rows), np.uint64)
            return player.choose(Stand.games.states[rows], ruleset_games.rules, bits)

    original = evaluation.play_out

    def play_out(policy: Any, games: Any, *rest: Any) -> Any:
        Stand.games = games
        return original(policy, games, *rest)

    monkeypatch.setattr(evaluation, "play_out", play_out)
    strength = evaluate(Stand(), config, "greedy", 5)  # type: ignore[arg-type]
    assert strength.share == pytest.approx(1 / 3)


def with_part(parts: list[tuple[int, int, int]], part: int) -> tuple[list[tuple[int, int, int]], int]:
    return parts, part


def noted(parts: list[tuple[int, int, int]], part: int, first: int, last: int) -> None:
    parts.append((part, first, last))


def test_a_team_shares_out_all_rows_once() -> None:
    for size, count in product((1, 2, 3), (0, 1, 7, 9)):
        parts: list[tuple[int, int, int]] = []
        Team(size).run(noted, count, partial(with_part, parts))
        spans = sorted((first, last) for _, first, last in parts)
        assert [row for first, last in spans for row in range(first, last)] == list(range(count))
        assert sorted(part for part, _, _ in parts) == list(range(size))


def test_saved_arrays_of_a_policy_are_those_of_its_network(tmp_path: Path) -> None:
    training = SelfPlay(small(), tmp_path)
    arrays = training.network.arrays()
    assert set(training.network.shape.expected()) < set(arrays)
    expected = {name: array for name, array in expected_of(arrays).items() if name in training.network.shape.expected()}
    assert training.network.shape.expected() == expected
    assert isinstance(training.policy(), PolicyNet)


def test_imitation_learns_the_bot_s_moves(tmp_path: Path) -> None:
    settings = ("rollout.games=32", "rollout.steps=64", "ppo.minibatch=256", "ppo.learning_rate=0.003", "ppo.epochs=4")
    config = small(*settings, "imitation.bot=greedy", "imitation.decisions=9000", decisions=10**6)
    training = SelfPlay(config, tmp_path)
    player, games = make_player("greedy"), VectorGame(200, 3, seed=9)
    rng = np.random.default_rng(0)
    for _ in range(30):
        games.step(games.sample(rng))
    wanted = player.choose(games.states, games.rules, np.zeros(200, np.uint64))

    def agreement() -> float:
        return float((training.policy().choose(games.observations, games.action_masks) == wanted).mean())

    before = agreement()
    for _ in range(5):
        training.iterate()
    assert agreement() > max(0.6, before + 0.2)
    assert training.decisions >= 9_000
    assert not training.league.games.any()
    learnt = training.rollout._rows != NO_ROW
    assert learnt.all()
    training.iterate()
    assert not (training.rollout._rows != NO_ROW).all()


def test_the_rate_of_the_imitation_falls_in_a_line_to_its_last() -> None:
    config = small("imitation.decisions=1000", "imitation.learning_rate=0.01", "imitation.last_learning_rate=0.002")
    rates = [config.imitation.rate_after(decisions) for decisions in (0, 500, 1000, 1200)]
    assert rates == pytest.approx([0.01, 0.006, 0.002, 0.002])
    assert small("imitation.decisions=1000", "imitation.learning_rate=0.01").imitation.rate_after(900) == 0.01
