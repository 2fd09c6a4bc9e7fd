"""The report of a sweep: the table of its combinations, sentences about the best one, and all of it as JSON."""

import json
import shlex
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mom_env.arena.statistics.intervals import FEWEST, Interval
from mom_env.common.tensors import sha256
from mom_env.environments.docs_tables import markdown
from mom_env.learning.command import slug
from mom_env.learning.display import share_in_words
from mom_env.learning.evaluation import matchups
from mom_env.learning.sweep.best import Best
from mom_env.learning.sweep.ledger import RecordLedger
from mom_env.learning.sweep.plan import SweepPlan, in_words
from mom_env.learning.sweep.record import RunRecord
from mom_env.learning.sweep.summary import CombinationLine, difference, has_ends
from mom_env.players import provenance

FORMAT = "mom-sweep-results/1"
OUTSIDE_THE_HASH: dict[str, Any] = {
    "outcome": {"minutes", "machine"},
    "failure": True,  # it may name a folder
    "provenance": {"__all__": {"package"}},
}
Rows = list[tuple[str, ...]]


class SweepReport(NamedTuple):
    """All that a sweep has found.

    Attributes:
        name: of the configuration, by which the best agent is named.
        plan: what was trained.
        ledger: the records of all runs.
        lines: the results of all combinations, the best first.
        best: the best combination, or None if each has a failed run.
    """

    name: str
    plan: SweepPlan
    ledger: RecordLedger
    lines: list[CombinationLine]
    best: Best | None

    @property
    def labels(self) -> list[str]:
        """The labels of all matchups, the opponents in evaluations."""
        return [one.label for one in matchups(self.plan.trainings[0].config)]

    @property
    def records(self) -> list[RunRecord]:
        """The records of all runs, in the order of the plan."""
        return [self.ledger.records[one.folder] for one in self.plan.trainings]


def table_rows(report: SweepReport) -> Rows:
    """Return the table of a sweep: a header, and a row for each combination of settings."""
    labels, keys = report.labels, [one.key for one in report.plan.variations]
    means = [*labels, "mean"] if len(labels) > 1 else labels
    return [
        (*(keys or ["settings"]), "seeds", *means, "decisions", "minutes"),
        *(row_of(line, report) for line in report.lines),
    ]


def row_of(line: CombinationLine, report: SweepReport) -> tuple[str, ...]:
    """Return the row of a combination: its values, number of seeds, percents of games won, decisions and minutes."""
    values = [setting.partition("=")[2] for setting in line.combination] or [in_words(line.combination)]
    labels, num_runs = report.labels, len(line.runs)
    seeds = f"{num_runs} of {num_runs + line.num_failed}" if line.num_failed else str(num_runs)
    if not line.runs:
        return (*values, seeds, *["failed"] * (len(labels) + (len(labels) > 1) + 2))
    shares = [line.share(label) for label in labels] + ([line.mean] if len(labels) > 1 else [])
    return (*values, seeds, *map(percent, shares), f"{line.decisions:,.0f}", f"{line.minutes:.1f}")


def percent(share: Interval) -> str:
    """Return a share in percent with its interval, if there is one.

    >>> percent(Interval(0.5, 0.25, 0.75))
    '50.0 (25.0 to 75.0)'
    """
    mean = f"{100 * share.mean:.1f}"
    return f"{mean} ({100 * share.low:.1f} to {100 * share.high:.1f})" if has_ends(share) else mean


def explanation(report: SweepReport) -> str:
    """Return in words what the numbers of the table are."""
    seeds = len(report.plan.seeds)
    over = f"mean over {seeds} seeds with Student's 95 % interval over seeds" if seeds > 1 else "one seed"
    no_interval = "" if seeds > 1 else " There is no interval over seeds, so differences may be chance."
    return f"Games won at the end of the training, in percent: {over}.{no_interval}"


def about_best(report: SweepReport, quote: str = "") -> list[str]:
    """Return lines about the best combination: how it was chosen, how strong its agent is, and how to keep it.

    `quote` is put on either side of the command.
    """
    if report.best is None:
        return ["No best combination, as each one has a failed run; the same command tries them again."]
    best, others, seed = report.best, alike(report), report.best.run.training.config.seed
    has_choice = len(report.lines) > 1
    shares = ", ".join(f"{share_in_words(strength)} against {label}" for label, strength in best.strengths.items())
    return [
        f"Best combination: {in_words(best.line.combination)}.",
        *([f"{len(report.plan.seeds)} seeds do not tell it apart from {others}."] if others else []),
        *(["It was chosen by the games of the table, which makes it look too good there."] if has_choice else []),
        f"On {best.deals:,} fresh deals, each from every seat, the agent of its seed {seed} wins {shares}.",
        f"To keep this agent: {quote}{command_to_keep(report.name, best)}{quote}",
    ]


