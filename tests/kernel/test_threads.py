"""Forks and threads of Python: no batch on several threads ends its process, and games are the same everywhere."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mom_env.kernel.jit import is_compiled
from mom_env.kernel.threads import ALONE, Threads

pytestmark = pytest.mark.outside
ROOT = Path(__file__).resolve().parents[2]
has_forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no forks")
compiled = pytest.mark.skipif(not is_compiled(), reason="without the JIT there are no threads of Numba")

PLAY = """
import os, sys, threading
import numpy as np
from mom_env.kernel.threads import ALONE, THREADS, layer
from mom_env.monkeys_on_the_moon import VectorGame
from mom_env.environments.one_seat import OneSeat, SeatSettings

def played(seed, num_threads=2, steps=40):
    games, rng = VectorGame(64, seed=seed, num_threads=num_threads), np.random.default_rng(seed)
    for _ in range(steps):
        games.step(games.sample(rng))
    table = OneSeat("monkeys_on_the_moon", 64, SeatSettings(), num_threads=num_threads)
    table.reset(list(range(64)))
    for _ in range(steps):
        table.step(table.sample(rng))
    return games.states.tobytes() + table.states.tobytes()

def granted():
    with THREADS.granted(2) as threads:
        return threads

def in_child(function):
    pid = os.fork()
    if pid == 0:
        try:
            function()
            os._exit(0)
        except BaseException as error:
            print(repr(error), file=sys.stderr, flush=True)
            os._exit(1)
    assert os.waitpid(pid, 0)[1] == 0
"""
FORKED = """
def check(threads):
    assert granted() == threads, (granted(), threads)
    assert played(3) == alone
alone = played(3, 1)
in_child(lambda: check(2))  # nothing of Numba's has run in parallel before
assert played(3) == alone
expected = ALONE if layer() == "omp" else 2
def child():
    check(expected)
    in_child(lambda: check(expected))
in_child(child)
check(2)
"""
THREADED = """
alone = [played(seed, 1, 400) for seed in range(4)]
found = [None] * 4
def play(seed):
    found[seed] = played(seed, 2, 400)
threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert found == alone
assert granted() == 2
print(layer())
"""


def run(code: str, layer: str) -> str:
    """The output of a process of its own, with at least two threads and a threading layer of Numba."""
    environment = {**os.environ, "NUMBA_NUM_THREADS": "2", "NUMBA_THREADING_LAYER": layer, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", PLAY + code]
    process = subprocess.run(command, check=False, env=environment, cwd=ROOT, capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    return process.stdout


@has_forks
@compiled
@pytest.mark.parametrize("layer", ["default", "workqueue"])
def test_a_process_that_was_forked_from_one_with_threads_plays_the_same_games(layer: str) -> None:
    run(FORKED, layer)


@compiled
@pytest.mark.parametrize("layer", ["default", "workqueue"])
def test_threads_of_python_play_the_same_games_side_by_side(layer: str) -> None:
    assert layer in {"default", run(THREADED, layer).strip()}


def test_one_turn_at_a_time_where_the_layer_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = Threads()
    for layer, second in (("workqueue", ALONE), ("", ALONE), ("omp", 2), ("tbb", 2)):
        monkeypatch.setattr("mom_env.kernel.threads.layer", lambda name=layer: name)
        monkeypatch.setattr("numba.set_num_threads", lambda _: None)
        with threads.granted(2) as first, threads.granted(2) as other:
            assert (first, other) == (2, second)
        with threads.granted(2) as again:
            assert again == 2


def test_after_a_fork_only_what_openmp_has_lost_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.set_num_threads", lambda _: None)
    for layer, left in (("omp", ALONE), ("workqueue", 2), ("tbb", 2), ("", 2)):
        threads = Threads()
        monkeypatch.setattr("mom_env.kernel.threads.layer", lambda name=layer: name)
        somebody = threads.granted(2)
        somebody.__enter__()  # in the parent, where it stays
        threads.after_fork()
        with threads.granted(2) as found:
            assert found == left, layer
