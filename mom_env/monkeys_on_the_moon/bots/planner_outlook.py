"""How the game may continue, in the view of `planner`: what is still to come, and the tribes' ranks.

No planner file reads what is hidden from all. Only `planner` itself reads a hand: that of the seat to move.
"""

from math import sqrt
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import part
from mom_env.kernel.piles import size
from mom_env.monkeys_on_the_moon.bots.planner_weights import Weights
from mom_env.monkeys_on_the_moon.pieces import status_of, tribe_of_monkey
from mom_env.monkeys_on_the_moon.state import (
    MAX_PLAYERS,
    NUM_TRIBES,
    UNSEEN_MONKEYS,
    UNSEEN_SHIPS,
    Field,
    Int16s,
    Phase,
    Rules,
    State,
)

# Field, shape, and its meaning as a comment. Chances and awards are those at the end of the game. "The looking seat" is
# the seat for which `planner` looks at the position.
OUTLOOK_FIELDS: list[Field] = [
    ("auctions", np.float64),  # auctions still to come, after the present one
    ("rounds", np.float64),  # `auctions` in rounds
    ("cards", np.float64),  # cards still to be played, after the present one
    ("monkey", np.float64),  # mean status of the unseen monkeys
    ("to_come", np.float64, (NUM_TRIBES,)),  # monkeys of a tribe still to be auctioned, after the present one
    ("coin", np.float64, (MAX_PLAYERS, NUM_TRIBES)),  # VP of a further coin to a seat
    ("safe", np.float64),  # VP of the first coin of a tribe beyond that
    ("spread", np.float64),  # uncertainty of distances, in spaces
    ("heat", np.float64, (NUM_TRIBES,)),  # uncertainty of status, in points
    ("status", np.float64, (MAX_PLAYERS, NUM_TRIBES)),  # includes monkeys on board, which will all launch
    ("first", np.float64, (NUM_TRIBES, MAX_PLAYERS)),  # chance to lead
    ("second", np.float64, (NUM_TRIBES, MAX_PLAYERS)),  # chance to be undersecretary
    ("rank", np.float64, (NUM_TRIBES,)),  # expected rank, from 0
    ("leader", np.float64, (NUM_TRIBES,)),  # expected VP of the title
    ("undersecretary", np.float64, (NUM_TRIBES,)),
    ("vp", np.float64, (MAX_PLAYERS,)),
    ("regard", np.float64, (MAX_PLAYERS,)),  # what a VP of each seat is worth to the looking seat; 1 for its own
    ("stake_first", np.float64, (NUM_TRIBES,)),  # what a VP more for the leader is worth to the looking seat
    ("stake_second", np.float64, (NUM_TRIBES,)),
    ("want", np.float64, (NUM_TRIBES,)),  # this and the next three are scratch space
    ("strength", np.float64, (MAX_PLAYERS,)),
    ("change_first", np.float64, (MAX_PLAYERS,)),
    ("change_second", np.float64, (MAX_PLAYERS,)),
    ("effect", np.float64, (MAX_PLAYERS,)),  # what it is worth to the looking seat if each seat wins the auction
    ("reach", np.float64, (MAX_PLAYERS,)),  # the most points that each seat would bid in the auction
]
OUTLOOK_DTYPE = np.dtype((np.record, OUTLOOK_FIELDS))


class Outlook(Protocol):
    """What `planner` expects of a position, as a record, computed for one seat: the looking seat.

    `OUTLOOK_FIELDS` says what each field means.
    """

    auctions: float
    rounds: float
    cards: float
    monkey: float
    to_come: NDArray[np.float64]
    coin: NDArray[np.float64]
    safe: float
    spread: float
    heat: NDArray[np.float64]
    status: NDArray[np.float64]
    first: NDArray[np.float64]
    second: NDArray[np.float64]
    rank: NDArray[np.float64]
    leader: NDArray[np.float64]
    undersecretary: NDArray[np.float64]
    vp: NDArray[np.float64]
    regard: NDArray[np.float64]
    stake_first: NDArray[np.float64]
    stake_second: NDArray[np.float64]
    want: NDArray[np.float64]
    strength: NDArray[np.float64]
    change_first: NDArray[np.float64]
    change_second: NDArray[np.float64]
    effect: NDArray[np.float64]
    reach: NDArray[np.float64]


# Time left, and the uncertainty that it brings


@part
def look_ahead(state: State, rules: Rules, outlook: Outlook, weights: Weights) -> None:
    """Write into `outlook` how many auctions, rounds, cards and monkeys are still to come, after the present one.

    Write also `spread`, the uncertainty of distances on the track, which grows with the number of cards to come.
    """
    players, rounds = int(rules.num_players), int(rules.rounds) - int(state.round_number)
    if state.phase == Phase.CIVILIZATION:
        auctions, cards = rounds * players, rounds * players - int(state.turn) - 1
    else:
        auctions, cards = rounds * players - int(state.turn) - 1, (rounds - 1) * players
    outlook.auctions, outlook.cards = auctions, cards
    outlook.rounds = auctions / players
    outlook.spread = weights.spread_end + weights.spread * sqrt(cards)
    look_at_monkeys(state, rules, outlook)


