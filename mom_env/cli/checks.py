"""Commands that check the installation, the rules and environments."""

from pathlib import Path
from typing import Annotated

import typer

from mom_env.cli.common import EXAMPLE, THE_GAME, DryRun, GameName, Jobs, Json, On, Seed, app, show_dry_run
from mom_env.common.console import INTERRUPTED
from mom_env.common.files import write_file, write_json
from mom_env.work.backends import HERE, Place

MOST_SEEDS = 1_000_000


@app.command(epilog="Example: mom doctor --compile")
def doctor(
    game: GameName = THE_GAME,
    compile_all: Annotated[
        bool, typer.Option("--compile", help="First compile all kernels, so that nothing has to wait for it later.")
    ] = False,
    json: Json = None,
) -> None:
    """Check versions, cores and the cache, and play a game; the exit code is 1 if something is wrong.

    With --json, the findings are written to that file, too.
    """
    from mom_env.checks.doctor import as_json, examine, is_well, show
    from mom_env.common.console import new_console

    console = new_console()
    if compile_all:
        from mom_env.checks.compiling import compile_everything

        compile_everything(game, console)
    findings = examine(game)
    show(findings, console)
    if json:
        write_json(json, as_json(findings))
    if not is_well(findings):
        raise typer.Exit(1)


@app.command(epilog="Example: mom soak --games 20000 --pairs 20000 --jobs 2 --json soak.json")
def soak(
    game: GameName = THE_GAME,
    games: Annotated[int, typer.Option(help="Random games; all invariants are checked after each step.")] = 20_000,
    pairs: Annotated[
        int, typer.Option(help="Pairs of position and seat, for which everything hidden is dealt again.")
    ] = 20_000,
    seed: Seed = 0,
    jobs: Jobs = 1,
    on: On = HERE,
    resume: Annotated[Path | None, typer.Option(help="Save the progress in this file, and continue from it.")] = None,
    json: Json = None,
    dry_run: DryRun = False,
) -> None:
    """Play random games, and check everything after every step; the exit code is 1 if something is violated.

    Ctrl-C ends it with a report on the games so far; --resume continues from there. With --json, the report is written
    to that file, too.
    """
    from mom_env.checks.soak import run_soak
    from mom_env.checks.soak.run import todos_of
    from mom_env.common.console import new_console

    console, place = new_console(), Place(jobs, on)
    if dry_run:
        show_dry_run(todos_of(game, games, pairs, seed, resume), place)
        return
    report = run_soak(game, games, pairs, seed, place, console, resume=resume)
    console.print(report.table())
    if json:
        write_file(json, report.to_json())
    if report.violations:
        raise typer.Exit(1)
    if report.interrupted:
        raise typer.Exit(INTERRUPTED)


@app.command(epilog=f"Example: mom check mom_env.{EXAMPLE.environments}:env --argument num_players=3 --zero-sum")
def check(
    target: Annotated[str, typer.Argument(help="MODULE:FUNCTION that makes an AEC environment.")] = "",
    game: GameName = THE_GAME,
    argument: Annotated[list[str] | None, typer.Option(help="name=value for the function; may be repeated.")] = None,
    seeds: Annotated[int, typer.Option(help="Number of games that each check plays.")] = 3,
    positions: Annotated[int, typer.Option(help="Number of positions of a game that are checked.")] = 8,
    zero_sum: Annotated[bool, typer.Option("--zero-sum", help="The returns of a game must sum to 0.")] = False,
    chance: Annotated[bool, typer.Option("--chance", help="The game has chance.")] = False,
    json: Json = None,
) -> None:
    """Check that an environment does what its interface promises; the exit code is 1 if it does not.

    Without MODULE:FUNCTION, the game's environment of this package is checked; what a seat cannot know is dealt again,
    too, to find leaks.
    """
    from mom_env.common.arguments import checked_whole
    from mom_env.common.console import new_console
    from mom_env.testing import command

    checked_whole("seeds", seeds, 1, MOST_SEEDS)
    said: command.KitArguments = {
        "seeds": range(seeds),
        "positions": positions,
        "zero_sum": zero_sum or None,
        "chance": chance or None,
    }
    arguments = dict(map(command.argument, argument or []))
    if not target:
        said |= command.known_of(game, arguments)
        target, of_game = command.env_of(game)
        arguments |= of_game
    if command.check(target, arguments, said, new_console(), json).findings:
        raise typer.Exit(1)
