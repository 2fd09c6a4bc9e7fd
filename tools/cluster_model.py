"""Model the time of commands on clusters of up to a thousand cores, from what is measured on this machine.

    python -m tools.cluster_model measure docs/cluster.json
    python -m tools.cluster_model write docs/cluster.json --into docs/cluster.md --picture docs/cluster.png

The first command needs a machine with two cores that does nothing else, and takes some minutes. The second one writes
the tables between the markers of the page, and draws the picture, in which the measured times are marked.
"""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer
from pydantic import ValidationError

from mom_env.common.colours import COLOURS
from mom_env.common.console import new_console
from mom_env.common.extras import import_from
from mom_env.common.files import read_text, try_file, write_file
from mom_env.common.page_parts import read_page, write_part
from mom_env.environments.docs_tables import markdown
from mom_env.errors import OptionError
from mom_env.work.on_ray import DRIVER_SECONDS, TASKS_A_CORE, parts_a_task
from tools.cluster_measure import LOADS, ON_RAY, PLACES, PROCESSES, Load, LoadMeasured, Measured, measure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COMMAND = "python -m tools.cluster_model write docs/cluster.json --into docs/cluster.md --picture docs/cluster.png"
MARKER, FACTS_MARKER = "model", "measured"
CORES = (1, 2, 10, 100, 1_000)
CURVE = tuple(round(10 ** (exponent / 8)) for exponent in range(25))  # cores, from 1 to 1,000
BYTES_A_SECOND = 125e6  # of the network, at 1 Gbit/s
CORES_A_MACHINE = 16
MOST_BYTES = 1_000_000
TICKS = {"1 s": 1, "10 s": 10, "1 min": 60, "10 min": 600, "1 h": 3_600, "10 h": 36_000, "100 h": 360_000}
DOTS_PER_INCH = 110
GREY = "#777777"

app = typer.Typer(add_completion=False)


class Times(NamedTuple):
    """What the time of a command on Ray is made of, in seconds.

    Attributes:
        start: until the program, Ray and the workers are ready, and for ending them.
        sending: the job to all machines.
        work: the parts and the overhead of tasks, shared evenly by all cores.
        driver: what the waiting process needs for all tasks and results, during the work.
        last: how long some cores are idle at the end, at most.
        report: on all games, at the end.
    """

    start: float
    sending: float
    work: float
    driver: float
    last: float
    report: float

    @property
    def total(self) -> float:
        """The time of the command: work and driver overlap, so that the longer one counts."""
        return self.start + self.sending + max(self.work, self.driver) + self.last + self.report

    @property
    def limit(self) -> str:
        """What most of the time is spent on, as the page calls it."""
        shares = {"start-up": self.start, "sending": self.sending, "last task": self.last, "report": self.report}
        shares["work" if self.work > self.driver else "driver"] = max(self.work, self.driver)
        return max(shares, key=lambda name: shares[name])


