"""Bots at the seats of a table: they choose for one game or for many."""

from collections.abc import Sequence

import numpy as np

from mom_env.base.game import Game, Rs
from mom_env.base.vector_game import VectorGame
from mom_env.common.arguments import shown
from mom_env.contract.people import Ruleset
from mom_env.contract.records import Bits, Indices
from mom_env.errors import OptionError
from mom_env.games import load
from mom_env.kernel.rng import write_bits
from mom_env.loops import loop_of


def play_by_bots(game: str, num_players: int, seed: int, decisions: int) -> Game[Ruleset]:
    """Deal a game, let the bots of `bots_of` play it, and return it after `decisions` decisions or at its end.

    The deal and the bots' chance follow from the seed.
    """
    table: Game[Ruleset] = load(game).people.Game(num_players, seed)
    players = BotTable(game, bots_by_seat(bots_of(game, num_players), num_players))
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        if table.over:
            break
        table.play(players.choose_one(table, fresh_seed(rng)))
    return table


def bots_of(game: str, num_players: int) -> tuple[str, ...]:
    """Return the two weakest bots of the panel, which are quick, the better one first; they sit in turn."""
    return tuple(reversed(load(game).info.table(num_players).panel[:2]))


def bots_by_seat(bots: tuple[str, ...], num_players: int) -> list[str]:
    """Return the bot of each seat: the bots in order, repeated."""
    return [bots[seat % len(bots)] for seat in range(num_players)]


def fresh_seed(rng: np.random.Generator) -> int:
    """Return a seed for one choice of the bots."""
    return int(rng.integers(2**63))


def bot_named(game: str, name: str) -> int:
    """Return the number of a bot.

    Raises:
        OptionError: there is no such bot; the message names those that exist.
    """
    bots = load(game).people.BOTS
    if name not in bots:
        raise OptionError(f"bot: expected one of {', '.join(bots)}, found {shown(name)}")
    return bots[name].number


class BotTable:
    """Bots at the seats of a table.

    Example:
        >>> from mom_env.games import GAMES
        >>> games = load(GAMES[0]).people.VectorGame(num_games=8, seed=1)
        >>> table = BotTable(GAMES[0], ["random"] * games.num_players)
        >>> while not games.dones.any():
        ...     games.step(table.choose(games, seed=2))
    """

    def __init__(self, game: str, names: Sequence[str]) -> None:
        """Seat bots at a table of a game; `names` has a bot for each seat."""
        self.names, module = list(names), load(game)
        self._bots = np.array([bot_named(game, name) for name in names], np.int64)
        self._mask = np.zeros(1, module.kernels.MASK_DTYPE)
        self._choose = loop_of(module.package, "match").choose_seated

    def choose(self, games: VectorGame, seed: int) -> Indices:
        """Return an action for each game of a `VectorGame`, all of whose games have the same rules.

        All chance follows from the seed.
        """
        actions = np.zeros(len(games.states), np.int64)
        self._choose(games.states, games.rules, self._bots, bits_of(seed, len(actions)), self._mask, actions)
        return actions

    def choose_one(self, game: Game[Rs], seed: int) -> int:
        """Return an action for the seat to move in a `Game`; all chance follows from the seed."""
        actions = np.zeros(1, np.int64)
        self._choose(game.states, game.rules, self._bots, bits_of(seed, 1), self._mask, actions)
        return int(actions[0])


def bits_of(seed: int, count: int) -> Bits:
    """Return 64 random bits for each of `count` games, from a seed."""
    bits = np.zeros(count, np.uint64)
    write_bits(np.uint64(seed), bits)
    return bits
