"""Games as one seat meets them: the learner acts, the others play, and the learner is to move again.

It is like `batch`, but shows what the learner sees. Bots play inside the kernels. Other players are outside: the kernel
stops at their turn and continues with `answer`. Each game has its own streams, so neither the size of a batch nor the
number of threads changes results.
"""

from typing import TYPE_CHECKING

import numpy as np

from mom_env.contract.records import NOBODY, Bits, Flags, Indices, MaskRecord, Records, RulesRecord, StateRecord
from mom_env.contract.views import (
    FORFEIT,
    PLACE,
    SCORE,
    SEAT,
    WINNERS,
    SeatingRecord,
    SeatTerms,
    SeatViews,
)
from mom_env.kernel.jit import kernel, parallel_kernel, part, prange
from mom_env.kernel.rng import bits_at, next_below, next_bits, seed_stream
from mom_env.loops import game_of, sibling

if TYPE_CHECKING:
    from mom_env.loops import batch
else:
    batch = sibling(__name__, "batch")

game = game_of(__name__)

LEARNER, NO_PLAYER = -1, -2
FIRST_ASKED = 64  # lower numbers are bots; this and higher numbers are players outside, who are asked
RANDOM_SEAT = -1
ALL_LEGAL = -1
CHANCE = 1  # index of the stream for seats and bots; the deals have stream 0


# One game


@part
def begin(state: StateRecord, rules: RulesRecord, seating: SeatingRecord, terms: SeatTerms) -> None:
    """Deal a game in `state` from its random stream, advance it to its first decision, and give the learner a seat.

    The seat is that of `terms`, or a random one, and is written into `seating`.
    """
    batch.begin_game(state, rules)
    sit_down(rules, seating, terms.seat)


@part
def sit_down(rules: RulesRecord, seating: SeatingRecord, seat: int) -> None:
    """Give the learner the seat `seat`, or for RANDOM_SEAT (-1) a random one, and prepare `seating` for a new game."""
    seating.learner = next_below(seating, int(rules.num_players)) if seat == RANDOM_SEAT else seat
    seating.potential = 0.0
    seating.has_acted = 0
    seating.has_decided = 0
    seating.over = 0


@part
def take(state: StateRecord, rules: RulesRecord, seating: SeatingRecord, action: int) -> None:
    """Play `action` for the seat to move, unchecked, and count it in `seating.num_decisions`."""
    game.take_action(state, rules, action)
    seating.num_decisions += 1


@part
def player_to_move(state: StateRecord, rules: RulesRecord, seating: SeatingRecord) -> int:
    """Return LEARNER (-1), the number of another player on the seat to move, or NO_PLAYER (-2) when the game is over.

    Numbers below FIRST_ASKED (64) are bots; this and higher numbers are players outside of the kernels.
    """
    if state.seat == NOBODY:
        return NO_PLAYER
    relative = seen_from(rules, int(seating.learner), int(state.seat))
    return LEARNER if relative == 0 else int(seating.opponents[relative - 1])


@part
def seen_from(rules: RulesRecord, viewer: int, seat: int) -> int:
    """Return how many seats to the left of the seat `viewer` the seat `seat` is, from 0."""
    relative = seat - viewer
    return relative if relative >= 0 else relative + int(rules.num_players)


@part
def play_bots(state: StateRecord, rules: RulesRecord, seating: SeatingRecord, room: MaskRecord) -> int:
    """Let bots play until another player is to move or the game is over, and return who is to move.

    It is LEARNER (-1), the number of a player outside (from FIRST_ASKED), or NO_PLAYER (-2) when the game is over.
    `room` is scratch space.
    """
    player = player_to_move(state, rules, seating)
    while 0 <= player < FIRST_ASKED:
        take(state, rules, seating, game.choose(player, state, rules, room, next_bits(seating)))
        player = player_to_move(state, rules, seating)
    return player


@part
def play_on(
    state: StateRecord, rules: RulesRecord, seating: SeatingRecord, terms: SeatTerms, views: SeatViews, i: int
) -> None:
    """Play game `i` until the learner is to move, or a player outside of the kernels must be asked, and show it.

    A game that ends after a decision of the learner is over for it: with `terms.deals_at_once` the next is dealt now,
    else by the next step. A game that ends before the learner has decided anything is replaced at once, without a
    result.

    Args:
        state: the record of game `i`, which changes.
        rules: what it is played with.
        seating: who sits where, and what the learner is still owed; it changes.
        terms: how the games of the learner are played and rewarded.
        views: gets what is shown to the learner, by game.
        i: the index of the game in the batch.
    """
    player = NO_PLAYER if seating.over else play_bots(state, rules, seating, views.action_masks[i])
    if player == NO_PLAYER and not seating.over and seating.has_decided:
        end(state, rules, seating, game.return_of(state, rules, terms.reward, int(seating.learner)), views, i)
    while player == NO_PLAYER and (terms.deals_at_once or not seating.over):
        begin(state, rules, seating, terms)
        player = play_bots(state, rules, seating, views.action_masks[i])
    views.asked[i] = player - FIRST_ASKED if player >= FIRST_ASKED else NO_PLAYER
    if player == LEARNER:
        batch.show(state, rules, views.observations[i], views.action_masks[i])
        if terms.shaping:
            shape(state, rules, seating, terms, views, i)
    elif seating.over:
        views.observations[i] = views.final_observations[i]
        views.action_masks[i].ids[:] = 0


