"""`mom tournament`: everybody against everybody on the same deals."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Unpack

from rich.console import Console

from mom_env.arena import report
from mom_env.arena.plan import Setting, even_lineups, plan_of
from mom_env.arena.plot import draw
from mom_env.arena.run import ONE_JOB, Outcome, Way, held, names_of, run
from mom_env.arena.summary import Summary, summarize
from mom_env.errors import OptionError
from mom_env.extras import import_from
from mom_env.files import write_json

FEWEST = 2


def tournament(
    whos: Sequence[Any],
    num_players: int = 4,
    deals: int = 500,
    seed: int = 0,
    *,
    way: Way = ONE_JOB,
    console: Console | None = None,
    **setting: Unpack[Setting],
) -> tuple[Outcome, Summary | None]:
    """Play a tournament; without a summary if it was stopped before its second deal.

    Args:
        whos: specs or functions, all different.
        num_players: seats of a table.
        deals: how many; each is played by every table with every seating.
        seed: everything but the players' own chance follows from it.
        way: jobs, directory, time limit.
        console: where progress and results are shown.
        setting: game, seatings, deck, options.
    """
    import_from("arena", "scipy.stats")
    names = names_of(whos)
    if len(names) < FEWEST or len(set(names)) < len(names):
        raise OptionError(f"players: expected at least {FEWEST}, all different, found {', '.join(names) or 'none'}")
    plan = plan_of(names, even_lineups(len(names), num_players), num_players, deals, seed, **setting)
    with held(plan, whos, way):
        outcome = run(plan, whos, way, console)
        return outcome, report_tournament(outcome, way, console)


def report_tournament(outcome: Outcome, way: Way, console: Console | None) -> Summary | None:
    """Show and write the results, and return them; None if fewer than two deals were played."""
    if outcome.num_deals < FEWEST:
        return None
    summary = summarize(outcome.plan, outcome.games)
    if console is not None:
        report.show(outcome, summary, console)
    if way.directory is not None:
        write_all(outcome, summary, way.directory)
    return summary


def write_all(outcome: Outcome, summary: Summary, directory: Path) -> None:
    """JSON, CSV and the picture."""
    write_json(directory / "results.json", report.plain(outcome, summary))
    report.write_csv(directory / "table.csv", summary)
    draw(outcome.plan, summary, directory / "plot.png")
