"""What a tournament saves: jobs, interrupts, resuming, provenance, locks, and files that are not to be believed."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from mom_env.arena import games_file
from mom_env.arena.deals_job import GAMES_A_PART, DealsJob
from mom_env.arena.evaluate import evaluate
from mom_env.arena.game_records import hash_of
from mom_env.arena.games_file import GAMES_FILE, SavedGames, read_games, save_games
from mom_env.arena.leaderboard import leaderboard
from mom_env.arena.match import Match
from mom_env.arena.plan import MOST_GAMES, Plan, even_lineups
from mom_env.arena.plan import plan_of as checked_plan
from mom_env.arena.run import Way, run
from mom_env.arena.statistics.sequential import Hypotheses
from mom_env.arena.tournament import tournament
from mom_env.errors import OptionError, OutputError
from mom_env.games import load
from mom_env.monkeys_on_the_moon.bots import BOTS
from mom_env.players.kinds import Who
from mom_env.players.specs import make_player
from mom_env.work.backends import Place
from mom_env.work.job import Stopped
from tests.support.arena_players import DEALS, cheat, first_legal, plan_of
from tests.support.kernels import GAME
from tests.support.own_agent import shape_of, weights_of, write_agent

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parents[2]

# Jobs, interrupts, resuming


@pytest.mark.outside
def test_jobs_make_no_difference(tmp_path: Path) -> None:
    whos = ["greedy", "random", "examples.own_bot:choose"]
    hashes = []
    for jobs in (1, 2):
        way = Way(Place(jobs), directory=tmp_path / str(jobs))
        _, summary = tournament(whos, 3, 6, seed=3, way=way)
        assert summary is not None
        hashes.append(summary.hash)
    assert hashes[0] == hashes[1]
    one, two = (json.loads((tmp_path / name / "results.json").read_text()) for name in "12")
    assert one == two


@pytest.mark.outside
@pytest.mark.parametrize(
    "whos", ["planner random examples.own_bot:choose", "ismcts:sims=2 greedy examples.own_bot:choose"]
)
def test_nothing_is_left_for_each_job_to_compile(whos: str) -> None:
    command = [sys.executable, "-m", "tests.support.left_to_compile", *whos.split()]
    left = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert json.loads(left) == []


@pytest.mark.outside
def test_a_player_that_ends_its_process_is_one_clear_error() -> None:
    plan = plan_of("dies", "greedy", num_players=2)
    told = r"found a process ended by dies; to see why, run the same with one job \(--jobs 1\)"
    with pytest.raises(OptionError, match=told):
        run(plan, ["tests.support.dying_bot:choose", "greedy"], Way(Place(2)))


def test_an_interrupted_run_keeps_what_it_has_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whos: list[Who] = ["greedy", first_legal]
    plan = plan_of("greedy", "first", num_players=2, deals=6)
    whole = hash_of(run(plan, whos, Way()).games)
    play, played = DealsJob._play, []

    def interrupted(self: Any, players: Any, link: Any, deals: Any) -> Any:
        played.append(deals)
        if len(played) == 4:
            raise KeyboardInterrupt
        return play(self, players, link, deals)

    monkeypatch.setattr(DealsJob, "_play", interrupted)
    first = run(plan, whos, Way(directory=tmp_path))
    assert first.is_interrupted
    assert set(first.games["deal"].tolist()) == {0, 1, 2}
    second = run(plan, whos, Way(directory=tmp_path, resume=True))
    assert not second.is_interrupted
    assert second.games_now == 6
    assert hash_of(second.games) == whole
    assert hash_of(read_games(tmp_path / GAMES_FILE).games) == whole


def test_a_part_is_dropped_when_the_end_is_asked_for() -> None:
    plan = plan_of("first", "greedy", num_players=2)
    match = Match(plan, [make_player(first_legal), make_player("greedy")], plan.ruleset(), [0], 1.0)
    asked = iter([False, False, True])
    with pytest.raises(Stopped):
        match.play(lambda: next(asked))


def test_games_of_another_plan_are_not_gone_on_with(tmp_path: Path) -> None:
    run(plan_of("greedy", "random", num_players=2), ["greedy", "random"], Way(directory=tmp_path))
    with pytest.raises(OptionError, match="--resume"):
        run(plan_of("greedy", "random", num_players=2), ["greedy", "random"], Way(directory=tmp_path))
    with pytest.raises(OptionError, match="found another: seed: 5 there, 6 asked for"):
        run(
            plan_of("greedy", "random", num_players=2, seed=6),
            ["greedy", "random"],
            Way(directory=tmp_path, resume=True),
        )
    more = plan_of("greedy", "random", num_players=2, deals=DEALS + 1)
    assert run(more, ["greedy", "random"], Way(directory=tmp_path, resume=True)).games_now == 2


def test_a_look_at_fewer_deals_loses_none_of_the_others(tmp_path: Path) -> None:
    whos, way = ["greedy", "random"], Way(directory=tmp_path, resume=True)
    whole = run(plan_of(*whos, num_players=2, deals=4), whos, way)
    few = run(plan_of(*whos, num_players=2, deals=2), whos, way)
    assert (len(few.games), few.games_now) == (4, 0)
    again = run(plan_of(*whos, num_players=2, deals=4), whos, way)
    assert (again.games_now, hash_of(again.games)) == (0, hash_of(whole.games))


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"junk"])
def test_a_damaged_file_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / GAMES_FILE).write_bytes(content)
    with pytest.raises(OptionError, match="expected the games of a tournament"):
        run(plan_of("greedy", "random", num_players=2), ["greedy", "random"], Way(directory=tmp_path, resume=True))


def test_kept_games_are_read_as_they_were_written(tmp_path: Path) -> None:
    plan = plan_of("cheat", "greedy", num_players=2, deals=2)
    outcome = run(plan, [cheat, "greedy"], Way())
    save_games(tmp_path / GAMES_FILE, SavedGames(plan, outcome.provenance, outcome.games, outcome.forfeits))
    found = read_games(tmp_path / GAMES_FILE)
    assert (found.plan, found.provenance, found.forfeits) == (plan, outcome.provenance, outcome.forfeits)
    assert found.games.tobytes() == outcome.games.tobytes()


# What the games were made from


def write_player(path: Path, answer: str) -> None:
    path.write_text(f"def p(observation, mask):\n    return int(mask.{answer}())\n")


@pytest.fixture
def mix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """A player in a module; called again, its source is another one."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def write(answer: str) -> str:
        write_player(tmp_path / "mix.py", answer)
        sys.modules.pop("mix", None)
        return "mix:p"

    return write


