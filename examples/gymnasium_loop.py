"""One seat in Gymnasium: play random legal actions, in one game at a time and in many at once.

python examples/gymnasium_loop.py --episodes 20 --num-envs 64
python examples/gymnasium_loop.py --game ape_town
"""

import argparse

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from mom_env.games import GAMES, load  # this import registers the environments, too


def one_game_at_a_time(game: str, episodes: int) -> float:
    """Play `episodes` games of `game` at random, and return the mean return.

    The opponents are greedy, and the seat is drawn for each game.
    """
    env = gym.make(load(game).info.environment, num_players=3, opponents="greedy", seat="random")
    env.action_space.seed(0)
    returns = []
    for episode in range(episodes):
        _, info = env.reset(seed=episode)
        total, over = 0.0, False
        while not over:
            action = env.action_space.sample(mask=info["action_mask"])
            _, reward, over, _, info = env.step(action)
            total += float(reward)
        returns.append(total)
    return float(np.mean(returns))


def many_at_once(game: str, num_envs: int, episodes: int) -> float:
    """Play at least `episodes` games of `game` at random, `num_envs` at once, and return the mean return.

    The opponents are a function of our own and a bot.
    """
    name, opponents = load(game).info.environment, [first_legal, "random"]
    envs = gym.make_vec(name, num_envs=num_envs, num_players=3, opponents=opponents, seat=0)
    rng = np.random.default_rng(0)
    _, infos = envs.reset(seed=0)
    returns: list[float] = []
    while len(returns) < episodes:
        legal = infos["action_mask"] * rng.random(infos["action_mask"].shape)
        _, rewards, ended, _, infos = envs.step(legal.argmax(axis=1))
        returns += rewards[ended].tolist()  # rewards come at the end of a game only
    return float(np.mean(returns))


def first_legal(observation: NDArray[np.float32], action_mask: NDArray[np.int8]) -> int:
    """Return the first legal action.

    An opponent may be a function of what its seat sees; this one uses only the mask.
    """
    del observation
    return int(action_mask.argmax())


def main() -> None:
    """Read the arguments, play, and print the mean returns."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--episodes", type=int, default=20)
    parser.add_argument("--num-envs", type=int, default=64)
    arguments = parser.parse_args()
    print(f"one at a time: {one_game_at_a_time(arguments.game, arguments.episodes):.2f}")
    print(f"many at once: {many_at_once(arguments.game, arguments.num_envs, arguments.episodes):.2f}")


if __name__ == "__main__":
    main()
