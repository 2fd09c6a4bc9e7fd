"""`mom bench train`: decisions per second of both trainers, end to end, and how the time is spent."""

import os
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TypedDict

from rich.console import Console
from rich.table import Table

from mom_env.common.files import try_file, write_json
from mom_env.games import make_ruleset
from mom_env.players.provenance import provenance_of
from mom_env.players.specs import make_player
from mom_env.work.progress import tracked

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # see `mom_env.learning.command`

from mom_env.learning.batches import counts_in_words
from mom_env.learning.config import Config, checked_config
from mom_env.learning.selfplay.trainer import SelfPlay  # loads torch, which must find the variable above

NEVER = 10**12
WARM_UP = 2  # iterations: compilation, first touch of memory, Adam's first step


def report(game: str, num_players: int, num_threads: int, seconds: float, console: Console, json: Path | None) -> None:
    """Measure the speed of both trainers, show the tables, and write the figures to the file `json`, unless it is None.

    Args:
        game: name of the game.
        num_players: number of seats.
        num_threads: number of threads of either trainer.
        seconds: how long each measurement takes at least.
        console: where the tables are shown.
        json: the file, or None.

    Raises:
        ConfigError: the game cannot be trained with these settings.
        OutputError: the file cannot be written; this is tried before anything is measured.
    """
    if json:
        try_file(json)
    given = {"game": game, "num_players": num_players, "threads": num_threads, "decisions": NEVER}
    config = checked_config({"trainer": "selfplay", **given}, "mom bench train")
    measured = measure(config, seconds, console)
    console.print(selfplay_table(config, measured))
    theirs = sb3_config(config)
    by_opponent = {bot: measure_sb3(theirs, bot, seconds, console) for bot in theirs.sb3.opponents}
    console.print(sb3_table(theirs, by_opponent))
    if json:
        settings = {"selfplay": config.model_dump(mode="json"), "sb3": theirs.model_dump(mode="json")}
        ruleset = make_ruleset(game, num_players)
        bots = [make_player(bot, game, ruleset) for bot in by_opponent]
        made_from = provenance_of(game, ruleset, bots).plain()
        content = {"figures": measured, "sb3": by_opponent, "settings": settings, "provenance": made_from}
        write_json(json, content)


class Rates(TypedDict):
    """Decisions per second: overall, and the median, lowest and highest of the iterations."""

    decisions_per_second: float
    median: float
    low: float
    high: float
    iterations: int


class OwnRates(Rates):
    """The rates of the self-play trainer, and which share of its time, from 0 to 1, rollouts and updates take."""

    processor_microseconds_per_decision: float
    shares: dict[str, float]


def sb3_config(config: Config) -> Config:
    """Return a configuration of the trainer `sb3` for the tables of `config`, with its own default games and steps."""
    tables = config.model_dump() | {"trainer": "sb3", "ppo": {"minibatch": 4096}}
    tables["network"] |= {"symmetry": "none"}
    return Config.model_validate(tables)


def measure_sb3(config: Config, opponent: str, seconds: float, console: Console) -> Rates:
    """Train with SB3 for some seconds, and return how many decisions the learner makes per second.

    The first WARM_UP rollouts are not counted.

    Args:
        config: of the trainer `sb3`.
        opponent: spec of the player at all other seats.
        seconds: how long to measure.
        console: where a line is shown meanwhile.
    """
    from mom_env.learning.sb3.callbacks import rollout_times  # noqa: PLC0415  # as above
    from mom_env.learning.sb3.trainer import make_model, part_env, set_precision  # noqa: PLC0415  # it takes seconds to load

    alone = config.model_copy(update={"sb3": config.sb3.model_copy(update={"opponents": [opponent]})})
    set_precision(config)
    with TemporaryDirectory() as folder, console.status(f"MaskablePPO against {opponent}"):
        times = rollout_times(make_model(alone, part_env(alone, Path(folder), 0)), WARM_UP, seconds)
    decisions = config.sb3.games * config.sb3.steps
    rates = [decisions / (after - before) for before, after in pairwise(times)]
    return {
        "decisions_per_second": decisions * len(rates) / (times[-1] - times[0]),
        "median": median(rates),
        "low": min(rates),
        "high": max(rates),
        "iterations": len(rates),
    }


def measure(config: Config, seconds: float, console: Console) -> OwnRates:
    """Train with `selfplay` for some seconds, and return its decisions per second and how the time was spent.

    The first WARM_UP iterations are not counted. At least one is.
    """
    with TemporaryDirectory() as folder:
        training = SelfPlay(config, Path(folder))
        for _ in tracked(range(WARM_UP), "warming up", WARM_UP, console):
            training.iterate()
        begin, cpu, before = perf_counter(), process_time(), training.decisions
        rates: list[float] = []
        shares = dict.fromkeys(training.seconds, 0.0)
        while perf_counter() - begin < seconds or not rates:
            decisions, started = training.decisions, perf_counter()
            training.iterate()
            rates.append((training.decisions - decisions) / (perf_counter() - started))
            shares = {part: shares[part] + spent for part, spent in training.seconds.items()}
        decisions, wall = training.decisions - before, perf_counter() - begin
        return {
            "decisions_per_second": decisions / wall,
            "median": median(rates),
            "low": min(rates),
            "high": max(rates),
            "processor_microseconds_per_decision": (process_time() - cpu) / decisions * 1e6,
            "iterations": len(rates),
            "shares": {part: spent / wall for part, spent in shares.items()},
        }


def selfplay_table(config: Config, measured: OwnRates) -> Table:
    """Return the figures of the self-play trainer as a table for the terminal."""
    table = Table("what", "measured", title="self-play training, decisions that enter the loss counted once")
    layers, ppo = "x".join(map(str, config.network.hidden)), config.ppo
    table.add_row("setting", f"{counts_in_words(config)}, {config.rollout.games} games, {layers}, {ppo.epochs} epochs")
    table.add_row("decisions/s", f"{measured['decisions_per_second']:,.0f} on {config.threads} threads")
    table.add_row(
        "by iteration", f"{measured['low']:,.0f} to {measured['high']:,.0f}, median {measured['median']:,.0f}"
    )
    table.add_row("processor time of a decision", f"{measured['processor_microseconds_per_decision']:.1f} us")
    for part, share in measured["shares"].items():
        table.add_row(f"share of the time: {part}", f"{share:.0%}")
    return table


def sb3_table(config: Config, by_opponent: Mapping[str, Rates]) -> Table:
    """Return the rates of the trainer `sb3`, by the spec of the opponent, as a table for the terminal."""
    table = Table("against", "decisions/s", "by iteration", title="sb3: MaskablePPO, the learner's decisions")
    for bot, measured in by_opponent.items():
        spread = f"{measured['low']:,.0f} to {measured['high']:,.0f}, median {measured['median']:,.0f}"
        table.add_row(bot, f"{measured['decisions_per_second']:,.0f} on {config.threads} threads", spread)
    return table
