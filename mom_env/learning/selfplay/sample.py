"""Games of a bot before the training: they show how inputs and returns vary, and give positions to begin from."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mom_env.base.vector_game import VectorGame
from mom_env.contract.records import Records
from mom_env.environments.spaces import observation_size
from mom_env.learning.batches import batch_of, choose, seats_of
from mom_env.learning.config import Config
from mom_env.learning.shape import network_shape, tables_of
from mom_env.players.policy_net import Sight
from mom_env.players.specs import make_player

Floats = NDArray[np.float32]
LEAST_DEVIATION = 0.05  # so that an input that hardly ever changes is not scaled to a huge number when it does


class Scales(NamedTuple):
    """Means and factors that scale each input of a network to mean 0 and deviation 1: (input - mean) * factor."""

    means: Floats  # [inputs]
    factors: Floats  # [inputs]


class Sample(NamedTuple):
    """The statistics of the sample games, and one position of each game."""

    scales: Scales
    deviation: float  # of the returns
    states: Records  # [games] one position of each game, from any stage of it


class Inputs:
    """The mean and standard deviation of each input of a network, over all observations that were added."""

    def __init__(self, config: Config) -> None:
        """Begin without observations; `config` says how many games are added at a time."""
        self._sight = Sight(config.game, network_shape(config).symmetry, config.rollout.games)
        self._rows = np.arange(config.rollout.games)
        tables = tables_of(config)
        self._groups = tables.groups(observation_size(config.game)) if tables else None
        self._count, self._sums, self._squares = 0, np.float64(0), np.float64(0)
        self._least, self._most = np.float32(np.inf), np.float32(-np.inf)

    def add(self, games: VectorGame) -> None:
        """Add the observation of the seat to move in each game."""
        self._sight.look(games.observations, games.action_masks, self._rows)
        seen = self._sight.seen.astype(np.float64)
        self._count += len(seen)
        self._least, self._most = np.minimum(self._least, seen.min(0)), np.maximum(self._most, seen.max(0))
        self._sums, self._squares = self._sums + seen.sum(0), self._squares + (seen**2).sum(0)

    def scales(self) -> Scales:
        """Return the scales of all inputs from the observations so far.

        An input that never changed has the factor 0, so that a later change has no effect. Inputs that are own inputs
        of different actions, and play the same part for them, are scaled alike.
        """
        means, squares = self._together(self._sums / self._count), self._together(self._squares / self._count)
        deviations = np.sqrt(np.maximum(squares - means**2, 0))
        changes = self._together(self._most > self._least) > 0
        factors = np.where(changes, 1 / np.maximum(deviations, LEAST_DEVIATION), 0)
        return Scales(means.astype(np.float32), factors.astype(np.float32))

    def _together(self, numbers: ArrayLike) -> NDArray[np.float64]:
        """Return the mean of `numbers`, which has one for each input, over the group of each input."""
        if self._groups is None:
            return np.asarray(numbers, np.float64)
        sums, counts = np.bincount(self._groups, numbers), np.bincount(self._groups)
        return (sums / np.maximum(counts, 1))[self._groups]


def play_sample(config: Config, reward: str, seed: int) -> Sample:
    """Play each game of a rollout once to its end, and return how inputs and returns vary, and a position of each game.

    The imitated bot plays all seats or, if there is no imitation, random moves are played. The position of a game is
    drawn uniformly from all its positions. If all games began with a deal they would stay in step: one rollout would
    consist of openings, and the next one of endings.

    Args:
        config: of the training.
        reward: name of the reward that returns are in.
        seed: of the deals and of the bot's chance.
    """
    rng, num_games = np.random.default_rng(seed), config.rollout.games
    games = batch_of(config, seed, reward)
    player = make_player(config.imitation.bot if config.imitation.decisions else "random", config.game)
    inputs, states, rows = Inputs(config), games.states.copy(), np.arange(num_games)
    num_seats = max(config.player_counts)
    has_seat = np.arange(num_seats) < seats_of(games)[:, None]
    returns, is_first, step = np.zeros((num_games, num_seats)), np.ones(num_games, np.bool_), 0
    while is_first.any():
        step += 1
        kept = is_first & (rng.random(num_games) < 1 / step)
        states[kept] = games.states[kept]
        inputs.add(games)
        bits = rng.integers(2**64, size=num_games, dtype=np.uint64)
        games.step(choose(player, games, rows, bits))
        returns[is_first] += games.returns[is_first, :num_seats]
        is_first &= ~games.dones
    return Sample(inputs.scales(), float(returns[has_seat].std()) or 1.0, states)
