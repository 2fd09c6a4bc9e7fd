"""Games as one seat meets them: the learner's action goes in, the others play, and the learner is to move again.

As `batch`, but what is shown is the learner's. Bots play inside the kernels. Other players are asked from
outside: the kernel stops at their turn, and goes on when it is told their actions. Each game has its own
streams, so neither the size of a batch nor the number of threads changes anything.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import kernel, parallel_kernel, prange
from mom_env.kernel.rng import bits_at, next_below, next_bits, seed_stream
from mom_env.monkeys_on_the_moon.batch import begin_game, show
from mom_env.monkeys_on_the_moon.bots import choose
from mom_env.monkeys_on_the_moon.engine import can_take_action, go_on, take_action
from mom_env.monkeys_on_the_moon.observe import seen_from, write_view
from mom_env.monkeys_on_the_moon.returns import return_of
from mom_env.monkeys_on_the_moon.rules.setup import deal
from mom_env.monkeys_on_the_moon.shaping import write_leads
from mom_env.monkeys_on_the_moon.state import MAX_PLAYERS, Phase, Rules, State

Games = NDArray[Any]  # records: states, seatings, rules (one), masks, observations
Indices = NDArray[np.int64]

LEARNER, NOBODY = -1, -2
FIRST_ASKED = 64  # players below are bots; this one and those above are asked from outside
RANDOM_SEAT = -1
ALL_LEGAL = -1
CHANCE = 1  # of a seed: the stream of seats and bots, beside that of the deals

# How a game ended for the learner, by column; the winners are the bits of a number.
SEAT, FORFEIT, SCORE, PLACE, WINNERS = range(5)
RESULT_SIZE = 5

# Who sits where in a game, what the learner has coming, and how its last game ended. The end is no array of its own:
# each further array that the kernels are handed costs a hundredth of a step.
SEATING_DTYPE = np.dtype(
    (
        np.record,
        [
            ("rng", np.uint64),  # draws the learner's seat and is the bots' chance
            ("potential", np.float64),  # at the learner's last decision; before its first that of the deal, which is 0
            ("num_decisions", np.int64),  # real ones, of all seats, in all games so far
            ("opponents", np.int8, (MAX_PLAYERS - 1,)),  # players, from the left of the learner
            ("learner", np.int8),  # its seat
            ("has_acted", np.int8),  # 1: the learner has taken a decision, and has not been shown what came of it
            ("over", np.int8),  # 1: this game has ended for the learner, and no other has been dealt
            ("result", np.int16, (RESULT_SIZE,)),  # of the last game that ended
        ],
    )
)
Seating = Any  # a record of SEATING_DTYPE


class Terms(NamedTuple):
    """What the games are played for and how, the same for all of a batch."""

    reward: int  # returns.Reward
    shaping: int  # 1: potential
    gamma: float  # of the potential, from one decision of the learner to the next
    seat: int  # of the learner; RANDOM_SEAT draws one for each game
    loses: int  # 1: an illegal action ends the game for the learner; 0: the caller has looked for them
    loss: float  # what the learner then gets
    deals_at_once: int  # 1: a game that ends gives way to the next one in the same step; 0: in the next step


class Views(NamedTuple):
    """What is shown to the learner: one entry a game, filled in place."""

    observations: Games  # [N] records of OBSERVATION_DTYPE
    action_masks: Games  # [N] records of MASK_DTYPE; all 0 when the game is over
    final_observations: Games  # [N] the end of the game that the last step ended, else of an earlier one
    rewards: NDArray[np.float32]  # [N] all that came since the last decision
    dones: NDArray[np.uint8]  # [N] 1: the last step ended a game
    asked: NDArray[np.int64]  # [N] the player who has to be asked before the game can go on, else NOBODY
    leads: NDArray[np.float64]  # [N, MAX_PLAYERS] room for potentials


# One game


@kernel
def begin(state: State, rules: Rules, seating: Seating, terms: Terms) -> None:
    """Deal a game from its stream, and give the learner a seat."""
    begin_game(state, rules)
    sit_down(rules, seating, terms.seat)


@kernel
def sit_down(rules: Rules, seating: Seating, seat: int) -> None:
    """Give the learner the seat, or for RANDOM_SEAT one that is drawn."""
    seating.learner = next_below(seating, int(rules.num_players)) if seat == RANDOM_SEAT else seat
    seating.potential = 0.0
    seating.has_acted = 0
    seating.over = 0


@kernel
def take(state: State, rules: Rules, seating: Seating, action: int) -> None:
    """One decision, counted."""
    take_action(state, rules, action)
    seating.num_decisions += 1


@kernel
def player_to_move(state: State, rules: Rules, seating: Seating) -> int:
    """LEARNER, or the player on the seat to move; NOBODY when the game is over."""
    if state.phase == Phase.OVER:
        return NOBODY
    relative = seen_from(rules, int(seating.learner), int(state.seat))
    return LEARNER if relative == 0 else int(seating.opponents[relative - 1])


@kernel
def play_bots(state: State, rules: Rules, seating: Seating, room: Any) -> int:
    """Bots play until somebody else is to move, or the game is over; who it is."""
    player = player_to_move(state, rules, seating)
    while 0 <= player < FIRST_ASKED:
        take(state, rules, seating, choose(player, state, rules, room, next_bits(seating)))
        player = player_to_move(state, rules, seating)
    return player


@kernel
def play_on(state: State, rules: Rules, seating: Seating, terms: Terms, views: Views, i: int) -> None:
    """On until the learner is to move or somebody is to be asked. Each seat has a decision in every game."""
    player = NOBODY if seating.over else play_bots(state, rules, seating, views.action_masks[i])
    if player == NOBODY and not seating.over:
        end(state, rules, seating, return_of(state, rules, terms.reward, int(seating.learner)), views, i)
    if seating.over and terms.deals_at_once:
        begin(state, rules, seating, terms)
        player = play_bots(state, rules, seating, views.action_masks[i])
    views.asked[i] = player - FIRST_ASKED if player >= FIRST_ASKED else NOBODY
    if player == LEARNER:
        show(state, rules, views.observations[i], views.action_masks[i])
        if terms.shaping:
            shape(state, rules, seating, terms, views, i)
    elif seating.over:
        views.observations[i] = views.final_observations[i]
        views.action_masks[i].ids[:] = 0


@kernel
def end(state: State, rules: Rules, seating: Seating, reward: float, views: Views, i: int) -> None:
    """End the game for the learner with the reward. The potential of an end is 0."""
    views.rewards[i] = reward - seating.potential
    views.dones[i] = 1
    seating.over = 1
    note_result(state, rules, seating)
    viewer: Any = np.int64(seating.learner)
    write_view(state, rules, viewer, views.final_observations[i])


@kernel
def note_result(state: State, rules: Rules, seating: Seating) -> None:
    """Note how the game ended: not at its end if the learner broke it off by an illegal action, and so lost it."""
    seat, is_forfeit, winners = int(seating.learner), state.phase != Phase.OVER, 0
    for other in range(rules.num_players):
        if other != seat if is_forfeit else state.place[other] == 1:
            winners |= 1 << other
    seating.result[SEAT] = seat
    seating.result[FORFEIT] = is_forfeit
    seating.result[SCORE] = 0 if is_forfeit else int(state.vp[seat])
    seating.result[PLACE] = rules.num_players if is_forfeit else int(state.place[seat])
    seating.result[WINNERS] = winners


@kernel
def shape(state: State, rules: Rules, seating: Seating, terms: Terms, views: Views, i: int) -> None:
    """What the learner's potential has gained since its last decision."""
    write_leads(state, rules, views.leads[i])
    if seating.has_acted:
        potential = views.leads[i, int(seating.learner)]
        views.rewards[i] = terms.gamma * potential - seating.potential
        seating.potential = potential
        seating.has_acted = 0


