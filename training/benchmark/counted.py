"""Environments that take each step off a budget before they play it."""

from typing import Any

import gymnasium
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from mom_env.base.vector import VectorGame
from mom_env.games import load
from mom_env.gymnasium import OneSeatEnv
from mom_env.sb3 import GameVecEnv
from training.benchmark.task import Budget


class CountedVecEnv(GameVecEnv):
    """One decision of each game a step."""

    def __init__(self, *arguments: Any, budget: Budget, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.budget = budget

    def step_wait(self) -> VecEnvStepReturn:
        """As before, if the budget allows."""
        self.budget.spend(self.num_envs)
        return super().step_wait()


class CountedGames(VectorGame):
    """One decision of each game a step."""

    def __init__(self, game: str, *arguments: Any, budget: Budget, **named: Any) -> None:
        self.game = load(game).people.Game  # type: ignore[misc]  # of this batch; a game's own batches are of one game
        super().__init__(*arguments, **named)
        self.budget = budget

    def step(self, actions: Any) -> None:
        """As before, if the budget allows."""
        self.budget.spend(self.num_games)
        super().step(actions)


class CountedEnv(gymnasium.Wrapper[Any, Any, Any, Any]):
    """One decision a step."""

    def __init__(self, game: str, opponents: Any, arguments: dict[str, Any], budget: Budget) -> None:
        super().__init__(OneSeatEnv(game, opponents=opponents, **arguments))
        self.budget = budget

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """As before, if the budget allows."""
        self.budget.spend(1)
        return super().step(action)
