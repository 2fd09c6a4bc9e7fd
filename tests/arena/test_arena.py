"""Matches, tournaments, evaluations: what is played, by whom, and what happens when a player fails."""

import csv
import hashlib
import json
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

from mom_env import cli
from mom_env.arena import deals_job, plot
from mom_env.arena.deals_job import DealsJob, make_players
from mom_env.arena.evaluate import Evaluation, evaluate, scores_of
from mom_env.arena.game_records import game_dtype, hash_of, win_shares
from mom_env.arena.leaderboard import leaderboard
from mom_env.arena.match import Match
from mom_env.arena.plot import draw_intervals
from mom_env.arena.report import percent
from mom_env.arena.run import REPLAYS, Way, run
from mom_env.arena.statistics.intervals import Interval
from mom_env.arena.statistics.sequential import Hypotheses
from mom_env.arena.summary import Summary
from mom_env.arena.thinking import Growth, gained, report
from mom_env.arena.tournament import tournament
from mom_env.common.console import new_console
from mom_env.errors import ForfeitError, MissingExtra, OptionError
from mom_env.monkeys_on_the_moon import Game
from mom_env.players.kinds import Player
from mom_env.players.specs import make_player
from mom_env.work.backends import ONE_PROCESS, Place
from tests.support import commands
from tests.support.arena_players import DEALS, cheat, crash, first_legal, leave, plan_of, stall
from tests.support.own_agent import write_agent

ROOT = Path(__file__).resolve().parents[2]
LINE = "\N{BOX DRAWINGS LIGHT VERTICAL}"


# Deals and seatings


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("seatings", ["all", "balanced"])
@pytest.mark.parametrize("num", [2, 3, 4, 5])
def test_every_player_sits_on_every_seat_as_often_as_the_others(num: int, num_players: int, seatings: str) -> None:
    plan = plan_of(*map(str, range(num)), num_players=num_players, seatings=seatings)
    for deal in range(3):
        counts = [Counter(column.tolist()) for column in plan.tables(deal).T]
        assert all(count == counts[0] for count in counts)
        assert len(set(counts[0].values())) == 1
        assert len(counts[0]) == num


def test_balanced_seatings_change_from_deal_to_deal_and_not_from_run_to_run() -> None:
    plan = plan_of("a", "b", "c", "d", num_players=4, seatings="balanced")
    assert len({plan.tables(deal).tobytes() for deal in range(20)}) > 5
    assert plan.tables(7).tolist() == plan_of(*"abcd", num_players=4, seatings="balanced").tables(7).tolist()


def test_all_games_of_a_deal_begin_alike_and_other_deals_otherwise() -> None:
    plan = plan_of("random", "greedy", "random:2")
    match = Match(plan, [make_player("random")] * 3, plan.ruleset(), [0, 1], 1.0)
    setups = [json.dumps(match.replay(i)["setup"]) for i in range(12)]
    assert len(set(setups[:6])) == len(set(setups[6:])) == 1
    assert setups[0] != setups[6]


def test_the_deal_of_a_replay_is_that_of_its_seed(tmp_path: Path) -> None:
    way = Way(directory=tmp_path, replays=True)
    outcome = run(plan_of("random", "greedy", num_players=2), ["random", "greedy"], way)
    files = sorted((tmp_path / REPLAYS).iterdir())
    assert len(files) == len(outcome.games)
    for path, record in zip(files, outcome.games, strict=True):
        replay = json.loads(path.read_text())
        game = Game.from_replay(replay)
        assert game.over
        assert game.result()["vp"] == record["score"].tolist()
        assert game.result()["places"] == record["places"].tolist()
        assert replay["players"] == [("random", "greedy")[player] for player in record["players"]]
        assert replay["setup"] == Game(2, replay["seed"]).replay()["setup"]


