"""`python -m mom_env.learning.ablation`: arms differ in what they say; the table has when each was strong enough."""

import math
from pathlib import Path

import pytest
import typer
from rich.console import Console

from mom_env.errors import OptionError
from mom_env.learning import ablation
from mom_env.learning.ablation import ARMS, Reached, ablate, config_of, folder_of, is_whole, table, when_reached
from mom_env.learning.logs import CsvLog
from mom_env.work.backends import ONE_PROCESS

pytestmark = pytest.mark.train
QUIET = Console(quiet=True)


def test_each_arm_changes_one_thing() -> None:
    base = config_of("all", 2, 10**6)
    assert (base.num_players, base.seed, base.threads, base.imitation.decisions) == (2, 2, 1, 0)
    changed = {
        "one-seat": base.model_copy(update={"league": base.league.model_copy(update={"learner_seats": "one"})}),
        "no-symmetry": base.model_copy(update={"network": base.network.model_copy(update={"symmetry": "none"})}),
        "fp32": base.model_copy(update={"network": base.network.model_copy(update={"precision": "fp32"})}),
    }
    assert {arm: config_of(arm, 2, 10**6) for arm in ARMS} == {"all": base, **changed}
    assert len(set(map(str, changed.values()))) == 3


def write_run(folder: Path, shares: list[float], every: int = 1000) -> None:
    folder.mkdir(parents=True)
    for number, share in enumerate(shares, 1):
        row = {"decisions": number * every, "against": "greedy", "share": share}
        CsvLog(folder / "strength.csv").add({"iteration": number, **row})
        CsvLog(folder / "timing.csv").add({"iteration": number, "seconds": 60.0 * number})


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ([0.1, 0.7, 0.8, 0.6], Reached(2000, 2, 0.6)),
        ([0.8, 0.1, 0.7, 0.7], Reached(3000, 3, 0.7)),  # one alone is luck
        ([0.1, 0.2, 0.9], Reached(math.inf, math.inf, 0.9)),
    ],
)
def test_a_run_has_reached_a_share_when_two_evaluations_in_a_row_say_so(
    shares: list[float], expected: Reached, tmp_path: Path
) -> None:
    write_run(tmp_path / "run", shares)
    assert when_reached(tmp_path / "run", 0.7) == expected


def test_the_table_has_medians_and_ranges_of_whole_runs(tmp_path: Path) -> None:
    for seed, shares in ((1, [0.7, 0.7, 0.7]), (2, [0.1, 0.8, 0.9]), (3, [0.1, 0.1, 0.75])):
        folder = folder_of(tmp_path, "fp32", seed)
        write_run(folder, shares, every=10**5)
        (folder / "config.json").write_text(config_of("fp32", seed, 300_000).model_dump_json())
    write_run(folder_of(tmp_path, "all", 1), [0.7, 0.7])
    (folder_of(tmp_path, "all", 1) / "config.json").write_text(config_of("all", 1, 300_000).model_dump_json())
    lines = table(tmp_path, 3, 300_000, 0.7).splitlines()
    assert lines[2:] == ["| fp32 | 3 | 0.20 (0.10 to never) M | 2.00 (1.00 to never) | 75.0 (70.0 to 90.0) |"]
    with pytest.raises(OptionError, match="expected a run of the configuration that is asked for, found another"):
        is_whole(folder_of(tmp_path, "fp32", 1), config_of("fp32", 1, 200_000))


def test_a_run_is_made_in_a_process_and_not_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ablation, "ARMS", {"one-seat": ARMS["one-seat"]})
    code, lines = ablate(tmp_path, 1, 1000, 0.0, ONE_PROCESS, QUIET)
    assert code == 0, (tmp_path / "one-seat" / "1.txt").read_text()
    assert lines.splitlines()[2].startswith("| one seat learns | 1 | never (never to never) M |")
    assert not (tmp_path / "one-seat" / "1" / "checkpoints").exists()
    page = tmp_path / "page.md"
    page.write_text("<!-- ablation --><!-- end of ablation -->")
    with pytest.raises(OptionError, match="No such file"):  # before any run is made
        ablation.main(tmp_path / "none", tmp_path / "none.md", seeds=1, decisions=1000)
    assert not (tmp_path / "none").exists()
    monkeypatch.setattr(ablation, "run_parts", lambda _job, left, *_: not left)
    with pytest.raises(typer.Exit) as ended:
        ablation.main(tmp_path, page, seeds=1, decisions=1000)
    assert ended.value.exit_code == 0
    assert page.read_text().splitlines()[3].startswith("| one seat learns | 1 |")
