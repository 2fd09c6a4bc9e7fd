"""A part of a policy head that looks at each legal action by itself: at the inputs that are about this action alone.

Actions of one kind, such as placing a tile on a field, share their weights. So what is learnt of one field is known of
all: a dense layer learns it for each field anew. Each kind has a number of units. A unit gets the action's own inputs,
what the hidden units say of the whole position, and a bias of the action, with ReLU; the weighted sum of the units is
added to the action's logit. With no kinds at all, nothing is added.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import float_kernel

Floats = NDArray[np.float32]
Indices = NDArray[np.int64]
Ids = NDArray[np.int32]

NOTHING = -1  # the kind of an action without own inputs, and what fills up a list of places


class OwnHead(NamedTuple):
    """The weights for own inputs, for A actions of K kinds, with U units a kind and at most N own inputs an action."""

    kinds: Indices  # [A] kind of each action, or NOTHING
    places: Indices  # [A, N] where an action's own inputs are in the observation; filled up with NOTHING
    from_hidden: Floats  # [K, U, units of the last hidden layer]
    from_inputs: Floats  # [K, N, U]
    biases: Floats  # [A, U]
    outputs: Floats  # [K, U]
    mixed: Floats  # [U] scratch: what the hidden units say to the units of a kind
    room: Floats  # [U] scratch


@float_kernel
def mix(hidden: Floats, own: OwnHead, kind: int) -> None:
    """Write into `own.mixed` what the last hidden layer says to each unit of a kind; `hidden` is by hidden unit."""
    for unit in range(len(own.mixed)):
        total = np.float32(0)
        for k in range(len(hidden)):
            total += hidden[k] * own.from_hidden[kind, unit, k]
        own.mixed[unit] = total


@float_kernel
def fill_units(
    inputs: Floats,
    mixed: Floats,
    kind: int,
    action: int,
    places: Indices,
    from_inputs: Floats,
    biases: Floats,
    units: Floats,
) -> None:
    """Write into `units` the outputs, with ReLU, of the units of a kind for one of its actions.

    Args:
        inputs: the observation.
        mixed: what the hidden units say to each unit of the kind.
        kind: number of the kind.
        action: id of the action.
        places: as in `OwnHead`.
        from_inputs: as in `OwnHead`.
        biases: as in `OwnHead`.
        units: gets the outputs, by unit.
    """
    for unit in range(len(units)):
        units[unit] = mixed[unit] + biases[action, unit]
    for i in range(places.shape[1]):
        place = places[action, i]
        if place != NOTHING and inputs[place] != 0:
            for unit in range(len(units)):
                units[unit] += inputs[place] * from_inputs[kind, i, unit]
    for unit in range(len(units)):
        units[unit] = max(units[unit], np.float32(0))


@float_kernel
def score_own(inputs: Floats, own: OwnHead, action: int) -> np.float32:
    """Return what an action's own inputs add to its logit; `mix` must have been called for the kind of `action`.

    `inputs` is the observation. An action without own inputs gets 0.
    """
    score, kind = np.float32(0), own.kinds[action]
    if kind != NOTHING:
        fill_units(inputs, own.mixed, kind, action, own.places, own.from_inputs, own.biases, own.room)
        for unit in range(len(own.room)):
            score += own.room[unit] * own.outputs[kind, unit]
    return score


@float_kernel
def add_own(
    inputs: Floats, hidden: Floats, own: OwnHead, offsets: Indices, ids: Ids, scores: Floats, first: int, last: int
) -> None:
    """Add to `scores` what own inputs contribute to the legal actions of the rows from `first` to `last - 1`.

    Args:
        inputs: the observations, by row and place.
        hidden: the outputs of the last hidden layer, by row and hidden unit.
        own: the weights. Its scratch space is for one thread.
        offsets: where the list of each row begins in `ids`, as `list_legal` writes it.
        ids: the legal actions of all rows, one list after another, as `list_legal` writes them.
        scores: the logit of each entry of `ids`.
        first: the first row.
        last: the row after the last one.
    """
    for i in range(first, last):
        mixed = NOTHING
        for j in range(offsets[i], offsets[i + 1]):
            kind = own.kinds[ids[j]]
            if kind not in (mixed, NOTHING):  # actions of one kind follow one another
                mix(hidden[i], own, kind)
                mixed = kind
            scores[j] += score_own(inputs[i], own, int(ids[j]))
