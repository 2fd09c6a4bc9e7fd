"""RL Baselines3 Zoo with MaskablePPO, which it does not list. Run: `python examples/rl_zoo3_maskable.py -n 20000`.

pip install mom-env rl_zoo3

All arguments are those of `python -m rl_zoo3.train`. The zoo's own algorithms know no masks. They run with
`illegal="lose"`, given by `--env-kwargs` and again by `--eval-env-kwargs`, and lose most games by illegal actions.
"""

import sys

HYPERPARAMS = {
    "policy": "MlpPolicy",
    "n_timesteps": 20_000,
    "n_envs": 4,
    "n_steps": 256,
    "batch_size": 256,
    "gamma": 1.0,
    "env_kwargs": {"num_players": 2, "opponents": "random", "mask": "info"},
}
hyperparams = {"mom_env/MonkeysOnTheMoon-v0": HYPERPARAMS}  # by this name the zoo looks for them in a file


def main() -> None:
    """Add the algorithm, and train as the zoo does, with the settings of this file; it evaluates without masks."""
    from rl_zoo3 import ALGOS  # noqa: PLC0415  # the zoo reads this file as a configuration, too
    from rl_zoo3.train import train  # noqa: PLC0415  # as above
    from sb3_contrib import MaskablePPO  # noqa: PLC0415  # as above

    ALGOS["ppo_mask"] = MaskablePPO
    name, *given = sys.argv
    env = ["--env", "mom_env/MonkeysOnTheMoon-v0", "--gym-packages", "mom_env", "--conf-file", __file__]
    sys.argv = [name, "--algo", "ppo_mask", *env, "--eval-freq", "-1", "--device", "cpu", *given]
    train()


if __name__ == "__main__":
    main()
