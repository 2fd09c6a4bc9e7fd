"""Algorithms as users may write them, right and wrong."""

import os
import signal
import time
from typing import Any

import numpy as np
import torch

from mom_env.learning.benchmark.task import Task


def first_legal(_observation: Any, mask: Any) -> int:
    return int(mask.argmax())


def some_decisions(task: Task) -> Any:
    games = task.all_seats(8)
    rng = np.random.default_rng(task.seed)
    for _ in range(5):
        games.step(games.sample(rng))
    return first_legal


def a_bot(_task: Task) -> str:
    return "greedy"


def waits(task: Task) -> str:
    """Until there is a file `go` in the folder of the benchmark."""
    print(os.getpid(), "waits", flush=True)  # noqa: T201  # into the cell's output.txt
    while not (task.folder.parents[3] / "go").exists():
        time.sleep(0.05)
    return "greedy"


def raises(_task: Task) -> Any:
    raise ZeroDivisionError("no learning rate")


def breaks_when_interrupted(_task: Task) -> Any:
    """As Numba does, in the middle of a compilation."""
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)
    except KeyboardInterrupt:
        raise RuntimeError("no compiled object yet") from None


def leaves(_task: Task) -> Any:
    raise SystemExit(3)


def dies(_task: Task) -> Any:
    os._exit(7)


def dies_once(task: Task) -> Any:
    """Leave a file, die, and return a player the next time. The folder of an unfinished training is emptied before."""
    mark = task.folder.parents[3] / "died"
    if mark.exists():
        return "greedy"
    mark.touch()
    os._exit(7)


def overspends(task: Task) -> Any:
    games = task.all_seats(64)
    rng = np.random.default_rng(0)
    while True:
        games.step(games.sample(rng))


def now_and_then_illegal(_observation: Any, mask: Any) -> int:
    return int(mask.argmin() if mask.sum() == 9 else mask.argmax())


def cheats(_task: Task) -> Any:
    return now_and_then_illegal


def always_illegal(_observation: Any, mask: Any) -> int:
    return int(mask.argmin())


def always_cheats(_task: Task) -> Any:
    return always_illegal


def no_answer(_observation: Any, _mask: Any) -> None:
    return None


def never_answers(_task: Task) -> Any:
    return no_answer


def as_an_array(_observation: Any, mask: Any) -> Any:
    return np.array(mask.argmax())


def as_a_tensor(_observation: Any, mask: Any) -> Any:
    return torch.as_tensor(mask).argmax()


class Patient:
    """Takes the first legal action, and has a memory."""

    def reset(self, seat: int, num_players: int, seed: int) -> None:
        self.game = (seat, num_players, seed)

    def choose(self, observation: Any, mask: Any) -> int:
        return first_legal(observation, mask)


def returns_a_class(_task: Task) -> Any:
    return Patient


def answers_with_arrays(_task: Task) -> Any:
    return as_an_array


def answers_with_tensors(_task: Task) -> Any:
    return as_a_tensor


def cheats_by_name(_task: Task) -> str:
    return "tests.learning.own:now_and_then_illegal"


def a_function_by_name(_task: Task) -> str:
    return "tests.learning.own:first_legal"


def returns_a_number(_task: Task) -> Any:
    return 3


def returns_nobody(_task: Task) -> Any:
    return "gredy"


NO_FUNCTION = 3
