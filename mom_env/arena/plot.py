"""Draw a tournament (ratings, win shares, who is ahead of whom, what a seat is worth), or win shares by simulations."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mom_env.arena.plan import Plan
from mom_env.arena.report import with_forfeits
from mom_env.arena.statistics.intervals import Interval
from mom_env.arena.summary import Summary
from mom_env.common.colours import COLOURS
from mom_env.common.extras import import_from

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BLUE, GREY = "#2b6cb0", "#718096"
DOTS_PER_INCH = 120
MARGIN = 0.08  # beside the outermost interval, as a share of the width


class Curve(NamedTuple):
    """Win shares of a search: `shares[k]` is that with `budgets[k]` simulations per move."""

    name: str
    budgets: list[int]
    shares: list[Interval]


def draw(plan: Plan, summary: Summary, path: Path) -> None:
    """Write the picture of a tournament by wins into the file `path`, as PNG."""
    figure_class = import_from("arena", "matplotlib.figure").Figure
    height = 2.2 + 0.45 * len(plan.players)
    figure = figure_class(figsize=(11, 2 * max(height, 3.2)), layout="constrained")
    (ratings, shares), (cross, seats) = figure.subplots(2, 2)
    order = summary.ranked()[::-1]  # the best on top
    names = [with_forfeits(summary.standings[player]).replace(" (", "\n(") for player in order]
    draw_intervals(ratings, names, [summary.standings[player].rating for player in order], 1.0)
    ratings.set(title="rating", xlabel="Elo points, mean 0; 95 % intervals, an arrow where an end is open")
    draw_intervals(shares, names, [summary.standings[player].win_share for player in order], 100.0)
    draw_fair(shares.axvline, plan)
    shares.set(title="win share", xlabel="% of games; dashed: fair share")
    draw_cross(cross, summary)
    numbers = range(plan.num_players)[::-1]  # seat 0 on top
    draw_intervals(seats, [f"seat {i}" for i in numbers], [summary.seats[i] for i in numbers], 100.0)
    draw_fair(seats.axvline, plan)
    seats.set(title="what a seat is worth", xlabel="% of games won from it, all players together")
    figure.suptitle(f"{plan.num_players} players, {summary.num_games:,} games on {summary.num_deals:,} deals")
    figure.savefig(path, dpi=DOTS_PER_INCH, metadata={"Software": None})


def draw_intervals(axes: "Axes", names: list[str], intervals: list[Interval], scale: float) -> None:
    """Draw a point and its interval for each name, from the bottom up. An open end is an arrow at the edge.

    Args:
        axes: where to draw.
        names: the names of the lines.
        intervals: one for each name. An interval with the mean NaN is left out.
        scale: all numbers are multiplied by it.
    """
    ends = scale * np.array([[float(end) for end in interval] for interval in intervals])
    known = ends[np.isfinite(ends)]
    margin = MARGIN * max(float(np.ptp(known)), 1.0) if len(known) else 1.0
    left, right = (known.min() - margin, known.max() + margin) if len(known) else (-1.0, 1.0)
    for y, (mean, low, high) in enumerate(ends):
        if np.isnan(mean):
            continue
        for end, edge, head in ((low, left, "<"), (high, right, ">")):
            axes.plot([mean, edge if np.isinf(end) else end], [y, y], color=BLUE, linewidth=2, solid_capstyle="butt")
            if np.isinf(end):
                axes.plot(edge, y, head, color=BLUE, clip_on=False)
        axes.plot(mean, y, "o", color=BLUE)
    axes.set(xlim=(left, right), ylim=(-0.6, len(names) - 0.4))
    axes.set_yticks(range(len(names)), names)
    axes.grid(axis="x", alpha=0.3)


def draw_fair(line: Callable[..., object], plan: Plan) -> None:
    """Draw a dashed line at the fair share: the percentage of games that each player would win among equals.

    `line` draws it, and is `axvline` or `axhline` of Matplotlib's axes.
    """
    line(100 / plan.num_players, color=GREY, linestyle="--", linewidth=1)


def draw_cross(axes: "Axes", summary: Summary) -> None:
    """Draw a table with the percentage of games in which each row's player was ahead of each column's player."""
    order = summary.ranked()
    names = [summary.standings[player].player for player in order]
    table = [[summary.cross[one][other] for other in order] for one in order]
    shares = np.array([[float(entry.mean) if entry else np.nan for entry in row] for row in table])
    axes.imshow(100 * shares, cmap="RdBu", vmin=0, vmax=100)
    for y, x in np.argwhere(np.isfinite(shares)):
        dark = abs(shares[y, x] - 0.5) > 0.3
        axes.text(x, y, f"{shares[y, x]:.0%}", ha="center", va="center", color="white" if dark else "black")
    axes.set_xticks(range(len(names)), names, rotation=20, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set(title="the line's player ahead of the column's")


def draw_curves(curves: list[Curve], num_players: int, title: str, path: Path) -> None:
    """Write the picture of win shares by number of simulations into the file `path`, as PNG.

    Args:
        curves: one for each search and opponent.
        num_players: number of seats, for the line of the fair share.
        title: title of the picture.
        path: the file.
    """
    figure = import_from("arena", "matplotlib.figure").Figure(figsize=(8, 4.8), layout="constrained")
    axes = figure.subplots()
    for i, (name, budgets, shares) in enumerate(curves):
        means, low, high = (100 * np.array(ends, float) for ends in zip(*shares, strict=True))
        # Shift the curves sideways a little, so that their intervals do not hide each other.
        places = np.array(budgets) * 1.04 ** (i - (len(curves) - 1) / 2)
        errors, colour = (means - low, high - means), COLOURS[i % len(COLOURS)]
        axes.errorbar(places, means, errors, color=colour, marker="o", capsize=4, label=name)
    axes.axhline(100 / num_players, color=GREY, linestyle="--", linewidth=1, label="fair share")
    budgets = sorted({budget for curve in curves for budget in curve.budgets})
    axes.set_xscale("log")
    axes.set_xticks(budgets, [f"{budget:,}" for budget in budgets], minor=False)
    axes.set_xticks([], minor=True)
    axes.set(title=title, xlabel="simulations a move (log)", ylabel="games won, %; 95 % intervals", ylim=(0, 100))
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, loc="upper left")
    figure.savefig(path, dpi=DOTS_PER_INCH, metadata={"Software": None})
