"""The functions behind `mom train`, `mom exploit` and the training of `mom demo`; torch is loaded when they run."""

import os
import re
from pathlib import Path
from typing import TypedDict

from rich.console import Console

from mom_env.common.resources import resource
from mom_env.errors import ConfigError
from mom_env.players.which_game import NamedGame, games_of_file, games_of_players, which_game

CONFIG = "config.json"  # in a run's folder

# OpenMP's workers must not spin between two products: they would take the core from our own threads. Torch reads the
# variable when it is loaded.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")


def train(
    path: Path | None,
    game: str | None,
    out: Path | None,
    settings: list[str],
    resumed: Path | None,
    console: Console,
    initial: str | None = None,
) -> bool:
    """Begin, resume or prolong a training, as the command line asks; return False if interrupted, otherwise True.

    Args:
        path: of the configuration of a new run.
        game: the game of the configuration or run; None accepts any.
        out: the new run's folder; None takes `runs/NAME` of the file, or a folder beside the run to prolong.
        settings: changes of the configuration.
        resumed: a run to resume, or with settings to prolong.
        console: where progress is shown.
        initial: name or folder of an agent that a new run begins with, or None.

    Raises:
        ConfigError: both or neither of a configuration and a run are given, the configuration is wrong, or the run
            cannot begin with the agent.
        OptionError: the configuration or run is for another game.
    """
    if (path is None) == (resumed is None):
        raise ConfigError("mom train: expected either a configuration or --resume RUN")
    if resumed is not None:
        if initial is not None:
            raise ConfigError("--init: expected a configuration of a new run, found --resume")
        which_game(game, games_of_file(resumed / CONFIG))
        return resume_or_prolong(resumed, out, settings, console)
    from mom_env.learning import config, run  # noqa: PLC0415  # they load torch, after the variable above is set

    chosen = config.load_config(find_config(Path(str(path))), settings)
    which_game(game, [NamedGame(str(path), chosen.game)])
    return run.start(chosen, out or Path("runs") / Path(str(path)).stem, console, initial=initial)


def resume_or_prolong(run: Path, out: Path | None, settings: list[str], console: Console) -> bool:
    """Resume a run, or with settings prolong it in a new run; return False if interrupted, otherwise True.

    Args:
        run: the folder of the run.
        out: the folder of the new run; None takes one that is named after `run`.
        settings: changes of the configuration; without any, the run is resumed.
        console: where progress is shown.

    Raises:
        ConfigError: `out` is given, but no settings.
    """
    from mom_env.learning import prolong  # noqa: PLC0415  # they load torch, as above
    from mom_env.learning import run as runs  # noqa: PLC0415  # as above

    if settings:
        return prolong.prolong(run, out or prolong.usual_folder(run), settings, console)
    if out:
        raise ConfigError("--resume: expected no --out without --set, as a run continues in its own folder")
    return runs.resume(run, console)


class Asked(TypedDict):
    """What the command line asks for to exploit a player: the fields of `exploit.ExploitRequest` without the game."""

    who: str
    num_players: int | None
    decisions: int
    beginning: str | None
    seed: int
    threads: int
    settings: list[str]


def exploit(
    asked: Asked,
    game: str | None,
    out: Path | None,
    deals: int | None,
    console: Console,
    json: Path | None,
    *,
    resumed: bool,
) -> bool:
    """Train a best response to a player, or resume such a training; return False if interrupted, otherwise True.

    Args:
        asked: the target and the settings of the training.
        game: name of the game; None takes that of the player or the run.
        out: the run's folder; None takes one named after the player.
        deals: number of deals of the final evaluation; None takes the number that the run was begun with, or the
            default.
        console: where progress and the report are shown.
        json: where a copy of the report is written, or None.
        resumed: whether to resume the run in the folder.
    """
    from mom_env.learning import exploit as best_response  # noqa: PLC0415  # it loads torch, as above
    from mom_env.learning.exploit_report import DEALS  # noqa: PLC0415  # as above

    run = out or Path("runs") / f"exploit-{slug(asked['who'])}"
    of_run = games_of_file(run / CONFIG) if resumed else []
    chosen = which_game(game, [*games_of_players([asked["who"]]), *of_run])
    request = best_response.ExploitRequest(game=chosen, **asked)
    if resumed:
        return best_response.resume(request.who, run, deals, console, json)
    return best_response.exploit(request, run, DEALS if deals is None else deals, console, json)


def demo(game: str, console: Console) -> bool:
    """Train a small agent from nothing and show how strong it is; return False if interrupted, otherwise True."""
    from mom_env.learning.demo import show  # noqa: PLC0415  # it loads torch, as above

    return show(game, console)


def slug(who: str) -> str:
    """Return a name for a folder that is made from the spec `who` of a player, without special characters."""
    return re.sub(r"[^A-Za-z0-9.-]+", "-", who).strip("-.") or "player"


def find_config(path: Path) -> Path:
    """Return the path of a configuration file: `path` if it exists, otherwise that of one in the package.

    If neither exists, return `path`.
    """
    return next((place for place in (path, resource(*path.parts)) if place.exists()), path)
