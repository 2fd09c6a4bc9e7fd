"""Reports of the kit: a verdict for each check, and findings that can be reproduced."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Literal

from rich.table import Table

from mom_env.testing.surface import Env

Status = Literal["passed", "failed", "not checked"]
STATUS_COLOURS: dict[Status, str] = {"passed": "green", "failed": "red", "not checked": "yellow"}


class NotConformant(AssertionError):
    """Raised when an environment has findings, or when a check that had to pass did not."""


class NotChecked(Exception):
    """Raised when a check cannot be made; the message is the reason."""


@dataclass(frozen=True)
class Finding:
    """Something that an environment does wrong.

    Attributes:
        message: what was expected and what was found.
        seed: seed of the game, or None if the finding is not about a single game.
        actions: the actions played from the reset to the position of the finding.
        agent: the agent that is concerned, or None.
    """

    message: str
    seed: int | None = None
    actions: tuple[int | None, ...] = ()
    agent: str | None = None

    @property
    def step(self) -> int:
        """Number of steps from the reset to the finding, those of agents for whom the game was over included."""
        return len(self.actions)

    def rebuild(self, make_env: Callable[[], Env]) -> Env:
        """Return a new environment at the position of the finding, in which the actions have been played again."""
        env = make_env()
        env.reset(seed=self.seed)
        for action in self.actions:
            env.step(action)
        return env

    def __str__(self) -> str:
        """Return the message, followed by seed, step and agent if the finding is about a single game."""
        if self.seed is None:
            return self.message
        return f"{self.message} [seed {self.seed}, step {self.step}{f', {self.agent}' if self.agent else ''}]"


@dataclass(frozen=True)
class Verdict:
    """The outcome of a check: its name, its status and its findings; `reason` says why it was not checked."""

    name: str
    status: Status
    reason: str = ""
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Report:
    """All verdicts on one environment, in the order of the checks. `subject` names the environment."""

    subject: str
    verdicts: tuple[Verdict, ...] = field(default=())

    def __getitem__(self, name: str) -> Verdict:
        """Return the verdict of the check called `name`.

        Raises:
            StopIteration: the report has no such verdict.
        """
        return next(verdict for verdict in self.verdicts if verdict.name == name)

    def __iter__(self) -> Iterator[Verdict]:
        """Return an iterator over all verdicts, in the order of the checks."""
        return iter(self.verdicts)

    def named(self, status: Status) -> tuple[str, ...]:
        """Return the names of the checks with the status `status`."""
        return tuple(verdict.name for verdict in self.verdicts if verdict.status == status)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of all checks, in the order of the checks."""
        return tuple(finding for verdict in self.verdicts for finding in verdict.findings)

    def raise_for_findings(self, must_pass: Iterable[str] = ()) -> None:
        """Raise an error if anything was found, or if a check in `must_pass` did not pass.

        Raises:
            NotConformant: its message is the whole report, and then the names in `must_pass` that did not pass.
        """
        passed = self.named("passed")
        missing = [name for name in must_pass if name not in passed]
        if self.findings or missing:
            also = f"\nthese had to pass: {', '.join(missing)}" if missing else ""
            raise NotConformant(f"{self}{also}")

    def table(self) -> Table:
        """Return the report as a table for a terminal, with a row for each check."""
        table = Table("check", "verdict", "what", title=self.subject, title_justify="left")
        for verdict in self.verdicts:
            colour = STATUS_COLOURS[verdict.status]
            table.add_row(verdict.name, f"[{colour}]{verdict.status}[/]", escaped(details(verdict)))
        return table

    def to_json(self) -> str:
        """Return the whole report as text in JSON."""
        return json.dumps(asdict(self), indent=1, default=str) + "\n"

    def __str__(self) -> str:
        """Return the report as text: a line with the subject, and then the name, status and details of each check."""
        lines = [f"{verdict.name:22} {verdict.status:12} {details(verdict)}".rstrip() for verdict in self.verdicts]
        return "\n".join([self.subject, *lines])


def details(verdict: Verdict) -> str:
    """Return the reason of a verdict or, without one, its findings, a line each; "" if there is neither."""
    return verdict.reason or "\n".join(map(str, verdict.findings))


def escaped(text: str) -> str:
    """Return `text` changed so that rich, which prints it, finds no markup in it."""
    return text.replace("[", r"\[")
