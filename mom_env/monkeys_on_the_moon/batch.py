"""The entry kernels over many games. Each game has its own stream, so threads and batch size change nothing."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import kernel, parallel_kernel, prange
from mom_env.kernel.rng import bits_at, seed_stream
from mom_env.monkeys_on_the_moon.actions import Mask
from mom_env.monkeys_on_the_moon.engine import can_take_action, go_on, mark_legal, take_action, write_marks
from mom_env.monkeys_on_the_moon.legal import draw_legal, first_of, last_of
from mom_env.monkeys_on_the_moon.observe import View, write_view
from mom_env.monkeys_on_the_moon.returns import return_of
from mom_env.monkeys_on_the_moon.rules.setup import deal
from mom_env.monkeys_on_the_moon.state import Phase, Rules, State

ALL_LEGAL = -1

Games = NDArray[Any]  # records: states, rules (one), masks, observations
Indices = NDArray[np.int64]


class Views(NamedTuple):
    """What a batch shows: one entry a game, filled in place. N games; no observations and masks if not wanted."""

    seats: NDArray[np.int8]  # [N] who decides
    observations: Games  # [N] records of OBSERVATION_DTYPE: what that seat sees
    action_masks: Games  # [N] records of MASK_DTYPE
    returns: NDArray[np.float32]  # [N, MAX_PLAYERS] of the game that the last step ended, else 0
    dones: NDArray[np.uint8]  # [N] 1: the last step ended a game; the rest shows the next one


@kernel
def begin_game(state: State, rules: Rules) -> None:
    """A fresh deal, on to its first decision."""
    deal(state, rules)
    go_on(state, rules)


@kernel
def reset_many(states: Games, rules: Games, views: Views, seed: Any) -> None:
    """Start stream `i` of the seed in game `i`, and deal."""
    for i in range(len(states)):
        seed_stream(states[i], seed, i)
        begin_game(states[i], rules[0])
        views.returns[i, :] = 0
        views.dones[i] = 0
    show_range(states, rules, views, 0, len(states))


@kernel
def show_range(states: Games, rules: Games, views: Views, first: int, last: int) -> None:
    """Seat, observation and mask of the games from `first` to before `last`."""
    for i in range(first, last):
        views.seats[i] = states[i].seat
        if len(views.observations) > 0:
            show(states[i], rules[0], views.observations[i], views.action_masks[i])


@kernel
def show(state: State, rules: Rules, view: View, mask: Mask) -> None:
    """What the seat to move sees and may do."""
    viewer: Any = np.int64(state.seat)  # as wide as elsewhere, or all that writes views is compiled once more
    write_view(state, rules, viewer, view)
    write_marks(state, rules, mask)


@kernel
def find_illegal(states: Games, rules: Games, actions: Indices, first: int, last: int) -> int:
    """The first game from `first` to before `last` whose action is not legal, or ALL_LEGAL."""
    for i in range(first, last):
        if not can_take_action(states[i], rules[0], int(actions[i])):
            return i
    return ALL_LEGAL


@kernel
def step_range(states: Games, rules: Games, actions: Indices, reward: int, views: Views, first: int, last: int) -> None:
    """One decision in each of the games from `first` to before `last`; a finished game gives way to a new deal."""
    for i in range(first, last):
        take_action(states[i], rules[0], int(actions[i]))
        done = states[i].phase == Phase.OVER
        views.dones[i] = done
        for seat in range(rules[0].num_players):
            views.returns[i, seat] = return_of(states[i], rules[0], reward, seat) if done else 0
        if done:
            begin_game(states[i], rules[0])
        views.seats[i] = states[i].seat
        if len(views.observations) > 0:  # not `show_range`: to hand five arrays on costs more than the game
            show(states[i], rules[0], views.observations[i], views.action_masks[i])


@kernel
def step(states: Games, rules: Games, actions: Indices, reward: int, views: Views, check: bool) -> int:
    """One decision in each game, unless an action is checked and not legal: then its game, and none has moved."""
    illegal = find_illegal(states, rules, actions, 0, len(states)) if check else ALL_LEGAL
    if illegal == ALL_LEGAL:
        step_range(states, rules, actions, reward, views, 0, len(states))
    return illegal


@parallel_kernel
def step_parallel(
    states: Games, rules: Games, actions: Indices, reward: int, views: Views, check: bool, num_parts: int
) -> int:
    """`step` with equal parts on as many threads. A game stays with its core: moving it costs most of a step."""
    count, illegal = len(states), np.full(num_parts, ALL_LEGAL)
    if check:
        for part in prange(num_parts):
            first, last = part * count // num_parts, (part + 1) * count // num_parts
            illegal[part] = find_illegal(states, rules, actions, first, last)
    for part in range(num_parts):
        if illegal[part] != ALL_LEGAL:
            return int(illegal[part])
    for part in prange(num_parts):
        first, last = part * count // num_parts, (part + 1) * count // num_parts
        step_range(states, rules, actions, reward, views, first, last)
    return ALL_LEGAL


@kernel
def list_legal(states: Games, i: int, rules: Games, masks: Games, actions: Indices) -> int:
    """The legal actions of game `i` in order of their ids; how many. The one mask is all 0 before and after."""
    state, mask = states[i], masks[0]
    if state.phase == Phase.OVER:
        return 0
    mark_legal(state, rules[0], mask)
    count = 0
    for action in range(first_of(state), last_of(state)):
        if mask.ids[action]:
            mask.ids[action] = 0
            actions[count] = action
            count += 1
    return count


@kernel
def play_checked(states: Games, i: int, rules: Games, action: int) -> bool:
    """Play an action in game `i` if it is legal; whether it was."""
    if not can_take_action(states[i], rules[0], action):
        return False
    take_action(states[i], rules[0], action)
    return True


@kernel
def begin_many(states: Games, rules: Games, seed: Any) -> None:
    """Start stream `i` of the seed in game `i` and deal, up to the first card."""
    for i in range(len(states)):
        seed_stream(states[i], seed, i)
        deal(states[i], rules[0])


@kernel
def go_on_many(states: Games, rules: Games) -> None:
    """On to the first decision of each game."""
    for i in range(len(states)):
        go_on(states[i], rules[0])


@kernel
def draw_range(states: Games, masks: Games, seed: Any, actions: Indices, first: int, last: int) -> None:
    """A uniform legal action for each game from `first` to before `last`; each has its own bits of the seed."""
    for i in range(first, last):
        actions[i] = draw_legal(states[i], masks[i], bits_at(seed, i))


@parallel_kernel
def draw_parallel(states: Games, masks: Games, seed: Any, actions: Indices, num_parts: int) -> None:
    """`draw_range` over equal parts on as many threads."""
    count = len(states)
    for part in prange(num_parts):
        draw_range(states, masks, seed, actions, part * count // num_parts, (part + 1) * count // num_parts)
