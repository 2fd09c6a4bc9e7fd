"""Commands that measure how fast things are."""

from pathlib import Path
from typing import Annotated

import typer

from mom_env.cli.common import EXAMPLE, EXAMPLE_BOT, THE_GAME, AskedGame, GameName, Json, bench, writable
from mom_env.common.machine import num_cores
from mom_env.games import load

Page = Annotated[Path | None, typer.Option(help="Write a page of the docs to this file.", callback=writable)]


@bench.command(epilog="Example: mom bench engine --json bench.json")
def engine(
    game: GameName = THE_GAME,
    games: Annotated[int, typer.Option(help="Number of games in a batch.")] = 1024,
    players: Annotated[int | None, typer.Option(help="Players of each game; by default the usual number.")] = None,
    threads: Annotated[int, typer.Option(help="Number of threads in the second row.")] = min(2, num_cores()),
    steps: Annotated[int, typer.Option(help="Steps of a batch in each round.")] = 2000,
    rounds: Annotated[int, typer.Option(help="Number of rounds; the median is reported.")] = 5,
    memory_games: Annotated[int, typer.Option(help="Number of games whose memory is measured.")] = 100_000,
    first_use: Annotated[bool, typer.Option(help="Measure cold and warm starts, about 40 s per round.")] = True,
    json: Json = None,
    markdown: Page = None,
    quoted_in: Annotated[
        Path | None, typer.Option(help="Replace the figures that a table in this file quotes.", callback=writable)
    ] = None,
) -> None:
    """Measure decisions per second, memory, and the wait at first use; needs an idle machine.

    The figures are printed. With --json and --markdown they are written to files, too.
    """
    from mom_env.bench.engine import Size, report
    from mom_env.common.console import new_console

    size = Size(game, games, load(game).info.seats(players), threads, steps, rounds, memory_games, first_use)
    report(size, new_console(), json, markdown, quoted_in)


@bench.command(epilog="Example: mom bench search --players 4")
def search(
    game: GameName = THE_GAME,
    players: Annotated[int | None, typer.Option(help="Players of the game; by default the usual number.")] = None,
    simulations: Annotated[int, typer.Option(help="Number of simulations of a search.")] = 4_000,
    rounds: Annotated[int, typer.Option(help="Number of rounds; the median is reported.")] = 5,
    agent: Annotated[
        str | None, typer.Option(help="A trained agent over which there is a search, too: its name or folder.")
    ] = None,
    json: Json = None,
) -> None:
    """Measure simulations per second of tree searches, on one core; needs an idle machine.

    They are `ismcts` with each kind of playouts, and with --agent also searches over the agent.
    """
    from mom_env.bench.search import report
    from mom_env.common.console import new_console

    report(game, load(game).info.seats(players), simulations, rounds, agent, new_console(), json)


@bench.command(epilog=f"Example: mom bench moves ismcts:sims=100 {EXAMPLE_BOT}")
def moves(
    whos: Annotated[list[str], typer.Argument(help="The players.")],
    game: AskedGame = None,
    players: Annotated[int | None, typer.Option(help="Players of the game; by default the usual number.")] = None,
    positions: Annotated[int, typer.Option(help="Number of positions on which all choose.")] = 100,
    rounds: Annotated[int, typer.Option(help="Number of rounds; the median is reported.")] = 5,
    json: Json = None,
) -> None:
    """Measure the processor's time that players take for a move, on the same positions; needs an idle machine."""
    from mom_env.bench.moves import report
    from mom_env.common.console import new_console
    from mom_env.players.which_game import games_of_players, which_game

    game = which_game(game, games_of_players(whos))
    report(game, whos, load(game).info.seats(players), positions, rounds, new_console(), json)


@bench.command(epilog=f"Example: mom bench agent {EXAMPLE.example_agent} --players 2")
def agent(
    who: Annotated[str, typer.Argument(help="A trained agent: its name or folder.")],
    game: AskedGame = None,
    players: Annotated[int, typer.Option(help="Players of each game.")] = 2,
    against: Annotated[
        str | None, typer.Option(help="The player at all other seats in the second row; by default a quick bot.")
    ] = None,
    games: Annotated[int, typer.Option(help="Number of games in lock-step.")] = 1024,
    rounds: Annotated[int, typer.Option(help="Number of rounds; the median is reported.")] = 5,
    json: Json = None,
) -> None:
    """Measure moves per second of a trained agent in the arena, on one core, by the processor's time.

    It plays at all seats in the first row, and at one seat in the second.
    """
    from mom_env.bench.agent import report
    from mom_env.common.console import new_console
    from mom_env.players.which_game import games_of_players, which_game

    game = which_game(game, games_of_players([who, against] if against else [who]))
    against = against or load(game).info.table(players).opponents[-1]
    report(game, who, against, players, games, rounds, new_console(), json)


@bench.command(epilog="Example: mom bench env --json bench.json")
def env(
    game: GameName = THE_GAME,
    players: Annotated[int | None, typer.Option(help="Players of each game; by default the usual number.")] = None,
    decisions: Annotated[int, typer.Option(help="Decisions of each loop in each round.")] = 100_000,
    rounds: Annotated[int, typer.Option(help="Number of rounds; the median is reported.")] = 5,
    json: Json = None,
    markdown: Page = None,
) -> None:
    """Measure decisions per second of the environments, next to PettingZoo's own; needs an idle machine.

    The figures are printed. With --json and --markdown they are written to files, too.
    """
    from mom_env.bench.env import Size, report
    from mom_env.common.console import new_console

    report(Size(game, load(game).info.seats(players), decisions, rounds), new_console(), json, markdown)
