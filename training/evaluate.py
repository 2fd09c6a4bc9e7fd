"""How strong a network or model is: games against a bot, in one file to be read from top to bottom. Extra `train`.

python training/evaluate.py ppo_selfplay.safetensors --players 2 --against greedy
python training/evaluate.py ppo_sb3.zip --players 2 --against random planner

What `training/ppo_selfplay.py` and `training/ppo_sb3.py` have saved plays fresh games from random seats, always with
its likeliest action. `mom evaluate` is the library's way: each deal from every seat, which needs fewer games.
"""

import argparse
from collections.abc import Callable
from math import sqrt
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import mom_env  # noqa: F401  # registers the environments

GAMES_AT_ONCE = 200
SEED = 2**40  # the trainings deal from small seeds
Choose = Callable[[NDArray[Any], NDArray[Any]], NDArray[Any]]  # observations and masks to actions


def read_player(path: str) -> Choose:
    """Return the player that was saved at a path."""
    return read_model(path) if path.endswith(".zip") else read_network(path)


def read_model(path: str) -> Choose:
    """Return a model of Stable-Baselines3. Reading one can run code: take only files that you trust."""
    from sb3_contrib import MaskablePPO

    model = MaskablePPO.load(path, device="cpu")
    return lambda seen, masks: model.predict(seen, action_masks=masks, deterministic=True)[0]


def read_network(path: str) -> Choose:
    """Return a network of `ppo_selfplay.py`; a file of safetensors runs no code."""
    import torch
    from ppo_selfplay import Network
    from safetensors.torch import load_file

    weights = load_file(path)
    network = Network(weights["body.0.weight"].shape[1], weights["policy.bias"].shape[0])
    network.load_state_dict(weights)

    @torch.no_grad()
    def choose(seen: NDArray[Any], masks: NDArray[Any]) -> NDArray[Any]:
        actions: NDArray[Any] = network(torch.as_tensor(seen), torch.as_tensor(masks))[0].probs.argmax(-1).numpy()
        return actions

    return choose


def shares_of_wins(choose: Choose, num_players: int, opponent: str, num_games: int) -> NDArray[np.float64]:
    """Play games against a bot; return what share of each was won: 1, a part of a shared win, or 0.

    Each environment plays equally many games: to take the first that end would take the short ones.
    """
    many = min(GAMES_AT_ONCE, num_games)
    arguments: dict[str, Any] = {"num_players": num_players, "opponents": opponent, "seat": "random", "mask": "info"}
    envs = gymnasium.make_vec("mom_env/MonkeysOnTheMoon-v0", num_envs=many, **arguments)
    seen, infos = envs.reset(seed=SEED)
    each = -(-num_games // many)
    played, shares = np.zeros(many, np.int64), list[float]()
    while (played < each).any():
        seen, _, dones, _, infos = envs.step(choose(seen, infos["action_mask"]))
        for i in np.flatnonzero(dones & (played < each)):
            last = {name: infos["final_info"][name][i] for name in ("is_success", "winners")}
            shares.append(1 / len(last["winners"]) if last["is_success"] else 0.0)
            played[i] += 1
    envs.close()
    return np.array(shares)


def main() -> None:
    """Read the arguments, play, and print a line for each opponent."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--against", nargs="+", default=["random", "greedy", "planner"])
    parser.add_argument("--games", type=int, default=1000)
    arguments = parser.parse_args()
    choose = read_player(arguments.path)
    for opponent in arguments.against:
        shares = shares_of_wins(choose, arguments.players, opponent, arguments.games)
        error = 1.96 * shares.std() / sqrt(len(shares))
        interval = f"95 % interval {shares.mean() - error:.1%} to {shares.mean() + error:.1%}"
        print(f"against {opponent}: {shares.mean():.1%} of {len(shares):,} games won, {interval}", flush=True)


if __name__ == "__main__":
    main()
