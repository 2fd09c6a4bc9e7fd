"""When a bluff pays: nobody looks at the tiles of a seat that stays behind the Smartest Monkey."""

from enum import IntEnum

from mom_env.four_monkeys.bots.outlook import best_of_others, is_wanted, rank_by, ticks_left
from mom_env.four_monkeys.rules.legal import has_combo
from mom_env.four_monkeys.sizes import MAX_COMBOS, NUM_KINDS
from mom_env.four_monkeys.state import NONE, Rules, State
from mom_env.kernel.jit import part

TICKS_A_BLUFF = 3  # to grab, to lay one card, to close
SPARE_TICKS = 2  # with which bluffing begins earlier than it has to
POINTS_A_BLUFF = 4  # of a tile that is worth it
GROWTH = 0.25  # points that the leader is expected to gain in a tick; a honest player makes 20 to 23 in 60
MARGIN = 1  # points by which a bluffer stays behind the leader, as tied seats are checked, too
PURE_KINDS = (0, 4, 7, 9)  # CC, TT, SS, PP


class Bluffing(IntEnum):
    """How a player bluffs."""

    NEVER = 0
    AT_RANDOM = 1
    WITH_CARE = 2


NEVER, AT_RANDOM, WITH_CARE = map(int, Bluffing)  # Numba cannot convert a member of an IntEnum to int


@part
def worth_to_rank(rules: Rules, combo: int) -> int:
    """5.2, 10: Return by how much a tile of a combo raises what decides who is the Smartest Monkey."""
    return 1 if rules.family else int(rules.points[combo])


@part
def room_to_bluff(state: State, rules: Rules, seat: int) -> int:
    """5.2, 6: Return how much `seat` may show more and still stay behind the leader, who is expected to gain some."""
    leader = best_of_others(state, rules, seat)
    growth = int(GROWTH * (ticks_left(state, rules, seat) - 1))
    if rules.family:
        growth //= POINTS_A_BLUFF
    return leader + growth - MARGIN - rank_by(state, rules, seat)


@part
def has_time_for_honesty(state: State, rules: Rules, seat: int, room: int) -> bool:
    """6: Return whether more ticks are left than bluffs need that would bring `seat` up to `room` more."""
    per_tile = 1 if rules.family else POINTS_A_BLUFF
    tiles = (room + per_tile - 1) // per_tile
    return ticks_left(state, rules, seat) > TICKS_A_BLUFF * tiles + SPARE_TICKS


@part
def is_bluffer(state: State, rules: Rules, seat: int) -> bool:
    """6: Return whether a closed tile of `seat` is not right."""
    for combo in range(rules.num_combos):
        if has_combo(state, seat, combo) and not int(state.right[seat]) >> combo & 1:
            return True
    return False


@part
def best_bluff(state: State, rules: Rules, seat: int, room: int) -> int:
    """6: Return the dearest combo on top that raises the rank of `seat` by `room` at most; NONE (-1) without one."""
    best = NONE
    for combo in range(MAX_COMBOS):
        is_possible = is_wanted(state, seat, combo) and worth_to_rank(rules, combo) <= room
        if is_possible and (best == NONE or rules.points[combo] > rules.points[best]):
            best = combo
    return best


@part
def useless_kind(state: State, seat: int) -> int:
    """6: Return the kind of card in the hand of `seat` to bluff with: one that it has most of, rather a mixed one."""
    best, most = NONE, 0
    for kind in range(NUM_KINDS):
        number = 2 * int(state.hand[seat, kind])
        if number > 0 and number + (kind not in PURE_KINDS) > most:
            best, most = kind, number + (kind not in PURE_KINDS)
    return best
