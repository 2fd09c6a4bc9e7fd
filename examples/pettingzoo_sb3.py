"""MaskablePPO that plays all seats, on a wrapper around the AEC environment. Run: `python examples/pettingzoo_sb3.py`.

pip install "mom-env[train]"

This is the way of PettingZoo's own tutorials: the wrapper shows an AEC game as a Gymnasium environment in which one
policy decides for whoever is to move. It is slow: `mom train` learns from all seats in thousands of games at once.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo.utils import BaseWrapper
from sb3_contrib import MaskablePPO

from mom_env import monkeys_on_the_moon_v0


class EverySeat(BaseWrapper, gymnasium.Env):
    """One policy on all seats: an observation is what the agent to move sees, a reward what that agent gets."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        agent = env.possible_agents[0]
        self.observation_space = env.observation_space(agent)["observation"]
        self.action_space = env.action_space(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a game."""
        super().reset(seed, options)
        return self.observe(self.agent_selection), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the action of the agent to move."""
        agent = self.agent_selection
        super().step(action)
        seen, over = self.observe(self.agent_selection), self.terminations[agent]
        return seen, self.rewards[agent], over, self.truncations[agent], self.infos[agent]

    def observe(self, agent: str) -> Any:
        """Return the vector alone."""
        return super().observe(agent)["observation"]

    def action_masks(self) -> NDArray[np.bool_]:
        """Return what sb3-contrib asks for."""
        return super().observe(self.agent_selection)["action_mask"].astype(bool)


def train(num_players: int, steps: int) -> MaskablePPO:
    """Train for `steps` decisions of all seats."""
    env = EverySeat(monkeys_on_the_moon_v0.env(num_players=num_players))
    model = MaskablePPO("MlpPolicy", env, n_steps=512, batch_size=256, gamma=1.0, seed=1, device="cpu")
    return model.learn(steps)


def play(model: MaskablePPO, num_players: int, games: int) -> int:
    """Let the model play seat 0 against random play; return how many games it won."""
    env, won = monkeys_on_the_moon_v0.env(num_players=num_players), 0
    env.action_space("player_0").seed(0)
    for seed in range(games):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            seen, _, termination, truncation, info = env.last()
            if termination or truncation:
                won += agent == "player_0" and info["is_success"]
                env.step(None)
            elif agent == "player_0":
                env.step(model.predict(seen["observation"], action_masks=seen["action_mask"], deterministic=True)[0])
            else:
                env.step(env.action_space(agent).sample(seen["action_mask"]))
    return won


def main() -> None:
    """Read the arguments, train and play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--players", type=int, default=2)
    arguments = parser.parse_args()
    won = play(train(arguments.players, arguments.steps), arguments.players, arguments.games)
    print(f"won {won} of {arguments.games} games against random play")


if __name__ == "__main__":
    main()
