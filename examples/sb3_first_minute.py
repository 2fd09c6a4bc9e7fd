"""Progress within a minute: MaskablePPO against random opponents, rewarded by score. Needs the extra `train`.

python examples/sb3_first_minute.py
python examples/sb3_first_minute.py --opponents greedy --decisions 2000000 --every 200000
python examples/sb3_first_minute.py --game ape_town

A harder opponent takes longer; docs/one-seat.md shows what the first two commands printed. Seconds are those of one
core, without the evaluations. The model is saved, and can play: mom play sb3:first_minute.zip
"""

import argparse
from time import process_time
from typing import Any, NamedTuple

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

from mom_env.games import GAMES, load
from mom_env.sb3 import GameVecEnv

AT_ONCE, STEPS = 250, 40  # a rollout has 10,000 decisions
JUDGED = 400  # games of an evaluation, which are not trained on
JUDGES_SEED = 2**32


class Strength(NamedTuple):
    """The results of a model in games that it was not trained on."""

    lead: float  # points above the mean of the others
    won: float  # share of games won; a shared win counts in part


def make_model(game: str, num_players: int, opponents: str, reward: str, seed: int) -> MaskablePPO:
    """Return an untrained model with its games, with settings for many games at once.

    Args:
        game: name of the game.
        num_players: number of seats.
        opponents: the player at all other seats.
        reward: "win", "vp" or "rank".
        seed: determines everything random.
    """
    env = GameVecEnv(game, AT_ONCE, num_players, opponents, reward=reward, seed=seed)
    return MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=STEPS,
        batch_size=min(2500, AT_ONCE * STEPS),
        n_epochs=4,
        learning_rate=1e-3,
        gamma=1.0,  # a game's return counts in full
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=seed,
        device="cpu",
    )


def strength(model: MaskablePPO, game: str, num_players: int, opponents: str) -> Strength:
    """Play the games of an evaluation against `opponents`, and return the model's results."""
    returns = {reward: play_games(model, game, num_players, opponents, reward) for reward in ("vp", "win")}
    equal = 1 / num_players
    won = equal + (1 - equal) * returns["win"].mean()  # reward="win" is 1 for a win, and 0 on average among equals
    unit = load(game).info.score_unit  # reward="vp" is the lead over this
    return Strength(unit * float(returns["vp"].mean()), float(won))


def play_games(model: MaskablePPO, game: str, num_players: int, opponents: str, reward: str) -> Any:
    """Play the JUDGED games of an evaluation, and return the model's return in each, in terms of `reward`."""
    games = GameVecEnv(game, JUDGED, num_players, opponents, reward=reward, seed=JUDGES_SEED)
    returns, _ = evaluate_policy(model, games, n_eval_episodes=JUDGED, return_episode_rewards=True)
    return np.array(returns)


def train(
    model: MaskablePPO, game: str, num_players: int, opponents: str, decisions: int, every: int
) -> list[Strength]:
    """Train a model for `decisions` decisions. Print and return its strength at first and after each `every` decisions.

    `opponents` is the player at all other seats.
    """
    title = f"{load(game).info.score} ahead"
    print(f"{'decisions':>10} {'seconds':>8}  {title} {'games won':>10}")
    torch.set_num_threads(1)  # more threads gain little, and round differently
    found, seconds = [], 0.0
    while True:
        found.append(strength(model, game, num_players, opponents))
        lead = f"{found[-1].lead:+.1f}".rjust(len(title))
        print(f"{model.num_timesteps:>10,} {seconds:>8.0f}  {lead} {found[-1].won:>10.1%}", flush=True)
        if model.num_timesteps >= decisions:
            return found
        began = process_time()
        model.learn(every, reset_num_timesteps=False)
        seconds += process_time() - began


def main() -> None:
    """Read the arguments, train a model, print its strength from time to time, and save it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--reward", default="vp", choices=["vp", "win", "rank"])
    parser.add_argument("--decisions", type=int, default=400_000)
    parser.add_argument("--every", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", default="first_minute.zip")
    given = parser.parse_args()
    model = make_model(given.game, given.players, given.opponents, given.reward, given.seed)
    train(model, given.game, given.players, given.opponents, given.decisions, given.every)
    model.save(given.save)


if __name__ == "__main__":
    main()