def test_a_function_that_plays_as_a_bot_does_gives_the_same_games() -> None:
    """Bots inside a kernel and players outside take turns on the same game, each with its own bits."""
    random, greedy, hashes = make_player("random"), make_player("greedy"), set()

    class Outside(NamedTuple):
        bot: Any
        spec: str = "outside"
        made_from: str = "outside"

        def choose(self, states: Any, rules: Any, bits: Any) -> Any:
            return self.bot.choose(states, rules, bits)

    plan = plan_of("random", "greedy", "greedy:2")
    tables: list[list[Player]] = [
        [random, greedy, greedy],
        [random, Outside(greedy), greedy],
        [Outside(random), greedy, Outside(greedy)],
    ]
    for players in tables:
        match = Match(plan, players, plan.ruleset(), range(DEALS), 60.0)
        match.play()
        hashes.add(hash_of(match.results()))
    assert len(hashes) == 1


@pytest.mark.outside  # slow without the JIT
def test_batches_do_not_matter() -> None:
    plan = plan_of("random", "greedy", "first")
    players = [make_player("random"), make_player("greedy"), make_player(first_legal)]
    parts = []
    for deals in ([range(4)], [range(2), range(2, 4)], [[3], [1], [0, 2]]):
        matches = [Match(plan, players, plan.ruleset(), part, 60.0) for part in deals]
        for match in matches:
            match.play()
        parts.append(hash_of(np.concatenate([match.results() for match in matches])))
    assert len(set(parts)) == 1


def test_an_agent_plays_the_same_games_in_lock_step_and_one_deal_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whos = [str(write_agent(tmp_path / "first")), "greedy"]
    plan, sizes, hashes, play = plan_of(*whos, num_players=2), [], [], DealsJob._play

    def counted(self: Any, players: Any, link: Any, deals: Any) -> Any:
        sizes.append(len(deals))
        return play(self, players, link, deals)

    monkeypatch.setattr(DealsJob, "_play", counted)
    for games in (deals_job.GAMES_IN_STEP, 2):
        monkeypatch.setattr(deals_job, "GAMES_IN_STEP", games)
        hashes.append(hash_of(run(plan, whos, Way()).games))
    assert sizes == [DEALS] + [1] * DEALS
    assert hashes[0] == hashes[1]


def test_a_batch_with_illegal_actions_forfeits_those_games_only() -> None:
    class Cheat:
        spec = made_from = "cheat"

        def choose(self, states: Any, rules: Any, bits: Any) -> Any:
            actions = make_player("random").choose(states, rules, bits)
            return np.where(states["seat"] == 1, 10**6, actions)

    plan = plan_of("cheat", "greedy", num_players=2)
    match = Match(plan, [Cheat(), make_player("greedy")], plan.ruleset(), range(DEALS), 60.0)
    match.play()
    games = match.results()
    assert (games["forfeit"] == np.where(games["players"][:, 1] == 0, 1, -1)).all()
    assert all("played action 1000000, which is not legal" in one.reason for one in match.forfeits.values())


def test_an_illegal_action_gets_no_second_chance_in_any_game_of_a_batch() -> None:
    class CheatsOnce:
        spec = made_from = "cheat"
        has_cheated = False

        def choose(self, states: Any, rules: Any, bits: Any) -> Any:
            actions = make_player("random").choose(states, rules, bits)
            self.has_cheated, before = True, self.has_cheated
            return actions if before else np.full(len(states), 10**6)

    plan = plan_of("cheat", "greedy", num_players=2, deals=3)
    match = Match(plan, [CheatsOnce(), make_player("greedy")], plan.ruleset(), range(3), 60.0)
    match.play()
    assert len(match.forfeits) == plan.num_tables * 3
    moves = [len(match.forfeits[i].replay["moves"]) for i in range(len(match.forfeits))]
    assert match.results()["moves"].tolist() == moves


