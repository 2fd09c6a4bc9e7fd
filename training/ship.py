"""`mom ship`: a run's best agent under a name of its own, with what tells how it came about."""

from pathlib import Path

from pydantic import ValidationError

from mom_env.errors import CheckpointError, TrainingError
from mom_env.policy_net import MANIFEST, WEIGHTS, Agent, AgentManifest, is_agent
from mom_env.settings import first_problem
from training.folders import write_folder

AGENT, CONFIG = "agent", "config.json"
LOGS = ("log.csv", "strength.csv", "timing.csv", "strength.png")
MOST_BYTES = 5_000_000  # of a folder: it is in every checkout and every wheel


def ship(run: Path, name: str, into: Path, game: str) -> Path:
    """Copy the agent of a run with its configuration and logs; an agent of that name is replaced.

    Raises:
        CheckpointError: the run has no agent, or there can be none of that name or size.
        TrainingError: it cannot be written.
    """
    if not is_agent(run / AGENT):
        raise CheckpointError(f"{run}: expected a run with an agent, found none")
    manifest = Agent(run / AGENT).manifest
    if manifest.game != game:
        raise CheckpointError(f"{run}: expected an agent of {game}, found one of {manifest.game}")
    files = {WEIGHTS: (run / AGENT / WEIGHTS).read_bytes(), MANIFEST: renamed(manifest, name)}
    files[CONFIG] = (run / AGENT / CONFIG).read_bytes()
    files |= {log: (run / log).read_bytes() for log in LOGS if (run / log).is_file()}
    if (size := sum(map(len, files.values()))) > MOST_BYTES:
        raise CheckpointError(f"{name}: expected at most {MOST_BYTES:,} bytes, found {size:,}")
    try:
        into.mkdir(parents=True, exist_ok=True)
        write_folder(into / name, files)
    except OSError as error:
        raise TrainingError(f"{into / name}: cannot be written: {error.strerror}") from None
    return into / name


def renamed(manifest: AgentManifest, name: str) -> bytes:
    """The manifest's file under another name."""
    try:
        manifest = AgentManifest.model_validate({**manifest.model_dump(), "name": name})
    except ValidationError as error:
        raise CheckpointError(first_problem(error)) from None
    return (manifest.model_dump_json(indent=1) + "\n").encode()
