"""Whom the learner meets: past selves that stay as they were, draws by score, and what a game changes in a score."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mom_env.learning.selfplay.league import LEARNER, SHADOW, League
from mom_env.learning.selfplay.network import Network
from mom_env.learning.selfplay.rollout import Rollout
from mom_env.learning.selfplay.trainer import SelfPlay
from tests.learning.small import small

pytestmark = pytest.mark.train

GAME = "monkeys_on_the_moon"
TINY = ("deck=mini", "rollout.games=10", "rollout.steps=4")


@pytest.fixture
def network(tmp_path: Path) -> Network:
    return SelfPlay(small("deck=mini", "rollout.games=2"), tmp_path).network


def league_of(network: Network, *settings: str) -> League:
    return League(small(*settings).league, GAME, [3], network)


class Drawn:
    """A generator that draws what it is told to."""

    def __init__(self, *numbers: float) -> None:
        self.numbers = list(numbers)

    def random(self) -> float:
        return self.numbers.pop(0)


def test_a_past_self_stays_as_it_was(network: Network) -> None:
    league = league_of(network, "league.pool=2")
    before = network.arrays()
    league.add(network)
    network.set_arrays({name: array + 1 for name, array in before.items()})
    assert all(np.array_equal(array, before[name]) for name, array in league.pool[0].arrays().items())
    league.add(network)
    assert all(np.array_equal(array, before[name] + 1) for name, array in league.pool[1].arrays().items())
    assert not any(weight.requires_grad for past in league.pool for weight in past.parameters())


def test_the_newest_takes_the_place_of_the_oldest(network: Network) -> None:
    league = league_of(network, "league.pool=3")
    before = network.arrays()
    for number in range(5):
        network.set_arrays({name: np.full_like(array, number) for name, array in before.items()})
        league.add(network)
    assert [float(past.policy.bias[0]) for past in league.pool] == [3, 4, 2]
    assert league.added == 5


def test_opponents_are_drawn_by_how_often_they_win(network: Network) -> None:
    """A weight of 0.05 and the square of what the learner does not win: 0.05, 0.3 and 1.05 here."""
    league = league_of(network, "league.pool=3", "league.bots=['greedy','random']")
    league.scores[:] = [1.0, 0.5, 0.0, 1.0, 0.0]
    edges = np.array([0.0, 0.05, 0.35]) / 1.4
    below = [float(edge) - 1e-6 for edge in (*edges[1:], 1.0)]
    assert [league.draw(0, 3, Drawn(number)) for number in edges + 1e-6] == [0, 1, 2]  # type: ignore[arg-type]
    assert [league.draw(0, 3, Drawn(number)) for number in below] == [0, 1, 2]  # type: ignore[arg-type]
    assert [league.draw_bot(Drawn(number)) for number in (0.0, 0.04, 0.05, 0.99)] == [3, 3, 4, 4]  # type: ignore[arg-type]


def test_only_past_selves_that_are_there_are_met(network: Network) -> None:
    league, rng = league_of(network, "league.pool=3"), np.random.default_rng(0)
    league.draw_past(rng)
    assert league.past == SHADOW
    for number in (1, 2):
        league.add(network)
        met = set()
        for _ in range(40):
            league.draw_past(rng)
            met.add(league.past)
        assert met == set(range(number))
    assert [league.is_bot(opponent) for opponent in (SHADOW, LEARNER, 0, 2, 3)] == [False, False, False, False, True]


@pytest.mark.parametrize(
    ("returns", "seat", "share"),
    [([1, -0.5, -0.5], 0, 1), ([1, -0.5, -0.5], 1, 0), ([0.25, -0.5, 0.25], 2, 1 / 2), ([0, 0, 0], 1, 1 / 3)],
)
def test_a_game_counts_a_hundredth_of_a_score(returns: list[float], seat: int, share: float, network: Network) -> None:
    league = league_of(network)
    bot = league.config.pool
    assert league.scores[bot] == pytest.approx(1 / 3)
    league.record(bot, np.array(returns), seat)
    assert league.scores[bot] == pytest.approx(0.99 / 3 + 0.01 * share)
    assert league.games.tolist() == [int(number == bot) for number in range(league.num_opponents)]


def test_a_restored_league_is_the_league(network: Network) -> None:
    league = league_of(network, "league.pool=2")
    for number in range(3):
        network.set_arrays({name: np.full_like(array, number) for name, array in network.arrays().items()})
        league.add(network)
    league.record(league.config.pool, np.array([1.0, 0, 0]), 0)
    other = league_of(network, "league.pool=2")
    other.restore(league.added, league.scores, league.games, league.arrays())
    assert (other.added, other.scores.tolist(), other.games.tolist()) == (
        3,
        league.scores.tolist(),
        league.games.tolist(),
    )
    assert [float(past.policy.bias[0]) for past in other.pool] == [2, 1]


# Who sits where


def rollout_of(tmp_path: Path, *settings: str) -> Rollout:
    return SelfPlay(small(*TINY, *settings), tmp_path).rollout


def test_games_are_shared_out_among_self_play_past_selves_and_bots(tmp_path: Path) -> None:
    rollout = rollout_of(tmp_path, "league.past_share=0.4", "league.bot_share=0.2", "league.pool=2")
    rollout.league.past = 1
    for game in range(10):
        rollout._seat_players(game)
    learners = (rollout.players == LEARNER).sum(axis=1).tolist()
    assert learners == [3] * 4 + [1] * 6
    others = [set(row[row != LEARNER].tolist()) for row in rollout.players]
    assert others == [set()] * 4 + [{1}] * 4 + [{2}] * 2


def test_one_learner_sits_on_every_seat(tmp_path: Path) -> None:
    rollout = rollout_of(tmp_path, "league.learner_seats=one", "league.past_share=0", "league.bot_share=0")
    seats = set()
    for _ in range(60):
        rollout._seat_players(0)
        assert sorted(rollout.players[0].tolist()) == [SHADOW, SHADOW, LEARNER]
        seats.add(int(np.argmax(rollout.players[0] == LEARNER)))
    assert seats == {0, 1, 2}


def test_the_end_of_a_game_is_recorded_for_its_opponent_at_the_learner_s_seat(tmp_path: Path) -> None:
    rollout = rollout_of(tmp_path, "league.past_share=0", "league.bot_share=1.0", "league.pool=2")
    recorded: list[Any] = []
    rollout.league.record = lambda *told: recorded.append(told)  # type: ignore[method-assign]
    rollout.games.returns[4, :3] = [-0.5, 1, -0.5]
    rollout.players[4] = [2, LEARNER, 2]
    seats = set()
    for _ in range(30):
        rollout.players[4] = [2, LEARNER, 2]
        rollout._end_game(4)
        seats.add(int(np.argmax(rollout.players[4] == LEARNER)))
    assert {(opponent, tuple(returns), seat) for opponent, returns, seat in recorded} == {(2, (-0.5, 1, -0.5), 1)}
    assert seats == {0, 1, 2}  # drawn again for the next deal
    rollout.players[4] = LEARNER
    rollout._end_game(4)
    assert len(recorded) == 30