def test_a_log_that_is_full_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of("random", "first", num_players=2, deals=2)
    players, hashes = [make_player("random"), make_player(first_legal)], set()
    for size in (256, 3):
        monkeypatch.setattr("mom_env.arena.match.FIRST_LOG", size)
        match = Match(plan, players, plan.ruleset(), range(2), 60.0)
        match.play()
        hashes.add(hash_of(match.results()))
    assert len(hashes) == 1


# Players that fail


@pytest.mark.parametrize(
    ("failing", "reason"),
    [
        (crash, "raised RuntimeError: no idea"),
        (stall, "took longer than 0.2 s"),
        (cheat, "not legal"),
        (leave, "raised SystemExit: 3"),
        (lambda *_: 10**30, "answered 1000000000000000000000000000000; expected"),
        (lambda *_: None, "answered None; expected an action id, a whole number"),
        (lambda *_: True, "answered True; expected"),
    ],
)
def test_who_fails_forfeits_that_game_and_the_others_go_on(failing: Any, reason: str) -> None:
    plan = plan_of("failing", "greedy", num_players=2, deals=2)
    outcome = run(plan, [failing, "greedy"], Way(limit=0.2))
    assert len(outcome.games) == 4
    assert len(outcome.forfeits) == 4
    for record, forfeit in zip(outcome.games, outcome.forfeits, strict=True):
        assert record["players"][forfeit.seat] == 0
        assert record["places"][forfeit.seat] == 2
        assert reason in forfeit.reason
        game = Game.from_replay(forfeit.replay)
        assert (game.seat, game.to_text()) == (forfeit.seat, forfeit.position)
    assert win_shares(outcome.games)[outcome.games["players"] == 0].sum() == 0


def test_who_forfeits_every_game_has_no_vp_and_the_results_say_so(tmp_path: Path) -> None:
    console = Console(record=True, width=150, file=StringIO())
    _, summary = tournament([cheat, "greedy"], 2, 2, way=Way(directory=tmp_path), console=console)
    assert summary is not None
    assert summary.standings[0].score.plain() == {"mean": None, "low": None, "high": None}
    assert json.loads((tmp_path / "results.json").read_text())["players"][1]["score"]["mean"] is None
    _, evaluation = evaluate(cheat, ["greedy"], 2, 2, console=console)
    assert isinstance(evaluation, Evaluation)
    assert (evaluation.lead.plain()["mean"], evaluation.win_share.mean, evaluation.forfeits) == (None, 0, 4)
    assert "VP above the mean of the others none" in console.export_text()


def test_a_forfeit_is_shared_by_the_others() -> None:
    outcome = run(plan_of("cheat", "greedy", "random", deals=2), [cheat, "greedy", "random"], Way())
    assert np.allclose(np.sort(win_shares(outcome.games), axis=1), [0, 0.5, 0.5])


def test_a_batch_player_that_raises_forfeits_only_the_games_in_which_it_does() -> None:
    class Moody:
        spec = made_from = "moody"

        def choose(self, states: Any, rules: Any, bits: Any) -> Any:
            if (states["seat"] == 0).any():
                raise ValueError("not on this seat")
            return make_player("random").choose(states, rules, bits)

    plan = plan_of("moody", "greedy", num_players=2)
    match = Match(plan, [Moody(), make_player("greedy")], plan.ruleset(), range(DEALS), 60.0)
    match.play()
    games = match.results()
    assert (games["forfeit"] == np.where(games["players"][:, 0] == 0, 0, -1)).all()


def test_the_hash_does_not_depend_on_who_was_ready_first_but_on_every_move() -> None:
    games = run(plan_of("greedy", "random", num_players=2), ["greedy", "random"], Way()).games
    assert hash_of(games) == hash_of(games[::-1])
    changed = games.copy()
    changed["digest"][0] += 1
    assert hash_of(games) != hash_of(changed)


