"""When a bluff pays: nobody looks at the tiles of a seat that stays behind the Smartest Monkey."""

from enum import IntEnum

from mom_env.four_monkeys.bots.outlook import honest_rank, is_wanted, num_burned, rank_by, ticks_left, worth_to_rank
from mom_env.four_monkeys.rules.legal import has_combo
from mom_env.four_monkeys.sizes import MAX_COMBOS, NUM_KINDS
from mom_env.four_monkeys.state import NONE, Rules, State
from mom_env.kernel.jit import part

TICKS_A_BLUFF = 3  # to grab, to lay one card, to close
LAST_TICKS = 2  # of a round: enough for a bluff, as its tile need not be closed
POINTS_A_BLUFF = 4  # of a tile that is worth it
GROWTH = 0.11  # such tiles a tick that the leader is expected to gain: 27 points in 60 ticks
SPARE = 0.25  # tiles that bluffing begins too early
PURE_KINDS = (0, 4, 7, 9)  # CC, TT, SS, PP


class Bluffing(IntEnum):
    """How a player bluffs."""

    NEVER = 0
    AT_RANDOM = 1
    WITH_CARE = 2


NEVER, AT_RANDOM, WITH_CARE = map(int, Bluffing)  # Numba cannot convert a member of an IntEnum to int


@part
def room_to_bluff(state: State, rules: Rules, seat: int, with_open: bool) -> int:
    """5.2, 6: Return by how much the rank of `seat` may rise such that another seat is checked, and found right.

    At equal ranks the seat with more burned tiles is checked, in the family version that with fewer. Open tiles of
    others count as if they were right if `with_open`, else not at all.
    """
    highest, burned = -1000, num_burned(state, seat)
    for other in range(rules.num_players):
        if other != seat:
            more = num_burned(state, other) - burned
            is_checked_first = more < 0 if rules.family else more > 0
            highest = max(highest, honest_rank(state, rules, other, with_open) - (not is_checked_first))
    return highest - rank_by(state, rules, seat)


@part
def has_time_for_honesty(state: State, rules: Rules, seat: int, room: int) -> bool:
    """6: Return whether more ticks are left than bluffs need that would bring `seat` up to the leader.

    The leader shows `room` more now, and is expected to gain some.
    """
    left = ticks_left(state, rules, seat)
    tiles = room / (1 if rules.family else POINTS_A_BLUFF) + GROWTH * left + SPARE
    return bool(left > TICKS_A_BLUFF * tiles)


@part
def is_bluffer(state: State, rules: Rules, seat: int) -> bool:
    """6: Return whether a closed tile of `seat` is not right."""
    for combo in range(rules.num_combos):
        if has_combo(state, seat, combo) and not int(state.right[seat]) >> combo & 1:
            return True
    return False


@part
def best_bluff(state: State, rules: Rules, seat: int, room: int) -> int:
    """6: Return the combo on top that raises the rank of `seat` most, but by `room` at most; NONE (-1) without one.

    If there is time for two tiles, both together count.
    """
    best, most = NONE, 0
    for combo in range(MAX_COMBOS):
        worth = worth_to_rank(rules, combo)
        if worth <= room and is_wanted(state, seat, combo):
            together = worth
            if ticks_left(state, rules, seat) >= TICKS_A_BLUFF + LAST_TICKS:
                together += most_of_another(state, rules, seat, combo, room - worth)
            if together > most or (together == most and worth > worth_to_rank(rules, best)):
                best, most = combo, together
    return best


@part
def most_of_another(state: State, rules: Rules, seat: int, combo: int, room: int) -> int:
    """6: Return by how much, up to `room`, another combo on top than `combo` can raise the rank of `seat`."""
    most = 0
    for other in range(MAX_COMBOS):
        worth = worth_to_rank(rules, other)
        if other != combo and worth <= room and is_wanted(state, seat, other):
            most = max(most, worth)
    return most


@part
def useless_kind(state: State, seat: int) -> int:
    """6: Return the kind of card in the hand of `seat` to bluff with: one that it has most of, rather a mixed one.

    Return NONE (-1) without a card.
    """
    best, most = NONE, 0
    for kind in range(NUM_KINDS):
        number = 2 * int(state.hand[seat, kind])
        if number > 0 and number + (kind not in PURE_KINDS) > most:
            best, most = kind, number + (kind not in PURE_KINDS)
    return best