# Many games


@kernel
def seed_range(states: Games, seatings: Games, games: Indices, seeds: NDArray[np.uint64]) -> None:
    """Start the streams of these games, each from its seed."""
    for k in range(len(games)):
        seed_stream(states[games[k]], seeds[k], 0)
        seed_stream(seatings[games[k]], bits_at(seeds[k], CHANCE), CHANCE)


@kernel
def reset_range(
    states: Games,
    rules: Games,
    seatings: Games,
    seats: Indices,
    is_dealt: NDArray[np.uint8],
    terms: Terms,
    views: Views,
) -> None:
    """Begin all games, the learner on its entry of `seats`; deal those that `is_dealt` does not mark."""
    for i in range(len(states)):
        views.rewards[i] = 0
        views.dones[i] = 0
        if not is_dealt[i]:
            deal(states[i], rules[0])
        go_on(states[i], rules[0])
        sit_down(rules[0], seatings[i], seats[i])
        play_on(states[i], rules[0], seatings[i], terms, views, i)


@kernel
def step_range(
    states: Games, rules: Games, seatings: Games, actions: Indices, terms: Terms, views: Views, first: int, last: int
) -> None:
    """The learner's action in each game from `first` to before `last`; where a game was over, a new one begins."""
    for i in range(first, last):
        state, seating, action = states[i], seatings[i], int(actions[i])
        views.rewards[i] = 0
        views.dones[i] = 0
        if seating.over:
            begin(state, rules[0], seating, terms)
        elif terms.loses and not can_take_action(state, rules[0], action):
            end(state, rules[0], seating, terms.loss, views, i)
        else:
            take(state, rules[0], seating, action)
            seating.has_acted = 1
        play_on(state, rules[0], seating, terms, views, i)


@parallel_kernel
def step_parallel(
    states: Games, rules: Games, seatings: Games, actions: Indices, terms: Terms, views: Views, num_parts: int
) -> None:
    """`step_range` over equal parts on as many threads."""
    count = len(states)
    for part in prange(num_parts):
        first, last = part * count // num_parts, (part + 1) * count // num_parts
        step_range(states, rules, seatings, actions, terms, views, first, last)


@kernel
def find_illegal(states: Games, rules: Games, seatings: Games, actions: Indices) -> int:
    """The first game that goes on and whose action is not legal, or ALL_LEGAL."""
    for i in range(len(states)):
        if not seatings[i].over and not can_take_action(states[i], rules[0], int(actions[i])):
            return i
    return ALL_LEGAL


# Players who are asked


@kernel
def draw_bits(seatings: Games, games: Indices, bits: NDArray[np.uint64]) -> None:
    """The chance of whoever is asked in these games."""
    for k in range(len(games)):
        bits[k] = next_bits(seatings[games[k]])


@kernel
def find_illegal_answer(states: Games, rules: Games, actions: Indices) -> int:
    """The first of these games whose action is not legal for the seat to move, or ALL_LEGAL."""
    for k in range(len(states)):
        if not can_take_action(states[k], rules[0], int(actions[k])):
            return k
    return ALL_LEGAL


@kernel
def answer(
    states: Games, rules: Games, seatings: Games, games: Indices, actions: Indices, terms: Terms, views: Views
) -> None:
    """Play what was answered in these games, and on."""
    for k in range(len(games)):
        i = games[k]
        take(states[i], rules[0], seatings[i], int(actions[k]))
        play_on(states[i], rules[0], seatings[i], terms, views, i)
