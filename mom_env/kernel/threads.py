"""When a batch may use the threads of Numba.

In two cases Numba ends the process instead of running a parallel kernel:

* with GNU OpenMP, in a process that was forked after the threads had been used;
* with its own layer "workqueue", while another Python thread is in a parallel kernel.

Results do not depend on the number of threads, so in both cases the caller's thread plays alone.
"""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import numba

T = TypeVar("T")

ALONE = 1
TAKES_TURNS = ("workqueue", "")  # "": no layer yet; the first parallel kernel chooses it


class Threads:
    """Decides on how many of Numba's threads a kernel of this process may run now."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._is_lost = False  # whether a fork has left the threads in the parent process

    @contextmanager
    def granted(self, wanted: int) -> Iterator[int]:
        """Set the number of Numba's threads to `wanted`, and give that number to the `with` block.

        The number of threads is not set back after the block.

        Give `ALONE` (1) instead if no parallel kernel may be called now. That is so after a fork which left the threads
        in the parent process, and while another Python thread is in such a block, with a layer that takes turns.
        """
        turn = self._turn if layer() in TAKES_TURNS else None
        if self._is_lost or (turn and not turn.acquire(blocking=False)):
            yield ALONE
            return
        try:
            numba.set_num_threads(wanted)
            yield wanted
        finally:
            if turn:
                turn.release()

    def run(self, alone: Callable[..., T], together: Callable[..., T], arguments: tuple[object, ...], wanted: int) -> T:
        """Return `together(*arguments, threads)` on `wanted` threads, or `alone(*arguments)` with only one.

        Both do the same; `alone` is a kernel of one thread, `together` a parallel one.
        """
        if wanted == ALONE:
            return alone(*arguments)
        with self.granted(wanted) as threads:
            return together(*arguments, threads) if threads > ALONE else alone(*arguments)

    def after_fork(self) -> None:
        """Give up the threads that a fork has left in the parent process; the child process calls this."""
        self._turn = threading.Lock()  # the holder of the old lock may not exist in this process
        self._is_lost = self._is_lost or layer() == "omp"


def layer() -> str:
    """Return the name of Numba's threading layer, or "" if none has been chosen yet."""
    try:
        return str(numba.threading_layer())
    except ValueError:
        return ""


THREADS = Threads()
if hasattr(os, "register_at_fork"):  # not on Windows, which has no forks
    os.register_at_fork(after_in_child=THREADS.after_fork)
