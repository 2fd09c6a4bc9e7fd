"""Algorithms by name: a file of configs/benchmark, a bot as it is, or a function of a user's own."""

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
from mom_env.learning.config import Config, checked, read_toml
from mom_env.learning.folders import is_begun
from mom_env.players.agent import read_agent_manifest
from mom_env.players.inventory import configs_of
from mom_env.players.kinds import made_from_game
from mom_env.players.provenance import UNKNOWN
from mom_env.players.specs import import_named

LEAST_ROLLOUTS = 10  # of a training; a small budget gets smaller ones
SB3_PARTS = 10
THREADS = 1  # what a training comes to does not depend on how many are run side by side


class Trained(NamedTuple):
    """What came of a training."""

    player: Any  # a spec, the folder of an agent, or a function
    seconds: float | None = None  # as far as the training counts them itself
    config: Config | None = None


class Algorithm(NamedTuple):
    """An algorithm of the benchmark."""

    name: str
    made_from: str  # a bot's version, or the hash of a configuration or of a function's source file
    train: Callable[[Task, Console], Trained]
    has_chance: bool = True  # without, one seed is enough
    resumes: bool = False  # from what it left in its folder

    @property
    def spec(self) -> str:
        """Its name, as `mom_env.players.provenance` asks for it."""
        return self.name

    @property
    def folder(self) -> str:
        """What a folder of its results is called."""
        return self.name.replace(":", ".")


def configurations(game: str) -> dict[str, Path]:
    """The files of the algorithms that come with the package, by name."""
    return {path.stem: path for path in configs_of(game, "benchmark")}


def built_in(game: str = GAMES[0]) -> list[str]:
    """The algorithms that come with the package, the untrained one first."""
    weakest = next(iter(load(game).people.BOTS))
    return [weakest, *configurations(game)]


def find_algorithm(name: str, game: str) -> Algorithm:
    """Return the algorithm of that name.

    Raises:
        OptionError: there is none; it says which there are, and the nearest.
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
    """Train with one of our trainers as a file says, or go on with what is in the folder."""
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
    """How long a training took."""
    from mom_env.learning.logs import Table as Rows  # noqa: PLC0415  # as above

    return float(Rows(run / "timing.csv").rows()[-1]["seconds"])


def config_of(path: Path, task: Task) -> Config:
    """The configuration of a file for this task, with rollouts that fit into the budget.

    Raises:
        ConfigError: the budget is too small.
    """
    given = {"game": task.game, "num_players": task.num_players, "options": task.options, "seed": task.seed}
    config = checked({**read_toml(path), **given, "threads": THREADS, "decisions": task.decisions}, str(path))
    return fitted_sb3(config, task.decisions) if config.trainer == "sb3" else fitted_selfplay(config, task.decisions)


def fitted_selfplay(config: Config, decisions: int) -> Config:
    """A training that ends before a rollout could exceed the budget; it looks at its strength at the end only."""
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
    """Parts of whole rollouts, as SB3 ends no rollout early."""
    games = fitting_games(config.sb3.games, config.sb3.steps, decisions)
    rollout = games * config.sb3.steps
    part = decisions // SB3_PARTS // rollout * rollout
    sb3 = config.sb3.model_copy(update={"games": games, "past_every": part})
    return config.model_copy(update={"decisions": SB3_PARTS * part, "sb3": sb3})


def fitting_games(games: int, steps: int, decisions: int) -> int:
    """How many games are played at once, so that there are some rollouts."""
    fitting = min(games, decisions // (LEAST_ROLLOUTS * steps))
    if fitting < 1:
        raise ConfigError(f"decisions: expected at least {LEAST_ROLLOUTS * steps:,} for this one, found {decisions:,}")
    return fitting
