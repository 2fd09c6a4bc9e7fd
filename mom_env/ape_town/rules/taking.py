"""3.1: Take a tile."""

from mom_env.ape_town.actions import Mask
from mom_env.ape_town.state import NONE, Decision, Rules, State
from mom_env.kernel.jit import part


@part
def most_skipped(state: State) -> int:
    """3.1.2, R4: Return how many tiles the seat to move can skip at most: it pays before it takes."""
    return min(int(state.money[state.seat]), int(state.num_shown) - 1)


@part
def mark_tiles(state: State, mask: Mask) -> None:
    """3.1.1: Mark each number of tiles that the seat to move can skip."""
    for skipped in range(most_skipped(state) + 1):
        mask.take_tile[skipped] = 1


@part
def apply_take(state: State, skipped: int) -> None:
    """3.1: Skip the first `skipped` tiles of the display, a bundle for each, and take the next one into the hand."""
    seat = int(state.seat)
    state.money[seat] += int(state.bundles[skipped]) - skipped
    for k in range(skipped):
        state.bundles[k] += 1
    state.hand_place = state.display[skipped]
    state.hand = state.row[state.hand_place]
    state.row[state.hand_place] = NONE
    close_gap(state, skipped)
    state.decision = Decision.PLACE


@part
def close_gap(state: State, gap: int) -> None:
    """3.1.3: Remove entry number `gap` from the display, with the money beside it."""
    last = int(state.num_shown) - 1
    for k in range(gap, last):
        state.display[k] = state.display[k + 1]
        state.bundles[k] = state.bundles[k + 1]
    state.display[last] = NONE
    state.bundles[last] = 0
    state.num_shown = last


@part
def announced_colour(state: State, rules: Rules) -> int:
    """3.1.4: Return the colour of the segment that the tile in the hand comes from."""
    return int(rules.segment_colour[int(state.hand_place)])
