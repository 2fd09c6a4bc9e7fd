"""How the seats of a soak play: not well, but so that everything happens."""

from mom_env.four_monkeys.actions import NUM_ACTIONS, STOP, WAIT, Mask
from mom_env.four_monkeys.state import Phase, State
from mom_env.kernel.jit import part
from mom_env.kernel.masks import draw_legal
from mom_env.kernel.rng import Stream, next_below, next_bits

UNIFORM, BUSY = range(2)  # every legal action is equally likely; no waiting while there is something else to do
NUM_STYLES = 2


@part
def choose(state: State, mask: Mask, style: int, stream: Stream) -> int:
    """Return a legal action of `mask`, drawn from `stream`: in the style BUSY neither a wait nor, mostly, a Stop.

    Hands are replenished late then, so that tiles are made first.
    """
    action = draw_legal(mask, 0, NUM_ACTIONS, next_bits(stream))
    if style != BUSY or state.phase != Phase.ACT:
        return action
    for _ in range(3):
        is_dull = action == WAIT or (STOP - 3 <= action < STOP and next_below(stream, 4) > 0)
        if not is_dull:
            break
        action = draw_legal(mask, 0, NUM_ACTIONS, next_bits(stream))
    return action
