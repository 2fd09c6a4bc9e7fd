"""How the seats of a soak play: not well, but so that everything happens."""

from enum import IntEnum

from mom_env.ape_town.actions import PLACE, Mask
from mom_env.ape_town.id_range import first_legal, last_legal
from mom_env.ape_town.state import Decision, State
from mom_env.kernel.jit import part
from mom_env.kernel.masks import draw_legal
from mom_env.kernel.rng import Stream, next_below, next_bits


class PlayStyle(IntEnum):
    """How all seats of a game play in the soak, a long test by random games."""

    UNIFORM = 0  # all legal actions are equally likely
    LAVISH = 1  # mostly takes the dearest tile, so that sections of the track wait and some seats have no money
    ORDERLY = 2  # mostly takes the first tile and fills the first free field, so that districts end one by one


NUM_STYLES = len(PlayStyle)

ODD_MOVES = 4  # one of this many actions is drawn uniformly, whatever the style


@part
def choose(state: State, mask: Mask, style: int, stream: Stream) -> int:
    """Return the id of a legal action of `mask`, drawn at random in a style, which is a number of `PlayStyle`.

    Chance comes from `stream`, which advances.
    """
    if style != PlayStyle.UNIFORM and next_below(stream, ODD_MOVES) > 0:
        if state.decision == Decision.TAKE:
            return last_of(mask, 0, PLACE) if style == PlayStyle.LAVISH else 0
        if style == PlayStyle.ORDERLY:
            return first_of(mask, PLACE)
    return draw_legal(mask, first_legal(state), last_legal(state), next_bits(stream))


@part
def first_of(mask: Mask, first: int) -> int:
    """Return the lowest legal id of `mask` from `first` on; there must be one."""
    action = first
    while not mask.ids[action]:
        action += 1
    return action


@part
def last_of(mask: Mask, first: int, end: int) -> int:
    """Return the highest legal id of `mask` from `first` to `end - 1`; there must be one."""
    action = end - 1
    while action > first and not mask.ids[action]:
        action -= 1
    return action
