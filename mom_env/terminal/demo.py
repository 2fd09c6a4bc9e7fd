"""`mom demo`: a game of bots in words, the speed and results of many games, and what to do next."""

from time import perf_counter

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.padding import Padding
from rich.progress_bar import ProgressBar
from rich.table import Table as Grid
from rich.text import Text

from mom_env.base.game import Game, Rs
from mom_env.base.people import introduction_of
from mom_env.base.sentences import counted
from mom_env.common.arguments import checked_whole
from mom_env.contract.info import GameInfo
from mom_env.games import game_option, load
from mom_env.players.bot_table import BotTable, bots_by_seat, fresh_seed

BATCH = 1024
MOST_GAMES = 100_000_000  # some hours
BAR = 20  # columns of a bar


def show(game: str, num_players: int, seed: int, num_games: int, console: Console) -> None:
    """Show one game of bots in words, then `num_games` games in figures, and what to do next.

    `game` is the name of the game, `seed` determines everything random, and all is shown on `console`.

    Raises:
        MomError: the number of players, the seed or the number of games is impossible.
    """
    checked_whole("games", num_games, 1, MOST_GAMES)
    module = load(game)
    table = module.people.Game(num_players, seed, skip_forced=False)
    bots = bots_by_seat(module.info.demo_bots, num_players)
    show_game(game, table, bots, seed, console)
    show_batch(game, bots, seed, num_games, console)
    show_next(module.info, console)


def show_game(game: str, table: Game[Rs], bots: list[str], seed: int, console: Console) -> None:
    """Let bots play a game that has just been dealt, and show it on `console` round by round, with its result.

    `game` is its name, and `table` the game itself. `bots` are the names of the bots by seat, and `seed` determines
    their chance.
    """
    people, players, rng = load(game).people, BotTable(game, bots), np.random.default_rng(seed)
    names = [f"p{seat} {bot}" for seat, bot in enumerate(bots)]
    console.print(Text.assemble(("A game of bots: ", "bold"), ", ".join(names)))
    console.print(Text(introduction_of(people, len(bots)), "dim"))
    for line in people.tell(table, lambda at: players.choose_one(at, fresh_seed(rng)), names):
        console.print(line)


def show_batch(game: str, bots: list[str], seed: int, num_games: int, console: Console) -> None:
    """Play at least `num_games` games side by side by bots, and show how long they took and who won.

    `game` is the name of the game, and `bots` are the names of the bots by seat. `seed` determines the deals and the
    bots' chance.
    """
    rng = np.random.default_rng(seed)
    players = BotTable(game, bots)
    games = load(game).people.VectorGame(min(BATCH, num_games), len(bots), seed)
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
    said = f"{ended:,} more games, in {seconds:.1f} seconds on one core: {rate}, including the bots' thinking."
    if len(bots) == 1:
        asked = f"mom evaluate {bots[0]} --players 1{game_option(game)}"
        console.print(Text(f"\n{said} Alone nobody wins; `{asked}` tells the {load(game).info.score}."))
        return
    console.print(Text(f"\n{said} Who won:"))
    console.print(shares_table([f"p{seat} {bot}" for seat, bot in enumerate(bots)], wins / ended))


def shares_table(names: list[str], shares: NDArray[np.float64]) -> Grid:
    """Return a table with each seat's name, and its share of wins (from 0 to 1) as a percentage and as a bar."""
    table = Grid.grid(padding=(0, 2, 0, 0))
    for name, share in zip(names, shares, strict=True):
        bar = ProgressBar(total=1.0, completed=float(share), width=BAR, complete_style="green", finished_style="green")
        table.add_row(name, Text(f"{share:.0%}", justify="right"), bar)
    return table


def next_of(info: GameInfo) -> tuple[tuple[str, str], ...]:
    """Return what to do next with a game: pairs of a command and what it does."""
    asked, others = game_option(info.name), counted(info.default_players - 1, "bot")
    weaker, better = (info.table(info.default_players).opponents[at] for at in (0, -1))
    return (
        (f"mom play{asked}", f"play yourself, against {others}, with hints and undo"),
        (f"mom list{asked}", "bots, trained agents, decks and rule options"),
        *([(f"mom draw board.svg{asked}", "draw a position")] if info.has_pictures else []),
        (f"mom evaluate {better} --against {weaker}{asked}", "let players meet, with honest statistics"),
        ("mom --help", "everything else"),
    )


def show_next(info: GameInfo, console: Console) -> None:
    """Show on `console` what to do next with a game: commands and what they do."""
    table = Grid.grid(padding=(0, 3, 0, 0))
    for command, what in next_of(info):
        table.add_row(Text(command, "bold"), Text(what))
    console.print(Text("\nWhat now?"))
    console.print(Padding(table, (0, 0, 0, 2)))
