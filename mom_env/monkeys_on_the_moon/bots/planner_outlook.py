"""How the game may end, as the player `planner` sees it: ranks, titles, and who is in whose way.

Everything here is an expectation of VP. It reads nothing that is hidden from all, and no hand at all.
"""

from math import exp, sqrt
from typing import Any

import numpy as np

from mom_env.kernel.jit import kernel
from mom_env.kernel.piles import size
from mom_env.monkeys_on_the_moon.bots.planner_weights import Weights
from mom_env.monkeys_on_the_moon.pieces import clockwise_of, counter_of, status_of, tribe_of_monkey
from mom_env.monkeys_on_the_moon.rules.auction import POINTS_ALLY, POINTS_OWN
from mom_env.monkeys_on_the_moon.state import (
    MAX_PLAYERS,
    MAX_SEATS,
    NONE,
    NUM_TRIBES,
    UNSEEN_MONKEYS,
    UNSEEN_SHIPS,
    Phase,
    Rules,
    State,
)

# field, shape: meaning. Chances and awards are of the end of the game.
OUTLOOK_FIELDS: list[tuple[Any, ...]] = [
    ("auctions", np.float64),  # still to come, after the one that goes on
    ("rounds", np.float64),  # the same in rounds
    ("cards", np.float64),  # still to be played, after the one that is
    ("to_come", np.float64, (NUM_TRIBES,)),  # monkeys of a tribe, after the one that is up
    ("want", np.float64, (NUM_TRIBES,)),  # room to work in
    ("coin", np.float64, (MAX_PLAYERS, NUM_TRIBES)),  # what one of many is worth to a seat
    ("safe", np.float64),  # what the first coin of a tribe is worth beyond that
    ("drift", np.float64, (NUM_TRIBES,)),  # spaces that a tribe is likely to gain on others
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
    ("strength", np.float64, (MAX_PLAYERS,)),  # room to work in
    ("change_first", np.float64, (MAX_PLAYERS,)),
    ("change_second", np.float64, (MAX_PLAYERS,)),
    ("effect", np.float64, (MAX_PLAYERS,)),  # of an auction: what it is worth to the seat that looks if each seat wins
    ("reach", np.float64, (MAX_PLAYERS,)),  # of an auction: the most points that each seat would bid
]
OUTLOOK_DTYPE = np.dtype((np.record, OUTLOOK_FIELDS))
Outlook = Any  # a record of OUTLOOK_DTYPE


@kernel
def look(state: State, rules: Rules, seat: int, outlook: Outlook, weights: Weights) -> None:
    """Write the whole outlook of a seat."""
    look_ahead(state, rules, outlook, weights)
    for tribe in range(NUM_TRIBES):
        look_at_status(state, rules, outlook, tribe, weights)
    for tribe in range(NUM_TRIBES):
        outlook.rank[tribe] = expected_rank(state, outlook, tribe)
        outlook.leader[tribe] = award_at(rules.leader, outlook.rank[tribe])
        outlook.undersecretary[tribe] = award_at(rules.undersecretary, outlook.rank[tribe])
        if rules.num_players == 2:
            outlook.undersecretary[tribe] = 0.0
    look_at_coins(state, rules, outlook, weights)
    count_vp(rules, state, outlook)
    write_regards(rules, outlook, seat, weights)
    write_stakes(rules, outlook)


# Time left, and how much of it is chance


@kernel
def look_ahead(state: State, rules: Rules, outlook: Outlook, weights: Weights) -> None:
    """How much is still to come, and how far it can carry stones and status."""
    players, rounds = int(rules.num_players), int(rules.rounds) - int(state.round_number)
    if state.phase == Phase.CIVILIZATION:
        auctions, cards = rounds * players, rounds * players - int(state.turn) - 1
    else:
        auctions, cards = rounds * players - int(state.turn) - 1, (rounds - 1) * players
    outlook.auctions, outlook.cards = auctions, cards
    outlook.rounds = auctions / players
    outlook.spread = weights.spread_end + weights.spread * sqrt(cards)
    for tribe in range(NUM_TRIBES):
        outlook.to_come[tribe] = monkeys_to_come(state, auctions, tribe)


