"""Folders of runs: what is in them, and how to resume them."""

import shlex
from pathlib import Path

SAVED = ("checkpoints", "parts")  # of a run, by `selfplay` and by `sb3`


def is_begun(run: Path) -> bool:
    """Return whether a training has left something in the folder that it can be resumed from."""
    return any(path.name.isdigit() for kind in SAVED for path in (run / kind).glob("*"))


def how_to_resume(run: Path) -> str:
    """Return the command that resumes a run, quoted for a shell."""
    return f"mom train --resume {shlex.quote(str(run))}"
