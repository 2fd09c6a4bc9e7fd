"""`mom doctor`: what it finds, what it calls a problem, and that it can compile everything."""

import json
import re
from pathlib import Path
from typing import Any

import numba
import pytest

from mom_env.checks import doctor
from mom_env.checks.compiling import steps
from mom_env.common import extras
from mom_env.games import GAMES
from mom_env.kernel.jit import is_compiled
from tests.repository.test_packaging import PROJECT, name_of
from tests.support.commands import ROOT, mom, python

pytestmark = pytest.mark.outside
needs_machine_code = pytest.mark.skipif(not is_compiled(), reason="without the JIT there is no machine code")


def test_the_doctor_plays_a_game_and_finds_all_well(tmp_path: Path) -> None:
    result = mom("doctor", "--json", str(tmp_path / "doctor.json"))
    assert result.returncode == 0, result.stdout + result.stderr
    assert "decisions, VP [" in result.stdout
    assert "All is well." in result.stdout
    found = json.loads((tmp_path / "doctor.json").read_text())
    assert (found["format"], found["is_well"]) == ("mom-doctor/1", True)
    names = [finding["name"] for finding in found["findings"]]
    assert names[:2] == ["python", "numpy"]
    assert {"extra [arena]", "cache", "kernels", "one game", "threads"} <= set(names)
    assert all(finding["problem"] is None for finding in found["findings"])


def test_the_doctor_does_not_begin_if_its_file_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = mom("doctor", "--json", str(tmp_path / "file" / "doctor.json"))
    assert (result.returncode, result.stdout) == (2, "")
    assert "cannot be written" in result.stderr


def test_extras_are_those_of_the_package_without_those_for_contributors() -> None:
    declared = PROJECT["optional-dependencies"]
    expected = {extra: sorted(map(name_of, declared[extra])) for extra in declared if extra not in ("test", "dev")}
    assert {extra: sorted(packages) for extra, packages in extras.extras().items()} == expected


def test_without_metadata_there_are_no_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "OURS", "no-such-package")
    assert extras.extras() == {}


def test_a_missing_package_of_an_extra_is_none_and_no_problem() -> None:
    assert doctor.versions(["numpy", "no-such-package"]).endswith(", no-such-package none")


def test_a_cache_that_cannot_be_written_and_holds_nothing_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    places: dict[str, Any] = {"MOM_ENV_CACHE_DIR": str(tmp_path / "file"), "XDG_CACHE_HOME": str(tmp_path / "home")}
    result = mom("doctor", **places, NUMBA_DISABLE_JIT="1")
    assert result.returncode == 1
    said = " ".join(result.stdout.split())
    assert "cannot be written (Not a directory); new machine code is kept in" in said
    assert "and there is none of this version to read" in said


@needs_machine_code
def test_a_cache_that_cannot_be_written_is_well_if_it_holds_something(tmp_path: Path) -> None:
    draw = "from mom_env.kernel.masks import *; draw_action(np.ones(3, np.int8), random_draws(1))"
    look = "from mom_env.checks import doctor; print(doctor.cache(GAME)); print(doctor.kernels(GAME))"
    look = look.replace("GAME", repr(GAMES[0]))
    places: dict[str, Any] = {"MOM_ENV_CACHE_DIR": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    assert python("-c", draw, **places).returncode == 0
    for path in (tmp_path, *(path for path in tmp_path.rglob("*") if path.is_dir())):
        path.chmod(0o555)
    found = python("-c", look, unprivileged=True, **places).stdout
    assert re.search(r"MB to read; \S+ cannot be written \(Permission denied\); new machine code cannot be kept", found)
    assert re.search(r"^2 of \d+ are ready: the engine 2 of \d+, the search 0 of \d+", found, re.MULTILINE)
    assert "mom doctor --compile" in found
    refused = mom("doctor", "--compile", unprivileged=True, **places)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "cannot be written: Permission denied" in refused.stderr


@needs_machine_code
@pytest.mark.xdist_group("everything")
def test_everything_can_be_compiled_at_once_and_then_nothing_is_left(tmp_path: Path) -> None:
    result = mom("doctor", "--compile", "--json", str(tmp_path / "doctor.json"))
    assert (result.returncode, result.stderr) == (0, "")
    findings = {found["name"]: found for found in json.loads((tmp_path / "doctor.json").read_text())["findings"]}
    ready, kernels = map(int, re.findall(r"^(\d+) of (\d+) are ready", findings["kernels"]["found"])[0])
    assert ready == kernels > 50
    assert f"{kernels} of {kernels} kernels are ready" in result.stdout


@pytest.mark.xdist_group("everything")
@pytest.mark.parametrize("step", ["batches", "one seat"])
def test_everything_can_be_compiled_where_numba_has_one_thread(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "NUMBA_NUM_THREADS", 1)
    steps(GAMES[0])[step]()


WITHOUT_PARTS = """
from rich.console import Console
from mom_env.checks.compiling import compile_everything
from mom_env.kernel.parts import Part
def refuse(part, *args): raise AssertionError(f"Python calls {part.py_func.__module__}.{part.py_func.__name__}")
Part.__call__ = refuse
compile_everything("monkeys_on_the_moon", Console(quiet=True))
"""


@needs_machine_code
@pytest.mark.xdist_group("everything")  # after the test above
def test_python_calls_no_part() -> None:
    """Else it would be compiled twice, and no count of the doctor would have it: it ought to be a kernel."""
    result = python("-c", WITHOUT_PARTS)
    assert result.returncode == 0, result.stderr


AFTERWARDS = [
    ["demo", "--no-train", "--games", "50"],
    ["evaluate", "examples.own_bot:choose", "--against", "ppo-4p", "--deals", "2"],
    ["evaluate", "ismcts:sims=20", "--against", "planner", "--players", "2", "--deals", "2"],
    ["check", "--seeds", "1", "--positions", "1"],
    ["bench", "engine", "--games", "4", "--steps", "3", "--rounds", "1", "--memory-games", "100", "--no-first-use"],
]


@needs_machine_code
@pytest.mark.xdist_group("everything")  # after the test above
@pytest.mark.parametrize("words", AFTERWARDS, ids=" ".join)
def test_no_command_compiles_afterwards(words: list[str]) -> None:
    result = mom(*words, cwd=ROOT)
    assert result.returncode == 0, result.stderr
    assert "compiling" not in result.stderr


def test_the_doctor_finds_a_game_that_does_not_repeat(monkeypatch: pytest.MonkeyPatch) -> None:
    results = iter([({"returns": [0.0]}, 1), ({"returns": [1.0]}, 1)])
    monkeypatch.setattr(doctor, "play_random_game", lambda _: next(results))
    with pytest.raises(doctor.Problem, match="same result twice"):
        doctor.one_game(GAMES[0])


def test_the_doctor_finds_returns_that_do_not_cancel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "play_random_game", lambda _: ({"returns": [1.0, 0.5]}, 1))
    with pytest.raises(doctor.Problem, match="sum to 0"):
        doctor.one_game(GAMES[0])
