"""Algorithms side by side."""

from pathlib import Path
from typing import Annotated

import typer

from mom_env.cli.common import EXAMPLE, AskedGame, app


@app.command(
    epilog=f"Example: mom benchmark sb3 examples.own_algorithm:train --settings {EXAMPLE.num_players[0]}p --jobs 2"
)
def benchmark(
    algorithms: Annotated[
        list[str] | None, typer.Argument(help="Names, module:function of your own; by default all that come along.")
    ] = None,
    game: AskedGame = None,
    settings: Annotated[
        list[str] | None, typer.Option(help="A number of players with a p behind it; may be repeated; by default all.")
    ] = None,
    seeds: Annotated[int, typer.Option(help="Trainings of each; 0 only shows what is there.")] = 3,
    decisions: Annotated[int, typer.Option(help="The budget of a training; another one is another protocol.")] = (
        2_000_000
    ),
    deals: Annotated[int, typer.Option(help="Deals of a score, each from every seat; as for the budget.")] = 200,
    jobs: Annotated[int, typer.Option(help="Cells side by side, each on one thread.")] = 1,
    out: Annotated[Path, typer.Option(help="Where cells are kept; those that are done are not played again.")] = Path(
        "benchmark"
    ),
    page: Annotated[Path | None, typer.Option(help="Write the tables into this page, and a picture beside it.")] = None,
) -> None:
    """Train with one budget, score against one panel, in cells of algorithm, setting and seed; see docs/benchmark.md.

    Ctrl-C saves, and the same command goes on. Exit code 1 if a cell failed; it is tried again the next time.
    """
    from mom_env.common.console import new_console
    from mom_env.common.extras import require

    require("train", "torch")
    from mom_env.games.which_game import games_of_file, which_game
    from mom_env.learning.benchmark.protocol import FILE, checked_protocol, checked_settings
    from mom_env.learning.benchmark.run import benchmark as run

    protocol = checked_protocol(which_game(game, games_of_file(out / FILE)), decisions, deals)
    chosen = checked_settings(protocol, settings or [])
    code = run(algorithms or [], chosen, seeds, protocol, out, page, new_console(), jobs)
    if code:
        raise typer.Exit(code)
