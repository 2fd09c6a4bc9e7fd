"""4. The end, counted a second time from the cards on the table, apart from the rules' own kernels.

Awards and places follow from how many seats are ahead and how many are level, whereas `rules/scoring.py` searches for
the most status.
"""

from mom_env.kernel.jit import part
from mom_env.kernel.returns import Reward
from mom_env.monkeys_on_the_moon.actions import PASS, TAKE_SHIP
from mom_env.monkeys_on_the_moon.returns import return_of
from mom_env.monkeys_on_the_moon.soak.invariants import is_permutation, ship_vp_of
from mom_env.monkeys_on_the_moon.soak.violations import Violation
from mom_env.monkeys_on_the_moon.state import (
    MAX_SHIP_TYPES,
    MAX_STATUSES,
    NONE,
    NUM_MONKEY_KINDS,
    NUM_TRIBES,
    Decision,
    Int8s,
    Rules,
    State,
)

ROUNDING = 1e-9  # how far rounding may take a sum of four returns from 0


@part
def check_end(before: State, action: int, state: State, rules: Rules) -> Violation:
    """4: Return the first violation of the finished game `state`, or NOTHING.

    It is compared with the record before its last action `action`, `before`, and with a second count of the result.
    """
    for seat in range(rules.num_players):
        if not last_ship_launched(before, action, state, rules, seat):
            return Violation.LAST_LAUNCH
    if not scorn_went_back(before, action, state, rules):
        return Violation.LAST_LAUNCH
    return check_result(state, rules)


@part
def check_result(state: State, rules: Rules) -> Violation:
    """4.2 to 4.5: Return the first violation in ranking, VP, places and returns of the finished game, or NOTHING.

    They are compared with a second count from the cards on the table.
    """
    if not ranking_is_right(state):
        return Violation.RANKING
    for seat in range(rules.num_players):
        if state.vp[seat] != vp_of(state, rules, seat):
            return Violation.VP
    for seat in range(rules.num_players):
        if state.place[seat] != 1 + count_better(state, rules, seat):
            return Violation.PLACES
    return Violation.NOTHING if returns_are_zero_sum(state, rules) else Violation.RETURNS


# 4.1, with Maximum Scorn


@part
def winner_of_bid(before: State, action: int) -> int:
    """3.2.2: Return the seat that wins the monkey if `action`, a bid or a pass, ends the auction in `before`.

    Return NONE if nobody has bid or there is no auction.
    """
    if before.decision != Decision.BID:
        return NONE
    return int(before.holder) if action == PASS else int(before.seat)


@part
def copies_in(cards: Int8s, card: int) -> int:
    """Return how many entries of `cards` equal `card`."""
    count = 0
    for i in range(len(cards)):
        count += cards[i] == card
    return count


