"""Intervals, ratings and the sequential test: honest, and independent of what must not matter."""

from collections.abc import Iterator
from pathlib import Path

import choix
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mom_env.arena.game_records import Games, game_dtype
from mom_env.arena.plan import Plan
from mom_env.arena.statistics import coverage
from mom_env.arena.statistics.coverage import (
    TIES,
    coverage_of_ratings,
    coverage_of_share,
    simulate,
    strengths_for,
    verdicts,
)
from mom_env.arena.statistics.duplicates import ratio_interval
from mom_env.arena.statistics.intervals import mean_interval, share_interval
from mom_env.arena.statistics.ratings import ELO, VIRTUAL, fit, pair_wins, rate
from mom_env.arena.statistics.sequential import Hypotheses, checked_test, stop_of
from mom_env.arena.summary import summarize
from mom_env.common.page_parts import print_and_write
from mom_env.errors import OptionError

pytestmark = pytest.mark.once
TOURNAMENTS = 200
# 200 tournaments tell a coverage of 95 % to 1.5 points: two of these on either side of what is asked.
LOWEST, HIGHEST = coverage.LEAST - 0.03, coverage.MOST + 0.025

each_tie = pytest.mark.parametrize("tie", TIES, ids=lambda tie: tie.name)


def played(places: list[list[int]], players: list[list[int]] | None = None, games_a_deal: int = 2) -> Games:
    games = np.zeros(len(places), game_dtype(len(places[0])))
    games["places"], games["forfeit"] = places, -1
    games["players"] = players or [list(range(len(places[0])))] * len(places)
    games["deal"] = np.arange(len(places)) // games_a_deal
    return games


@each_tie
@pytest.mark.parametrize("share", coverage.SHARES)
def test_intervals_of_shares_hold_the_truth(tie: coverage.Tie, share: float) -> None:
    assert LOWEST <= coverage_of_share(share, tie, 50, TOURNAMENTS, seed=1) <= HIGHEST


@each_tie
def test_intervals_of_ratings_hold_the_truth(tie: coverage.Tie) -> None:
    found = coverage_of_ratings(tie, 50, TOURNAMENTS, seed=1)
    assert found.min() >= LOWEST
    assert found.max() <= HIGHEST


def test_intervals_that_are_too_narrow_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mom_env.arena.statistics.intervals.quantile", lambda _: 1.4)
    assert coverage_of_share(0.5, TIES[0], 200, TOURNAMENTS, seed=1) < LOWEST


@pytest.mark.parametrize("share", coverage.SHARES)
@each_tie
def test_simulated_tournaments_have_the_strength_that_is_said(tie: coverage.Tie, share: float) -> None:
    games = simulate(np.random.default_rng(2), strengths_for(share), tie, 4_000)
    found = (games["places"][games["players"] == 0] == 1).mean()
    assert found == pytest.approx(share, abs=0.03)


def test_simulated_deals_are_tied_together_as_is_said() -> None:
    def spread(tie: coverage.Tie) -> float:
        games = simulate(np.random.default_rng(2), np.zeros(4), tie, 4_000)
        won = (games["places"] == 1) & (games["players"] == 0)
        return float(won.sum(axis=1).reshape(-1, 4).mean(axis=1).var() / (0.25 * 0.75 / 4))

    independent, negative, positive = (spread(tie) for tie in TIES if tie.name != "mixed")
    assert independent == pytest.approx(1, abs=0.1)
    assert negative < 0.3
    assert positive > 1.5


def test_deals_that_came_out_alike_are_no_proof() -> None:
    """Two seats, and each deal is won once by either: the share is a half, but not for sure."""
    interval = share_interval(np.full(50, 0.5), 2)
    assert interval.mean == 0.5
    assert 0.4 < interval.low < 0.49
    assert 0.51 < interval.high < 0.6


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_an_interval_stays_among_shares_and_has_a_width(share: float) -> None:
    interval = share_interval(np.full(50, share), 4)
    assert 0 <= interval.low < interval.high <= 1
    assert interval.high - interval.low > 0.05


def test_an_interval_of_independent_single_games_is_wilson_s_with_student_s_quantile() -> None:
    from scipy import stats

    scores = np.repeat([0.0, 1.0], [300, 700])
    expected = stats.binomtest(700, 1000).proportion_ci(0.95, method="wilson")
    interval = share_interval(scores, 1)
    assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high), abs=2e-4)


def test_an_interval_of_means_is_student_s() -> None:
    from scipy import stats

    values = np.random.default_rng(1).normal(3, 2, 40)
    expected = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert mean_interval(values)[1:] == pytest.approx((expected.low, expected.high))