def test_games_of_a_changed_function_are_not_mixed_with_new_ones(tmp_path: Path, mix: Callable[[str], str]) -> None:
    way = Way(directory=tmp_path / "games")
    tournament([mix("argmax"), "random"], 2, 3, way=way)
    more = way._replace(resume=True)
    assert tournament(["mix:p", "random"], 2, 4, way=more)[0].games_now == 2
    with pytest.raises(OptionError, match=r"found changes: player mix:p: mix.py \w{12}... then, mix.py \w{12}... now"):
        tournament([mix("argmin"), "random"], 2, 6, way=more)
    assert tournament([mix("argmax"), "random"], 2, 5, way=more)[0].games_now == 2


def test_a_changed_agent_is_not_mixed_with_the_old_one(tmp_path: Path) -> None:
    from mom_env.common.tensors import sha256, to_bytes
    from mom_env.players.agent import MANIFEST, WEIGHTS

    agent, way = write_agent(tmp_path / "own"), Way(directory=tmp_path / "games", resume=True)
    evaluate(str(agent), ["random"], 2, 2, way=way)
    weights = to_bytes(weights_of(shape_of(), seed=1))
    (agent / WEIGHTS).write_bytes(weights)
    manifest = json.loads((agent / MANIFEST).read_text()) | {"files": {WEIGHTS: sha256(weights)}}
    (agent / MANIFEST).write_text(json.dumps(manifest))
    with pytest.raises(
        OptionError, match=r"changes: player .*own: agent version 1 \w{12}... then, agent version 1 \w{12}... now"
    ):
        evaluate(str(agent), ["random"], 2, 4, way=way)


