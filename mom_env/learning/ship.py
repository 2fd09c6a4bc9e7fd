"""`mom ship`: copy a run's best agent, with its configuration and logs, under a name of its own."""

from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from mom_env.common.files import make_folder, write_folder
from mom_env.common.problems import first_problem
from mom_env.common.tensors import DTYPES, read_file, sha256, to_bytes
from mom_env.errors import CheckpointError
from mom_env.games import load
from mom_env.learning.export import CONFIG
from mom_env.learning.folders import AGENT, is_begun
from mom_env.players.agent import FORMAT, MANIFEST, WEIGHTS, Agent, AgentManifest, is_agent, read_agent_manifest
from mom_env.players.kinds import SEARCHES
from mom_env.players.specs import HUMAN, Wanted, levels_of
from mom_env.players.which_game import NamedGame, which_game

LOGS = ("log.csv", "strength.csv", "timing.csv", "strength.png")
MOST_BYTES = 5_000_000  # of a folder, as it may become part of every checkout
MOST_HALF = 65_504.0  # the largest number in half precision


class Changes(NamedTuple):
    """What is changed in an agent when it is shipped.

    Attributes:
        half: whether weights are stored in half precision, which halves the file.
        temperature: at which the agent plays unless it is told otherwise; None leaves that of the run's agent.
    """

    half: bool = False
    temperature: float | None = None


NO_CHANGES = Changes()


def ship(run: Path, name: str, into: Path, game: str | None = None, changes: Changes = NO_CHANGES) -> Path:
    """Copy the agent of a run with its configuration and logs to `into / name`, and return this new folder.

    An agent of that name is replaced, and its version is raised by 1 if the weights are others; anything else is not.

    Args:
        run: the folder of the run.
        name: new name of the agent.
        into: the folder of all named agents.
        game: the agent's game; None accepts any.
        changes: what is changed in the agent.

    Raises:
        CheckpointError: the run has no agent, the name or the temperature cannot be used, a weight is too large for
            half precision, or the agent is too large.
        OptionError: the agent is for another game.
        OutputError: the folder cannot be written.
    """
    check_has_agent(run)
    agent = Agent(run / AGENT)
    game = which_game(game, [NamedGame(str(run), agent.manifest.game)])
    weights = halved(agent) if changes.half else read_file(run / AGENT / WEIGHTS, MOST_BYTES)
    new = changed(agent.manifest, name, weights, changes)
    check_is_free(name, into, game)
    files = {MANIFEST: in_json(numbered(new, into / name)), WEIGHTS: weights}
    files[CONFIG] = read_file(run / AGENT / CONFIG, MOST_BYTES)
    files |= {log: read_file(run / log, MOST_BYTES) for log in LOGS if (run / log).is_file()}
    if (size := sum(map(len, files.values()))) > MOST_BYTES:
        raise CheckpointError(f"{name}: expected at most {MOST_BYTES:,} bytes, found {size:,}")
    write_folder(make_folder(into) / name, files)
    return into / name


def check_has_agent(run: Path) -> None:
    """Check that a folder is that of a run with an agent.

    Raises:
        CheckpointError: there is no agent; if the folder is that of a run's agent, the message names the run.
    """
    if not is_agent(run / AGENT):
        its_run = f"the agent itself; its run is {run.parent}"
        found = its_run if is_agent(run) and is_begun(run.parent) else "none"
        raise CheckpointError(f"{run}: expected a run with an agent, found {found}")


def check_is_free(name: str, into: Path, game: str) -> None:
    """Check that an agent of this name would replace nothing but an agent, and that no other player has the name.

    `into` is the folder of all named agents.

    Raises:
        CheckpointError: the name cannot be used.
    """
    if (into / name).exists() and not is_agent(into / name):
        raise CheckpointError(f"{into / name}: expected nothing or an agent to replace, found something else")
    if name in {HUMAN, *load(game).people.BOTS, *SEARCHES, *levels_of(Wanted(game, None))}:
        raise CheckpointError(f"name: expected one that no other player has, found {name!r}")


def halved(agent: Agent) -> bytes:
    """Return the content of a file with an agent's weights in half precision.

    Raises:
        CheckpointError: a weight is too large for that.
    """
    expected = agent.shape.halved().expected()
    largest = max(float(abs(array).max()) for name, array in agent.arrays.items() if expected[name].dtype == "F16")
    if largest > MOST_HALF:
        raise CheckpointError(f"half: expected weights of at most {MOST_HALF:,.0f}, found {largest:,.0f}")
    return to_bytes({name: agent.arrays[name].astype(DTYPES[wanted.dtype]) for name, wanted in expected.items()})


def changed(manifest: AgentManifest, name: str, weights: bytes, changes: Changes) -> AgentManifest:
    """Return an agent's manifest with another name, the hash of the file of weights, and all other changes.

    Raises:
        CheckpointError: there can be no agent of that name or temperature.
    """
    content = manifest.model_dump() | {"name": name, "files": {WEIGHTS: sha256(weights)}}
    if changes.half or changes.temperature is not None:
        content["format"] = FORMAT  # the first format has neither
    if changes.half:
        content["network"] = manifest.network.halved().model_dump()
    if changes.temperature is not None:
        content["temperature"] = changes.temperature
    try:
        return AgentManifest.model_validate(content)
    except ValidationError as error:
        raise CheckpointError(first_problem(error)) from None


def numbered(manifest: AgentManifest, replaced: Path) -> AgentManifest:
    """Return an agent's manifest with its version: one more than that of the agent in the folder `replaced`, if any.

    With the weights of that agent, it has the same version.
    """
    if not is_agent(replaced):
        return manifest
    old = read_agent_manifest(replaced)
    version = old.version + (old.files != manifest.files)
    if version == manifest.version:
        return manifest
    return manifest.model_copy(update={"format": FORMAT, "version": version})


def in_json(manifest: AgentManifest) -> bytes:
    """Return the content of an agent's manifest file."""
    return (manifest.model_dump_json(indent=1) + "\n").encode()
