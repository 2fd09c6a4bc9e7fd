"""Perft: count the lines of play from a position by playing all of them."""

import numpy as np

from mom_env.contract.records import NOBODY, Indices, MaskRecord, Records, RulesRecord, StateRecord
from mom_env.kernel.jit import kernel, part
from mom_env.loops import game_of

game = game_of(__name__)


@kernel
def count_lines(states: Records, masks: Records, rules: Records, following: Indices) -> int:
    """Return the number of lines of play from `states[0]`, of as many decisions as there are further records.

    A line may be shorter if the game ends. `rules` is an array of one record. `states` but for the first record,
    `masks` and `following` are scratch space with one entry for each level: the position, its legal actions, and the
    next action to try.
    """
    depth = len(states) - 1
    lines = 0
    level = 0
    begin_level(states[0], rules[0], masks[0], following, 0)
    while level >= 0:
        if level == depth or states[level].seat == NOBODY:
            lines += 1
            level -= 1
            continue
        action = next_action(masks[level], following, level)
        if action == game.NUM_ACTIONS:
            level -= 1
        else:
            states[level + 1] = states[level]
            game.take_action(states[level + 1], rules[0], action)
            level += 1
            begin_level(states[level], rules[0], masks[level], following, level)
    return lines


@part
def begin_level(state: StateRecord, rules: RulesRecord, mask: MaskRecord, following: Indices, level: int) -> None:
    """Write the legal actions of `state` into `mask`, and set `following[level]`, the next action to try, to 0."""
    following[level] = 0
    game.write_mask(state, rules, int(np.int64(state.seat)), mask)


@part
def next_action(mask: MaskRecord, following: Indices, level: int) -> int:
    """Return the next legal action of a level, and advance `following[level]` past it; NUM_ACTIONS after the last.

    `mask` has the legal actions of the level, and `following[level]` is the first id to try.
    """
    action = int(following[level])
    while action < game.NUM_ACTIONS and mask.ids[action] == 0:
        action += 1
    following[level] = action + 1
    return action
