"""Many games side by side. Each game has its own stream, so threads and batch size do not change results.

`rules` is an array of one record. Games with other rules are played in another call.
"""

import numpy as np

from mom_env.contract.records import NOBODY, Indices, MaskRecord, Records, RulesRecord, StateRecord, ViewRecord
from mom_env.contract.views import BatchViews
from mom_env.kernel.jit import kernel, parallel_kernel, part, prange
from mom_env.kernel.masks import draw_legal
from mom_env.kernel.rng import bits_at, seed_stream
from mom_env.loops import game_of

game = game_of(__name__)

ALL_LEGAL = -1


@part
def begin_game(state: StateRecord, rules: RulesRecord) -> None:
    """Deal a game in `state` from the random stream of that record, and advance to the first decision."""
    game.deal(state, rules)
    game.go_on(state, rules)


@kernel
def reset_range(states: Records, rules: Records, views: BatchViews, seed: np.uint64, first: int, last: int) -> None:
    """Deal the games from `first` to `last - 1`, advance each to its first decision, and show them in `views`.

    Args:
        states: the records of the games, which are overwritten.
        rules: the rules of all these games, as an array of one record.
        views: gets what the seat to move sees and may do, by game; `returns` and `dones` become 0.
        seed: game `i` is dealt from stream `i` of this seed.
        first: the first game.
        last: the game after the last one.
    """
    for i in range(first, last):
        seed_stream(states[i], seed, i)
        begin_game(states[i], rules[0])
        views.returns[i, :] = 0
        views.dones[i] = 0
    show_range(states, rules, views, first, last)


@kernel
def show_range(states: Records, rules: Records, views: BatchViews, first: int, last: int) -> None:
    """Write into `views` the seat to move, its observation and its mask, for the games from `first` to `last - 1`.

    If `views` has no observations, only the seats are written. `states` is by game, and `rules` is an array of one
    record.
    """
    for i in range(first, last):
        views.seats[i] = states[i].seat
        if len(views.observations) > 0:
            show(states[i], rules[0], views.observations[i], views.action_masks[i])


@part
def show(state: StateRecord, rules: RulesRecord, view: ViewRecord, mask: MaskRecord) -> None:
    """Write into `view` what the seat to move in `state` sees, and into `mask` its legal actions."""
    viewer = int(np.int64(state.seat))  # int64 as at other call sites, else `write_view` is compiled a second time
    game.write_view(state, rules, viewer, view)
    game.write_mask(state, rules, viewer, mask)


@kernel
def find_illegal(states: Records, rules: Records, actions: Indices, first: int, last: int) -> int:
    """Return the first game from `first` to `last - 1` whose action is illegal for the seat to move, or ALL_LEGAL (-1).

    `states` and `actions` are by game, and `rules` is an array of one record.
    """
    for i in range(first, last):
        if not game.can_take_action(states[i], rules[0], int(np.int64(states[i].seat)), int(actions[i])):
            return i
    return ALL_LEGAL


@part
def step_range(
    states: Records, rules: Records, actions: Indices, reward: int, views: BatchViews, first: int, last: int
) -> None:
    """Play `actions[i]` in each game `i` from `first` to `last - 1`, without checking it, and write `views`.

    A game that ends is dealt again at once.

    Args:
        states: the records of the games, which change.
        rules: the rules of all these games, as an array of one record.
        actions: an action of the seat to move, by game.
        reward: the number of a `kernel.returns.Reward`, for the returns of games that end.
        views: gets the returns and `dones` of games that end, and what the next seat to move sees and may do.
        first: the first game.
        last: the game after the last one.
    """
    for i in range(first, last):
        game.take_action(states[i], rules[0], int(actions[i]))
        done = states[i].seat == NOBODY
        views.dones[i] = done
        for seat in range(rules[0].num_players):
            views.returns[i, seat] = game.return_of(states[i], rules[0], reward, seat) if done else 0
        if done:
            begin_game(states[i], rules[0])
        views.seats[i] = states[i].seat
        if len(views.observations) > 0:  # not `show_range`: passing five arrays costs more than the game
            show(states[i], rules[0], views.observations[i], views.action_masks[i])


