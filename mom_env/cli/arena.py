"""Players against each other."""

from pathlib import Path
from typing import Annotated, Any

import typer

from mom_env.cli.common import INTERRUPTED, THE_GAME, Deck, GameName, RuleOptions, Seed, app, rule_options

Players = Annotated[int, typer.Option("--players", help="Seats at the table.")]
Deals = Annotated[int, typer.Option(help="Deals; each is played with every seating.")]
Jobs = Annotated[int, typer.Option(help="Processes to play on; results do not depend on it.")]
Seating = Annotated[str, typer.Option(help="all, or balanced: as many seatings of a deal as there are seats.")]
Limit = Annotated[float, typer.Option(help="Seconds that a player from outside may take for a move.")]
Kept = Annotated[Path | None, typer.Option("--out", help="Keep games, results and a plot in this directory.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the games in that directory.")]
Replays = Annotated[bool, typer.Option("--replays", help="Keep a replay of each game in that directory.")]


@app.command(epilog="Example: mom tournament greedy random examples.own_bot:choose --players 3 --deals 100 --jobs 2")
def tournament(
    who: Annotated[list[str], typer.Argument(help="Who plays: names, name:key=value, module:function.")],
    game: GameName = THE_GAME,
    players: Players = 4,
    deals: Deals = 500,
    seed: Seed = 0,
    seatings: Seating = "all",
    deck: Deck = "standard",
    option: RuleOptions = None,
    jobs: Jobs = 1,
    limit: Limit = 10.0,
    out: Kept = None,
    resume: Resume = False,
    replays: Replays = False,
) -> None:
    """Everybody against everybody on duplicate deals: win shares, VP, places and ratings with 95 % intervals.

    Ctrl-C keeps what has been played in the directory of --out; --resume goes on from there.
    """
    from rich.console import Console

    from mom_env.arena import tournament as arena
    from mom_env.arena.run import Way

    way = Way(jobs, out, resume, replays, limit)
    arguments: dict[str, Any] = {
        "game": game,
        "seatings": arena.checked_seatings(seatings),
        "deck": deck,
        "options": rule_options(option),
        "way": way,
    }
    outcome, _ = arena.tournament(who, players, deals, seed, console=Console(), **arguments)
    if outcome.is_interrupted:
        raise typer.Exit(INTERRUPTED)


@app.command(epilog="Example: mom evaluate greedy --against random --players 4 --deals 200")
def evaluate(
    who: Annotated[str, typer.Argument(help="Who is evaluated.")],
    against: Annotated[list[str], typer.Option(help="Who has all other seats; or once for each of them.")],
    game: GameName = THE_GAME,
    players: Players = 4,
    deals: Deals = 500,
    seed: Seed = 0,
    seatings: Seating = "all",
    deck: Deck = "standard",
    option: RuleOptions = None,
    sprt: Annotated[
        tuple[float, float] | None, typer.Option(help="Stop as soon as one of these two win shares is the likelier.")
    ] = None,
    jobs: Jobs = 1,
    limit: Limit = 10.0,
    out: Kept = None,
    resume: Resume = False,
    replays: Replays = False,
) -> None:
    """One player against others on duplicate deals: win share, VP above the others and place with 95 % intervals."""
    from rich.console import Console

    from mom_env.arena import evaluate as arena
    from mom_env.arena.run import Way
    from mom_env.arena.sequential import checked_test
    from mom_env.arena.tournament import checked_seatings

    way, test = Way(jobs, out, resume, replays, limit), checked_test(*sprt) if sprt else None
    arguments: dict[str, Any] = {
        "game": game,
        "seatings": checked_seatings(seatings),
        "deck": deck,
        "options": rule_options(option),
        "way": way,
        "test": test,
    }
    outcome, _ = arena.evaluate(who, against, players, deals, seed, console=Console(), **arguments)
    if outcome.is_interrupted:
        raise typer.Exit(INTERRUPTED)


@app.command(epilog="Example: mom leaderboard random greedy --deals 200 --jobs 2")
def leaderboard(
    who: Annotated[list[str] | None, typer.Argument(help="Who stands on it; by default all bots by name.")] = None,
    game: GameName = THE_GAME,
    deals: Deals = 200,
    seed: Seed = 0,
    jobs: Jobs = 1,
    out: Annotated[Path, typer.Option(help="Games are kept here; those that are there are not played again.")] = Path(
        "leaderboard"
    ),
    page: Annotated[Path, typer.Option(help="The page that is written.")] = Path("docs/leaderboard.md"),
) -> None:
    """The standing ladder for 2, 3 and 4 players, as a page with plots; Ctrl-C keeps what was played."""
    from rich.console import Console

    from mom_env.arena.leaderboard import leaderboard as arena

    if not arena(who or [], deals, seed, out, page, game=game, jobs=jobs, console=Console()):
        raise typer.Exit(INTERRUPTED)
