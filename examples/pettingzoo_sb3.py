"""MaskablePPO that plays all seats of the AEC environment, through a wrapper. Run: `python examples/pettingzoo_sb3.py`.

pip install "mom-env[train]"

PettingZoo's own tutorials do the same: the wrapper shows an AEC game as a Gymnasium environment in which one policy
decides for the agent to move. It is slow; `mom train` learns from all seats in thousands of games at once.
`--game` is the name of any game of the package. Where all seats act at once, they are asked one after the other.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from mom_env.environments.aec import RawEnv
from mom_env.environments.of_game import Environments
from mom_env.games import GAMES


class EverySeat(gymnasium.Env[NDArray[np.float32], int]):
    """A Gymnasium environment in which one policy plays all seats: it shows what the agent to move sees and may do."""

    def __init__(self, game: RawEnv) -> None:
        """Take over the spaces of the PettingZoo environment `game`."""
        agent = game.possible_agents[0]
        seen: Any = game.observation_space(agent)
        self.game, self.observation_space = game, seen["observation"]
        self.action_space: Any = game.action_space(agent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal a game, and return what the agent to move sees, and an empty info."""
        self.game.reset(seed, options)
        return self.vector(), {}

    def step(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play the action of the agent to move.

        Returns:
            What the next agent to move sees, and the reward, termination, truncation and info of the agent that has
            moved.
        """
        game, agent = self.game, self.game.agent_selection
        game.step(action)
        return self.vector(), game.rewards[agent], game.terminations[agent], game.truncations[agent], game.infos[agent]

    def vector(self) -> NDArray[np.float32]:
        """Return the observation of the agent to move, without the mask."""
        return self.game.observe(self.game.agent_selection)["observation"]

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of the agent to move as booleans, as sb3-contrib expects it."""
        return self.game.observe(self.game.agent_selection)["action_mask"].astype(np.bool_)


def train(game: str, num_players: int, steps: int) -> MaskablePPO:
    """Train MaskablePPO for `steps` decisions, counted over all seats, and return the model."""
    env = EverySeat(Environments(game).env(num_players=num_players))
    model = MaskablePPO("MlpPolicy", env, n_steps=512, batch_size=256, gamma=1.0, seed=1, device="cpu")
    return model.learn(steps)


def play(model: MaskablePPO, game: str, num_players: int, games: int) -> int:
    """Let the model play seat 0 of `games` games of `game` against random play, and return how many of them it won."""
    won = 0
    env: Any = Environments(game).env(num_players=num_players)
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
    """Read the arguments, train a model, let it play, and print how many games it won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--players", type=int, default=2)
    arguments = parser.parse_args()
    model = train(arguments.game, arguments.players, arguments.steps)
    won = play(model, arguments.game, arguments.players, arguments.games)
    print(f"won {won} of {arguments.games} games against random play")


if __name__ == "__main__":
    main()
