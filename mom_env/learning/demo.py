"""The training of `mom demo`: train a small agent from nothing, show how strong it is, and how to play against it."""

from pathlib import Path

from rich.console import Console
from rich.table import Table

from mom_env.common.resources import resource
from mom_env.games import load
from mom_env.learning import run
from mom_env.learning.batches import counts_in_words
from mom_env.learning.config import Config, load_config
from mom_env.learning.evaluation import evaluate
from mom_env.learning.folders import AGENT
from mom_env.learning.reserved_seeds import REPORT_SEED
from mom_env.players.agent import Agent

RUN = Path("runs/demo")
DEALS = 500


def show(game: str, console: Console) -> bool:
    """Train the demo's agent, and show how strong it is; return False if the training was interrupted, otherwise True.

    If the game has no training for a demo, print that, and return True.
    """
    path = Path(load(game).info.demo_training)
    if not path.name:
        console.print(f"No training: {load(game).info.title} has none for a demo.", style="yellow")
        return True
    config = load_config(resource(*path.parts))
    console.rule(f"an agent for {counts_in_words(config)}, from nothing", align="left", style="dim")
    if not run.start(config, RUN, console, replace=True):
        return False
    with console.status("playing fresh deals ..."):
        table = strengths(config)
    console.print(table)
    agent, others = RUN / AGENT, " ".join([str(RUN / AGENT)] * (config.player_counts[0] - 1))
    lines = f'strength over time: {RUN / run.PICTURE}\nas an opponent in Python: opponents="{agent}"\nplay against it: '
    console.print(f"{lines}[bold]mom play {others}[/]", highlight=False, soft_wrap=True)
    return True


def strengths(config: Config) -> Table:
    """Play the demo's agent against each bot of the evaluation on the same new deals, and return a table of wins."""
    agent, games = Agent(RUN / AGENT), DEALS * config.player_counts[0]
    measured = config.model_copy(update={"evaluation": config.evaluation.model_copy(update={"deals": DEALS})})
    table = Table("the new agent against", "games won", "95 % interval", title=f"{games:,} games each, fresh deals")
    for bot in config.evaluation.against:
        found = evaluate(agent, measured, bot, REPORT_SEED)
        table.add_row(bot, f"{found.share:.1%}", f"{found.low:.1%} to {found.high:.1%}")
    return table
