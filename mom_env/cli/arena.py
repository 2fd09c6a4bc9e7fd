"""Commands that let players play against each other."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mom_env.cli.common import (
    EXAMPLE,
    EXAMPLE_BOT,
    AskedGame,
    Deck,
    DryRun,
    Jobs,
    Json,
    On,
    RuleOptions,
    Seed,
    SendCode,
    app,
    bench,
    rule_options,
    show_dry_run,
)
from mom_env.common.console import INTERRUPTED
from mom_env.games import load
from mom_env.work.backends import HERE, Place

if TYPE_CHECKING:
    from mom_env.arena.plan import Setting
    from mom_env.arena.run import Outcome

Players = Annotated[int | None, typer.Option("--players", help="Number of seats; by default the game's usual one.")]
Deals = Annotated[int, typer.Option(help="Number of deals; each is played with every seating.")]
Seating = Annotated[
    str | None,
    typer.Option(help="all (the default up to 4 seats), or balanced: as many seatings of a deal as there are seats."),
]
Limit = Annotated[float, typer.Option(help="Seconds that a player of your own may take for a move.")]
Out = Annotated[Path | None, typer.Option("--out", help="Save games and results in this folder.")]
Resume = Annotated[bool, typer.Option("--resume", help="Continue with the games in that folder.")]
Replays = Annotated[bool, typer.Option("--replays", help="Save a replay of each game in that folder.")]
BUDGETS = [100, 300, 1000, 3000]


@app.command(
    epilog=f"Example: mom tournament {EXAMPLE_BOT} random examples.own_bot:choose --players 3 --deals 100 --jobs 2"
)
def tournament(
    who: Annotated[list[str], typer.Argument(help="Who plays: names, name:key=value, module:function.")],
    game: AskedGame = None,
    players: Players = None,
    deals: Deals = 500,
    seed: Seed = 0,
    seatings: Seating = None,
    deck: Deck = "standard",
    option: RuleOptions = None,
    jobs: Jobs = 1,
    on: On = HERE,
    send_code: SendCode = False,
    limit: Limit = 10.0,
    out: Out = None,
    resume: Resume = False,
    replays: Replays = False,
    json: Json = None,
    dry_run: DryRun = False,
) -> None:
    """Play everybody against everybody on duplicate deals: win shares, scores, places, ratings, with 95 % intervals.

    Each deal is played with several seatings. A player of your own that takes longer than --limit seconds for a move
    forfeits the game. With --out, games, results and a plot are saved, and Ctrl-C saves the games so far; --resume
    continues from there. The exit code is 1 if a player forfeits every game, or if no game is played to its end.
    """
    from mom_env.arena import tournament as arena
    from mom_env.arena.run import Way, todo_of
    from mom_env.common.console import new_console
    from mom_env.common.files import try_file

    way = Way(Place(jobs, on, send_code), out, resume=resume, replays=replays, limit=limit)
    setting = setting_of(game, who, seatings, deck, option)
    seats = load(setting["game"]).info.seats(players)
    if dry_run:
        show_dry_run([todo_of(arena.plan_of_tournament(who, seats, deals, seed, **setting), who, way)], way.place)
        return
    if json:
        try_file(json)
    outcome, summary = arena.tournament(who, seats, deals, seed, way=way, console=new_console(), **setting)
    end(outcome, summary and arena.plain(outcome, summary), json)


@app.command(epilog=f"Example: mom evaluate {EXAMPLE_BOT} --against random --players 4 --deals 200")
def evaluate(
    who: Annotated[str, typer.Argument(help="Who is evaluated.")],
    against: Annotated[
        list[str] | None,
        typer.Option(help="The player at all other seats, or one for each; with one player: whom to compare with."),
    ] = None,
    game: AskedGame = None,
    players: Players = None,
    deals: Deals = 500,
    seed: Seed = 0,
    seatings: Seating = None,
    deck: Deck = "standard",
    option: RuleOptions = None,
    sprt: Annotated[
        tuple[float, float] | None, typer.Option(help="Stop as soon as the games decide between these two win shares.")
    ] = None,
    jobs: Jobs = 1,
    on: On = HERE,
    send_code: SendCode = False,
    limit: Limit = 10.0,
    out: Out = None,
    resume: Resume = False,
    replays: Replays = False,
    json: Json = None,
    dry_run: DryRun = False,
) -> None:
    """Play one player against others on duplicate deals: win share, score lead and place, with 95 % intervals.

    Each deal is played with several seatings. A player of your own that takes longer than --limit seconds for a move
    forfeits the game. With --out, games and results are saved, and Ctrl-C saves the games so far; --resume continues
    from there. The exit code is 1 if a player forfeits every game, or if no game is played to its end.
    """
    from mom_env.arena import evaluate as arena
    from mom_env.arena.run import Way, todo_of
    from mom_env.arena.statistics.sequential import checked_test
    from mom_env.common.console import new_console
    from mom_env.common.files import try_file

    way = Way(Place(jobs, on, send_code), out, resume=resume, replays=replays, limit=limit)
    setting = setting_of(game, [who, *(against or [])], seatings, deck, option)
    seats = load(setting["game"]).info.seats(players)
    test = checked_test(*sprt) if sprt else None
    if dry_run:
        plan, whos = arena.plan_of_evaluation(who, against or [], seats, deals, seed, **setting)
        show_dry_run([todo_of(plan, whos, way)], way.place)
        return
    if json:
        try_file(json)
    outcome, found = arena.evaluate(
        who, against or [], seats, deals, seed, test=test, way=way, console=new_console(), **setting
    )
    end(outcome, found and arena.plain(found, outcome), json)


@app.command(epilog=f"Example: mom leaderboard random {EXAMPLE_BOT} --deals 200 --jobs 2")
def leaderboard(
    who: Annotated[list[str] | None, typer.Argument(help="Players; by default all bots, searches and agents.")] = None,
    game: AskedGame = None,
    deals: Deals = 200,
    seed: Seed = 0,
    jobs: Jobs = 1,
    on: On = HERE,
    send_code: SendCode = False,
    out: Annotated[Path, typer.Option(help="Games are saved here, and are not played again.")] = Path("leaderboard"),
    page: Annotated[Path, typer.Option(help="The page to write.")] = Path("docs/leaderboard.md"),
    dry_run: DryRun = False,
) -> None:
    """Write the leaderboard for each number of players, as a page with plots, from games on duplicate deals.

    Ctrl-C saves the games so far, and the same command continues.
    """
    from mom_env.arena.leaderboard import leaderboard as arena
    from mom_env.arena.leaderboard import todos_of
    from mom_env.common.console import new_console
    from mom_env.players.which_game import games_of_players, which_game

    chosen = which_game(game, games_of_players(who or []))
    place = Place(jobs, on, send_code)
    if dry_run:
        show_dry_run(todos_of(who or [], deals, seed, out, chosen), place)
        return
    exit_as(arena(who or [], deals, seed, out, page, game=chosen, place=place, console=new_console()))


@bench.command(
    epilog="Example: mom bench thinking ismcts --sims 100 --sims 1000 "
    f"--against {EXAMPLE.strongest} --deals 50 --jobs 2"
)
def thinking(
    who: Annotated[
        list[str] | None, typer.Argument(help="Searches, without a number of simulations; by default all.")
    ] = None,
    game: AskedGame = None,
    sims: Annotated[list[int], typer.Option(help="Simulations per move; may be repeated.")] = BUDGETS,
    against: Annotated[
        list[str] | None,
        typer.Option(help="The player at all other seats; may be repeated; by default the benchmark's bots."),
    ] = None,
    players: Players = None,
    deals: Deals = 100,
    seed: Seed = 0,
    jobs: Jobs = 1,
    on: On = HERE,
    send_code: SendCode = False,
    out: Annotated[Path, typer.Option(help="Games are saved here, and are not played again.")] = Path("thinking"),
    page: Annotated[Path, typer.Option(help="The page to write.")] = Path("docs/thinking.md"),
    dry_run: DryRun = False,
) -> None:
    """Measure how much stronger searches get with more simulations, and write a page with a plot.

    The games are played on duplicate deals. Ctrl-C saves the games so far, and the same command continues.
    """
    from mom_env.arena.thinking import Growth, report, todos_of
    from mom_env.common.console import new_console
    from mom_env.players.which_game import games_of_players, which_game

    game = which_game(game, games_of_players(against or []))
    info = load(game).info
    seats = info.seats(players)
    fields = against or info.table(seats).fields
    growth = Growth(game, tuple(who or info.searches), tuple(sims), tuple(fields), seats, deals, seed)
    place = Place(jobs, on, send_code)
    if dry_run:
        show_dry_run(todos_of(growth, out), place)
        return
    exit_as(report(growth, out, page, place, new_console()))


def setting_of(
    asked: str | None, whos: list[str], seatings: str | None, deck: str, option: list[str] | None
) -> "Setting":
    """Return the settings that several commands have in common: game, seatings, deck and rule options.

    Args:
        asked: the game of the option --game; None takes that of the agents among the players, else the first game.
        whos: the players, as they were typed.
        seatings: "all" or "balanced", or None for the default.
        deck: name or path of a deck file.
        option: rule options as `name=value`, or None.

    Raises:
        OptionError: agents are of another game than `asked`, or a rule option has another form.
    """
    from mom_env.players.which_game import games_of_players, which_game

    game = which_game(asked, games_of_players(whos))
    return {"game": game, "seatings": seatings, "deck": deck, "options": rule_options(game, option)}


def end(outcome: "Outcome", results: "dict[str, object] | None", json: Path | None) -> None:
    """Write the results into the JSON file `json`, if both are given, and end the command.

    The exit code is INTERRUPTED (130) after Ctrl-C.

    Raises:
        ForfeitError: forfeits leave no result.
    """
    from mom_env.arena.report import check_forfeits
    from mom_env.common.files import write_json

    if json and results:
        write_json(json, results)
    exit_as(not outcome.is_interrupted)
    check_forfeits(outcome)


def exit_as(is_whole: bool) -> None:
    """Exit with the code INTERRUPTED (130) unless the work was done to its end, which `is_whole` says."""
    if not is_whole:
        raise typer.Exit(INTERRUPTED)
