"""What is known of a cell, as one JSON file: written after the training and after each score, kept when done."""

import json
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from mom_env.common.files import write_file
from mom_env.common.tensors import sha256
from mom_env.errors import OptionError
from mom_env.learning.benchmark.protocol import Member, read_model
from mom_env.learning.config import Player, Section, Share
from mom_env.players.agent import Hash
from mom_env.players.provenance import Provenance

FILE = "result.json"
# What another run of the same may do otherwise.
OUTSIDE_THE_HASH: dict[str, Any] = {"minutes": True, "machine": True, "hash": True, "provenance": {"package"}}
MOST_REASON = 1000
Number = Annotated[int, Field(ge=0, le=1 << 60)]


class Score(Section):
    """Against one member of the panel.

    Attributes:
        against: its spec.
        made_from: what it was made from.
        deals: each was played from every seat.
        share: games won, a shared win in parts.
        low: of the 95 % interval over deals.
        high: of the 95 % interval over deals.
        games: SHA-256 of all games with all their moves.
    """

    against: Player
    made_from: str
    deals: Number
    share: Share
    low: Share
    high: Share
    games: Hash


class Result(Section):
    """One cell.

    Attributes:
        format: of this file.
        algorithm: its name.
        provenance: what the cell was made from: rules, deck, options, the algorithm.
        setting: its name; the protocol has its number of players.
        seed: of the training.
        decisions: the budget.
        spent: how much of it was; None: not trained yet.
        player: a spec that names no code; "agent" is the folder beside this file; None: a function, or a spec of one.
        made_from: what the player was made from.
        config: of the training, if it is one of ours.
        scores: against the panel, as far as they have been played.
        failure: why there is no score.
        minutes: of the training, on one thread.
        machine: processor and versions.
        hash: of all that does not depend on the clock or the machine.
    """

    format: Literal["mom-benchmark-cell/2"] = "mom-benchmark-cell/2"
    algorithm: str
    provenance: Provenance
    setting: str
    seed: Number
    decisions: Number
    spent: Number | None = None
    player: Player | None = None
    made_from: str | None = None
    config: dict[str, Any] | None = None
    scores: tuple[Score, ...] = ()
    failure: str | None = None
    minutes: float = 0.0
    machine: dict[str, str] | None = None
    hash: str = ""

    def content_hash(self) -> str:
        """Return what `hash` has to be."""
        content = self.model_dump(mode="json", exclude=OUTSIDE_THE_HASH)
        return sha256(json.dumps(content, sort_keys=True).encode())

    def score(self, member: Member) -> Score | None:
        """Return the score against a member of the panel, if there is one."""
        return next((s for s in self.scores if (s.against, s.made_from) == member), None)

    def is_done(self, panel: list[Member]) -> bool:
        """Return whether the cell is scored against all of the panel."""
        return self.failure is None and all(self.score(member) for member in panel)

    def with_fields(self, **fields: object) -> "Result":
        """The same with other fields."""
        return self.model_copy(update=fields)

    def with_score(self, score: Score) -> "Result":
        """Return the same with a score; one against the same name, as it was before, is no longer wanted."""
        others = tuple(other for other in self.scores if other.against != score.against)
        return self.with_fields(scores=(*others, score))

    def as_failure(self, reason: str) -> "Result":
        """The same as a failure."""
        return self.with_fields(failure=reason[:MOST_REASON], scores=())


def write_result(folder: Path, result: Result) -> None:
    """Write the file, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    sealed = result.with_fields(hash=result.content_hash())
    write_file(folder / FILE, (sealed.model_dump_json(indent=1) + "\n").encode())


def read_result(folder: Path) -> Result | None:
    """The result of a cell, if there is one.

    Raises:
        OptionError: the file is damaged or was edited.
    """
    if not (folder / FILE).exists():
        return None
    result = read_model(folder / FILE, Result)
    if result.hash != result.content_hash():
        raise OptionError(f"{folder / FILE}: hash: expected {result.content_hash()}, found {result.hash!r}")
    return result