def test_a_player_who_won_everything_may_still_lose() -> None:
    plan = Plan(players=("a", "b"), num_players=2, lineups=((0, 1),), deals=20, seed=0)
    summary = summarize(plan, played([[1, 2]] * 40))
    lead = summary.leads[0][2]
    assert (lead.mean, lead.high) == (1, 1)
    assert 0.5 < lead.low < 0.9
    assert 1.05 < summary.standings[0].place.high < 1.3


# Ratings

tables = st.lists(st.lists(st.integers(1, 4), min_size=4, max_size=4), min_size=6, max_size=24).filter(
    lambda places: len(places) % 2 == 0
)


@settings(max_examples=50, deadline=None)
@given(tables, st.randoms(use_true_random=False))
def test_the_order_of_games_does_not_matter(places: list[list[int]], chance: object) -> None:
    games = played(places)
    order = np.arange(len(games))
    np.random.default_rng(chance.randrange(1000)).shuffle(order)  # type: ignore[attr-defined]
    one, other = rate(pair_wins(games, 4)), rate(pair_wins(games[order], 4))
    assert np.allclose(one.mean, other.mean)
    assert np.allclose(one.low, other.low)


@settings(max_examples=50, deadline=None)
@given(tables, st.permutations(range(4)))
def test_names_do_not_matter(places: list[list[int]], names: list[int]) -> None:
    games = played(places)
    renamed = games.copy()
    renamed["players"] = np.array(names)[games["players"]]
    one, other = rate(pair_wins(games, 4)), rate(pair_wins(renamed, 4))
    for ends, same in zip(one, other, strict=True):
        assert np.allclose(ends, same[names])


@settings(max_examples=50, deadline=None)
@given(tables)
def test_a_reversed_result_reverses_the_ratings(places: list[list[int]]) -> None:
    games = played(places)
    reverse = games.copy()
    reverse["places"] = 5 - games["places"]
    assert np.allclose(rate(pair_wins(games, 4)).mean, -rate(pair_wins(reverse, 4)).mean)


def test_ties_alone_make_equals() -> None:
    ratings = rate(pair_wins(played([[1, 1, 1]] * 6), 3))
    assert np.allclose(ratings.mean, 0)
    assert np.isfinite(ratings.low).all()


def test_a_tie_is_half_a_win_each() -> None:
    wins = pair_wins(played([[1, 1, 3]]), 3)[0]
    assert wins.tolist() == [[0, 0.5, 1], [0.5, 0, 1], [0, 0, 0]]


def test_the_same_player_twice_at_a_table_does_not_meet_itself() -> None:
    wins = pair_wins(played([[1, 2, 3]], [[0, 0, 1]]), 2)[0]
    assert wins.tolist() == [[0, 2], [0, 0]]


def test_a_one_sided_table_has_ratings_with_open_ends() -> None:
    ratings = rate(pair_wins(played([[1, 2, 3]] * 20), 3))
    assert list(ratings.mean) == sorted(ratings.mean, reverse=True)
    assert np.isposinf(ratings.high[0])
    assert np.isneginf(ratings.low[2])
    assert np.isfinite(ratings.low[0])
    assert np.isfinite(ratings.high[2])


def test_players_who_never_met_are_refused() -> None:
    games = played([[1, 2], [2, 1], [1, 2], [2, 1]], [[0, 1], [0, 1], [2, 3], [2, 3]])
    with pytest.raises(OptionError, match=r"\[2, 3\] never met player 0"):
        rate(pair_wins(games, 4))


def test_the_fit_is_that_of_an_independent_package() -> None:
    games = simulate(np.random.default_rng(4), np.array([0.0, 0.5, 1.0, 2.0]), TIES[0], 200)
    total = pair_wins(games, 4).sum(axis=0)
    expected = choix.ilsr_pairwise_dense(total)
    assert np.allclose(fit(total), expected - expected.mean(), atol=1e-6)
    assert np.allclose(fit(total), fit(total + VIRTUAL * (1 - np.eye(4))), atol=0.05)


def test_four_hundred_points_are_ten_to_one() -> None:
    total = np.array([[0.0, 100.0], [10.0, 0.0]])
    difference = np.diff(ELO * fit(total))
    assert difference == pytest.approx(-400, abs=1e-6)


# The sequential test


@each_tie
def test_a_sequential_test_errs_seldom(tie: coverage.Tie) -> None:
    low, high = (verdicts(share, tie, 60, seed=1)[0] for share in coverage.SPRT)
    assert low < 0.2
    assert high > 0.8


