"""Run kernels over parts of a batch, on Python's own threads.

Kernels release the interpreter's lock, so Python's threads are enough. Numba's threads are not used beside torch: both
may be those of OpenMP, and then each changes the other's number of threads and waits for the other's idle workers.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor


class Team:
    """A number of threads that compute together, including the caller's.

    Attributes:
        size: number of threads. Sums are taken part by part, so the last bits of a result depend on the size.
    """

    def __init__(self, size: int) -> None:
        """Start the threads beside the caller's; `size` is the number of all threads, at least 1."""
        self.size = size
        self._others = ThreadPoolExecutor(size - 1, "mom-team") if size > 1 else None

    def run(self, kernel: Callable[..., None], count: int, arguments: Callable[[int], tuple[object, ...]]) -> None:
        """Divide `count` rows among the threads, call a kernel for each thread's rows, and wait for all calls.

        Part `part`, counted from 0, is the call `kernel(*arguments(part), first, last)` for the rows from `first` to
        before `last`.
        """
        bounds = [part * count // self.size for part in range(self.size + 1)]
        calls = [(*arguments(part), bounds[part], bounds[part + 1]) for part in range(self.size)]
        waiting = [self._others.submit(kernel, *call) for call in calls[1:]] if self._others else []
        kernel(*calls[0])
        for one in waiting:
            one.result()
