"""The checks of every game, on small tables; those that need environments by the name of the game are elsewhere."""

import pytest

from tests.every_game.checks import CHECKS, is_shared
from tests.four_monkeys.mini import Mini

SMALL = (
    "mask_is_legality",
    "words",
    "forced",
    "refusals",
    "copies",
    "text",
    "in_progress",
    "snapshot",
    "replay",
    "rebuilt",
    "play_together",
    "redeal",
    "redeal_reaches",
    "redeal_moves_all",
    "redeal_is_even",
    "conceal",
    "pending",
    "pictures_for_people",
    "text_keeps_secrets",
    "text_is_complete",
    "choices_are_understood",
    "places",
    "returns",
    "zero_sum",
    "leads",
)


CASES = [pytest.param(check, marks=[pytest.mark.once] if is_shared(check) else []) for check in SMALL]


@pytest.mark.parametrize("check", CASES)
def test_small_tables_pass_the_checks_of_every_game(check: str) -> None:
    CHECKS[check](Mini("four_monkeys"))
