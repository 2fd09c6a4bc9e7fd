"""The engine against `reference.py`: a second, plain reading of the rules page that shares no code with it."""

import random
from itertools import product
from typing import Any

import pytest

from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.deck import load_deck
from mom_env.monkeys_on_the_moon.options import load_options
from tests.support.reference import ReferenceGame
from tests.support.sizes import smaller_without_jit
from tests.support.untyped import untyped

NUM_GAMES = smaller_without_jit(600, 40)

OPTION_SETS = [
    {
        "raise": raise_,
        "final_launch_clears_scorn": clears,
        "hidden_coins": hidden,
        "maximum_scorn": maximum,
        "monkey_treachery": treachery,
    }
    for raise_, clears, hidden, maximum, treachery in product(
        ("free", "add_only"), (True, False), (False, True), (False, True), (True, False)
    )
]


def same(choices: list[dict[str, Any]]) -> list[str]:
    return sorted(map(repr, (sorted(choice.items()) for choice in choices)))


def reference_of(game: Game, deck: str, options: dict[str, Any], skip_forced: bool) -> ReferenceGame:
    setup: Any = game.replay()["setup"]
    return ReferenceGame(setup, dict(load_deck(deck).plain()), load_options(options).plain(), skip_forced)


def compare(game: Game, reference: ReferenceGame) -> None:
    found, expected = untyped(game.snapshot()), reference.snapshot()
    assert {key: found[key] for key in expected} == expected
    assert (game.seat, game.decision, game.over) == (reference.seat, reference.decision, reference.over)
    assert same(untyped(game.choices())) == same(reference.choices())


@pytest.mark.parametrize("deck", [pytest.param("standard", marks=pytest.mark.once), "mini"])
@pytest.mark.parametrize("skip_forced", [True, False])
def test_every_position_is_the_one_that_the_rules_page_gives(deck: str, skip_forced: bool) -> None:
    chance = random.Random(f"{deck} {skip_forced}")
    counts = load_deck(deck).player_counts
    for number in range(NUM_GAMES // 4):
        options = OPTION_SETS[number % len(OPTION_SETS)]
        game = Game(counts[number % len(counts)], seed=number, deck=deck, options=options, skip_forced=skip_forced)
        reference = reference_of(game, deck, options, skip_forced)
        passes = chance.choice([0.0, 0.6])  # some shy tables: discards, lone bidders
        while not game.over:
            compare(game, reference)
            choices: Any = game.choices()
            choice = {"pass": True} if game.decision == "bid" and chance.random() < passes else chance.choice(choices)
            game.play(choice)
            reference.play(choice)
        compare(game, reference)
        assert game.result() == reference.result()
