"""What a training shows while it runs: its progress, its speed and its strength."""

from collections.abc import Mapping
from typing import Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from mom_env.learning.evaluation import Strength


class Display:
    """A live table on a terminal; elsewhere one line for each evaluation."""

    def __init__(self, console: Console, name: str, decisions: int, done: int) -> None:
        self._console, self._rate = console, 0.0
        self._strengths: dict[str, Strength] = {}
        self._metrics: Mapping[str, float] = {}
        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:.0f} %"))
        self._progress = Progress(*columns, TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(compact=True))
        self._task = self._progress.add_task(name, total=decisions, completed=done)
        self._live = Live(self._shown(), console=console, refresh_per_second=2) if console.is_terminal else None

    def __enter__(self) -> Self:
        if self._live:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._live.stop()

    def show(self, decisions: int, rate: float, metrics: Mapping[str, float]) -> None:
        """Show the progress, speed and metrics after an iteration; without a terminal, only remember the speed.

        `decisions` are those of the whole training so far, and `rate` is in decisions per second.
        """
        self._rate, self._metrics = rate, metrics
        self._progress.update(self._task, completed=decisions)
        if self._live:
            self._live.update(self._shown())

    def show_strength(self, decisions: int, strengths: Mapping[str, Strength]) -> None:
        """Show the strengths after an evaluation, by the label of the matchup."""
        self._strengths.update(strengths)
        if self._live:
            self._live.update(self._shown())
        else:
            shares = ", ".join(f"{bot} {share_in_words(strength)}" for bot, strength in strengths.items())
            line = f"{decisions:,} decisions, {self._rate:,.0f}/s: {shares}"
            self._console.print(line, soft_wrap=True, highlight=False)

    def _shown(self) -> RenderableType:
        strength = Table("against", "games won", "95 % interval", title=f"{self._rate:,.0f} decisions/s")
        for bot, one in self._strengths.items():
            strength.add_row(bot, f"{one.share:.1%}", f"{one.low:.1%} to {one.high:.1%}")
        metrics = Table("metric", "last iteration")
        for name, value in self._metrics.items():
            metrics.add_row(name, f"{value:.4g}")
        return Group(self._progress, strength, metrics)


def share_in_words(strength: Strength) -> str:
    """Return a share with its interval, in a few words."""
    return f"{strength.share:.1%} ({strength.low:.1%} to {strength.high:.1%})"
