"""The search for symmetries finds those of an invented board, none on the standard one, and what it finds holds."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from mom_env.ape_town import Game
from mom_env.ape_town.checks import SYMMETRY
from mom_env.ape_town.ruleset import load_deck
from mom_env.ape_town.symmetry import find_symmetries

pytestmark = pytest.mark.once


def flower(printed: str = "banana", petals: tuple[str, str, str] = ("grey", "black", "white")) -> Any:
    """A board of six petals of three fields around a printed tile; petals that face each other have one colour."""
    around = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    districts = []
    for number, (q, r) in enumerate(around):
        right = around[(number + 1) % 6]
        fields = [[q, r], [2 * q, 2 * r], [q + right[0], r + right[1]]]
        districts.append({"name": f"petal {number}", "colour": petals[number % 3], "fields": fields})
    content = {**load_deck("standard").plain(), "name": "flower", "district": districts}
    content["pond"] = {"cells": []}
    content["printed"] = [{"cell": [0, 0], "motif": printed}]
    content["neighbours"] = None
    return load_deck(content)


def test_the_standard_board_has_no_symmetry_and_neither_has_the_mini_board() -> None:
    for name in ("standard", "mini"):
        board = load_deck(name)
        assert find_symmetries(board) == [tuple(range(len(board.cells)))]
    assert SYMMETRY is None


def test_a_flower_can_be_turned_by_half() -> None:
    found = find_symmetries(flower())
    assert tuple((field + 9) % 18 for field in range(18)) in found
    assert len(found) == 2


def test_a_flower_of_one_colour_can_be_turned_six_times() -> None:
    content: Any = flower().plain()
    for district in content["district"]:
        district["colour"] = "grey"
    content["track"] = {"colours": [["grey"] * 5] * 8}
    found = find_symmetries(load_deck(content))
    assert {tuple((field + 3 * turn) % 18 for field in range(18)) for turn in range(6)} <= set(found)


@pytest.mark.parametrize("changed", ["colour", "printed tile"])
def test_a_single_difference_ends_the_symmetry(changed: str) -> None:
    content: Any = flower().plain()
    if changed == "colour":
        content["district"][0]["colour"] = "white"
    else:
        content["printed"].append({"cell": [3, 0], "motif": "banana"})
    assert len(find_symmetries(load_deck(content))) == 1


def test_a_moved_board_has_the_same_symmetries() -> None:
    content: Any = flower().plain()
    for district in content["district"]:
        district["fields"] = [[q + 7, r - 4] for q, r in district["fields"]]
    content["printed"][0]["cell"] = [7, -4]
    assert find_symmetries(load_deck(content)) == find_symmetries(flower())


def test_a_game_on_a_turned_board_is_the_same_game() -> None:
    board = flower("mandrill")
    (turn,) = (found for found in find_symmetries(board) if found != tuple(range(18)))
    for num_players, seed in product((2, 4), range(3)):
        one, other = (Game(num_players, seed, deck=board, skip_forced=False) for _ in range(2))
        rng = np.random.default_rng(seed)
        while not one.over:
            action = int(rng.choice(one.legal_actions()))
            one.play(action)
            other.play(action if action < 10 else 10 + turn[action - 10])
            assert one.snapshot()["points"] == other.snapshot()["points"]
        assert one.result() == other.result()