@part
def look_at_monkeys(state: State, rules: Rules, outlook: Outlook) -> None:
    """Write `to_come` into `outlook`: how many monkeys of each tribe are likely still to be auctioned.

    They come from the pool and from the unseen monkeys. Write also `monkey`, the mean status of the unseen monkeys.
    """
    count = status = 0
    outlook.to_come[:] = 0.0
    for monkey in range(UNSEEN_SHIPS - UNSEEN_MONKEYS):
        unseen = int(state.unseen[UNSEEN_MONKEYS + monkey])
        outlook.to_come[tribe_of_monkey(monkey)] += unseen
        count += unseen
        status += unseen * status_of(rules, monkey)
    open_now = size(state.monkey_pool[:])
    share = max(0.0, outlook.auctions - open_now) / max(1, count)
    for tribe in range(NUM_TRIBES):
        outlook.to_come[tribe] *= share
    for i in range(open_now):
        outlook.to_come[tribe_of_monkey(int(state.monkey_pool[i]))] += min(1.0, outlook.auctions / open_now)
    outlook.monkey = status / max(1, count)


# Ranks


@part
def look_at_ranks(state: State, rules: Rules, outlook: Outlook) -> None:
    """Write into `outlook` each tribe's expected rank, from 0, and the VP that its two titles will be worth.

    With two players, the undersecretary's title is worth 0.
    """
    for tribe in range(NUM_TRIBES):
        outlook.rank[tribe] = expected_rank(state, outlook, tribe)
        outlook.leader[tribe] = award_at(rules.leader, outlook.rank[tribe])
        outlook.undersecretary[tribe] = award_at(rules.undersecretary, outlook.rank[tribe])
        if rules.num_players == 2:
            outlook.undersecretary[tribe] = 0.0


@part
def smooth(x: float) -> float:
    """Return a number from 0 to 1 that rises with `x` and is a half at 0.

    It is cheaper than a normal distribution function and as good here.
    """
    return 0.5 + 0.5 * x / sqrt(1.0 + x * x)


@part
def is_finished_before(state: State, tribe: int, other: int) -> bool:
    """4.2: Return whether `tribe` has finished, and `other` has finished later or not at all."""
    return bool(state.finish[tribe] > 0 and (state.finish[other] == 0 or state.finish[tribe] < state.finish[other]))


@part
def chance_ahead(state: State, outlook: Outlook, tribe: int, other: int, spaces: float) -> float:
    """Return the chance, from 0 to 1, that `tribe` ends ahead of `other` if `tribe` first advances by `spaces`.

    It is 1 or 0 if one of them has finished before the other.
    """
    if is_finished_before(state, tribe, other):
        return 1.0
    if is_finished_before(state, other, tribe):
        return 0.0
    ahead = int(state.track[tribe]) + spaces - int(state.track[other])
    return smooth(ahead / outlook.spread)


@part
def expected_rank(state: State, outlook: Outlook, tribe: int) -> float:
    """Return the expected number of tribes that end ahead of `tribe`, a fraction; 0 is the 1st place."""
    rank = 0.0
    for other in range(NUM_TRIBES):
        if other != tribe:
            rank += chance_ahead(state, outlook, other, tribe, 0.0)
    return rank


@part
def award_at(awards: Int16s, rank: float) -> float:
    """Return a title's VP at a rank from 0, a fraction, interpolated between two places; `awards` is by rank."""
    place = min(int(rank), NUM_TRIBES - 2)
    share = rank - place
    return (1.0 - share) * float(awards[place]) + share * float(awards[place + 1])


@part
def worth_of_move(state: State, rules: Rules, outlook: Outlook, tribe: int, move: int) -> float:
    """3.1.6: Return the VP that it brings the looking seat if `tribe` moves by `move` spaces, as all ranks may change.

    It may be negative, and is 0 for a tribe that has finished. The looking seat is the one for which `outlook` was
    made.
    """
    if state.finish[tribe] > 0:
        return 0.0
    finishes = int(state.track[tribe]) + move >= int(rules.track_length)
    worth, own = 0.0, 0.0
    for other in range(NUM_TRIBES):
        if other == tribe:
            continue
        before = chance_ahead(state, outlook, tribe, other, 0.0)
        after = chance_ahead(state, outlook, tribe, other, float(move))
        if finishes and state.finish[other] == 0:
            after = 1.0
        own += after - before
        worth += worth_of_rank(rules, outlook, other, outlook.rank[other] + after - before)
    return worth + worth_of_rank(rules, outlook, tribe, outlook.rank[tribe] - own)


@part
def worth_of_rank(rules: Rules, outlook: Outlook, tribe: int, rank: float) -> float:
    """Return the VP that it brings the looking seat if a tribe's rank becomes `rank` instead of the expected one.

    `rank` is from 0, a fraction. The looking seat is the one for which `outlook` was made.
    """
    worth = outlook.stake_first[tribe] * (award_at(rules.leader, rank) - outlook.leader[tribe])
    if rules.num_players > 2:
        second = award_at(rules.undersecretary, rank) - outlook.undersecretary[tribe]
        worth += outlook.stake_second[tribe] * second
    return float(worth)
