"""Which part is handed out next, and which result is handed over next: in order, whatever is lost on the way."""

from collections import deque
from collections.abc import Iterator
from typing import Generic, NamedTuple

from mom_env.work.job import P, R


class Task(NamedTuple, Generic[P]):
    """A part that has been handed out: its number in the order of parts, and how often its workers have died."""

    number: int
    part: P
    deaths: int = 0


class Queue(Generic[P, R]):
    """Hands out parts in order, lost ones again and first, and hands over results in the order of parts.

    So that results do not pile up behind a slow part, at most `ahead` parts are handed out and not handed over. With
    None there is no such limit, and results are handed over as soon as they are there.
    """

    def __init__(self, parts: Iterator[P], ahead: int | None) -> None:
        """Begin with nothing handed out."""
        self._parts, self._ahead = enumerate(parts), ahead
        self._lost = deque[Task[P]]()
        self._waiting = dict[int, P]()  # handed out or lost, without a result
        self._ready = dict[int, tuple[P, R]]()
        self._next = 0  # number of the next result to hand over in order
        self._has_more = True

    @property
    def is_done(self) -> bool:
        """Whether all parts have been handed out, and all results handed over."""
        return not self._has_more and not self._waiting and not self._ready

    def take(self) -> Task[P] | None:
        """Hand out one part: a lost one first, else the next new one; return None if there is none.

        Return None, too, if `ahead` parts are handed out or wait to be handed over; a lost part is handed out anyway.
        """
        if self._lost:
            return self._lost.popleft()
        if self._ahead is not None and len(self._waiting) + len(self._ready) >= self._ahead:
            return None
        for number, part in self._parts:
            self._waiting[number] = part
            return Task(number, part)
        self._has_more = False
        return None

    def give_back(self, task: Task[P], *, has_died: bool = False) -> None:
        """Take back a part that was handed out, to hand it out again before all new ones.

        `has_died` says that the worker died while it did this part.
        """
        self._lost.append(task._replace(deaths=task.deaths + has_died))

    def finish(self, number: int, result: R) -> None:
        """Take the result of the part with this number; a second result of the same part is ignored."""
        if number in self._waiting:
            self._ready[number] = self._waiting.pop(number), result

    def pop_ready(self) -> Iterator[tuple[P, R]]:
        """Hand over parts with their results: in order up to the first part that has none, or all that are there."""
        if self._ahead is None:
            while self._ready:
                yield self._ready.pop(next(iter(self._ready)))
        while self._next in self._ready:
            yield self._ready.pop(self._next)
            self._next += 1
