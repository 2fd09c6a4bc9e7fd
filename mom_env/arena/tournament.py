"""`mom tournament`: everybody against everybody on the same deals."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from rich.console import Console

from mom_env.arena import report
from mom_env.arena.extra import needed
from mom_env.arena.plan import Plan, Seatings, checked_deals, even_lineups
from mom_env.arena.plot import draw
from mom_env.arena.run import Outcome, Way, names_of, run
from mom_env.arena.summary import Summary, summarize
from mom_env.errors import OptionError
from mom_env.games import GAMES, load

FEWEST = 2


def tournament(
    whos: Sequence[Any],
    num_players: int = 4,
    deals: int = 500,
    seed: int = 0,
    *,
    game: str = GAMES[0],
    seatings: Seatings = "all",
    deck: Any = "standard",
    options: Mapping[str, Any] | None = None,
    way: Way | None = None,
    console: Console | None = None,
) -> tuple[Outcome, Summary | None]:
    """Play a tournament; without a summary if it was stopped before its second deal.

    Args:
        whos: specs or functions, all different.
        num_players: seats of a table.
        deals: how many; each is played by every table with every seating.
        seed: everything but the players' own chance follows from it.
        game: which game.
        seatings: "all" or "balanced".
        deck: name, path or content of a deck file.
        options: rule options.
        way: jobs, directory, time limit.
        console: where progress and results are shown.
    """
    needed("scipy.stats")
    names = names_of(whos)
    if len(names) < FEWEST or len(set(names)) < len(names):
        raise OptionError(f"players: expected at least {FEWEST}, all different, found {', '.join(names) or 'none'}")
    plan = Plan(
        game=game,
        players=names,
        num_players=num_players,
        lineups=even_lineups(len(names), num_players),
        deals=checked_deals(deals),
        seed=load(game, "seeds").checked_seed(seed),
        seatings=seatings,
        deck=deck,
        options=None if options is None else dict(options),
    )
    plan.ruleset()  # refuses a deck or a number of players before anything is played
    outcome = run(plan, whos, way or Way(), console)
    return outcome, finished(outcome, way or Way(), console)


def checked_seatings(name: str) -> Seatings:
    """The name itself."""
    for known in get_args(Seatings):
        if name == known:
            found: Seatings = known
            return found
    raise OptionError(f"seatings: expected one of {', '.join(get_args(Seatings))}, found {name!r}")


def finished(outcome: Outcome, way: Way, console: Console | None) -> Summary | None:
    """Results on the screen and in the directory."""
    if len(set(outcome.games["deal"].tolist())) < FEWEST:
        return None
    summary = summarize(outcome.plan, outcome.games)
    if console is not None:
        report.show(outcome, summary, console)
    if way.directory is not None:
        write_all(outcome, summary, way.directory)
    return summary


def write_all(outcome: Outcome, summary: Summary, directory: Path) -> None:
    """JSON, CSV and the picture."""
    report.write_json(directory / "results.json", report.plain(outcome, summary))
    report.write_csv(directory / "table.csv", summary)
    draw(outcome.plan, summary, directory / "plot.png")
