"""The network of a trained agent, which chooses for many games at once in NumPy."""

from itertools import pairwise
from typing import Annotated, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from mom_env.common.tensors import Expected, NetworkArrays
from mom_env.contract.records import Records
from mom_env.environments.spaces import observation_size
from mom_env.errors import CheckpointError, IllegalAction
from mom_env.games import load
from mom_env.kernel.own_inputs import add_own
from mom_env.kernel.sparse_mlp import (
    best_range,
    draw_range,
    in_words,
    list_legal,
    rectify,
    score_range,
    share_range,
    turn_rows,
)
from mom_env.players.guide import Guide, has_guide
from mom_env.players.own_inputs import OwnShape, check_own_tables, own_head

MOST_LAYERS, MOST_UNITS, MOST_INPUTS = 8, 4096, 32768
MOST_SEATS = 8
GUIDED = "guided.weight"  # the array with the weights of a guide's estimates
BATCH = 1024  # rows at once; their arrays fit into the cache

Symmetry = Literal["focus", "none"]
Precision = Literal["F32", "F16"]
Units = Annotated[int, Field(ge=1, le=MOST_UNITS)]


class NetworkShape(BaseModel):
    """The shape of an agent's network.

    Attributes:
        inputs: number of entries of an observation.
        hidden: number of units of each hidden layer, all with ReLU.
        actions: number of rows of the policy head, one for each action id.
        symmetry: "focus" renumbers observations by a symmetry of the game, so that what a decision is about comes
            first; "none" leaves them as they are.
        payoffs: number of rows of the head that says what a position is worth to each seat, counted from the seat
            that observes it; 0 without such a head.
        own: shape of the part of the policy head that looks at each action's own inputs; None without it.
        guided: whether the estimates of the guide of the game's search are added to the logits, with a weight for each
            action.
        precision: type of the numbers in the file of weights. All are computed with in float32.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    inputs: Annotated[int, Field(ge=1, le=MOST_INPUTS)]
    hidden: Annotated[list[Units], Field(min_length=1, max_length=MOST_LAYERS)]
    actions: Annotated[int, Field(ge=1, le=MOST_UNITS)]
    symmetry: Symmetry
    payoffs: Annotated[int, Field(ge=0, le=MOST_SEATS)] = 0
    own: OwnShape | None = None
    guided: bool = False
    precision: Precision = "F32"

    def expected(self) -> dict[str, Expected]:
        """Return the type and shape of each array of a network of this shape, by the array's name in the file."""
        sizes = [self.inputs, *self.hidden]
        layers = {f"layers.{layer}": (units, before) for layer, (before, units) in enumerate(pairwise(sizes))}
        layers["policy"] = self.actions, sizes[-1]
        if self.payoffs:
            layers["payoff"] = self.payoffs, sizes[-1]
        weights = {f"{name}.weight": Expected(self.precision, shape) for name, shape in layers.items()}
        biases = {f"{name}.bias": Expected(self.precision, shape[:1]) for name, shape in layers.items()}
        own = self.own.expected(self.actions, sizes[-1], self.precision) if self.own else {}
        guided = {GUIDED: Expected(self.precision, (self.actions,))} if self.guided else {}
        return weights | biases | own | guided

    def halved(self) -> "NetworkShape":
        """Return this shape with numbers of two bytes in the file."""
        own = self.own and self.own.model_copy(update={"tables": "I16"})
        return self.model_copy(update={"precision": "F16", "own": own})

    def is_like(self, other: "NetworkShape") -> bool:
        """Return whether a network of the shape `other` could have the same policy as one of this shape."""
        mine, others = (shape.halved().model_copy(update={"payoffs": 0}) for shape in (self, other))
        return mine == others


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


class Draws(NamedTuple):
    """What decides the actions that a network draws: a number from 0 to below 1 for each row, and a temperature.

    Logits are divided by the temperature, which is above 0: at 1 the probabilities are the policy's own.
    """

    uniforms: NDArray[np.float32]
    temperature: float = 1.0


