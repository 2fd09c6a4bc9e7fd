"""An algorithm of your own for the benchmark: a function from a task to a player. Needs the extras `train` and `arena`.

    mom benchmark examples.own_algorithm:train sb3 --settings 2p --seeds 3

`task` has `setting`, `num_players`, `seed`, `decisions` (the whole budget), `left` (what is left of it) and `folder`
(to write into). It makes environments that count decisions: `vec_env` (one seat, for Stable-Baselines3), `gymnasium`
(one seat, one game) and `all_seats` (a `VectorGame`).
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sb3_contrib import MaskablePPO

from mom_env.errors import BudgetSpent
from mom_env.learning.benchmark.task import Task

GAMES = 16


def train(task: Task) -> Callable[[Any, Any], int]:
    """Train MaskablePPO with a small network against greedy until the budget is spent, and return the player.

    The player is a function from what a seat sees to an action.
    """
    env = task.vec_env(GAMES, opponents="greedy")
    steps = min(256, max(1, task.decisions // (4 * GAMES)))  # at least four updates
    model = MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=lambda _: 1e-4 + 9e-4 * task.left / task.decisions,  # falls as the budget is spent
        n_steps=steps,
        gamma=1.0,
        policy_kwargs={"net_arch": [64, 64]},
        seed=task.seed,
        device="cpu",
    )
    with suppress(BudgetSpent):  # the step beyond the budget is not played; the model keeps what it has learnt
        model.learn(task.decisions + 1)

    def choose(observation: Any, action_mask: Any) -> int:
        action, _ = model.predict(observation, action_masks=action_mask.astype(bool), deterministic=True)
        return int(action)

    return choose  # or the folder of an agent, or the spec of a player
