"""2.5, 3: Drawing cards from the pile."""

from mom_env.kernel.jit import part
from mom_env.kernel.piles import draw
from mom_env.monsters_on_the_moon.state import State


@part
def draw_from_pile(state: State) -> int:
    """2.5: Take the next card from the pile, and return it."""
    state.num_pile -= 1
    return draw(state.pile[:])


@part
def draw_card(state: State, seat: int) -> None:
    """2.5: Let a seat draw the next card of the pile, which must not be empty."""
    card = draw_from_pile(state)
    state.holder[card] = seat
    state.hand_size[seat] += 1
