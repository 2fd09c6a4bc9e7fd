"""What a training shows while it runs: its progress, its speed and its strength."""

from collections.abc import Mapping
from typing import Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table

from mom_env.learning.evaluation import Strength
from mom_env.work.progress import WorkProgress


class Display:
    """What a training shows: a live table on a terminal, and elsewhere one line for each evaluation.

    Use it in a `with` block, in which the table is shown.
    """

    def __init__(self, console: Console, name: str, decisions: int, done: int) -> None:
        """Prepare to show a training.

        Args:
            console: where it is shown.
            name: name of the training.
            decisions: length of the training.
            done: how many decisions it has learnt from so far.
        """
        self._console, self._rate = console, 0.0
        self._strengths: dict[str, Strength] = {}
        self._metrics: Mapping[str, float] = {}
        self._progress = WorkProgress(console if console.is_terminal else None)
        self._task = self._progress.add_task(name, total=decisions, completed=done)
        self._live = Live(self._shown(), console=console, refresh_per_second=2) if console.is_terminal else None

    def __enter__(self) -> Self:
        """Show the live table, if there is a terminal, and return this object."""
        if self._live:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the live table as it is, and stop updating it."""
        if self._live:
            self._live.stop()

    def show(self, decisions: int, rate: float, metrics: Mapping[str, float]) -> None:
        """Show the progress, speed and metrics after an iteration. Without a terminal, only save the speed for later.

        Args:
            decisions: of the whole training so far.
            rate: decisions per second.
            metrics: by name.
        """
        self._rate, self._metrics = rate, metrics
        self._progress.update(self._task, completed=decisions)
        if self._live:
            self._live.update(self._shown())

    def show_strength(self, decisions: int, strengths: Mapping[str, Strength]) -> None:
        """Show the strengths after an evaluation: on the live table, or without a terminal as one line.

        Args:
            decisions: of the whole training so far.
            strengths: by the label of the matchup.
        """
        self._strengths.update(strengths)
        if self._live:
            self._live.update(self._shown())
        else:
            shares = ", ".join(f"{bot} {share_in_words(strength)}" for bot, strength in strengths.items())
            line = f"{decisions:,} decisions, {self._rate:,.0f}/s: {shares}"
            self._console.print(line, soft_wrap=True, highlight=False)

    def _shown(self) -> RenderableType:
        """Return the progress, the strengths and the metrics of the last iteration, as the live table shows them."""
        strength = Table("against", "games won", "95 % interval", title=f"{self._rate:,.0f} decisions/s")
        for bot, one in self._strengths.items():
            strength.add_row(bot, f"{one.share:.1%}", f"{one.low:.1%} to {one.high:.1%}")
        metrics = Table("metric", "last iteration")
        for name, value in self._metrics.items():
            metrics.add_row(name, f"{value:.4g}")
        return Group(self._progress, strength, metrics)


def share_in_words(strength: Strength) -> str:
    """Return a share with its interval as text, such as "25.0% (20.0% to 30.0%)"."""
    return f"{strength.share:.1%} ({strength.low:.1%} to {strength.high:.1%})"
