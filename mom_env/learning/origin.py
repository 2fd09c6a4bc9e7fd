"""The origin of a prolonged run."""

from typing import Annotated

from pydantic import Field

from mom_env.learning.config import Section
from mom_env.players.agent import Hash

Number = Annotated[int, Field(ge=0, le=1 << 60)]


class Origin(Section):
    """The checkpoint of another run from which a run began.

    Attributes:
        run: the other run's folder, as it was named then.
        iteration: of the checkpoint; with the trainer `sb3`, its part.
        decisions: decisions that had been learnt from.
        manifest: SHA-256 of the checkpoint's manifest.
    """

    run: Annotated[str, Field(max_length=4096)]
    iteration: Number
    decisions: Number
    manifest: Hash


def in_manifest(origin: Origin | None) -> dict[str, str | int | float]:
    """Return the entries of an agent's manifest about the origin of its run; none if it prolongs no other run."""
    return {} if origin is None else {"begun from": origin.run, "begun after": origin.decisions}
