"""Intervals, ratings and the sequential test worked out once more, by the words of docs/statistics.md."""

from math import log, sqrt
from statistics import mean, variance
from typing import Any

import choix
import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from mom_env.arena.statistics.intervals import bounded_interval, mean_interval, share_interval, variance_of_share
from mom_env.arena.statistics.ratings import ELO, VIRTUAL, fit, rate
from mom_env.arena.statistics.sequential import BOUND, FIRST_LOOK, LOOK, Hypotheses, log_ratio, stop_of
from mom_env.errors import OptionError

pytestmark = pytest.mark.once


def quantile(deals: int) -> float:
    return float(stats.t.ppf(0.975, deals - 1))


def wilson(share: float, observations: float, z: float) -> tuple[float, float]:
    """Wilson's interval as the textbooks have it."""
    middle = (share + z**2 / (2 * observations)) / (1 + z**2 / observations)
    half = z / (1 + z**2 / observations) * sqrt(share * (1 - share) / observations + z**2 / (4 * observations**2))
    return middle - half, middle + half


# Shares


@pytest.mark.parametrize(("deals", "games", "share"), [(20, 2, 0.5), (50, 4, 0.25), (60, 4, 0.97), (200, 1, 0.1)])
def test_a_share_has_wilson_s_interval_with_as_many_observations_as_its_deals_are_worth(
    deals: int, games: int, share: float
) -> None:
    scores = np.random.default_rng(deals).binomial(games, share, deals) / games
    p, v = mean(scores), variance(scores)
    told = 4 * p * (1 - p) * (deals - 1)
    v = (v * told + p * (1 - p) * 0.1) / (told + 0.1)
    expected = wilson(p, deals * p * (1 - p) / v, quantile(deals))
    assert share_interval(scores, games) == pytest.approx((p, *expected))


@pytest.mark.parametrize(("deals", "games"), [(50, 2), (80, 4)])
def test_of_deals_that_came_out_alike_three_may_have_had_a_game_that_ended_otherwise(deals: int, games: int) -> None:
    v = 3 / deals * (1 / games) ** 2
    expected = wilson(0.5, deals * 0.25 / v, quantile(deals))
    assert share_interval(np.full(deals, 0.5), games) == pytest.approx((0.5, *expected))


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_where_all_was_won_or_lost_each_deal_counts_as_one_game(share: float) -> None:
    assert share_interval(np.full(40, share), 4)[1:] == pytest.approx(wilson(share, 40, quantile(40)))


def test_the_examples_of_the_page_are_right() -> None:
    """In 200 games on 100 deals, 96.2 to 100 against 97.1 to 99.9."""
    ends = [share_interval(np.array([last, *[1.0] * 99]), 2)[1:] for last in (1.0, 0.5)]
    assert [[f"{100 * end:.1f}" for end in both] for both in ends] == [["96.2", "100.0"], ["97.1", "99.9"]]


def test_anything_with_limits_has_the_interval_of_a_share_on_its_scale() -> None:
    values = np.random.default_rng(1).uniform(1, 4, 30)
    share = share_interval((values - 1) / 3, 4)
    assert bounded_interval(values, 4, 1, 4) == pytest.approx([1 + 3 * end for end in share])
    lead = bounded_interval(np.full(50, 1.0), 1, -1, 1)
    assert (lead.mean, lead.high) == pytest.approx((1, 1))
    assert 0.5 < lead.low < 1


def test_of_fewer_than_two_deals_nothing_is_known() -> None:
    assert mean_interval(np.array([3.0])) == (3, -np.inf, np.inf)
    assert mean_interval(np.array([3.0])).plain() == {"mean": 3, "low": None, "high": None}
    assert np.isfinite(mean_interval(np.array([3.0, 4.0]))).all()


# Ratings


def deals_of(*pairs: tuple[int, int, float]) -> NDArray[Any]:
    """A deal for each pair: how much of a win the first has over the second."""
    wins = np.zeros((len(pairs), 3, 3))
    for deal, (one, other, won) in enumerate(pairs):
        wins[deal, one, other], wins[deal, other, one] = won, 1 - won
    return wins


CHAIN = deals_of(*[(0, 1, 1.0)] * 7, *[(0, 1, 0.0)] * 4, *[(1, 2, 1.0)] * 5, *[(1, 2, 0.5)] * 3, *[(1, 2, 0.0)] * 2)


def test_each_pair_that_has_met_gets_one_drawn_game_more_and_no_other_pair() -> None:
    total = CHAIN.sum(axis=0)
    met = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]])
    expected = choix.ilsr_pairwise_dense(total + met / 2)
    ratings = rate(CHAIN)
    assert ratings.mean == pytest.approx(400 / log(10) * (expected - expected.mean()), abs=1e-4)
    assert ratings.mean.sum() == pytest.approx(0)
    assert pytest.approx(400 / log(10)) == ELO


