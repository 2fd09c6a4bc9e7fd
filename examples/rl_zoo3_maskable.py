"""MaskablePPO in RL Baselines3 Zoo, which does not list it. Run: `python examples/rl_zoo3_maskable.py -n 20000`.

pip install mom-env rl_zoo3

The arguments are those of `python -m rl_zoo3.train`, and `--game`, the name of any game of the package. The zoo's own
algorithms use no masks. They run with `illegal="lose"`, given by both `--env-kwargs` and `--eval-env-kwargs`, and lose
most games by illegal actions.
"""

import argparse
import sys

from mom_env.games import GAMES, load

HYPERPARAMS = {
    "policy": "MlpPolicy",
    "n_timesteps": 20_000,
    "n_envs": 4,
    "n_steps": 256,
    "batch_size": 256,
    "gamma": 1.0,
    "env_kwargs": {"num_players": 2, "opponents": "random", "mask": "info"},
}
hyperparams = {load(game).info.environment: HYPERPARAMS for game in GAMES}  # the zoo looks for this name in the file


def main() -> None:
    """Add MaskablePPO to the zoo's algorithms, and train it with the settings of this file and of the command line.

    The zoo's own evaluation is off, as it uses no masks.
    """
    from rl_zoo3 import ALGOS  # noqa: PLC0415  # the zoo also reads this file as a configuration
    from rl_zoo3.train import train  # noqa: PLC0415  # as above
    from sb3_contrib import MaskablePPO  # noqa: PLC0415  # as above

    ALGOS["ppo_mask"] = MaskablePPO
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)  # the zoo shows the help
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    arguments, given = parser.parse_known_args()
    name = load(arguments.game).info.environment
    env = ["--env", name, "--gym-packages", "mom_env", "--conf-file", __file__]
    sys.argv = [sys.argv[0], "--algo", "ppo_mask", *env, "--eval-freq", "-1", "--device", "cpu", *given]
    train()


if __name__ == "__main__":
    main()
