"""MaskablePPO against greedy opponents, with masks in training and in evaluation. Needs the extra `train`.

python examples/sb3_maskable_ppo.py --steps 200000
python examples/sb3_maskable_ppo.py --game ape_town
"""

import argparse
from typing import Any

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback
from sb3_contrib.common.maskable.evaluation import evaluate_policy

from mom_env.games import GAMES
from mom_env.sb3 import GameVecEnv


def train(game: str, steps: int, num_envs: int, episodes: int) -> float:
    """Train for `steps` decisions of `game` in `num_envs` games at once, print and return the mean return of new games.

    After the training, `episodes` games are played that were not trained on. A defeat is -0.5, a win 1.
    """
    env = GameVecEnv(game, num_envs, num_players=3, opponents="greedy", seat="random", seed=1)
    judge = GameVecEnv(game, min(episodes, 16), 3, opponents="greedy", seat="random", seed=2**32)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=128,
        batch_size=1024,
        n_epochs=4,
        learning_rate=3e-4,
        gamma=1.0,  # a game's return counts in full
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
        device="cpu",
        verbose=1,
    )
    look = MaskableEvalCallback(judge, eval_freq=max(1, 50_000 // num_envs), n_eval_episodes=episodes, verbose=1)
    model.learn(steps, callback=look)
    mean: Any  # or a list of returns, where one is asked for
    mean, deviation = evaluate_policy(model, judge, n_eval_episodes=episodes)
    print(f"mean return {mean:.2f}, deviation {deviation:.2f}, over {episodes} games")
    return float(mean)


def main() -> None:
    """Read the arguments, train a model, and print its mean return."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--episodes", type=int, default=200)
    arguments = parser.parse_args()
    train(arguments.game, arguments.steps, arguments.num_envs, arguments.episodes)


if __name__ == "__main__":
    main()
