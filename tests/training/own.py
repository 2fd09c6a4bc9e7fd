"""Algorithms as users may write them, right and wrong."""

import os
from typing import Any

import numpy as np

from training.benchmark.task import Task


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


def raises(_task: Task) -> Any:
    raise ZeroDivisionError("no learning rate")


def leaves(_task: Task) -> Any:
    raise SystemExit(3)


def dies(_task: Task) -> Any:
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


def cheats_by_name(_task: Task) -> str:
    return "tests.training.own:now_and_then_illegal"


def returns_a_number(_task: Task) -> Any:
    return 3


def returns_nobody(_task: Task) -> Any:
    return "gredy"


NO_FUNCTION = 3
