"""Kernels over parts of a batch, on threads of Python's own.

Kernels let go of the interpreter's lock, so plain threads are enough. Numba's own threads are not used beside torch:
both may be OpenMP, and then each changes the other's number of threads and waits for the other's idle workers.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor


class Team:
    """Some threads, the caller's among them.

    Attributes:
        size: how many. Sums over parts are taken in their order, so the size is part of a result's last bits.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._others = ThreadPoolExecutor(size - 1, "mom-team") if size > 1 else None

    def run(self, kernel: Callable[..., None], count: int, arguments: Callable[[int], tuple[object, ...]]) -> None:
        """Call `kernel(*arguments(part), first, last)` for equal parts of `count` rows, and wait for all."""
        bounds = [part * count // self.size for part in range(self.size + 1)]
        calls = [(*arguments(part), bounds[part], bounds[part + 1]) for part in range(self.size)]
        waiting = [self._others.submit(kernel, *call) for call in calls[1:]] if self._others else []
        kernel(*calls[0])
        for one in waiting:
            one.result()
