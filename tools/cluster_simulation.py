"""Simulate work on a cluster of many nodes of which some die, and write a table of how long it takes into a page.

    python -m tools.cluster_simulation --nodes 1000 --parts 300000 --into docs/cluster.md

What hands out the parts is the real `mom_env.work.on_ray.RayTasks`, with its queue and its rule for the size of a task.
Only the module `ray` below it is replaced, by one whose nodes and whose time are simulated. So a run of ten minutes on
a thousand nodes takes some seconds, and is the same each time.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from mom_env.common.page_parts import print_and_write
from mom_env.environments.docs_tables import markdown
from mom_env.errors import WorkError
from mom_env.work.interrupts import Interrupts
from mom_env.work.job import Job
from mom_env.work.on_ray import RayTasks
from tools.simulated_ray import Conditions, SimulatedRay

MARKER = "simulation"
SHARES = (0.0, 0.01, 0.1)  # of the nodes that die during the run
COLUMNS = ("nodes that die", "died", "parts done again", "lost work", "time", "more than the ideal time")

app = typer.Typer(add_completion=False)


class Simulated(NamedTuple):
    """How a simulated run went. Times are in seconds."""

    results: list[tuple[int, int]]  # as they were handed over
    time: float
    ideal: float  # of these parts, without anything else
    deaths: int  # of nodes
    parts_again: int
    lost: float  # work of which the result was lost


def simulate(conditions: Conditions, seed: int) -> Simulated:
    """Simulate a run of a job, in which everything random follows from `seed`, and return how it went.

    Raises:
        WorkError: the nodes of a part died at each of its tries.
    """
    ray = SimulatedRay(conditions, seed)
    with Interrupts() as interrupts:
        tasks = RayTasks(Job[int, int](), range(conditions.parts), interrupts, ray, lambda: ray.now)
        results = [result for result in tasks.results() if result is not None]
    ideal = sum(ray.costs) / conditions.nodes
    return Simulated(results, ray.now, ideal, ray.deaths, ray.parts_again, ray.lost)


def rows(conditions: Conditions, shares: Sequence[float], seed: int) -> Iterator[tuple[str, ...]]:
    """Simulate a run for each share of nodes that die, check its results, and yield its row of the table."""
    for share in shares:
        found = simulate(conditions._replace(deaths=share), seed)
        if found.results != [(part, part * part) for part in range(conditions.parts)]:
            raise WorkError("simulation: expected each part once and in order, found another result")
        lost = found.lost / (found.ideal * conditions.nodes)
        yield (
            f"{share:.0%}".replace("%", " %"),
            f"{found.deaths:,}",
            f"{found.parts_again:,}",
            f"{lost:.2%}".replace("%", " %"),
            f"{found.time:,.0f} s",
            f"{found.time / found.ideal - 1:.1%}".replace("%", " %"),
        )


@app.command()
def main(
    nodes: Annotated[int, typer.Option(min=1, help="Number of nodes, each with one core.")] = 1_000,
    parts: Annotated[int, typer.Option(min=1, help="Number of parts of the job.")] = 300_000,
    seconds: Annotated[float, typer.Option(help="Mean time of a part.")] = 2.0,
    seed: Annotated[int, typer.Option(help="Determines everything random.")] = 0,
    into: Annotated[Path | None, typer.Option(help="Write the table into this page, too.")] = None,
) -> None:
    """Simulate a job on a cluster of which no node, 1 % or 10 % of the nodes die."""
    conditions = Conditions(nodes, parts, seconds)
    command = f"python -m tools.cluster_simulation --nodes {nodes} --parts {parts} --seconds {seconds:g} --seed {seed}"
    table = markdown((COLUMNS, *rows(conditions, SHARES, seed)))
    print_and_write([*table.splitlines(), "", f"Written by `{command} --into docs/cluster.md`."], into, MARKER)


if __name__ == "__main__":
    app()