def num_tasks(seconds: float, parts: int, cores: int) -> int:
    """Return how many tasks `parts` parts of some `seconds` are given to `cores` cores in, by the rule of Ray tasks."""
    most = parts_a_task(seconds, parts, cores)
    tasks = max(0, parts // most - TASKS_A_CORE * cores)  # all of the largest size; then they get smaller
    left = parts - tasks * most
    while left > 0:
        left -= parts_a_task(seconds, left, cores)
        tasks += 1
    return tasks


def times_on_ray(measured: Measured, load: LoadMeasured, parts: int, cores: int) -> Times:
    """Return what the time of a command with `parts` parts is made of, on a Ray cluster with `cores` cores."""
    tasks = num_tasks(load.seconds, parts, cores)
    last_task = max(load.seconds, DRIVER_SECONDS * cores)
    return Times(
        start=load.program + load.start[ON_RAY],
        sending=math.ceil(cores / CORES_A_MACHINE) * load.job_bytes / BYTES_A_SECOND,
        work=(parts * load.seconds + tasks * measured.overhead) / cores,
        driver=tasks * measured.driver + parts * load.result_bytes / BYTES_A_SECOND,
        last=last_task * (1 - 1 / cores),
        report=measured.report * parts * load.games,
    )


def time_at(measured: Measured, load: LoadMeasured, parts: int, words: str) -> float:
    """Return how long a command with `parts` parts takes with the options `words`, on this machine."""
    if words == ON_RAY:
        return times_on_ray(measured, load, parts, PLACES[words].jobs).total
    cores = PLACES[words].jobs
    last = load.seconds * (1 - 1 / cores)
    start = load.program + load.start[words]
    return start + parts * load.seconds / cores + last + measured.report * parts * load.games


# Tables


def in_words(seconds: float) -> str:
    """Return a time as people say it.

    >>> in_words(4.25), in_words(75), in_words(5400), in_words(200_000)
    ('4.2 s', '75 s', '90 min', '56 h')
    """
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7_200 else f"{seconds / 3600:,.0f} h"


def large_parts(load: Load, found: LoadMeasured) -> int:
    """Return the number of parts of the large command of a load."""
    return math.ceil(load.large / found.size_of_part)


def rows_of_model(measured: Measured) -> Iterator[tuple[str, ...]]:
    """Yield the table of how long large commands take on 1 to 1,000 cores, header first."""
    heads = [f"{cores:,} core{'s' * (cores > 1)}" for cores in CORES]
    yield ("command", "parts", "a part", *heads, "what takes longest on 1,000 cores")
    for load in LOADS:
        found = measured.loads[load.name]
        parts = large_parts(load, found)
        times = [times_on_ray(measured, found, parts, cores) for cores in CORES]
        command = f"`{load.command(load.large)} --on ray`"
        spans = [in_words(one.total) for one in times]
        yield command, f"{parts:,}", in_words(found.seconds), *spans, times[-1].limit


def rows_of_commands(measured: Measured) -> Iterator[tuple[str, ...]]:
    """Yield the table of measured times of small commands on this machine, with what the model says, header first."""
    yield ("command", *(f"`{words}`: measured, model" for words in PLACES))
    for load in LOADS:
        found = measured.loads[load.name]
        pairs = [
            f"{found.commands[words]:.1f} s, {time_at(measured, found, found.parts, words):.1f} s" for words in PLACES
        ]
        yield f"`{load.command(found.size)}`", *pairs


def rows_of_facts(measured: Measured) -> Iterator[tuple[str, ...]]:
    """Yield the table of what is measured of each command, header first."""
    yield (
        *("command", "a part", "sent to each machine", "result of a part", "program starts"),
        *("two processes start and end", "Ray starts and ends"),
    )
    for load in LOADS:
        found = measured.loads[load.name]
        sizes = (f"{size / 1e3:,.1f} kB" for size in (found.job_bytes, found.result_bytes))
        starts = (f"{found.start[words]:.1f} s" for words in (PROCESSES, ON_RAY))
        part = f"{found.seconds:.3f} s"
        yield f"`mom {load.words[0]}`, {load.name}", part, *sizes, f"{found.program:.1f} s", *starts


def tables(measured: Measured) -> dict[str, str]:
    """Return the parts of the page by the names of their markers."""
    facts = [
        f"A task costs the waiting process {1e3 * measured.driver:.2f} ms, with tasks for 1,000 cores in flight.",
        f"It costs a core {1e3 * measured.overhead:.2f} ms.",
        f"The report of a tournament takes {1e6 * measured.report:.1f} microseconds for each game.",
        f"Measured on {', '.join(f'{name} {value}' for name, value in measured.machine.items())}.",
        f"Written by `{COMMAND}`.",
    ]
    return {
        MARKER: markdown(tuple(rows_of_model(measured))),
        FACTS_MARKER: "\n\n".join(
            [markdown(tuple(rows_of_commands(measured))), markdown(tuple(rows_of_facts(measured))), "\n".join(facts)]
        ),
    }


# The picture


def draw(measured: Measured, path: Path) -> None:
    """Write the picture of time by cores into the file `path`, as PNG, with a panel for each load."""
    figure = import_from("arena", "matplotlib.figure").Figure(figsize=(11, 8), layout="constrained")
    for axes, load in zip(figure.subplots(2, 2).flat, LOADS, strict=True):
        draw_load(axes, measured, load)
    figure.suptitle("time of a command by cores: lines are the model, dots are measured")
    figure.savefig(path, dpi=DOTS_PER_INCH, metadata={"Software": None})


def draw_load(axes: "Axes", measured: Measured, load: Load) -> None:
    """Draw the times of the large and of the small command of a load, both axes logarithmic."""
    found = measured.loads[load.name]
    sizes = {load.large: large_parts(load, found), found.size: found.parts}
    for (size, parts), colour in zip(sizes.items(), COLOURS, strict=False):
        seconds = [times_on_ray(measured, found, parts, cores).total for cores in CURVE]
        axes.plot(CURVE, seconds, color=colour, label=f"{load.option} {size:,} --on ray")
        ideal = [parts * found.seconds / cores for cores in CURVE]
        axes.plot(CURVE, ideal, color=colour, linestyle=":", linewidth=1)
    for words, marker in zip(PLACES, "o^s", strict=True):
        axes.plot(PLACES[words].jobs, found.commands[words], marker, color=GREY, label=f"measured, {words}")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(CORES, [f"{cores:,}" for cores in CORES])
    axes.set_xticks([], minor=True)
    axes.set_yticks(
        (1, 10, 60, 600, 3_600, 36_000, 360_000), ("1 s", "10 s", "1 min", "10 min", "1 h", "10 h", "100 h")
    )
    axes.set_yticks([], minor=True)
    axes.set_ylim(0.8, None)
    axes.set(title=f"mom {load.words[0]}: {load.name}", xlabel="cores; dotted: the work alone, shared evenly")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, fontsize="small")


# Commands


def read_measured(path: Path) -> Measured:
    """Return what is saved in a file.

    Raises:
        OptionError: the file cannot be read, or is not one of these.
    """
    try:
        return Measured.model_validate_json(read_text(path, MOST_BYTES, OptionError))
    except ValidationError as error:
        raise OptionError(f"{path}: expected a file of `measure`, found {error.errors()[0]['msg']}") from None


@app.command(name="measure")
def measure_and_save(
    out: Annotated[Path, typer.Argument(help="What is measured is saved here, as JSON.")],
    seconds: Annotated[float, typer.Option(help="Work of each measured command on one core, in seconds.")] = 8.0,
) -> None:
    """Measure costs of parts, start-ups, overheads and whole commands on this machine."""
    console = new_console()
    found = measure(seconds, lambda line: console.print(f"measuring: {line}", highlight=False, soft_wrap=True))
    write_file(try_file(out), found.model_dump_json(indent=2) + "\n")


@app.command()
def write(
    measured: Annotated[Path, typer.Argument(help="What `measure` has saved.")],
    into: Annotated[Path, typer.Option(help="The page.")],
    picture: Annotated[Path | None, typer.Option(help="The picture, as PNG.")] = None,
) -> None:
    """Write the tables of the model into the page, and draw the picture."""
    found = read_measured(measured)
    for name in (MARKER, FACTS_MARKER):
        read_page(into, name)
    for name, text in tables(found).items():
        write_part(into, name, text)
    if picture is not None:
        draw(found, picture)


if __name__ == "__main__":
    app()
