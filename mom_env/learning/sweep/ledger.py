"""The records of a sweep: which runs are done, and the files of those that other machines have trained."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from mom_env.common.files import make_folder, write_file, write_folder
from mom_env.learning.folders import AGENT
from mom_env.learning.logs import CsvLog
from mom_env.learning.sweep.plan import SweepPlan, Training
from mom_env.learning.sweep.record import OUTPUT, RECORD, RunRecord, saved_or_new, write_record
from mom_env.learning.sweep.train import Files, TrainedRun
from mom_env.work.progress import Count

MOST_BARS = 8  # of runs that are being trained


class RecordLedger:
    """Keeps the record of each run of a sweep, and shows how many decisions they have learnt from.

    Attributes:
        records: of all runs by their folder's path in that of the sweep, those of earlier commands included.
    """

    def __init__(self, plan: SweepPlan, root: Path, console: Console) -> None:
        """Read the records that earlier commands have saved in the sweep's folder `root`; nothing is written.

        The end of each run is printed on `console`.

        Raises:
            OptionError: a saved run has another configuration, or something that it was made from has changed.
        """
        self._plan, self._root, self._console = plan, root, console
        self.records = {one.folder: saved_or_new(self._path(one), one) for one in plan.trainings}

    def save_new(self) -> None:
        """Save the records of all runs that have none, so that nothing else continues what they begin."""
        for training in self._plan.trainings:
            if not self._path(training).exists():
                write_record(self._path(training), self.records[training.folder])

    def left(self) -> list[Training]:
        """Return the runs that are not done; failed ones are tried again."""
        return [one for one in self._plan.trainings if self.records[one.folder].outcome is None]

    def add(self, part: Training, result: TrainedRun) -> None:
        """Save what came out of a run, and its files if another machine has them, and print how it ended."""
        if result.files is not None:
            write_files(self._root / part.folder, result.files)
        fields = {"outcome": result.outcome, "failure": result.failure}
        record = self.records[part.folder].model_copy(update=fields)
        write_record(self._path(part), record)
        self.records[part.folder] = record
        self._print_end(part, record)

    def has_enough(self) -> bool:
        """Return False: all runs are wanted."""
        return False

    def counts(self) -> Sequence[Count]:
        """Return how many decisions all runs have learnt from, and then each of those that are being trained."""
        whole = sum(training.config.decisions for training in self._plan.trainings)
        left = self.left()
        done = whole - sum(training.config.decisions for training in left)
        begun = [one for one in map(self._count_of, left) if one.done]
        total = Count("decisions of all runs", done + sum(one.done for one in begun), whole)
        return [total, *begun[:MOST_BARS]]

    def save(self) -> None:
        """Do nothing, as each run is saved when it ends."""

    def _path(self, training: Training) -> Path:
        """Return the path of a run's record."""
        return (self._root / training.folder).with_suffix(RECORD)

    def _count_of(self, training: Training) -> Count:
        """Return how many decisions a run has learnt from, as its log says; 0 if it has none."""
        rows = CsvLog(self._root / training.folder / "log.csv").rows()
        total = training.config.decisions
        return Count(training.name, min(total, int(rows[-1]["decisions"])) if rows else 0, total)

    def _print_end(self, training: Training, record: RunRecord) -> None:
        """Print how a run has ended: what it won at its end, or why it failed."""
        style = None
        if record.outcome is None:
            output = (self._root / training.folder).with_suffix(OUTPUT)
            words, style = f"failed: {record.failure}; see {output}", "red"
        else:
            shares = ", ".join(f"{label} {share:.1%}" for label, share in record.outcome.last.shares.items())
            words = f"{shares}; {record.outcome.minutes:.1f} min"
        line = f"{training.name}: {words}"
        self._console.print(line, style=style, markup=False, highlight=False, soft_wrap=True)


def write_files(folder: Path, files: Files) -> None:
    """Write the files of a run into its folder: those of the agent at once, and each of the others.

    Raises:
        OutputError: something cannot be written.
    """
    make_folder(folder)
    for name, content in files.run.items():
        write_file(folder / name, content)
    if files.agent:
        write_folder(folder / AGENT, files.agent)
    write_file(folder.with_suffix(OUTPUT), files.output)
