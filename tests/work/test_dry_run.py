"""A dry run: parts, time and memory, measured in a worker, and nothing is kept."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from mom_env.errors import OptionError
from mom_env.work import dry_run as dry_runs
from mom_env.work.backends import ONE_PROCESS, RAY, Place
from mom_env.work.dry_run import Cost, Todo, dry_run, peak_memory, seconds_of, time_in_words
from mom_env.work.on_ray import ADDRESS
from tests.work.jobs import LongSquares, Squares

pytestmark = pytest.mark.once


def told(place: Place, *todos: Todo[int, int]) -> list[str]:
    """Return the lines of a dry run."""
    console = Console(file=StringIO(), width=200)
    dry_run(todos, place, console)
    lines: list[str] = console.file.getvalue().splitlines()  # type: ignore[attr-defined]  # a StringIO
    return lines


def test_one_part_of_each_kind_is_measured(tmp_path: Path) -> None:
    lines = told(Place(2), Todo("some", Squares(tmp_path), [7, 8, 9]), Todo("others", Squares(tmp_path), [1]))
    for line, beginning in zip(lines, ("some: 3 parts of ", "others: 1 part of ", "all", "memory: "), strict=False):
        assert line.startswith(beginning)
    assert set((tmp_path / "done").read_text().split()) == {"7", "1"}


def test_times_are_for_all_workers_and_memory_is_for_the_largest_of_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    costs = {"some": Cost(0.2, 100 << 20), "others": Cost(100.0, 50 << 20), "unknown": Cost(None, None)}
    monkeypatch.setattr(dry_runs, "cost_of", lambda todo: costs[todo.name])
    todos = [Todo(name, Squares(tmp_path), [7, 8, 9]) for name in costs]
    assert told(Place(2), *todos) == [
        "some: 3 parts of 0.2 s (measured), about 0.4 s on 2 cores",
        "others: 3 parts of 1:40 (measured), about 3:20 on 2 cores",
        "unknown: 3 parts; how long one takes is unknown, as none of its kind has been done here",
        "all together: about 5:01 on 1 core, without what is unknown",
        "memory: 100 MB a worker (measured), 200 MB for 2",
        "Nothing was kept or written.",
    ]
    assert told(Place(1), todos[2])[1] == "memory: unknown on this system"


def test_long_parts_are_not_done_and_take_what_earlier_ones_took(tmp_path: Path) -> None:
    job = LongSquares(tmp_path)
    lines = told(Place(4), Todo("runs", job, [1, 2, 3, 4, 5], 7200), Todo("new ones", job, [6]))
    assert lines[0] == "runs: 5 parts of 2:00:00 (as earlier ones), about 4:00:00 on 4 cores"
    assert lines[1] == "new ones: 1 part; how long one takes is unknown, as none of its kind has been done here"
    assert lines[2].startswith("memory: at least ")
    assert {path.name.partition("-")[0] for path in tmp_path.iterdir()} == {"begun"}


def test_what_is_done_takes_nothing(tmp_path: Path) -> None:
    lines = told(ONE_PROCESS, Todo("numbers", Squares(tmp_path), []))
    assert lines == ["Nothing is left to do.", "Nothing was kept or written."]
    assert not list(tmp_path.iterdir())


def test_the_cores_of_a_cluster_that_is_there_are_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    assert dry_runs.num_workers(Place(4, RAY), 10) == 4
    monkeypatch.setenv(ADDRESS, "somewhere:6379")
    assert dry_runs.num_workers(Place(4, RAY), 10) == 1
    assert dry_runs.num_workers(Place(4), 10) == 4
    with pytest.raises(OptionError, match="jobs"):
        dry_run([], Place(0), Console(quiet=True))


def test_a_short_part_is_timed_when_all_is_loaded_and_a_slow_one_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("mom_env.work.dry_run.time.perf_counter", lambda: now[0])

    def take(seconds: list[float]) -> None:
        now[0] += seconds.pop(0)

    assert seconds_of(take, [3.0, 1.0]) == 1.0
    assert seconds_of(take, [6.0]) == 6.0


def test_memory_is_that_of_this_process_and_times_are_words() -> None:
    memory = peak_memory()
    assert memory is None or 10 << 20 < memory < 1 << 40
    block = bytearray(300 << 20)
    block[:: 1 << 12] = b"\1" * len(block[:: 1 << 12])
    assert memory is None or (peak_memory() or 0) > 300 << 20
    assert [time_in_words(seconds) for seconds in (0.0123, 59, 61, 3600)] == ["0.012 s", "59 s", "1:01", "1:00:00"]