def test_a_changed_deck_bot_or_rule_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deck = tmp_path / "deck.toml"
    standard = (ROOT / "configs/monkeys_on_the_moon/decks/standard.toml").read_text()
    deck.write_text(standard)
    way = Way(directory=tmp_path / "games", resume=True)

    def play(deals: int, **options: Any) -> None:
        tournament(["greedy", "random"], 2, deals, way=way, deck=str(deck), **options)

    play(2)
    deck.write_text(standard.replace("white_dot = 12", "white_dot = 13"))
    with pytest.raises(OptionError, match=r"changes: deck: \w{12}... then, \w{12}... now$"):
        play(3)
    deck.write_text(standard)
    with monkeypatch.context() as patch:
        patch.setitem(BOTS, "greedy", BOTS["greedy"]._replace(version=99))
        with pytest.raises(OptionError, match=r"greedy version 1 then, greedy version 99"):
            play(3)
    with monkeypatch.context() as patch:
        patch.setattr(load(GAME), "info", load(GAME).info._replace(rules_version="99"))
        with pytest.raises(OptionError, match=r"changes: version: \w+ then, 99 now$"):
            play(3)
    with pytest.raises(OptionError, match=r"another: options: None there, .*maximum_scorn"):
        play(3, options={"maximum_scorn": True})
    play(3)


def test_the_version_of_the_package_is_recorded_and_not_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    way = Way(directory=tmp_path, resume=True)
    tournament(["greedy", "random"], 2, 2, way=way)
    recorded = json.loads((tmp_path / "results.json").read_text())["provenance"]
    assert recorded["players"] == {"greedy": "greedy version 1", "random": "random version 1"}
    monkeypatch.setattr(
        "mom_env.arena.run.provenance_of",
        lambda *_: read_games(tmp_path / GAMES_FILE).provenance.model_copy(update={"package": "9"}),
    )
    assert tournament(["greedy", "random"], 2, 3, way=way)[0].games_now == 2


def test_a_function_without_a_source_is_never_the_same(tmp_path: Path) -> None:
    scope: dict[str, Any] = {}
    exec("def typed_in(observation, mask):\n    return int(mask.argmax())", scope)
    way = Way(directory=tmp_path, resume=True)
    evaluate(scope["typed_in"], ["random"], 2, 2, way=way)
    with pytest.raises(OptionError, match="its source is unknown"):
        evaluate(scope["typed_in"], ["random"], 2, 3, way=way)


def test_the_leaderboard_plays_the_games_of_a_changed_player_again_and_no_others(
    tmp_path: Path, mix: Callable[[str], str]
) -> None:
    def play(*whos: str, deals: int = 2) -> dict[tuple[Any, ...], int]:
        assert leaderboard(whos, deals, 1, tmp_path / "games", tmp_path / "page.md", counts=[2])
        games = read_games(tmp_path / "games" / "2-players" / GAMES_FILE).games
        keys = zip(games["deal"].tolist(), games["number"].tolist(), map(tuple, games["players"].tolist()), strict=True)
        return dict(zip(keys, games["digest"].tolist(), strict=True))

    whos = "random", "greedy", "mix:p"
    mix("argmax")
    before = play(*whos)
    mix("argmin")
    after = play(*whos)
    assert before.keys() == after.keys()
    for key in before:
        is_same = before[key] == after[key]
        assert is_same == (2 not in key[2])
    fresh = tournament(list(whos), 2, 2, 1)[0]
    assert hash_of(fresh.games) == hash_of(read_games(tmp_path / "games" / "2-players" / GAMES_FILE).games)
    page = (tmp_path / "page.md").read_text()
    assert "random (random version 1), greedy (greedy version 1), mix:p (mix.py " in page


# Two at once


