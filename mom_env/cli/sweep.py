"""The command that trains with several settings and seeds, and compares them."""

from pathlib import Path
from typing import Annotated

import typer

from mom_env.cli.common import EXAMPLE, AskedGame, DryRun, Jobs, On, SendCode, app, require_training, show_dry_run
from mom_env.work.backends import HERE, Place


@app.command(epilog=f"Example: mom sweep {EXAMPLE.example_training} --vary ppo.entropy=0.003,0.01 --seeds 5 --jobs 2")
def sweep(
    config: Annotated[Path, typer.Argument(help="A configuration, such as a file of configs/train.")],
    game: AskedGame = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(help="section.key=value,value: a setting and its values; may be repeated, for all combinations."),
    ] = None,
    seeds: Annotated[int, typer.Option(help="Trainings of each combination, with seeds counted up.")] = 3,
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="section.key=value for all trainings; may be repeated.")
    ] = None,
    jobs: Jobs = 1,
    on: On = HERE,
    send_code: SendCode = False,
    deals: Annotated[int, typer.Option(help="Fresh deals for the best agent, each from every seat.")] = 1000,
    out: Annotated[
        Path | None,
        typer.Option(help="The sweep's folder, by default runs/NAME-sweep; finished trainings are not done again."),
    ] = None,
    page: Annotated[Path | None, typer.Option(help="Write the report into this page, and a plot beside it.")] = None,
    dry_run: DryRun = False,
) -> None:
    """Train with all combinations of some settings, several seeds each, and compare their strength.

    Each training has a process and one thread of its own. Ctrl-C lets them save themselves, and the same command
    continues; with more values or seeds it adds to what is there. At the end the best agent is measured on fresh deals,
    and the command that keeps it under a name is printed. The exit code is 1 if a training failed; the next time it is
    tried again.
    """
    from mom_env.common.console import new_console

    require_training()
    from mom_env.learning.sweep.run import SweepRequest, todos_of
    from mom_env.learning.sweep.run import sweep as run

    request = SweepRequest(config, game, settings or [], vary or [], seeds, deals, out, page)
    place = Place(jobs, on, send_code)
    if dry_run:
        show_dry_run(todos_of(request), place)
        return
    code = run(request, place, new_console())
    if code:
        raise typer.Exit(code)
