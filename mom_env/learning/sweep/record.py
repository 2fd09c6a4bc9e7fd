"""What is saved of each run of a sweep, in a file beside its folder: what it is made from, and what came out of it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any, Literal

from pydantic import Field

from mom_env.common.files import read_text, write_file
from mom_env.common.problems import checked_file
from mom_env.errors import MomError, OptionError
from mom_env.learning.batches import rulesets_of
from mom_env.learning.config import Config, Section, Share, checked_config
from mom_env.learning.sweep.plan import Training
from mom_env.players.provenance import Provenance, changes, provenance_of
from mom_env.players.specs import make_player

RECORD, OUTPUT = ".json", ".txt"  # suffixes of the files beside a run's folder: its record, and all that it prints
MOST_BYTES = 1 << 24  # of a record
Number = Annotated[int, Field(ge=0, le=1 << 60)]


class RunEvaluation(Section):
    """What a policy won in one evaluation during its training.

    Attributes:
        iteration: of the training.
        decisions: decisions learnt from until then.
        shares: share of games won, from 0 to 1, by the label of the matchup.
    """

    iteration: Number
    decisions: Number
    shares: dict[str, Share]

    @property
    def mean(self) -> float:
        """The mean of the shares over all matchups."""
        return fmean(self.shares.values())


class RunOutcome(Section):
    """What came out of a run that was trained to its end.

    Attributes:
        evaluations: all of them, in order; the last one is at the end of the training.
        minutes: duration of the training, on one thread, without evaluations.
        machine: processor and versions.
    """

    evaluations: Annotated[tuple[RunEvaluation, ...], Field(min_length=1)]
    minutes: float
    machine: dict[str, str]

    @property
    def last(self) -> RunEvaluation:
        """The evaluation at the end of the training."""
        return self.evaluations[-1]

    @property
    def best(self) -> RunEvaluation:
        """The evaluation of the run's agent: the one with the highest mean, and the last one among equals."""
        return max(reversed(self.evaluations), key=lambda evaluation: evaluation.mean)


class RunRecord(Section):
    """What is saved of a run, from before it begins.

    Attributes:
        format: of this file.
        combination: settings in which it differs from runs of other combinations.
        config: its whole configuration.
        provenance: rules, deck, options and opponents that it is made from, for each set of options.
        outcome: what came out of it; None if it has not been trained to its end.
        failure: why it failed, or None.
    """

    format: Literal["mom-sweep-run/1"] = "mom-sweep-run/1"
    combination: tuple[str, ...]
    config: dict[str, Any]
    provenance: tuple[Provenance, ...]
    outcome: RunOutcome | None = None
    failure: str | None = None


def record_of(training: Training) -> RunRecord:
    """Return the record of a run that has not begun."""
    config = training.config
    return RunRecord(
        combination=training.combination, config=config.model_dump(mode="json"), provenance=provenances_of(config)
    )


def provenances_of(config: Config) -> tuple[Provenance, ...]:
    """Return what a run with this configuration is made from, for each of its sets of options."""
    names = list(dict.fromkeys(players_in(config)))
    # Rule sets are ordered by number of players: the first ones have all sets of options.
    rulesets = rulesets_of(config)[: len(config.option_sets)]
    return tuple(
        provenance_of(config.game, ruleset, [make_player(name, config.game, ruleset) for name in names])
        for ruleset in rulesets
    )


def players_in(config: Config) -> list[str]:
    """Return the specs of all players that a training with this configuration learns from or is measured against."""
    if config.trainer == "sb3":
        return [*config.evaluation.against, *config.sb3.opponents]
    imitated = [config.imitation.bot] if config.imitation.decisions else []
    return [*config.evaluation.against, *config.league.bots, *imitated]


def write_record(path: Path, record: RunRecord) -> None:
    """Write the file of a record, whole or not at all.

    Raises:
        OutputError: the file cannot be written.
    """
    write_file(path, record.model_dump_json(indent=1) + "\n")


def read_record(path: Path) -> RunRecord:
    """Return the record in a file.

    Raises:
        OptionError: the file cannot be read, or has been damaged or edited.
    """
    return checked_file(RunRecord, read_text(path, MOST_BYTES, OptionError), path, OptionError)


def saved_or_new(path: Path, training: Training) -> RunRecord:
    """Return the record of a run that an earlier command has saved in the file `path`, or a new one.

    Raises:
        OptionError: the saved run has another configuration, or something that it was made from has changed.
    """
    new = record_of(training)
    if not path.exists():
        return new
    saved = read_record(path)
    if different := differences(saved, training.config, new.provenance, path):
        raise OptionError(
            f"{path.with_suffix('')}: expected a run that is made as it would be now, found another: "
            f"{'; '.join(different)}; remove it, or choose another folder with --out"
        )
    return saved


def differences(saved: RunRecord, config: Config, provenance: Sequence[Provenance], path: Path) -> list[str]:
    """Return in words how a saved run differs from one of this configuration and provenance.

    `path` is the file of the saved one, for messages.
    """
    try:
        then = checked_config(saved.config, str(path))
    except MomError as error:
        return [str(error)]
    found = different_entries(then.model_dump(), config.model_dump())
    if len(saved.provenance) == len(provenance):
        for was, now in zip(saved.provenance, provenance, strict=True):
            found += changes(was, now)
    return list(dict.fromkeys(found))


def different_entries(then: Mapping[str, object], now: Mapping[str, object], above: str = "") -> list[str]:
    """Return a line of text for each entry that differs between two nested dictionaries; `above` begins their keys."""
    found = []
    for key in dict.fromkeys([*then, *now]):
        was, is_ = then.get(key), now.get(key)
        if isinstance(was, dict) and isinstance(is_, dict):
            found += different_entries(was, is_, f"{above}{key}.")
        elif was != is_:
            found.append(f"{above}{key}: {was!r:.100} then, {is_!r:.100} now")
    return found
