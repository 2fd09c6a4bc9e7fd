"""Guided networks: a guide's estimates are added to the logits, in training, in play and in a search."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numba import njit

from mom_env.contract.workspace import workspace_dtype
from mom_env.errors import CheckpointError, ConfigError
from mom_env.games import load
from mom_env.learning import checkpoint
from mom_env.learning.config_checks import check_config
from mom_env.learning.evaluation import choose_by
from mom_env.learning.export import export_agent
from mom_env.learning.initial import initial_agent
from mom_env.learning.selfplay.minibatch import OnCpu, OnDevice
from mom_env.learning.selfplay.trainer import SelfPlay
from mom_env.loops import loop_of
from mom_env.players.agent import Agent
from mom_env.players.guide import Guide
from mom_env.players.kinds import AgentPlayer
from mom_env.players.net import make_net
from mom_env.players.policy_net import GUIDED, NetworkShape, PolicyNet
from mom_env.players.specs import make_player
from tests.learning.small import fingerprint, small, trained

pytestmark = pytest.mark.train
MONKEYS: dict[str, Any] = {"num_players": [2, 3]}  # which turns positions, so that ids are not actions
GUIDE = ("network.guide_weight=3", "network.precision=fp32")


def training(tmp_path: Path, *settings: str, iterations: int = 1) -> SelfPlay:
    return trained(small(*GUIDE, *settings, **MONKEYS), tmp_path, iterations)


def of_block(games: Any, i: int) -> Any:
    return next(block.ruleset.rules for block in games.blocks if i < block.last)


def worths_of(games: Any, i: int, game: str = "monkeys_on_the_moon") -> Any:
    """Return by how much each legal action of game `i` is worse than the best one, by the definition."""
    listed = np.flatnonzero(games.action_masks[i]).astype(np.int32)
    worths = Guide(game).worths(games.states[i : i + 1], of_block(games, i), np.array([0, len(listed)]), listed)
    table = np.zeros(games.action_masks.shape[1], np.float32)
    table[listed] = np.maximum(worths - worths.max(), -20)
    return table


def plain_and_guided(found: SelfPlay) -> tuple[PolicyNet, PolicyNet]:
    """The same weights with and without the guide."""
    policy = found.policy()
    shape = NetworkShape.model_validate(policy.shape.model_dump() | {"guided": False})
    others = {name: array for name, array in policy.arrays.items() if name != GUIDED}
    return PolicyNet(policy.game, shape, others), policy


# In play


def test_the_estimates_are_added_with_a_weight_for_each_action(tmp_path: Path) -> None:
    found = training(tmp_path)
    assert found.network.guided is not None
    torch.nn.init.uniform_(found.network.guided.weight, 0.5, 4, generator=torch.Generator().manual_seed(1))
    (plain, guided), games = plain_and_guided(found), found.rollout.games
    different = 0
    for _ in range(12):
        seen, masks = games.observations, games.action_masks
        worths = np.stack([worths_of(games, i) for i in range(len(seen))])
        without, logits = plain.logits(seen, masks), guided.logits(seen, masks, worths)
        turned = np.zeros(masks.shape, np.float32)  # the weight of each action, whose id may be another one
        sight = guided._sight  # nothing else says how a position was turned
        guided.logits(seen, masks, worths)
        for i in range(len(seen)):
            own = slice(*sight.offsets[i : i + 2])
            turned[i, sight.actions[own]] = guided.arrays[GUIDED][sight.ids[own]]
        legal = masks == 1
        np.testing.assert_allclose(logits[legal], (without + turned * worths)[legal], rtol=1e-4, atol=1e-4)
        different += int((without.argmax(1) != logits.argmax(1)).sum())
        games.step(games.sample(np.random.default_rng(1)))
    assert different > 10


@pytest.mark.parametrize("game", ["monkeys_on_the_moon", "ape_town", "monsters_on_the_moon", "four_monkeys"])
def test_at_first_the_policy_is_the_guide_and_players_ask_it_for_the_position(game: str, tmp_path: Path) -> None:
    config = small("network.guide_weight=100", "network.hidden=[4]", game=game, num_players=2)
    found = SelfPlay(config, tmp_path)
    export_agent(found.network.agent_arrays(), found.network.shape, config, {"decisions": 1}, tmp_path / "agent")
    player, games = make_player(str(tmp_path / "agent"), game), found.rollout.games
    assert isinstance(player, AgentPlayer)
    version = load(game).search.VERSION
    assert player.made_from == f"agent version 1 guided by search version {version} {player.agent.hash}"
    clear = 0
    for step in range(6):
        worths = np.stack([worths_of(games, i, game) for i in range(games.num_games)])
        masked = np.sort(np.where(games.action_masks == 1, worths, -100), 1)
        is_clear = masked[:, -2] < -0.3
        bits = np.zeros(games.num_games, np.uint64)
        actions = player.choose(games.states, games.rules, bits)
        best = np.where(games.action_masks == 1, worths, -100).argmax(1)
        assert (actions[is_clear] == best[is_clear]).all()
        assert (actions == choose_by(player.agent, games, np.arange(games.num_games))).all()
        clear += int(is_clear.sum())
        games.step(games.sample(np.random.default_rng(step)))
    assert clear > 5


def test_players_of_some_games_ask_the_guide_for_these(tmp_path: Path) -> None:
    found = trained(small(*GUIDE, num_players=2), tmp_path, 1)
    policy, games, rng = found.policy(), found.rollout.games, np.random.default_rng(4)
    for _ in range(15):
        games.step(games.sample(rng))
        every = choose_by(policy, games, np.arange(games.num_games))
        for rows in ([1, 4, 5], [9], [3, 2]):
            assert choose_by(policy, games, np.array(rows)).tolist() == every[rows].tolist()


def test_a_guided_agent_needs_the_estimates(tmp_path: Path) -> None:
    found = training(tmp_path)
    games = found.rollout.games
    with pytest.raises(CheckpointError, match="worths: expected the estimates of the network's guide, found none"):
        found.policy().choose(games.observations, games.action_masks)


def test_estimates_far_below_the_best_one_count_alike() -> None:
    class Far(Guide):
        def worths(self, states: Any, rules: Any, offsets: Any, actions: Any) -> Any:  # noqa: ARG002  # as the guide's
            return np.where(np.arange(len(actions)) % 2, -1e9, actions).astype(np.float32)

    masks = np.array([[0, 1, 1, 1, 0], [1, 0, 0, 0, 0]], np.int8)
    game = load("high_card").kernels
    assert game.NUM_ACTIONS >= 5
    table = Far("high_card").table(np.zeros(2, game.STATE_DTYPE), np.zeros(1, game.RULES_DTYPE), masks)
    assert table.tolist() == [[0, -2, -20, 0, 0], [0, 0, 0, 0, 0]]


# In a search


@pytest.mark.parametrize("game", ["monkeys_on_the_moon", "monsters_on_the_moon"])
def test_a_search_asks_the_same_network_and_guide(game: str, tmp_path: Path) -> None:
    """In Monsters on the Moon some actions are worse than LEAST_WORTH, and count as if they were no worse than that."""
    found = SelfPlay(small("network.guide_weight=0.2", "network.precision=fp32", game=game, num_players=2), tmp_path)
    assert found.network.guided is not None
    torch.nn.init.uniform_(found.network.guided.weight, 0.1, 0.3, generator=torch.Generator().manual_seed(1))
    policy, games, module = found.policy(), found.rollout.games, load(game)
    net, works = (
        make_net(game, policy.shape, policy.arrays),
        np.zeros(1, workspace_dtype(module.kernels, module.search)),
    )
    tree, compared, least = loop_of(module.package, "tree"), 0, 0.0

    @njit  # type: ignore[untyped-decorator]  # numba has no types
    def prepare(states: Any, i: int, rules: Any, works: Any, net: Any, count: int) -> None:
        """Pass records on, which Python cannot if their fields overlap."""
        tree.prepare(states[i], rules[0], works[0], net, count, 0)

    for _ in range(6):
        for i in range(games.num_games):
            masks = games.action_masks[i : i + 1]
            worths = policy.worths(games.states[i : i + 1], games.rules, masks)
            assert worths is not None
            logits = policy.logits(games.observations[i : i + 1], masks, worths)[0]
            moves = np.flatnonzero(masks[0])[::-1].copy()
            works["moves"][0, : len(moves)], works["prior"] = moves, 1
            prepare(games.states, i, games.rules, works, net, len(moves))
            wanted = np.exp(logits[moves] - logits.max())
            np.testing.assert_allclose(works["priors"][0, : len(moves)], wanted / wanted.sum(), rtol=2e-3, atol=1e-6)
            compared, least = compared + (len(moves) > 1), min(least, float(worths.min()))
        games.step(games.sample(np.random.default_rng(2)))
    assert compared > 20
    assert least == -20 or game == "monkeys_on_the_moon"


# In training


def test_the_weights_are_learnt_and_checkpoints_continue_to_the_bit(tmp_path: Path) -> None:
    found = training(tmp_path, "ppo.magnet=0.2", iterations=2)
    assert found.network.guided is not None
    before = found.network.guided.weight.detach().numpy().copy()
    assert len(np.unique(before)) > 5
    assert (before == 3).any()  # of an action that nobody had a choice of
    again = checkpoint.load_checkpoint(checkpoint.save(found, tmp_path / "checkpoints"), tmp_path)
    for one in (found, again):
        one.iterate()
    assert fingerprint(found) == fingerprint(again)
    assert not np.array_equal(found.network.guided.weight.detach().numpy(), before)


@pytest.mark.parametrize("is_plain", [False, True])
def test_what_was_played_is_what_is_learnt_from(is_plain: bool, tmp_path: Path) -> None:
    """Before the first step, the loss sees the log-probabilities with which the actions were drawn."""
    found = training(tmp_path)
    batch, team = found.rollout.collect(), found.update._team
    decisions = OnDevice(batch, torch.device("cpu")) if is_plain else OnCpu(batch, team)
    rows = np.random.default_rng(3).permutation(batch.known)
    part, legal, worths = decisions.minibatch(rows)
    with torch.no_grad():
        outputs = found.network(part.seen, legal, part.seats, part.overviews, worths)
    np.testing.assert_allclose(outputs.log_probs.numpy(), batch.log_probs[rows], rtol=1e-3, atol=1e-4)
    assert batch.worths[: batch.offsets[-1]].min() < -1


def test_a_training_begins_as_a_guided_agent_plays_but_not_without_its_guide(tmp_path: Path) -> None:
    found = training(tmp_path)
    export_agent(found.network.agent_arrays(), found.network.shape, found.config, {"decisions": 1}, tmp_path / "first")
    agent = initial_agent(str(tmp_path / "first"), small(*GUIDE, "seed=9", **MONKEYS))
    assert np.array_equal(agent.arrays[GUIDED], Agent(tmp_path / "first").arrays[GUIDED])
    with pytest.raises(ConfigError, match="network: expected the agent's"):
        initial_agent(str(tmp_path / "first"), small(**MONKEYS))


def test_a_game_or_a_trainer_without_a_guide_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"network\.guide_weight: expected 0 for berries, whose search has no guide"):
        check_config(small("network.guide_weight=1", game="berries", num_players=2))
    with pytest.raises(ConfigError, match=r"network\.guide_weight: expected 0 with the trainer sb3, found 1"):
        check_config(small("network.guide_weight=1", "trainer=sb3", game="high_card", num_players=2))
    shape = NetworkShape(inputs=38, hidden=[2], actions=6, symmetry="none", guided=True)
    with pytest.raises(CheckpointError, match=r"guided: expected False for berries|inputs"):
        PolicyNet("berries", shape, {name: np.zeros(one.shape, np.float32) for name, one in shape.expected().items()})
