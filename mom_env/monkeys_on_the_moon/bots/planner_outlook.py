"""How the game may go on, as the player `planner` sees it: what is still to come, and the tribes' ranks.

Nothing in the planner's files reads what is hidden from all, and only `planner` reads a hand: that of the seat to move.
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

# field, shape: meaning. Chances and awards are of the end of the game.
OUTLOOK_FIELDS: list[Field] = [
    ("auctions", np.float64),  # still to come, after the one that goes on
    ("rounds", np.float64),  # the same in rounds
    ("cards", np.float64),  # still to be played, after the one that is
    ("monkey", np.float64),  # status of one, in the mean of those unseen
    ("to_come", np.float64, (NUM_TRIBES,)),  # monkeys of a tribe, after the one that is up
    ("coin", np.float64, (MAX_PLAYERS, NUM_TRIBES)),  # what one of many is worth to a seat
    ("safe", np.float64),  # what the first coin of a tribe is worth beyond that
    ("spread", np.float64),  # spaces
    ("heat", np.float64, (NUM_TRIBES,)),  # points of status
    ("status", np.float64, (MAX_PLAYERS, NUM_TRIBES)),  # with the monkeys on board: they will all launch
    ("first", np.float64, (NUM_TRIBES, MAX_PLAYERS)),  # chance to lead
    ("second", np.float64, (NUM_TRIBES, MAX_PLAYERS)),  # chance to be undersecretary
    ("rank", np.float64, (NUM_TRIBES,)),  # from 0
    ("leader", np.float64, (NUM_TRIBES,)),  # VP
    ("undersecretary", np.float64, (NUM_TRIBES,)),
    ("vp", np.float64, (MAX_PLAYERS,)),
    ("regard", np.float64, (MAX_PLAYERS,)),  # what a VP of each seat is worth to the seat that looks: 1 its own
    ("stake_first", np.float64, (NUM_TRIBES,)),  # what a VP more for the leader is worth to the seat that looks
    ("stake_second", np.float64, (NUM_TRIBES,)),
    ("want", np.float64, (NUM_TRIBES,)),  # room to work in
    ("strength", np.float64, (MAX_PLAYERS,)),
    ("change_first", np.float64, (MAX_PLAYERS,)),
    ("change_second", np.float64, (MAX_PLAYERS,)),
    ("effect", np.float64, (MAX_PLAYERS,)),  # of an auction: what it is worth to the seat that looks if each seat wins
    ("reach", np.float64, (MAX_PLAYERS,)),  # of an auction: the most points that each seat would bid
]
OUTLOOK_DTYPE = np.dtype((np.record, OUTLOOK_FIELDS))


class Outlook(Protocol):
    """A record of these fields."""

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


# Time left, and how much of it is chance


@part
def look_ahead(state: State, rules: Rules, outlook: Outlook, weights: Weights) -> None:
    """How much is still to come, and how far it can carry the stones."""
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
    """How many of each tribe's monkeys are likely to be auctioned yet: of the pool and of the unseen."""
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
    """What each tribe's titles will be worth."""
    for tribe in range(NUM_TRIBES):
        outlook.rank[tribe] = expected_rank(state, outlook, tribe)
        outlook.leader[tribe] = award_at(rules.leader, outlook.rank[tribe])
        outlook.undersecretary[tribe] = award_at(rules.undersecretary, outlook.rank[tribe])
        if rules.num_players == 2:
            outlook.undersecretary[tribe] = 0.0


@part
def smooth(x: float) -> float:
    """From 0 to 1, a half at 0: cheaper than a bell curve's area and as good here."""
    return 0.5 + 0.5 * x / sqrt(1.0 + x * x)


@part
def is_finished_before(state: State, tribe: int, other: int) -> bool:
    """4.2: whether the one has finished, and the other later or not at all."""
    return bool(state.finish[tribe] > 0 and (state.finish[other] == 0 or state.finish[tribe] < state.finish[other]))


@part
def chance_ahead(state: State, outlook: Outlook, tribe: int, other: int, spaces: float) -> float:
    """The chance that a tribe ends ahead of another, if it goes on by so many spaces first."""
    if is_finished_before(state, tribe, other):
        return 1.0
    if is_finished_before(state, other, tribe):
        return 0.0
    ahead = int(state.track[tribe]) + spaces - int(state.track[other])
    return smooth(ahead / outlook.spread)


@part
def expected_rank(state: State, outlook: Outlook, tribe: int) -> float:
    """How many tribes will be ahead of it."""
    rank = 0.0
    for other in range(NUM_TRIBES):
        if other != tribe:
            rank += chance_ahead(state, outlook, other, tribe, 0.0)
    return rank


@part
def award_at(awards: Int16s, rank: float) -> float:
    """A title's VP at a rank between two places."""
    place = min(int(rank), NUM_TRIBES - 2)
    share = rank - place
    return (1.0 - share) * float(awards[place]) + share * float(awards[place + 1])


@part
def worth_of_move(state: State, rules: Rules, outlook: Outlook, tribe: int, move: int) -> float:
    """3.1.6: what a stone's move is worth to the seat that looks: it changes all tribes' ranks."""
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
    """What it is worth to the seat that looks if a tribe's rank becomes that."""
    worth = outlook.stake_first[tribe] * (award_at(rules.leader, rank) - outlook.leader[tribe])
    if rules.num_players > 2:
        second = award_at(rules.undersecretary, rank) - outlook.undersecretary[tribe]
        worth += outlook.stake_second[tribe] * second
    return float(worth)
