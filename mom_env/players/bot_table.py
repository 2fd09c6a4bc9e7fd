"""Bots at the seats of a table: they choose for one game or for many."""

from collections.abc import Sequence

import numpy as np

from mom_env.base.game import Game, Rs
from mom_env.base.vector_game import VectorGame
from mom_env.common.arguments import shown
from mom_env.contract.options import OptionsSource
from mom_env.contract.people import DeckSource, Ruleset
from mom_env.contract.records import Bits, Indices
from mom_env.errors import OptionError
from mom_env.games import load
from mom_env.kernel.rng import write_bits
from mom_env.loops import loop_of


def play_by_bots(
    game: str,
    num_players: int,
    seed: int,
    decisions: int,
    deck: DeckSource = "standard",
    options: OptionsSource = None,
) -> Game[Ruleset]:
    """Deal a game, let quick bots play all seats, and return the game after `decisions` decisions or at its end.

    It is dealt with `deck`, the name, path or content of a data file, and with rule options by name. The bots are those
    of `bots_of`, which sit in turn. The deal and the bots' chance follow from the seed.
    """
    table: Game[Ruleset] = load(game).people.Game(num_players, seed, deck=deck, options=options)
    players = BotTable(game, bots_by_seat(bots_of(game, num_players), num_players))
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        if table.over:
            break
        table.play(players.choose_one(table, fresh_seed(rng)))
    return table


def bots_of(game: str, num_players: int) -> tuple[str, ...]:
    """Return the names of the two weakest bots of the benchmark's panel, the better one first. They are quick.

    The panel is the one for `num_players` players. If it has only one bot, return this bot alone.
    """
    return tuple(reversed(load(game).info.table(num_players).panel[:2]))


def bots_by_seat(bots: tuple[str, ...], num_players: int) -> list[str]:
    """Return the name of a bot for each seat: `bots` in order, repeated until all seats have one."""
    return [bots[seat % len(bots)] for seat in range(num_players)]


def fresh_seed(rng: np.random.Generator) -> int:
    """Draw a seed from 0 to below 2**63, for one choice of the bots."""
    return int(rng.integers(2**63))


def bot_named(game: str, name: str) -> int:
    """Return the number by which kernels know the bot called `name`.

    Raises:
        OptionError: the game has no such bot; the message names those that exist.
    """
    bots = load(game).people.BOTS
    if name not in bots:
        raise OptionError(f"bot: expected one of {', '.join(bots)}, found {shown(name)}")
    return bots[name].number


class BotTable:
    """Bots at the seats of a table: they choose actions for one game or for many, and play none.

    Example:
        >>> from mom_env.games import GAMES
        >>> games = load(GAMES[0]).people.VectorGame(num_games=8, seed=1)
        >>> table = BotTable(GAMES[0], ["random"] * games.num_players)
        >>> while not games.dones.any():
        ...     games.step(table.choose(games, seed=2))
    """

    def __init__(self, game: str, names: Sequence[str]) -> None:
        """Seat bots at a table of the game called `game`; `names` has the name of a bot for each seat.

        Raises:
            OptionError: the game has no such bot.
        """
        self.names, module = list(names), load(game)
        self._bots = np.array([bot_named(game, name) for name in names], np.int64)
        self._mask = np.zeros(1, module.kernels.MASK_DTYPE)
        self._choose = loop_of(module.package, "match").choose_seated

    def choose(self, games: VectorGame, seed: int) -> Indices:
        """Return the action of the bot of the seat to move in each of `games`, all of which must have the same rules.

        All chance follows from `seed`. Nothing is played.
        """
        actions = np.zeros(len(games.states), np.int64)
        self._choose(games.states, games.rules, self._bots, bits_of(seed, len(actions)), self._mask, actions)
        return actions

    def choose_one(self, game: Game[Rs], seed: int) -> int:
        """Return the action of the bot of the seat to move in one game. All chance follows from `seed`.

        Nothing is played.
        """
        actions = np.zeros(1, np.int64)
        self._choose(game.states, game.rules, self._bots, bits_of(seed, 1), self._mask, actions)
        return int(actions[0])


def bits_of(seed: int, count: int) -> Bits:
    """Return 64 random bits for each of `count` games, which follow from `seed`."""
    bits = np.zeros(count, np.uint64)
    write_bits(np.uint64(seed), bits)
    return bits
