"""How many parts a task of Ray has: long tasks at first, ever shorter ones at the end."""

from collections.abc import Iterator
from itertools import islice

import pytest

from mom_env.work.on_ray import DRIVER_SECONDS, MOST_PARTS, TASK_SECONDS, parts_a_task

pytestmark = pytest.mark.once


def sizes(seconds: float, parts: int, cores: int) -> Iterator[int]:
    """Yield the sizes of all tasks of a job."""
    while parts:
        size = min(parts, parts_a_task(seconds, parts, cores))
        yield size
        parts -= size


def test_as_long_as_nothing_is_known_a_task_is_one_part() -> None:
    assert parts_a_task(None, 1_000_000, 2) == 1


@pytest.mark.parametrize(("seconds", "expected"), [(0.1, 100), (3.0, 3), (60.0, 1), (1e-6, MOST_PARTS)])
def test_a_task_takes_ten_seconds_unless_a_part_takes_longer(seconds: float, expected: int) -> None:
    assert TASK_SECONDS == 10
    assert parts_a_task(seconds, 10**9, 1_000) == expected


@pytest.mark.parametrize("cores", [1, 2, 100])
def test_tasks_get_shorter_at_the_end_and_the_last_ones_are_single_parts(cores: int) -> None:
    found = list(sizes(0.5, 100 * cores, cores))
    assert sum(found) == 100 * cores
    assert found == sorted(found, reverse=True)
    assert found[0] == 20
    assert found[-cores:] == [1] * cores


def test_tasks_are_not_shorter_than_it_takes_to_hand_them_out() -> None:
    found = list(islice(sizes(0.01, 100_000, 1_000), 2_000))
    assert min(found[:-1]) * 0.01 == pytest.approx(1_000 * DRIVER_SECONDS)
