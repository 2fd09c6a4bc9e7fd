"""Commands that train agents, and measure how fast training is."""

from pathlib import Path
from typing import Annotated

import typer

from mom_env.cli.common import (
    EXAMPLE,
    THE_GAME,
    AskedGame,
    GameName,
    Json,
    Seed,
    app,
    bench,
    check_not_given,
    require_training,
)
from mom_env.common.console import INTERRUPTED
from mom_env.games import load

OF_A_NEW_RUN = {
    "players": "--players",
    "decisions": "--decisions",
    "beginning": "--beginning",
    "seed": "--seed",
    "threads": "--threads",
    "settings": "--set",
}


@app.command(epilog=f"Example: mom train {EXAMPLE.example_training} --set ppo.epochs=2 --out runs/first")
def train(
    config: Annotated[Path | None, typer.Argument(help="A configuration, such as a file of configs/train.")] = None,
    game: AskedGame = None,
    out: Annotated[Path | None, typer.Option(help="The run's folder; by default runs/NAME of the file.")] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="section.key=value, in place of the file's; may be repeated.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Continue from this run's last checkpoint; with --set in a new, longer run.")
    ] = None,
    init: Annotated[
        str | None, typer.Option(help="Begin with the policy of this agent, by its name or folder.")
    ] = None,
) -> None:
    """Train an agent; after Ctrl-C, --resume continues as if there had been no interrupt.

    To prolong a run: mom train --resume runs/first --set decisions=9000000.
    """
    from mom_env.common.console import new_console

    require_training()
    from mom_env.learning.command import train as train_agent

    if not train_agent(config, game, out, settings or [], resume, new_console(), init):
        raise typer.Exit(INTERRUPTED)


@app.command(epilog=f"Example: mom exploit {EXAMPLE.example_agent} --decisions 2000000")
def exploit(
    context: typer.Context,
    who: Annotated[str, typer.Argument(help="A trained agent, by its name or folder, or a bot.")],
    game: AskedGame = None,
    players: Annotated[
        int | None, typer.Option(help="Number of seats; by default that of the agent, or 2 for a bot.")
    ] = None,
    decisions: Annotated[int, typer.Option(help="Length of the training: the learner's decisions.")] = 5_000_000,
    beginning: Annotated[
        str | None,
        typer.Option(help="weights (of an agent), imitation or nothing; by default the first one that applies."),
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(min=2, max=1 << 14, help="Deals of the final evaluation, each from every seat; by default 1000."),
    ] = None,
    seed: Seed = 0,
    threads: Annotated[int, typer.Option(help="Number of threads.")] = 2,
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="section.key=value of the training; may be repeated.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The run's folder; by default runs/exploit-WHO.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the run in that folder.")] = False,
    json: Json = None,
) -> None:
    """Train a best response to a player: its wins are a lower bound on how exploitable that player is.

    Ctrl-C saves, and --resume continues from there. With --json, the results are written to that file, too.
    """
    from mom_env.common.console import new_console

    require_training()
    from mom_env.learning.command import Asked
    from mom_env.learning.command import exploit as exploit_player

    if resume:
        check_not_given(context, "--resume", OF_A_NEW_RUN, "the run continues as it began")
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


@app.command(epilog="Example: mom ship runs/first my-agent")
def ship(
    run: Annotated[Path, typer.Argument(help="The folder of a training.")],
    name: Annotated[str, typer.Argument(help="The new name of its agent.")],
    game: AskedGame = None,
    into: Annotated[Path, typer.Option(help="The folder of named agents.")] = Path("agents"),
    half: Annotated[bool, typer.Option("--half", help="Store weights in half precision: half the file.")] = False,
    temperature: Annotated[
        float | None, typer.Option(help="At which it plays by default; 0 takes the likeliest action.")
    ] = None,
) -> None:
    """Copy a run's best agent, with its configuration and logs, under a name; an agent of that name is replaced."""
    from mom_env.common.console import new_console
    from mom_env.learning.ship import Changes
    from mom_env.learning.ship import ship as ship_agent

    folder = ship_agent(run, name, into, game, Changes(half, temperature))
    new_console().print(f"agent: {folder}", highlight=False, soft_wrap=True, markup=False)


@bench.command("train", epilog="Example: mom bench train --seconds 60 --threads 2")
def bench_train(
    game: GameName = THE_GAME,
    players: Annotated[int | None, typer.Option(help="Players of each game; by default the usual number.")] = None,
    threads: Annotated[int, typer.Option(help="Number of threads.")] = 2,
    seconds: Annotated[float, typer.Option(min=0.1, help="Seconds to measure each trainer.")] = 60,
    json: Json = None,
) -> None:
    """Measure decisions per second of both trainers, and how their time is spent; needs an idle machine.

    They are PPO as this package has it, and that of Stable-Baselines3. Each is measured for --seconds.
    """
    from mom_env.common.console import new_console

    require_training()
    from mom_env.learning.bench import report

    report(game, load(game).info.seats(players), threads, seconds, new_console(), json)