@part
def end(
    state: StateRecord, rules: RulesRecord, seating: SeatingRecord, reward: float, views: SeatViews, i: int
) -> None:
    """End game `i` for the learner: its reward is `reward` less its last potential, as the potential of an end is 0.

    Without shaping, potentials are always 0. `state`, `rules` and `seating` are those of game `i`. The result is
    written into `seating`, and the final observation, the reward and `dones` into entry `i` of `views`.
    """
    views.rewards[i] = reward - seating.potential
    views.dones[i] = 1
    seating.over = 1
    note_result(state, rules, seating)
    viewer = int(np.int64(seating.learner))
    game.write_view(state, rules, viewer, views.final_observations[i])


@part
def note_result(state: StateRecord, rules: RulesRecord, seating: SeatingRecord) -> None:
    """Write into `seating.result` how the game in `state` ended: seat, forfeit, score, place and winners.

    A game that is not over was forfeited by an illegal action of the learner: then the learner has score 0 and the last
    place, and all others win.
    """
    seat, is_forfeit, winners = int(seating.learner), state.seat != NOBODY, 0
    for other in range(rules.num_players):
        if other != seat if is_forfeit else game.place_of(state, rules, other) == 1:
            winners |= 1 << other
    seating.result[SEAT] = seat
    seating.result[FORFEIT] = is_forfeit
    seating.result[SCORE] = 0 if is_forfeit else game.score_of(state, rules, seat)
    seating.result[PLACE] = rules.num_players if is_forfeit else game.place_of(state, rules, seat)
    seating.result[WINNERS] = winners


@part
def shape(
    state: StateRecord, rules: RulesRecord, seating: SeatingRecord, terms: SeatTerms, views: SeatViews, i: int
) -> None:
    """Write the reward of game `i` from the learner's potential, if its last action has not been rewarded yet.

    The reward is the present potential, discounted by `terms.gamma`, less that at the learner's previous decision.
    `state`, `rules` and `seating` are those of game `i`; `seating` gets the new potential, and entry `i` of `views` the
    reward.
    """
    game.write_leads(state, rules, views.leads[i])
    if seating.has_acted:
        potential = views.leads[i, int(seating.learner)]
        views.rewards[i] = terms.gamma * potential - seating.potential
        seating.potential = potential
        seating.has_acted = 0


# Many games


@kernel
def seed_range(states: Records, seatings: Records, games: Indices, seeds: Bits) -> None:
    """Start the two random streams of each game `games[k]` from `seeds[k]`: one for its deals, one for seats and bots.

    The first is in `states`, the second in `seatings`, both by game.
    """
    for k in range(len(games)):
        seed_stream(states[games[k]], seeds[k], 0)
        seed_stream(seatings[games[k]], bits_at(seeds[k], CHANCE), CHANCE)


@kernel
def reset_range(
    states: Records,
    rules: Records,
    seatings: Records,
    seats: Indices,
    is_dealt: Flags,
    terms: SeatTerms,
    views: SeatViews,
    first: int,
    last: int,
) -> None:
    """Begin the games from `first` to `last - 1`, and write `views`.

    Each game is played until the learner is to move, or a player outside of the kernels must be asked.

    Args:
        states: the records of the games, with their random streams.
        rules: the rules of all games, as an array of one record.
        seatings: who sits where, by game; they change.
        seats: the learner's seat, by game; RANDOM_SEAT (-1) stands for a random one.
        is_dealt: 1 for each game that is dealt already, by game; all others are dealt now.
        terms: how the games of the learner are played and rewarded.
        views: gets what is shown to the learner, by game.
        first: the first game.
        last: the game after the last one.
    """
    for i in range(first, last):
        views.rewards[i] = 0
        views.dones[i] = 0
        if not is_dealt[i]:
            game.deal(states[i], rules[0])
        game.go_on(states[i], rules[0])
        sit_down(rules[0], seatings[i], seats[i])
        play_on(states[i], rules[0], seatings[i], terms, views, i)


