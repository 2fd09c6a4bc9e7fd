"""Environments that deduct each step from a budget before they play it.

A step that would exceed the budget raises `BudgetSpent`, and is not played.
"""

from collections.abc import Mapping
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from mom_env.base.vector_game import VectorGame
from mom_env.contract.records import Indices
from mom_env.environments.gymnasium import Info, OneSeatEnv, Seen
from mom_env.games import load
from mom_env.learning.benchmark.task import Budget
from mom_env.sb3 import GameVecEnv

Action = int | np.int64


class CountedVecEnv(GameVecEnv):
    """A `GameVecEnv` whose steps are deducted from a training's budget of decisions, one decision for each game.

    A step that would exceed the budget raises `BudgetSpent` and is not played.
    """

    def __init__(self, *arguments: Any, budget: Budget, **named: Any) -> None:
        """Make the environment with the other arguments of `GameVecEnv`; decisions are deducted from `budget`."""
        super().__init__(*arguments, **named)
        self.budget = budget

    def step_wait(self) -> VecEnvStepReturn:
        """Deduct a decision for each game from the budget, and play the step.

        Raises:
            BudgetSpent: fewer decisions are left; nothing has changed.
        """
        self.budget.spend(self.num_envs)
        return super().step_wait()


class CountedGames(VectorGame):
    """A `VectorGame` whose steps are deducted from a budget of decisions, one decision for each game."""

    def __init__(self, game: str, *arguments: Any, budget: Budget, **named: Any) -> None:
        """Make games of `game`, a name, with the other arguments of `VectorGame`.

        Decisions are deducted from `budget`.
        """
        self.game = load(game).people.Game  # type: ignore[misc]  # a class attribute in a game's own subclass
        super().__init__(*arguments, **named)
        self.budget = budget

    def step(self, actions: Indices) -> None:
        """Deduct a decision for each game from the budget, and play one action in each game.

        Raises:
            BudgetSpent: fewer decisions are left; nothing has changed.
        """
        self.budget.spend(self.num_games)
        super().step(actions)


class CountedEnv(gymnasium.Wrapper[Seen, Action, Seen, Action]):
    """A `OneSeatEnv` whose steps are deducted from a budget of decisions, one decision each."""

    def __init__(self, game: str, opponents: object, arguments: Mapping[str, object], budget: Budget) -> None:
        """Make the environment of the game called `game`; `arguments` are further ones of `OneSeatEnv`.

        Decisions are deducted from `budget`.
        """
        super().__init__(OneSeatEnv(game, opponents=opponents, **arguments))
        self.budget = budget

    def step(self, action: Action) -> tuple[Seen, SupportsFloat, bool, bool, Info]:
        """Deduct a decision from the budget, and play the step.

        Raises:
            BudgetSpent: no decision is left; nothing has changed.
        """
        self.budget.spend(1)
        return super().step(action)
