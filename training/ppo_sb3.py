"""Train MaskablePPO of Stable-Baselines3 against a bot, in one file to read from top to bottom.

    python training/ppo_sb3.py
    python training/ppo_sb3.py --players 4 --against greedy --decisions 5000000 --out four.zip

One seat learns, and a bot plays all other seats. `GameVecEnv` plays all games in compiled code, with the bot's moves
inside its step. The saved model is a player, too: `mom play sb3:ppo_sb3.zip`. Needs the extra `train`.
"""

import argparse

from sb3_contrib import MaskablePPO

from mom_env.sb3 import GameVecEnv

NUM_STEPS = 64  # decisions of a rollout in each game


def make_model(num_players: int, opponent: str, seed: int, num_games: int) -> MaskablePPO:
    """Return an untrained model with its games, with settings for many games at once; SB3's defaults are for few.

    Args:
        num_players: number of seats.
        opponent: the bot at all other seats.
        seed: determines everything random.
        num_games: number of games side by side.
    """
    games = GameVecEnv("monkeys_on_the_moon", num_games, num_players, opponent, reward="vp", seat="random", seed=seed)
    return MaskablePPO(
        "MlpPolicy",
        games,
        n_steps=NUM_STEPS,
        batch_size=min(4096, num_games * NUM_STEPS),
        n_epochs=4,
        learning_rate=1e-3,
        gamma=1.0,  # the reward comes at the end of a game, and is not discounted
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=seed,
        device="cpu",
        verbose=1,
    )


def main() -> None:
    """Read the arguments, train a model, and save it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=2, help="number of seats")
    parser.add_argument("--against", default="random", help="the bot at all other seats")
    parser.add_argument("--decisions", type=int, default=400_000, help="the learner's; rounded up to whole rollouts")
    parser.add_argument("--games", type=int, default=256, help="games side by side")
    parser.add_argument("--seed", type=int, default=1, help="determines everything random")
    parser.add_argument("--out", default="ppo_sb3.zip", help="the file of the model")
    arguments = parser.parse_args()
    model = make_model(arguments.players, arguments.against, arguments.seed, arguments.games)
    model.learn(arguments.decisions)
    model.save(arguments.out)
    print(f"saved: {arguments.out}")
    print(f"how strong it is: python training/evaluate.py {arguments.out} --players {arguments.players}")


if __name__ == "__main__":
    main()
