"""The opponents of the learner: past selves and bots. Those that it loses against are met more often."""

from collections.abc import Sequence
from copy import deepcopy

import numpy as np
from numpy.typing import NDArray

from mom_env.common.tensors import NetworkArrays
from mom_env.learning.config import LeagueConfig
from mom_env.learning.selfplay.network import Network
from mom_env.players.kinds import Player
from mom_env.players.specs import make_player

LEARNER, SHADOW = -1, -2  # players at seats; a shadow plays like the learner, but its decisions are not learnt from
CHANCE = -3  # moves in place of all players in the first decisions of some games; it is never at a seat
MEMORY = 0.99  # weight of all earlier games in a moving win share
LEAST_WEIGHT = 0.05  # the weight of an opponent that never wins


class League:
    """The opponents of the learner, by number: first the places of the pool of past selves, then the bots.

    Attributes:
        pool: the past selves, copies of the learner's network at earlier times.
        past: number of the past self that plays in new deals. There is one at a time, as each further network would
            cost a matrix product per step.
        added: number of past selves that were ever added; the newest replaces the oldest.
        scores: [opponents] moving share of games that the learner won against each.
        games: [opponents] number of games played against each.
    """

    def __init__(self, config: LeagueConfig, game: str, player_counts: Sequence[int], network: Network) -> None:
        """Begin without past selves, and with scores as among equals.

        Args:
            config: the bots, and the size of the pool.
            game: name of the game.
            player_counts: the training's numbers of players.
            network: the learner's network.
        """
        self.config, self._network = config, network
        self.pool: list[Network] = []
        self.bots = [make_player(spec, game) for spec in config.bots]
        self.added, self.past = 0, SHADOW
        self.scores = np.full(self.num_opponents, np.mean([1 / count for count in player_counts]))
        self.games = np.zeros(self.num_opponents, np.int64)

    @property
    def num_opponents(self) -> int:
        """Number of possible opponents: the places in the pool, filled or not, and the bots."""
        return self.config.pool + len(self.config.bots)

    def is_bot(self, opponent: int) -> bool:
        """Return whether the number `opponent` is that of a bot, and not of a past self."""
        return opponent >= self.config.pool

    def bot(self, opponent: int) -> Player:
        """Return the bot whose number is `opponent`. Bots are numbered after the places of the pool."""
        return self.bots[opponent - self.config.pool]

    def add(self, network: Network) -> None:
        """Copy the learner's network as it is now into the pool, in place of the oldest past self if the pool is full.

        The score of the new past self begins at one half.
        """
        place = self.added % self.config.pool
        self._fill(place, network.arrays())
        self.scores[place], self.games[place] = 0.5, 0
        self.added += 1

    def draw(self, first: int, last: int, rng: np.random.Generator) -> int:
        """Draw the number of an opponent from `first` to before `last`. The more games it wins, the likelier it is."""
        weights = LEAST_WEIGHT + (1 - self.scores[first:last]) ** 2
        bound = np.cumsum(weights)
        return first + int(np.searchsorted(bound, rng.random() * bound[-1], side="right"))

    def draw_past(self, rng: np.random.Generator) -> None:
        """Draw the past self that plays in new deals from now on, and save its number in `past`.

        While there is none, the learner's shadow plays: the learner's own network, whose decisions are not learnt from.
        """
        self.past = self.draw(0, len(self.pool), rng) if self.pool else SHADOW

    def draw_bot(self, rng: np.random.Generator) -> int:
        """Draw the number of a bot; the more games a bot wins against the learner, the likelier it is drawn."""
        return self.draw(self.config.pool, self.num_opponents, rng)

    def record(self, opponent: int, returns: NDArray[np.float32], seat: int) -> None:
        """Count a game against an opponent, and move `scores[opponent]` a bit towards the learner's share of the win.

        Args:
            opponent: number of the opponent.
            returns: by seat. The seats with the highest return share the win.
            seat: the learner's.
        """
        winners = np.flatnonzero(returns == returns.max())
        share = 1 / len(winners) if seat in winners else 0.0
        self.scores[opponent] = MEMORY * self.scores[opponent] + (1 - MEMORY) * share
        self.games[opponent] += 1

    def _fill(self, place: int, arrays: NetworkArrays) -> None:
        """Put a network with these weights into a place of the pool, which may be the next new place."""
        if place == len(self.pool):
            self.pool.append(deepcopy(self._network).requires_grad_(requires_grad=False))
        self.pool[place].set_arrays(arrays)

    def arrays(self) -> NetworkArrays:
        """Return copies of all weights of the pool's networks, under names such as `0.value.bias` for place 0."""
        named = [(place, *item) for place, network in enumerate(self.pool) for item in network.arrays().items()]
        return {f"{place}.{name}": array for place, name, array in named}

    def restore(self, added: int, scores: NDArray[np.float64], games: NDArray[np.int64], arrays: NetworkArrays) -> None:
        """Replace the past selves and all scores by those of a checkpoint.

        Args:
            added: number of past selves that were ever added.
            scores: [opponents] the learner's share of games won against each.
            games: [opponents] number of games played against each.
            arrays: the weights of the past selves, named as `arrays` names them.
        """
        self.added, self.scores[:], self.games[:] = added, scores, games
        for place in range(min(added, self.config.pool)):
            first = f"{place}."
            self._fill(place, {name.removeprefix(first): a for name, a in arrays.items() if name.startswith(first)})
