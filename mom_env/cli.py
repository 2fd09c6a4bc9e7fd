"""The `mom` command, top of all layers."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from mom_env.errors import MomError
from mom_env.games import GAMES, checked_game

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Monkeys on the Moon for reinforcement learning.")
bench = typer.Typer(no_args_is_help=True, help="Measure how fast and how large things are.")
app.add_typer(bench, name="bench")

GameName = Annotated[str, typer.Option("--game", help="Which game.", callback=checked_game)]
Json = Annotated[Path | None, typer.Option("--json", help="Write the results to this file too.")]
Seed = Annotated[int, typer.Option(help="Everything random follows from it.")]
THE_GAME = GAMES[0]
INTERRUPTED = 130  # as shells say it


def main() -> None:
    """Run a command. What the user did wrong is one line on stderr and exit code 2."""
    try:
        app()
    except MomError as error:
        from rich.console import Console

        Console(stderr=True, soft_wrap=True).print(f"mom: {error}", style="red", markup=False, highlight=False)
        sys.exit(2)


@app.command(epilog="Example: mom doctor")
def doctor(game: GameName = THE_GAME) -> None:
    """Look at versions, cores and the cache, and play one game; exit code 1 if something is wrong."""
    from rich.console import Console

    from mom_env.doctor import examine

    if not examine(game, Console()):
        raise typer.Exit(1)


@app.command(epilog="Example: mom demo --players 3 --seed 7")
def demo(
    game: GameName = THE_GAME,
    players: Annotated[int, typer.Option(help="Seats at the table.")] = 4,
    seed: Seed = 7,
    games: Annotated[int, typer.Option(help="Games of the batch that follows.")] = 20_000,
) -> None:
    """Watch the bots play a game, then a batch of games with its rate."""
    from rich.console import Console

    from mom_env.demo import show

    show(game, players, seed, games, Console())


@app.command(epilog="Example: mom soak --games 20000 --pairs 20000 --threads 2 --json soak.json")
def soak(
    game: GameName = THE_GAME,
    games: Annotated[int, typer.Option(help="Random games with all invariants after each step.")] = 20_000,
    pairs: Annotated[int, typer.Option(help="Pairs of state and seat whose hidden cards are dealt anew.")] = 20_000,
    seed: Seed = 0,
    threads: Annotated[int, typer.Option(help="Threads to play on.")] = 1,
    resume: Annotated[Path | None, typer.Option(help="Keep the progress in this file, and go on from it.")] = None,
    json: Json = None,
) -> None:
    """Play random games and check everything after every step; exit code 1 if something is violated.

    Ctrl-C ends it with a report of what has been done; --resume goes on from there.
    """
    from rich.console import Console

    from mom_env.games import load

    console = Console()
    report = load(game, "soak").run_soak(games, pairs, seed, threads, console, resume=resume)
    console.print(report.table())
    if json:
        json.write_text(report.to_json(), encoding="utf-8")
    if report.violations:
        raise typer.Exit(1)
    if report.interrupted:
        raise typer.Exit(INTERRUPTED)


@app.command(epilog="Example: mom actions > docs/actions.md")
def actions(game: GameName = THE_GAME) -> None:
    """Print the action table as Markdown."""
    from mom_env.tables import action_table

    sys.stdout.write(action_table(game))


@app.command(epilog="Example: mom layout > docs/observation.md")
def layout(game: GameName = THE_GAME) -> None:
    """Print the layout of the observation as Markdown."""
    from mom_env.tables import observation_layout

    sys.stdout.write(observation_layout(game))


@bench.command(epilog="Example: mom bench engine --json bench.json")
def engine(
    game: GameName = THE_GAME,
    games: Annotated[int, typer.Option(help="Games in a batch.")] = 1024,
    players: Annotated[int, typer.Option(help="Players of each.")] = 4,
    threads: Annotated[int, typer.Option(help="Threads of the second figure.")] = 2,
    steps: Annotated[int, typer.Option(help="Steps of a batch in a round.")] = 2000,
    rounds: Annotated[int, typer.Option(help="Rounds; the median of them is told.")] = 5,
    memory_games: Annotated[int, typer.Option(help="Games whose memory is measured.")] = 100_000,
    first_use: Annotated[bool, typer.Option(help="Measure cold and warm starts: some 40 s a round.")] = True,
    json: Json = None,
    markdown: Annotated[Path | None, typer.Option(help="Write the page of the docs to this file.")] = None,
    quoted_in: Annotated[Path | None, typer.Option(help="Refresh the figures that this file's table quotes.")] = None,
) -> None:
    """Decisions a second, memory, and the wait at first use; needs a machine that does nothing else."""
    from rich.console import Console

    from mom_env.bench.engine import Size, report

    size = Size(game, games, players, threads, steps, rounds, memory_games, first_use)
    report(size, Console(), json, markdown, quoted_in)


@bench.command(epilog="Example: mom bench search --players 4")
def search(
    game: GameName = THE_GAME,
    players: Annotated[int, typer.Option(help="Players of the game.")] = 4,
    simulations: Annotated[int, typer.Option(help="Simulations of one search.")] = 4_000,
    rounds: Annotated[int, typer.Option(help="Rounds; the median of them is told.")] = 5,
) -> None:
    """Simulations a second of the player ismcts on one core; needs a machine that does nothing else."""
    from rich.console import Console

    from mom_env.bench.search import report

    report(game, players, simulations, rounds, Console())
