"""Same seed and choices, same bytes: compiled or not, bounds-checked, 1 or 2 threads, alone or in a batch."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from mom_env.kernel.jit import is_compiled
from tests.fingerprint import SEED, batches, fingerprint, play, play_alone
from tests.sizes import needs_two_cores, smaller_without_jit

pytestmark = pytest.mark.xdist_group("bytes")  # one process: the games to compare with are played once
NUM_GAMES = 2_000
REPOSITORY = Path(__file__).parent.parent
needs_jit = pytest.mark.skipif(not is_compiled(), reason="the compiled run starts the other ways of running itself")


def in_another_process(num_games: int, num_threads: int = 1, **environment: str) -> str:
    command = [sys.executable, "-m", "tests.fingerprint", str(num_games), str(num_threads)]
    variables = {**os.environ, **environment}
    run = subprocess.run(command, cwd=REPOSITORY, env=variables, capture_output=True, text=True, check=True)
    return run.stdout.strip()


@pytest.fixture(scope="module")
def compiled() -> str:
    return fingerprint(NUM_GAMES)


@needs_jit
@needs_two_cores
def test_two_threads_give_the_same_bytes(compiled: str) -> None:
    assert fingerprint(NUM_GAMES, num_threads=2) == compiled


@needs_jit
def test_another_process_gives_the_same_bytes(compiled: str) -> None:
    assert in_another_process(NUM_GAMES, PYTHONHASHSEED="1") == compiled


@needs_jit
def test_bounds_checked_kernels_give_the_same_bytes(compiled: str) -> None:
    """Their machine code lies apart, as the flag is part of the hash that names the directory."""
    assert in_another_process(NUM_GAMES, NUMBA_BOUNDSCHECK="1") == compiled


@needs_jit
def test_plain_python_gives_the_same_bytes(compiled: str) -> None:
    assert in_another_process(NUM_GAMES, NUMBA_DISABLE_JIT="1") == compiled


def test_a_game_alone_is_the_game_in_the_batch() -> None:
    for number, games in enumerate(batches(smaller_without_jit(NUM_GAMES, 24))):
        played = np.array(play(games, hashlib.sha256()))
        for i in range(games.num_games):
            alone = play_alone(games, i, SEED + number, played[:, i].tolist())
            assert alone == games.states[i].tobytes()


def test_another_seed_gives_other_bytes() -> None:
    games, others = batches(12)[0], batches(12)[0]
    others.reset(SEED + 1)
    assert games.states.tobytes() != others.states.tobytes()