@kernel
def look_at_coins(state: State, rules: Rules, outlook: Outlook, weights: Weights) -> None:
    """What coins are still good for: by the time left, the monkeys to come, and how many the seat has."""
    left = outlook.auctions / (int(rules.rounds) * int(rules.num_players))
    worth, in_play = weights.coin * left**weights.coin_fades, 0.0
    outlook.safe = weights.coin_safe * float(rules.scorn_penalty) * outlook.cards / (outlook.cards + rules.num_players)
    for seat in range(rules.num_players):
        in_play += count_coins(state, seat)
    for seat in range(rules.num_players):
        share = (count_coins(state, seat) + 1.0) / (in_play / rules.num_players + 1.0)
        rich = share ** (-weights.coin_rich)
        write_wants(outlook, seat, weights)
        for tribe in range(NUM_TRIBES):
            outlook.coin[seat, tribe] = worth * rich * fit(outlook, tribe, weights)


@kernel
def write_wants(outlook: Outlook, seat: int, weights: Weights) -> None:
    """How many monkeys of each tribe are to come, weighed by what status in it would bring the seat."""
    total = whole = 0.0
    for tribe in range(NUM_TRIBES):
        first, second = outlook.first[tribe, seat], outlook.second[tribe, seat]
        gain = outlook.leader[tribe] * first * (1.0 - first)
        gain += outlook.undersecretary[tribe] * second * (1.0 - second - first)
        outlook.want[tribe] = 4.0 * gain / outlook.heat[tribe] + 0.3
        total += outlook.want[tribe] * outlook.to_come[tribe]
        whole += outlook.to_come[tribe]
    for tribe in range(NUM_TRIBES):
        want = outlook.want[tribe] * whole / total if total > 0.0 else 1.0
        outlook.want[tribe] = outlook.to_come[tribe] * (1.0 + weights.coin_wants * (want - 1.0))


@kernel
def fit(outlook: Outlook, tribe: int, weights: Weights) -> float:
    """How many of the monkeys to come a coin of the tribe can buy; 1 is the mean of all tribes."""
    if outlook.auctions == 0:
        return 0.0
    allies = outlook.want[clockwise_of(tribe)] + outlook.want[counter_of(tribe)]
    points = POINTS_OWN * outlook.want[tribe] + POINTS_ALLY * allies
    share = points * NUM_TRIBES / ((POINTS_OWN + 2 * POINTS_ALLY) * outlook.auctions)
    return float(1.0 - weights.coin_fits + weights.coin_fits * share)


@kernel
def count_coins(state: State, seat: int) -> float:
    """All coins of a seat."""
    coins = 0
    for tribe in range(NUM_TRIBES):
        coins += int(state.coins[seat, tribe])
    return float(coins)


@kernel
def monkeys_to_come(state: State, auctions: int, tribe: int) -> float:
    """How many of a tribe's monkeys are likely to be auctioned yet: those of the pool and some of the unseen."""
    open_now = size(state.monkey_pool[:])
    share = min(1.0, auctions / open_now) if open_now > 0 else 0.0
    mine = all_unseen = 0
    for kind in range(UNSEEN_MONKEYS, UNSEEN_SHIPS):
        count = int(state.unseen[kind])
        all_unseen += count
        if tribe_of_monkey(kind - UNSEEN_MONKEYS) == tribe:
            mine += count
    expected = 0.0
    for i in range(open_now):
        if tribe_of_monkey(int(state.monkey_pool[i])) == tribe:
            expected += share
    if all_unseen > 0:
        expected += max(0, auctions - open_now) * mine / all_unseen
    return expected


# Ranks


@kernel
def smooth(x: float) -> float:
    """From 0 to 1, a half at 0: cheaper than a bell curve's area and as good here."""
    return 0.5 + 0.5 * x / sqrt(1.0 + x * x)


