"""Tables of one player, or of a game that compares scores: differences on the same deals, and no ratings."""

import csv
import json
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from mom_env.arena import leaderboard, score_report, tournament
from mom_env.arena.evaluate import check_looks, evaluation_of, plain, players_and_lineups, report_evaluation, shares_of
from mom_env.arena.game_records import Games, game_dtype
from mom_env.arena.plan import Plan
from mom_env.arena.run import IN_MEMORY, Outcome, Way
from mom_env.arena.statistics.duplicates import leads_of
from mom_env.arena.statistics.scores import ScoreSummary, summarize_scores
from mom_env.arena.statistics.sequential import Hypotheses
from mom_env.arena.summary import above_others, at_seat, place_interval
from mom_env.contract.records import NOBODY
from mom_env.errors import OptionError
from mom_env.games import load, make_ruleset
from mom_env.players.provenance import Provenance
from tests.support.arena_players import plan_of

pytestmark = pytest.mark.once
SKILLS = (12, 10, 3)  # points above the luck of a deal
NAMES = ("good", "fair", "poor")


def alone(deals: int = 60, seed: int = 1, luck: float = 30.0) -> Games:
    """Three players, each alone with the same deals: their skill, the luck of the deal, and a little of their own."""
    rng = np.random.default_rng(seed)
    games = np.zeros(3 * deals, game_dtype(1))
    games["deal"], games["number"] = np.repeat(np.arange(deals), 3), np.tile(np.arange(3), deals)
    games["players"], games["places"], games["forfeit"] = games["number"][:, None], 1, NOBODY
    own = np.tile(SKILLS, deals) + rng.normal(0, 2, 3 * deals)
    games["score"] = np.round(own + np.repeat(rng.normal(0, luck, deals), 3))[:, None]
    return games


def plan(deals: int = 60) -> Plan:
    return plan_of(*NAMES, num_players=1, deals=deals, lineups=((0,), (1,), (2,)))


def outcome(games: Games) -> Outcome:
    made = Provenance(game="g", version="1", package="0", deck="d", options={}, players={name: name for name in NAMES})
    return Outcome(plan(len(np.unique(games["deal"]))), made, games, [], is_interrupted=False, seconds=1.0, games_now=1)


def test_differences_are_those_of_the_same_deals() -> None:
    games = alone()
    summary = summarize_scores(plan(), games)
    scores = games["score"].reshape(-1, 3).astype(float)
    for one in range(3):
        assert summary.standings[one].score.mean == pytest.approx(scores[:, one].mean())
        assert summary.cross[one][one] is None
        for two in {0, 1, 2} - {one}:
            above = summary.cross[one][two]
            assert above is not None
            assert above.mean == pytest.approx((scores[:, one] - scores[:, two]).mean())
            assert above.low < SKILLS[one] - SKILLS[two] < above.high
            assert above.high - above.low < (summary.standings[one].score.high - summary.standings[one].score.low) / 5
    assert [summary.standings[player].player for player in summary.ranked()] == list(NAMES)
    assert [lead[:2] for lead in summary.leads()] == [("good", "fair"), ("fair", "poor")]
    assert (summary.num_deals, summary.num_games) == (60, 180)


def test_intervals_of_differences_hold_the_truth() -> None:
    found = [summarize_scores(plan(20), alone(20, seed)).cross[0][2] for seed in range(300)]
    hits = [above is not None and above.low <= SKILLS[0] - SKILLS[2] <= above.high for above in found]
    assert 0.92 <= np.mean(hits) <= 0.98


def test_a_forfeit_counts_as_the_lowest_score_of_all() -> None:
    games = alone()
    games["score"] += 200  # so that 0 is below all
    before = summarize_scores(plan(), games).standings[0].score.mean
    games["forfeit"][:3], games["score"][:3] = [0, NOBODY, NOBODY], [[0], [105], [-7]]
    summary = summarize_scores(plan(), games)
    scores = games["score"].reshape(-1, 3).astype(float)
    scores[0, 0] = -7
    assert summary.standings[0].forfeits == 1
    assert summary.standings[0].score.mean == pytest.approx(scores[:, 0].mean())
    assert summary.standings[0].score.mean < before
    above = summary.cross[0][1]
    assert above is not None
    assert above.mean == pytest.approx((scores[:, 0] - scores[:, 1]).mean())


def test_who_forfeits_everything_is_below_all_others() -> None:
    games = alone()
    games["score"] += 200
    lost = games["players"][:, 0] == 1
    games["forfeit"][lost], games["score"][lost] = 0, 0
    summary = summarize_scores(plan(), games)
    assert summary.ranked()[-1] == 1
    assert summary.standings[1].forfeits == 60


def test_of_others_at_a_table_a_forfeited_game_does_not_count() -> None:
    games = np.zeros(3, game_dtype(2))
    games["deal"], games["players"], games["places"] = np.arange(3), [0, 1], 1
    games["forfeit"], games["score"] = [NOBODY, 1, NOBODY], [[5, 4], [0, 0], [9, 2]]
    summary = summarize_scores(plan_of("a", "b", num_players=2, deals=3), games)
    assert summary.standings[0].score.mean == 7
    assert summary.standings[1].score.mean == 2
    above = summary.cross[0][1]
    assert above is not None
    assert above.mean == 4  # of the two deals that both have


