"""What an algorithm is given: a table, a seed, a folder, and environments that count."""

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

TELL_EVERY = 1.0  # seconds


class Budget:
    """Decisions that learning seats may take, all environments of a training together.

    Attributes:
        decisions: how many.
        spent: how many have been taken.
    """

    def __init__(self, decisions: int, file: Path | None = None) -> None:
        """The file is told now and then how many have been taken, for whoever looks on."""
        self.decisions, self.spent = decisions, 0
        self._file, self._told = file, time.monotonic()

    def spend(self, count: int) -> None:
        """Before so many decisions are taken.

        Raises:
            BudgetSpent: there are not so many left; nothing has changed.
        """
        if self.spent + count > self.decisions:
            raise BudgetSpent(f"expected at most {self.decisions:,} decisions, found {self.spent:,} and {count:,} more")
        self.spent += count
        if self._file is not None and time.monotonic() - self._told > TELL_EVERY:
            self._file.write_text(str(self.spent), encoding="utf-8")
            self._told = time.monotonic()

    def __copy__(self) -> Self:
        """Copies of an environment share its budget."""
        return self

    def __deepcopy__(self, _: object) -> Self:
        """As `__copy__`."""
        return self

    def __reduce__(self) -> NoReturn:
        """Another process would count for itself."""
        raise TypeError("expected the environments of a benchmark to stay in its process")


class Task(NamedTuple):
    """One cell of the benchmark, as an algorithm sees it.

    Every decision that one of its environments plays for the algorithm is taken off the budget, once, whether it is
    learnt from or not; what opponents inside decide is not. The step that would exceed it raises `BudgetSpent` and is
    not played.
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
        """The whole budget: how long the training is. It stays as it is while the training goes on."""
        return self.budget.decisions

    @property
    def left(self) -> int:
        """How many decisions of the budget have not been taken yet."""
        return self.budget.decisions - self.budget.spent

    def _given(self) -> dict[str, object]:
        return {"num_players": self.num_players, "options": self.options, "seed": self.seed}

    def vec_env(self, num_envs: int, opponents: Opponents = "random", **arguments: object) -> "CountedVecEnv":
        """A `GameVecEnv` of Stable-Baselines3 for one learning seat: a step takes `num_envs` decisions."""
        from mom_env.learning.benchmark.counted import CountedVecEnv  # noqa: PLC0415  # loads SB3 and torch, not needed by all

        given: dict[str, Any] = self._given() | arguments
        return CountedVecEnv(self.game, num_envs, opponents=opponents, **given, budget=self.budget)

    def all_seats(self, num_games: int, **arguments: object) -> "CountedGames":
        """A `VectorGame` in which all seats are the algorithm's: a step takes `num_games` decisions."""
        from mom_env.learning.benchmark.counted import CountedGames  # noqa: PLC0415  # as above

        given: dict[str, Any] = self._given() | arguments
        return CountedGames(self.game, num_games, **given, budget=self.budget)

    def gymnasium(self, opponents: Opponents = "random", **arguments: object) -> "CountedEnv":
        """The Gymnasium environment for one learning seat: a step takes one decision."""
        from mom_env.learning.benchmark.counted import CountedEnv  # noqa: PLC0415  # as above

        given = {"num_players": self.num_players, "options": self.options, **arguments}
        return CountedEnv(self.game, opponents, given, self.budget)
