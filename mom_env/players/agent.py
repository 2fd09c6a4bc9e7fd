"""Trained agents, played in NumPy for many games at once, without torch and without running code from files.

An agent is a folder of two files: `policy.safetensors` holds the weights. `manifest.json` names the game, deck and
numbers of players that the agent is for, the shape of its network, and the SHA-256 of the other file.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from mom_env.common.problems import checked_file
from mom_env.common.resources import resource
from mom_env.common.tensors import (
    NetworkArrays,
    as_network,
    from_bytes,
    length_of,
    read_file,
    read_json,
    sha256,
)
from mom_env.contract.options import Options, OptionSets, OptionValue, is_same
from mom_env.contract.people import Deck
from mom_env.errors import CheckpointError
from mom_env.games import game_names
from mom_env.players.policy_net import NetworkShape, PolicyNet

FORMAT: Final = "mom-agent/2"
VERSION: Final = 1  # of how agents choose; raise it whenever the same weights give other moves
WEIGHTS: Final = "policy.safetensors"
MANIFEST: Final = "manifest.json"
MOST_MANIFEST_BYTES = 1 << 20
FIRST_RULES: Final = "1"  # the version of the rules in manifests that name none
MOST_TEMPERATURE = 100.0
Temperature = Annotated[float, Field(ge=0, le=MOST_TEMPERATURE)]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


def checked_name(name: str) -> str:
    """Return `name` unchanged, after checking that a folder can have this name on every system.

    Raises:
        ValueError: it cannot.
    """
    if not re.fullmatch("[A-Za-z0-9][A-Za-z0-9._-]{0,63}", name):
        raise ValueError("expected 1 to 64 of A-Z, a-z, 0-9, '.', '_' and '-', the first a letter or a digit")
    return name


class AgentManifest(BaseModel):
    """The content of an agent's `manifest.json`.

    Attributes:
        format: name and version of this form.
        name: name of the agent.
        game: name of the game that the agent plays.
        num_players: numbers of players that the agent was trained with.
        deck: SHA-256 of the deck that the agent was trained with.
        options: rule options that the agent was trained with: one set, or a list of sets.
        network: shape of the agent's network.
        files: SHA-256 of the file of weights, by file name.
        trained: facts about the training, by name.
        version: of the agent; a later one of the same name has a higher number.
        rules: version of the game's rules under which the agent was trained.
        temperature: with which the agent plays unless it is told otherwise; 0 takes the likeliest action.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

    format: Literal["mom-agent/1", "mom-agent/2"]
    name: Annotated[str, AfterValidator(checked_name)]
    game: str
    num_players: Annotated[list[int], Field(min_length=1, max_length=8)]
    deck: Hash
    options: OptionSets
    network: NetworkShape
    files: Annotated[dict[Literal["policy.safetensors"], Hash], Field(min_length=1)]
    trained: dict[str, str | int | float]
    version: Annotated[int, Field(ge=1)] = 1
    rules: str = FIRST_RULES
    temperature: Temperature = 0.0

    @model_validator(mode="after")
    def _format_fits(self) -> "AgentManifest":
        """Check that the manifest of an older format has nothing that came with a later one, and return this object.

        Raises:
            ValueError: it has.
        """
        found = {**self.model_dump(exclude_defaults=True), **self.network.model_dump(exclude_defaults=True)}
        later = "payoffs", "own", "guided", "precision", "version", "rules", "temperature"
        new = [name for name in later if name in found]
        if self.format != FORMAT and new:
            raise ValueError(f"format: expected {FORMAT!r} with {', '.join(new)}, found {self.format!r}")
        return self

    @property
    def option_sets(self) -> list[dict[str, OptionValue]]:
        """All sets of rule options that the agent was trained with, as a list, also if there is only one."""
        return self.options if isinstance(self.options, list) else [self.options]


