"""The rules, compiled."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from berries.layout import (
    LAYOUT,
    MAX_BERRIES,
    MAX_GROWTHS,
    MAX_PLAYERS,
    MAX_TICKS,
    MOST_PICKED,
    NUM_ACTIONS,
    NUM_BUSHES,
)
from mom_env.base.layout import view_dtype
from mom_env.contract.records import NOBODY, Floats, MaskRecord, mask_dtype
from mom_env.kernel.jit import kernel
from mom_env.kernel.masks import NO_ACTION
from mom_env.kernel.returns import Reward, return_by_rank, return_by_score, return_by_win
from mom_env.kernel.rng import next_below, seed_stream

WAIT = 0  # ids 1 to NUM_BUSHES go to a bush
OPEN = -1  # a choice that a seat has not made yet
HEAVY = 3  # so many berries make tired
UNIT = 20.0

HIDDEN_SIZE = MAX_TICKS * NUM_BUSHES
OBSERVATION_DTYPE = view_dtype(LAYOUT)
MASK_DTYPE = mask_dtype(NUM_ACTIONS)


class State(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """A game."""

    rng: Any
    tick: int
    seat: int
    bushes: NDArray[np.int8]  # berries on each
    favourite: NDArray[np.int8]  # bush, by seat
    pending: NDArray[np.int8]  # what each seat does in this tick, or OPEN
    tired: NDArray[np.int8]  # 1 for each seat that has to wait
    picked: NDArray[np.int16]  # by seat and bush
    score: NDArray[np.int16]
    growth: NDArray[np.int8]  # by tick and bush; 0 of ticks that are over


STATE_FIELDS: list[tuple[Any, ...]] = [
    ("rng", np.uint64),
    ("tick", np.int8),
    ("seat", np.int8),
    ("bushes", np.int8, (NUM_BUSHES,)),
    *((name, np.int8, (MAX_PLAYERS,)) for name in ("favourite", "pending", "tired")),
    ("picked", np.int16, (MAX_PLAYERS, NUM_BUSHES)),
    ("score", np.int16, (MAX_PLAYERS,)),
    ("growth", np.int8, (MAX_TICKS, NUM_BUSHES)),
]
STATE_DTYPE = np.dtype((State, STATE_FIELDS))


class Rules(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """What a game is played with."""

    num_players: int
    skip_forced: int
    ticks: int
    share: int  # 1: those who meet at a bush share
    first: int  # berries on each bush
    goal: int  # berries that win alone
    num_growths: int
    growths: NDArray[np.int8]  # berries that may grow in a tick, each with the same chance


RULES_FIELDS: list[tuple[Any, ...]] = [
    *((name, np.int64) for name in ("num_players", "skip_forced", "ticks", "share", "first", "goal", "num_growths")),
    ("growths", np.int8, (MAX_GROWTHS,)),
]
RULES_DTYPE = np.dtype((Rules, RULES_FIELDS))


# The course of a game


@kernel
def deal(state: State, rules: Rules) -> None:
    """Draw favourites, and all that will grow."""
    clear_table(state, rules)
    for seat in range(rules.num_players):
        state.favourite[seat] = next_below(state, NUM_BUSHES)
    draw_growth(state, rules)


@kernel
def clear_table(state: State, rules: Rules) -> None:
    """Leave nothing but the first berries."""
    state.tick = state.seat = 0
    state.bushes[:] = rules.first
    state.favourite[:], state.tired[:], state.score[:], state.picked[:], state.growth[:] = 0, 0, 0, 0, 0
    state.pending[:] = OPEN


@kernel
def draw_growth(state: State, rules: Rules) -> None:
    """Draw what grows in the ticks that are left."""
    for tick in range(state.tick, rules.ticks):
        for bush in range(NUM_BUSHES):
            state.growth[tick, bush] = rules.growths[next_below(state, int(rules.num_growths))]


@kernel
def go_on(state: State, rules: Rules) -> None:
    """Ask one seat after the other; when all have chosen, play the tick, and so on. Who is asked is asked still."""
    while state.seat != NOBODY and not may_act(state, rules, int(state.seat)):
        if state.pending[int(state.seat)] == OPEN:  # forced, and not asked
            state.pending[int(state.seat)] = WAIT
        next_seat(state, rules)


@kernel
def next_seat(state: State, rules: Rules) -> None:
    """Turn to the first seat that has not chosen; when all have, play the tick."""
    for seat in range(rules.num_players):
        if state.pending[seat] == OPEN:
            state.seat = seat
            return
    play_tick(state, rules)
    if state.tick == rules.ticks:
        end_game(state, rules)


@kernel
def may_act(state: State, rules: Rules, seat: int) -> bool:
    """Return whether a seat has not chosen yet, and is to be asked."""
    is_asked = not (rules.skip_forced and is_forced(state, seat))
    return bool(state.seat != NOBODY and state.pending[seat] == OPEN and is_asked)


@kernel
def is_forced(state: State, seat: int) -> bool:
    """Return whether a seat can do nothing but wait, as everybody sees."""
    return bool(state.tired[seat] or state.bushes.max() == 0)


@kernel
def play_tick(state: State, rules: Rules) -> None:
    """Let everybody do what was chosen; then the bushes grow."""
    state.tired[:] = 0
    for bush in range(NUM_BUSHES):
        pick(state, rules, bush)
        grown = int(state.bushes[bush]) + int(state.growth[state.tick, bush])
        state.bushes[bush] = min(grown, MAX_BERRIES)
        state.growth[state.tick, bush] = 0
    state.tick += 1
    state.seat, state.pending[:] = 0, OPEN


@kernel
def pick(state: State, rules: Rules, bush: int) -> None:
    """Give the berries of a bush to those who are there."""
    count = 0
    for seat in range(rules.num_players):
        count += state.pending[seat] == bush + 1
    if count == 0:
        return
    each = int(state.bushes[bush]) // count if rules.share or count == 1 else 0
    for seat in range(rules.num_players):
        if state.pending[seat] == bush + 1:
            state.picked[seat, bush] += each
            state.score[seat] += each
            state.tired[seat] = each >= HEAVY
    state.bushes[bush] = 0


@kernel
def end_game(state: State, rules: Rules) -> None:
    """Count the favourites once more."""
    for seat in range(rules.num_players):
        state.score[seat] += state.picked[seat, state.favourite[seat]]
    state.seat = NOBODY


@kernel
def take_action(state: State, rules: Rules, action: int) -> None:
    """Note what the seat that is asked does; with the last one the tick happens."""
    state.pending[int(state.seat)] = action
    go_on(state, rules)


# What is legal


@kernel
def seats_to_move(state: State, rules: Rules) -> int:
    """Return the seats that have not chosen yet."""
    seats = 0
    for seat in range(rules.num_players):
        seats |= may_act(state, rules, seat) << seat
    return seats


@kernel
def can_take_action(state: State, rules: Rules, seat: int, action: int) -> bool:
    """Return whether the seat may do that now."""
    if not 0 <= seat < rules.num_players or not may_act(state, rules, seat):
        return False
    if action == WAIT:
        return True
    return bool(WAIT < action < NUM_ACTIONS and not state.tired[seat] and state.bushes[action - 1] > 0)


@kernel
def write_mask(state: State, rules: Rules, seat: int, mask: MaskRecord) -> None:
    """Mark the legal actions of the seat."""
    mask.words[:] = 0
    for action in range(NUM_ACTIONS):
        mask.ids[action] = can_take_action(state, rules, seat, action)


@kernel
def forced_action(state: State, rules: Rules) -> int:
    """Return to wait where there is nothing else."""
    return WAIT if state.seat != NOBODY and is_forced(state, int(state.seat)) else NO_ACTION


# Scores


@kernel
def score_of(state: State, rules: Rules, seat: int) -> int:
    """Return the seat's berries."""
    return int(state.score[seat])


