"""The report of a soak: as a table for people, as JSON for programs, as Markdown for the docs."""

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Group
from rich.table import Table
from rich.text import Text

from mom_env.checks.soak.tally import FORMAT, Found, Tally
from mom_env.contract.soak import Event
from mom_env.games import GAMES, load
from mom_env.loops import soak_of

LEAST_RATE = 1 / 10_000  # of a game: 1,000 times in 10 million


@dataclass(frozen=True)
class SoakReport:
    """What a soak, a run of random games that are checked, has done and found."""

    game: str
    seed: int
    tally: Tally
    interrupted: bool = False

    @property
    def violations(self) -> tuple[Found, ...]:
        """Every violation that was found, in the order in which the games were played."""
        return self.tally.violations

    @property
    def events(self) -> type[Event]:
        """What is counted: the enumeration of the game's events, branches of its rules."""
        return soak_of(load(self.game).package).Event

    @property
    def counts(self) -> dict[str, int]:
        """How often each event was met, by its name; 0 for those that were not met."""
        return {event.name: self.tally.counts.get(event.name, 0) for event in self.events}

    @property
    def rare(self) -> list[Event]:
        """The events that were met less than once in 10,000 games."""
        return [event for event in self.events if self.counts[event.name] < LEAST_RATE * self.tally.games]

    def summary(self) -> str:
        """Return one line: how many games and decisions, how fast, and how many violations."""
        done = self.tally
        rate = done.decisions / done.seconds if done.seconds else 0.0
        return (
            f"{'interrupted after ' if self.interrupted else ''}{done.games:,} games and {done.pairs:,} secrecy pairs "
            f"of seed {self.seed}: {done.decisions:,} decisions in {done.seconds:,.0f} s ({rate:,.0f} a second), "
            f"{len(self.violations):,} violations"
        )

    def table(self) -> Group:
        """Return the events (rare ones are yellow), the violations and the summary, to be printed with rich."""
        table = Table("rule", "event", "met", "in 10,000 games", title="What was met")
        for column in table.columns[2:]:
            column.justify = "right"
        for event in self.events:
            style = "yellow" if event in self.rare else ""
            table.add_row(event.paragraph, event.text, *self._numbers(event), style=style)
        violations = soak_of(load(self.game).package).Violation
        found = [Text(f"{violations[v.violation].message}: {v}", style="red") for v in self.violations]
        met = [table] if len(self.events) else []  # a game may count nothing; `len`, as even an empty Enum is true
        return Group(*met, *found, Text(self.summary(), style="bold"))

    def markdown(self) -> str:
        """Return the events as a table of Markdown, below the summary."""
        rows = [f"| {e.paragraph} | {e.text} | {' | '.join(self._numbers(e))} |" for e in self.events]
        header = "| rule | event | met | in 10,000 games |\n| --- | --- | ---: | ---: |"
        return "\n".join((f"{self.summary()}.", "", header, *rows, ""))

    def to_json(self) -> str:
        """Return as JSON for `from_json`: `format`, `game`, `seed`, `interrupted`, and all fields of the tally."""
        about = {"format": FORMAT, "game": self.game, "seed": self.seed, "interrupted": self.interrupted}
        return json.dumps(about | asdict(self.tally))

    @classmethod
    def from_json(cls, text: str) -> "SoakReport":
        """Return the report that `to_json` wrote."""
        content = json.loads(text)
        violations = tuple(Found(**row) for row in content.pop("violations"))
        game, seed, interrupted = content.pop("game", GAMES[0]), content.pop("seed"), content.pop("interrupted")
        del content["format"]
        return cls(game, seed, Tally(**content, violations=violations), interrupted)

    def _numbers(self, event: Event) -> tuple[str, str]:
        """Return as texts how often `event` was met, such as "1,234", and how often in 10,000 games, such as "56.7"."""
        met = self.counts[event.name]
        return f"{met:,}", f"{10_000 * met / max(1, self.tally.games):,.1f}"


if __name__ == "__main__":
    sys.stdout.write(SoakReport.from_json(Path(sys.argv[1]).read_text(encoding="utf-8")).markdown())
