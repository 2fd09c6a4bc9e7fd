"""Same seed and choices, same bytes: compiled or not, bounds-checked, 1 or 2 threads, alone or in a batch.

Each stage of `make test` plays in its own way and compares with the same committed hashes, so no stage starts another.
Each is another process, too, in which Python hashes strings with another seed.
"""

import hashlib

import numpy as np
import pytest

from mom_env.kernel.jit import is_compiled
from tests.support.fingerprint import NUM_GAMES, SEED, TABLES, batches, of_table, play, play_alone, recorded
from tests.support.sizes import needs_two_cores, smaller_without_jit

HOW = "if bytes may change: `make golden`, and read the difference"
needs_jit = pytest.mark.skipif(not is_compiled(), reason="without the JIT there are no threads")
each_table = pytest.mark.parametrize("number", range(len(TABLES)))


@each_table
def test_bytes_are_the_committed_ones(number: int) -> None:
    assert of_table(number, NUM_GAMES) == recorded()[number], HOW


@needs_jit
@needs_two_cores
@each_table
def test_two_threads_give_the_same_bytes(number: int) -> None:
    assert of_table(number, NUM_GAMES, num_threads=2) == recorded()[number]


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
