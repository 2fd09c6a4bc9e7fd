"""The plot of strength over time."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from itertools import cycle, zip_longest
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from mom_env.common.colours import COLOURS
from mom_env.common.files import write_file
from mom_env.learning.logs import KEY, Logs

INCHES = (8, 5.2)
DOTS_PER_INCH = 150
COLUMNS = 4  # of the legend
MARKS = 5  # at most, on the axis of minutes
BEYOND = 3  # percentage points below 0 and above 100, so that lines there are not cut off
Rows = list[dict[str, str]]


def plot_strength(logs: Logs, fair: Sequence[float], title: str, path: Path) -> None:
    """Write the plot of a run's strength over time into the file `path`, as PNG.

    Args:
        logs: of the run.
        fair: shares that an equal would win, for example 1 / 3 at tables of three.
        title: above the plot.
        path: the file.

    Raises:
        OutputError: the file cannot be written.
    """
    content = BytesIO()
    strength_figure(logs, fair, title).savefig(content, format="png")
    write_file(path, content.getvalue())


def strength_figure(logs: Logs, fair: Sequence[float], title: str) -> Figure:
    """Return a plot of the share of games won against each bot over decisions and minutes, with 95 % intervals.

    Args:
        logs: of the run.
        fair: shares that an equal would win, for example 1 / 3 at tables of three.
        title: above the plot.
    """
    figure = Figure(INCHES, DOTS_PER_INCH, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    minutes = {row[KEY]: float(row["seconds"]) / 60 for row in logs.timing.rows()}
    rows = [row for row in logs.strength.rows() if row[KEY] in minutes]
    for colour, bot in zip(cycle(COLOURS), dict.fromkeys(row["against"] for row in rows), strict=False):
        draw_curve(axes, [row for row in rows if row["against"] == bot], bot, colour)
    for share, label in zip_longest(fair, ["among equals"]):
        axes.axhline(100 * share, color="0.4", linewidth=1, linestyle="--", label=label)
    axes.set(xlabel="decisions learnt from", ylabel="games won, %", ylim=(-BEYOND, 100 + BEYOND))
    axes.set_yticks(range(0, 101, 20))
    axes.xaxis.set_major_formatter(FuncFormatter(in_short))
    axes.grid(visible=True, alpha=0.3)
    axes.set_xlim(left=0)
    add_minutes(axes, {float(row["decisions"]): minutes[row[KEY]] for row in rows})
    figure.suptitle(title)
    figure.legend(loc="outside lower center", ncols=COLUMNS, frameon=False)
    return figure


def draw_curve(axes: Axes, rows: Rows, bot: str, colour: str) -> None:
    """Draw the share of games won against one bot, with its interval.

    Args:
        axes: where to draw.
        rows: those of `strength.csv` against this bot.
        bot: name of the bot, for the legend.
        colour: of the curve.
    """
    decisions = [float(row["decisions"]) for row in rows]
    low, share, high = ([float(row[name]) * 100 for row in rows] for name in ("low", "share", "high"))
    axes.plot(decisions, share, color=colour, label=f"against {bot}", marker=".", zorder=3)
    axes.fill_between(decisions, low, high, color=colour, alpha=0.2, linewidth=0)


def add_minutes(axes: Axes, minutes: Mapping[float, float]) -> None:
    """Mark minutes of training on the upper edge of a plot, at some of the points where strength was measured.

    Args:
        axes: with decisions on the x-axis.
        minutes: by the number of decisions that had been learnt from.
    """
    wanted = [max(minutes, default=0) * part / MARKS for part in range(1, MARKS + 1)]
    marked = sorted({min(minutes, key=lambda decisions: abs(decisions - place)) for place in wanted if minutes})
    upper: Any = axes.secondary_xaxis("top")
    upper.set_xticks(marked, [f"{minutes[decisions]:.1f}" for decisions in marked])
    upper.set_xlabel("minutes of training")


def in_short(number: float, _position: int | None = None) -> str:
    """Return a number of decisions in a short form, for the ticks of an axis.

    `_position`, the tick's index, is not used.

    >>> in_short(0), in_short(2_500_000), in_short(900), in_short(20_000), in_short(1e9)
    ('0', '2.5 M', '900', '20 k', '1000 M')
    """
    for unit, name in ((1e6, " M"), (1e3, " k")):
        if number >= unit:
            return f"{number / unit:.4g}{name}"
    return f"{number:.4g}"
