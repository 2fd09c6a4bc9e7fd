"""Work in parts, here and on processes: order, lost workers, errors, Ctrl-C, saving, progress."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from mom_env.errors import MomError, OptionError, WorkError
from mom_env.work.backends import ONE_PROCESS, Place, check_place
from mom_env.work.job import MOST_TRIES, Job
from mom_env.work.order import Queue
from mom_env.work.run import run_parts
from tests.work.jobs import CANNOT_BE_SENT, DEAF, DIES, LOOPS, RAISES, LongSquares, SlowToLoad, Squares, Sums

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parents[2]
PARTS = list(range(12))
SQUARES = [(part, part * part) for part in PARTS]
ADVICE = "the same command continues"


def done_in(folder: Path) -> list[int]:
    return sorted(map(int, (folder / "done").read_text().split()))


def workers_in(folder: Path) -> int:
    return len(list(folder.glob("begun-*")))


@pytest.mark.parametrize("place", [ONE_PROCESS, Place(2), Place(3)])
def test_results_come_in_the_order_of_parts_each_once(place: Place, tmp_path: Path) -> None:
    ledger = Sums(len(PARTS))
    assert run_parts(Squares(tmp_path), PARTS, ledger, place, None, ADVICE)
    assert ledger.found == ledger.saved == SQUARES
    assert done_in(tmp_path) == PARTS
    assert workers_in(tmp_path) == place.jobs


def test_no_more_workers_are_started_than_there_are_parts(tmp_path: Path) -> None:
    assert run_parts(Squares(tmp_path), [3, 4], Sums(2), Place(4), None, ADVICE)
    assert workers_in(tmp_path) == 2


def test_a_part_whose_worker_dies_is_done_again_by_another(tmp_path: Path) -> None:
    parts = [1, 2, DIES, 3, 4, 5]
    ledger = Sums(len(parts))
    assert run_parts(Squares(tmp_path, deaths=MOST_TRIES - 1), parts, ledger, Place(2), None, ADVICE)
    assert ledger.found == [(part, part * part) for part in parts]
    assert len(list(tmp_path.glob("died-*"))) == MOST_TRIES - 1


def test_a_part_whose_worker_dies_each_time_is_given_up(tmp_path: Path) -> None:
    ledger = Sums(3)
    with pytest.raises(OptionError, match=f"part {DIES}: given up, noted {DIES + 100}"):
        run_parts(Squares(tmp_path, deaths=99), [1, 2, DIES], ledger, Place(2), None, ADVICE)
    assert len(list(tmp_path.glob("died-*"))) == MOST_TRIES
    assert ledger.saved == ledger.found


def test_a_job_gives_up_by_an_error_that_names_the_part() -> None:
    with pytest.raises(WorkError, match=f"17: expected a result, found that the worker died at each of {MOST_TRIES}"):
        Job[int, int]().give_up(17, 0)


@pytest.mark.parametrize("place", [ONE_PROCESS, Place(2)])
def test_an_error_in_a_part_ends_the_job_and_what_is_there_is_saved(place: Place, tmp_path: Path) -> None:
    ledger = Sums(3)
    with pytest.raises(OptionError, match="found RAISES") as raised:
        run_parts(Squares(tmp_path), [1, RAISES, 2], ledger, place, None, ADVICE)
    assert set(ledger.saved) <= {(1, 1)}
    assert place == ONE_PROCESS or "in _do" in raised.value.__notes__[0]


def test_a_result_that_cannot_be_sent_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(MomError, match="cannot be sent between processes"):
        run_parts(Squares(tmp_path), [CANNOT_BE_SENT, 1], Sums(2), Place(2), None, ADVICE)


def test_a_ledger_that_has_enough_ends_the_work(tmp_path: Path) -> None:
    for place in (ONE_PROCESS, Place(2)):
        ledger = Sums(len(PARTS), enough=5)
        assert run_parts(Squares(tmp_path), PARTS, ledger, place, None, ADVICE)
        assert ledger.saved == SQUARES[:5]


def interrupt_soon(folder: Path, pattern: str, times: int = 1, count: int = 1) -> None:
    """Send this process Ctrl-C once so many files of that name are in the folder, as often as asked."""

    def wait_and_interrupt() -> None:
        while len(list(folder.glob(pattern))) < count:
            time.sleep(0.02)
        for _ in range(times):
            time.sleep(0.3)
            os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=wait_and_interrupt, daemon=True).start()


@pytest.mark.parametrize("place", [ONE_PROCESS, Place(2)])
def test_an_interrupt_keeps_what_is_there_and_says_how_to_continue(place: Place, tmp_path: Path) -> None:
    console, ledger = Console(file=StringIO(), width=200), Sums(4)
    before = signal.getsignal(signal.SIGINT)  # a shell's background jobs ignore it
    interrupt_soon(tmp_path, "done")
    parts = [1, 2, LOOPS, 3] if place.jobs > 1 else [1, 2]
    job = Squares(tmp_path, seconds=0.5 if place == ONE_PROCESS else 0.0)
    assert not run_parts(job, parts, ledger, place, console, ADVICE)
    assert ledger.saved == ledger.found == [(1, 1), (2, 4)][: len(ledger.found)]
    assert "interrupted; the same command continues" in console.file.getvalue()  # type: ignore[attr-defined]  # a StringIO
    assert signal.getsignal(signal.SIGINT) is before


def test_long_parts_have_processes_of_their_own_and_print_into_files(tmp_path: Path) -> None:
    ledger = Sums(3)
    assert run_parts(LongSquares(tmp_path), [1, 2, 3], ledger, ONE_PROCESS, None, ADVICE)
    assert sorted(ledger.found) == [(1, 1), (2, 4), (3, 9)]
    assert workers_in(tmp_path) == 3
    words = (tmp_path / "output-2.txt").read_text().split()
    assert (words[0], words[-1]) == ("2", "7")
    assert words[3] == words[6].rstrip(",") != str(os.getpgid(0))  # a terminal's Ctrl-C goes to its group, not to these


def test_long_parts_save_themselves_after_an_interrupt(tmp_path: Path) -> None:
    interrupt_soon(tmp_path, "output-*.txt", count=2)
    console, ledger = Console(file=StringIO(), width=200), Sums(3)
    assert not run_parts(LongSquares(tmp_path, seconds=30), [1, 2, 3], ledger, Place(2), console, ADVICE)
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]  # a StringIO
    assert lines[-2:] == [
        "Ctrl-C: the numbers at work are ending and saving; a second Ctrl-C ends them at once",
        "interrupted; the same command continues",
    ]
    saved = {path.name: path.read_text() for path in tmp_path.glob("saved-*")}
    assert saved == {"saved-1": "interrupted ", "saved-2": "interrupted "}
    assert not (tmp_path / "output-3.txt").exists()
    assert ledger.found == []


def test_an_interrupt_reaches_a_long_part_whose_process_is_still_being_started(tmp_path: Path) -> None:
    interrupt_soon(tmp_path, "loading")
    began = time.monotonic()
    assert not run_parts(SlowToLoad(tmp_path, seconds=60), [1], Sums(1), ONE_PROCESS, None, ADVICE)
    assert time.monotonic() - began < 50


def test_a_second_interrupt_ends_long_parts_that_do_not_listen(tmp_path: Path) -> None:
    interrupt_soon(tmp_path, f"output-{DEAF}.txt", times=2)
    began = time.monotonic()
    assert not run_parts(LongSquares(tmp_path), [DEAF], Sums(1), ONE_PROCESS, None, ADVICE)
    assert time.monotonic() - began < 50
    assert not running_in(tmp_path)


def test_no_worker_stays_behind_when_a_result_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        wait_for(lambda: workers_in(tmp_path) == 2)
        raise RuntimeError("disk full")

    ledger = Sums(2)
    monkeypatch.setattr(ledger, "add", fail)
    with pytest.raises(RuntimeError, match="disk full"):
        run_parts(LongSquares(tmp_path), [1, LOOPS], ledger, Place(2), None, ADVICE)
    assert not running_in(tmp_path)


# The process that waits is killed.

WAITS = """
import sys
from pathlib import Path
from mom_env.work.backends import Place
from mom_env.work.run import run_parts
from tests.work.jobs import LOOPS, LongSquares, Squares, Sums

