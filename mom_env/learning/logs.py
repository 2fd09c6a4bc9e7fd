"""The logs of a training: CSV files and TensorBoard, which are cut back when the training resumes.

`log.csv` and `strength.csv` follow from the configuration alone, and are the same to the last digit after a resume.
Everything that depends on the clock is in `timing.csv`.
"""

import csv
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

from torch.utils.tensorboard import SummaryWriter

from mom_env.common.files import write_file

KEY = "iteration"
NAMES = ("log", "strength", "timing")


class CsvLog:
    """A CSV file that grows by rows; each row belongs to an iteration, which its column `iteration` names."""

    def __init__(self, path: Path) -> None:
        """Take the path of the file, which need not exist yet."""
        self.path = path

    def add(self, row: Mapping[str, object]) -> None:
        """Append a row to the file. The first row determines the columns, and other entries are left out."""
        is_new = not self.path.exists()
        columns = list(row) if is_new else self._columns()
        with self.path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, columns, extrasaction="ignore")
            if is_new:
                writer.writeheader()
            writer.writerow(row)

    def _columns(self) -> list[str]:
        """Return the names of the columns of the file, which exists."""
        with self.path.open(newline="", encoding="utf-8") as file:
            return next(csv.reader(file))

    def rows(self) -> list[dict[str, str]]:
        """Return all rows of the file as text by column; none if there is no file.

        A row that is incomplete, as its process was killed, is left out.
        """
        if not self.path.exists():
            return []
        with self.path.open(newline="", encoding="utf-8") as file:
            return [row for row in csv.DictReader(file) if None not in row.values()]

    def cut(self, iteration: int) -> None:
        """Remove all rows of iterations after `iteration` from the file; if no row is left, remove the file."""
        rows = [row for row in self.rows() if int(row[KEY]) <= iteration]
        if rows:
            text = StringIO()
            writer = csv.DictWriter(text, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
            write_file(self.path, text.getvalue().encode())
        else:
            self.path.unlink(missing_ok=True)


def copy_logs(source: Path, run: Path) -> None:
    """Copy the CSV logs from the folder `source` of a run into the folder `run` of a new one."""
    for name in NAMES:
        if (source / f"{name}.csv").is_file():
            write_file(run / f"{name}.csv", (source / f"{name}.csv").read_bytes())


class Logs:
    """The logs of a run: the tables of metrics, strengths and times, and TensorBoard's data."""

    def __init__(self, run: Path, iteration: int) -> None:
        """Open the logs in the folder `run`, and remove all entries after `iteration`."""
        self.metrics, self.strength, self.timing = (CsvLog(run / f"{name}.csv") for name in NAMES)
        for table in (self.metrics, self.strength, self.timing):
            table.cut(iteration)
        self._board = SummaryWriter(str(run / "tensorboard"), purge_step=iteration + 1)

    def add(self, table: CsvLog, iteration: int, values: Mapping[str, object], group: str) -> None:
        """Add a row to a table, and its numbers to a group of TensorBoard.

        Args:
            table: the table.
            iteration: the row's iteration.
            values: the other entries of the row by name.
            group: name of the group.
        """
        table.add({KEY: iteration, **values})
        for name, value in values.items():
            if isinstance(value, int | float):
                self._board.add_scalar(f"{group}/{name}", value, iteration)

    def show_strengths(self, iteration: int, shares: Mapping[str, float]) -> None:
        """Add shares of games won, by the label of the matchup, to TensorBoard."""
        for bot, share in shares.items():
            self._board.add_scalar(f"strength/{bot}", share, iteration)

    def best(self) -> tuple[float, int]:
        """Return the highest mean share of games won over all matchups, and its iteration; the last one among equals.

        Both are 0 before the first evaluation.
        """
        by_iteration: dict[int, list[float]] = {}
        for row in self.strength.rows():
            by_iteration.setdefault(int(row[KEY]), []).append(float(row["share"]))
        means = [(sum(shares) / len(shares), iteration) for iteration, shares in by_iteration.items()]
        return max(means, default=(0.0, 0))

    def seconds(self) -> float:
        """Return how many seconds the training has taken so far, as the log says; 0 if it has no row yet."""
        rows = self.timing.rows()
        return float(rows[-1]["seconds"]) if rows else 0.0

    def close(self) -> None:
        """Write the rest of TensorBoard's data, and close its file."""
        self._board.close()
