"""Section 9.3: which seat knows what, and that a redeal is even over all that fits what the seat knows."""

from collections import Counter
from itertools import permutations, product
from typing import Any

import pytest

from mom_env.monsters_on_the_moon import Game
from tests.monsters_on_the_moon.rules.test_examples import dealt, setup
from tests.support.evenness import LEAST_P, p_of


def hands(game: Game, seat: int | None) -> list[list[int | None]]:
    view: Any = game.snapshot(seat)
    found: list[list[int | None]] = view["hand"]
    return found


def passed(game: Game, seat: int) -> list[int | None]:
    view: Any = game.snapshot(seat)
    found: list[int | None] = view["passed"]
    return found


def four(*passes: int) -> Game:
    """Four players with their monsters; double heads are c and c + 4 of monster c. The pile is 8, 9 ..."""
    game = Game.from_setup(setup(4, 3), num_players=4, skip_forced=False)
    for monster in ("werewolf", "witch", "vampire", "skeleton"):
        game.play({"monster": monster})
    for card in passes:
        game.play({"card": card})
    return game


@pytest.mark.rule("2.4", "R2", "9.3")
def test_nobody_sees_what_another_decided() -> None:
    game = four(0, 5)
    assert [passed(game, seat) for seat in range(4)] == [
        [0, None, None, None],
        [None, 5, None, None],
        [None] * 4,
        [None] * 4,
    ]
    assert all(hands(game, seat) == [[0, 4], [1, 5], [2, 6], [3, 7]] for seat in range(4))
    drawn = Counter((game.resample_hidden(2, seed).states[0].passed[:2]).tobytes() for seed in range(200))
    assert len(drawn) == 4
    assert min(drawn.values()) > 20
    assert {int(game.resample_hidden(0, seed).states[0].passed[0]) for seed in range(20)} == {0}


@pytest.mark.rule("9.3")
def test_giver_and_receiver_know_a_passed_card() -> None:
    """Seat 0 gives 0 to seat 3 (its right neighbour), seat 1 gives 5 to seat 0, seat 2 gives 2, seat 3 gives 7."""
    game = four(0, 5, 2, 7)
    assert hands(game, None) == [[4, 5, 8], [1, 2, 9], [6, 7, 10], [0, 3, 11]]
    assert passed(game, 0) == [0, 5, None, None]
    assert hands(game, 0) == [[4, 5, 8], [1, None, None], [None, None, None], [0, None, None]]
    assert hands(game, 2) == [[None, None, None], [2, None, None], [6, 7, 10], [3, None, None]]


@pytest.mark.rule("9.3")
def test_when_one_of_a_pair_is_laid_all_know_where_the_other_is() -> None:
    game = four(0, 5, 2, 7)
    game.play({"card": 4, "turn": 0})  # being laid: all see it
    assert hands(game, 2)[3] == [0, 3, None]
    assert passed(game, 2)[0] == 0
    game.play(game.legal_actions()[0])
    assert hands(game, 1)[3] == [0, None, None]


@pytest.mark.rule("9.3")
def test_what_a_laid_card_has_told_stays_known() -> None:
    game = four(0, 5, 2, 7)
    seat = game.seat
    game.play({"card": 4, "turn": 0})
    while game.seat == seat:
        game.play(game.legal_actions()[0])
    assert passed(game, 2)[0] == 0
    assert hands(game, 1)[3][0] == 0


@pytest.mark.rule("9.3")
def test_two_players_know_two_cards_of_the_other_hand() -> None:
    game = dealt(2, 1, "werewolf", "witch", 3, 1)
    assert [card for card in hands(game, 0)[1] if card is not None] == [3, 4]


@pytest.mark.rule("9.3")
def test_what_is_unknown_is_drawn_evenly() -> None:
    """Seat 0 does not know which double head of seat 2 went to seat 1: 2 or 6."""
    game = four(0, 5, 2, 7)
    draws = 400
    given = Counter[int]()
    opposite = []
    for seed in range(draws):
        other = game.resample_hidden(0, seed)
        given[int(other.states[0].passed[2])] += 1
        cards = [card for card in hands(other, None)[2] if card not in {2, 3, 6, 7}]
        assert len(cards) == 1
        opposite.append(int(cards[0] or 0))
        assert hands(other, 0) == hands(game, 0)
        assert other.snapshot(0) == game.snapshot(0)
    assert abs(given[2] - draws / 2) < 60
    unseen = [card for card in range(8, 26) if card not in {8, 12, 13}]  # own hand and the layout aside
    assert p_of(opposite, Counter(unseen)) > LEAST_P


@pytest.mark.rule("9.3")
def test_a_redeal_of_the_mini_file_is_even_over_all_that_fits() -> None:
    """Seat 1 knows neither which of two double heads seat 0 passes nor the order of the four cards of the pile."""
    game = Game(2, 3, deck="mini", options={"monsters": "draw"}, skip_forced=False)
    pair = hands(game, 1)[0]
    game.play(game.legal_actions()[0])
    view: Any = game.snapshot()
    fitting = product(pair, permutations(view["pile_cards"]))
    found = []
    for seed in range(1200):
        redealt: Any = game.resample_hidden(1, seed).snapshot()
        found.append((redealt["passed"][0], tuple(redealt["pile_cards"])))
    assert p_of(found, Counter(fitting)) > LEAST_P


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.rule("7.1", "9.3")
def test_secret_missions_are_drawn_from_those_that_a_seat_does_not_hold(seat: int) -> None:
    block = setup(3, 1, [[1, 5], [2, 8], [3, 4]])
    game = Game.from_setup(block, num_players=3, options={"missions": "secret"}, skip_forced=False)
    view: Any = game.snapshot(seat)
    assert view["missions"] == [own if other == seat else None for other, own in enumerate(block["missions"])]
    met = Counter[int]()
    for seed in range(300):
        other: Any = game.resample_hidden(seat, seed).snapshot()
        drawn = [mission for number, own in enumerate(other["missions"]) if number != seat for mission in own]
        assert len(set(drawn)) == 4
        assert not set(drawn) & set(block["missions"][seat])
        met.update(drawn)
    assert set(met) == set(range(1, 9)) - set(block["missions"][seat])
    assert all(abs(count - 200) < 50 for count in met.values())


@pytest.mark.rule("9.3")
def test_two_players_have_no_secrets_after_the_interim_scoring() -> None:
    game = Game(2, 5, skip_forced=False)
    while game.decision != "starter":
        game.play(game.legal_actions()[0])
    assert game.resample_hidden(0, 1).snapshot() == game.snapshot()


@pytest.mark.rule("9.3")
def test_at_the_end_all_is_known() -> None:
    game = Game(3, 5, options={"missions": "secret"}, skip_forced=False)
    while not game.over:
        game.play(game.legal_actions()[0])
    assert {**game.snapshot(1), "pile_cards": []} == game.snapshot()