@kernel
def step_range(
    states: Records,
    rules: Records,
    seatings: Records,
    actions: Indices,
    terms: SeatTerms,
    views: SeatViews,
    first: int,
    last: int,
) -> None:
    """Play the learner's action in the games from `first` to `last - 1`, then the others, and write `views`.

    A game that was over is replaced by a new one, and its action is ignored. Each game is played until the learner is
    to move, a player outside of the kernels must be asked, or the game ends. With `terms.deals_at_once` a game that
    ends is replaced in the same step and played on, else it stays over until the next step. `views` then has its reward
    and its final observation, and 1 in `dones`. A game that ends before the learner has decided anything is replaced
    at once, without these.

    Args:
        states: the records of the games, which change.
        rules: the rules of all games, as an array of one record.
        seatings: who sits where, by game; they change.
        actions: the learner's action, by game.
        terms: how the games are played and rewarded. With `terms.loses`, an illegal action ends the game; otherwise
            actions are not checked.
        views: gets what is shown to the learner, by game.
        first: the first game.
        last: the game after the last one.
    """
    for i in range(first, last):
        state, seating, action = states[i], seatings[i], int(actions[i])
        views.rewards[i] = 0
        views.dones[i] = 0
        if seating.over:
            begin(state, rules[0], seating, terms)
        elif terms.loses and not game.can_take_action(state, rules[0], int(np.int64(state.seat)), action):
            end(state, rules[0], seating, terms.loss, views, i)
        else:
            take(state, rules[0], seating, action)
            seating.has_acted = 1
            seating.has_decided = 1
        play_on(state, rules[0], seating, terms, views, i)


@kernel
def step(
    states: Records,
    rules: Records,
    seatings: Records,
    actions: Indices,
    terms: SeatTerms,
    views: SeatViews,
    check: bool,
    first: int,
    last: int,
) -> int:
    """Play the learner's actions in the games from `first` to `last - 1` as `step_range` does.

    `actions` is by game. Return ALL_LEGAL (-1). If `check` is set and an action is illegal, play none of them, and
    return the number of the first such game instead.
    """
    illegal = find_illegal(states, rules, seatings, actions, first, last) if check else ALL_LEGAL
    if illegal == ALL_LEGAL:
        step_range(states, rules, seatings, actions, terms, views, first, last)
    return illegal


@parallel_kernel
def step_parallel(
    states: Records,
    rules: Records,
    seatings: Records,
    actions: Indices,
    terms: SeatTerms,
    views: SeatViews,
    check: bool,
    first: int,
    last: int,
    num_parts: int,
) -> int:
    """Play the learner's actions as `step` does, with its arguments and its result, on several threads.

    The games are divided into `num_parts` equal parts, each on a thread of its own. A game is always in the same part,
    and so on the same core, as moving it to another one would take longer than a step.
    """
    count, illegal = last - first, np.full(num_parts, ALL_LEGAL)
    if check:
        for block in prange(num_parts):
            begin, stop = first + block * count // num_parts, first + (block + 1) * count // num_parts
            illegal[block] = find_illegal(states, rules, seatings, actions, begin, stop)
    for block in range(num_parts):
        if illegal[block] != ALL_LEGAL:
            return int(illegal[block])
    for block in prange(num_parts):
        begin, stop = first + block * count // num_parts, first + (block + 1) * count // num_parts
        step_range(states, rules, seatings, actions, terms, views, begin, stop)
    return ALL_LEGAL


@kernel
def find_illegal(states: Records, rules: Records, seatings: Records, actions: Indices, first: int, last: int) -> int:
    """Return the first game from `first` to `last - 1` whose action the seat to move may not play, or ALL_LEGAL (-1).

    Games that are over for the learner, as `seatings` says, are skipped. `states`, `seatings` and `actions` are by
    game, and `rules` is an array of one record.
    """
    for i in range(first, last):
        if not seatings[i].over and not game.can_take_action(
            states[i], rules[0], int(np.int64(states[i].seat)), int(actions[i])
        ):
            return i
    return ALL_LEGAL


# Players outside, who are asked


@kernel
def find_illegal_answer(states: Records, rules: Records, actions: Indices) -> int:
    """Return the first `k` for which `actions[k]` is illegal for the seat to move in `states[k]`, or ALL_LEGAL (-1).

    These are answers of players outside of the kernels. `rules` is an array of one record.
    """
    for k in range(len(states)):
        if not game.can_take_action(states[k], rules[0], int(np.int64(states[k].seat)), int(actions[k])):
            return k
    return ALL_LEGAL


@kernel
def answer(
    states: Records,
    rules: Records,
    seatings: Records,
    games: Indices,
    actions: Indices,
    terms: SeatTerms,
    views: SeatViews,
) -> None:
    """Play `actions[k]`, unchecked, for the player outside of the kernels in game `games[k]`, and continue that game.

    It continues until the learner is to move, or a player outside must be asked again.

    Args:
        states: the records of all games, of which those in `games` change.
        rules: the rules of all games, as an array of one record.
        seatings: who sits where, by game; they change.
        games: the indices of the games that waited.
        actions: one for each entry of `games`.
        terms: how the games of the learner are played and rewarded.
        views: gets what is shown to the learner, in the entries of these games.
    """
    for k in range(len(games)):
        i = games[k]
        take(states[i], rules[0], seatings[i], int(actions[k]))
        play_on(states[i], rules[0], seatings[i], terms, views, i)
