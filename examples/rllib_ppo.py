"""Self-play PPO in RLlib (new API stack), with its masked module. Run: `python examples/rllib_ppo.py --iterations 5`.

RLlib's own PettingZoo wrapper handles the turns. Its masked module needs the keys `observations` and `action_mask`, and
the mask as float32; nothing else is changed here.
"""

import argparse
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict
from pettingzoo.utils import BaseWrapper
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from mom_env import monkeys_on_the_moon_v0

SHARED = "shared"  # one policy for all seats


class NamedForRLlib(BaseWrapper[str, Any, Any]):
    """A wrapper that renames the entries of observations and converts the mask, as RLlib's masked module needs."""

    def __init__(self, env: Any) -> None:
        """Wrap the PettingZoo environment `env`."""
        super().__init__(env)
        self._spaces = {agent: self._renamed(env.observation_space(agent)) for agent in env.possible_agents}

    @staticmethod
    def _renamed(space: Dict) -> Dict:
        """Return a space of observations with RLlib's names."""
        mask = Box(0, 1, space["action_mask"].shape, np.float32)
        return Dict({"observations": space["observation"], "action_mask": mask})

    def observation_space(self, agent: str) -> Dict:
        """Return the agent's space of observations, with RLlib's names."""
        return self._spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the agent's observation, with RLlib's names and the mask as float32."""
        seen: Any = self.env.observe(agent)
        return {"observations": seen["observation"], "action_mask": seen["action_mask"].astype(np.float32)}


def make_env(arguments: dict[str, Any]) -> PettingZooEnv:
    """Make the environment in RLlib's wrapper, with the arguments of `monkeys_on_the_moon_v0.env`."""
    return PettingZooEnv(NamedForRLlib(monkeys_on_the_moon_v0.env(**arguments)))


def config(num_players: int, batch: int) -> PPOConfig:
    """Return the configuration of PPO for one policy at all seats; `batch` is the number of decisions of an update."""
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config=DefaultModelConfig(fcnet_hiddens=[256, 256]),
    )
    return (
        PPOConfig()
        .environment("monkeys_on_the_moon", env_config={"num_players": num_players})
        .multi_agent(policies={SHARED}, policy_mapping_fn=lambda *_, **__: SHARED)
        .rl_module(rl_module_spec=module)
        .env_runners(num_env_runners=0)
        .training(train_batch_size_per_learner=batch, minibatch_size=min(batch, 256), num_epochs=2)
    )


def main() -> None:
    """Read the arguments, train, and print the numbers of decisions and games after each iteration."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=5)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--batch", type=int, default=2000)
    arguments = parser.parse_args()

    register_env("monkeys_on_the_moon", make_env)
    algorithm = config(arguments.players, arguments.batch).build_algo()
    for iteration in range(arguments.iterations):
        result = algorithm.train()
        runner = result["env_runners"]
        print(iteration, "decisions", runner["num_env_steps_sampled"], "games", runner.get("num_episodes", 0))
    algorithm.stop()


if __name__ == "__main__":
    main()
