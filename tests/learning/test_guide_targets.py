"""Targets from a guide: in an imitation, a probability for each legal action instead of the bot's choice alone."""

from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
import torch

from mom_env.ape_town.guide import guide as ape_guide
from mom_env.errors import ConfigError
from mom_env.games import load
from mom_env.learning.batches import worths_in
from mom_env.learning.config_checks import check_config
from mom_env.learning.selfplay.rollout import Batch
from mom_env.learning.selfplay.trainer import SelfPlay
from mom_env.players.guide import Guide, has_guide
from mom_env.players.specs import make_player
from tests.learning.small import fingerprint, small, trained

pytestmark = pytest.mark.train
CARDS: dict[str, Any] = {"game": "high_card", "num_players": [2, 3]}
SOFT = ("imitation.decisions=100000", "imitation.temperature=0.5", "imitation.bot=random", "network.precision=fp32")


def lists_of(batch: Batch) -> list[slice]:
    return [slice(*batch.offsets[row : row + 2]) for row in range(len(batch.taken))]


@pytest.mark.parametrize("game", ["ape_town", "monkeys_on_the_moon"])
def test_planner_chooses_what_the_guide_finds_best(game: str) -> None:
    """Both think the same, so a cold guide teaches planner's choices."""
    games = load(game).people.VectorGame(40, 3, seed=5)
    planner, rng, same, compared = make_player("planner", game), np.random.default_rng(1), 0, 0
    for _ in range(30):
        offsets, listed = listed_in(games)
        worths = Guide(game).worths(games.states, games.rules, offsets, listed)
        chosen = planner.choose(games.states, games.rules, np.zeros(40, np.uint64))
        for i in range(40):
            entries = slice(*offsets[i : i + 2])
            if entries.stop - entries.start > 1:
                taken = int(np.flatnonzero(listed[entries] == chosen[i])[0])
                same += bool(worths[entries][taken] >= worths[entries].max() - 1e-4)
                compared += 1
        games.step(games.sample(rng))
    assert compared > 400
    assert same == compared if game == "ape_town" else same > 0.9 * compared


def listed_in(games: Any) -> tuple[Any, Any]:
    """Where the list of each game begins, and the legal actions of all games."""
    rows, listed = np.nonzero(games.action_masks)
    return np.searchsorted(rows, np.arange(games.num_games + 1)), listed.astype(np.int32)


@numba.njit  # type: ignore[untyped-decorator]  # Numba has no types
def write_points(states: Any, rules: Any, looks: Any, style: int, offsets: Any, actions: Any, points: Any) -> None:
    """What `planner` thinks in points, by the names of the game's own module."""
    for i in range(len(states)):
        ape_guide.begin_look(states[i], rules[0], style, looks[0])
        for j in range(offsets[i], offsets[i + 1]):
            points[j] = ape_guide.worth_of(states[i], rules[0], style, looks[0], actions[j])


def test_a_worth_higher_by_the_temperature_of_the_game_counts_one() -> None:
    games, search = load("ape_town").people.VectorGame(3, 2, seed=4), load("ape_town").search
    offsets, listed = listed_in(games)
    worths, points = Guide("ape_town").worths(games.states, games.rules, offsets, listed), np.zeros(len(listed))
    style = list(search.PLAYOUTS).index("planner")
    write_points(games.states, games.rules, np.zeros(1, search.LOOK_DTYPE), style, offsets, listed, points)
    np.testing.assert_allclose(worths, points / 2.0, rtol=1e-4)  # an e-fold weight for 2 points
    assert np.ptp(points) > 0.2


def test_each_game_is_judged_by_its_own_rules() -> None:
    games = load("ape_town").people.VectorGame(8, [2, 4], seed=4)
    rng = np.random.default_rng(2)
    for _ in range(20):
        games.step(games.sample(rng))
    offsets, listed = listed_in(games)
    found = worths_in(Guide("ape_town"), games, np.arange(8), offsets, listed)
    others = 0.0
    for block, other in zip(games.blocks, games.blocks[::-1], strict=True):
        for i in range(block.first, block.last):
            own = slice(*offsets[i : i + 2])
            given = games.states[i : i + 1], np.array([0, own.stop - own.start]), listed[own]
            worths, wrong = (
                Guide("ape_town").worths(given[0], each.ruleset.rules, *given[1:]) for each in (block, other)
            )
            np.testing.assert_allclose(found[own], worths, rtol=1e-5)
            others += float(abs(wrong - worths).max())
    assert others > 0.1


