"""Training, and how fast it is."""

from pathlib import Path
from typing import Annotated

import typer

from mom_env.cli.common import INTERRUPTED, THE_GAME, GameName, Json, app, bench


@app.command(epilog="Example: mom train configs/train/quick-2p.toml --set ppo.epochs=2 --out runs/first")
def train(
    config: Annotated[Path | None, typer.Argument(help="A file of configs/train.")] = None,
    game: GameName = THE_GAME,
    out: Annotated[Path | None, typer.Option(help="The run's folder; runs/NAME of the file by default.")] = None,
    settings: Annotated[list[str] | None, typer.Option("--set", help="section.key=value, over the file.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on from this run's last checkpoint.")] = None,
) -> None:
    """Train an agent; Ctrl-C saves, and --resume goes on from there as if nothing had been."""
    from rich.console import Console

    from mom_env.machine import require_extra

    require_extra("train", "torch")
    from training.command import train as train_agent

    if not train_agent(config, game, out, settings or [], resume, Console()):
        raise typer.Exit(INTERRUPTED)


@bench.command("train", epilog="Example: mom bench train --seconds 60 --threads 2")
def bench_train(
    game: GameName = THE_GAME,
    players: Annotated[int, typer.Option(help="Players of each game.")] = 4,
    threads: Annotated[int, typer.Option(help="Threads to train on.")] = 2,
    seconds: Annotated[float, typer.Option(help="How long to measure each.")] = 60,
    json: Json = None,
) -> None:
    """Decisions a second of both trainers, end to end and by what they go to; needs an idle machine."""
    from rich.console import Console

    from mom_env.machine import require_extra

    require_extra("train", "torch")
    from training.bench import report

    report(game, players, threads, seconds, Console(), json)
