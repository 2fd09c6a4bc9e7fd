"""Players as kernels over the record: thousands of games a second."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.arguments import shown
from mom_env.errors import OptionError
from mom_env.kernel.jit import kernel
from mom_env.kernel.rng import bits_at
from mom_env.monkeys_on_the_moon.actions import MASK_DTYPE, Mask
from mom_env.monkeys_on_the_moon.bots.greedy import choose_greedy
from mom_env.monkeys_on_the_moon.bots.ismcts import Ismcts
from mom_env.monkeys_on_the_moon.bots.planner import choose_planner
from mom_env.monkeys_on_the_moon.bots.random import choose_random
from mom_env.monkeys_on_the_moon.state import Rules, State

RANDOM, GREEDY, PLANNER = 0, 1, 2
BOTS = {"random": RANDOM, "greedy": GREEDY, "planner": PLANNER}
# What makes a player with parameters, by name: called with them, it returns an object whose
# `choose(states, rules, games, seed)` gives an action for each game of these numbers.
SEARCHES: dict[str, Callable[..., Any]] = {"ismcts": Ismcts}
# Raise a version whenever moves change: results of different versions are never put together.
VERSIONS = {"random": 1, "greedy": 1, "planner": 1, "ismcts": 1}

Games = NDArray[Any]


def bot_named(name: str) -> int:
    """The number of a bot, for `choose_many`.

    Raises:
        OptionError: there is none of that name; it says which there are.
    """
    if name not in BOTS:
        raise OptionError(f"bot: expected one of {', '.join(BOTS)}, found {shown(name)}")
    return BOTS[name]


@kernel
def choose(bot: int, state: State, rules: Rules, mask: Mask, bits: Any) -> int:
    """An action of that bot for the seat to move; `mask` is room to work in."""
    if bot == PLANNER:
        return choose_planner(state, rules, mask)
    if bot == GREEDY:
        return choose_greedy(state, rules, mask)
    return choose_random(state, rules, mask, bits)


@kernel
def choose_many(
    states: Games, rules: Games, bots: NDArray[np.int64], seed: Any, masks: Games, actions: NDArray[np.int64]
) -> None:
    """An action for each game by the bot of the seat to move; `bots` by seat, `masks` one record to work in."""
    for i in range(len(states)):
        bot = int(bots[int(states[i].seat)])
        actions[i] = choose(bot, states[i], rules[0], masks[0], bits_at(seed, i))


class Table:
    """Bots at the seats of a table, to choose for one game or for many.

    Example:
        >>> from mom_env.monkeys_on_the_moon import VectorGame
        >>> games, table = VectorGame(num_games=8, seed=1), Table(["greedy", "random", "random", "random"])
        >>> while not games.dones.any():
        ...     games.step(table.choose(games, seed=2))
    """

    def __init__(self, names: list[str]) -> None:
        """Seat the bots of these names."""
        self.names = list(names)
        self._bots = np.array([bot_named(name) for name in names], np.int64)
        self._mask = np.zeros(1, MASK_DTYPE)

    def choose(self, games: Any, seed: int) -> NDArray[np.int64]:
        """An action for each game of a `VectorGame`; chance comes from the seed alone."""
        actions = np.zeros(len(games.states), np.int64)
        choose_many(games.states, games.rules, self._bots, np.uint64(seed), self._mask, actions)
        return actions

    def choose_one(self, game: Any, seed: int) -> int:
        """An action for the seat to move in a `Game`."""
        actions = np.zeros(1, np.int64)
        choose_many(game.states, game.rules, self._bots, np.uint64(seed), self._mask, actions)
        return int(actions[0])
