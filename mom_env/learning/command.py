"""What the command line calls."""

import os
import re
from pathlib import Path
from typing import TypedDict

from rich.console import Console

from mom_env.common.resources import resource
from mom_env.errors import ConfigError
from mom_env.games.chosen import Told, told_by_file, told_by_players, which_game

CONFIG = "config.json"  # of a run's folder

# Workers of OpenMP that spin between two products take the core from our own threads. Read when torch is loaded.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")


def train(
    path: Path | None, game: str | None, out: Path | None, settings: list[str], resumed: Path | None, console: Console
) -> bool:
    """Begin a run, resume one or prolong one, as the command line asks; return False if it was interrupted.

    Args:
        path: of a configuration, for a new run.
        game: that the configuration or the run must be for; None: whichever it is for.
        out: the new run's folder.
        settings: changes of the configuration.
        resumed: a run to resume, or with settings to prolong.
        console: where progress is shown.

    Raises:
        ConfigError: both or neither of a configuration and a run are given, or the configuration is wrong.
        OptionError: it is for another game.
    """
    if (path is None) == (resumed is None):
        raise ConfigError("mom train: expected a configuration or --resume RUN, one of the two")
    if resumed is not None:
        which_game(game, told_by_file(resumed / CONFIG))
        return resume_or_prolong(resumed, out, settings, console)
    from mom_env.learning import config, run  # noqa: PLC0415  # they load torch, which must find the variable above

    chosen = config.load_config(find_config(Path(str(path))), settings)
    which_game(game, [Told(str(path), chosen.game)])
    return run.start(chosen, out or Path("runs") / Path(str(path)).stem, console)


def resume_or_prolong(run: Path, out: Path | None, settings: list[str], console: Console) -> bool:
    """Resume a run, or with settings begin a new one where it stands; return False if it was interrupted.

    Raises:
        ConfigError: another folder without settings.
    """
    from mom_env.learning import prolong  # noqa: PLC0415  # they load torch, as above
    from mom_env.learning import run as runs  # noqa: PLC0415  # as above

    if settings:
        return prolong.prolong(run, out or prolong.usual_folder(run), settings, console)
    if out:
        raise ConfigError("--resume: expected no --out without --set, as a run goes on in its own folder")
    return runs.resume(run, console)


class Asked(TypedDict):
    """What `mom_env.learning.exploit.Wish` has beside the game."""

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
    """Train a best response to a player; return False if it was interrupted.

    Args:
        asked: what is asked for.
        game: its name; None: that of the player or the run.
        out: the run's folder; None: one that is named by the player.
        deals: of the final evaluation; None: as many as the run was begun with, or as usual.
        console: where progress and the report are shown.
        json: where a copy of the report is written.
        resumed: go on with the run that is there.
    """
    from mom_env.learning import exploit as best_response  # noqa: PLC0415  # it loads torch, as above
    from mom_env.learning.exploit_report import DEALS  # noqa: PLC0415  # as above

    run = out or Path("runs") / f"exploit-{slug(asked['who'])}"
    told = told_by_file(run / CONFIG) if resumed else []
    chosen = which_game(game, [*told_by_players([asked["who"]]), *told])
    wish = best_response.Wish(game=chosen, **asked)
    if resumed:
        return best_response.resume(wish.who, run, deals, console, json)
    return best_response.exploit(wish, run, DEALS if deals is None else deals, console, json)


def demo(game: str, console: Console) -> bool:
    """Train a small agent from nothing and show how strong it is; return False if it was interrupted."""
    from mom_env.learning.demo import show  # noqa: PLC0415  # it loads torch, as above

    return show(game, console)


def slug(who: str) -> str:
    """Return a player's spec as the name of a folder."""
    return re.sub(r"[^A-Za-z0-9.-]+", "-", who).strip("-.") or "player"


def find_config(path: Path) -> Path:
    """Return the path of a configuration here, or else of one that comes with the package."""
    return next((place for place in (path, resource(*path.parts)) if place.exists()), path)
