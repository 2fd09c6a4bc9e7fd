"""What a tree search knows of the game."""

from typing import Any

from high_card.kernels import EXCHANGE, FOLD, HIGH, NONE, Rules, State
from mom_env.kernel.jit import kernel


@kernel
def worth_of(state: State, rules: Rules, style: int, look: Any, action: int) -> float:
    """Return more for a stake, the higher the card."""
    card = int(state.hand[int(state.seat)])
    return 0.5 * (card - HIGH) if FOLD < action < EXCHANGE and card != NONE else 0.0
