"""`mom demo`: a game that one can read, then a batch of games with its rate."""

from collections.abc import Iterator
from time import perf_counter
from typing import Any

import numpy as np
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from mom_env.games import load

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
    bots, round_shown = seated(num_players), -1
    table = load(game).Game(num_players, seed, skip_forced=False)
    for view, turn in turns(game, table, bots, seed):
        if view["round"] != round_shown:
            round_shown = view["round"]
            console.rule(heading(view), align="left", style="dim")
        console.print(Padding(line(turn), (0, 0, 0, 2)))
    console.print(result_table(table.result(), bots))


def seated(num_players: int) -> list[str]:
    """The bots by seat: both kinds, one after the other."""
    return ["greedy" if seat % 2 == 0 else "random" for seat in range(num_players)]


def turns(game: str, table: Any, bots: list[str], seed: int) -> Iterator[tuple[dict[str, Any], Turn]]:
    """The game turn by turn: the position before it, and who did what."""
    # Bots choose for batches: a batch of one with the same seed is the same game.
    players, twin = load(game, "bots").Table(bots), load(game).VectorGame(1, len(bots), seed, skip_forced=False)
    rng = np.random.default_rng(seed)
    while not table.over:
        view, turn = table.snapshot(), Turn()
        while not table.over and (not turn or table.decision not in BEGINS_TURN):
            actions = players.choose(twin, fresh_seed(rng))
            action = int(actions[0])
            turn.append((table.seat, table.describe(action)))
            table.play(action)
            twin.step(actions)
        yield view, turn


def played(game: str, num_players: int, seed: int, decisions: int) -> Any:
    """A game of the bots, stopped after so many decisions or at its end."""
    table, players = load(game).Game(num_players, seed), load(game, "bots").Table(seated(num_players))
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        if table.over:
            break
        table.play(players.choose_one(table, fresh_seed(rng)))
    return table


def fresh_seed(rng: np.random.Generator) -> int:
    """A seed for one choice of the bots."""
    return int(rng.integers(2**63))


def heading(view: dict[str, Any]) -> str:
    """Where the stones stand at the beginning of a round."""
    track = "  ".join(f"{tribe} {view['track'][tribe]}" for tribe in view["circle"])
    return f"[bold]round {view['round'] + 1}[/]  {track}"


def line(turn: Turn) -> Text:
    """All that was done in a turn, each seat in its colour."""
    text, last = Text(), None
    for seat, what in turn:
        text.append(
            f", {what}" if seat == last else f"{' ' if last is not None else ''}player_{seat}: {what}", COLOURS[seat]
        )
        last = seat
    return text


def result_table(result: dict[str, Any], bots: list[str]) -> Table:
    """How the game ended, by seat."""
    table = Table("seat", "bot", "VP", "place", "monkeys", title=f"tribes by rank: {', '.join(result['ranking'])}")
    for seat, row in enumerate(zip(bots, result["vp"], result["places"], result["monkeys"], strict=True)):
        table.add_row(f"player_{seat}", *map(str, row), style=COLOURS[seat])
    return table


def show_batch(game: str, num_players: int, seed: int, num_games: int, console: Console) -> None:
    """So many games side by side, how long they took, and who won them."""
    bots, rng = seated(num_players), np.random.default_rng(seed)
    players, games = load(game, "bots").Table(bots), load(game).VectorGame(min(BATCH, num_games), num_players, seed)
    ended, steps, wins = 0, 0, np.zeros(num_players)
    begin = perf_counter()
    while ended < num_games:
        games.step(players.choose(games, fresh_seed(rng)))
        ended += int(games.dones.sum())
        wins += (games.returns[:, :num_players] > 0).sum(axis=0)
        steps += 1
    seconds = perf_counter() - begin
    rate = f"{steps * games.num_games / seconds / 1e6:.2f} M decisions/s, {ended / seconds:,.0f} games/s"
    won = ", ".join(f"{bot} {share:.0%}" for bot, share in zip(bots, wins / ended, strict=True))
    console.print(f"{ended:,} games at such tables, on one core, with all observations and masks: [bold]{rate}[/]")
    console.print(f"won, by seat: {won}")
