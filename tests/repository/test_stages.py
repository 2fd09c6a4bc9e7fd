"""The stages of `make test`: side by side, each one's output whole, and a failure of one is a failure of all."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.commands import ROOT
from tools import stages

pytestmark = pytest.mark.once
CI = ROOT / ".ci" / "run"
TALK = "import sys, time\nfor i in range(3): print(sys.argv[1], i, flush=True); time.sleep(0.05)"
USE = "import time\nwhile time.process_time() < 0.3: pass"
USE_IN_A_CHILD = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {USE!r}])"


def python(code: str, *words: str) -> list[str]:
    return [sys.executable, "-c", code, *words]


def test_outputs_are_shown_whole_and_errors_stand_between_lines(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    mixed = "import os\nfor i in range(4): os.write(1 + i % 2, b'%d ' % i)"
    commands = {"one": python(TALK, "one"), "two": python(TALK, "two"), "mixed": python(mixed)}
    assert stages.run_all(commands) == 0
    lines = capfdbinary.readouterr().out.decode()
    assert "---- one ----\none 0\none 1\none 2\n" in lines
    assert "---- two ----\ntwo 0\ntwo 1\ntwo 2\n" in lines
    assert "---- mixed ----\n0 1 2 3 " in lines


@pytest.mark.parametrize("code", ["raise SystemExit(3)", "import os; os.kill(os.getpid(), 9)"])
def test_all_has_failed_if_one_has(code: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert stages.run_all({"good": python(""), "bad": python(code)}) == 1
    table = capfdbinary.readouterr().out.decode()
    assert re.search(r"^good .* passed$", table, re.MULTILINE)
    assert re.search(r"^bad .* failed \((3|-9)\)$", table, re.MULTILINE)


def test_processor_time_is_that_of_all_processes_of_a_stage_and_of_no_other() -> None:
    ended = {one.name: one for one in stages.as_they_end({"idle": python(""), "busy": python(USE_IN_A_CHILD)})}
    assert ended["busy"].processor - ended["idle"].processor > 0.25


def test_the_command_fails_with_a_target_and_runs_the_others(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text("good:\n\t@echo is good\nbad:\n\t@false\n")
    words = [sys.executable, "-m", "tools.stages", "--make", f"make --directory={tmp_path}"]
    for targets, code in ((["good"], 0), (["bad", "good"], 1)):
        done = subprocess.run([*words, *targets], cwd=ROOT, check=False, capture_output=True, text=True)
        assert (done.returncode, "is good" in done.stdout) == (code, True), done.stderr


# What the last line of `.ci/run` adds up


def last_line(tmp_path: Path, recipe: str) -> tuple[str, int]:
    """Return the last line and the exit code of `.ci/run` beside a Makefile whose `test` is this."""
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci" / "run").write_bytes(CI.read_bytes())
    (tmp_path / "Makefile").write_text(f"test:\n{recipe}")
    done = subprocess.run(["bash", str(tmp_path / ".ci" / "run")], check=False, capture_output=True, text=True)
    return done.stdout.splitlines()[-1], done.returncode


def test_tests_of_stages_side_by_side_are_added_up_once(tmp_path: Path) -> None:
    (tmp_path / "Some").write_text("all:\n\t@echo '1 failed, 12 passed, 3 skipped in 4.50s'; false\n")
    (tmp_path / "More").write_text("all:\n\t@echo '30 passed, 1 error in 65.00s (0:01:05)'\n")
    files = [f"{tmp_path / name}" for name in ("Some", "More")]
    code = "import sys; from tools.stages import run_all; "
    code += "sys.exit(run_all({name: ['make', '-f', name, 'all'] for name in sys.argv[1:]}))"
    recipe = f'\t@PYTHONPATH={ROOT} {sys.executable} -c "{code}" {" ".join(files)}\n'
    assert last_line(tmp_path, recipe) == ("42 passed, 2 failed", 2)


def test_a_stage_without_tests_that_fails_is_one_failure(tmp_path: Path) -> None:
    assert last_line(tmp_path, "\t@echo '5 passed in 1.00s'\n\t@false\n") == ("5 passed, 1 failed", 2)
