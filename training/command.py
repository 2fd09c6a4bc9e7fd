"""What the command line calls."""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console

from mom_env.errors import ConfigError, TrainingError
from mom_env.resources import resource
from training.folders import how_to_resume

# Workers of OpenMP that spin between two products take the core from our own threads. Read when torch is loaded.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")


def train(
    path: Path | None, game: str, out: Path | None, settings: list[str], resumed: Path | None, console: Console
) -> bool:
    """A new run or an old one, as the command line asks; False if it was interrupted."""
    from training import config, run  # noqa: PLC0415  # they load torch, which must find the variable above

    if (path is None) == (resumed is None):
        raise ConfigError("mom train: expected a configuration or --resume RUN, one of the two")
    if resumed is not None and (settings or out):
        raise ConfigError("--resume: expected neither --set nor --out, as the run goes on as it began")
    if path is None:
        with refusals_of_the_disk(Path(str(resumed))):
            return run.resume(Path(str(resumed)), console)
    chosen = config.load_config(found(path), settings)
    if chosen.game != game:
        raise ConfigError(f"{path}: game: expected {game}, found {chosen.game}")
    folder = out or Path("runs") / path.stem
    with refusals_of_the_disk(folder):
        return run.start(chosen, folder, console)


def exploit(
    asked: Mapping[str, Any], out: Path | None, deals: int, console: Console, json: Path | None, *, resumed: bool
) -> bool:
    """A best response to a player, `asked` as `training.exploit.Wish` has it; False if it was interrupted."""
    from training import exploit as best_response  # noqa: PLC0415  # it loads torch, as above

    wish = best_response.Wish(**asked)
    run = out or Path("runs") / f"exploit-{slug(wish.who)}"
    with refusals_of_the_disk(run):
        if resumed:
            return best_response.resume(wish.who, run, deals, console, json)
        return best_response.exploit(wish, run, deals, console, json)


def demo(game: str, console: Console) -> bool:
    """A small agent from nothing; False if it was interrupted."""
    from training.demo import RUN, show  # noqa: PLC0415  # it loads torch, as above

    with refusals_of_the_disk(RUN):
        return show(game, console)


@contextmanager
def refusals_of_the_disk(run: Path) -> Iterator[None]:
    """Whatever cannot be written, a log as well as a checkpoint: what is there, and how to go on.

    Raises:
        TrainingError: instead of the system's own error.
    """
    try:
        yield
    except OSError as error:
        raise TrainingError(
            f"{error.filename or run}: {error.strerror or error}; checkpoints are as they were. When it can be "
            f"written, go on with: {how_to_resume(run)}, or anew if there is no checkpoint yet"
        ) from None


def slug(who: str) -> str:
    """A player's spec as the name of a folder."""
    return re.sub(r"[^A-Za-z0-9.-]+", "-", who).strip("-.") or "player"


def found(path: Path) -> Path:
    """A configuration file here, or among those that come with the package."""
    return next((place for place in (path, resource(*path.parts)) if place.exists()), path)
