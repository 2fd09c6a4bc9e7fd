"""Kernels that are only inlined into others: the same results, and nothing made of them that nobody calls."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core import codegen
from numba.core.registry import CPUDispatcher

from mom_env.kernel import jit, parts
from mom_env.kernel.jit import is_compiled, kernel, part
from tests.support.commands import ROOT, UNPRIVILEGED

needs_machine_code = pytest.mark.skipif(not is_compiled(), reason="without the JIT there is no machine code")


@part
def shared(a: int, b: int) -> int:
    if b < 0:
        raise ValueError("negative", b)
    return a - b


@part
def differences(numbers: Any) -> Any:
    total = 0
    for i in range(1, len(numbers)):
        total += shared(numbers[i], numbers[i - 1])
    return total


@kernel
def of_three(small: Any, middle: Any, large: Any) -> Any:
    return differences(small), differences(middle), differences(large), shared(9, 4)


NUMBERS = [np.array([1, 5, 120], kind) for kind in (np.int8, np.int16, np.int64)]


def test_parts_give_what_python_gives_in_kernels_and_called_from_python() -> None:
    assert of_three(*NUMBERS) == (119, 119, 119, 5)
    assert [differences(numbers) for numbers in NUMBERS] == [119] * 3
    half: Any = 2.5
    assert (shared(2, 1), shared(a=5, b=1), shared(half, 1)) == (1, 4, 1.5)


def test_an_error_of_a_part_comes_with_its_values() -> None:
    for call in (differences, lambda numbers: of_three(numbers, numbers, numbers)):
        with pytest.raises(ValueError, match="negative") as error:
            call(np.array([-3, 1], np.int16))
        assert error.value.args == ("negative", -3)


@needs_machine_code
def test_kernels_hand_whole_numbers_to_each_other_as_int64() -> None:
    """Else each width that a caller happens to have is compiled once more. Constants are kept: that is faster."""
    given: Any = shared
    inner: Any = differences
    outer: Any = of_three
    outer(*NUMBERS)
    for each in (inner, outer):  # what was loaded from the cache has handed nothing on
        each.recompile()
    assert sorted(map(str, given.signatures)) == ["(Literal[int](9), Literal[int](4))", "(int64, int64)"]


@needs_machine_code
def test_without_private_names_of_numba_a_part_is_a_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    function: Any = differences
    assert isinstance(function, parts.Part)
    monkeypatch.setattr(parts, "NEEDED", ((codegen, "no_such_name"),))
    for mark in (part, kernel):
        plain: Any = mark(function.py_func)
        assert type(plain) is CPUDispatcher
        assert plain(NUMBERS[0]) == 119


def test_with_the_jit_off_a_part_is_the_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "is_compiled", lambda: False)
    assert part(np.sum) is np.sum


# What is made and kept

CODE = """
import sys, numba.core.event as event
from numba.core.codegen import JITCPUCodegen
from mom_env.kernel.jit import kernel, part
compiled = []
class Names(event.Listener):
    def on_start(self, told): compiled.append(told.data["dispatcher"].py_func.__name__)
    def on_end(self, told): pass
event.register("numba:compile", Names())
modules, add = [], JITCPUCodegen._add_module
def count(codegen, module):  # machine code is made of what comes here
    modules.append(module.name)
    return add(codegen, module)
JITCPUCodegen._add_module = count

@part
def inner(number):
    if number > 100:
        raise ValueError("large", number)
    return number + 1

@part
def outer(number): return inner(number) * 2

@kernel
def first(number): return outer(number)

@kernel
def second(number): return outer(number) + inner(number)

for name in sys.argv[1:]: print(name, globals()[name](20), end=" ")
try: outer(101) if "outer" in sys.argv else second(101) if "second" in sys.argv else first(101)
except ValueError as error: print(error.args[1], end=" ")
print(*compiled, end=" of which machine code: ")
print(*(name for name in modules if name in compiled))
"""


@pytest.fixture
def calls(tmp_path: Path) -> Callable[..., tuple[str, list[str]]]:
    """Call functions of a module in a new process."""
    module = tmp_path / "module.py"
    module.write_text(CODE)

    def called(*names: str, **more: str) -> tuple[str, list[str]]:
        places = {"MOM_ENV_CACHE_DIR": str(tmp_path / "cache"), "XDG_CACHE_HOME": str(tmp_path / "home")}
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **places, **more}
        command = [sys.executable, *([str(UNPRIVILEGED)] if more else []), str(module), *names]
        shown = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        kept = sorted(path.relative_to(path.parents[1]) for path in (tmp_path / "cache").rglob("*.nbi"))
        return " ".join(shown.split()), [str(path).partition("-")[0] for path in kept]

    return called


@needs_machine_code
def test_a_part_has_machine_code_only_once_python_calls_it(calls: Callable[..., tuple[str, list[str]]]) -> None:
    shown, kept = calls("first")
    assert shown == "first 42 101 first outer inner of which machine code: first"
    assert [name for name in kept if name.startswith("parts")] == ["parts/module.inner", "parts/module.outer"]
    assert [name.rpartition(".")[2] for name in kept if not name.startswith("parts")] == ["first"]
    shown, kept = calls("outer")
    assert shown == "outer 42 101 outer of which machine code: outer"
    assert len(kept) == 4


@needs_machine_code
def test_parts_are_kept_for_callers_that_are_compiled_later(calls: Callable[..., tuple[str, list[str]]]) -> None:
    calls("first")
    assert calls("first")[0] == "first 42 101 of which machine code:"
    assert calls("second", "first")[0] == "second 63 first 42 101 second of which machine code: second"
    assert calls("second", "first")[0] == "second 63 first 42 101 of which machine code:"


@needs_machine_code
def test_parts_do_without_a_place_where_they_can_be_kept(
    calls: Callable[..., tuple[str, list[str]]], tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    shown, kept = calls("second", MOM_ENV_CACHE_DIR=str(tmp_path / "file"), XDG_CACHE_HOME=str(tmp_path / "file"))
    assert (shown, kept) == ("second 63 101 second outer inner of which machine code: second", [])