def draws_from(bits: NDArray[np.uint64], temperature: float) -> Draws | None:
    """Return draws that follow from 64 random bits for each row, or None at temperature 0, where nothing is drawn."""
    if temperature == 0:
        return None
    return Draws((bits >> np.uint64(40)).astype(np.float32) / np.float32(1 << 24), temperature)


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
        expect_equal("inputs", observation_size(game), shape.inputs)
        expect_equal("actions", load(game).kernels.NUM_ACTIONS, shape.actions)
        self.game, self.shape = game, shape
        self._sight = Sight(game, shape.symmetry, BATCH)
        layers = range(len(shape.hidden))
        self._layers = [(arrays[f"layers.{i}.weight"].T.copy(), arrays[f"layers.{i}.bias"]) for i in layers]
        self._weights, self._biases = arrays["policy.weight"], arrays["policy.bias"]
        self.arrays, self._own = arrays, own_head(arrays, shape.actions, shape.hidden[-1])
        if shape.own:
            expect_equal("symmetry, as there are own inputs", "none", shape.symmetry)
            check_own_tables(self._own, shape.own, shape.inputs)
        if shape.guided and not has_guide(game):
            raise CheckpointError(f"guided: expected False for {game}, whose search has no guide, found True")
        self._guide = Guide(game) if shape.guided else None
        self._hidden = [np.zeros((BATCH, units), np.float32) for units in shape.hidden]
        self._used = np.zeros(max(shape.inputs, *shape.hidden) + 1, np.int64)
        self._scores, self._probabilities = (np.zeros(BATCH * shape.actions, np.float32) for _ in range(2))

    def choose(
        self,
        observations: NDArray[np.float32],
        masks: NDArray[np.int8],
        rows: NDArray[np.int64] | None = None,
        draws: Draws | None = None,
        worths: NDArray[np.float32] | None = None,
    ) -> NDArray[np.int64]:
        """Return a legal action for each of `rows`: the likeliest, or one drawn by the policy's probabilities.

        Args:
            observations: [N, inputs] float32.
            masks: [N, actions] 1 for each legal action.
            rows: indices of rows, by default all; the actions are in their order.
            draws: what decides the actions of `rows`; without it, the likeliest are returned.
            worths: [N, actions] what the method `worths` returns; a network with a guide needs it.

        Raises:
            IllegalAction: a row has no legal action.
            CheckpointError: the network has a guide, and `worths` are missing.
        """
        rows = np.arange(len(observations)) if rows is None else rows
        chosen = np.zeros(len(rows), np.int64)
        for first in range(0, len(rows), BATCH):
            part = slice(first, first + BATCH)
            drawn = None if draws is None else Draws(draws.uniforms[part], draws.temperature)
            chosen[part] = self._choose(observations, masks, rows[part], drawn, worths)
        return chosen

    def worths(self, states: Records, rules: Records, masks: NDArray[np.int8]) -> NDArray[np.float32] | None:
        """Return what the network's guide thinks of the legal actions, or None if the network has no guide.

        The arguments and the result are those of `Guide.table`. Only what the seat to move may know counts.
        """
        return self._guide.table(states, rules, masks) if self._guide else None

    def payoffs(
        self, observations: NDArray[np.float32], masks: NDArray[np.int8], num_players: int
    ) -> NDArray[np.float32]:
        """Return what each position is worth to each seat, shape (rows, seats), counted from the seat that observes it.

        A payoff is between 0 and 1, and those of several seats sum to 1. With one seat, it is the logistic function of
        the return by score.

        Args:
            observations: [rows, inputs] float32, at most `BATCH` rows.
            masks: [rows, actions] 1 for each legal action.
            num_players: number of seats at the table of each row.

        Raises:
            CheckpointError: the network has no payoffs, or not for so many seats.
        """
        if num_players > self.shape.payoffs:
            raise CheckpointError(f"payoffs: expected those of {num_players} seats, found {self.shape.payoffs}")
        count = len(observations)
        self._score(observations, masks, np.arange(count))
        found = np.zeros((count, num_players), np.float32)
        head = self.arrays["payoff.weight"], self.arrays["payoff.bias"]
        share_range(self._hidden[-1], *head, found, 0, count)
        return found

    def logits(
        self,
        observations: NDArray[np.float32],
        masks: NDArray[np.int8],
        worths: NDArray[np.float32] | None = None,
    ) -> NDArray[np.float32]:
        """Return the logits of all rows, shape (rows, actions), -inf for illegal actions.

        Args:
            observations: [rows, inputs] float32, at most `BATCH` rows.
            masks: [rows, actions] 1 for each legal action.
            worths: [rows, actions] as for `choose`.
        """
        rows = np.arange(len(observations))
        count = self._score(observations, masks, rows)
        self._add_guided(rows, worths, count)
        logits = np.full(masks.shape, -np.inf, np.float32)
        lists = np.repeat(rows, np.diff(self._sight.offsets[: len(rows) + 1]))
        logits[lists, self._sight.actions[:count]] = self._scores[:count]
        return logits

    def _choose(
        self,
        observations: NDArray[np.float32],
        masks: NDArray[np.int8],
        rows: NDArray[np.int64],
        draws: Draws | None,
        worths: NDArray[np.float32] | None,
    ) -> NDArray[np.int32]:
        """Return a legal action for each of `rows`, of which there may be at most `BATCH`.

        Args:
            observations: [N, inputs] float32.
            masks: [N, actions] 1 for each legal action.
            rows: indices of rows.
            draws: what decides the actions; None takes the likeliest.
            worths: [N, actions] as for `choose`.
        """
        entries = self._score(observations, masks, rows)
        self._add_guided(rows, worths, entries)
        chosen, count, offsets = np.zeros(len(rows), np.int64), len(rows), self._sight.offsets
        if draws is None:
            best_range(self._scores, offsets, chosen, 0, count)
        else:
            self._scores[:entries] /= draws.temperature
            given = self._scores, offsets, draws.uniforms, self._probabilities
            draw_range(*given, chosen, np.zeros(count, np.float32), 0, count)
        return self._sight.actions[chosen]

    def _add_guided(self, rows: NDArray[np.int64], worths: NDArray[np.float32] | None, entries: int) -> None:
        """Add the weighted estimates of the guide, if the network has one, to the first `entries` of `_scores`.

        These are the logits of the legal actions of `rows`, whose estimates are those rows of `worths`.

        Raises:
            CheckpointError: there is a guide, and `worths` is None.
        """
        if not self.shape.guided:
            return
        if worths is None:
            raise CheckpointError("worths: expected the estimates of the network's guide, found none; see `worths`")
        sight = self._sight
        listed = np.repeat(rows, np.diff(sight.offsets[: len(rows) + 1]))
        weights = self.arrays[GUIDED][sight.ids[:entries]]
        self._scores[:entries] += weights * worths[listed, sight.actions[:entries]]

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
        if self.shape.own:
            add_own(self._sight.seen, hidden, self._own, *head[2:], self._scores, 0, len(rows))
        return count


def expect_equal(what: str, expected: object, found: object) -> None:
    """Raise `CheckpointError` if `found` differs from `expected`; `what` names the value in the message."""
    if expected != found:
        raise CheckpointError(f"{what}: expected {expected!r}, found {found!r}")
