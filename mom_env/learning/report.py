"""The report of `mom exploit`, one JSON file in its run: what the run was begun for, and at the end what came of it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mom_env.common.files import write_json
from mom_env.common.problems import first_problem
from mom_env.common.tensors import read_file, read_json
from mom_env.errors import CheckpointError
from mom_env.learning.config import MOST_DEALS, Player
from mom_env.players.provenance import Provenance

REPORT: Final = "exploit.json"
FORMAT: Final = "mom-exploit/2"
MOST_BYTES = 1 << 16
DEALS = 1000  # of the final evaluation, if nobody says how many

Beginning = Literal["weights", "imitation", "nothing"]


class Begun(BaseModel):
    """What a run was begun for. The finished report has more keys, which nothing reads.

    Attributes:
        format: of the file.
        target: the spec of the frozen player; as in a configuration, it cannot name code.
        provenance: what the run is made from: rules, deck, options, the target.
        beginning: what the best response began with.
        deals: of the final evaluation.
    """

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)

    format: Literal["mom-exploit/2"] = FORMAT
    target: Player
    provenance: Provenance
    beginning: Beginning
    deals: Annotated[int, Field(ge=2, le=MOST_DEALS)] = DEALS


def write_report(run: Path, found: Mapping[str, object]) -> None:
    """Replace the report of a run.

    Raises:
        OutputError: it cannot be written.
    """
    write_json(run / REPORT, found)


def read_begun(run: Path) -> Begun:
    """Return what a run was begun for.

    Raises:
        CheckpointError: it was not begun by `mom exploit`, or its report has been damaged or edited.
    """
    try:
        return Begun.model_validate(read_json(read_file(run / REPORT, MOST_BYTES), REPORT))
    except (CheckpointError, ValidationError) as error:
        reason = first_problem(error) if isinstance(error, ValidationError) else error
        raise CheckpointError(f"{run / REPORT}: expected a run of mom exploit: {reason}"[:500]) from None


def target_of(run: Path) -> str | None:
    """Return the target of a run of `mom exploit`, or None for any other run."""
    try:
        return read_begun(run).target
    except CheckpointError:
        return None