def test_deals_that_one_has_not_are_left_out_of_its_differences() -> None:
    games = alone()
    left = games[(games["players"][:, 0] != 2) | (games["deal"] < 1)]
    summary = summarize_scores(plan(), left)
    assert summary.cross[0][2] is None
    assert summary.cross[0][1] is not None
    assert all(name != "poor" or lead is None for _, name, lead in summary.leads())


def test_whoever_sits_alone_has_a_lead_a_place_and_no_division_by_nobody() -> None:
    games = alone()
    assert above_others(games).tolist() == games["score"].tolist()
    assert leads_of(games).tolist() == games["score"][games["players"][:, 0] == 0, 0].tolist()
    assert place_interval(games, at_seat(games, 0)) == (1.0, 1.0, 1.0)
    assert np.isfinite(evaluation_of(plan(), games, None).lead.mean)


@pytest.fixture
def _a_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first game has no deck for one player; results say which deck there was."""
    monkeypatch.setattr(Plan, "ruleset", lambda self: make_ruleset(self.game, 2))


@pytest.mark.usefixtures("_a_deck")
def test_a_table_of_scores_is_told_in_all_forms(tmp_path: Path) -> None:
    console = Console(file=StringIO(), width=80)
    summary = tournament.report_tournament(outcome(alone()), Way(directory=tmp_path), console)
    assert isinstance(summary, ScoreSummary)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "win share" not in shown
    assert "rating" not in shown
    assert "good above fair, on the same deals: " in shown
    content = json.loads((tmp_path / "results.json").read_text())
    assert content["format"] == "mom-score-tournament/1"
    assert [line["player"] for line in content["players"]] == list(NAMES)
    assert content["above"]["good"]["poor"]["mean"] == pytest.approx(9, abs=1.5)
    rows = list(csv.DictReader(StringIO((tmp_path / "table.csv").read_text())))
    assert [row["player"] for row in rows] == list(NAMES)
    assert float(rows[0]["score_low"]) < float(rows[0]["score"]) < float(rows[0]["score_high"])
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_the_leaderboard_has_a_section_of_scores(tmp_path: Path) -> None:
    text = leaderboard.section(outcome(alone()), summarize_scores(plan(), alone()), tmp_path / "page.md")
    assert text.startswith("## 1 player\n")
    assert "good above fair by " in text
    assert "ating" not in text.replace("seatings", "")
    assert (tmp_path / "page-1.png").exists()


@pytest.mark.usefixtures("_a_deck")
def test_an_evaluation_has_a_score_and_what_it_is_above_others(tmp_path: Path) -> None:
    console = Console(file=StringIO(), width=80)
    found = report_evaluation(outcome(alone()), None, Way(directory=tmp_path), console)
    assert isinstance(found, ScoreSummary)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert shown.startswith("good: ")
    assert "above poor, on the same deals: " in shown
    content = json.loads((tmp_path / "results.json").read_text())
    assert content == json.loads(json.dumps(plain(found, outcome(alone()))))
    assert content["player"] == "good"
    assert set(content["above"]) == {"fair", "poor"}
    assert content["above"]["poor"]["low"] < 9 < content["above"]["poor"]["high"]
    assert content["score"]["low"] < content["score"]["mean"] < content["score"]["high"]
    with pytest.raises(OptionError, match="expected a table at which games are won"):
        shares_of(found)


def test_alone_nobody_is_needed_to_compare_with() -> None:
    assert players_and_lineups("greedy", [], 1) == (["greedy"], [(0,)])
    assert players_and_lineups("greedy", ["random"], 1) == (["greedy", "random"], [(0,), (1,)])
    assert players_and_lineups("a", ["b", "c", "b"], 1) == (["a", "b", "c"], [(0,), (1,), (2,)])
    assert players_and_lineups("a", ["b"], 3) == (["a", "b"], [(0, 1, 1)])
    with pytest.raises(OptionError, match="expected one opponent for the other seat, found 0"):
        players_and_lineups("a", [], 2)
    games = alone()
    summary = summarize_scores(plan_of("good", num_players=1, lineups=((0,),)), games[games["players"][:, 0] == 0])
    console = Console(file=StringIO(), width=80)
    score_report.show_evaluation(outcome(games), summary, console)
    assert "above" not in console.file.getvalue()  # type: ignore[attr-defined]


def test_what_tells_win_shares_apart_is_refused_where_scores_are_compared() -> None:
    with pytest.raises(OptionError, match="sprt: expected games that are won"):
        check_looks(Hypotheses(0.2, 0.3), plan(200))
    check_looks(None, plan(200))


def test_a_game_may_compare_scores_at_a_table_of_several(monkeypatch: pytest.MonkeyPatch) -> None:
    several = plan_of("a", "b", num_players=2)
    assert several.measure == "win"
    info = load(several.game).info
    by_scores = {count: table._replace(measure="score") for count, table in info.tables.items()}
    monkeypatch.setattr(load(several.game), "info", info._replace(tables=by_scores))
    assert several.measure == "score"


def test_one_deal_alone_is_no_result() -> None:
    assert report_evaluation(outcome(alone(1)), None, IN_MEMORY, None) is None