def test_the_targets_are_the_softmax_of_what_the_guide_thinks(tmp_path: Path) -> None:
    training = SelfPlay(small(*SOFT, "rollout.steps=1", "rollout.games=40", **CARDS), tmp_path)
    games = training.rollout.games
    wanted: list[Any] = []
    for block in games.blocks:
        for i in range(block.first, block.last):
            listed = np.flatnonzero(games.action_masks[i]).astype(np.int32)
            offsets = np.array([0, len(listed)])
            worths = Guide("high_card").worths(games.states[i : i + 1], block.ruleset.rules, offsets, listed)
            weights = np.exp((worths - worths.max()) / 0.5)
            wanted.append(weights / weights.sum())
    batch = training.rollout.collect(imitate=True)
    assert batch.searched.all()
    spread = 0
    for entries, shares in zip(lists_of(batch), wanted, strict=True):
        np.testing.assert_allclose(batch.targets[entries], shares, rtol=1e-4)
        spread += shares.max() > 1.2 / len(shares)
    assert spread > 5


def test_the_loss_is_the_cross_entropy_with_these_targets(tmp_path: Path) -> None:
    training = trained(small(*SOFT, **CARDS), tmp_path, 1)
    batch, network = training.rollout.collect(imitate=True), training.network
    with torch.no_grad():
        logits = network.policy(network.hidden(batch.seen, network.cast())).numpy()
    total = 0.0
    for row in batch.known:
        entries = slice(*batch.offsets[row : row + 2])
        legal = logits[row, batch.ids[entries]]
        logs = legal - np.log(np.exp(legal - legal.max()).sum()) - legal.max()
        total -= float(batch.targets[entries] @ logs)
    training.update.config = training.update.config.model_copy(update={"epochs": 1, "minibatch": 10**6})
    metrics = training.update.learn(batch, training.rng, imitate=True)
    assert metrics["search_loss"] == pytest.approx(total / len(batch.known), rel=1e-4)
    assert metrics["policy_loss"] == 0


def test_they_are_learnt(tmp_path: Path) -> None:
    training = SelfPlay(small(*SOFT, "rollout.steps=50", **CARDS), tmp_path)
    losses = [training.iterate()["search_loss"] for _ in range(25)]
    batch = training.rollout.collect(imitate=True)
    targets = batch.targets[: batch.offsets[-1]]
    least = -float(targets @ np.log(targets)) / len(batch.taken)  # the entropy of the targets themselves
    assert losses[-1] - least < 0.5 * (losses[0] - least)


def test_after_the_imitation_there_are_none(tmp_path: Path) -> None:
    training = SelfPlay(small(*SOFT, "imitation.decisions=200", **CARDS), tmp_path)
    assert "search_loss" in training.iterate()
    while training.decisions < 200:
        training.iterate()
    assert "search_loss" not in training.iterate()


def test_the_same_seed_gives_the_same_bits(tmp_path: Path) -> None:
    found = [fingerprint(trained(small(*SOFT, **CARDS), tmp_path / name, 2)) for name in ("one", "other")]
    assert found[0] == found[1]


def test_a_game_without_a_guide_is_refused() -> None:
    assert has_guide("high_card")
    assert not has_guide("berries")
    with pytest.raises(ConfigError, match=r"imitation\.temperature: expected 0 for berries, whose search has no guide"):
        check_config(small(*SOFT, game="berries", num_players=2))
    with pytest.raises(ConfigError, match=r"imitation\.temperature: expected 0 with the trainer sb3"):
        check_config(small(*SOFT, "trainer=sb3", game="high_card", num_players=2))
