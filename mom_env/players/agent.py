"""Trained agents, played in NumPy for many games at once, without torch and without running code from files.

An agent is a folder of two files: `policy.safetensors` holds the weights. `manifest.json` names the game, deck and
numbers of players that the agent is for, the shape of its network, and the SHA-256 of the other file.
"""

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from mom_env.common.problems import first_problem
from mom_env.common.tensors import (
    Expected,
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
from mom_env.environments.spaces import observation_size
from mom_env.errors import CheckpointError, IllegalAction
from mom_env.games import game_names, load
from mom_env.kernel.sparse_mlp import best_range, draw_range, in_words, list_legal, rectify, score_range, turn_rows

FORMAT: Final = "mom-agent/1"
VERSION: Final = 1  # of how agents choose; raise it whenever the same weights give other moves
WEIGHTS: Final = "policy.safetensors"
MANIFEST: Final = "manifest.json"
MOST_MANIFEST_BYTES = 1 << 20
MOST_LAYERS, MOST_UNITS = 8, 4096
BATCH = 1024  # rows at once; their arrays fit into the cache

Symmetry = Literal["focus", "none"]
Units = Annotated[int, Field(ge=1, le=MOST_UNITS)]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class NetworkShape(BaseModel):
    """The shape of a policy network.

    Attributes:
        inputs: number of entries of an observation.
        hidden: number of units of each hidden layer, all with ReLU.
        actions: number of rows of the policy head, one for each action id.
        symmetry: "focus" renumbers observations by a symmetry of the game, so that what a decision is about comes
            first; "none" leaves them as they are.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    inputs: Annotated[int, Field(ge=1, le=MOST_UNITS)]
    hidden: Annotated[list[Units], Field(min_length=1, max_length=MOST_LAYERS)]
    actions: Annotated[int, Field(ge=1, le=MOST_UNITS)]
    symmetry: Symmetry

    def expected(self) -> dict[str, Expected]:
        """Return the type and shape of each array of a policy of this shape, by the array's name in the file."""
        sizes = [self.inputs, *self.hidden]
        arrays = {}
        for layer, (before, units) in enumerate(pairwise(sizes)):
            arrays[f"layers.{layer}.weight"] = Expected("F32", (units, before))
            arrays[f"layers.{layer}.bias"] = Expected("F32", (units,))
        arrays["policy.weight"] = Expected("F32", (self.actions, sizes[-1]))
        arrays["policy.bias"] = Expected("F32", (self.actions,))
        return arrays


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
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

    format: Literal["mom-agent/1"]
    name: Annotated[str, AfterValidator(checked_name)]
    game: str
    num_players: Annotated[list[int], Field(min_length=1, max_length=8)]
    deck: Hash
    options: OptionSets
    network: NetworkShape
    files: Annotated[dict[Literal["policy.safetensors"], Hash], Field(min_length=1)]
    trained: dict[str, str | int | float]

    @property
    def option_sets(self) -> list[dict[str, OptionValue]]:
        """All sets of rule options that the agent was trained with, as a list, also if there is only one."""
        return self.options if isinstance(self.options, list) else [self.options]


class Turned(NamedTuple):
    """Tables of a game's turns: renumberings of actions and observations that the rules cannot distinguish.

    They give indices after each turn; see `mom_env.contract.checks.Symmetry`.
    """

    actions: NDArray[np.int64]  # [turns, NUM_ACTIONS]
    observations: NDArray[np.int64]  # [turns, inputs]


def turns_of(game: str) -> Turned:
    """Return the tables of a game's turns. A game without symmetry has only the turn that changes nothing."""
    module = load(game)
    symmetry = module.checks.SYMMETRY
    if symmetry is not None:
        return Turned(symmetry.ACTION_TURNS, symmetry.OBSERVATION_TURNS)
    return Turned(np.arange(module.kernels.NUM_ACTIONS)[None], np.arange(observation_size(game))[None])


class Sight:
    """What a network gets for some rows of a batch: turned observations, and lists of legal actions.

    A turn renumbers an observation and its actions by a symmetry of the game.

    Attributes:
        seen: [rows, inputs] observations after the turn.
        offsets: [rows + 1] where the list of each row begins in `actions` and `ids`.
        actions: the legal actions of all rows, one list after another.
        ids: these actions after the turn, which are rows of the policy head.
    """

    def __init__(self, game: str, symmetry: Symmetry, most_rows: int) -> None:
        """Make arrays for up to `most_rows` rows at once.

        Args:
            game: name of the game.
            symmetry: "focus" turns observations, "none" does not.
            most_rows: the most rows that `look` can be called with.

        Raises:
            CheckpointError: `symmetry` is "focus", and the game has no turns.
        """
        module = load(game)
        self._focus = module.checks.SYMMETRY if symmetry == "focus" else None
        if symmetry == "focus" and self._focus is None:
            raise CheckpointError(f"symmetry: expected 'none' for {game}, which has no turns, found {symmetry!r}")
        self._turned = turns_of(game)
        self._turns = np.zeros(most_rows, np.int64)
        self._seen = np.zeros((most_rows, observation_size(game)), np.float32)
        self.seen = self._seen
        self.offsets = np.zeros(most_rows + 1, np.int64)
        self.actions, self.ids = (np.zeros(most_rows * module.kernels.NUM_ACTIONS, np.int32) for _ in range(2))

    def look(self, observations: NDArray[np.float32], masks: NDArray[np.int8], rows: NDArray[np.int64]) -> int:
        """Write turned observations and legal actions into the arrays of this object.

        Args:
            observations: [N, inputs] the observations of a batch.
            masks: [N, actions] 1 for each legal action.
            rows: indices of the rows to write, from 0 to below N.

        Returns:
            The number of legal actions of all these rows together.

        Raises:
            IllegalAction: a row has no legal action.
        """
        turns, turned = self._turns[: len(rows)], self._turned
        turns[:] = 0
        if self._focus is not None:
            self._focus.find_turns(observations, rows, turns)
        list_legal(*in_words(masks), rows, turns, turned.actions, self.offsets, self.actions, self.ids)
        self.seen = self._seen[: len(rows)]
        turn_rows(observations, rows, turns, turned.observations, self.seen)
        counts = np.diff(self.offsets[: len(rows) + 1])
        if not counts.all():
            raise IllegalAction(f"expected rows with a legal action, found none in row {rows[np.argmin(counts)]}")
        return int(self.offsets[len(rows)])


class PolicyNet:
    """A policy network of a trained agent, which chooses for many games at once in NumPy.

    Example:
        >>> from mom_env.games import GAMES
        >>> games = load(GAMES[0]).people.VectorGame(num_games=3, num_players=2, seed=1)
        >>> inputs, actions = games.observations.shape[1], games.action_masks.shape[1]
        >>> shape = NetworkShape(inputs=inputs, hidden=[8], actions=actions, symmetry="focus")
        >>> zeros = {name: np.zeros(array.shape, np.float32) for name, array in shape.expected().items()}
        >>> actions = PolicyNet(GAMES[0], shape, zeros).choose(games.observations, games.action_masks)
        >>> bool(games.action_masks[np.arange(3), actions].all())
        True
    """

    def __init__(self, game: str, shape: NetworkShape, arrays: NetworkArrays) -> None:
        """Make arrays for a batch, and transpose the weights of the hidden layers, as the kernel reads them by input.

        Args:
            game: name of the game.
            shape: the shape of the network.
            arrays: the weights and biases, by name.

        Raises:
            CheckpointError: the shape does not fit the game.
        """
        _expect("inputs", observation_size(game), shape.inputs)
        _expect("actions", load(game).kernels.NUM_ACTIONS, shape.actions)
        self.game, self.shape = game, shape
        self._sight = Sight(game, shape.symmetry, BATCH)
        layers = range(len(shape.hidden))
        self._layers = [(arrays[f"layers.{i}.weight"].T.copy(), arrays[f"layers.{i}.bias"]) for i in layers]
        self._weights, self._biases = arrays["policy.weight"], arrays["policy.bias"]
        self._hidden = [np.zeros((BATCH, units), np.float32) for units in shape.hidden]
        self._used = np.zeros(max(shape.inputs, *shape.hidden) + 1, np.int64)
        self._scores, self._probabilities = (np.zeros(BATCH * shape.actions, np.float32) for _ in range(2))

    def choose(
        self,
        observations: NDArray[np.float32],
        masks: NDArray[np.int8],
        rng: np.random.Generator | None = None,
        rows: NDArray[np.int64] | None = None,
    ) -> NDArray[np.int64]:
        """Return a legal action for each of `rows`: the likeliest, or one drawn by the policy's probabilities.

        Args:
            observations: [N, inputs] float32.
            masks: [N, actions] 1 for each legal action.
            rng: draws the actions; without it, the likeliest are returned.
            rows: indices of rows, by default all; the actions are in their order.

        Raises:
            IllegalAction: a row has no legal action.
        """
        rows = np.arange(len(observations)) if rows is None else rows
        chosen = np.zeros(len(rows), np.int64)
        for first in range(0, len(rows), BATCH):
            part = slice(first, first + BATCH)
            chosen[part] = self._choose(observations, masks, rows[part], rng)
        return chosen

    def logits(self, observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.float32]:
        """Return the logits of all rows, shape (rows, actions), -inf for illegal actions.

        Args:
            observations: [rows, inputs] float32, at most `BATCH` rows.
            masks: [rows, actions] 1 for each legal action.
        """
        rows = np.arange(len(observations))
        count = self._score(observations, masks, rows)
        logits = np.full(masks.shape, -np.inf, np.float32)
        lists = np.repeat(rows, np.diff(self._sight.offsets[: len(rows) + 1]))
        logits[lists, self._sight.actions[:count]] = self._scores[:count]
        return logits

    def _choose(
        self,
        observations: NDArray[np.float32],
        masks: NDArray[np.int8],
        rows: NDArray[np.int64],
        rng: np.random.Generator | None,
    ) -> NDArray[np.int32]:
        """Return a legal action for each of `rows`, of which there may be at most `BATCH`.

        Args:
            observations: [N, inputs] float32.
            masks: [N, actions] 1 for each legal action.
            rows: indices of rows.
            rng: draws the actions; None takes the likeliest.
        """
        self._score(observations, masks, rows)
        chosen, count, offsets = np.zeros(len(rows), np.int64), len(rows), self._sight.offsets
        if rng is None:
            best_range(self._scores, offsets, chosen, 0, count)
        else:
            uniforms, log_probs = rng.random(count, np.float32), np.zeros(count, np.float32)
            draw_range(self._scores, offsets, uniforms, self._probabilities, chosen, log_probs, 0, count)
        return self._sight.actions[chosen]

    def _score(self, observations: NDArray[np.float32], masks: NDArray[np.int8], rows: NDArray[np.int64]) -> int:
        """Write the logits of all legal actions of `rows` into `_scores`, row by row, and return their number.

        There may be at most `BATCH` rows.
        """
        count = self._sight.look(observations, masks, rows)
        hidden = self._sight.seen
        for layer, room in zip(self._layers, self._hidden, strict=True):
            rectify(hidden, *layer, self._used, room[: len(rows)])
            hidden = room[: len(rows)]
        head = (self._weights, self._biases, self._sight.offsets, self._sight.ids)
        score_range(hidden, *head, self._scores, 0, len(rows))
        return count


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

    def check_can_play(self, game: str, num_players: int, deck: str) -> None:
        """Check that the agent was trained for a table.

        Args:
            game: name of the game.
            num_players: number of players at the table.
            deck: the hash of the deck, as `deck_hash` returns it.

        Raises:
            CheckpointError: the game, number of players or deck is another one; the message says what was expected.
        """
        _expect("game", self.manifest.game, game)
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


def read_agent_manifest(folder: Path) -> AgentManifest:
    """Read, check and return the manifest of the agent in `folder`.

    Raises:
        CheckpointError: the folder is not that of an agent, or the game is unknown.
    """
    content = read_json(read_file(folder / MANIFEST, MOST_MANIFEST_BYTES), MANIFEST)
    try:
        manifest = AgentManifest.model_validate(content)
    except ValidationError as error:
        raise CheckpointError(f"{folder / MANIFEST}: {first_problem(error)}"[:400]) from None
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


def _expect(what: str, expected: object, found: object) -> None:
    """Raise `CheckpointError` if `found` differs from `expected`; `what` names the value in the message."""
    if expected != found:
        raise CheckpointError(f"{what}: expected {expected!r}, found {found!r}")