@kernel
def step(
    states: Records,
    rules: Records,
    actions: Indices,
    reward: int,
    views: BatchViews,
    check: bool,
    first: int,
    last: int,
) -> int:
    """Play an action in each game from `first` to `last - 1`, and return ALL_LEGAL (-1).

    If an action is found to be illegal, play none and return the index of its game. A game that ends is dealt again.

    Args:
        states: the records of the games, which change.
        rules: the rules of all these games, as an array of one record.
        actions: an action of the seat to move, by game.
        reward: the number of a `kernel.returns.Reward`, for the returns of games that end.
        views: gets the returns and `dones` of games that end, and what the next seat to move sees and may do.
        check: whether the actions are checked first; if not, they must be legal.
        first: the first game.
        last: the game after the last one.
    """
    illegal = find_illegal(states, rules, actions, first, last) if check else ALL_LEGAL
    if illegal == ALL_LEGAL:
        step_range(states, rules, actions, reward, views, first, last)
    return illegal


@parallel_kernel
def step_parallel(
    states: Records,
    rules: Records,
    actions: Indices,
    reward: int,
    views: BatchViews,
    check: bool,
    first: int,
    last: int,
    num_parts: int,
) -> int:
    """Play an action in each game from `first` to `last - 1` on several threads, and return ALL_LEGAL (-1).

    If an action is found to be illegal, play none and return the index of its game. A game that ends is dealt again. A
    game stays with its core: moving it costs most of a step.

    Args:
        states: the records of the games, which change.
        rules: the rules of all these games, as an array of one record.
        actions: an action of the seat to move, by game.
        reward: the number of a `kernel.returns.Reward`, for the returns of games that end.
        views: gets the returns and `dones` of games that end, and what the next seat to move sees and may do.
        check: whether the actions are checked first; if not, they must be legal.
        first: the first game.
        last: the game after the last one.
        num_parts: into how many equal parts the games are divided, each played by one thread.
    """
    count, illegal = last - first, np.full(num_parts, ALL_LEGAL)
    if check:
        for block in prange(num_parts):
            begin, end = first + block * count // num_parts, first + (block + 1) * count // num_parts
            illegal[block] = find_illegal(states, rules, actions, begin, end)
    for block in range(num_parts):
        if illegal[block] != ALL_LEGAL:
            return int(illegal[block])
    for block in prange(num_parts):
        begin, end = first + block * count // num_parts, first + (block + 1) * count // num_parts
        step_range(states, rules, actions, reward, views, begin, end)
    return ALL_LEGAL


@kernel
def draw_range(states: Records, masks: Records, seed: np.uint64, actions: Indices, first: int, last: int) -> None:
    """Write into `actions` a random legal action for each game from `first` to `last - 1`, each with the same chance.

    Nothing is played. `states`, `masks` (the legal actions of the seat to move) and `actions` are by game. Game `i`
    draws by output `i` of the random stream of `seed`.
    """
    for i in range(first, last):
        begin, end = game.first_legal(states[i]), game.last_legal(states[i])
        actions[i] = draw_legal(masks[i], begin, end, bits_at(seed, i))


@parallel_kernel
def draw_parallel(
    states: Records, masks: Records, seed: np.uint64, actions: Indices, first: int, last: int, num_parts: int
) -> None:
    """Write into `actions` a random legal action for each game from `first` to `last - 1`; nothing is played.

    The games are divided into `num_parts` equal parts, each on a thread of its own. `states`, `masks` (the legal
    actions of the seat to move) and `actions` are by game. Game `i` draws by output `i` of the random stream of `seed`,
    so `num_parts` makes no difference to the actions.
    """
    count = last - first
    for block in prange(num_parts):
        begin, end = first + block * count // num_parts, first + (block + 1) * count // num_parts
        draw_range(states, masks, seed, actions, begin, end)
