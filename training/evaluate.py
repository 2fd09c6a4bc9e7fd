"""Measure how strong a network or model is: games against bots, in one file to read from top to bottom.

    python training/evaluate.py ppo_selfplay.safetensors --players 2 --against greedy
    python training/evaluate.py ppo_sb3.zip --players 2 --against random planner

The file is one that `training/ppo_selfplay.py` or `training/ppo_sb3.py` has saved. Its player sits at a random seat of
each game, a bot plays all other seats, and the player always takes its likeliest action. `mom evaluate` plays each deal
from every seat, and needs fewer games for the same precision. Needs the extra `train`.
"""

import argparse
from collections.abc import Callable
from math import ceil, sqrt
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import mom_env  # noqa: F401  # registers the environments

GAMES_AT_ONCE = 200
SEED = 2**40  # far from the small seeds that people choose for trainings
Floats = NDArray[np.float32]
Masks = NDArray[np.int8]
Actions = NDArray[np.int64]
Choose = Callable[[Floats, Masks], Actions]


def load_player(path: str) -> Choose:
    """Load the player in the file `path`, and return it: a model of SB3 if the name ends with ".zip", else a network.

    The player is a function from observations and masks, with a row for each game, to an action for each game.
    """
    return load_model(path) if path.endswith(".zip") else load_network(path)


def load_model(path: str) -> Choose:
    """Load a model of Stable-Baselines3, and return it as a function that chooses for many games.

    The file can run code: load only files that you trust.
    """
    from sb3_contrib import MaskablePPO

    model = MaskablePPO.load(path, device="cpu")
    return lambda observations, masks: model.predict(observations, action_masks=masks, deterministic=True)[0]


def load_network(path: str) -> Choose:
    """Load a network of `ppo_selfplay.py`, and return it as a function that chooses for many games.

    The file has the format safetensors, and cannot run code.
    """
    import torch
    from ppo_selfplay import Network
    from safetensors.torch import load_file

    weights = load_file(path)
    network = Network(weights["body.0.weight"].shape[1], weights["policy.bias"].shape[0])
    network.load_state_dict(weights)

    @torch.no_grad()
    def choose(observations: Floats, masks: Masks) -> Actions:
        policy, _ = network(torch.as_tensor(observations), torch.as_tensor(masks))
        actions: Actions = policy.probs.argmax(-1).numpy()
        return actions

    return choose


def play_games(choose: Choose, num_players: int, opponent: str, num_games: int) -> NDArray[np.float64]:
    """Play games against a bot at all other seats, and return the share of each game that the player won.

    A share is 1, a part of a shared win, or 0. All environments play the same number of games, so there may be a few
    more than `num_games`: taking the first games that end would favour short games.

    Args:
        choose: the player, which gets observations and masks and returns actions, with a row for each game.
        num_players: number of seats.
        opponent: the bot's name.
        num_games: the least number of games.
    """
    num_envs = min(GAMES_AT_ONCE, num_games)
    games_per_env = ceil(num_games / num_envs)
    arguments: dict[str, Any] = {"num_players": num_players, "opponents": opponent, "seat": "random", "mask": "info"}
    envs = gymnasium.make_vec("mom_env/MonkeysOnTheMoon-v0", num_envs=num_envs, **arguments)
    observations, infos = envs.reset(seed=SEED)
    played, shares = np.zeros(num_envs, np.int64), list[float]()
    while (played < games_per_env).any():
        # An environment whose game has ended deals the next game in the same step.
        observations, _, dones, _, infos = envs.step(choose(observations, infos["action_mask"]))
        for i in np.flatnonzero(dones & (played < games_per_env)):
            has_won, winners = infos["final_info"]["is_success"][i], infos["final_info"]["winners"][i]
            shares.append(1 / len(winners) if has_won else 0.0)
            played[i] += 1
    envs.close()
    return np.array(shares)


def main() -> None:
    """Read the arguments, play, and print for each opponent the share of games that the player won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", help="the file of the network or model")
    parser.add_argument("--players", type=int, default=2, help="number of seats")
    parser.add_argument("--against", nargs="+", default=["random", "greedy", "planner"], help="bots")
    parser.add_argument("--games", type=int, default=1000, help="number of games against each bot")
    arguments = parser.parse_args()
    choose = load_player(arguments.path)
    for opponent in arguments.against:
        shares = play_games(choose, arguments.players, opponent, arguments.games)
        mean, error = shares.mean(), 1.96 * shares.std() / sqrt(len(shares))
        interval = f"95 % interval {mean - error:.1%} to {mean + error:.1%}"
        print(f"against {opponent}: {mean:.1%} of {len(shares):,} games won, {interval}", flush=True)


if __name__ == "__main__":
    main()
