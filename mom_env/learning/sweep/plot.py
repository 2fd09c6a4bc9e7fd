"""The plot of a sweep: strength by decisions learnt from, a curve with a band for each combination."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from itertools import cycle
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter
from numpy.typing import NDArray

from mom_env.arena.statistics.intervals import Interval
from mom_env.common.colours import COLOURS
from mom_env.learning.plot import BEYOND, DOTS_PER_INCH, in_short
from mom_env.learning.sweep.plan import in_words
from mom_env.learning.sweep.summary import CombinationLine, Finished, has_ends, over_seeds

STYLES = ("-", "--")
MOST_CURVES = len(STYLES) * len(COLOURS)  # as many as can be told apart
AXES_INCHES = (5.0, 4.0)
LEGEND_INCHES = 0.25  # for each of its lines
LEGEND_COLUMNS = 2

Numbers = NDArray[np.float64]


class SweepCurve(NamedTuple):
    """The strength of a combination in one matchup during its trainings: the share of games won by decisions."""

    decisions: list[float]
    shares: list[Interval]


def draw(lines: Sequence[CombinationLine], fair: Mapping[str, float]) -> bytes:
    """Return the plot of the best MOST_CURVES combinations as PNG, with a part for each matchup.

    Args:
        lines: of the combinations, the best first.
        fair: share of games that an equal would win, by the label of the matchup.
    """
    shown = [line for line in lines if line.runs][:MOST_CURVES]
    labels = list(shown[0].runs[0].outcome.last.shares)
    width, height = AXES_INCHES
    height += LEGEND_INCHES * (len(shown) // LEGEND_COLUMNS + 1)
    figure = Figure((width * len(labels), height), DOTS_PER_INCH, layout="constrained")
    FigureCanvasAgg(figure)
    for axes, label in zip(figure.subplots(1, len(labels), sharey=True, squeeze=False)[0], labels, strict=True):
        draw_matchup(axes, shown, label, fair[label])
    figure.axes[0].set_ylabel("games won, %; dotted: among equals")
    figure.suptitle(title_of(shown, lines))
    figure.legend(*figure.axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=LEGEND_COLUMNS)
    content = BytesIO()
    figure.savefig(content, format="png", metadata={"Software": None})
    return content.getvalue()


def title_of(shown: Sequence[CombinationLine], lines: Sequence[CombinationLine]) -> str:
    """Return the title of the plot: what is drawn, and whether these are all combinations."""
    title = "mean over seeds, with 95 % intervals" if any(len(line.runs) > 1 for line in shown) else "one seed each"
    return title if len(shown) == len(lines) else f"{title}; the best {len(shown)} of {len(lines)} combinations"


def draw_matchup(axes: Axes, lines: Sequence[CombinationLine], label: str, fair: float) -> None:
    """Draw the curves of all combinations in the matchup with this label; `fair` is what an equal would win."""
    styles = cycle((colour, style) for style in STYLES for colour in COLOURS)
    for line, (colour, style) in zip(lines, styles, strict=False):
        curve = curve_of(line.runs, label)
        means = [100 * share.mean for share in curve.shares]
        axes.plot(curve.decisions, means, style, color=colour, label=in_words(line.combination), marker=".")
        if has_ends(curve.shares[-1]):
            low, high = (
                [100 * end for end in ends] for ends in zip(*(share[1:] for share in curve.shares), strict=True)
            )
            axes.fill_between(curve.decisions, low, high, color=colour, alpha=0.15, linewidth=0)
    axes.axhline(100 * fair, color="0.4", linewidth=1, linestyle=":")
    axes.set(title=f"against {label}", xlabel="decisions learnt from", ylim=(-BEYOND, 100 + BEYOND))
    axes.set_xlim(left=0)
    axes.xaxis.set_major_formatter(FuncFormatter(in_short))
    axes.grid(visible=True, alpha=0.3)


def curve_of(runs: Sequence[Finished], label: str) -> SweepCurve:
    """Return the strength of runs that differ in their seed only, as mean over seeds, in the matchup with this label.

    Evaluations of different seeds are some decisions apart. They are moved to those of the first seed along straight
    lines, as far as all seeds reach.
    """
    found = [points_of(run, label) for run in runs]
    first, last = max(x[0] for x, _ in found), min(x[-1] for x, _ in found)
    places = np.unique(np.clip(found[0][0], first, last))
    by_seed = [np.interp(places, x, shares) for x, shares in found]
    return SweepCurve(places.tolist(), [over_seeds([shares[i] for shares in by_seed]) for i in range(len(places))])


def points_of(run: Finished, label: str) -> tuple[Numbers, Numbers]:
    """Return the decisions at each evaluation of a run, and the shares of games won in the matchup with this label."""
    evaluations = run.outcome.evaluations
    decisions = np.array([one.decisions for one in evaluations], np.float64)
    return decisions, np.array([one.shares[label] for one in evaluations], np.float64)
