"""`mom ship`: copy a run's best agent, with its configuration and logs, under a name of its own."""

from pathlib import Path

from pydantic import ValidationError

from mom_env.common.files import make_folder, write_folder
from mom_env.common.problems import first_problem
from mom_env.common.tensors import read_file
from mom_env.errors import CheckpointError
from mom_env.games import load
from mom_env.learning.export import CONFIG
from mom_env.learning.folders import AGENT, is_begun
from mom_env.players.agent import MANIFEST, WEIGHTS, Agent, AgentManifest, is_agent
from mom_env.players.kinds import SEARCHES
from mom_env.players.specs import HUMAN, Wanted, levels_of
from mom_env.players.which_game import NamedGame, which_game

LOGS = ("log.csv", "strength.csv", "timing.csv", "strength.png")
MOST_BYTES = 5_000_000  # of a folder, as it may become part of every checkout


def ship(run: Path, name: str, into: Path, game: str | None = None) -> Path:
    """Copy the agent of a run with its configuration and logs to `into / name`, and return this new folder.

    An agent of that name is replaced; anything else is not.

    Args:
        run: the folder of the run.
        name: new name of the agent.
        into: the folder of all named agents.
        game: the agent's game; None accepts any.

    Raises:
        CheckpointError: the run has no agent, the name cannot be used, or the agent is too large.
        OptionError: the agent is for another game.
        OutputError: the folder cannot be written.
    """
    check_has_agent(run)
    manifest = Agent(run / AGENT).manifest
    game = which_game(game, [NamedGame(str(run), manifest.game)])
    files = {MANIFEST: renamed(manifest, name), WEIGHTS: (run / AGENT / WEIGHTS).read_bytes()}
    check_is_free(name, into, game)
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


def renamed(manifest: AgentManifest, name: str) -> bytes:
    """Return the content of an agent's manifest file, with `name` as the agent's name.

    Raises:
        CheckpointError: there can be no agent of that name.
    """
    try:
        manifest = AgentManifest.model_validate({**manifest.model_dump(), "name": name})
    except ValidationError as error:
        raise CheckpointError(first_problem(error)) from None
    return (manifest.model_dump_json(indent=1) + "\n").encode()