if __name__ == "__main__":
    kind = {"short": Squares, "long": LongSquares}[sys.argv[1]]
    job = kind(Path(sys.argv[2]), seconds=0.0 if sys.argv[1] == "short" else 60)
    run_parts(job, [LOOPS, LOOPS], Sums(2), Place(2), None, "")
"""


@pytest.mark.parametrize("kind", ["short", "long"])
def test_workers_end_with_the_process_that_waits_for_them(kind: str, tmp_path: Path) -> None:
    script = tmp_path / "waits.py"
    script.write_text(WAITS)
    words = [sys.executable, str(script), kind, str(tmp_path)]
    with subprocess.Popen(words, env={**os.environ, "PYTHONPATH": str(ROOT)}) as waiting:
        wait_for(lambda: workers_in(tmp_path) == 2)
        waiting.kill()
    wait_for(lambda: not running_in(tmp_path))
    assert kind == "short" or (tmp_path / f"saved-{LOOPS}").exists()


def wait_for(is_so: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def running_in(folder: Path) -> list[int]:
    """Return the ids of the workers of a folder that have not ended."""
    numbers = [int(path.name.partition("-")[2]) for path in folder.glob("begun-*")]
    return [number for number in numbers if is_running(number)]


def is_running(number: int) -> bool:
    """Return whether there is a process of this number that has not ended."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# The order of parts


def test_a_queue_hands_out_lost_parts_first_and_no_part_far_ahead() -> None:
    queue = Queue[int, str](iter(range(10)), 3)
    first, second, third = (queue.take() for _ in range(3))
    assert first
    assert second
    assert third
    assert queue.take() is None
    queue.finish(second.number, "b")
    queue.finish(third.number, "c")
    assert list(queue.pop_ready()) == []
    assert queue.take() is None  # results that wait for the first part count, too
    queue.give_back(first, has_died=True)
    assert queue.take() == first._replace(deaths=1)
    queue.finish(first.number, "a")
    queue.finish(first.number, "again")
    assert list(queue.pop_ready()) == [(0, "a"), (1, "b"), (2, "c")]
    queue.finish(first.number, "once more")
    assert list(queue.pop_ready()) == []
    assert not queue.is_done
    while task := queue.take():
        queue.finish(task.number, "")
        assert len(list(queue.pop_ready())) == 1
    assert queue.is_done


def test_a_queue_without_a_limit_hands_over_results_as_they_come() -> None:
    queue = Queue[int, str](iter([5, 6, 7]), None)
    tasks = [queue.take() for _ in range(3)]
    assert tasks[2]
    queue.finish(tasks[2].number, "c")
    assert list(queue.pop_ready()) == [(7, "c")]


@pytest.mark.parametrize(
    ("place", "message"),
    [
        (Place(0), "jobs: expected a whole number from 1 to 4096, found 0"),
        (Place(on="moon"), "on: expected one of here, ray, found 'moon'"),
    ],
)
def test_a_place_that_does_not_exist_is_refused(place: Place, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        check_place(place)
