"""PPO by Stable-Baselines3 against a bot, in one file to be read from top to bottom. Needs the extra `train`.

python training/ppo_sb3.py
python training/ppo_sb3.py --players 4 --against greedy --decisions 5000000 --out four.zip

One seat learns, a bot holds the others. `GameVecEnv` steps all games in compiled code, opponents included, so the
learner waits for its network alone. The model also plays as `mom play sb3:ppo_sb3.zip`.
"""

import argparse

from sb3_contrib import MaskablePPO

from mom_env.sb3 import GameVecEnv

GAMES, STEPS = 256, 64  # of a rollout: 16,384 decisions


def make_model(num_players: int, opponent: str, seed: int) -> MaskablePPO:
    """Return a model that has learnt nothing, with settings for many games at once."""
    games = GameVecEnv("monkeys_on_the_moon", GAMES, num_players, opponent, reward="vp", seat="random", seed=seed)
    return MaskablePPO(
        "MlpPolicy",
        games,
        n_steps=STEPS,
        batch_size=4096,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=1.0,  # a game's return counts in full
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=seed,
        device="cpu",
        verbose=1,
    )


def main() -> None:
    """Read the arguments, train, and save."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--against", default="random")
    parser.add_argument("--decisions", type=int, default=400_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="ppo_sb3.zip")
    arguments = parser.parse_args()
    model = make_model(arguments.players, arguments.against, arguments.seed)
    model.learn(arguments.decisions)
    model.save(arguments.out)
    print(
        f"saved: {arguments.out}\nhow strong: python training/evaluate.py {arguments.out} --players {arguments.players}"
    )


if __name__ == "__main__":
    main()
