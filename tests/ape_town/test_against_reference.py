"""The engine and the game written again in plain Python play along, decision by decision."""

from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from mom_env.ape_town import Game
from mom_env.ape_town.checks import POSITIONS
from mom_env.ape_town.ruleset import load_deck
from mom_env.ape_town.validate import find_violation
from mom_env.base.game import Game as AnyGame
from mom_env.checks.perft import start_of
from mom_env.contract.checks import Position
from tests.ape_town.reference import Reference
from tests.support.sizes import smaller_without_jit

STYLES = ("any", "first", "last", "markers")
TABLES = [
    (deck, count, scoring)
    for deck in ("standard", "mini")
    for count in (2, 3, 4)
    for scoring in ("last_district", "all_districts")
]


def choose(game: Game, rng: np.random.Generator, style: str) -> int:
    """A legal action: any, or mostly the first or last one, so that rare branches are met."""
    legal = game.legal_actions()
    if style == "any" or rng.random() < 0.2:
        return int(rng.choice(legal))
    if style == "markers" and game.decision == "take":
        shown: Any = game.snapshot()["display"]
        wanted = [action for action in legal if shown[action]["motif"] in ("lemur", "orangutan")]
        return int(rng.choice(wanted or legal))
    return legal[0] if style == "first" else legal[-1]


def compare(game: AnyGame[Any], other: Reference) -> None:
    snapshot: Any = game.snapshot()
    assert game.legal_actions() == other.legal()
    assert snapshot["over"] == other.over
    assert (snapshot["money"], snapshot["points"], snapshot["discs"]) == (other.money, other.points, other.discs)
    if other.over:
        assert snapshot["districts"][0]["free"] == 0
        assert game.result()["places"] == other.places()
        return
    assert snapshot["seat"] == other.seat
    segments = [other.track.index(segment) for segment in other.display()]
    shown = [(segments[k], segment.tile, segment.money) for k, segment in enumerate(other.display())]
    assert [(tile["segment"], tile["motif"], tile["bundles"]) for tile in snapshot["display"]] == shown
    assert snapshot["reserve"] == len(other.reserve)
    laid = [other.laid.get(cell) for cell in other.cells]
    assert snapshot["fields"] == [tile and {"motif": tile.motif, "seat": tile.seat} for tile in laid]
    for district, found in zip(other.board.district, snapshot["districts"], strict=True):
        assert (found["worth"], found["all_lemurs"]) == (other.worth(district), other.lemurs(district))


@pytest.mark.parametrize(("deck", "num_players", "scoring"), TABLES)
def test_both_play_the_same_games(deck: str, num_players: int, scoring: str) -> None:
    board, options = load_deck(deck), {"final_scoring": scoring}
    for number in range(smaller_without_jit(4, 1) * (1 if deck == "standard" else 5)):
        for style in STYLES if deck == "mini" else (STYLES[(number + num_players) % len(STYLES)],):
            game, rng = (
                Game(num_players, number, deck=deck, options=options, skip_forced=False),
                np.random.default_rng(number),
            )
            setup: Any = game.setup_block()
            again = scoring == "all_districts"
            other = Reference(board, num_players, setup["start"], setup["tiles"], all_districts=again)
            compare(game, other)
            while not game.over:
                action = choose(game, rng, style)
                game.play(action)
                other.play(action)
                compare(game, other)
            assert find_violation(game.states[0], game.rules[0]) == ""


def count_lines(other: Reference, depth: int) -> int:
    """The lines of play of the reference, forced decisions among them."""
    if depth == 0 or other.over:
        return 1
    lines = 0
    for action in other.legal():
        copy = deepcopy(other)
        copy.play(action)
        lines += count_lines(copy, depth - 1)
    return lines


@pytest.mark.parametrize("position", [position for position in POSITIONS if not position.skip_forced], ids=str)
def test_the_reference_counts_the_same_lines_to_the_end_of_all_games(position: Position) -> None:
    game = start_of("ape_town", position)
    setup: Any = start_of("ape_town", position._replace(played=0)).setup_block()
    again = position.options.get("final_scoring") == "all_districts"
    board = load_deck(position.deck)
    other = Reference(board, position.num_players, setup["start"], setup["tiles"], all_districts=again)
    for number in range(position.played):
        legal = other.legal()
        other.play(legal[5 * number % len(legal)])
    compare(game, other)
    found = [count_lines(other, depth) for depth in range(1, len(position.lines) + 1)]
    assert found == list(position.lines)