def test_a_table_lost_by_all_to_all_counts_its_drawn_games_on_both_sides() -> None:
    sole = rate(deals_of(*[(0, 1, 1.0)] * 9, *[(1, 2, 1.0)] * 9))
    odds = np.exp((sole.mean[0] - sole.mean[1]) / ELO)
    assert odds == pytest.approx(9.5 / 0.5)


def test_the_interval_of_a_rating_is_the_sandwich_by_deals_with_student_s_quantile() -> None:
    """The drawn games count as if each of their sides came from a deal of its own."""
    deals, unit = len(CHAIN), np.eye(3)
    met = [(0, 1), (1, 2)]
    virtual = np.zeros((3, 3))
    for one, other in met:
        virtual[one, other] = virtual[other, one] = VIRTUAL
    logits = fit(CHAIN.sum(axis=0) + virtual)
    chance = 1 / (1 + np.exp(logits[None, :] - logits[:, None]))

    def slope(wins: NDArray[Any]) -> Any:
        """Of the log of the likelihood of these wins."""
        return sum(
            wins[i, j] * (1 - chance[i, j]) * (unit[i] - unit[j]) for i in range(3) for j in range(3) if wins[i, j]
        )

    spread = sum(np.outer(slope(wins), slope(wins)) for wins in CHAIN) * deals / (deals - 1)
    for one, other in (pair for both in met for pair in (both, both[::-1])):
        side = np.zeros((3, 3))
        side[one, other] = VIRTUAL
        spread = spread + np.outer(slope(side), slope(side))
    total = CHAIN.sum(axis=0) + virtual
    curved = np.zeros((3, 3))
    for i, j in met:
        weight = (total[i, j] + total[j, i]) * chance[i, j] * chance[j, i]
        curved += weight * np.outer(unit[i] - unit[j], unit[i] - unit[j])
    inverse = np.linalg.pinv(curved)
    half = quantile(deals) * np.sqrt(np.diag(inverse @ spread @ inverse))
    found = rate(CHAIN)
    assert (found.high - found.mean) / ELO == pytest.approx(half)
    assert (found.mean - found.low) / ELO == pytest.approx(half)


def test_players_who_met_through_others_are_rated_and_an_unbeaten_one_has_no_upper_end() -> None:
    unbeaten = rate(deals_of((0, 1, 1.0), (0, 1, 1.0), (1, 2, 1.0), (1, 2, 0.0)))
    assert np.isposinf(unbeaten.high).tolist() == [True, False, False]
    assert np.isneginf(unbeaten.low).tolist() == [False, True, True]  # their group was never ahead of player 0
    beaten = rate(deals_of((1, 0, 1.0), (1, 0, 1.0), (2, 1, 1.0), (2, 1, 0.0)))
    assert np.isneginf(beaten.low).tolist() == [True, False, False]
    assert np.isposinf(beaten.high).tolist() == [False, True, True]
    with pytest.raises(OptionError, match=r"\[2\] never met player 0"):
        rate(deals_of((0, 1, 1.0), (1, 0, 1.0)))


# The sequential test

TEST = Hypotheses(0.4, 0.6)


def test_the_log_of_the_ratio_is_that_of_normal_means_with_the_variance_of_the_deals() -> None:
    scores = np.random.default_rng(3).binomial(4, 0.45, 70) / 4
    scale = sqrt(variance_of_share(scores, 4))
    expected = float((stats.norm.logpdf(scores, 0.6, scale) - stats.norm.logpdf(scores, 0.4, scale)).sum())
    assert log_ratio(TEST, scores, 4) == pytest.approx(expected)


def test_it_looks_after_60_deals_and_after_every_20_more() -> None:
    assert pytest.approx(log(19)) == BOUND
    assert (FIRST_LOOK, LOOK) == (60, 20)
    for deals in (60, 80):
        scores = np.concatenate([np.resize([1.0, 0.0], deals - 20), np.ones(20)])
        assert stop_of(TEST, scores, 1) == (deals, log_ratio(TEST, scores, 1), "high")
        assert stop_of(TEST, 1 - scores, 1) == (deals, log_ratio(TEST, 1 - scores, 1), "low")
        assert stop_of(TEST, scores[:-1], 1).verdict == "open"


def test_a_look_heeds_only_the_deals_before_it() -> None:
    good = np.resize([1.0, 1.0, 1.0, 0.0], 60)
    stop = stop_of(TEST, np.concatenate([good, np.zeros(60)]), 1)
    assert stop == (60, log_ratio(TEST, good, 1), "high")


def test_deals_that_were_all_won_count_as_single_games_at_the_middle() -> None:
    """Else nothing would vary, and one look would prove everything."""
    expected = 60 * 0.2 * (2 - 1.0) / (2 * 0.25 / (60 * 2))
    assert log_ratio(TEST, np.ones(60), 2) == pytest.approx(expected)