class Agent(PolicyNet):
    """A policy that is read from an agent's folder.

    Attributes:
        folder: the folder.
        manifest: the content of its `manifest.json`.
        hash: the SHA-256 of `manifest.json`.
    """

    def __init__(self, folder: Path) -> None:
        """Read and check the agent in `folder`.

        Raises:
            CheckpointError: a file is missing, damaged or not what the manifest says.
        """
        self.folder, self.manifest = folder, read_agent_manifest(folder)
        self.hash = sha256(read_file(folder / MANIFEST, MOST_MANIFEST_BYTES))  # it holds that of the weights
        super().__init__(self.manifest.game, self.manifest.network, read_weights(folder, self.manifest))

    def __reduce__(self) -> tuple[Callable[..., "Agent"], tuple[object, ...]]:
        """Return how to make this agent in another process, which may be on a machine that has not got its folder."""
        return _agent_again, (self.folder, self.manifest, self.hash, read_weights(self.folder, self.manifest))

    def check_is_of(self, game: str) -> None:
        """Check that the agent was trained for the game called `game`.

        Raises:
            CheckpointError: it was trained for another one; the message names the agent and both games.
        """
        if self.manifest.game != game:
            raise CheckpointError(
                f"{self.manifest.name}: expected an agent of {game}, found one of {self.manifest.game}"
            )

    def check_can_play(self, game: str, num_players: int, deck: str) -> None:
        """Check that the agent was trained for a table.

        Args:
            game: name of the game.
            num_players: number of players at the table.
            deck: the hash of the deck, as `deck_hash` returns it.

        Raises:
            CheckpointError: the game, number of players or deck is another one; the message says what was expected.
        """
        self.check_is_of(game)
        if num_players not in self.manifest.num_players:
            counts = ", ".join(map(str, self.manifest.num_players))
            raise CheckpointError(f"{self.manifest.name}: expected {counts} players, found {num_players}")
        if deck != self.manifest.deck:
            hashes = f"{self.manifest.deck[:12]}..., found {deck[:12]}..."
            raise CheckpointError(f"{self.manifest.name}: deck: expected the one that it was trained with, {hashes}")

    def unfamiliar(self, options: Options) -> dict[str, OptionValue]:
        """Return the entries of `options` that differ from the nearest set of options that the agent was trained with.

        This is the set with the fewest differences. The dict is empty if the agent was trained with just these options.
        """
        strange = [
            {name: value for name, value in options.items() if not is_same(seen.get(name), value)}
            for seen in self.manifest.option_sets
        ]
        return min(strange, key=len)


def _agent_again(folder: Path, manifest: AgentManifest, digest: str, arrays: NetworkArrays) -> Agent:
    """Return the agent that was in `folder` on another machine, from its manifest, the manifest's hash and weights."""
    agent = Agent.__new__(Agent)
    agent.folder, agent.manifest, agent.hash = folder, manifest, digest
    PolicyNet.__init__(agent, manifest.game, manifest.network, arrays)
    return agent


def is_agent(folder: Path) -> bool:
    """Return whether a folder contains both files of an agent. Their content is not checked."""
    try:
        return (folder / MANIFEST).is_file() and (folder / WEIGHTS).is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def agent_folder(name: str) -> Path | None:
    """Return the folder of a trained agent, or None if there is none.

    `name` is the path of the folder, or the name of an agent that comes with the package.
    """
    try:
        folders = Path(name), resource("agents", name)
    except (OSError, ValueError):  # a name that no file can have
        return None
    return next((folder for folder in folders if is_agent(folder)), None)


def check_lacks_no_file(name: str) -> None:
    """Refuse `name` if it is the path of a folder that lacks a file of an agent; other names are not checked.

    Raises:
        CheckpointError: it is; the message names what is missing.
    """
    try:
        missing = [file for file in (MANIFEST, WEIGHTS) if not (Path(name) / file).is_file()]
        is_damaged = bool(name and missing) and Path(name).is_dir()
    except (OSError, ValueError):  # a name that no file can have
        return
    if is_damaged:
        raise CheckpointError(f"{name}: expected the folder of an agent, found no {' and no '.join(missing)} in it")


def read_agent_manifest(folder: Path) -> AgentManifest:
    """Read, check and return the manifest of the agent in `folder`.

    Raises:
        CheckpointError: the folder is not that of an agent, or the game is unknown.
    """
    content = read_json(read_file(folder / MANIFEST, MOST_MANIFEST_BYTES), MANIFEST)
    manifest = checked_file(AgentManifest, content, folder / MANIFEST, CheckpointError)
    if manifest.game not in game_names():
        raise CheckpointError(
            f"{MANIFEST}: game: expected one of {', '.join(game_names())}, found {manifest.game[:100]!r}"
        )
    return manifest


def read_weights(folder: Path, manifest: AgentManifest) -> NetworkArrays:
    """Read, check and return the weights and biases of the agent in `folder`, by name.

    Raises:
        CheckpointError: they are not what the manifest says.
    """
    expected = manifest.network.expected()
    content = read_file(folder / WEIGHTS, length_of(expected))
    if sha256(content) != manifest.files[WEIGHTS]:
        raise CheckpointError(f"{folder / WEIGHTS}: expected the SHA-256 of the manifest, found {sha256(content)}")
    return as_network(from_bytes(content, expected, WEIGHTS))


def deck_hash(deck: Deck) -> str:
    """Return the SHA-256 of everything in a deck that affects play; names and labels are left out."""
    return sha256(json.dumps(deck.played(), sort_keys=True).encode())
