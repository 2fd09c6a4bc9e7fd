"""What coins are worth in the view of `planner`, in VP."""

from mom_env.kernel.jit import part
from mom_env.monkeys_on_the_moon.bots.planner_outlook import Outlook
from mom_env.monkeys_on_the_moon.bots.planner_weights import Weights
from mom_env.monkeys_on_the_moon.pieces import clockwise_of, counter_of
from mom_env.monkeys_on_the_moon.rules.auction import POINTS_ALLY, POINTS_OWN
from mom_env.monkeys_on_the_moon.state import NUM_TRIBES, Rules, State

WANT_ANY = 0.3  # VP: what any monkey brings beyond its title


@part
def look_at_coins(state: State, rules: Rules, outlook: Outlook, weights: Weights) -> None:
    """Write `coin` and `safe` into `outlook`: the VP of a coin by seat and tribe, and what a tribe's first coin adds.

    A coin's worth depends on the auctions left, the monkeys to come, and how many coins the seat has.
    """
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


@part
def write_wants(outlook: Outlook, seat: int, weights: Weights) -> None:
    """Write into `outlook.want`, by tribe, the number of monkeys still to come, times what one is worth to `seat`.

    A monkey is worth the titles that its status would help to win, plus WANT_ANY. This is divided by its mean over all
    monkeys to come, so that 1 is a monkey of average worth. `weights.coin_wants` says how strongly worth counts.
    """
    total = whole = 0.0
    for tribe in range(NUM_TRIBES):
        first, second = outlook.first[tribe, seat], outlook.second[tribe, seat]
        gain = outlook.leader[tribe] * first * (1.0 - first)
        gain += outlook.undersecretary[tribe] * second * (1.0 - second - first)
        outlook.want[tribe] = outlook.monkey * gain / outlook.heat[tribe] + WANT_ANY
        total += outlook.want[tribe] * outlook.to_come[tribe]
        whole += outlook.to_come[tribe]
    for tribe in range(NUM_TRIBES):
        want = outlook.want[tribe] * whole / total if total > 0.0 else 1.0
        outlook.want[tribe] = outlook.to_come[tribe] * max(0.0, 1.0 + weights.coin_wants * (want - 1.0))


@part
def fit(outlook: Outlook, tribe: int, weights: Weights) -> float:
    """Return how many of the monkeys to come a coin of the tribe can buy, relative to the mean of all tribes.

    1 is the mean. `outlook.want` must be as `write_wants` leaves it. `weights.coin_fits` draws the number towards 1. If
    no auctions are left, return 0.
    """
    if outlook.auctions == 0:
        return 0.0
    allies = outlook.want[clockwise_of(tribe)] + outlook.want[counter_of(tribe)]
    points = POINTS_OWN * outlook.want[tribe] + POINTS_ALLY * allies
    share = points * NUM_TRIBES / ((POINTS_OWN + 2 * POINTS_ALLY) * outlook.auctions)
    return float(1.0 - weights.coin_fits + weights.coin_fits * share)


@part
def count_coins(state: State, seat: int) -> float:
    """Return the number of coins of a seat, of all tribes together."""
    coins = 0
    for tribe in range(NUM_TRIBES):
        coins += int(state.coins[seat, tribe])
    return float(coins)


@part
def worth_of_coins(outlook: Outlook, seat: int, tribe: int, held: int, more: int, weights: Weights) -> float:
    """Return the VP that a change by `more` coins of a tribe means to a seat that has `held` of them.

    `more` and the VP are negative if the seat loses coins. Each further coin is worth a little less, and the first one
    adds `outlook.safe`.
    """
    then = held + more
    pairs = (then * (then - 1) - held * (held - 1)) / 2
    worth = outlook.coin[seat, tribe] * (more - weights.coin_less * pairs)
    if held == 0 and then > 0:
        worth += outlook.safe
    elif held > 0 and then == 0:
        worth -= outlook.safe
    return float(worth)
