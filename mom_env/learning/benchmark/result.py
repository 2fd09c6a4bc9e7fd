"""The result of a cell, one JSON file: it is written after the training, and again after each score."""

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
# What may differ when the same cell is played again.
OUTSIDE_THE_HASH: dict[str, Any] = {"minutes": True, "machine": True, "hash": True, "provenance": {"package"}}
MOST_REASON = 1000
Number = Annotated[int, Field(ge=0, le=1 << 60)]


class Score(Section):
    """The share of games that a cell's player won against one member of the panel.

    Attributes:
        against: the member's spec.
        made_from: what the member was made from.
        deals: number of deals; each was played from every seat.
        share: share of games won, from 0 to 1; a shared win counts in parts.
        low: lower end of the 95 % interval over deals.
        high: upper end of the 95 % interval over deals.
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
    """The result of one cell: an algorithm in one setting, trained with one seed.

    Attributes:
        format: of this file.
        algorithm: name of the algorithm.
        provenance: what the cell was made from: rules, deck, options, algorithm.
        setting: name of the setting; the protocol has its number of players.
        seed: of the training.
        decisions: the budget.
        spent: decisions taken from the budget; None before the training.
        player: a spec that names no code. "agent" is the folder beside this file. None is a player made of code.
        made_from: what the player was made from.
        config: of the training, if one of our trainers was used.
        scores: those that have been played so far.
        failure: why the cell failed; None if it did not.
        minutes: duration of the training, on one thread.
        machine: processor and versions.
        hash: of everything that does not depend on the clock or the machine.
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
        """Return the value that the field `hash` must have: a SHA-256 of all that stays if the cell is played again."""
        content = self.model_dump(mode="json", exclude=OUTSIDE_THE_HASH)
        return sha256(json.dumps(content, sort_keys=True).encode())

    def score(self, member: Member) -> Score | None:
        """Return the score against this version of a member of the panel, or None if it has not been played."""
        return next((s for s in self.scores if (s.against, s.made_from) == member), None)

    def is_done(self, panel: list[Member]) -> bool:
        """Return whether the cell has a score against every member of `panel`, and has not failed."""
        return self.failure is None and all(self.score(member) for member in panel)

    def with_fields(self, **fields: object) -> "Result":
        """Return a copy of the result with other values in the fields that are given."""
        return self.model_copy(update=fields)

    def with_score(self, score: Score) -> "Result":
        """Return a copy of the result with one more score, which replaces an older score against the same spec."""
        others = tuple(other for other in self.scores if other.against != score.against)
        return self.with_fields(scores=(*others, score))

    def as_failure(self, reason: str) -> "Result":
        """Return a copy of the result that is marked as failed for this reason, without scores."""
        return self.with_fields(failure=reason[:MOST_REASON], scores=())


def write_result(folder: Path, result: Result) -> None:
    """Write the file of a result into a cell's folder, whole or not at all. The field `hash` is set."""
    folder.mkdir(parents=True, exist_ok=True)
    sealed = result.with_fields(hash=result.content_hash())
    write_file(folder / FILE, (sealed.model_dump_json(indent=1) + "\n").encode())


def read_result(folder: Path) -> Result | None:
    """Return the result that is saved in a cell's folder, or None if there is none.

    Raises:
        OptionError: the file has been damaged or edited.
    """
    if not (folder / FILE).exists():
        return None
    result = read_model(folder / FILE, Result)
    if result.hash != result.content_hash():
        raise OptionError(f"{folder / FILE}: hash: expected {result.content_hash()}, found {result.hash!r}")
    return result
