"""Record games as a Minari dataset, and read them again. Run: `python examples/minari_dataset.py --games 20`.

pip install mom-env "minari[create,hdf5]"

The dataset is in Minari's folder of datasets (`MINARI_DATASETS_PATH`), under the name `mom/random-v0`.
"""

import argparse

import gymnasium as gym
import minari

import mom_env  # noqa: F401  # registers the environments

NAME, DATASET = "mom_env/MonkeysOnTheMoon-v0", "mom/random-v0"


def record(games: int) -> minari.MinariDataset:
    """Record `games` games of random legal play against `greedy` as a dataset, and return it.

    An older one is replaced.
    """
    env = minari.DataCollector(gym.make(NAME, num_players=3, opponents="greedy"))
    env.action_space.seed(0)
    for seed in range(games):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, _, over, _, info = env.step(env.action_space.sample(mask=info["action_mask"]))
    if DATASET in minari.list_local_datasets():
        minari.delete_dataset(DATASET)
    return env.create_dataset(DATASET, algorithm_name="random", description="Random play against greedy, 3 players.")


def main() -> None:
    """Read the arguments, record games, read the dataset again, and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    record(parser.parse_args().games)
    dataset = minari.load_dataset(DATASET)
    first = next(iter(dataset.iterate_episodes()))
    recovered = dataset.recover_environment()
    print(dataset.total_episodes, "games,", dataset.total_steps, "decisions,", recovered.spec.id)
    print("the first game paid", float(first.rewards.sum()), "after", len(first.actions), "decisions")


if __name__ == "__main__":
    main()
