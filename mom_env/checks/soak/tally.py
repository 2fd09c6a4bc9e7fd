"""The sums over all games so far: added part by part, and kept in a file between two runs."""

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
    """A violation, with all but `name` that `play_one(name, seed, game, redealt=redealt)` needs to meet it again.

    `name` is that of the game. `game` is the number of the random game, and `step` how many steps were played.
    """

    violation: str
    seed: int
    game: int
    step: int
    redealt: bool  # whether what is hidden was dealt again: a secrecy pair
    setting: str  # the table at which the game was played

    def __str__(self) -> str:
        """Return the violation in one line for people."""
        sort = "pair" if self.redealt else "game"
        return f"{self.violation}: seed {self.seed}, {sort} {self.game}, step {self.step} ({self.setting})"


@dataclass(frozen=True)
class Tally:
    """What a soak has counted: decisions, events and violations in the random games `0` to `games - 1` of a seed.

    The secrecy pairs `0` to `pairs - 1` are counted, too. A secrecy pair is a game in which what is hidden from a seat
    was dealt again, to see that the seat notices nothing. `counts` has the number of each event by its name.
    """

    games: int = 0
    pairs: int = 0
    decisions: int = 0
    seconds: float = 0.0
    counts: dict[str, int] = field(default_factory=dict)
    violations: tuple[Found, ...] = ()

    def plus(self, other: Self) -> Self:
        """Return the sum of both tallies; neither changes."""
        return type(self)(
            self.games + other.games,
            self.pairs + other.pairs,
            self.decisions + other.decisions,
            self.seconds + other.seconds,
            {name: self.counts.get(name, 0) + other.counts.get(name, 0) for name in self.counts | other.counts},
            self.violations + other.violations,
        )


def read_tally(path: Path, game: str, seed: int) -> Tally:
    """Return the tally that an earlier run has left in a file, or an empty one if there is no file.

    The run must have been of the same game, seed and sources.

    Raises:
        OptionError: the file is of another run; the error says what differs.
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


def write_tally(path: Path, game: str, seed: int, tally: Tally) -> None:
    """Replace the file by the tally, with the game, its sources and the seed: all of it or not at all.

    Raises:
        OutputError: the file cannot be written.
    """
    kept = {
        "format": FORMAT,
        "game": game,
        "seed": seed,
        "sources": sources_of(load(game).package),
        "tally": asdict(tally),
    }
    write_file(path, json.dumps(kept))