def alike(report: SweepReport) -> str:
    """Return in words the other combinations that seeds do not tell apart from the best one; nothing if there are none.

    They are those for which the 95 % interval of the difference, over the same seeds, contains 0. With one seed nothing
    is said about them.
    """
    if report.best is None or len(report.plan.seeds) < FEWEST:
        return ""
    whole = [line for line in report.lines if not line.num_failed and line is not report.best.line]
    others = [in_words(line.combination) for line in whole if difference(report.best.line, line).low <= 0]
    return others[0] if len(others) == 1 else f"{len(others)} other combinations" if others else ""


def command_to_keep(name: str, best: Best) -> str:
    """Return the command that copies the best agent under a name, which is made from `name`."""
    return shlex.join(["mom", "ship", str(best.folder), f"{slug(name)}-best"])


def failures(report: SweepReport) -> list[str]:
    """Return a line for each run that has failed, with the reason."""
    pairs = zip(report.plan.trainings, report.records, strict=True)
    return [f"{one.name} failed: {record.failure}" for one, record in pairs if record.failure]


def page_text(report: SweepReport, picture: str, command: str) -> str:
    """Return the report in Markdown.

    Args:
        report: of the sweep.
        picture: name of the plot's file.
        command: with which the sweep was run.
    """
    first, *others = about_best(report, "`")
    made_from = provenance.in_words(*(one for record in report.records for one in record.provenance))
    machines = {machine_of(record) for record in report.records if record.outcome}
    parts = [
        markdown(tuple(table_rows(report))),
        explanation(report),
        *(f"* {line}" for line in failures(report)),
        " ".join([f"**{first}**", *others]),
        f"![Games won by decisions learnt from]({picture})",
        f"Made from {made_from}. Hash of all results: `{results_hash(report.records)}`.",
        f"Written by `{command}`; {'; '.join(sorted(machines))}.",
    ]
    return "\n\n".join(parts)


def machine_of(record: RunRecord) -> str:
    """Return the machine on which a run was trained in words; nothing if it has no outcome."""
    machine: Mapping[str, str] = record.outcome.machine if record.outcome else {}
    return ", ".join(f"{name} {value}" for name, value in machine.items())


def results_hash(records: Sequence[RunRecord]) -> str:
    """Return a SHA-256 of all results that does not depend on the clock, the machine or the place of the work."""
    content = [record.model_dump(mode="json", exclude=OUTSIDE_THE_HASH) for record in records]
    return sha256(json.dumps(content, sort_keys=True).encode())


def plain(report: SweepReport) -> dict[str, object]:
    """Return the report as plain JSON values."""
    plan = report.plan
    return {
        "format": FORMAT,
        "tables": plan.tables,
        "varied": {one.key: list(one.values) for one in plan.variations},
        "seeds": plan.seeds,
        "combinations": [plain_line(line, report.labels) for line in report.lines],
        "best": report.best and plain_best(report.name, report.best),
        "runs": [
            {"name": one.name, "folder": one.folder.as_posix(), **record.model_dump(mode="json")}
            for one, record in zip(plan.trainings, report.records, strict=True)
        ],
        "hash": results_hash(report.records),
    }


def plain_line(line: CombinationLine, labels: Sequence[str]) -> dict[str, object]:
    """Return the results of a combination as plain JSON values; `labels` are those of the matchups."""
    found: dict[str, object] = {
        "settings": list(line.combination),
        "seeds": [run.training.config.seed for run in line.runs],
        "failed": line.num_failed,
    }
    if not line.runs:
        return found
    shares = {label: line.share(label).plain() for label in labels}
    return found | {"shares": shares, "mean": line.mean.plain(), "decisions": line.decisions, "minutes": line.minutes}


def plain_best(name: str, best: Best) -> dict[str, object]:
    """Return the best combination as plain JSON values; its agent is named after `name`."""
    return {
        "settings": list(best.line.combination),
        "seed": best.run.training.config.seed,
        "folder": str(best.folder),
        "deals": best.deals,
        "strengths": {label: strength._asdict() for label, strength in best.strengths.items()},
        "keep": command_to_keep(name, best),
    }
