"""Training, and how fast it is."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from mom_env.cli.common import (
    EXAMPLE,
    INTERRUPTED,
    THE_GAME,
    AskedGame,
    GameName,
    Json,
    Seed,
    app,
    bench,
    require_training,
)
from mom_env.errors import ConfigError
from mom_env.games import load


@app.command(epilog=f"Example: mom train {EXAMPLE.example_training} --set ppo.epochs=2 --out runs/first")
def train(
    config: Annotated[Path | None, typer.Argument(help="A file of configs/train.")] = None,
    game: AskedGame = None,
    out: Annotated[Path | None, typer.Option(help="The run's folder; runs/NAME of the file by default.")] = None,
    settings: Annotated[list[str] | None, typer.Option("--set", help="section.key=value, over the file.")] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Go on from this run's last checkpoint; with --set in a new run, for longer.")
    ] = None,
) -> None:
    """Train an agent; Ctrl-C saves, and --resume goes on from there as if nothing had been.

    To prolong a run: mom train --resume runs/first --set decisions=9000000.
    """
    from mom_env.common.console import new_console

    require_training()
    from mom_env.learning.command import train as train_agent

    if not train_agent(config, game, out, settings or [], resume, new_console()):
        raise typer.Exit(INTERRUPTED)


@app.command(epilog=f"Example: mom exploit {EXAMPLE.example_agent} --decisions 2000000")
def exploit(
    context: typer.Context,
    who: Annotated[str, typer.Argument(help="A trained agent, by its name or folder, or a bot.")],
    game: AskedGame = None,
    players: Annotated[int | None, typer.Option(help="Seats; by default what the agent is for, 2 for a bot.")] = None,
    decisions: Annotated[int, typer.Option(help="How long to train: the learner's own decisions.")] = 5_000_000,
    beginning: Annotated[
        str | None, typer.Option(help="weights (of an agent), imitation or nothing; the first that can be by default.")
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(min=2, max=1 << 14, help="Of the final evaluation, each from every seat: 1000 if none is given."),
    ] = None,
    seed: Seed = 0,
    threads: Annotated[int, typer.Option(help="Threads to train on.")] = 2,
    settings: Annotated[list[str] | None, typer.Option("--set", help="section.key=value of the training.")] = None,
    out: Annotated[Path | None, typer.Option(help="The run's folder; runs/exploit-WHO by default.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with that run, as it began.")] = False,
    json: Json = None,
) -> None:
    """Train a best response to a player: what it wins is a lower bound on how exploitable that one is.

    Ctrl-C saves, and --resume goes on from there.
    """
    from mom_env.common.console import new_console

    require_training()
    from mom_env.learning.command import Asked
    from mom_env.learning.command import exploit as exploit_player

    if resume:
        check_not_given(context, ("players", "decisions", "beginning", "seed", "threads", "settings"))
    asked: Asked = {
        "who": who,
        "num_players": players,
        "decisions": decisions,
        "beginning": beginning,
        "seed": seed,
        "threads": threads,
        "settings": settings or [],
    }
    if not exploit_player(asked, game, out, deals, new_console(), json, resumed=resume):
        raise typer.Exit(INTERRUPTED)


def check_not_given(context: typer.Context, names: Iterable[str]) -> None:
    """Refuse options that a run which goes on as it began would pass over in silence.

    Raises:
        ConfigError: one was given.
    """
    sources = {name: context.get_parameter_source(name) for name in names}
    given = [name for name, source in sources.items() if source is not None and source.name == "COMMANDLINE"]
    if given:
        options = ", ".join("--set" if name == "settings" else f"--{name}" for name in given)
        raise ConfigError(f"--resume: expected no {options}, as the run goes on as it began")


@app.command(epilog="Example: mom ship runs/first my-agent")
def ship(
    run: Annotated[Path, typer.Argument(help="The folder of a training.")],
    name: Annotated[str, typer.Argument(help="What its agent is to be called.")],
    game: AskedGame = None,
    into: Annotated[Path, typer.Option(help="Where named agents lie.")] = Path("agents"),
) -> None:
    """Copy a run's best agent, its configuration and its logs, to be found by name; one of that name is replaced."""
    from mom_env.common.console import new_console
    from mom_env.learning.ship import ship as ship_agent

    folder = ship_agent(run, name, into, game)
    new_console().print(f"agent: {folder}", highlight=False, soft_wrap=True, markup=False)


@bench.command("train", epilog="Example: mom bench train --seconds 60 --threads 2")
def bench_train(
    game: GameName = THE_GAME,
    players: Annotated[int | None, typer.Option(help="Players of each game; by default as is usual.")] = None,
    threads: Annotated[int, typer.Option(help="Threads to train on.")] = 2,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to measure each.")] = 60,
    json: Json = None,
) -> None:
    """Decisions a second of both trainers, end to end and by what they go to; needs an idle machine."""
    from mom_env.common.console import new_console

    require_training()
    from mom_env.learning.bench import report

    report(game, load(game).info.seats(players), threads, seconds, new_console(), json)
