"""Games of random choices, of any game: what pictures and texts are made of in tests."""

from collections.abc import Iterator
from typing import Any

from mom_env.base.game import Game
from mom_env.games import load
from mom_env.players.bot_table import BotTable

TO_THE_END = 10_000  # more choices than a game has


def course_of(
    name: str, num_players: int, seed: int, steps: int = TO_THE_END, every: int = 1, **arguments: Any
) -> Iterator[Game[Any]]:
    """A game of random choices: at its start, then after every so many of them, last where it stops."""
    game = load(name).people.Game(num_players, seed, **arguments)
    table = BotTable(name, ["random"] * num_players)
    yield game
    for step in range(1, steps + 1):
        game.play(table.choose_one(game, step))
        if game.over or step % every == 0 or step == steps:
            yield game
        if game.over:
            return


def any_game_at(name: str, num_players: int, seed: int, steps: int = TO_THE_END, **arguments: Any) -> Game[Any]:
    """A game of random choices after so many of them, or at its end."""
    *_, game = course_of(name, num_players, seed, steps, every=TO_THE_END, **arguments)
    return game
