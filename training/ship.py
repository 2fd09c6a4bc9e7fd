"""`mom ship`: a run's best agent under a name of its own, with what tells how it came about."""

from pathlib import Path

from pydantic import ValidationError

from mom_env.errors import CheckpointError, TrainingError
from mom_env.files import write_folder
from mom_env.games import load
from mom_env.policy import HUMAN
from mom_env.policy_net import MANIFEST, WEIGHTS, Agent, AgentManifest, is_agent
from mom_env.settings import first_problem
from training.export import AGENT, CONFIG

LOGS = ("log.csv", "strength.csv", "timing.csv", "strength.png")
MOST_BYTES = 5_000_000  # of a folder: it is in every checkout and every wheel


def ship(run: Path, name: str, into: Path, game: str) -> Path:
    """Copy the agent of a run with its configuration and logs; an agent of that name is replaced, and nothing else.

    Raises:
        CheckpointError: the run has no agent, or there can be none of that name or size.
        TrainingError: it cannot be written.
    """
    if not is_agent(run / AGENT):
        raise CheckpointError(f"{run}: expected a run with an agent, found none")
    manifest = Agent(run / AGENT).manifest
    if manifest.game != game:
        raise CheckpointError(f"{run}: expected an agent of {game}, found one of {manifest.game}")
    check_is_free(name, into, game)
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


def check_is_free(name: str, into: Path, game: str) -> None:
    """That nothing but an agent is replaced, and that the name finds it.

    Raises:
        CheckpointError: what is there instead.
    """
    if (into / name).exists() and not is_agent(into / name):
        raise CheckpointError(f"{into / name}: expected nothing or an agent to replace, found something else")
    bots = load(game, "bots")
    if name in {HUMAN, *bots.BOTS, *bots.SEARCHES}:
        raise CheckpointError(f"name: expected one that no other player has, found {name!r}")


def renamed(manifest: AgentManifest, name: str) -> bytes:
    """The manifest's file under another name."""
    try:
        manifest = AgentManifest.model_validate({**manifest.model_dump(), "name": name})
    except ValidationError as error:
        raise CheckpointError(first_problem(error)) from None
    return (manifest.model_dump_json(indent=1) + "\n").encode()
