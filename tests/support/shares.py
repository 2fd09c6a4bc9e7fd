"""How often a bot wins, for tests that one bot is stronger than another."""

from collections.abc import Sequence

from mom_env.games import load
from mom_env.players.bot_table import BotTable


def share_won(game: str, names: Sequence[str], num_games: int) -> float:
    """Return the share of games that the first seat wins, of at least `num_games`.

    That many are played side by side, and a game that has ended is dealt again. `names` are the bots by seat.
    """
    games, table = load(game).people.VectorGame(num_games, len(names), seed=3, observe=False), BotTable(game, names)
    wins, ended, number = 0, 0, 0
    while ended < num_games:
        games.step(table.choose(games, seed=number))
        wins += int((games.returns[games.dones, 0] > 0).sum())
        ended += int(games.dones.sum())
        number += 1
    return wins / ended
