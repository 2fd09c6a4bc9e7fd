"""The trainer `selfplay`: play a rollout, learn from it, and repeat; all seats learn from one batch."""

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
import torch

from mom_env.learning.config import Config
from mom_env.learning.devices import how_computed, torch_device
from mom_env.learning.selfplay.league import League
from mom_env.learning.selfplay.network import Network
from mom_env.learning.selfplay.ppo import Metrics, Update
from mom_env.learning.selfplay.rollout import Rollout
from mom_env.learning.selfplay.sample import play_sample
from mom_env.learning.selfplay.thread_team import Team
from mom_env.learning.shape import network_shape, overview_inputs, tables_of
from mom_env.players.policy_net import PolicyNet

if TYPE_CHECKING:
    from mom_env.learning.origin import InitialAgent, Origin


class SelfPlay:
    """A training of the trainer `selfplay`, in memory.

    Attributes:
        iteration: number of rollouts that have been learnt from.
        decisions: number of decisions that have entered the loss, each counted once.
        origin: the checkpoint from which a prolonged run began; None for other runs.
        computed: the settings on which the last bits depend here, by name.
        initial: the agent that the run began with, or None.
        seconds: duration of the last rollout and of the last update, in seconds.
    """

    def __init__(self, config: Config, folder: Path) -> None:
        """Begin the training of a configuration.

        A minibatch whose loss is not a number is saved in `folder`. The number of threads is set for all of torch.

        Raises:
            ConfigError: this machine has no such device.
        """
        self.computed, device = how_computed(config), torch_device(config)
        torch.set_num_threads(config.threads)
        self.config = config
        self.rng = np.random.Generator(np.random.PCG64(config.seed))
        rollout = config.rollout
        rewards = [rollout.reward, *([rollout.last_reward] if rollout.last_share else [])]
        self._samples = {reward: play_sample(config, reward, config.seed) for reward in dict.fromkeys(rewards)}
        first, bf16 = self._samples[config.rollout.reward], config.network.precision == "bf16"
        shape, overview = network_shape(config), overview_inputs(config)
        tables, weight = tables_of(config), config.network.guide_weight
        given = shape, first.scales, config.seed
        self.network = Network(*given, bf16=bf16, overview=overview, tables=tables, guide_weight=weight)
        self.league = League(config.league, config.game, config.player_counts, self.network)
        self.rollout = Rollout(config, self.network, self.league, self.rng)
        self.rollout.games.restore(first.states)
        team, weight = Team(config.threads), config.search.weight
        self.update = Update(self.network, config.ppo, team, folder, device, search_weight=weight)
        self.iteration, self.decisions = 0, 0
        self.origin: Origin | None = None
        self.initial: InitialAgent | None = None
        self.seconds = {"rollout": 0.0, "update": 0.0}

    @property
    def is_done(self) -> bool:
        """Whether the configured number of decisions has been learnt from."""
        return self.decisions >= self.config.decisions

    def iterate(self) -> Metrics:
        """Play one rollout, learn from it, and return the metrics of the update by name.

        After each `add_every` iterations, the network as it is then becomes a past self. After each `magnet_every`, and
        after each iteration of the imitation, it becomes the magnet.
        """
        config, done = self.config, self.decisions / self.config.decisions
        rollout = config.rollout
        is_last_part = rollout.last_share > 0 and 0 < done >= 1 - rollout.last_share
        reward = rollout.last_reward if is_last_part else rollout.reward
        self.rollout.set_reward(reward, self._samples[reward].deviation)
        imitate = self.decisions < config.imitation.decisions
        self._set_pace(imitate=imitate)
        begin = perf_counter()
        batch = self.rollout.collect(imitate=imitate)
        played = perf_counter()
        metrics = self.update.learn(batch, self.rng, imitate=imitate)
        self.seconds = {"rollout": played - begin, "update": perf_counter() - played}
        self.iteration += 1
        self.decisions += len(batch.known)
        if self.iteration % config.league.add_every == 0:
            self.league.add(self.network)
        if self.update.magnet and (imitate or self.iteration % config.ppo.magnet_every == 0):
            self.update.magnet.renew(self.network)
        return {"learning_rate": self.update.learning_rate, **metrics}

    def _set_pace(self, *, imitate: bool) -> None:
        """Set the learning rate and the weight of the entropy for the next update.

        PPO's values change from the end of the imitation on; `imitate` sets the learning rate of the imitation.
        """
        imitation = self.config.imitation
        past = self.decisions - imitation.decisions
        self.update.anneal(max(0.0, past / max(1, self.config.decisions - imitation.decisions)))
        if imitate:
            self.update.learning_rate = imitation.rate_after(self.decisions)

    def policy(self) -> PolicyNet:
        """Return a copy of the policy of the network as it is now, for playing in NumPy."""
        return PolicyNet(self.config.game, self.network.shape, self.network.agent_arrays())
