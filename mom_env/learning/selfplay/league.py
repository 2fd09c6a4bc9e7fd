"""Whom the learner meets: past selves and bots, the hard ones more often, and how it fares against each."""

from collections.abc import Sequence
from copy import deepcopy

import numpy as np
from numpy.typing import NDArray

from mom_env.common.tensors import NetworkArrays
from mom_env.learning.config import LeagueConfig
from mom_env.learning.selfplay.network import Network
from mom_env.players.kinds import Player
from mom_env.players.specs import make_player

LEARNER, SHADOW = -1, -2  # who sits at a seat, if no opponent: a shadow plays as the learner does, but teaches nothing
MEMORY = 0.99  # weight of the past in a win share, game by game
LEAST_WEIGHT = 0.05  # of an opponent that never wins


class League:
    """Opponents by number: first the places of the pool of past selves, then the bots.

    Attributes:
        pool: the past selves.
        past: the one that is met in new deals; one at a time, as each network that plays costs a product a step.
        added: how many past selves there ever were; the newest takes the place of the oldest.
        scores: [opponents] share of games that the learner won against it, the last ones weighing most.
        games: [opponents] games played against it.
    """

    def __init__(self, config: LeagueConfig, game: str, player_counts: Sequence[int], network: Network) -> None:
        self.config, self._network = config, network
        self.pool: list[Network] = []
        self.bots = [make_player(spec, game) for spec in config.bots]
        self.added, self.past = 0, SHADOW
        self.scores = np.full(self.num_opponents, np.mean([1 / count for count in player_counts]))
        self.games = np.zeros(self.num_opponents, np.int64)

    @property
    def num_opponents(self) -> int:
        """Places of the pool and bots."""
        return self.config.pool + len(self.config.bots)

    def is_bot(self, opponent: int) -> bool:
        """Whether the number is that of a bot."""
        return opponent >= self.config.pool

    def bot(self, opponent: int) -> Player:
        """Return the bot of that number."""
        return self.bots[opponent - self.config.pool]

    def add(self, network: Network) -> None:
        """The learner as it is now joins the past selves."""
        place = self.added % self.config.pool
        self._fill(place, network.arrays())
        self.scores[place], self.games[place] = 0.5, 0
        self.added += 1

    def draw(self, first: int, last: int, rng: np.random.Generator) -> int:
        """An opponent from `first` to before `last`, the likelier the better it fares."""
        weights = LEAST_WEIGHT + (1 - self.scores[first:last]) ** 2
        bound = np.cumsum(weights)
        return first + int(np.searchsorted(bound, rng.random() * bound[-1], side="right"))

    def draw_past(self, rng: np.random.Generator) -> None:
        """Who is to be met from now on: a past self, or the learner's shadow as long as there is none."""
        self.past = self.draw(0, len(self.pool), rng) if self.pool else SHADOW

    def draw_bot(self, rng: np.random.Generator) -> int:
        """A bot."""
        return self.draw(self.config.pool, self.num_opponents, rng)

    def record(self, opponent: int, returns: NDArray[np.float32], seat: int) -> None:
        """A game of the learner at a seat against this opponent has ended."""
        winners = np.flatnonzero(returns == returns.max())
        share = 1 / len(winners) if seat in winners else 0.0
        self.scores[opponent] = MEMORY * self.scores[opponent] + (1 - MEMORY) * share
        self.games[opponent] += 1

    def _fill(self, place: int, arrays: NetworkArrays) -> None:
        """Put a network into a place of the pool, a new one or not."""
        if place == len(self.pool):
            self.pool.append(deepcopy(self._network).requires_grad_(requires_grad=False))
        self.pool[place].set_arrays(arrays)

    def arrays(self) -> NetworkArrays:
        """The networks of the pool."""
        named = [(place, *item) for place, network in enumerate(self.pool) for item in network.arrays().items()]
        return {f"{place}.{name}": array for place, name, array in named}

    def restore(self, added: int, scores: NDArray[np.float64], games: NDArray[np.int64], arrays: NetworkArrays) -> None:
        """Go on with these opponents."""
        self.added, self.scores[:], self.games[:] = added, scores, games
        for place in range(min(added, self.config.pool)):
            first = f"{place}."
            self._fill(place, {name.removeprefix(first): a for name, a in arrays.items() if name.startswith(first)})
