"""Where a prolonged run began."""

from typing import Annotated

from pydantic import Field

from mom_env.learning.config import Section
from mom_env.players.agent import Hash

Number = Annotated[int, Field(ge=0, le=1 << 60)]


class Origin(Section):
    """A checkpoint of another run, as its folder was named then.

    Attributes:
        run: the folder.
        iteration: of the checkpoint; with the trainer `sb3` its part.
        decisions: that had been learnt from.
        manifest: SHA-256 of the checkpoint's manifest.
    """

    run: Annotated[str, Field(max_length=4096)]
    iteration: Number
    decisions: Number
    manifest: Hash


def in_manifest(origin: Origin | None) -> dict[str, str | int | float]:
    """Return what the manifest of an agent says of its run's origin."""
    return {} if origin is None else {"begun from": origin.run, "begun after": origin.decisions}
