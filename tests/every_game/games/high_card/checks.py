"""What the game is checked by."""

from collections import Counter
from typing import Any

from high_card.kernels import NONE
from mom_env.contract.checks import Position

POSITIONS: tuple[Position, ...] = (
    Position("standard", 2, {}, skip_forced=True, seed=1, played=0, lines=(5, 21, 95, 407, 1801)),
    Position(
        "standard",
        4,
        {"exchange": False, "stakes": [1, 3]},
        skip_forced=False,
        seed=2,
        played=9,
        lines=(3, 8, 20, 20),  # the game is over after three
    ),
)


def find_violation(state: Any, rules: Any) -> str:
    """Return what cannot be in a record, in words; empty if all can."""
    count, cards = int(rules.num_players), state.pile.tolist()
    if not -1 <= state.seat < count or not 0 <= state.start < count or not 0 <= state.acted <= count:
        return f"expected seats below {count}"
    if not -1 <= state.round_number < rules.rounds or (state.round_number == -1) != (state.dealt == 0):
        return f"expected a round below {rules.rounds}, found {state.round_number}"
    if not 0 <= state.dealt <= rules.num_cards or cards[: state.dealt] != [NONE] * state.dealt:
        return "expected no card before the next one of the pile"
    held = [card for card in (*cards, *state.hand.tolist()) if card != NONE]
    if Counter(held) + Counter(dict(enumerate(state.open.tolist()))) != Counter(dict(enumerate(rules.copies.tolist()))):
        return "expected each card once: in a hand, in the pile, or open"
    if min(*state.coins, *state.stake, state.pot, state.highest) < 0:
        return "expected no negative coins"
    if int(state.coins.sum()) + int(state.pot) != count * rules.coins or state.coins[count:].any():
        return f"expected {count * rules.coins} coins in all"
    if int(state.highest) != int(state.stake.max()) or state.stake[count:].any() or state.has_exchanged not in {0, 1}:
        return "expected stakes of this round, none above the highest"
    return ""
