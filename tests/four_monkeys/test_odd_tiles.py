"""Tile files of other numbers: the loss of a forfeit and what a text may hold follow from them."""

import copy
import tomllib
from typing import Any

import pytest

from mom_env.common.resources import resource
from mom_env.four_monkeys import Game
from mom_env.four_monkeys.forfeit import least_score_return
from mom_env.four_monkeys.info import INFO
from tests.four_monkeys.build import CLOSE, Table, grab, lay
from tests.support.untyped import untyped

pytestmark = pytest.mark.once
BURN_1, BURN_3 = {"burn": 1}, {"burn": 3}


def file_with(name: str, **values: int) -> dict[str, Any]:
    """A tile file in which some values are others."""
    text = resource("configs", "four_monkeys", "decks", f"{name}.toml").read_text(encoding="utf-8")
    content = copy.deepcopy(tomllib.loads(text))
    content["values"].update(values)
    return content


def test_a_forfeit_costs_as_much_as_tiles_that_are_burned_dearly() -> None:
    table = Table(2, hands={0: "CC CC CT"}, tops={0: [1], 1: [3]}, deck=file_with("mini", orange=-20))
    for choice in (grab(1), lay("CC"), CLOSE, BURN_1, grab(3), lay("CT"), CLOSE, BURN_3):
        table.tick({0: choice})
    total = untyped(table.game.result())["total"]
    assert total == [-19 - 18, 0]
    assert least_score_return(table.game.ruleset) <= (total[0] - total[1]) / INFO.score_unit


def first_of(game: Game, *names: str) -> dict[str, Any]:
    """The first choice of one of these names, else to wait."""
    choices = [choice for choice in untyped(game).choices() if choice.keys() & set(names)]
    return choices[0] if choices and game.seat == 0 else {"wait": True}


def test_a_text_with_a_very_low_total_can_be_read() -> None:
    game = Game(2, 1, deck=file_with("standard", aside=-20))
    while not game.over:
        beneath = [tile["beneath"] for tile in untyped(game.snapshot())["tiles"][0] if tile["open"]]
        game.play(first_of(game, "close") if any(beneath) else first_of(game, "grab", "lay"))
    assert untyped(game.result())["total"][0] < -1000
    assert Game.from_text(str(game)).states.tobytes() == game.states.tobytes()
