"""How the seats of a soak play: not well, but so that everything happens."""

from enum import IntEnum

from mom_env.kernel.jit import part
from mom_env.kernel.masks import draw_legal
from mom_env.kernel.rng import Stream, next_below, next_bits
from mom_env.monkeys_on_the_moon.actions import BID, PASS, TAKE_SHIP, Mask, clockwise_coins, counter_coins, own_coins
from mom_env.monkeys_on_the_moon.id_range import first_legal, last_legal
from mom_env.monkeys_on_the_moon.rules.auction import points_of
from mom_env.monkeys_on_the_moon.state import Decision, State


class PlayStyle(IntEnum):
    """How all seats of a game play in the soak, a long test by random games."""

    UNIFORM = 0  # all legal actions are equally likely
    TIMID = 1  # uniform, except that bids are mostly passes or the smallest raise


NUM_STYLES = len(PlayStyle)

# How many of eight bids in the style TIMID, on average.
TIMID_PASSES = 4
TIMID_LEAST_RAISES = 3


@part
def choose(state: State, mask: Mask, style: int, stream: Stream) -> int:
    """Return the id of a legal action of `mask`, drawn at random in a style, which is a number of `PlayStyle`.

    Chance comes from `stream`, which advances.
    """
    if style == PlayStyle.TIMID and state.decision == Decision.BID:
        return choose_timidly(state, mask, stream)
    return draw_legal(mask, first_legal(state), last_legal(state), next_bits(stream))


@part
def choose_timidly(state: State, mask: Mask, stream: Stream) -> int:
    """Return the id of a bid, drawn at random: a pass in half of the cases, in three of eight the smallest raise.

    Otherwise it is any legal bid or pass. Chance comes from `stream`, which advances.
    """
    mood = next_below(stream, 8)
    if mood < TIMID_PASSES:
        return PASS
    if mood < TIMID_PASSES + TIMID_LEAST_RAISES:
        return least_raise(mask)
    return draw_legal(mask, first_legal(state), last_legal(state), next_bits(stream))


@part
def least_raise(mask: Mask) -> int:
    """Return the id of the legal bid with the fewest points; of equal ones the lowest id, and PASS if there is none."""
    least = PASS
    fewest = 1_000
    for action in range(BID + 1, TAKE_SHIP):
        if mask.ids[action]:
            points = points_of(own_coins(action), clockwise_coins(action), counter_coins(action))
            if points < fewest:
                fewest, least = points, action
    return least
