"""What a run began from: the checkpoint of a run that it prolongs, or an agent."""

from typing import Annotated

from pydantic import AfterValidator, Field

from mom_env.learning.config import Section
from mom_env.players.agent import Hash, checked_name

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


class InitialAgent(Section):
    """The agent whose policy and payoffs a run began with.

    Attributes:
        name: of the agent.
        version: of the agent.
        manifest: SHA-256 of the agent's manifest.
    """

    name: Annotated[str, AfterValidator(checked_name)]
    version: Number
    manifest: Hash


def in_manifest(origin: Origin | None, initial: InitialAgent | None = None) -> dict[str, str | int | float]:
    """Return the entries of an agent's manifest about what its run began from; none if it began from nothing."""
    found: dict[str, str | int | float] = {}
    if origin is not None:
        found |= {"begun from": origin.run, "begun after": origin.decisions}
    if initial is not None:
        found |= {"begun with": f"{initial.name} version {initial.version}", "begun with manifest": initial.manifest}
    return found
