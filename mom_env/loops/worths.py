"""What the guide of the search thinks of each legal action of many games, as the target of a training."""

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Indices, Records
from mom_env.kernel.jit import kernel
from mom_env.loops import search_in

search = search_in(__name__)
TEMPERATURE = search.TEMPERATURE


@kernel
def write_worths(
    states: Records,
    rules: Records,
    works: Records,
    offsets: Indices,
    actions: NDArray[np.int32],
    worths: NDArray[np.float32],
) -> None:
    """Write into `worths` the guide's first estimate of each listed action, divided by TEMPERATURE.

    Args:
        states: the records of the games, each at a decision.
        rules: the rules of all games, as an array of one record.
        works: the memory of a search, as an array of one record; it says which kind of playout the guide serves.
        offsets: where the list of each game begins in `actions`, and at last the end of the last list.
        actions: legal actions of all games, one list after another.
        worths: gets the estimate of each of `actions`.
    """
    for i in range(len(states)):
        search.begin_look(states[i], rules[0], works[0].playout, works[0].look)
        for j in range(offsets[i], offsets[i + 1]):
            worth = search.worth_of(states[i], rules[0], works[0].playout, works[0].look, int(actions[j]))
            worths[j] = worth / TEMPERATURE
