"""The command that compares algorithms."""

from pathlib import Path
from typing import Annotated

import typer

from mom_env.cli.common import EXAMPLE, AskedGame, DryRun, On, SendCode, app, show_dry_run
from mom_env.work.backends import HERE, Place


@app.command(
    epilog=f"Example: mom benchmark sb3 examples.own_algorithm:train --settings {EXAMPLE.num_players[0]}p --jobs 2"
)
def benchmark(
    algorithms: Annotated[
        list[str] | None,
        typer.Argument(help="Names, or module:function of your own; by default all that come with the package."),
    ] = None,
    game: AskedGame = None,
    settings: Annotated[
        list[str] | None, typer.Option(help="A number of players followed by p; may be repeated; by default all.")
    ] = None,
    seeds: Annotated[int, typer.Option(help="Trainings of each algorithm; 0 only shows the results so far.")] = 3,
    decisions: Annotated[int, typer.Option(help="Budget of a training; another number is another protocol.")] = (
        2_000_000
    ),
    deals: Annotated[
        int, typer.Option(help="Deals per score, each from every seat; another number is another protocol.")
    ] = 200,
    jobs: Annotated[int, typer.Option(help="Number of cells side by side, each on one thread.")] = 1,
    on: On = HERE,
    send_code: SendCode = False,
    out: Annotated[Path, typer.Option(help="Cells are saved here; finished ones are not played again.")] = Path(
        "benchmark"
    ),
    page: Annotated[Path | None, typer.Option(help="Write the tables into this page, and a picture beside it.")] = None,
    dry_run: DryRun = False,
) -> None:
    """Train algorithms with one budget, and score them against the same opponents; see docs/benchmark.md.

    A cell is one algorithm in one setting, a number of players, with one seed. Ctrl-C saves, and the same command
    continues. The exit code is 1 if a cell failed; it is tried again the next time.
    """
    from mom_env.common.console import new_console
    from mom_env.common.extras import require

    require("train", "torch")
    from mom_env.learning.benchmark.protocol import FILE, checked_protocol, checked_settings
    from mom_env.learning.benchmark.run import benchmark as run
    from mom_env.learning.benchmark.run import todos_of
    from mom_env.players.which_game import games_of_file, which_game

    protocol = checked_protocol(which_game(game, games_of_file(out / FILE)), decisions, deals)
    chosen = checked_settings(protocol, settings or [])
    place = Place(jobs, on, send_code)
    if dry_run:
        show_dry_run(todos_of(algorithms or [], chosen, seeds, protocol, out), place)
        return
    code = run(algorithms or [], chosen, seeds, protocol, out, page, new_console(), place)
    if code:
        raise typer.Exit(code)
