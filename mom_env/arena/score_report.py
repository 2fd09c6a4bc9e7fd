"""Report tournaments by scores: on the screen, as JSON, CSV and a picture."""

import csv
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Console
from rich.table import Column, Table

from mom_env.arena.plot import DOTS_PER_INCH, draw_intervals
from mom_env.arena.report import number, show_counts, show_forfeits, with_forfeits
from mom_env.arena.run import Outcome
from mom_env.arena.statistics.intervals import Interval
from mom_env.arena.statistics.scores import ScoreSummary
from mom_env.common.arguments import players_in_words
from mom_env.common.extras import import_from

if TYPE_CHECKING:
    from matplotlib.axes import Axes
from mom_env.common.files import write_file
from mom_env.games import load

FORMAT = "mom-score-tournament/1"
EVALUATION = "mom-score-evaluation/1"


def show(outcome: Outcome, summary: ScoreSummary, console: Console) -> None:
    """Print all results of a tournament by scores: standings, leads, forfeits and counts."""
    score = load(outcome.plan.game).info.score
    title = f"{players_in_words(outcome.plan.num_players)}, 95 % intervals by deal"
    table = Table(Column("player", overflow="fold"), score, title=title)
    for player in summary.ranked():
        table.add_row(*cells(summary, player))
    console.print(table)
    for better, worse, lead in summary.leads():
        if lead is not None:
            line = f"{better} above {worse}, on the same deals: {number(lead)} {score}"
            console.print(line, highlight=False, markup=False)
    show_forfeits(outcome, console)
    show_counts(outcome, summary.num_games, summary.num_deals, summary.hash, console)


def show_evaluation(outcome: Outcome, summary: ScoreSummary, console: Console) -> None:
    """Print the first player's mean score, and how far it is above that of each other player on the same deals."""
    score, (own, *others) = load(outcome.plan.game).info.score, summary.standings
    console.print(f"{with_forfeits(own)}: {number(own.score)} {score}", style="bold", highlight=False, markup=False)
    for other, above in zip(others, summary.cross[0][1:], strict=True):
        line = f"above {with_forfeits(other)}, on the same deals: {number(above) if above else 'none'} {score}"
        console.print(line, highlight=False, markup=False)
    show_forfeits(outcome, console)
    show_counts(outcome, summary.num_games, summary.num_deals, summary.hash, console)


def cells(summary: ScoreSummary, player: int) -> tuple[str, ...]:
    """Return the row of the player with the number `player` in a table of standings, as text for each of `columns`."""
    return with_forfeits(summary.standings[player]), number(summary.standings[player].score)


def columns(game: str) -> tuple[str, ...]:
    """Return the column names of a table of standings by scores."""
    return "player", load(game).info.score


def plain(outcome: Outcome, summary: ScoreSummary) -> dict[str, object]:
    """Return the results of a tournament by scores as plain JSON values."""
    names = outcome.plan.players
    return _head(FORMAT, outcome, summary) | {
        "players": [_standing(summary, player) for player in summary.ranked()],
        "above": {one: _row(names, row) for one, row in zip(names, summary.cross, strict=True)},
        "forfeits": [forfeit._asdict() for forfeit in outcome.forfeits],
    }


def plain_evaluation(outcome: Outcome, summary: ScoreSummary) -> dict[str, object]:
    """Return the evaluation of the first player, by scores, as plain JSON values."""
    own, names = summary.standings[0], outcome.plan.players
    return _head(EVALUATION, outcome, summary) | {
        "player": own.player,
        "score": own.score.plain(),
        "above": _row(names[1:], summary.cross[0][1:]),
        "forfeits": own.forfeits,
        "all_forfeits": [forfeit._asdict() for forfeit in outcome.forfeits],
    }


def _head(form: str, outcome: Outcome, summary: ScoreSummary) -> dict[str, object]:
    """Return the entries with which the JSON values of results begin; `form` is the name of the format."""
    return {
        "format": form,
        "plan": outcome.plan.model_dump(mode="json"),
        "provenance": outcome.provenance.plain(),
        "deck": outcome.plan.ruleset().deck.plain(),
        "complete": summary.num_deals == outcome.plan.deals,
        "deals": summary.num_deals,
        "games": summary.num_games,
        "hash": summary.hash,
    }


def _standing(summary: ScoreSummary, player: int) -> dict[str, object]:
    """Return the standing of the player with the number `player` as plain JSON values."""
    standing = summary.standings[player]
    return standing._asdict() | {"score": standing.score.plain()}


def _row(names: tuple[str, ...], row: list[Interval | None]) -> dict[str, object]:
    """Return a player's leads over other players as `Interval.plain` gives them, by the names of these players.

    `row` has a lead or None for each of `names`, in the same order. A name without a lead is left out.
    """
    return {name: above.plain() for name, above in zip(names, row, strict=True) if above}


def write_csv(path: Path, summary: ScoreSummary) -> None:
    """Write the standings into the file `path` as CSV: a header, and a line for each player, the best first.

    The columns are `player`, `appearances`, `score`, `score_low` and `score_high`, the ends of its interval, and
    `forfeits`.
    """
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(["player", "appearances", "score", "score_low", "score_high", "forfeits"])
    for player in summary.ranked():
        own = summary.standings[player]
        writer.writerow([own.player, own.appearances, *own.score.plain().values(), own.forfeits])
    write_file(path, text.getvalue())


def draw(outcome: Outcome, summary: ScoreSummary, path: Path) -> None:
    """Write the picture of a tournament by scores into the file `path`, as PNG.

    It shows mean scores, and how far each player is above each other one.
    """
    figure = import_from("arena", "matplotlib.figure").Figure(
        figsize=(11, 2.2 + 0.45 * len(summary.standings)), layout="constrained"
    )
    scores, cross = figure.subplots(1, 2)
    order, score = summary.ranked(), load(outcome.plan.game).info.score
    names = [with_forfeits(summary.standings[player]).replace(" (", "\n(") for player in order]
    draw_intervals(scores, names[::-1], [summary.standings[player].score for player in order[::-1]], 1.0)
    scores.set(title=score, xlabel=f"mean {score}, 95 % intervals")
    draw_cross(cross, names, [[summary.cross[one][two] for two in order] for one in order])
    cross.set(title=f"{score} of the line's player above the column's")
    figure.suptitle(f"{players_in_words(outcome.plan.num_players)}, {summary.num_games:,} games")
    figure.savefig(path, dpi=DOTS_PER_INCH, metadata={"Software": None})


def draw_cross(axes: "Axes", names: list[str], rows: list[list[Interval | None]]) -> None:
    """Draw a table of differences of scores as numbers, bluer for higher and redder for lower ones.

    `rows[i][k]` is the score of player `names[i]` above that of player `names[k]`, or None.
    """
    means = np.array([[float(above.mean) if above else np.nan for above in row] for row in rows])
    most = max(1e-9, float(np.nanmax(np.abs(means), initial=0)))
    axes.imshow(means, cmap="RdBu", vmin=-most, vmax=most)
    for y, x in np.argwhere(np.isfinite(means)):
        colour = "white" if abs(means[y, x]) > 0.6 * most else "black"
        axes.text(x, y, f"{means[y, x]:+.2f}", ha="center", va="center", color=colour)
    axes.set_xticks(range(len(names)), names, rotation=20, ha="right")
    axes.set_yticks(range(len(names)), names)
