"""Programs as players: what they are told, what they may answer, how they fail, and that none is left running."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mom_env.arena.match import Match
from mom_env.arena.run import Way, run
from mom_env.environments.gymnasium import OneSeatEnv
from mom_env.errors import NoAction, OptionError
from mom_env.games import load
from mom_env.monkeys_on_the_moon import Game
from mom_env.players.child import LONGEST, Child
from mom_env.players.kinds import ClassPlayer
from mom_env.players.program import message, told_of, words_of
from mom_env.players.provenance import UNKNOWN
from mom_env.players.specs import make_player, names_code
from mom_env.work.backends import Place
from mom_env.work.job import Stopped
from tests.every_game.installed import GAMES
from tests.every_game.subject import play_on
from tests.support.arena_players import plan_of
from tests.support.commands import MAIN, ROOT, mom
from tests.support.programs import FIRST_CHOICE, left_over, pids, program, wait_for
from tests.support.text_pairs import text_pairs

pytestmark = [pytest.mark.outside, pytest.mark.skipif(os.name != "posix", reason="programs play on Unix")]
POSITIONS = 300
PATIENT = 60.0  # seconds for a move, where no test is about time


def match_of(spec: str, limit: float = PATIENT, deals: int = 1) -> Match:
    """A match of a program against `random`, from both seats."""
    plan = plan_of(spec, "random", num_players=2, deals=deals)
    players = [make_player(who, plan.game, plan.ruleset()) for who in (spec, "random")]
    return Match(plan, players, plan.ruleset(), range(deals), limit)


def played(spec: str, limit: float = PATIENT) -> Match:
    match = match_of(spec, limit)
    match.play()
    return match


def reasons_of(spec: str, limit: float = PATIENT) -> set[str]:
    """Why a program forfeits the two games that it plays."""
    forfeits = played(spec, limit).forfeits
    assert len(forfeits) == 2
    return {forfeit.reason for forfeit in forfeits.values()}


# What a program is told


def test_a_program_plays_whole_games_and_is_told_their_beginning_and_their_end(tmp_path: Path) -> None:
    match = played(program(tmp_path, FIRST_CHOICE))
    assert match.forfeits == {}
    assert len(set(pids(tmp_path))) == 2  # a process for each game
    assert left_over(tmp_path) == []
    heard = [json.loads(line) for line in (tmp_path / "heard").read_text().splitlines()]
    kinds = [one["type"] for one in heard]
    assert [kinds.count(kind) for kind in ("start", "end")] == [2, 2]
    assert set(kinds) == {"start", "choose", "end"}
    assert all(set(one) >= {"game", "seat", "num_players"} for one in heard)
    for seat in range(2):
        start, *questions, end = [one for one in heard if one["seat"] == seat]
        assert (start["type"], end["type"]) == ("start", "end")
        assert start["protocol"] == "mom-program/1"
        assert start["seconds_per_move"] == PATIENT
        assert start["options"] == Game(2, 1).ruleset.options.plain()
        assert 0 <= start["seed"] < 2**53
        assert all(f"You are player_{seat}." in one["text"] for one in questions)
        assert all(one["position"]["hand"][1 - seat] is None for one in questions)


@pytest.mark.parametrize("name", GAMES)
def test_a_question_has_all_choices_of_any_game(name: str) -> None:
    game = load(name).people.Game(seed=3)
    play_on(game, np.random.default_rng(1), 2)
    told: Any = told_of(game)
    assert told["text"] == game.observe_text(game.seat or 0)
    assert sorted(choice["action"] for choice in told["choices"]) == game.legal_actions()
    assert [game.parse(choice["words"]) for choice in told["choices"]] == [one["action"] for one in told["choices"]]
    assert json.loads(message("choose", **told)) == {"type": "choose", **json.loads(json.dumps(told))}


def test_a_question_has_the_same_bytes_whatever_is_hidden() -> None:
    asked = (pair for pair in text_pairs(seed=1) if pair.is_asked)
    assert all(pair.has_same_question for pair in islice(asked, POSITIONS))


def test_answers_in_words_are_understood(tmp_path: Path) -> None:
    by_words = FIRST_CHOICE.replace('action=message["choices"][0]["action"]', 'choice=message["choices"][0]["words"]')
    assert by_words != FIRST_CHOICE
    one, other = (played(program(tmp_path / name, script)) for name, script in (("a", FIRST_CHOICE), ("b", by_words)))
    assert one.results()["digest"].tolist() == other.results()["digest"].tolist()
    assert other.forfeits == {}


def test_the_example_plays_and_its_results_do_not_depend_on_the_number_of_jobs(monkeypatch: Any) -> None:
    monkeypatch.chdir(ROOT)
    spec = f"command:{sys.executable} examples/own_program.py"
    plan, hashes = plan_of(spec, "random", num_players=2, deals=2), set()
    for jobs in (1, 2):
        outcome = run(plan, [spec, "random"], Way(Place(jobs), limit=PATIENT))
        assert outcome.forfeits == []
        hashes.add(outcome.games.tobytes())
    assert len(hashes) == 1


# How a program fails

ASKED = "hear(); hear()\n"


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (f"{ASKED}print('first', flush=True); hear()", "answered 'first', which is not JSON; expected"),
        (f"{ASKED}print(flush=True); hear()", "answered '', which is not JSON"),
        (f"{ASKED}print('[' * 60000, flush=True); hear()", "which is not JSON"),
        (f"{ASKED}sys.stdout.buffer.write(bytes([255, 10])); sys.stdout.flush(); hear()", "which is not JSON"),
        (f"{ASKED}answer(); hear()", "answered {}; expected"),
        (f"{ASKED}answer(action='1'); hear()", "answered {'action': '1'}; expected"),
        (f"{ASKED}answer(action=True); hear()", "answered {'action': True}; expected"),
        (f"{ASKED}answer(action=2.0); hear()", "answered {'action': 2.0}; expected"),
        (f"{ASKED}answer(action=2 ** 70); hear()", "answered {'action': 1180591620717411303424}; expected"),
        (f"{ASKED}answer(action=1, choice='pass'); hear()", "; expected"),
        (f"{ASKED}answer(choice=['pass']); hear()", "answered {'choice': ['pass']}; expected"),
        (f"{ASKED}print(7, flush=True); hear()", "answered 7; expected"),
        (f"{ASKED}answer(action=-1); hear()", "played action -1, which is not legal there"),
        (f"{ASKED}answer(action=9999); hear()", "played action 9999, which is not legal there"),
        (f"{ASKED}answer(choice='play'); hear()", "answered with words: 'play' fits"),
        (f"{ASKED}answer(choice='win'); hear()", "answered with words: 'win' fits no choice; expected one of: 1: play"),
        (
            f"{ASKED}print('x' * {LONGEST + 1}, flush=True); hear()",
            f"answered with a line of more than {LONGEST:,} byt",
        ),
        (f"{ASKED}os.write(1, b'x' * 10 ** 7); hear()", f"answered with a line of more than {LONGEST:,} bytes"),
        (f"{ASKED}os.write(1, b'{{}}\\n' * 9); hear()", "answered with more than one line"),
        (f"{ASKED}answer(action=hear)", "ended before it answered, with exit code 1"),
        (f"{ASKED}sys.exit(3)", "ended before it answered, with exit code 3"),
        ("sys.exit(0)", "ended before it answered, with exit code 0"),
        (f"{ASKED}os.kill(os.getpid(), signal.SIGKILL)", "ended before it answered, by signal 9"),
        (f"{ASKED}os.close(1); hear()", "closed its standard streams before it answered"),
    ],
)
def test_a_program_that_fails_forfeits_with_the_reason(tmp_path: Path, script: str, reason: str) -> None:
    assert all(reason in found for found in reasons_of(program(tmp_path, script)))
    assert left_over(tmp_path) == []


@pytest.mark.parametrize(
    "script", ["time.sleep(1000)", f"{ASKED}time.sleep(1000)", f"{ASKED}os.write(1, b'{{'); hear()"]
)
def test_a_program_that_does_not_answer_in_time_forfeits(tmp_path: Path, script: str) -> None:
    assert reasons_of(program(tmp_path, script), limit=0.5) == {"took longer than 0.5 s"}
    assert left_over(tmp_path) == []


def test_a_program_has_its_own_limit_where_nobody_else_sets_one(tmp_path: Path) -> None:
    game = Game(2, 1)
    player = make_player(program(tmp_path, f"{ASKED}hear()"), ruleset=game.ruleset)
    assert isinstance(player, ClassPlayer)
    seated = player.sit_down(game.seat or 0, 2, 5, 0.3)
    with pytest.raises(NoAction, match=r"took longer than 0\.3 s"):
        seated.choose(game.states, game.rules, np.zeros(1, np.uint64))
    seated.close()
    seated.close()
    assert left_over(tmp_path) == []


def test_a_program_that_speaks_without_being_asked_forfeits(tmp_path: Path) -> None:
    script = program(tmp_path, "answer(action=0)\n(here / 'said').write_text('it')\nhear()")
    child = Child(words_of(script))
    wait_for(tmp_path / "said")
    with pytest.raises(NoAction, match="wrote to its standard output without being asked"):
        child.ask(b"{}\n", PATIENT)
    child.end(b"")
    assert left_over(tmp_path) == []


def test_a_program_that_vanishes_forfeits(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_text("not a program")
    path.chmod(0o755)
    assert all(reason.startswith("cannot be started: ") for reason in reasons_of(f"command:{path}"))


# Processes end


STUBBORN = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
CHILD = "subprocess.Popen([sys.executable, '-c', \"{}\"])\n".format(
    "import os, time; print(os.getpid(), file=open('PIDS', 'a'), flush=True); time.sleep(1000)"
)


def test_processes_that_hear_nothing_and_what_they_have_started_are_ended(tmp_path: Path) -> None:
    child = CHILD.replace("PIDS", str(tmp_path / "pids"))
    wait = "while len((here / 'pids').read_text().split()) % 2: time.sleep(0.01)\n"
    script = STUBBORN + child + wait + ASKED + "answer(action=-1)\ntime.sleep(1000)"
    assert reasons_of(program(tmp_path, script)) == {"played action -1, which is not legal there"}
    assert len(pids(tmp_path)) == 4
    deadline = time.monotonic() + 10  # the system reaps what is nobody's child
    while left_over(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert left_over(tmp_path) == []


def test_a_process_ends_with_its_game_while_other_games_go_on(tmp_path: Path) -> None:
    gives_up = "    if message['type'] == 'choose' and message['seat'] == 0: answer(action=-1); continue\n"
    head, _, rest = FIRST_CHOICE.partition("    if")
    match, counts = match_of(program(tmp_path, head + gives_up + "    if" + rest)), list[int]()

    def count() -> bool:
        counts.append(len(left_over(tmp_path)) if (tmp_path / "pids").exists() else 0)
        return False

    match.play(count)
    assert len(match.forfeits) == 1
    assert len(counts) > 5
    assert set(counts[2:]) == {1}


def test_programs_end_when_a_run_is_stopped_or_fails(tmp_path: Path) -> None:
    match, calls = match_of(program(tmp_path, FIRST_CHOICE)), iter([False] * 3)
    with pytest.raises(Stopped):
        match.play(lambda: next(calls, True))
    assert len(pids(tmp_path)) == 2
    assert left_over(tmp_path) == []

    def fail() -> bool:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        match.play(fail)


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -15), (signal.SIGKILL, -9)])
def test_programs_end_with_the_command(tmp_path: Path, number: int, code: int, jobs: str) -> None:
    spec = program(tmp_path, f"{ASKED}hear()")
    words = ["evaluate", spec, "--against", "random", "--players", "2", "--deals", "2", "--limit", "1000"]
    words += ["--jobs", jobs]
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", MAIN, *words]
    with subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_for(tmp_path / "heard")
        process.send_signal(number)
        process.communicate()
    assert process.returncode == code
    deadline = time.monotonic() + 10
    while left_over(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert left_over(tmp_path) == []


# Specs


def test_a_folder_of_games_starts_no_program(tmp_path: Path) -> None:
    spec, out = program(tmp_path, FIRST_CHOICE), tmp_path / "out"
    words = ["--players", "2", "--deals", "2", "--out", str(out)]
    assert mom("tournament", spec, "random", *words).returncode == 0
    begun = pids(tmp_path)
    done = mom("tournament", "greedy", "random", *words, "--resume")
    assert done.returncode == 2
    assert "expected games of the same plan, found another: players" in done.stderr.replace("\n", " ")
    assert mom("tournament", spec, "random", *words, "--resume").returncode == 0
    assert pids(tmp_path) == begun


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("command:", "expected a program after 'command:', found none"),
        ("command:  ", "expected a program after 'command:', found none"),
        ("command:''", "expected a program after 'command:', found none"),
        ("command:bot 'x", "expected a command line, found an error: No closing quotation"),
        ("command:no-such-program --level=3", "expected a program that can be run, found none at 'no-such-program'"),
        ("command:./pyproject.toml", "expected a program that can be run"),
    ],
)
def test_what_is_no_program_is_refused_before_any_game(spec: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=reason):
        make_player(spec)
    done = mom("evaluate", spec, "--against", "random", "--out", str(tmp_path / "out"), cwd=ROOT)
    assert done.returncode == 2
    assert reason in done.stderr.replace("\n", " ")
    assert not (tmp_path / "out").exists()


def test_a_program_is_not_run_through_a_shell(tmp_path: Path) -> None:
    spec = program(tmp_path, "(here / 'words').write_text(json.dumps(sys.argv[1:]))", "a b", "$HOME;touch x", "--k=v,w")
    assert names_code(spec)
    assert reasons_of(spec) == {"ended before it answered, with exit code 0"}
    assert json.loads((tmp_path / "words").read_text()) == ["a b", "$HOME;touch x", "--k=v,w"]


@pytest.mark.parametrize("spec", ["command:bot", " command:bot --level=3 ", "command:x=1", "command:a:b=c,d=e"])
def test_programs_are_known_as_code(spec: str) -> None:
    assert names_code(spec)


def test_programs_are_not_for_environments_as_they_have_a_memory() -> None:
    with pytest.raises(OptionError, match="expected players without a memory, found command:cat"):
        OneSeatEnv(GAMES[0], opponents="command:cat")


def test_what_a_program_is_made_from_covers_its_files(tmp_path: Path) -> None:
    spec = program(tmp_path, FIRST_CHOICE)
    before = make_player(spec).made_from
    content = Path(sys.executable).read_bytes() + (tmp_path / "program.py").read_bytes()
    assert before == f"program {Path(sys.executable).name} {hashlib.sha256(content).hexdigest()}"
    (tmp_path / "program.py").write_text("pass")
    assert make_player(spec).made_from != before
    assert make_player("command:cat").made_from != make_player("command:true").made_from


def test_a_program_that_cannot_be_read_has_an_unknown_source(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> bytes:
        raise PermissionError

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert make_player("command:true").made_from == UNKNOWN
