"""6: the text of a seat: the same bytes whatever is hidden from it, and what each decision is about."""

from itertools import islice

import pytest

from mom_env.kernel.jit import is_compiled
from mom_env.monkeys_on_the_moon import Game
from tests.support.games import DECISIONS, TREACHERY, game_at, play_on
from tests.support.text_pairs import text_pairs

POSITIONS = 500 if is_compiled() else 50

pytestmark = pytest.mark.once


def test_the_text_is_the_same_whatever_is_hidden() -> None:
    pairs = list(islice(text_pairs(), POSITIONS))
    assert all(pair.is_same for pair in pairs)
    assert sum(pair.is_other_deal for pair in pairs) > POSITIONS * 0.8
    if is_compiled():
        assert {pair.game.decision for pair in pairs} >= {None, *DECISIONS[:-1]}


@pytest.mark.parametrize(
    ("decision", "line"),
    [
        ("tribe", "The card just played: "),
        ("appease", " is its angry rival."),
        ("bid", "Up for auction: "),
        ("ship", "Which ship do you take?"),
        pytest.param("stay", "Rivals are on board.", marks=pytest.mark.skipif(not is_compiled(), reason="it is rare")),
    ],
)
def test_what_a_decision_is_about_is_told(decision: str, line: str) -> None:
    game = game_at(decision)
    assert line in game.observe_text(game.seat or 0)


def test_each_seat_is_told_its_own_hand_and_only_who_acts_its_choices() -> None:
    game = Game(3, 1)
    seat = game.seat or 0
    own, other = game.observe_text(seat), game.observe_text((seat + 1) % 3)
    assert own.count("  civilization cards: ") == other.count("  civilization cards: ") == 1
    assert "You have a decision: card." in own
    assert "Which card do you play?" in own
    assert f"player_{seat} has a decision: card." in other
    assert "Which card do you play?" not in other


@pytest.mark.parametrize("hidden", [True, False])
def test_coins_of_others_are_told_unless_they_are_hidden(hidden: bool) -> None:
    text = Game(4, 1, options={"hidden_coins": hidden}).observe_text(0)
    assert text.count("  coins: hidden") == 3 * hidden
    assert "hidden_coins=true" in text or not hidden


def test_the_end_is_told_with_scores_places_and_the_ranking() -> None:
    game = play_on(Game(3, 4, options=TREACHERY), 2)
    result, text = game.result(), game.observe_text(1)
    scores, places = game.standing()
    assert "The game is over." in text
    for seat in range(3):
        assert f"player_{seat}: VP {scores[seat]}, place {places[seat]}." in text
    assert f"Final ranking of the tribes: {', '.join(result['ranking'])}" in text  # type: ignore[arg-type]