@kernel
def place_of(state: State, rules: Rules, seat: int) -> int:
    """Return one more than the seats with more berries."""
    place = 1
    for other in range(rules.num_players):
        place += state.score[other] > state.score[seat]
    return place


@kernel
def return_of(state: State, rules: Rules, reward: int, seat: int) -> float:
    """Return what the end is worth; who is alone wins with `goal` berries."""
    count, total, sharing, place = int(rules.num_players), 0, 0, place_of(state, rules, seat)
    for other in range(count):
        total += int(state.score[other])
        sharing += place_of(state, rules, other) == place
    if reward == Reward.VP:
        return return_by_score(int(state.score[seat]), total, count, UNIT)
    if reward == Reward.RANK:
        return return_by_rank(place, sharing, count)
    if count == 1:
        return 1.0 if state.score[seat] >= rules.goal else -1.0
    return return_by_win(place, sharing, count)


# Who knows what


@kernel
def write_view(state: State, rules: Rules, viewer: int, view: Any) -> None:
    """Write what the viewer may know; seats count from the viewer on."""
    count = int(rules.num_players)
    view.players[:], view.favourite[:], view.picked[:], view.tired[:], view.pending[:] = 0, 0, 0, 0, 0
    view.players[count - 1] = 1
    for away in range(count):
        seat = (viewer + away) % count
        if away == 0 or state.seat == NOBODY:
            view.favourite[away, state.favourite[seat]] = 1
        for bush in range(NUM_BUSHES):
            view.picked[away, bush] = state.picked[seat, bush] / MOST_PICKED
        view.tired[away] = state.tired[seat]
    for bush in range(NUM_BUSHES):
        view.bushes[bush] = state.bushes[bush] / MAX_BERRIES
    if state.pending[viewer] != OPEN:
        view.pending[state.pending[viewer]] = 1
    view.ticks[0], view.ticks[1] = state.tick / MAX_TICKS, rules.ticks / MAX_TICKS
    view.share[0] = rules.share


@kernel
def write_hidden(state: State, rules: Rules, out: Floats) -> None:
    """Write what will grow, the next tick first."""
    out[:] = 0
    for tick in range(state.tick, rules.ticks):
        for bush in range(NUM_BUSHES):
            out[(tick - state.tick) * NUM_BUSHES + bush] = state.growth[tick, bush] / MAX_BERRIES


@kernel
def redeal(state: State, rules: Rules, seat: int, seed: np.uint64, unseen: NDArray[np.int8]) -> None:
    """Draw what grows and the others' favourites again, and take back what the others have chosen in this tick."""
    seed_stream(state, seed, 0)
    draw_growth(state, rules)
    for other in range(rules.num_players):
        if other != seat and state.seat != NOBODY:
            state.favourite[other] = next_below(state, NUM_BUSHES)
    take_back(state, rules, seat)


@kernel
def take_back(state: State, rules: Rules, seat: int) -> None:
    """Leave open what the other seats have chosen. Who is asked now is still asked first."""
    for other in range(rules.num_players):
        if other != seat:
            state.pending[other] = OPEN


@kernel
def conceal(state: State, rules: Rules, seat: int, unseen: NDArray[np.int8]) -> None:
    """Leave 0 for all that the seat cannot know."""
    state.rng = np.uint64(0)
    state.growth[:] = 0
    for other in range(rules.num_players):
        if other != seat and state.seat != NOBODY:
            state.favourite[other] = 0
    take_back(state, rules, seat)