@part
def last_ship_launched(before: State, action: int, state: State, rules: Rules, seat: int) -> bool:
    """4.1, R12: Return whether the last ship of `seat` is gone and all its monkeys are in the seat's score pile.

    Monkeys that Maximum Scorn takes must be gone. `before` is the record before the last action of the game, `action`,
    and `state` the record after it.
    """
    ship = action - TAKE_SHIP if before.ship[seat] == NONE else int(before.ship[seat])
    if state.ship[seat] != NONE or state.aboard[seat, 0] != NONE or state.ships_out[seat] != ship:
        return False
    for monkey in range(NUM_MONKEY_KINDS):
        home = int(before.pile[seat, monkey]) + copies_in(before.aboard[seat], monkey)
        if before.ship[seat] == NONE:
            home += copies_in(before.waiting[:], monkey)
        if winner_of_bid(before, action) == seat and before.auction_monkey == monkey:
            home += 1
        if rules.maximum_scorn and state.scorn[monkey // MAX_STATUSES] == seat:
            home = 0
        if state.pile[seat, monkey] != home:
            return False
    return True


@part
def scorn_went_back(before: State, action: int, state: State, rules: Rules) -> bool:
    """4.1, R9, 3.2.4: Return whether exactly the right scorn cards are back on the table after the last action.

    These are the scorn of the last monkey's tribe, if its winner held it, and with `final_launch_clears_scorn` that of
    the last ships. `before` and `state` are the records before and after that action, `action`.
    """
    winner = winner_of_bid(before, action)
    for tribe in range(NUM_TRIBES):
        holder = int(before.scorn[tribe])
        if holder != NONE:
            of_monkey = winner == holder and before.auction_monkey // MAX_STATUSES == tribe
            of_ship = rules.final_launch_clears_scorn == 1 and state.ships_out[holder] // MAX_SHIP_TYPES == tribe
            if of_monkey or of_ship:
                holder = NONE
        if state.scorn[tribe] != holder:
            return False
    return True


# 4.2


@part
def progress_of(state: State, tribe: int) -> int:
    """4.2: Return arrival, then distance, then the tie order of a tribe as one number; more is better."""
    if state.finish[tribe] > 0:
        return 10_000 * (1 + NUM_TRIBES - int(state.finish[tribe]))
    return 10 * int(state.track[tribe]) + NUM_TRIBES - int(state.tie_rank[tribe])


@part
def ranking_is_right(state: State) -> bool:
    """4.2: Return whether every tribe is in `state.ranking` once, each ahead of the next."""
    if not is_permutation(state.ranking[:]):
        return False
    for rank in range(1, NUM_TRIBES):
        ahead, behind = int(state.ranking[rank - 1]), int(state.ranking[rank])
        if progress_of(state, ahead) <= progress_of(state, behind):
            return False
    return True


# 4.3, 4.4


@part
def vp_of(state: State, rules: Rules, seat: int) -> int:
    """4.3, 4.4, R10: Return a seat's VP at the end, counted again: titles and full ships, less what scorn costs."""
    total = ship_vp_of(state, rules, seat)
    for rank in range(NUM_TRIBES):
        tribe = int(state.ranking[rank])
        total += award_of(state, rules, seat, tribe, rank)
        total -= int(rules.scorn_penalty) if state.scorn[tribe] == seat else 0
    return total


@part
def award_of(state: State, rules: Rules, seat: int, tribe: int, rank: int) -> int:
    """4.3: Return the VP that the titles of the tribe pay a seat; `rank` is the tribe's, from 0.

    A seat with none ahead of it is leader, one with one ahead undersecretary; equal seats share.
    """
    ahead, level = 0, 0
    for other in range(rules.num_players):
        ahead += state.status[other, tribe] > state.status[seat, tribe]
        level += state.status[other, tribe] == state.status[seat, tribe]
    first, second = int(rules.leader[rank]), int(rules.undersecretary[rank])
    if rules.num_players == 2:
        return first if ahead == 0 and level == 1 else 0
    if ahead == 0:
        return first if level == 1 else (first + second) // level
    return second // level if ahead == 1 else 0


# 4.5


@part
def standing_of(state: State, seat: int) -> int:
    """4.5: Return a seat's VP, then monkeys, then status as one number; more is better."""
    status = 0
    for tribe in range(NUM_TRIBES):
        status += int(state.status[seat, tribe])
    return (1_000 * int(state.vp[seat]) + int(state.monkeys[seat])) * 10_000 + status


@part
def count_better(state: State, rules: Rules, seat: int) -> int:
    """4.5, R11: Return the number of seats that did better than `seat`, 0 for a winner."""
    count = 0
    for other in range(rules.num_players):
        count += standing_of(state, other) > standing_of(state, seat)
    return count


@part
def returns_are_zero_sum(state: State, rules: Rules) -> bool:
    """Return whether the returns of all seats sum to 0, but for rounding, for each of the rewards win, vp and rank."""
    for reward in (Reward.WIN, Reward.VP, Reward.RANK):
        total = 0.0
        for seat in range(rules.num_players):
            total += return_of(state, rules, reward, seat)
        if abs(total) > ROUNDING:
            return False
    return True
