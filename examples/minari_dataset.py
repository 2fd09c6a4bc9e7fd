"""Record games as a Minari dataset, and read them again. Run: `python examples/minari_dataset.py --games 20`.

pip install mom-env "minari[create,hdf5]"

The dataset is in Minari's folder of datasets (`MINARI_DATASETS_PATH`), under the name that `dataset_name` returns,
such as `mom/ape_town/random-v0`. `--game` is the name of any game of the package.
"""

import argparse

import gymnasium as gym
import minari

from mom_env.games import GAMES, load  # this import registers the environments, too


def dataset_name(game: str) -> str:
    """Return the name of the dataset of a game."""
    return f"mom/{game}/random-v0"


def record(game: str, games: int) -> minari.MinariDataset:
    """Record `games` games of `game` with random legal play against `greedy` as a dataset, and return it.

    An older one is replaced.
    """
    env = minari.DataCollector(gym.make(load(game).info.environment, num_players=3, opponents="greedy"))
    env.action_space.seed(0)
    for seed in range(games):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, _, over, _, info = env.step(env.action_space.sample(mask=info["action_mask"]))
    name = dataset_name(game)
    if name in minari.list_local_datasets():
        minari.delete_dataset(name)
    return env.create_dataset(name, algorithm_name="random", description="Random play against greedy, 3 players.")


def main() -> None:
    """Read the arguments, record games, read the dataset again, and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--games", type=int, default=20)
    arguments = parser.parse_args()
    record(arguments.game, arguments.games)
    dataset = minari.load_dataset(dataset_name(arguments.game))
    first = next(iter(dataset.iterate_episodes()))
    recovered = dataset.recover_environment()
    print(dataset.total_episodes, "games,", dataset.total_steps, "decisions,", recovered.spec.id)
    print("the first game paid", float(first.rewards.sum()), "after", len(first.actions), "decisions")


if __name__ == "__main__":
    main()
