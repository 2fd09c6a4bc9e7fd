"""What an algorithm is given: a game and its table, a seed, a folder, and environments that count decisions."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Self

from mom_env.contract.options import Options
from mom_env.errors import BudgetSpent
from mom_env.players.kinds import Who

if TYPE_CHECKING:
    from mom_env.learning.benchmark.counted import CountedEnv, CountedGames, CountedVecEnv

Opponents = Who | Sequence[Who]

WRITE_EVERY = 1.0  # seconds


class Budget:
    """The number of decisions that learning seats may make, in all environments of a training together.

    Attributes:
        decisions: the whole budget.
        spent: decisions that have been made.
    """

    def __init__(self, decisions: int, file: Path | None = None) -> None:
        """Begin with nothing spent.

        `spent` is written into `file`, if there is one, now and then, to show the progress.
        """
        self.decisions, self.spent = decisions, 0
        self._file, self._written_at = file, time.monotonic()

    def spend(self, count: int) -> None:
        """Deduct `count` decisions from the budget, before they are played.

        Raises:
            BudgetSpent: fewer are left; nothing has changed.
        """
        if self.spent + count > self.decisions:
            raise BudgetSpent(f"expected at most {self.decisions:,} decisions, found {self.spent:,} and {count:,} more")
        self.spent += count
        if self._file is not None and time.monotonic() - self._written_at > WRITE_EVERY:
            self._file.write_text(str(self.spent), encoding="utf-8")
            self._written_at = time.monotonic()

    def __copy__(self) -> Self:
        """Return this same object, as copies of an environment share their budget."""
        return self

    def __deepcopy__(self, _: object) -> Self:
        """Return this same object, as copies of an environment share their budget."""
        return self

    def __reduce__(self) -> NoReturn:
        """Refuse to be pickled, as another process would count for itself.

        Raises:
            TypeError: always.
        """
        raise TypeError("expected the environments of a benchmark to stay in its process")


class Task(NamedTuple):
    """One cell of the benchmark, as an algorithm sees it: the table to train for, a seed, and a budget of decisions.

    Every decision that the algorithm makes in one of the task's environments is deducted from the budget once, whether
    it is learnt from or not. Decisions of opponents inside an environment are not deducted. A step that would exceed
    the budget raises `BudgetSpent` and is not played.
    """

    setting: str
    num_players: int
    seed: int
    folder: Path  # to write into; empty at the beginning
    game: str
    options: Options
    budget: Budget

    @property
    def decisions(self) -> int:
        """The whole budget, which is the length of the training. It does not shrink as decisions are made."""
        return self.budget.decisions

    @property
    def left(self) -> int:
        """Number of decisions that are left of the budget."""
        return self.budget.decisions - self.budget.spent

    def _given(self) -> dict[str, object]:
        """Return the arguments of environments that the task decides: number of players, options and seed."""
        return {"num_players": self.num_players, "options": self.options, "seed": self.seed}

    def vec_env(self, num_envs: int, opponents: Opponents = "random", **arguments: object) -> "CountedVecEnv":
        """Return a `GameVecEnv` for Stable-Baselines3 with one learning seat. Each step spends `num_envs` decisions.

        Args:
            num_envs: number of games at once.
            opponents: one player for all other seats, or a list with one for each.
            arguments: further arguments of `GameVecEnv`.
        """
        from mom_env.learning.benchmark.counted import CountedVecEnv  # noqa: PLC0415  # loads SB3 and torch, not needed by all

        given: dict[str, Any] = self._given() | arguments
        return CountedVecEnv(self.game, num_envs, opponents=opponents, **given, budget=self.budget)

    def all_seats(self, num_games: int, **arguments: object) -> "CountedGames":
        """Return a `VectorGame` in which the algorithm plays all seats. Each step spends `num_games` decisions.

        `num_games` is the number of games at once, and `arguments` are further ones of `VectorGame`.
        """
        from mom_env.learning.benchmark.counted import CountedGames  # noqa: PLC0415  # as above

        given: dict[str, Any] = self._given() | arguments
        return CountedGames(self.game, num_games, **given, budget=self.budget)

    def gymnasium(self, opponents: Opponents = "random", **arguments: object) -> "CountedEnv":
        """Return the Gymnasium environment with one learning seat. Each step spends one decision.

        Args:
            opponents: one player for all other seats, or a list with one for each.
            arguments: further arguments of `OneSeatEnv`.
        """
        from mom_env.learning.benchmark.counted import CountedEnv  # noqa: PLC0415  # as above

        given = {"num_players": self.num_players, "options": self.options, **arguments}
        return CountedEnv(self.game, opponents, given, self.budget)
