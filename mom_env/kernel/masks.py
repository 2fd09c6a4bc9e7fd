"""Random actions from a mask of legal actions, for players that know nothing but the mask."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import kernel, part
from mom_env.kernel.rng import below, bits_at

NO_ACTION = -1
IDS_PER_WORD = 8
_8, _16, _32, _255 = np.uint64(8), np.uint64(16), np.uint64(32), np.uint64(255)


class MaskRecord(Protocol):
    """A record of the legal actions of a seat."""

    ids: NDArray[np.int8]  # 1 for each legal action, shape (NUM_ACTIONS,)
    words: NDArray[np.uint64]  # the same memory in words of eight ids; 0 after the last action


def random_draws(seed: int) -> NDArray[np.uint64]:
    """Return a new state of chance for `draw_action`: an array of `seed` and the number of draws so far, which is 0."""
    return np.array([seed, 0], np.uint64)


@kernel
def draw_action(mask: NDArray[np.int8], draws: NDArray[np.uint64]) -> int:
    """Return an action that `mask` allows, each with the same chance; NO_ACTION (-1) if it allows none.

    `mask` has 1 for each legal action, by id, and 0 for all others. `draws` comes from `random_draws`; each draw adds 1
    to the second number in it.
    """
    count = 0
    for i in range(len(mask)):
        count += int(mask[i])
    if count == 0:
        return NO_ACTION
    wanted = below(bits_at(draws[0], int(draws[1])), count)
    draws[1] += np.uint64(1)
    action = 0
    while wanted > 0 or mask[action] == 0:
        wanted -= int(mask[action])
        action += 1
    return action


@part
def count_in(word: np.uint64) -> int:
    """Return how many of the eight ids in a word of a mask are legal: the sum of its bytes, each 0 or 1."""
    word += word >> _32
    word += word >> _16
    word += word >> _8
    return int(word & _255)


@part
def draw_legal(mask: MaskRecord, first: int, last: int, bits: np.uint64) -> int:
    """Return a legal action of `mask`, chosen by the random `bits`, each with the same chance.

    At least one action must be legal, and all legal ones must be from `first` to `last - 1`. This is not checked.
    """
    first_word, last_word = first // IDS_PER_WORD, (last - 1) // IDS_PER_WORD
    count = 0
    for i in range(first_word, last_word + 1):
        count += count_in(mask.words[i])
    wanted = below(bits, count)
    i = first_word
    while wanted >= count_in(mask.words[i]):
        wanted -= count_in(mask.words[i])
        i += 1
    action = IDS_PER_WORD * int(i)
    while wanted > 0 or mask.ids[action] == 0:
        wanted -= int(mask.ids[action])
        action += 1
    return action
