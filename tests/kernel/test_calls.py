"""Kernels that are called and not contained in their callers: machine code made once, and found by all callers."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from numba import types

from mom_env.kernel.calls import calls_of
from mom_env.kernel.jit import called_kernel, is_compiled, kernel, part
from tests.support.commands import ROOT

needs_machine_code = pytest.mark.skipif(not is_compiled(), reason="without the JIT there is no machine code")

CODE = """
import sys, numba.core.event as event
from mom_env.kernel.calls import calls_of
from mom_env.kernel.jit import called_kernel, kernel, part
compiled = []
class Names(event.Listener):
    def on_start(self, told): compiled.append(told.data["dispatcher"].py_func.__name__)
    def on_end(self, told): pass
event.register("numba:compile", Names())

@called_kernel
def inmost(number):
    if number > 100:
        raise ValueError("large", number)
    return number + 1

@called_kernel
def inner(number): return inmost(number) * 2

@part
def between(number): return inner(number) + 1

@kernel
def first(number): return between(number)

@kernel
def second(number): return between(number) + inner(number)

for name in sys.argv[1:]: print(name, globals()[name](20), end=" ")
try: globals()[name](101)
except ValueError as error: print(*error.args, end=" ")
print("compiled:", *compiled)
"""


@called_kernel
def halved(number: int) -> int:
    if number < 0:
        raise ValueError("negative", number)
    return number // 2


@part
def quartered(number: int) -> int:
    return halved(halved(number))


@kernel
def both(number: int) -> tuple[int, int]:
    return halved(number), quartered(number)


@kernel
def of_constants(number: int) -> int:
    return halved(number) + halved(8) + halved(2)


@needs_machine_code
def test_a_called_kernel_is_compiled_once_for_all_constants() -> None:
    assert of_constants(6) == 8
    assert halved.signatures == [(types.int64,)]  # type: ignore[attr-defined]  # Numba's


def test_called_kernels_give_what_python_gives() -> None:
    assert (both(13), halved(7), quartered(9)) == ((6, 3), 3, 2)
    for call in (both, halved, quartered):
        with pytest.raises(ValueError, match="negative") as error:
            call(-3)
        assert error.value.args == ("negative", -3)


@pytest.fixture
def calls(tmp_path: Path) -> Callable[..., str]:
    """Call functions of a module in a new process, and return the results and what was compiled."""
    module = tmp_path / "module.py"
    module.write_text(CODE)

    def called(*names: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "MOM_ENV_CACHE_DIR": str(tmp_path / "cache")}
        command = [sys.executable, str(module), *names]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()

    return called


@needs_machine_code
def test_callers_find_what_was_compiled_in_another_process(calls: Callable[..., str]) -> None:
    assert calls("inner") == "inner 42 large 101 compiled: inner inmost"
    assert calls("first") == "first 43 large 101 compiled: first between"
    assert calls("first") == "first 43 large 101 compiled:"
    assert calls("second", "inmost") == "second 85 inmost 21 large 101 compiled: second"
    assert calls("inmost", "second") == "inmost 21 second 85 large 101 compiled:"


@needs_machine_code
@pytest.mark.parametrize(
    ("lost", "again"),
    [("inmost", ["between", "first", "inmost", "inner"]), ("inner", ["between", "first", "inner"])],
)
def test_callers_of_what_is_compiled_again_are_compiled_again(
    calls: Callable[..., str], tmp_path: Path, lost: str, again: list[str]
) -> None:
    """Their machine code has the old symbol, which is not there any more: the process would be aborted."""
    calls("second", "first")
    for file in (tmp_path / "cache").rglob(f"module.{lost}-*"):
        file.unlink()
    shown, _, compiled = calls("first").partition(" compiled: ")
    assert (shown, sorted(compiled.split())) == ("first 43 large 101", again)
    assert calls("first") == "first 43 large 101 compiled:"
    assert calls("second") == "second 85 large 101 compiled: second"
    assert calls("second", "first") == "second 85 first 43 large 101 compiled:"


@needs_machine_code
def test_callers_do_not_contain_what_they_call() -> None:
    both(2)
    again = both  # what was loaded from the cache has no module
    again.recompile()  # type: ignore[attr-defined]  # Numba's
    made = again.overloads.values()  # type: ignore[attr-defined]  # Numba's
    assert {call.function for compiled in made for call in calls_of(compiled.library)} == {"halved"}