@pytest.mark.outside
def test_two_runs_do_not_share_a_directory(tmp_path: Path) -> None:
    words = ["tournament", "tests.support.arena_players:slow", "random", "--players", "2", "--deals", "200", "--out"]
    command = [sys.executable, "-c", "from mom_env.cli import main; main()", *words, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT) as first:
        while not (tmp_path / ".lock").exists() or not (tmp_path / ".lock").read_text():
            time.sleep(0.05)
        with pytest.raises(OutputError, match=f"no other process works in, found process {first.pid} on"):
            tournament(["greedy", "random"], 2, 2, way=Way(directory=tmp_path, resume=True))
        first.kill()
    assert not (tmp_path / "results.json").exists()


# Files that are not to be believed


Change = Callable[[Any, dict[str, Any]], Any]


def edit(path: Path, change: Change) -> None:
    """Change the games, or what is said of them, and give the file a hash that fits."""
    with np.load(path, allow_pickle=False) as found:
        games, head = found["games"].copy(), json.loads(str(found["head"]))
    changed = change(games, head)
    games, text = games if changed is None else changed, json.dumps(head)
    with path.open("wb") as file:
        np.savez_compressed(file, games=games, head=text, hash=games_file._hash(games, text))


def setting(field: str, value: Any, row: int = 0) -> Change:
    def change(games: Any, _: Any) -> None:
        games[field][row] = value

    return change


def telling(**changes: Any) -> Change:
    return lambda _, head: head.update(changes)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("saved")
    run(plan_of("cheat", "greedy", num_players=2, deals=3), [cheat, "greedy"], Way(directory=folder))
    return (folder / GAMES_FILE).read_bytes()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (setting("players", [0, 99]), "players: expected those of the plan"),
        (setting("players", [1, 1]), "players: expected those of the plan"),
        (setting("deal", 3), "deal: expected 0 to 2"),
        (setting("deal", -1), "deal: expected 0 to 2"),
        (setting("number", 2), "number: expected 0 to 1"),
        (setting("number", 1), "expected each game once"),
        (setting("places", [1, 1]), "places: expected 1 for the best"),
        (setting("places", [0, 2]), "places: expected 1 for the best"),
        (setting("places", [99, 1]), "places: expected 1 for the best"),
        (setting("forfeit", 5), "forfeit: expected -1 to 1"),
        (setting("forfeit", -2), "forfeit: expected -1 to 1"),
        (lambda games, _: games[:-1], "forfeits: expected 5 as in the games, found 6"),
        (telling(forfeits=[]), "forfeits: expected 6 as in the games, found 0"),
        (lambda games, _: games[["deal", "number"]], "expected games of 2 players"),
        (lambda games, _: games.reshape(2, 3), "expected games of 2 players"),
        (telling(format="mom-games/9"), "format: expected 'mom-games/1'"),
        (telling(plan={}), "plan.players: expected, but missing"),
        (telling(more=1), "more: expected no such key"),
    ],
)
def test_games_that_the_plan_does_not_have_are_refused(
    tmp_path: Path, saved: bytes, change: Change, problem: str
) -> None:
    (tmp_path / GAMES_FILE).write_bytes(saved)
    edit(tmp_path / GAMES_FILE, change)
    before = (tmp_path / GAMES_FILE).read_bytes()
    with pytest.raises(OptionError, match=r"games\.npz: expected the games of a tournament: ") as refused:
        run(plan_of("cheat", "greedy", num_players=2, deals=3), [cheat, "greedy"], Way(directory=tmp_path, resume=True))
    assert problem in str(refused.value)
    assert (tmp_path / GAMES_FILE).read_bytes() == before


def test_an_edited_file_is_refused_by_its_hash(tmp_path: Path, saved: bytes) -> None:
    (tmp_path / GAMES_FILE).write_bytes(saved)
    with np.load(tmp_path / GAMES_FILE, allow_pickle=False) as found:
        games, head, digest = found["games"].copy(), str(found["head"]), str(found["hash"])
    games["score"][0] += 1
    np.savez_compressed(tmp_path / GAMES_FILE, games=games, head=head, hash=digest)
    with pytest.raises(OptionError, match="hash: expected"):
        read_games(tmp_path / GAMES_FILE)


