"""`mom demo`: a game that one can read, then a batch of games with its rate."""

import random
from collections.abc import Iterator
from time import perf_counter
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mom_env.games import load
from mom_env.machine import num_cores

BEGINS_TURN = ("card", "monkey")
COLOURS = ("cyan", "magenta", "yellow", "green")  # of the seats
BATCH = 1024

Turn = list[tuple[int, str]]  # who did what


def show(game: str, num_players: int, seed: int, num_games: int, console: Console) -> None:
    """One game as text, then many as a number."""
    show_game(game, num_players, seed, console)
    show_batch(game, num_players, seed, num_games, console)


def show_game(game: str, num_players: int, seed: int, console: Console) -> None:
    """A heading a round, a line a turn, the result as a table."""
    table = load(game).Game(num_players, seed, skip_forced=False)
    round_shown = -1
    for view, turn in turns(table, random.Random(seed)):  # noqa: S311  # not for secrets
        if view["round"] != round_shown:
            round_shown = view["round"]
            console.rule(heading(view), align="left", style="dim")
        console.print(line(turn))
    console.print(result_table(table.result()))


def turns(game: Any, rng: random.Random) -> Iterator[tuple[dict[str, Any], Turn]]:
    """The game turn by turn: the position before it, and who did what."""
    while not game.over:
        view, turn = game.snapshot(), Turn()
        while not game.over and (not turn or game.decision not in BEGINS_TURN):
            action = rng.choice(game.legal_actions())
            turn.append((game.seat, game.describe(action)))
            game.play(action)
        yield view, turn


def heading(view: dict[str, Any]) -> str:
    """Where the stones stand at the beginning of a round."""
    track = "  ".join(f"{tribe} {view['track'][tribe]}" for tribe in view["circle"])
    return f"[bold]round {view['round'] + 1}[/]  {track}"


def line(turn: Turn) -> Text:
    """All that was done in a turn, each seat in its colour."""
    text, last = Text(" "), None
    for seat, what in turn:
        text.append(f", {what}" if seat == last else f" player_{seat}: {what}", COLOURS[seat])
        last = seat
    return text


def result_table(result: dict[str, Any]) -> Table:
    """How the game ended, by seat."""
    table = Table("seat", "VP", "place", "monkeys", title=f"tribes by rank: {', '.join(result['ranking'])}")
    for seat, row in enumerate(zip(result["vp"], result["places"], result["monkeys"], strict=True)):
        table.add_row(f"player_{seat}", *map(str, row), style=COLOURS[seat])
    return table


def show_batch(game: str, num_players: int, seed: int, num_games: int, console: Console) -> None:
    """So many games side by side, of random choices, and how long they took."""
    num_threads = num_cores()
    games = load(game).VectorGame(min(BATCH, num_games), num_players, seed, num_threads=num_threads)
    rng, ended, steps = np.random.default_rng(seed), 0, 0
    begin = perf_counter()
    while ended < num_games:
        games.step(games.sample(rng))
        ended += int(games.dones.sum())
        steps += 1
    seconds = perf_counter() - begin
    console.print(
        f"{ended:,} more games of random choices on {num_threads} threads, with all observations and masks: "
        f"{steps * games.num_games:,} decisions in {seconds:.2f} s, "
        f"[bold]{steps * games.num_games / seconds / 1e6:.2f} M decisions/s, {ended / seconds:,.0f} games/s[/]"
    )
