"""The player `random`: every legal action with the same chance."""

from typing import Any

from mom_env.kernel.jit import kernel
from mom_env.monkeys_on_the_moon.actions import Mask
from mom_env.monkeys_on_the_moon.engine import write_marks
from mom_env.monkeys_on_the_moon.legal import draw_legal
from mom_env.monkeys_on_the_moon.state import Rules, State


@kernel
def choose_random(state: State, rules: Rules, mask: Mask, bits: Any) -> int:
    """An action for the seat to move."""
    write_marks(state, rules, mask)
    return draw_legal(state, mask, bits)
