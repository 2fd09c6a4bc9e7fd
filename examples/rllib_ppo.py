"""Self-play PPO in RLlib (new API stack), with its masked module. Run: `python examples/rllib_ppo.py --iterations 5`.

RLlib's own PettingZoo wrapper handles the turns. Its masked module needs the keys `observations` and `action_mask`, and
both as float32; nothing else is changed here.

`--game` is the name of any game of the package. Where all seats act at once, the Parallel environment is used, and each
step asks every seat. The mask of a seat that has nothing to decide allows only `wait`, so such a step teaches the value
but not the policy.
"""

import argparse
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict
from pettingzoo.utils import BaseParallelWrapper, BaseWrapper
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv, PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from mom_env.environments.of_game import Environments
from mom_env.games import GAMES, load

NAME = "mom_env"  # in RLlib's registry, for all games
SHARED = "shared"  # one policy for all seats


def renamed_space(space: Any) -> Dict:
    """Return a space of observations with the names and the type of numbers that RLlib's masked module needs."""
    seen, mask = space["observation"], space["action_mask"]
    numbers = Box(float(seen.low.min()), float(seen.high.max()), seen.shape, np.float32)
    return Dict({"observations": numbers, "action_mask": Box(0, 1, mask.shape, np.float32)})


def renamed(seen: Any) -> dict[str, Any]:
    """Return an observation with RLlib's names, and all numbers as float32."""
    names = {"observations": "observation", "action_mask": "action_mask"}
    return {new: seen[name].astype(np.float32) for new, name in names.items()}


class NamedForRLlib(BaseWrapper[str, Any, Any]):
    """A wrapper of an AEC environment that renames the entries of observations, and converts their numbers."""

    def __init__(self, env: Any) -> None:
        """Wrap the PettingZoo environment `env`."""
        super().__init__(env)
        self._spaces = {agent: renamed_space(env.observation_space(agent)) for agent in env.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """Return the agent's space of observations, with RLlib's names."""
        return self._spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the agent's observation, with RLlib's names, and all numbers as float32."""
        return renamed(self.env.observe(agent))


class AllNamedForRLlib(BaseParallelWrapper[str, Any, Any]):
    """A wrapper of a Parallel environment that does the same for all seats at once."""

    def __init__(self, env: Any) -> None:
        """Wrap the PettingZoo environment `env`."""
        super().__init__(env)
        self._spaces = {agent: renamed_space(env.observation_space(agent)) for agent in env.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """Return the agent's space of observations, with RLlib's names."""
        return self._spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Deal a game, and return observations with RLlib's names, and infos, by agent."""
        seen, infos = self.env.reset(seed=seed, options=options)
        return {agent: renamed(view) for agent, view in seen.items()}, infos

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """Play the actions, and return what the environment returns, with RLlib's names in the observations."""
        seen, rewards, ended, cut, infos = self.env.step(actions)
        return {agent: renamed(view) for agent, view in seen.items()}, rewards, ended, cut, infos


def make_env(game: str, **arguments: object) -> PettingZooEnv | ParallelPettingZooEnv:
    """Make the environment of `game` in RLlib's wrapper; `arguments` are those of the environment.

    It is the Parallel environment if all seats act at once, and otherwise the AEC environment.
    """
    made = Environments(game)
    if load(game).info.kind == "simultaneous":
        return ParallelPettingZooEnv(AllNamedForRLlib(made.parallel_env(**arguments)))
    return PettingZooEnv(NamedForRLlib(made.env(**arguments)))


def config(game: str, num_players: int, batch: int) -> PPOConfig:
    """Return the configuration of PPO for one policy at all seats of `game`; an update has `batch` steps."""
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config=DefaultModelConfig(fcnet_hiddens=[256, 256]),
    )
    return (
        PPOConfig()
        .environment(NAME, env_config={"game": game, "num_players": num_players})
        .multi_agent(policies={SHARED}, policy_mapping_fn=lambda *_, **__: SHARED)
        .rl_module(rl_module_spec=module)
        .env_runners(num_env_runners=0)
        .training(train_batch_size_per_learner=batch, minibatch_size=min(batch, 256), num_epochs=2)
    )


def main() -> None:
    """Read the arguments, train, and print the numbers of steps and games after each iteration."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--iterations", type=int, default=5)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--batch", type=int, default=2000)
    arguments = parser.parse_args()

    register_env(NAME, lambda given: make_env(**given))
    algorithm = config(arguments.game, arguments.players, arguments.batch).build_algo()
    for iteration in range(arguments.iterations):
        result = algorithm.train()
        runner = result["env_runners"]
        print(iteration, "steps", runner["num_env_steps_sampled"], "games", runner.get("num_episodes", 0))
    algorithm.stop()


if __name__ == "__main__":
    main()
