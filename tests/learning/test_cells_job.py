"""Cells as parts of a job: on a machine that reaches the benchmark's folder, and on one that does not."""

import shutil
from pathlib import Path

import pytest
from rich.console import Console

from mom_env.errors import OptionError
from mom_env.learning.benchmark import protocol as protocols
from mom_env.learning.benchmark.algorithms import find_algorithm
from mom_env.learning.benchmark.cell import Cell, folder_of
from mom_env.learning.benchmark.cells_job import CellPart, CellsJob, PlayedCell, part_of, write_missing
from mom_env.learning.benchmark.protocol import Protocol, claim
from mom_env.learning.benchmark.result import read_result
from mom_env.learning.benchmark.run import CellsLedger
from mom_env.work.job import NoLink
from tests.learning import own

pytestmark = pytest.mark.train
GAME = "monkeys_on_the_moon"
SMALL = Protocol(decisions=4000, deals=2)
QUIET = Console(quiet=True)
BOT = "tests.learning.own:a_bot"


@pytest.fixture(autouse=True)
def quick_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the search, which has much to load."""
    monkeypatch.setattr(protocols, "bots_and_searches", lambda *_: ("random", "greedy"))
    monkeypatch.setattr(protocols, "agent_names", lambda _: [])


def a_cell(name: str) -> Cell:
    return Cell(find_algorithm(name, GAME), "2p", 1)


def a_part(name: str) -> CellPart:
    return CellPart(name, "2p", 1, {})


def play(root: Path, part: CellPart) -> PlayedCell:
    return CellsJob(root, SMALL, [part.algorithm]).begin(NoLink())(part)


def test_where_the_folder_is_reached_a_cell_is_played_in_it(tmp_path: Path) -> None:
    claim(tmp_path, SMALL)
    played = play(tmp_path, a_part("greedy"))
    folder = folder_of(tmp_path, "greedy", "2p", 1)
    assert played.refused is None
    assert dict(played.files) == {"result.json": (folder / "result.json").read_bytes()}


@pytest.mark.parametrize("protocol", [None, Protocol(decisions=5000, deals=2)])
def test_elsewhere_a_cell_is_played_in_a_folder_that_goes_and_gives_back_what_counts(
    protocol: Protocol | None, tmp_path: Path
) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    if protocol is not None:
        claim(there, protocol)  # a folder of the same name that is another benchmark's
    job = CellsJob(there, SMALL, ["selfplay"])
    part = a_part("selfplay")
    output = job.output_of(part)
    played = job.begin(NoLink())(part)
    assert not output.parents[3].exists()
    assert not (there / "selfplay").exists()
    assert list(played.files)[-3:] == ["agent/manifest.json", "agent/policy.safetensors", "result.json"]
    assert {"run/log.csv", "run/strength.csv", "run/timing.csv", "run/config.json"} <= set(played.files)
    claim(here, SMALL)
    ledger = CellsLedger([a_cell("selfplay")], here, SMALL, QUIET)
    [left] = ledger.parts_left()
    ledger.add(left, played)
    assert not ledger.has_failed
    assert CellsLedger([a_cell("selfplay")], here, SMALL, QUIET).parts_left() == []
    assert read_result(folder_of(here, "selfplay", "2p", 1)) is not None


def test_what_is_there_of_a_cell_goes_along_so_that_it_is_not_trained_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    with monkeypatch.context() as patch:
        patch.setattr(protocols, "bots_and_searches", lambda *_: ("random",))
        claim(here, SMALL)
        play(here, a_part(BOT))
    monkeypatch.setattr(own, "a_bot", own.raises)
    part = part_of(a_cell(BOT), here)
    assert set(part.kept) == {"result.json"}
    ledger = CellsLedger([a_cell(BOT)], here, SMALL, QUIET)
    ledger.add(part, play(there, part))
    assert not ledger.has_failed
    result = read_result(folder_of(here, BOT, "2p", 1))
    assert result is not None
    assert [score.against for score in result.scores] == ["random", "greedy"]


def test_what_went_along_does_not_replace_what_is_newer_there(tmp_path: Path) -> None:
    claim(tmp_path, SMALL)
    part = part_of(a_cell("greedy"), tmp_path)._replace(kept={"result.json": b"old"})
    play(tmp_path, part)
    assert read_result(part.folder(tmp_path)) is not None


def test_an_algorithm_that_a_machine_has_not_got_fails_its_cell_or_if_none_can_begin_everything(tmp_path: Path) -> None:
    claim(tmp_path, SMALL)
    job = CellsJob(tmp_path, SMALL, ["greedy", "nowhere:train"])
    with pytest.raises(OptionError, match="cannot import nowhere"):
        job.warm_up()
    assert job.code() == ["nowhere:train"]
    assert "cannot import nowhere" in str(job.begin(NoLink())(a_part("nowhere:train")).refused)


def test_a_cell_that_is_given_up_is_marked_and_the_next_call_tries_it_again(tmp_path: Path) -> None:
    claim(tmp_path, SMALL)
    cell, job = a_cell("greedy"), CellsJob(tmp_path, SMALL, ["greedy"])
    ledger = CellsLedger([cell], tmp_path, SMALL, QUIET)
    ledger.add(a_part("greedy"), job.give_up(a_part("greedy"), 0))
    assert ledger.has_failed
    result = read_result(cell.folder(tmp_path))
    assert result is not None
    assert result.failure == "its process died at each of 4 tries"
    assert len(CellsLedger([cell], tmp_path, SMALL, QUIET).parts_left()) == 1


def test_only_what_is_not_there_is_written(tmp_path: Path) -> None:
    files = {"output.txt": b"one\n", "agent/policy": b"12", "result.json": b"{}"}
    write_missing(tmp_path, files)
    assert {name: (tmp_path / name).read_bytes() for name in files} == files
    (tmp_path / "output.txt").write_bytes(b"one\ntwo\n")  # more was printed since
    (tmp_path / "result.json").write_bytes(b"[]")
    shutil.rmtree(tmp_path / "agent")
    write_missing(tmp_path, files)
    assert {name: (tmp_path / name).read_bytes() for name in files} == {**files, "output.txt": b"one\ntwo\n"}


def test_the_progress_has_the_cells_and_each_that_is_begun(tmp_path: Path) -> None:
    claim(tmp_path, SMALL)
    play(tmp_path, a_part("greedy"))
    cells = [a_cell(name) for name in ("greedy", "random", "sb3")]
    (tmp_path / "sb3" / "2p" / "1").mkdir(parents=True)
    (tmp_path / "sb3" / "2p" / "1" / "spent").write_text("2000")
    ledger = CellsLedger(cells, tmp_path, SMALL, QUIET)
    assert ledger.counts() == [("cells", 1.25, 3), ("sb3 2p seed 1, %", 25, 100)]
    assert not ledger.has_enough()