@kernel
def is_finished_before(state: State, tribe: int, other: int) -> bool:
    """4.2: whether the one has finished, and the other later or not at all."""
    return bool(state.finish[tribe] > 0 and (state.finish[other] == 0 or state.finish[tribe] < state.finish[other]))


@kernel
def chance_ahead(state: State, outlook: Outlook, tribe: int, other: int, spaces: float) -> float:
    """The chance that a tribe ends ahead of another, if it goes on by so many spaces first."""
    if is_finished_before(state, tribe, other):
        return 1.0
    if is_finished_before(state, other, tribe):
        return 0.0
    ahead = int(state.track[tribe]) + spaces - int(state.track[other])
    return smooth((ahead + outlook.drift[tribe] - outlook.drift[other]) / outlook.spread)


@kernel
def expected_rank(state: State, outlook: Outlook, tribe: int) -> float:
    """How many tribes will be ahead of it."""
    rank = 0.0
    for other in range(NUM_TRIBES):
        if other != tribe:
            rank += chance_ahead(state, outlook, other, tribe, 0.0)
    return rank


@kernel
def award_at(awards: Any, rank: float) -> float:
    """A title's VP at a rank between two places."""
    place = min(int(rank), NUM_TRIBES - 2)
    share = rank - place
    return (1.0 - share) * float(awards[place]) + share * float(awards[place + 1])


# Titles


@kernel
def look_at_status(state: State, rules: Rules, outlook: Outlook, tribe: int, weights: Weights) -> None:
    """Who may get a tribe's titles; who is sure of them will push the tribe."""
    outlook.heat[tribe] = weights.heat_end + weights.heat * sqrt(outlook.to_come[tribe])
    count_status(state, rules, outlook, tribe, weights)
    write_chances(rules, outlook, tribe, NONE, 0.0)
    settled = 0.0
    for seat in range(rules.num_players):
        outlook.first[tribe, seat] = outlook.change_first[seat]
        outlook.second[tribe, seat] = outlook.change_second[seat]
        settled += outlook.first[tribe, seat] * outlook.first[tribe, seat]
    outlook.drift[tribe] = weights.push * settled * sqrt(outlook.cards)


@kernel
def count_status(state: State, rules: Rules, outlook: Outlook, tribe: int, weights: Weights) -> None:
    """Status of all seats in a tribe, their monkeys on board included."""
    for seat in range(rules.num_players):
        status = int(state.status[seat, tribe])
        for i in range(MAX_SEATS):
            monkey = int(state.aboard[seat, i])
            if monkey != NONE and tribe_of_monkey(monkey) == tribe:
                status += status_of(rules, monkey)
        outlook.status[seat, tribe] = status
    if weights.buys > 0:
        add_buys(state, rules, outlook, tribe, weights)


@kernel
def add_buys(state: State, rules: Rules, outlook: Outlook, tribe: int, weights: Weights) -> None:
    """Status still to come goes to who has the coins for it."""
    total = 1.0
    for seat in range(rules.num_players):
        total += power(state, seat, tribe)
    for seat in range(rules.num_players):
        outlook.status[seat, tribe] += weights.buys * 4 * outlook.to_come[tribe] * power(state, seat, tribe) / total


@kernel
def power(state: State, seat: int, tribe: int) -> float:
    """3.2.2: the most points that a seat can bid for a tribe's monkey."""
    coins = state.coins[seat]
    allies = int(coins[clockwise_of(tribe)]) + int(coins[counter_of(tribe)])
    return float(POINTS_OWN * int(coins[tribe]) + POINTS_ALLY * allies)