def test_a_sequential_test_looks_at_deals_in_their_order() -> None:
    scores = np.random.default_rng(1).binomial(4, 0.5, 400) / 4
    stop = stop_of(Hypotheses(0.25, 0.3), scores, 4)
    assert stop.verdict == "high"
    assert stop_of(Hypotheses(0.25, 0.3), scores[: stop.deals], 4) == stop
    assert stop_of(Hypotheses(0.49, 0.51), scores[:60], 4).verdict == "open"


@pytest.mark.parametrize("alike", [0.0, 1.0])
def test_a_sequential_test_ends_where_all_is_won_or_lost(alike: float) -> None:
    stop = stop_of(Hypotheses(0.25, 0.5), np.full(100, alike), 4)
    assert (stop.deals, stop.verdict) == (60, "high" if alike else "low")


@pytest.mark.parametrize("shares", [(0.5, 0.5), (0.6, 0.5), (0.0, 0.5), (0.5, 1.0), (-1, 2)])
def test_two_shares_in_order_are_asked_for(shares: tuple[float, float]) -> None:
    with pytest.raises(OptionError, match="the lower first"):
        checked_test(*shares)


# The summary


def test_a_summary_counts_what_was_played() -> None:
    games = played([[1, 2, 3], [1, 1, 3], [3, 1, 2], [2, 3, 1]], [[0, 1, 2], [1, 0, 2], [2, 1, 0], [0, 2, 1]])
    games["score"] = [[9, 8, 7], [9, 9, 1], [1, 9, 2], [8, 7, 9]]
    plan = Plan(players=("a", "b", "c"), num_players=3, lineups=((0, 1, 2),), deals=2, seed=0)
    summary = summarize(plan, games)
    assert [standing.win_share.mean for standing in summary.standings] == pytest.approx([1.5 / 4, 2.5 / 4, 0])
    assert [standing.score.mean for standing in summary.standings] == pytest.approx([28 / 4, 35 / 4, 16 / 4])
    assert [standing.place.mean for standing in summary.standings] == pytest.approx([6 / 4, 5 / 4, 12 / 4])
    assert summary.standings[summary.ranked()[0]].player == "b"
    assert [share.mean for share in summary.seats] == pytest.approx([1.5 / 4, 1.5 / 4, 1 / 4])
    cross = summary.cross[0][1]
    assert cross is not None
    assert cross.mean == pytest.approx(1.5 / 4)
    assert summary.leads[0][:2] == ("b", "a")
    assert summary.leads[0][2].mean == pytest.approx(1 / 4)


def test_a_part_of_a_page_is_replaced_between_its_markers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "page.md"
    made: list[str] = []

    def lines() -> Iterator[str]:
        for line in "ab":
            made.append(line)
            yield "line"

    path.write_text("a\n<!-- x -->\nold\n<!-- end of x -->\nb\n")
    print_and_write(("one", "two"), path, "x")
    assert capsys.readouterr().out == "one\ntwo\n"
    assert path.read_text() == "a\n<!-- x -->\none\ntwo\n<!-- end of x -->\nb\n"
    for page, reason in ((path, "expected the markers <!-- y -->"), (tmp_path / "none.md", "No such file")):
        with pytest.raises(OptionError, match=reason):
            print_and_write(lines(), page, "y")
    assert made == []  # no hour of work before it is known that there is nowhere to put it


# Duplicate deals


@pytest.mark.parametrize(("luck", "share"), [(0.0, 1.0), (1.0, 2.5), (0.5, 1.6)])
def test_the_worth_of_duplicate_deals_is_that_of_their_common_luck(luck: float, share: float) -> None:
    """Games of unit variance and a deal's luck: of four games on a deal against four games on four deals."""
    rng, deals = np.random.default_rng(3), 4_000
    duplicate = luck * rng.normal(size=deals) + rng.normal(size=(4, deals)).mean(axis=0)
    by_seating = list(luck * rng.normal(size=(4, deals)) + rng.normal(size=(4, deals)))
    found = ratio_interval(duplicate, by_seating)
    assert found.low < share < found.high
    assert found.low < found.mean < found.high
    assert found.high - found.low < 0.2 * share


def test_what_cancels_on_every_deal_is_worth_all() -> None:
    seatings = list(np.random.default_rng(1).normal(size=(3, 50)))
    assert ratio_interval(np.full(50, 0.5), seatings) == (0, 0, 0)


def test_where_all_is_won_there_is_no_variance_to_compare() -> None:
    assert np.isnan(ratio_interval(np.ones(50), [np.ones(50)] * 2)).all()
