"""The entry kernels over many games. Each game has its own stream, so threads and batch size change nothing."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import kernel, parallel_kernel, prange
from mom_env.kernel.rng import next_below, seed_stream
from mom_env.monkeys_on_the_moon.actions import TABLE, bid_action
from mom_env.monkeys_on_the_moon.engine import can_take_action, go_on, mark_legal, take_action
from mom_env.monkeys_on_the_moon.observe import write_view
from mom_env.monkeys_on_the_moon.pieces import tribe_of_monkey
from mom_env.monkeys_on_the_moon.returns import return_of
from mom_env.monkeys_on_the_moon.rules.setup import deal
from mom_env.monkeys_on_the_moon.state import NONE, NUM_DECISIONS, Decision, Phase, Rules, State

ALL_LEGAL = -1

# Where the ids of each decision begin and end, to look for legal ones only there.
_FIRST = np.array([min(row.start for row in TABLE if row.decision == d) for d in range(NUM_DECISIONS)])
_LAST = np.array([max(row.start + row.size for row in TABLE if row.decision == d) for d in range(NUM_DECISIONS)])


class Views(NamedTuple):
    """What a batch shows: one row a game, filled in place. N games; A and O are 0 where not wanted."""

    seats: NDArray[np.int8]  # [N] who decides
    observations: NDArray[np.float32]  # [N, O] what that seat sees
    action_masks: NDArray[np.int8]  # [N, A]
    returns: NDArray[np.float32]  # [N, MAX_PLAYERS] of the game that the last step ended, else 0
    dones: NDArray[np.uint8]  # [N] 1: the last step ended a game; the rest shows the next one


Games = NDArray[Any]
Indices = NDArray[np.int64]


@kernel
def show(states: Games, rules: Games, views: Views, i: int) -> None:
    """Seat, observation and mask of game `i`."""
    state = states[i]
    seat = int(state.seat)
    views.seats[i] = seat
    if views.observations.shape[1] > 0 and seat != NONE:
        write_view(state, rules[0], seat, views.observations[i])
    if views.action_masks.shape[1] > 0:
        views.action_masks[i, :] = 0
        mark_legal(state, rules[0], views.action_masks[i])


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
        show(states, rules, views, i)


@kernel
def find_illegal(states: Games, rules: Games, actions: Indices) -> int:
    """The first game whose action is not legal, or ALL_LEGAL."""
    for i in range(len(states)):
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
        views.returns[i, :] = 0
        if done:
            for seat in range(rules[0].num_players):
                views.returns[i, seat] = return_of(states[i], rules[0], reward, seat)
            begin_game(states[i], rules[0])
        show(states, rules, views, i)


@parallel_kernel
def step_parallel(states: Games, rules: Games, actions: Indices, reward: int, views: Views, num_parts: int) -> None:
    """`step_range` over equal parts on as many threads."""
    count = len(states)
    for part in prange(num_parts):
        step_range(states, rules, actions, reward, views, part * count // num_parts, (part + 1) * count // num_parts)


@kernel
def last_of(state: State) -> int:
    """Where the legal ids of a decision end; bids end with the coins of the monkey's tribe."""
    if state.decision != Decision.BID:
        return int(_LAST[int(state.decision)])
    tribe = tribe_of_monkey(int(state.auction_monkey))
    return bid_action(int(state.coins[int(state.seat), tribe]) + 1, 0, 0)


@kernel
def draw_legal(state: State, mask: NDArray[np.int8], stream: Any) -> int:
    """A legal action of the mask, each with the same chance."""
    first, last = int(_FIRST[int(state.decision)]), last_of(state)
    count = 0
    for action in range(first, last):
        count += mask[action]
    wanted = next_below(stream, count)
    action = first
    while wanted > 0 or mask[action] == 0:
        wanted -= int(mask[action])
        action += 1
    return action


@kernel
def list_legal(states: Games, i: int, rules: Games, mask: NDArray[np.int8], actions: Indices) -> int:
    """The legal actions of game `i` in order of their ids; how many. `mask` is all 0 before and after."""
    state = states[i]
    if state.phase == Phase.OVER:
        return 0
    mark_legal(state, rules[0], mask)
    count = 0
    for action in range(_FIRST[int(state.decision)], last_of(state)):
        if mask[action]:
            mask[action] = 0
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
def draw_actions(states: Games, masks: NDArray[np.int8], seed: Any, actions: Indices, streams: Games) -> None:
    """A uniform legal action for each game; game `i` draws from stream `i` of the seed."""
    for i in range(len(states)):
        seed_stream(streams[0], seed, i)
        actions[i] = draw_legal(states[i], masks[i], streams[0])
