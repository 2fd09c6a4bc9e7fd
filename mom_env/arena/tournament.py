"""`mom tournament`: play all players against each other on the same deals."""

from collections.abc import Sequence
from pathlib import Path
from typing import Unpack

from rich.console import Console

from mom_env.arena import report, score_report
from mom_env.arena.plan import Plan, Setting, even_lineups, plan_of
from mom_env.arena.plot import draw
from mom_env.arena.run import IN_MEMORY, Outcome, Way, hold_directory, names_of, run
from mom_env.arena.statistics.scores import ScoreSummary, summarize_scores
from mom_env.arena.summary import Summary, summarize
from mom_env.common.extras import import_from
from mom_env.common.files import write_json
from mom_env.errors import OptionError
from mom_env.games import GAMES, load
from mom_env.players.kinds import Who

FEWEST = 2


def tournament(
    whos: Sequence[Who],
    num_players: int | None = None,
    deals: int = 500,
    seed: int = 0,
    *,
    way: Way = IN_MEMORY,
    console: Console | None = None,
    **setting: Unpack[Setting],
) -> tuple[Outcome, Summary | ScoreSummary | None]:
    """Play a tournament, in which all players meet on the same deals.

    Where the game says so, and always at tables of one player, players are compared by their scores on the same deals.

    Args:
        whos: specs or functions, all different.
        num_players: seats of a table; by default the usual number of the game.
        deals: number of deals; every lineup plays each of them with every seating.
        seed: everything except the players' own chance follows from it.
        way: processes, directory, time limit.
        console: where progress and results are shown; None shows nothing.
        setting: game, seatings, deck, options.

    Returns:
        All games, and their summary, or None instead if fewer than two deals were played.

    Raises:
        OptionError: a player or an argument is not valid, or the directory holds another plan or changed players.
    """
    import_from("arena", "scipy.stats")
    plan = plan_of_tournament(whos, num_players, deals, seed, **setting)
    with hold_directory(plan, whos, way):
        outcome = run(plan, whos, way, console)
        return outcome, report_tournament(outcome, way, console)


def plan_of_tournament(
    whos: Sequence[Who], num_players: int | None, deals: int, seed: int, **setting: Unpack[Setting]
) -> Plan:
    """Return the plan of a tournament, whose arguments these are.

    Raises:
        OptionError: an argument is not valid.
    """
    names, seats = names_of(whos), load(setting.get("game", GAMES[0])).info.seats(num_players)
    if len(names) < FEWEST or len(set(names)) < len(names):
        raise OptionError(f"players: expected at least {FEWEST}, all different, found {', '.join(names) or 'none'}")
    return plan_of(names, even_lineups(len(names), seats), seats, deals, seed, **setting)


def report_tournament(outcome: Outcome, way: Way, console: Console | None) -> Summary | ScoreSummary | None:
    """Show the results on `console`, write them into the directory of `way`, and return them.

    With fewer than two deals, do nothing and return None. Without a console nothing is shown, and without a directory
    nothing is written.
    """
    if outcome.num_deals < FEWEST:
        return None
    summarized = summarize if outcome.plan.measure == "win" else summarize_scores
    summary: Summary | ScoreSummary = summarized(outcome.plan, outcome.games)
    if console is not None:
        show(outcome, summary, console)
    if way.directory is not None:
        write_all(outcome, summary, way.directory)
    return summary


def show(outcome: Outcome, summary: Summary | ScoreSummary, console: Console) -> None:
    """Print the results of a tournament, by games won or by scores, as the summary is."""
    if isinstance(summary, ScoreSummary):
        score_report.show(outcome, summary, console)
    else:
        report.show(outcome, summary, console)


def write_all(outcome: Outcome, summary: Summary | ScoreSummary, directory: Path) -> None:
    """Write the results into files of `directory`: `results.json`, `table.csv` and the picture `plot.png`."""
    write_json(directory / "results.json", plain(outcome, summary))
    if isinstance(summary, ScoreSummary):
        score_report.write_csv(directory / "table.csv", summary)
    else:
        report.write_csv(directory / "table.csv", summary)
    draw_summary(outcome, summary, directory / "plot.png")


def plain(outcome: Outcome, summary: Summary | ScoreSummary) -> dict[str, object]:
    """Return the results of a tournament as plain JSON values."""
    if isinstance(summary, ScoreSummary):
        return score_report.plain(outcome, summary)
    return report.plain(outcome, summary)


def draw_summary(outcome: Outcome, summary: Summary | ScoreSummary, path: Path) -> None:
    """Write the picture of a tournament into the file `path`, as PNG."""
    if isinstance(summary, ScoreSummary):
        score_report.draw(outcome, summary, path)
    else:
        draw(outcome.plan, summary, path)
