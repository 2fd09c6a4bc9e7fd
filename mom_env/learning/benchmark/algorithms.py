"""Algorithms by name: a file of configs/benchmark, an untrained bot, or a user's own function."""

from collections.abc import Callable
from functools import partial
from inspect import isclass
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console

from mom_env.common.arguments import shown
from mom_env.common.settings import unknown
from mom_env.common.tensors import sha256
from mom_env.errors import ConfigError, OptionError
from mom_env.games import GAMES, load
from mom_env.learning.benchmark.protocol import BUDGET
from mom_env.learning.benchmark.task import Task
from mom_env.learning.config import Config, checked_config, read_tables
from mom_env.learning.folders import is_begun
from mom_env.players.agent import read_agent_manifest
from mom_env.players.inventory import configs_of
from mom_env.players.kinds import made_from_game
from mom_env.players.provenance import UNKNOWN
from mom_env.players.specs import import_named

LEAST_ROLLOUTS = 10  # of a training; with a small budget, rollouts are made smaller
SB3_PARTS = 10
THREADS = 1  # so that results do not depend on how many trainings run side by side


class Trained(NamedTuple):
    """What a training returns: its player, how long it took, and its configuration."""

    player: Any  # a spec, the folder of an agent, or a function
    seconds: float | None = None  # if the training measures them itself
    config: Config | None = None  # of our own trainers


class Algorithm(NamedTuple):
    """An algorithm of the benchmark: its name, what it was made from, and the function that trains a player."""

    name: str
    made_from: str  # a bot's version, or the hash of a configuration or of a function's source file
    train: Callable[[Task, Console], Trained]
    has_chance: bool = True  # without chance, one seed is enough
    resumes: bool = False  # whether it resumes from files in its folder

    @property
    def spec(self) -> str:
        """Name of the algorithm, as the attribute that `mom_env.players.provenance` reads."""
        return self.name


def configurations(game: str) -> dict[str, Path]:
    """Return the configuration files of the game's algorithms in the package, by the name of the algorithm."""
    return {path.stem: path for path in configs_of(game, "benchmark")}


def built_in(game: str = GAMES[0]) -> list[str]:
    """Return the names of the algorithms that come with the package: the game's first bot, and then the others."""
    weakest = next(iter(load(game).people.BOTS))
    return [weakest, *configurations(game)]


def find_algorithm(name: str, game: str) -> Algorithm:
    """Return the algorithm called `name`, for the game called `game`.

    It is a bot of the game, a configuration that comes with the package, or a function given as `module:function`.

    Raises:
        OptionError: there is no such name, and the message lists all names; or what `module:function` names is not a
            function with a known source file.
    """
    bots = load(game).people.BOTS
    if name in bots:
        return Algorithm(name, made_from_game(game, name), lambda _task, _console: Trained(name), has_chance=False)
    if path := configurations(game).get(name):
        return Algorithm(name, f"configuration {sha256(path.read_bytes())}", partial(follow, path), resumes=True)
    if ":" not in name:
        raise OptionError(unknown("algorithm", name, dict.fromkeys([*built_in(game), *bots, "module:function"])))
    found = import_named(name, f"algorithm {name!r}")
    if not found or isclass(found.value):
        raise OptionError(f"algorithm: expected module:function, found {name!r}")
    if not callable(found.value):
        raise OptionError(f"algorithm {name!r}: expected a function, found {shown(found.value)}")
    if found.made_from == UNKNOWN:
        raise OptionError(f"algorithm {name!r}: expected a function of a file, found one whose source is unknown")
    function: Any = found.value
    return Algorithm(name, found.made_from, lambda task, _console: Trained(function(task)))


def follow(path: Path, task: Task, console: Console) -> Trained:
    """Train as the configuration file `path` says, or resume the training in the task's folder, and return its agent.

    At the end, the decisions that the agent has learnt from are deducted from the task's budget.

    Raises:
        ConfigError: the budget is too small.
        KeyboardInterrupt: the training was interrupted.
    """
    from mom_env.learning import run  # noqa: PLC0415  # loads torch, which not every algorithm needs

    config = config_of(path, task)
    if is_begun(task.folder):
        is_done = run.resume(task.folder, console)
    else:
        is_done = run.start(config, task.folder, console, replace=True)
    if not is_done:
        raise KeyboardInterrupt
    agent = task.folder / (f"past/{SB3_PARTS:04}" if config.trainer == "sb3" else "agent")
    task.budget.spend(int(read_agent_manifest(agent).trained["decisions"]))
    return Trained(str(agent), seconds_of(task.folder), config)


def seconds_of(run: Path) -> float:
    """Return how many seconds the training in the folder `run` took, as its log says."""
    from mom_env.learning.logs import CsvLog  # noqa: PLC0415  # as above

    return float(CsvLog(run / "timing.csv").rows()[-1]["seconds"])


def config_of(path: Path, task: Task) -> Config:
    """Return the configuration of the file `path`, adapted to the task, with rollouts that fit into the budget.

    Raises:
        ConfigError: the budget is too small.
    """
    given = {"game": task.game, "num_players": task.num_players, "options": task.options, "seed": task.seed}
    config = checked_config({**read_tables(path), **given, "threads": THREADS, "decisions": task.decisions}, str(path))
    return fitted_sb3(config, task.decisions) if config.trainer == "sb3" else fitted_selfplay(config, task.decisions)


def fitted_selfplay(config: Config, decisions: int) -> Config:
    """Return a copy of a configuration, changed so that the training cannot exceed the budget of `decisions`.

    The training ends before a rollout that might exceed it. If needed, fewer games are played at once. The decisions of
    the imitation shrink or grow with the budget.

    Raises:
        ConfigError: the budget is too small.
    """
    games = fitting_games(config.rollout.games, config.rollout.steps, decisions)
    imitated = round(config.imitation.decisions * decisions / BUDGET)
    return config.model_copy(
        update={
            "decisions": decisions - games * config.rollout.steps,
            "rollout": config.rollout.model_copy(update={"games": games}),
            "imitation": config.imitation.model_copy(update={"decisions": imitated}),
        }
    )


def fitted_sb3(config: Config, decisions: int) -> Config:
    """Return a copy of a configuration, changed to SB3_PARTS equal parts that fit into the budget of `decisions`.

    Parts are whole rollouts, as SB3 ends no rollout early. If needed, fewer games are played at once.

    Raises:
        ConfigError: the budget is too small.
    """
    games = fitting_games(config.sb3.games, config.sb3.steps, decisions)
    rollout = games * config.sb3.steps
    part = decisions // SB3_PARTS // rollout * rollout
    sb3 = config.sb3.model_copy(update={"games": games, "past_every": part})
    return config.model_copy(update={"decisions": SB3_PARTS * part, "sb3": sb3})


def fitting_games(games: int, steps: int, decisions: int) -> int:
    """Return the greatest number of games at once, at most `games`, that leaves budget for LEAST_ROLLOUTS rollouts.

    A rollout has `steps` decisions of each game. The budget is `decisions`, for all rollouts together.

    Raises:
        ConfigError: the budget is too small for a single game.
    """
    fitting = min(games, decisions // (LEAST_ROLLOUTS * steps))
    if fitting < 1:
        least = LEAST_ROLLOUTS * steps
        raise ConfigError(f"decisions: expected at least {least:,} for this algorithm, found {decisions:,}")
    return fitting
