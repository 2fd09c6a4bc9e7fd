"""The picture of strength over time."""

from itertools import cycle
from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from training.logs import KEY, Logs

INCHES = (8, 4.5)
DOTS_PER_INCH = 150
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9")  # told apart by colour-blind eyes, too


def plot_strength(logs: Logs, num_players: int, title: str, path: Path) -> None:
    """Games won against each bot over minutes of training, with 95 % intervals, as PNG."""
    figure = Figure(INCHES, DOTS_PER_INCH, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    minutes = {row[KEY]: float(row["seconds"]) / 60 for row in logs.timing.rows()}
    rows = [row for row in logs.strength.rows() if row[KEY] in minutes]
    for colour, bot in zip(cycle(COLOURS), dict.fromkeys(row["against"] for row in rows), strict=False):
        own = [row for row in rows if row["against"] == bot]
        times = [minutes[row[KEY]] for row in own]
        low, share, high = ([float(row[name]) * 100 for row in own] for name in ("low", "share", "high"))
        axes.plot(times, share, color=colour, label=f"against {bot}", marker=".")
        axes.fill_between(times, low, high, color=colour, alpha=0.2, linewidth=0)
    axes.axhline(100 / num_players, color="0.5", linewidth=1, linestyle=":", label="equals")
    axes.set(xlabel="minutes of training", ylabel="games won, %", ylim=(0, 100), title=title)
    axes.grid(visible=True, alpha=0.3)
    axes.legend(loc="lower right", frameon=False)
    figure.savefig(path)
