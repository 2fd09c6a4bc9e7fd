"""Who plays the soak: not well, but everywhere."""

from enum import IntEnum

from mom_env.kernel.jit import part
from mom_env.kernel.masks import draw_legal
from mom_env.kernel.rng import Stream, next_below, next_bits
from mom_env.monkeys_on_the_moon.actions import BID, PASS, TAKE_SHIP, Mask, clockwise_coins, counter_coins, own_coins
from mom_env.monkeys_on_the_moon.legal_range import first_legal, last_legal
from mom_env.monkeys_on_the_moon.rules.auction import points_of
from mom_env.monkeys_on_the_moon.state import Decision, State


class Player(IntEnum):
    """How all seats of a game play."""

    UNIFORM = 0  # each legal action with the same chance
    TIMID = 1  # as that, but bids are mostly passes or the least raise


NUM_PLAYERS = len(Player)

# Of eight bids of a timid player.
TIMID_PASSES = 4
TIMID_LEAST_RAISES = 3


@part
def choose(state: State, mask: Mask, player: int, stream: Stream) -> int:
    """A legal action of the mask."""
    if player == Player.TIMID and state.decision == Decision.BID:
        return choose_timidly(state, mask, stream)
    return draw_legal(mask, first_legal(state), last_legal(state), next_bits(stream))


@part
def choose_timidly(state: State, mask: Mask, stream: Stream) -> int:
    """Mostly a pass or the least raise."""
    mood = next_below(stream, 8)
    if mood < TIMID_PASSES:
        return PASS
    if mood < TIMID_PASSES + TIMID_LEAST_RAISES:
        return least_raise(mask)
    return draw_legal(mask, first_legal(state), last_legal(state), next_bits(stream))


@part
def least_raise(mask: Mask) -> int:
    """The legal bid of the fewest points, the first of such; a pass if there is none."""
    least = PASS
    fewest = 1_000
    for action in range(BID + 1, TAKE_SHIP):
        if mask.ids[action]:
            points = points_of(own_coins(action), clockwise_coins(action), counter_coins(action))
            if points < fewest:
                fewest, least = points, action
    return least
