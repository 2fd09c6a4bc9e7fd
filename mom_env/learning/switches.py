"""Measure what each switch of `selfplay` is worth: trainings with all switches off, and with one of them on.

Run as `python -m mom_env.learning.switches --out runs/switches --into docs/training.md --jobs 2`. Finished runs are
kept, and an interrupted run is resumed.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Annotated, NamedTuple

import typer
from rich.console import Console

from mom_env.common.console import INTERRUPTED, new_console
from mom_env.common.files import write_json
from mom_env.common.page_parts import read_page, write_part
from mom_env.common.resources import resource
from mom_env.contract.options import Options
from mom_env.environments.docs_tables import markdown
from mom_env.errors import OptionError
from mom_env.games import GAMES, load
from mom_env.learning.ablation import ADVICE, BASE, AblationJob, ArmRun, RunsLedger, folder_of, is_whole, train
from mom_env.learning.config import Config, checked_config, read_tables
from mom_env.learning.evaluation import evaluate
from mom_env.learning.folders import AGENT
from mom_env.learning.logs import CsvLog
from mom_env.learning.reserved_seeds import REPORT_SEED
from mom_env.players.agent import Agent
from mom_env.work.backends import Place
from mom_env.work.run import run_parts

INFO = load(GAMES[0]).info
NUM_PLAYERS = 2
BOTS = INFO.table(NUM_PLAYERS).panel[-2:]
SEEDS, DECISIONS, DEALS = 3, 20_000_000, 1000
OFF = (f"num_players={NUM_PLAYERS}", "threads=1", "league.past_share=0")
MARKER, RESULT = "switches", "switch.json"


def in_toml(options: Options) -> str:
    """Return options as an inline table of TOML.

    >>> in_toml({"fast": True, "rounds": [1, 2]})
    '{fast = true, rounds = [1, 2]}'
    """
    return "{" + ", ".join(f"{name} = {json.dumps(value)}" for name, value in options.items()) + "}"


ARMS: Mapping[str, tuple[str, ...]] = {
    "off": (),
    "random-starts": ("rollout.random_share=0.3", "rollout.random_plies=20"),
    "magnet": ("ppo.magnet=0.05", "ppo.magnet_every=300"),  # about every 5 M decisions
    "critic": ("ppo.critic=everything",),
    "search": ("search.share=0.05", "search.sims=64"),
    "search-by-halving": ("search.share=0.05", "search.sims=64", "search.root=halving"),
    "past-selves": ("league.past_share=0.4",),
    "players": (f"num_players={[count for count in INFO.num_players if count >= NUM_PLAYERS]}",),
    "options": (f"options=[{{}}, {in_toml(INFO.benchmark_options)}]",),
}


class Ablation(NamedTuple):
    """What is trained and measured.

    Attributes:
        out: the folder of all runs.
        arms: keys of ARMS, each the name of one way to train.
        seeds: number of runs of each arm; their seeds begin at 1.
        decisions: length of each run.
        deals: number of deals on which the last network is measured, each from every seat.
        settings: changes of all runs, like `ppo.epochs=2`.
    """

    out: Path
    arms: Sequence[str]
    seeds: int
    decisions: int
    deals: int
    settings: Sequence[str] = ()

    def config(self, arm: str, seed: int) -> Config:
        """Return the configuration of the run of an arm with a seed: all switches off, but that of the arm."""
        path = resource(*BASE)
        given = (*OFF, f"seed={seed}", f"decisions={self.decisions}", *self.settings, *ARMS[arm])
        return checked_config(read_tables(path), str(path), given)

    def runs(self) -> list[ArmRun]:
        """Return all runs, seed by seed."""
        return [ArmRun(arm, seed) for seed in range(1, self.seeds + 1) for arm in self.arms]

    def result(self, run: ArmRun) -> dict[str, float] | None:
        """Return what a run that is whole and measured has come to, or None.

        That is the share of games won against each bot, by its name, and the minutes of training.

        Raises:
            OptionError: its folder has a run with another configuration.
        """
        folder = folder_of(self.out, *run)
        if not is_whole(folder, self.config(*run)) or not (folder / RESULT).is_file():
            return None
        found = json.loads((folder / RESULT).read_text(encoding="utf-8"))
        return found["result"] if found["deals"] == self.deals else None


class SwitchJob(AblationJob):
    """Trains runs of an ablation, and measures each at its end. The result of a run is DONE or FAILED."""

    def __init__(self, ablation: Ablation) -> None:
        """Make the job for the runs of an ablation."""
        super().__init__(ablation.out, ablation.decisions)
        self.ablation = ablation

    def work_on(self, part: ArmRun) -> None:
        """Train a run to its end unless it is there, measure it, and write its result."""
        folder, config = folder_of(self.out, *part), self.ablation.config(*part)
        if not is_whole(folder, config):
            train(folder, config, new_console())
        result = measure(folder, self.ablation.config("off", part.seed), self.ablation.deals)
        write_json(folder / RESULT, {"deals": self.ablation.deals, "result": result})


def measure(folder: Path, config: Config, deals: int) -> dict[str, float]:
    """Return the share of games that a run's agent wins against each bot, by its name, and the minutes of training.

    Args:
        folder: of the run.
        config: of a run with all switches off, for the table at which the games are played.
        deals: number of deals, each of which is played from every seat.
    """
    agent, timing = Agent(folder / AGENT), CsvLog(folder / "timing.csv").rows()
    table = config.model_copy(update={"evaluation": config.evaluation.model_copy(update={"deals": deals})})
    shares = {bot: evaluate(agent, table, bot, REPORT_SEED + config.seed).share for bot in BOTS}
    return shares | {"minutes": float(timing[-1]["seconds"]) / 60}


def table(ablation: Ablation) -> str:
    """Return a Markdown table with a row for each arm that has finished runs.

    Its columns are the settings that are on, the number of finished runs, the percentage of games won against each bot,
    and the minutes of training. Percentages and minutes are means with all values, in the form of `in_words`.
    """
    rows: list[tuple[str, ...]] = [("on", "seeds", *(f"{bot}, %" for bot in BOTS), "minutes")]
    for arm in ablation.arms:
        found = [ablation.result(run) for run in ablation.runs() if run.arm == arm]
        done = [result for result in found if result is not None]
        if done:
            shares = [in_words([100 * result[bot] for result in done]) for bot in BOTS]
            minutes = in_words([result["minutes"] for result in done])
            rows.append(
                (", ".join(f"`{setting}`" for setting in ARMS[arm]) or "nothing", str(len(done)), *shares, minutes)
            )
    return markdown(tuple(rows))


def in_words(values: Sequence[float]) -> str:
    """Return the mean of `values` and all of them as text.

    >>> in_words([1.0, 2.04])
    '1.5 (1.0, 2.0)'
    """
    return f"{mean(values):.1f} ({', '.join(f'{value:.1f}' for value in values)})"


def ablate(ablation: Ablation, place: Place, console: Console) -> tuple[int, str]:
    """Train and measure all runs that are not finished, and return an exit code and the Markdown table of results.

    The exit code is DONE, FAILED or INTERRUPTED.

    Args:
        ablation: what is trained and measured.
        place: where runs are trained, each in a process of its own.
        console: where progress is shown.
    """
    left, job = [run for run in ablation.runs() if ablation.result(run) is None], SwitchJob(ablation)
    ledger = RunsLedger(left, job, console)
    is_done = run_parts(job, left, ledger, place, console, ADVICE)
    return (int(ledger.has_failed) if is_done else INTERRUPTED), table(ablation)


def main(
    out: Path = Path("runs") / "switches",
    into: Annotated[Path | None, typer.Option(help="Write the table between the page's markers.")] = None,
    arms: Annotated[list[str] | None, typer.Option("--arm", help="Only this arm; may be repeated.")] = None,
    seeds: Annotated[int, typer.Option(min=1)] = SEEDS,
    decisions: int = DECISIONS,
    deals: Annotated[int, typer.Option(min=2, help="On which the last networks are measured.")] = DEALS,
    settings: Annotated[list[str] | None, typer.Option("--set", help="section.key=value of all runs.")] = None,
    jobs: Annotated[int, typer.Option(min=1)] = 1,
) -> None:
    """Train selfplay with all switches off and with one on, and show how strong the last networks are."""
    console = new_console()
    for arm in arms or []:
        if arm not in ARMS:
            raise OptionError(f"--arm: expected one of {', '.join(ARMS)}, found {arm!r}")
    if into:
        read_page(into, MARKER)  # fails now, and not after hours, if the page has no markers
    ablation = Ablation(out, arms or list(ARMS), seeds, decisions, deals, settings or [])
    code, lines = ablate(ablation, Place(jobs), console)
    console.print(lines, markup=False, highlight=False, soft_wrap=True)
    if into:
        write_part(into, MARKER, lines)
    raise typer.Exit(code)


if __name__ == "__main__":
    typer.run(main)
