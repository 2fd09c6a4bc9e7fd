"""Do the parts of a job anywhere, with progress, Ctrl-C and saving: what all long commands have in common."""

import time
from collections.abc import Sequence
from contextlib import closing
from typing import Generic, Protocol, TypeVar

from rich.console import Console

from mom_env.work.backends import Place, results_of
from mom_env.work.interrupts import Interrupts
from mom_env.work.job import Job, P, R
from mom_env.work.progress import Count, WorkProgress

P_contra = TypeVar("P_contra", contravariant=True)
R_contra = TypeVar("R_contra", contravariant=True)

SAVE_EVERY = 10.0  # seconds at least between two saves
SAVING_SHARE = 0.05  # the largest share of the time that is spent on saving
SHOW_EVERY = 0.5  # seconds at least between two looks at the progress


class Ledger(Protocol[P_contra, R_contra]):
    """Keeps the results of a job, those of earlier runs included; a run that continues leaves out their parts."""

    def add(self, part: P_contra, result: R_contra) -> None:
        """Keep the result of a part."""

    def has_enough(self) -> bool:
        """Return whether the run can end before all parts are done."""

    def counts(self) -> Sequence[Count]:
        """Return what the progress shows: first the whole work, then perhaps parts that are being worked on."""

    def save(self) -> None:
        """Save all results so far, if they are saved at all."""


class Saver(Generic[P, R]):
    """Saves a ledger now and then, so rarely that it costs little time."""

    def __init__(self, ledger: Ledger[P, R]) -> None:
        """Wait SAVE_EVERY seconds before the first save."""
        self._ledger, self._next = ledger, time.monotonic() + SAVE_EVERY

    def save_now_and_then(self) -> None:
        """Save if it is time to, and set the time of the next save.

        It is due in SAVE_EVERY (10) seconds, or in the time of this save divided by SAVING_SHARE (5 %) if that is
        longer.
        """
        began = time.monotonic()
        if began < self._next:
            return
        self._ledger.save()
        now = time.monotonic()
        self._next = now + max(SAVE_EVERY, (now - began) / SAVING_SHARE)


def run_parts(
    job: Job[P, R], parts: Sequence[P], ledger: Ledger[P, R], place: Place, console: Console | None, advice: str
) -> bool:
    """Do parts of a job, add their results to a ledger, and return whether it went to the end; False after Ctrl-C.

    However it ends, the ledger is saved, with the results of all parts that were done.

    Args:
        job: what is done.
        parts: the parts that the ledger does not have yet.
        ledger: gets the results; those of long parts as they come, and all others in the order of parts.
        place: where the parts are done.
        console: where progress is shown, or None.
        advice: printed after Ctrl-C: what is kept, and how to continue.

    Raises:
        WorkError: workers die, or a cluster cannot be used.
        Exception: a part raised it.
    """

    def announce() -> None:
        """Say after the first Ctrl-C that long parts are saved."""
        if job.is_long and console is not None:
            saving = f"Ctrl-C: the {job.noun} at work are ending and saving; a second Ctrl-C ends them at once"
            console.print(saving, highlight=False, markup=False)

    with Interrupts(announce) as interrupts:
        try:
            add_results(job, parts, ledger, place, console, interrupts)
        except KeyboardInterrupt:
            if console is not None:
                console.print(f"interrupted; {advice}", style="yellow", markup=False)
            return False
        finally:
            ledger.save()
    return True


def add_results(
    job: Job[P, R],
    parts: Sequence[P],
    ledger: Ledger[P, R],
    place: Place,
    console: Console | None,
    interrupts: Interrupts,
) -> None:
    """Do parts of a job, and add their results to a ledger until it has enough, showing progress and saving.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    saver, show_next = Saver(ledger), 0.0
    with WorkProgress(console) as progress, closing(results_of(job, parts, place, interrupts)) as results:
        for found in results:
            if found is not None:
                ledger.add(*found)
                saver.save_now_and_then()
            if time.monotonic() >= show_next:
                progress.show(ledger.counts())
                show_next = time.monotonic() + SHOW_EVERY
            if found is not None and ledger.has_enough():
                break
        progress.show(ledger.counts())
