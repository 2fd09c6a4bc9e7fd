"""Games that bots play, to look at and to measure."""

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


def played(game: str, num_players: int, seed: int, decisions: int) -> Game[Ruleset]:
    """Return a game of the bots, stopped after so many decisions or at its end."""
    table: Game[Ruleset] = load(game).people.Game(num_players, seed)
    players = Table(game, seated(bots_of(game, num_players), num_players))
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        if table.over:
            break
        table.play(players.choose_one(table, fresh_seed(rng)))
    return table


def bots_of(game: str, num_players: int) -> tuple[str, ...]:
    """Return who sits at the seats in turn: the two weakest of the panel, as they are quick, the better one first."""
    return tuple(reversed(load(game).info.table(num_players).panel[:2]))


def seated(bots: tuple[str, ...], num_players: int) -> list[str]:
    """Return who sits where: the bots one after the other, again and again."""
    return [bots[seat % len(bots)] for seat in range(num_players)]


def fresh_seed(rng: np.random.Generator) -> int:
    """Return a seed for one choice of the bots."""
    return int(rng.integers(2**63))


def bot_named(game: str, name: str) -> int:
    """Return the number of a bot.

    Raises:
        OptionError: there is none of that name; it says which there are.
    """
    bots = load(game).people.BOTS
    if name not in bots:
        raise OptionError(f"bot: expected one of {', '.join(bots)}, found {shown(name)}")
    return bots[name].number


class Table:
    """Bots at the seats of a table, to choose for one game or for many.

    Example:
        >>> from mom_env.games import GAMES
        >>> games = load(GAMES[0]).people.VectorGame(num_games=8, seed=1)
        >>> table = Table(GAMES[0], ["random"] * games.num_players)
        >>> while not games.dones.any():
        ...     games.step(table.choose(games, seed=2))
    """

    def __init__(self, game: str, names: Sequence[str]) -> None:
        """Seat the bots of these names at a table of that game."""
        self.names, module = list(names), load(game)
        self._bots = np.array([bot_named(game, name) for name in names], np.int64)
        self._mask = np.zeros(1, module.kernels.MASK_DTYPE)
        self._choose = loop_of(module.package, "match").choose_seated

    def choose(self, games: VectorGame, seed: int) -> Indices:
        """Return an action for each game of a `VectorGame`; chance comes from the seed alone."""
        actions = np.zeros(len(games.states), np.int64)
        self._choose(games.states, games.rules, self._bots, bits_of(seed, len(actions)), self._mask, actions)
        return actions

    def choose_one(self, game: Game[Rs], seed: int) -> int:
        """Return an action for the seat to move in a `Game`."""
        actions = np.zeros(1, np.int64)
        self._choose(game.states, game.rules, self._bots, bits_of(seed, 1), self._mask, actions)
        return int(actions[0])


def bits_of(seed: int, count: int) -> Bits:
    """Return the first bits of a seed."""
    bits = np.zeros(count, np.uint64)
    write_bits(np.uint64(seed), bits)
    return bits
