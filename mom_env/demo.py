"""`mom demo`: a game of bots that one can read, many games as a number, and what to do next."""

from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.padding import Padding
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from mom_env.arguments import checked_whole
from mom_env.bot_games import fresh_seed, seated
from mom_env.games import load

BOTS = ("planner", "greedy", "random", "greedy")
BATCH = 1024
MOST_GAMES = 100_000_000  # some hours
BAR = 20  # columns
NEXT = (
    ("mom play", "sit down yourself, against two bots; with hints and undo"),
    ("mom list", "bots, trained agents, decks and rule options"),
    ("mom draw board.svg", "draw a position"),
    ("mom evaluate greedy --against random", "let players meet, with honest statistics"),
    ("mom --help", "everything else"),
)


def show(game: str, num_players: int, seed: int, num_games: int, console: Console) -> None:
    """Show one game in words, many as a number, and what to do next.

    Raises:
        MomError: a number of players, a seed or a number of games that cannot be.
    """
    checked_whole("games", num_games, 1, MOST_GAMES)
    table, bots = load(game).Game(num_players, seed, skip_forced=False), seated(BOTS, num_players)
    show_game(game, table, bots, seed, console)
    show_batch(game, bots, seed, num_games, console)
    show_next(console)


def show_game(game: str, table: Any, bots: list[str], seed: int, console: Console) -> None:
    """Show a game that has just been dealt, round by round, and its result."""
    players, rng = load(game, "bots").Table(bots), np.random.default_rng(seed)
    names = [f"p{seat} {bot}" for seat, bot in enumerate(bots)]
    story = load(game, "story")
    console.print(Text.assemble(("A game of bots: ", "bold"), ", ".join(names)))
    console.print(Text(story.INTRODUCTION, "dim"))
    for line in story.tell(table, lambda at: players.choose_one(at, fresh_seed(rng)), names):
        console.print(line)
    console.print(result_table(table.result(), names))


def result_table(result: dict[str, Any], names: list[str]) -> Table:
    """Return how a game ended, the best first."""
    table = Table("place", "player", "VP", "monkeys", box=None, padding=(0, 3, 0, 0), header_style="dim")
    for seat in sorted(range(len(names)), key=lambda seat: result["places"][seat]):
        style = "bold" if seat in result["winners"] else ""
        row = result["places"][seat], names[seat], result["vp"][seat], result["monkeys"][seat]
        table.add_row(*map(str, row), style=style)
    return table


def show_batch(game: str, bots: list[str], seed: int, num_games: int, console: Console) -> None:
    """Play many games side by side, and show how long they took and who won them."""
    rng = np.random.default_rng(seed)
    players, games = load(game, "bots").Table(bots), load(game).VectorGame(min(BATCH, num_games), len(bots), seed)
    games.step(players.choose(games, fresh_seed(rng)))  # compiles
    ended, steps, wins = 0, 0, np.zeros(len(bots))
    begin = perf_counter()
    while ended < num_games:
        games.step(players.choose(games, fresh_seed(rng)))
        ended += int(games.dones.sum())
        wins += (games.returns[:, : len(bots)] > 0).sum(axis=0)
        steps += 1
    seconds = perf_counter() - begin
    rate = f"{steps * games.num_games / seconds / 1e6:.2f} million decisions a second"
    said = f"{ended:,} more games, in {seconds:.1f} seconds on one core: {rate}, with what the bots think."
    console.print(Text(f"\n{said} Who won:"))
    console.print(shares_table([f"p{seat} {bot}" for seat, bot in enumerate(bots)], wins / ended))


def shares_table(names: list[str], shares: NDArray[np.float64]) -> Table:
    """Return how often each seat won, with a bar."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, share in zip(names, shares, strict=True):
        bar = ProgressBar(total=1.0, completed=float(share), width=BAR, complete_style="green", finished_style="green")
        table.add_row(name, Text(f"{share:.0%}", justify="right"), bar)
    return table


def show_next(console: Console) -> None:
    """Show what to do next."""
    table = Table.grid(padding=(0, 3, 0, 0))
    for command, what in NEXT:
        table.add_row(Text(command, "bold"), Text(what))
    console.print(Text("\nWhat now?"))
    console.print(Padding(table, (0, 0, 0, 2)))
