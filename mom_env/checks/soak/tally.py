"""What has come of the games so far: added up part by part, and kept in a file between two runs."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Self

from mom_env.common.arguments import shown
from mom_env.common.files import read_text, write_file
from mom_env.errors import OptionError
from mom_env.games import load
from mom_env.kernel.sources import sources_of
from mom_env.loops import soak_of

FORMAT = "mom-soak/1"
MOST_BYTES = 10_000_000


@dataclass(frozen=True)
class Found:
    """A violation, with all that it takes to meet it again: `play_one(name, seed, game, redealt=redealt)`."""

    violation: str
    seed: int
    game: int
    step: int
    redealt: bool  # a game whose hidden was dealt again half-way
    setting: str  # where it was played

    def __str__(self) -> str:
        """One line for people."""
        sort = "pair" if self.redealt else "game"
        return f"{self.violation}: seed {self.seed}, {sort} {self.game}, step {self.step} ({self.setting})"


@dataclass(frozen=True)
class Tally:
    """Games `0` to `games - 1` of a seed, and as many of those with a redeal half-way as there are pairs."""

    games: int = 0
    pairs: int = 0
    decisions: int = 0
    seconds: float = 0.0
    counts: dict[str, int] = field(default_factory=dict)
    violations: tuple[Found, ...] = ()

    def plus(self, other: Self) -> Self:
        """Both together; neither changes."""
        return type(self)(
            self.games + other.games,
            self.pairs + other.pairs,
            self.decisions + other.decisions,
            self.seconds + other.seconds,
            {name: self.counts.get(name, 0) + other.counts.get(name, 0) for name in self.counts | other.counts},
            self.violations + other.violations,
        )


def read_tally(path: Path, game: str, seed: int) -> Tally:
    """What an earlier run of the same seed and the same sources has left; nothing yet if there is no file.

    Raises:
        OptionError: the file is not of such a run; it says what differs.
    """
    if not path.exists():
        return Tally()
    try:
        kept = json.loads(read_text(path, MOST_BYTES, OptionError))
        found = {key: kept[key] for key in ("format", "game", "seed", "sources")}
        expected = {"format": FORMAT, "game": game, "seed": seed, "sources": sources_of(load(game).package)}
        tally = kept["tally"]
        violations = tuple(Found(**row) for row in tally.pop("violations"))
        result = Tally(**tally, violations=violations)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        reason = shown(str(error))
        raise OptionError(f"resume: expected a file that an earlier soak wrote, found {path} ({reason})") from None
    if found != expected or not set(result.counts) <= set(soak_of(load(game).package).Event.__members__):
        raise OptionError(f"resume: expected a file of {expected}, found {shown(found)} in {path}")
    return result


def keep_tally(path: Path, game: str, seed: int, tally: Tally) -> None:
    """Write the file anew, all of it or nothing."""
    kept = {
        "format": FORMAT,
        "game": game,
        "seed": seed,
        "sources": sources_of(load(game).package),
        "tally": asdict(tally),
    }
    write_file(path, json.dumps(kept))
