"""How much a test does: plain Python is far slower than compiled kernels, and there may be one core only."""

from typing import TypeVar

import numba
import pytest

from mom_env.kernel.jit import is_compiled

NUM_CORES = int(numba.config.NUMBA_NUM_THREADS)  # that this process may use
needs_two_cores = pytest.mark.skipif(NUM_CORES < 2, reason="this process may use one core only")


Size = TypeVar("Size")


def smaller_without_jit(compiled: Size, plain: Size) -> Size:
    return compiled if is_compiled() else plain