@kernel
def write_chances(rules: Rules, outlook: Outlook, tribe: int, who: int, more: float) -> None:
    """All seats' chances of a tribe's titles, if one of them gets so much more status: as in a race of exponentials."""
    most = 0.0
    for seat in range(rules.num_players):
        outlook.strength[seat] = outlook.status[seat, tribe] + (more if seat == who else 0.0)
        most = max(most, outlook.strength[seat])
    total = 0.0
    for seat in range(rules.num_players):
        outlook.strength[seat] = exp(max(FARTHEST, (outlook.strength[seat] - most) / outlook.heat[tribe]))
        total += outlook.strength[seat]
    odds = 0.0
    for seat in range(rules.num_players):
        outlook.change_first[seat] = outlook.strength[seat] / total
        odds += outlook.strength[seat] / (total - outlook.strength[seat])
    for seat in range(rules.num_players):
        own = outlook.strength[seat]
        outlook.change_second[seat] = own / total * (odds - own / (total - own))


FARTHEST = -30.0  # behind: beyond that all are equally far


@kernel
def count_vp(rules: Rules, state: State, outlook: Outlook) -> None:
    """What each seat may expect from its titles, full ships and scorn."""
    for seat in range(rules.num_players):
        vp = float(state.ship_vp[seat])
        for tribe in range(NUM_TRIBES):
            vp += title_vp(outlook, tribe, seat)
            if state.scorn[tribe] == seat:
                vp -= float(rules.scorn_penalty) / 2
        outlook.vp[seat] = vp


@kernel
def title_vp(outlook: Outlook, tribe: int, seat: int) -> float:
    """What a seat may expect from a tribe's titles."""
    vp = (
        outlook.leader[tribe] * outlook.first[tribe, seat] + outlook.undersecretary[tribe] * outlook.second[tribe, seat]
    )
    return float(vp)


@kernel
def write_regards(rules: Rules, outlook: Outlook, seat: int, weights: Weights) -> None:
    """A VP of another seat hurts as much as that seat is likely to win in one's place."""
    margin, most = weights.margin_end + weights.margin * outlook.rounds, outlook.vp[0]
    for other in range(rules.num_players):
        most = max(most, outlook.vp[other])
    total = 0.0
    for other in range(rules.num_players):
        outlook.regard[other] = exp(max(FARTHEST, (outlook.vp[other] - most) / margin))
        total += outlook.regard[other] if other != seat else 0.0
    for other in range(rules.num_players):
        outlook.regard[other] = 1.0 if other == seat else -outlook.regard[other] / total


@kernel
def write_stakes(rules: Rules, outlook: Outlook) -> None:
    """What the tribes' ranks are worth to the seat that looks."""
    for tribe in range(NUM_TRIBES):
        outlook.stake_first[tribe] = outlook.stake_second[tribe] = 0.0
        for seat in range(rules.num_players):
            outlook.stake_first[tribe] += outlook.regard[seat] * outlook.first[tribe, seat]
            outlook.stake_second[tribe] += outlook.regard[seat] * outlook.second[tribe, seat]


# What changes


@kernel
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


@kernel
def worth_of_rank(rules: Rules, outlook: Outlook, tribe: int, rank: float) -> float:
    """What it is worth to the seat that looks if a tribe's rank becomes that."""
    worth = outlook.stake_first[tribe] * (award_at(rules.leader, rank) - outlook.leader[tribe])
    if rules.num_players > 2:
        second = award_at(rules.undersecretary, rank) - outlook.undersecretary[tribe]
        worth += outlook.stake_second[tribe] * second
    return float(worth)


@kernel
def write_change(rules: Rules, outlook: Outlook, tribe: int, who: int, more: float) -> None:
    """How all seats' chances of a tribe's titles change if one of them gets so much more status."""
    write_chances(rules, outlook, tribe, who, more)
    for seat in range(rules.num_players):
        outlook.change_first[seat] -= outlook.first[tribe, seat]
        outlook.change_second[seat] -= outlook.second[tribe, seat]


@kernel
def change_of_vp(outlook: Outlook, tribe: int, seat: int) -> float:
    """What the last change brings a seat."""
    first, second = outlook.change_first[seat], outlook.change_second[seat]
    return float(outlook.leader[tribe] * first + outlook.undersecretary[tribe] * second)
