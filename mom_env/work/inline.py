"""Work in this process, one part after another."""

from collections.abc import Generator, Iterator

from mom_env.work.interrupts import Interrupts
from mom_env.work.job import Job, NoLink, P, R


def work_inline(job: Job[P, R], parts: Iterator[P], interrupts: Interrupts) -> Generator[tuple[P, R], None, None]:
    """Yield each part with its result, in order.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed; the part that it interrupted has no result.
    """
    with interrupts.raising():
        do = job.begin(NoLink())
    for part in parts:
        with interrupts.raising():
            result = do(part)
        yield part, result
