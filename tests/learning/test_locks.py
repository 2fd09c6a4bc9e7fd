"""Two processes never work in one folder: the second one is told which process has it, and leaves all as it is."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mom_env import cli
from mom_env.common.files import LOCK
from mom_env.errors import OutputError
from mom_env.learning import demo, folders
from mom_env.learning.benchmark.protocol import Protocol, claim
from tests.learning.small import SMALL

pytestmark = [pytest.mark.train, pytest.mark.outside]
posix = pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="Windows has no such signals")
ROOT = Path(__file__).resolve().parents[2]
SETTINGS = [word for setting in SMALL for word in ("--set", setting)]
MOM = "from mom_env.cli import main; main()"
HOLD = """
import sys, time
from pathlib import Path
from mom_env.common.files import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""
SMALL_PROTOCOL = ("--decisions", "4000", "--deals", "2", "--settings", "2p", "--seeds", "1")
WAITS = "tests.learning.own:waits"


def mom(*words: object) -> Any:
    return CliRunner().invoke(cli.app, list(map(str, words)), env={"COLUMNS": "200"})


@contextmanager
def process(*words: object) -> Iterator[subprocess.Popen[str]]:
    """`mom` with these words; whatever happens, it does not stay behind."""
    command = [sys.executable, "-c", MOM, *map(str, words)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
        try:
            yield running
        finally:
            running.kill()


@contextmanager
def holder(folder: Path) -> Iterator[int]:
    """Another process that holds a folder; its id."""
    command = [sys.executable, "-c", HOLD, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            assert running.stdout.readline() == "held\n"
            yield running.pid
        finally:
            running.kill()


def wait_for(path: Path) -> None:
    """Until there is something in a file."""
    until = time.monotonic() + 120
    while not (path.is_file() and path.read_text()):
        assert time.monotonic() < until, path
        time.sleep(0.05)


def is_running(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused(pid: int, folder: Path, *words: object) -> None:
    before = contents(folder)
    result = mom(*words)
    assert result.exit_code == 1, result.output
    with pytest.raises(OutputError, match=f"expected a folder that no other process works in, found process {pid} on "):
        raise result.exception
    assert contents(folder) == before


@posix
def test_a_second_training_in_a_folder_is_refused_while_the_first_one_runs(tmp_path: Path) -> None:
    toml, folder = tmp_path / "first.toml", tmp_path / "run"
    toml.write_text('trainer = "selfplay"\nnum_players = 3\ndecisions = 1000000000\n')
    with process("train", toml, "--out", folder, *SETTINGS) as first:
        wait_for(folder / "checkpoints" / "latest")
        first.send_signal(signal.SIGSTOP)  # so that all that changes in the folder is the second one's doing
        refused(first.pid, folder, "train", toml, "--out", folder, *SETTINGS)
        refused(first.pid, folder, "train", "--resume", folder)
        refused(first.pid, folder, "train", "--resume", folder, "--set", "decisions=2000000000")
        refused(first.pid, folder, "exploit", "random", "--out", folder)
        first.send_signal(signal.SIGCONT)
        first.send_signal(signal.SIGINT)
        said, _ = first.communicate()
        assert first.returncode == cli.INTERRUPTED, said
    assert "Saved. Continue with: mom train --resume" in said
    assert not (tmp_path / "run-prolonged").exists()


def test_an_exploit_that_another_process_is_at_is_not_resumed(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = ["exploit", "random", "--out", folder, "--deals", "2"]
    small = ["rollout.games=8", "rollout.steps=24", "ppo.minibatch=64", "evaluation.deals=2"]
    settings = [word for setting in small for word in ("--set", setting)]
    assert mom(*words, "--decisions", "300", "--threads", "1", *settings).exit_code == 0
    with holder(folder) as pid:
        refused(pid, folder, *words, "--resume")
    assert mom(*words, "--resume").exit_code == 0


def test_a_demo_removes_nothing_that_another_demo_is_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    demo.RUN.mkdir(parents=True)
    (demo.RUN / "log.csv").write_text("kept")
    with holder(demo.RUN) as pid:
        refused(pid, tmp_path, "demo", "--no-play")
    assert (demo.RUN / "log.csv").read_text() == "kept"


def test_of_an_old_run_everything_is_removed_but_the_lock(tmp_path: Path) -> None:
    for name in ("checkpoints/00000001/x", "log.csv", LOCK):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("old")
    folders.clear(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [LOCK]


def test_one_benchmark_a_folder_whose_own_workers_are_not_kept_out(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["benchmark", WAITS, "random", *SMALL_PROTOCOL, "--jobs", "2", "--out", out]
    with process(*words) as first:
        wait_for(out / "random" / "2p" / "1" / "result.json")  # a worker has worked
        wait_for(out / "tests.learning.own.waits" / "2p" / "1" / "output.txt")
        second = mom(*words)
        assert f"found process {first.pid} on " in str(second.exception)
        assert "benchmark tests.learning.own:waits" in str(second.exception)
        shown = mom("benchmark", *SMALL_PROTOCOL[:-1], "0", "--out", out)  # looking on disturbs nobody
        assert shown.exit_code == 0, shown.output
        (out / "go").touch()
        said, _ = first.communicate()
        assert first.returncode == 0, said
    assert mom(*words).exit_code == 0


def test_a_cell_that_another_process_works_in_is_left_to_it_and_the_others_are_played(tmp_path: Path) -> None:
    out = tmp_path / "out"
    cell = out / "greedy" / "2p" / "1"
    words = ["benchmark", "greedy", "random", *SMALL_PROTOCOL, "--out", out]
    with holder(cell) as pid:
        result = mom(*words)
        assert result.exit_code == 1, result.output
        assert f"greedy 2p seed 1: failed: {cell}: expected a folder that no other process works in" in result.output
        assert f"found process {pid} on " in (cell / "output.txt").read_text()
        assert not (cell / "result.json").exists()
    assert (out / "random" / "2p" / "1" / "result.json").exists()
    assert mom(*words).exit_code == 0


@posix
def test_workers_end_with_their_benchmark_and_the_next_one_continues(tmp_path: Path) -> None:
    out = tmp_path / "out"
    cell = out / "tests.learning.own.waits" / "2p" / "1"
    words = ["benchmark", WAITS, *SMALL_PROTOCOL, "--out", out]
    with process(*words) as first:
        wait_for(cell / "output.txt")
        worker = int((cell / "output.txt").read_text().split()[0])
        first.kill()
    until = time.monotonic() + 60
    while is_running(worker):
        assert time.monotonic() < until
        time.sleep(0.05)
    (out / "go").touch()
    assert mom(*words).exit_code == 0


@posix
def test_an_interrupted_benchmark_says_that_it_is_saved(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with process("benchmark", WAITS, "random", *SMALL_PROTOCOL, "--out", out) as first:
        wait_for(out / "tests.learning.own.waits" / "2p" / "1" / "output.txt")
        first.send_signal(signal.SIGINT)
        said, _ = first.communicate()
    assert first.returncode == cli.INTERRUPTED, said
    assert "interrupted; saved. The same command continues from here." in said
    assert not list(out.rglob("result.json"))


def test_a_claim_of_another_protocol_says_in_what_they_differ(tmp_path: Path) -> None:
    claim(tmp_path, Protocol(decisions=4000))
    with pytest.raises(ValueError, match=r"protocol with decisions=5000, found those of one with decisions=4000$"):
        claim(tmp_path, Protocol(decisions=5000))