@pytest.mark.parametrize(
    ("way", "message"),
    [
        (Way(Place(0)), "jobs"),
        (Way(limit=0), "limit"),
        (Way(replays=True), "directory"),
        (Way(resume=True), "directory"),
        (Way(Place(2)), "other processes can import"),
    ],
)
def test_ways_that_cannot_be_are_refused(way: Way, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        run(plan_of("greedy", "own", num_players=2), ["greedy", lambda *_: 0], way)


# Tournaments, evaluations, the leaderboard, as commands


def mom(*arguments: str) -> Any:
    return CliRunner().invoke(cli.app, list(arguments), env={"COLUMNS": "200"})


def test_a_tournament_writes_its_results_in_all_forms(tmp_path: Path) -> None:
    whos = ["greedy", "random", "examples.own_bot:choose"]
    size = ["--players", "3", "--deals", str(DEALS), "--out", str(tmp_path), "--replays"]
    result = mom("tournament", *whos, *size)
    assert result.exit_code == 0, result.output
    content = json.loads((tmp_path / "results.json").read_text())
    assert content["hash"] in result.output.replace("\n", "")
    assert {player["player"] for player in content["players"]} == set(whos)
    assert content["players"][0]["player"] == "greedy"
    assert content["games"] == 6 * DEALS == len(list((tmp_path / "replays").iterdir()))
    assert sum(player["win_share"]["mean"] for player in content["players"]) == pytest.approx(1)
    with (tmp_path / "table.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["player"] for row in rows] == [player["player"] for player in content["players"]]
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.outside  # slow without the JIT
def test_names_are_never_cut() -> None:
    search = "ismcts:sims=1,playout=random,depth=1"
    arguments = ["tournament", "random", search, "--players", "2", "--deals", "2"]
    output = CliRunner().invoke(cli.app, arguments, env={"COLUMNS": "60"}).output
    assert "\N{HORIZONTAL ELLIPSIS}" not in output
    standings = output.partition("ahead of")[0]
    names = [line.split(LINE)[1].strip() for line in standings.splitlines() if LINE in line]
    assert search in "".join(names)


def test_tables_fit_into_80_columns_and_forfeits_stand_beside_the_name() -> None:
    output = StringIO()
    _, summary = tournament([cheat, "greedy", "random"], 3, 2, console=Console(file=output, width=80))
    assert summary is not None
    lines = [line for line in output.getvalue().splitlines() if line.startswith(LINE)]
    assert max(map(len, lines)) <= 80
    assert all(line[0] == line[-1] for line in lines if line.startswith(LINE))
    assert "(12 forfeits)" in " ".join(line.split(LINE)[1].strip() for line in lines)
    assert "cheat forfeited 12 of its 12 games; the first (deal 0, game 0" in " ".join(output.getvalue().split())


def test_the_exit_code_tells_of_a_player_that_forfeited_everything(tmp_path: Path) -> None:
    for command in (
        ("tournament", "tests.support.arena_players:cheat", "greedy"),
        ("evaluate", "greedy", "--against", "tests.support.arena_players:cheat"),
    ):
        out = tmp_path / command[0]
        result = mom(*command, "--players", "2", "--deals", "2", "--out", str(out), "--json", str(out) + ".json")
        assert isinstance(result.exception, ForfeitError)
        assert "found all 4 games forfeited: it played action" in str(result.exception)
        assert json.loads((out / "results.json").read_text()) == json.loads(Path(str(out) + ".json").read_text())


def test_games_that_were_all_forfeited_are_no_result() -> None:
    cheats, crashes = "tests.support.arena_players:cheat", "tests.support.arena_players:crash"
    for command in (("evaluate", cheats, "--against", crashes), ("tournament", cheats, crashes, "random")):
        result = mom(*command, "--players", "2", "--deals", "2")
        assert isinstance(result.exception, ForfeitError), result.output
        assert "found all" in str(result.exception)


@pytest.mark.outside
def test_forfeits_have_an_exit_code_of_their_own() -> None:
    cheats, crashes = "tests.support.arena_players:cheat", "tests.support.arena_players:crash"
    for who, field, code in ((cheats, crashes, 1), (cheats, "random", 1), (cheats, "nobody", 2)):
        result = commands.mom("evaluate", who, "--against", field, "--players", "2", "--deals", "2", cwd=ROOT)
        assert result.returncode == code, result.stderr
        assert result.stderr.startswith("mom: ")


def test_the_picture_has_forfeits_beside_names_the_best_on_top_and_seat_0_on_top(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []  # names and intervals of each of its axes, from the bottom
    monkeypatch.setattr(plot, "draw_intervals", lambda _, names, intervals, __: drawn.append((names, intervals)))
    outcome, summary = tournament([cheat, "greedy", "random"], 3, 2)
    assert isinstance(summary, Summary)
    worth = [Interval(share, share, share) for share in (0.2, 0.3, 0.5)]
    plot.draw(outcome.plan, summary._replace(seats=worth), tmp_path / "plot.png")
    (ratings, _), (shares, _), (seats, worths) = drawn
    names = [summary.standings[player].player for player in summary.ranked()]
    assert shares == ratings == ["tests.support.arena_players:cheat\n(12 forfeits)", *names[1::-1]]
    assert seats == ["seat 2", "seat 1", "seat 0"]
    assert worths == worth[::-1]


def test_an_open_end_runs_off_the_axes_and_the_point_stays_visible() -> None:
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    inf = float("inf")
    draw_intervals(axes, ["a", "b", "c"], [Interval(10, -inf, 30), Interval(0, -5, inf), Interval(5, 4, 6)], 1.0)
    lines: list[Any] = list(axes.lines)
    marks = {line.get_marker(): line.get_xydata().tolist()[0] for line in lines if line.get_marker() in "<>"}
    points = [line.get_xydata().tolist()[0] for line in lines if line.get_marker() == "o"]
    left, right = axes.get_xlim()
    assert marks == {"<": [left, 0], ">": [right, 1]}
    assert points == [[10, 0], [0, 1], [5, 2]]
    assert left < -5
    assert right > 30


def test_an_evaluation_is_of_one_against_others(tmp_path: Path) -> None:
    size = ["--players", "4", "--deals", str(DEALS), "--out", str(tmp_path)]
    result = mom("evaluate", "greedy", "--against", "random", *size)
    assert result.exit_code == 0, result.output
    content = json.loads((tmp_path / "results.json").read_text())
    assert content["num_games"] == 4 * DEALS
    assert content["win_share"]["mean"] > 0.7
    assert content["is_95_percent_interval"] is True
    assert "fair share 25.0 %" in result.output


def test_a_mirror_match_is_fair_on_every_deal() -> None:
    _, evaluation = evaluate("greedy", ["greedy"], 3, DEALS)
    assert isinstance(evaluation, Evaluation)
    assert evaluation.win_share.mean == pytest.approx(1 / 3)
    assert evaluation.lead.mean == pytest.approx(0)


@pytest.mark.outside  # slow without the JIT
def test_a_sequential_stop_ends_early_at_the_same_deal_and_marks_its_interval() -> None:
    console = Console(record=True, width=150, quiet=True)
    outcome, evaluation = evaluate("greedy", ["random"], 2, 5_000, test=Hypotheses(0.4, 0.6), console=console)
    assert isinstance(evaluation, Evaluation)
    assert evaluation.stop is not None
    assert evaluation.stop.verdict == "high"
    assert evaluation.num_deals == evaluation.stop.deals < outcome.plan.deals
    assert len(outcome.games) < 2 * outcome.plan.deals


@pytest.mark.outside  # slow without the JIT
def test_an_interval_after_a_sequential_stop_says_so() -> None:
    result = mom("evaluate", "greedy", "--against", "random", "--players", "2", "--deals", "62", "--sprt", "0.4", "0.6")
    assert result.exit_code == 0, result.output
    assert "after a sequential stop: not a 95 % interval" in result.output
    assert "sequential test: for a share of 0.6" in result.output


@pytest.mark.outside  # slow without the JIT
def test_the_leaderboard_is_a_page_and_goes_on_where_it_was(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "leaderboard.md"
    arguments = [
        "leaderboard",
        "random",
        "greedy",
        "--deals",
        "2",
        "--page",
        str(page),
        "--out",
        str(tmp_path / "kept"),
    ]
    first = mom(*arguments)
    assert first.exit_code == 0, first.output
    text = page.read_text()
    for count in (2, 3, 4):
        section = text.partition(f"## {count} players")[2].partition("## ")[0]
        assert section.index("| greedy |") < section.index("| random |")
        assert (page.parent / f"leaderboard-{count}.png").exists()
    again = mom(*arguments)
    assert "all from the file" in again.output
    assert page.read_text() == text


@pytest.mark.outside  # slow without the JIT
def test_an_agent_is_on_the_leaderboard_where_it_can_sit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    agent, page = write_agent(Path("first"), (3,)), Path("page.md")
    result = mom("leaderboard", "random", "greedy", str(agent), "--deals", "2", "--page", str(page), "--out", "kept")
    assert result.exit_code == 0, result.output
    sections = page.read_text().split("## ")[1:]
    assert [f"| {agent} |" in section for section in sections] == [False, True, False]


def test_a_number_of_players_that_fewer_than_two_can_play_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    agent, page = str(write_agent(Path("for-two"), (2,))), Path("page.md")
    console = new_console(file=(said := StringIO()), width=200)
    assert leaderboard(["random", agent], 2, 0, Path("kept"), page, console=console)
    assert [line for line in page.read_text().splitlines() if line.startswith("## ")] == ["## 2 players"]
    assert "4 players: left out, as fewer than two of the players can play at such a table" in said.getvalue()
    assert [folder.name for folder in Path("kept").iterdir()] == ["2-players"]


def test_an_agent_that_meets_other_options_is_told_of(tmp_path: Path) -> None:
    words = [str(write_agent(tmp_path / "first")), "--against", "random", "--players", "2", "--deals", "2"]
    assert "note:" not in mom("evaluate", *words).output
    assert "was trained without hidden_coins=true" in mom("evaluate", *words, "--option", "hidden_coins=true").output


@pytest.mark.outside  # slow without the JIT
def test_growth_is_a_page_of_the_games_that_were_kept(tmp_path: Path) -> None:
    growth = Growth("monkeys_on_the_moon", ("ismcts",), (1, 64), ("planner", "random"), 2, 8, 3)
    page = tmp_path / "docs" / "growth.md"
    assert report(growth, tmp_path / "kept", page, ONE_PROCESS, None)
    text = page.read_text()
    assert growth.command() in text
    assert (page.parent / "growth.png").read_bytes().startswith(b"\x89PNG")
    for field in growth.fields:
        table = text.partition(f"ismcts against {field}, 2 players")[2].partition("##")[0]
        for budget in growth.budgets:
            way = Way(directory=tmp_path / "kept" / "ismcts" / field / str(budget), resume=True)
            outcome, found = evaluate(f"ismcts:sims={budget}", [field], 2, 8, 3, way=way)
            assert (outcome.games_now, len(outcome.games)) == (0, 16)
            assert isinstance(found, Evaluation)
            assert f"| {budget} | {percent(found.win_share)} |" in table
    assert report(growth, tmp_path / "kept", page, ONE_PROCESS, None)
    assert page.read_text() == text


def test_a_gain_is_taken_on_the_deals_that_both_have() -> None:
    whos = ["greedy", "random"]
    seats: dict[str, Any] = {"num_players": 2, "lineups": ((0, 1),)}
    long, short = (run(plan_of(*whos, deals=deals, **seats), whos, Way()).games for deals in (DEALS + 1, DEALS))
    assert gained(long, short).mean == gained(short, long).mean == 0
    lost = short.copy()
    lost["places"] = 1 + (lost["players"] == 0)
    assert gained(long, lost).mean == pytest.approx(scores_of(short)[0].mean())


@pytest.mark.outside  # slow without the JIT
def test_growth_that_was_interrupted_says_so_and_shows_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, played = DealsJob._play, []

    def interrupted(self: Any, players: Any, link: Any, deals: Any) -> Any:
        played.append(deals)
        if len(played) == 2:
            raise KeyboardInterrupt
        return play(self, players, link, deals)

    monkeypatch.setattr(DealsJob, "_play", interrupted)
    monkeypatch.setattr(deals_job, "GAMES_A_PART", 1)
    growth = Growth("monkeys_on_the_moon", ("ismcts:playout=random",), (1, 2), ("random",), 2, 2, 0)
    page = tmp_path / "growth.md"
    assert not report(growth, tmp_path / "kept", page, ONE_PROCESS, None)
    assert not page.exists()
    assert report(growth._replace(budgets=(1,)), tmp_path / "kept", page, ONE_PROCESS, None)
    assert "ismcts:playout=random against random, 2 players" in page.read_text()
    assert "| 1 |" in page.read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bench", "thinking", "--sims", "100", "--sims", "100"], "sims: expected different numbers"),
        (["bench", "thinking", "--sims", "0"], "sims: expected a whole number from 1"),
        (["bench", "thinking", "--against", "plannr"], "did you mean 'planner'"),
        (["bench", "thinking", "--against", "greedy", "--against", "plannr"], "did you mean 'planner'"),
        (["leaderboard", "gredy", "random", "--page", "docs/page.md"], "did you mean 'greedy'"),
        (["leaderboard", "greedy", "random", "--deals", "1", "--page", "docs/page.md"], "deals"),
        (["leaderboard", "gredy"], "did you mean 'greedy'"),
        (["leaderboard", "greedy"], "at least 2 for one number of players"),
        (["tournament", "greedy", "gredy", "--out", "games"], "did you mean 'greedy'"),
        (["evaluate", "greedy", "--against", "gredy", "--out", "games"], "did you mean 'greedy'"),
        (["bench", "thinking", "greedy"], "expected 'greedy' without parameters"),
        (["tournament", "greedy", "gredy"], "did you mean 'greedy'"),
        (["tournament", "greedy"], "at least 2"),
        (["tournament", "greedy", "greedy"], "all different"),
        (["tournament", "greedy", "human"], "mom play"),
        (["tournament", "greedy", "random", "--players", "7"], "--players: deck"),
        (["tournament", "greedy", "random", "--deals", "1"], "deals"),
        (["tournament", "greedy", "random", "--seed", "-1"], "seed"),
        (["tournament", "greedy", "random", "--seatings", "some"], "all, balanced"),
        (["tournament", "greedy", "random", "--deck", "none"], "deck"),
        (
            ["evaluate", "greedy", "--against", "random", "--against", "greedy", "--players", "4"],
            "each of the 3",
        ),
        (["evaluate", "greedy", "--against", "random", "--sprt", "0.5", "0.4"], "the lower first"),
        (["evaluate", "greedy", "--against", "random", "--game", "chess"], "game"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line_and_leaves_nothing(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = mom(*arguments)
    assert result.exit_code != 0
    assert message in f"{result.output} {result.exception}"
    assert isinstance(result.exception, OptionError | SystemExit | ValueError)
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_command_says_so_by_its_exit_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(DealsJob, "_play", interrupted)
    assert mom("tournament", "greedy", "random").exit_code == cli.INTERRUPTED
    assert mom("evaluate", "greedy", "--against", "random").exit_code == cli.INTERRUPTED
    files = ["--out", str(tmp_path), "--page", str(tmp_path / "page.md")]
    assert mom("leaderboard", "greedy", "random", *files).exit_code == cli.INTERRUPTED


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "scipy.stats", None)
    with pytest.raises(MissingExtra, match=r"scipy: .*mom-env\[arena\]"):
        tournament(["greedy", "random"], 2, 2)


def test_players_of_a_plan_are_made_for_its_game() -> None:
    plan = plan_of("greedy", "random", num_players=2)
    assert [player.spec for player in make_players(plan, ["greedy", "random"])] == ["greedy", "random"]
    assert game_dtype(2) != game_dtype(3)


# Players with a memory


class Counting:
    """Plays the first legal action, and counts; every object is for one seat of one game."""

    made: ClassVar[list[tuple[int, int, int]]] = []

    def reset(self, seat: int, num_players: int, seed: int) -> None:
        self.seat, self.asked = seat, 0
        self.made.append((seat, num_players, seed))

    def choose(self, _: Any, mask: Any) -> int:
        self.asked += 1
        return int(np.flatnonzero(mask)[self.asked % int(mask.sum())])


class Forgetful(Counting):
    def reset(self, *_: int) -> None:
        raise ValueError("no memory")


def test_each_seat_of_each_game_has_an_object_of_its_own() -> None:
    Counting.made.clear()
    plan = plan_of("counting", "greedy", num_players=2, deals=3)
    first = run(plan, [Counting, "greedy"], Way())
    made = list(Counting.made)
    assert [(seat, num_players) for seat, num_players, _ in made] == [(0, 2), (1, 2)] * 3
    assert len({seed for _, _, seed in made}) == 6
    assert first.forfeits == []
    Counting.made.clear()
    assert hash_of(run(plan, [Counting, "greedy"], Way()).games) == hash_of(first.games)
    assert Counting.made == made


def test_a_memory_lasts_for_the_game_and_no_longer() -> None:
    """One deal at a time or all at once, two of the same class at a table: every seat counts for itself."""
    plan = plan_of("one", "two", num_players=2, deals=4)
    players = [make_player(Counting), make_player(Counting)]
    parts = []
    Counting.made.clear()
    for deals in ([range(4)], [[0], [1], [2], [3]]):
        matches = [Match(plan, players, plan.ruleset(), part, 60.0) for part in deals]
        for match in matches:
            match.play()
        parts.append(hash_of(np.concatenate([match.results() for match in matches])))
    assert parts[0] == parts[1]
    assert len({seed for _, _, seed in Counting.made}) == len(Counting.made) / len(parts) == 4 * 2 * 2


def test_a_class_that_fails_in_reset_forfeits() -> None:
    outcome = run(plan_of("forgetful", "greedy", num_players=2, deals=2), [Forgetful, "greedy"], Way())
    assert [one.reason for one in outcome.forfeits] == ["raised ValueError: no memory"] * 4


def test_a_class_without_the_methods_is_refused() -> None:
    nothing: Any = np.zeros(0)
    with pytest.raises(OptionError, match="expected a class with reset and choose, found one without reset"):
        make_player(NamedTuple("Empty", []))  # type: ignore[arg-type]  # as the message says
    with pytest.raises(OptionError, match="expected a player without a memory here, found one that has one"):
        make_player(Counting).choose(nothing, nothing, np.zeros(0, np.uint64))


def test_the_example_with_a_memory_plays_and_is_made_from_its_file() -> None:
    outcome, result = evaluate("examples.own_bot_with_memory:Curious", ["random"], 2, 4)
    assert result is not None
    assert outcome.forfeits == []
    made_from = outcome.provenance.players["examples.own_bot_with_memory:Curious"]
    content = (ROOT / "examples" / "own_bot_with_memory.py").read_bytes()
    assert made_from == f"own_bot_with_memory.py {hashlib.sha256(content).hexdigest()}"
