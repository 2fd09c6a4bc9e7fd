"""Run the checks that have to find the planted faults: `NUMBA_DISABLE_JIT=1 python -m tests.every_game.find_faults`.

In plain Python a copy of a game need not be compiled, so a fault costs a part of a second. What the checks find in the
copies with a fault, and in copies without one, is printed as JSON.
"""

import json
import sys
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from mom_env.errors import MomError
from tests.every_game.checks import CHECKS
from tests.every_game.faults import FAULTS, Fault
from tests.every_game.installed import TINY, install
from tests.every_game.planted import plant
from tests.every_game.subject import Subject
from tests.support.quick_records import make_records_quick

FAILURES = AssertionError, pytest.fail.Exception, MomError  # any other error is one of the fault's own
NOTHING = ""


def main() -> None:
    make_records_quick()
    warnings.simplefilter("ignore")  # a fault may divide by zero, or wrap
    with TemporaryDirectory() as folder:
        install()
        install(Path(folder))
        found = [found_in(Path(folder), fault, number) for number, fault in enumerate(FAULTS)]
        for game in TINY:
            plant(Path(folder), game, "sound", "info.py", "score_unit", "score_unit")
        sound = {f"{game}: {check}": failure(f"{game}__sound", check) for game, check in pairs()}
    json.dump({"found": found, "sound": sound}, sys.stdout, indent=1)


def pairs() -> list[tuple[str, str]]:
    """Each game with each check that is to find a fault in it."""
    return sorted({(fault.game, fault.check) for fault in FAULTS})


def found_in(folder: Path, fault: Fault, number: int) -> str:
    """What the check of a fault finds."""
    return failure(plant(folder, fault.game, number, fault.file, fault.old, fault.new), fault.check)


def failure(name: str, check: str) -> str:
    """How a check fails for a game; `NOTHING` if it does not."""
    np.random.seed(0)  # noqa: NPY002  # some faults draw from it, and are to be found each time
    try:
        CHECKS[check](Subject(name))
    except FAILURES as error:
        return f"{type(error).__name__}: {error}"
    return NOTHING


if __name__ == "__main__":
    main()
