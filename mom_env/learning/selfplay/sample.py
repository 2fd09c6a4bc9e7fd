"""Games of a bot before the training: what is usual for inputs and returns, and games at all stages to begin with."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.base.vector_game import VectorGame
from mom_env.contract.records import Records
from mom_env.learning.batches import batch_of, choose, seats_of
from mom_env.learning.config import Config
from mom_env.learning.shape import network_shape
from mom_env.players.agent import Sight
from mom_env.players.specs import make_player

Floats = NDArray[np.float32]
LEAST_DEVIATION = 0.05  # an input that hardly ever changes must not become a huge number when it does


class Scales(NamedTuple):
    """What gives each input a mean of 0 and a deviation of 1."""

    means: Floats  # [inputs]
    factors: Floats  # [inputs]


class Sample(NamedTuple):
    """What these games were like."""

    scales: Scales
    deviation: float  # of the returns
    states: Records  # [games] records, each from anywhere in its game


class Inputs:
    """Mean and deviation of each input of a network, over all that was seen."""

    def __init__(self, config: Config) -> None:
        self._sight = Sight(config.game, network_shape(config).symmetry, config.rollout.games)
        self._rows = np.arange(config.rollout.games)
        self._count, self._sums, self._squares = 0, np.float64(0), np.float64(0)
        self._least, self._most = np.float32(np.inf), np.float32(-np.inf)

    def add(self, games: VectorGame) -> None:
        """All games as the seats to move see them."""
        self._sight.look(games.observations, games.action_masks, self._rows)
        seen = self._sight.seen.astype(np.float64)
        self._count += len(seen)
        self._least, self._most = np.minimum(self._least, seen.min(0)), np.maximum(self._most, seen.max(0))
        self._sums, self._squares = self._sums + seen.sum(0), self._squares + (seen**2).sum(0)

    def scales(self) -> Scales:
        """An input that never changes tells nothing: a network must not take it for something when it once does."""
        means = np.asarray(self._sums / self._count)
        deviations = np.sqrt(np.maximum(self._squares / self._count - means**2, 0))
        factors = np.where(self._most > self._least, 1 / np.maximum(deviations, LEAST_DEVIATION), 0)
        return Scales(means.astype(np.float32), factors.astype(np.float32))


def play_sample(config: Config, reward: str, seed: int) -> Sample:
    """Play each game once to its end, as the bot does that is imitated, or at random if none is.

    Of each game one position is kept, every stage with the same chance. Games that were dealt together would stay in
    step: one rollout would show beginnings, the next one endings.
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