def test_a_file_with_an_older_name_of_a_field_is_read(tmp_path: Path, saved: bytes) -> None:
    (tmp_path / GAMES_FILE).write_bytes(saved)
    kept = read_games(tmp_path / GAMES_FILE)
    with np.load(tmp_path / GAMES_FILE, allow_pickle=False) as found:
        games, head, digest = found["games"].copy(), str(found["head"]), str(found["hash"])
    games.dtype.names = tuple("vp" if name == "score" else name for name in games.dtype.names)
    np.savez_compressed(tmp_path / GAMES_FILE, games=games, head=head, hash=digest)
    again = read_games(tmp_path / GAMES_FILE)
    assert again.games.dtype == kept.games.dtype
    assert np.array_equal(again.games, kept.games)


def test_a_forfeit_survives_a_resumed_run(tmp_path: Path) -> None:
    way = Way(directory=tmp_path, resume=True)
    run(plan_of("cheat", "greedy", num_players=2, deals=2), [cheat, "greedy"], way)
    outcome = run(plan_of("cheat", "greedy", num_players=2, deals=3), [cheat, "greedy"], way)
    assert [(one.deal, one.number) for one in outcome.forfeits] == [(d, n) for d in range(3) for n in range(2)]
    assert read_games(tmp_path / GAMES_FILE).forfeits == outcome.forfeits


# Sizes


def test_too_many_games_are_refused_before_they_are_made() -> None:
    most = MOST_GAMES // 24
    with pytest.raises(OptionError, match=f"deals: expected at most {most:,}, with 24 games each, found {most + 1:,}"):
        checked_plan("abcd", even_lineups(4, 4), 4, most + 1, 0)
    assert checked_plan("abcd", even_lineups(4, 4), 4, most, 0).deals == most


def test_parts_are_made_as_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    tables = Plan.tables

    def counted(self: Plan, deal: int) -> Any:
        made.append(deal)
        return tables(self, deal)

    monkeypatch.setattr(Plan, "tables", counted)
    plan = plan_of("greedy", "random", num_players=2, deals=10**6)
    outcome = run(plan, ["greedy", "random"], Way(), enough=lambda games: len(games) > 0)
    assert 0 < outcome.num_deals <= GAMES_A_PART
    assert max(made) < GAMES_A_PART


def test_into_a_pipe_a_line_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mom_env.work.progress.FIRST_LINE", 0.0)
    monkeypatch.setattr("mom_env.work.progress.LINE_EVERY", 0.0)
    monkeypatch.setattr("mom_env.work.run.SHOW_EVERY", 0.0)
    text = StringIO()
    run(plan_of("first", "greedy", num_players=2, deals=3), [first_legal, "greedy"], Way(), Console(file=text))
    lines = text.getvalue().splitlines()
    assert list(dict.fromkeys(line.split(",")[0] for line in lines)) == [f"deals: {done} of 3" for done in (1, 2, 3)]


def test_a_sequential_test_that_would_never_look_is_refused() -> None:
    with pytest.raises(OptionError, match="sprt: expected at least 60 deals, its first look, found 59"):
        evaluate("greedy", ["random"], 2, 59, test=Hypotheses(0.4, 0.6))


@pytest.mark.parametrize("out", ["file", "file/folder"])
def test_a_directory_that_cannot_be_is_refused_before_a_game_is_played(tmp_path: Path, out: str) -> None:
    (tmp_path / "file").write_text("as it was")
    for play in (
        lambda way: tournament([cheat, "greedy"], 2, 2, way=way),
        lambda way: evaluate(cheat, ["greedy"], 2, 2, way=way),
    ):
        with pytest.raises(OutputError, match="expected a folder, found the file"):
            play(Way(directory=tmp_path / out))
    assert (tmp_path / "file").read_text() == "as it was"
