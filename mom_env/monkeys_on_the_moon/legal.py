"""Legal actions out of a mask: where to look for them, and one of them by chance."""

from typing import Any

import numpy as np

from mom_env.kernel.jit import kernel
from mom_env.kernel.rng import below
from mom_env.monkeys_on_the_moon.actions import IDS_PER_WORD, TABLE, Mask, bid_action
from mom_env.monkeys_on_the_moon.pieces import tribe_of_monkey
from mom_env.monkeys_on_the_moon.state import NUM_DECISIONS, Decision, State

# Where the ids of each decision begin and end: legal ones are looked for only there, eight at once.
_FIRST = np.array([min(row.start for row in TABLE if row.decision == d) for d in range(NUM_DECISIONS)])
_LAST = np.array([max(row.start + row.size for row in TABLE if row.decision == d) for d in range(NUM_DECISIONS)])
_8, _16, _32, _255 = np.uint64(8), np.uint64(16), np.uint64(32), np.uint64(255)


@kernel
def first_of(state: State) -> int:
    """Where the ids of a decision begin."""
    return int(_FIRST[int(state.decision)])


@kernel
def last_of(state: State) -> int:
    """Where the legal ids of a decision end; bids end with the coins of the monkey's tribe."""
    if state.decision != Decision.BID:
        return int(_LAST[int(state.decision)])
    tribe = tribe_of_monkey(int(state.auction_monkey))
    return bid_action(int(state.coins[int(state.seat), tribe]) + 1, 0, 0)


@kernel
def count_in(word: Any) -> int:
    """How many of eight ids are legal: the sum of a word's bytes, each 0 or 1."""
    word += word >> _32
    word += word >> _16
    word += word >> _8
    return int(word & _255)


@kernel
def draw_legal(state: State, mask: Mask, bits: Any) -> int:
    """A legal action of the mask, each with the same chance."""
    first, last = first_of(state) // IDS_PER_WORD, (last_of(state) - 1) // IDS_PER_WORD
    count = 0
    for i in range(first, last + 1):
        count += count_in(mask.words[i])
    wanted = below(bits, count)
    i = first
    while wanted >= count_in(mask.words[i]):
        wanted -= count_in(mask.words[i])
        i += 1
    action = IDS_PER_WORD * int(i)
    while wanted > 0 or mask.ids[action] == 0:
        wanted -= int(mask.ids[action])
        action += 1
    return action
