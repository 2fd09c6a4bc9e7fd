"""The folder of a sweep: which sweep it holds, so that no other one writes into it."""

import secrets
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from mom_env.common.files import LOCK, read_text, try_folder, write_file
from mom_env.common.problems import checked_file
from mom_env.errors import OptionError
from mom_env.learning.config import Section
from mom_env.learning.folders import SWEEP
from mom_env.learning.sweep.plan import SweepPlan
from mom_env.learning.sweep.record import different_entries

MOST_BYTES = 1 << 20
KEY_BYTES = 8


class Sweep(Section):
    """The sweep that a folder holds. More values and more seeds of the same sweep may be added later.

    Attributes:
        format: of the folder and this file.
        key: random, so that a machine recognises the folder.
        tables: what all runs have in common, as in a configuration file.
        varied: the keys that are varied, sorted.
    """

    format: Literal["mom-sweep/1"] = "mom-sweep/1"
    key: Annotated[str, Field(pattern=rf"^[0-9a-f]{{{2 * KEY_BYTES}}}$")]
    tables: dict[str, Any]
    varied: list[str]


def check_folder(root: Path, plan: SweepPlan) -> Sweep:
    """Return the sweep that is or would be in the folder `root`; nothing is written.

    Raises:
        OptionError: the folder holds another sweep, or something else.
        OutputError: the folder cannot be written.
    """
    new = Sweep(key=secrets.token_hex(KEY_BYTES), tables=plan.tables, varied=sorted(one.key for one in plan.variations))
    try_folder(root)
    if (root / SWEEP).exists():
        saved = read_sweep(root / SWEEP)
        check_same(saved, new, root)
        return saved
    if root.exists() and (other := next((path.name for path in root.iterdir() if path.name != LOCK), None)):
        raise OptionError(f"{root}: expected an empty folder or that of this sweep, found one with {other}")
    return new


def claim(root: Path, plan: SweepPlan) -> Sweep:
    """Mark the folder `root`, which this process has locked, as that of a plan's sweep, and return the sweep.

    Raises:
        OptionError: the folder holds another sweep, or something else.
        OutputError: the folder cannot be written.
    """
    sweep = check_folder(root, plan)
    if not (root / SWEEP).exists():
        write_file(root / SWEEP, sweep.model_dump_json(indent=1) + "\n")
    return sweep


def read_sweep(path: Path) -> Sweep:
    """Return the sweep that the file `path` describes.

    Raises:
        OptionError: the file cannot be read, or has been damaged or edited.
    """
    return checked_file(Sweep, read_text(path, MOST_BYTES, OptionError), path, OptionError)


def check_same(saved: Sweep, new: Sweep, root: Path) -> None:
    """Check that the sweep in the folder `root` varies the same keys of the same configuration as the new one.

    Raises:
        OptionError: the message says how they differ.
    """
    different = different_entries(saved.tables, new.tables)
    if saved.varied != new.varied:
        different.insert(
            0, f"--vary: {', '.join(saved.varied) or 'nothing'} then, {', '.join(new.varied) or 'nothing'} now"
        )
    if different:
        raise OptionError(
            f"{root}: expected the folder of this sweep, found that of another one: {'; '.join(different)}; "
            "choose another folder with --out"
        )
