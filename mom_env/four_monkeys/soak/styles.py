"""How the seats of a soak play: not well, but so that everything happens."""

from mom_env.four_monkeys.actions import CLOSE, NUM_ACTIONS, REPLENISH, STOP, WAIT, Mask
from mom_env.four_monkeys.state import Phase, State
from mom_env.kernel.jit import part
from mom_env.kernel.masks import draw_legal
from mom_env.kernel.rng import Stream, next_below, next_bits

# Every legal action is equally likely; no waiting while there is something else to do; tiles are closed at once.
UNIFORM, BUSY, HASTY = range(3)
NUM_STYLES = 3


@part
def choose(state: State, mask: Mask, style: int, stream: Stream) -> int:
    """Return a legal action of `mask`, drawn from `stream`.

    In all styles but UNIFORM seats seldom wait. They replenish hands, reveal and call Stop late, so that tiles are made
    first. In the style HASTY they mostly close a tile as soon as they can.
    """
    action = draw_legal(mask, 0, NUM_ACTIONS, next_bits(stream))
    if style == UNIFORM or state.phase != Phase.ACT:
        return action
    if style == HASTY and mask.close[0] and next_below(stream, 4) > 0:
        return CLOSE
    for _ in range(3):
        is_dull = action == WAIT or (REPLENISH <= action <= STOP and next_below(stream, 4) > 0)
        if not is_dull:
            break
        action = draw_legal(mask, 0, NUM_ACTIONS, next_bits(stream))
    return action
