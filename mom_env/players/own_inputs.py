"""The part of an agent's network that looks at each legal action by itself, as arrays in the agent's file."""

from typing import Annotated, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from mom_env.common.tensors import Expected, NetworkArrays
from mom_env.contract.people import Ruleset
from mom_env.errors import CheckpointError
from mom_env.games import load
from mom_env.kernel.own_inputs import NOTHING, OwnHead

MOST_OWN_UNITS, MOST_KINDS, MOST_OWN_INPUTS = 256, 16, 1024
TABLES = "own.kinds", "own.places"  # arrays of whole numbers
WEIGHTS = "own.from_hidden", "own.from_inputs", "own.biases", "own.outputs"


class OwnShape(BaseModel):
    """The shape of the part of a policy head that looks at each legal action's own inputs.

    Attributes:
        units: number of units of each kind of actions.
        kinds: number of kinds of actions that have own inputs.
        inputs: the most own inputs of an action.
        tables: type of the whole numbers in the file, which are kinds and places in the observation.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    units: Annotated[int, Field(ge=1, le=MOST_OWN_UNITS)]
    kinds: Annotated[int, Field(ge=1, le=MOST_KINDS)]
    inputs: Annotated[int, Field(ge=1, le=MOST_OWN_INPUTS)]
    tables: Literal["I32", "I16"] = "I32"

    def expected(self, actions: int, hidden: int, precision: str) -> dict[str, Expected]:
        """Return the type and shape of each array, by its name in the file.

        Args:
            actions: number of action ids.
            hidden: number of units of the last hidden layer.
            precision: type of the weights.
        """
        tables = (actions,), (actions, self.inputs)
        units = (self.kinds, self.units, hidden), (self.kinds, self.inputs, self.units)
        weights = *units, (actions, self.units), (self.kinds, self.units)
        expected = {name: Expected(self.tables, shape) for name, shape in zip(TABLES, tables, strict=True)}
        return expected | {name: Expected(precision, shape) for name, shape in zip(WEIGHTS, weights, strict=True)}


class OwnTables(NamedTuple):
    """Which inputs are an action's own.

    An action without own inputs has the kind `NOTHING`. Lists of places are filled up with `NOTHING`.
    """

    kinds: NDArray[np.int64]  # [actions] number of the kind
    places: NDArray[np.int64]  # [actions, inputs] where they are in the observation

    def groups(self, num_inputs: int) -> NDArray[np.int64]:
        """Return the group of each of `num_inputs` inputs of the network, shape (num_inputs,).

        Inputs that play the same part for different actions of a kind are in one group.
        """
        groups = np.arange(num_inputs)
        for kind in range(self.kinds.max(initial=NOTHING) + 1):
            for column in self.places[self.kinds == kind].T:
                together = groups[column[column != NOTHING]]
                groups[np.isin(groups, together)] = together.min(initial=num_inputs)
        return groups


def own_tables(game: str, ruleset: Ruleset) -> OwnTables:
    """Return which inputs are an action's own, for a ruleset of a game; without any, there are no columns of places."""
    people = load(game).people
    listed = people.list_own_inputs(ruleset)
    most = max((places.shape[1] for places in listed.values()), default=0)
    actions = load(game).kernels.NUM_ACTIONS
    kinds, all_places = np.full(actions, NOTHING), np.full((actions, most), NOTHING)
    for kind, row in enumerate(row for row in people.ACTIONS if row.name in listed):
        places = listed[row.name]
        kinds[row.start : row.start + row.size] = kind
        all_places[row.start : row.start + row.size, : places.shape[1]] = places
    return OwnTables(kinds, all_places)


def own_shape(game: str, ruleset: Ruleset, units: int) -> OwnShape | None:
    """Return the shape for own inputs with a number of units, or None if that is 0 or the game has no own inputs."""
    kinds, places = own_tables(game, ruleset)
    if not units or not places.shape[1]:
        return None
    return OwnShape(units=units, kinds=int(kinds.max()) + 1, inputs=places.shape[1])


def own_head(arrays: NetworkArrays, actions: int, hidden: int) -> OwnHead:
    """Return the weights for own inputs in a network's arrays, or a head that adds nothing if the network has none.

    `actions` is the number of action ids, and `hidden` the number of units of the last hidden layer.
    """
    if "own.kinds" not in arrays:
        arrays = no_own_inputs(actions, hidden)
    kinds, places = (np.ascontiguousarray(arrays[name], np.int64) for name in TABLES)
    from_hidden, from_inputs, biases, outputs = (np.ascontiguousarray(arrays[name]) for name in WEIGHTS)
    mixed, room = (np.zeros(outputs.shape[1], np.float32) for _ in range(2))
    return OwnHead(kinds, places, from_hidden, from_inputs, biases, outputs, mixed, room)


def no_own_inputs(actions: int, hidden: int) -> NetworkArrays:
    """Return the arrays of a head for own inputs without kinds and units; the arguments are those of `own_head`."""
    shapes = (actions, 0), (0, 0, hidden), (0, 0, 0), (actions, 0), (0, 0)
    empty = zip((TABLES[1], *WEIGHTS), shapes, strict=True)
    kinds = np.full(actions, NOTHING, np.float32)
    return {TABLES[0]: kinds} | {name: np.zeros(shape, np.float32) for name, shape in empty}


def check_own_tables(own: OwnHead, shape: OwnShape, inputs: int) -> None:
    """Check that the kinds and places of a file are those of `shape`, as kernels index by them without a check.

    `inputs` is the number of entries of an observation.

    Raises:
        CheckpointError: there is another number.
    """
    for name, table, limit in (("own.kinds", own.kinds, shape.kinds), ("own.places", own.places, inputs)):
        wrong = table[(table < NOTHING) | (table >= limit)]
        if len(wrong):
            raise CheckpointError(f"{name}: expected numbers from {NOTHING} to {limit - 1}, found {wrong[0]}")
