"""The best combination of a sweep and its agent, measured again on deals that had no part in choosing them."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from mom_env.learning.evaluation import Strength, evaluate, matchups
from mom_env.learning.folders import AGENT
from mom_env.learning.reserved_seeds import REPORT_SEED
from mom_env.learning.sweep.summary import CombinationLine, Finished, best_line, best_run
from mom_env.players.agent import Agent


class Best(NamedTuple):
    """The best combination of a sweep.

    Attributes:
        line: its results, by which it was chosen.
        run: the one of its runs whose agent won most in an evaluation.
        folder: that of the run.
        deals: number of fresh deals, each of which was played from every seat.
        strengths: share of games that the agent won on them, by the label of the matchup.
    """

    line: CombinationLine
    run: Finished
    folder: Path
    deals: int
    strengths: dict[str, Strength]


def measure_best(lines: Sequence[CombinationLine], root: Path, deals: int) -> Best | None:
    """Return the best combination of a sweep, after playing its best agent on fresh deals; None if each has a failure.

    Args:
        lines: the results of all combinations.
        root: the sweep's folder.
        deals: number of fresh deals, each of which is played from every seat.
    """
    line = best_line(lines)
    if line is None:
        return None
    run = best_run(line)
    folder, config = root / run.training.folder, run.training.config
    measured = config.model_copy(update={"evaluation": config.evaluation.model_copy(update={"deals": deals})})
    agent, seed = Agent(folder / AGENT), REPORT_SEED + config.seed
    strengths = {one.label: evaluate(agent, measured, one.bot, seed, one.num_players) for one in matchups(config)}
    return Best(line, run, folder, deals, strengths)
