"""The comparison of two commits: what is checked out, how figures are read, what ratios and intervals say."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

from tools import compare_bench
from tools.compare_bench import COMMANDS, Version, app, figures_of, interval_of, ratio_of, take_turns

pytestmark = pytest.mark.once


def test_the_interval_of_a_median_covers_it() -> None:
    """By simulation: at least 95 % where there are pairs enough, and no interval where there are not."""
    rng = np.random.default_rng(0)
    for count in (6, 10, 15):
        found = [interval_of(np.sort(rng.exponential(size=count)).tolist()) for _ in range(2000)]
        inside = np.mean([low <= np.log(2) <= high for low, high in filter(None, found)])
        assert len(list(filter(None, found))) == 2000
        assert inside >= 0.945
    assert interval_of([1.0] * 5) is None


def test_a_ratio_is_the_median_of_pairs() -> None:
    old, new = [("s", value) for value in (1.0, 2.0, 4.0)], [("s", value) for value in (3.0, 2.0, 8.0)]
    ratio = ratio_of("time", old, new)
    assert (ratio.old, ratio.new, ratio.ratio, ratio.interval) == (2.0, 3.0, 2.0, None)


def test_figures_are_read_from_both_formats() -> None:
    figures = [{"name": "batch", "unit": "decisions/s", "median": 5}]
    assert figures_of({"figures": figures}) == {"batch": ("decisions/s", 5.0)}
    content = {"figures": {"rates": [1, 2, 9]}, "sb3": {"greedy": {"rate": 4}}, "settings": {"seed": 1}}
    assert figures_of(content) == {"rates": ("", 2.0), "greedy rate": ("", 4.0)}


def test_both_take_turns_and_the_order_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[str] = []

    def measure(version: Version, _: object) -> dict[str, tuple[str, float]]:
        measured.append(version.name)
        return {"time": ("s", 2.0 if version.name == "new" else 1.0), version.name: ("s", 1.0)}

    monkeypatch.setattr(compare_bench, "measure", measure)
    old, new = (Version(name, Path(), Path()) for name in ("old", "new"))
    (ratio,) = take_turns(old, new, ["engine"], 6, Console(quiet=True))
    assert measured == ["old", "new"] + ["old", "new", "new", "old"] * 3
    assert (ratio.name, ratio.ratio, ratio.interval) == ("time", 2.0, (2.0, 2.0))


@pytest.mark.outside
def test_a_commit_and_the_working_tree_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare_bench, "environment_of", lambda _: Path(sys.executable))
    monkeypatch.setitem(COMMANDS, "search", ("search", "--rounds", "1", "--simulations", "50"))
    file = tmp_path / "ratios.json"
    words = ["HEAD", ".", "--bench", "search", "--pairs", "1", "--json", str(file)]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    ratios = json.loads(file.read_text())["benches"]["search"]
    assert [one["unit"] for one in ratios] == ["simulations/s"] * 3
    assert all(one["old"] > 0 and one["new"] > 0 and one["interval"] is None for one in ratios)


def test_an_unknown_bench_is_refused() -> None:
    result = CliRunner().invoke(app, ["HEAD", ".", "--bench", "everything"])
    assert result.exit_code == 2
    assert "expected some of engine" in result.output
