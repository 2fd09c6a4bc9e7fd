"""The training of `mom demo`: a small agent from nothing, how strong it is, and how to meet it."""

from pathlib import Path

from rich.console import Console
from rich.table import Table

from mom_env.errors import ConfigError
from mom_env.policy_net import Agent
from mom_env.resources import resource
from training import run
from training.config import Config, load_config
from training.evaluation import evaluate
from training.folders import AGENT

CONFIG, RUN = "demo-2p.toml", Path("runs/demo")
DEALS = 500
SEED = 3 << 61  # deals that neither training nor the choice of the best has seen


def show(game: str, console: Console) -> bool:
    """Train the agent and show how strong it is; return False if the training was interrupted."""
    config = load_config(resource("configs", "train", CONFIG))
    if config.game != game:
        raise ConfigError(f"demo: expected {config.game}, found {game}")
    console.rule(f"an agent for {config.num_players} players, from nothing", align="left", style="dim")
    if not run.start(config, RUN, console, replace=True):
        return False
    with console.status("playing fresh deals ..."):
        table = strengths(config)
    console.print(table)
    agent, others = RUN / AGENT, " ".join([str(RUN / AGENT)] * (config.num_players - 1))
    told = f'strength over time: {RUN / run.PICTURE}\nits opponents in Python: opponents="{agent}"\nplay against it: '
    console.print(f"{told}[bold]mom play {others}[/]", highlight=False, soft_wrap=True)
    return True


def strengths(config: Config) -> Table:
    """The agent against each baseline, on the same fresh deals from every seat."""
    agent, games = Agent(RUN / AGENT), DEALS * config.num_players
    measured = config.model_copy(update={"evaluation": config.evaluation.model_copy(update={"deals": DEALS})})
    table = Table("the new agent against", "games won", "95 % interval", title=f"{games:,} games each, fresh deals")
    for bot in config.evaluation.against:
        found = evaluate(agent, measured, bot, SEED)
        table.add_row(bot, f"{found.share:.1%}", f"{found.low:.1%} to {found.high:.1%}")
    return table
