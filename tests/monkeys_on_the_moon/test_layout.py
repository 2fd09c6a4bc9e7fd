"""The observation and the records: named pieces that lie where they should, stay in bounds and mean what they say."""

from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.actions import MASK_DTYPE
from mom_env.monkeys_on_the_moon.observe import LAYOUT, OBSERVATION_DTYPE, OBSERVATION_SIZE, named, slice_of, start_of
from mom_env.monkeys_on_the_moon.state import RULES_DTYPE, STATE_DTYPE, Rules, State
from tests.support.games import DECISIONS, examples, game_at, games, play_on, random_deck
from tests.support.seen import Seen

RECORDS = [STATE_DTYPE, RULES_DTYPE, OBSERVATION_DTYPE, MASK_DTYPE]


def test_pieces_lie_one_after_the_other() -> None:
    numbers = np.arange(OBSERVATION_SIZE)
    pieces = named(numbers)
    assert np.concatenate([piece.ravel() for piece in pieces.values()]).tolist() == numbers.tolist()
    assert [pieces[piece.name].shape for piece in LAYOUT] == [piece.shape for piece in LAYOUT]
    assert list(pieces) == [piece.name for piece in LAYOUT]
    assert all(np.shares_memory(piece, numbers) for piece in pieces.values())


def test_a_piece_is_found_by_its_name() -> None:
    assert (start_of("num_players"), slice_of("num_players")) == (0, slice(0, 3))
    assert start_of("options") == 3
    with pytest.raises(KeyError):
        start_of("no such piece")


def test_every_piece_says_what_it_is() -> None:
    assert all(piece.meaning and piece.scale for piece in LAYOUT)
    assert len({piece.name for piece in LAYOUT}) == len(LAYOUT)


def test_the_record_of_an_observation_has_the_pieces_at_their_places() -> None:
    for piece in LAYOUT:
        field, offset = OBSERVATION_DTYPE.fields[piece.name][:2]  # type: ignore[index]
        assert (field.base, field.shape, offset) == (np.float32, piece.shape, 4 * start_of(piece.name))
    assert OBSERVATION_DTYPE.itemsize == 4 * OBSERVATION_SIZE


@pytest.mark.parametrize("dtype", RECORDS, ids=["state", "rules", "observation", "mask"])
def test_no_field_hides_behind_an_attribute_that_all_records_have(dtype: np.dtype[Any]) -> None:
    """`record.round` would be a method."""
    assert set(dtype.names or ()) & set(dir(np.record)) == set()


KINDS = {int: "i", float: "f"}  # of NumPy


@pytest.mark.parametrize(("dtype", "annotated"), [(STATE_DTYPE, State), (RULES_DTYPE, Rules)])
def test_annotations_are_the_fields(dtype: np.dtype[Any], annotated: type) -> None:
    assert list(annotated.__annotations__) == list(dtype.names or ())
    for name, annotation in annotated.__annotations__.items():
        field = dtype.fields[name][0]  # type: ignore[index]
        if annotation in KINDS:
            assert (field.shape, field.kind) == ((), KINDS[annotation]), name
        elif isinstance(annotation, type):
            assert field == np.dtype(annotation), name
        else:
            (scalar,) = get_args(get_args(annotation)[1])
            assert field.shape != ()
            assert field.base == np.dtype(scalar), name


def test_a_record_is_small() -> None:
    assert STATE_DTYPE.itemsize <= 1024


def assert_pieces_are_right(game: Game) -> None:
    for viewer in range(game.num_players):
        expected, found = Seen(game, viewer).pieces(), named(game.observe(viewer)["observation"])
        assert expected.keys() == found.keys()
        for name, piece in expected.items():
            assert np.allclose(found[name], piece, atol=1e-6), (name, viewer)


@examples(100, 5)
@given(games())
def test_every_piece_means_what_it_says(game: Game) -> None:
    assert_pieces_are_right(game)


@pytest.mark.parametrize("decision", DECISIONS)
@pytest.mark.parametrize("num_players", [2, 4])
def test_every_piece_means_what_it_says_at_every_decision(decision: str, num_players: int) -> None:
    game = game_at(decision, num_players)
    assert_pieces_are_right(game)
    game.play(game.legal_actions()[-1])
    assert_pieces_are_right(game)


def changed(**fields: list[int]) -> dict[str, Any]:
    """What seat 0 sees of a game in which some places of the record hold these cards."""
    game = Game(4, seed=1)
    for name, cards in fields.items():
        row = game.states[name][0]
        (row[0] if row.ndim > 1 else row)[: len(cards)] = cards
    return named(game.observe(0)["observation"])


def test_equal_cards_are_counted_together() -> None:
    per_copy = Game(4, seed=1).rules[0].per_copy
    assert changed(hand=[7, 7])["hand"][7] == 1  # a full hand
    assert changed(ship_pool=[5, 5, 2])["ship_pool"][[5, 2]].tolist() == [2 * per_copy, per_copy]
    assert changed(monkey_pool=[9, 9, 9])["monkey_pool"][9] == pytest.approx(3 * per_copy)


def test_monkeys_of_one_tribe_on_a_ship_or_waiting_for_one_are_counted_together() -> None:
    """Seats and status are told of four monkeys of status 5; kinds 0 to 2 have status 3 to 5."""
    for where in ("aboard", "waiting"):
        seen = changed(**{where: [0, 2, 2]})
        counts, status = (seen[name].reshape(-1, 6)[0] for name in (where, f"{where}_status"))
        assert counts.tolist() == [3 / 4, 0, 0, 0, 0, 0]
        assert status == pytest.approx([13 / 20, 0, 0, 0, 0, 0])


def test_of_equal_ships_that_all_saw_return_the_next_one_is_told() -> None:
    game = Game(4, seed=1)
    pile = game.states["ship_pile"][0]
    unknown = int((pile >= 0).sum()) - 3
    pile[unknown : unknown + 3], game.states["num_returned"] = [8, 3, 8], 3
    returned = named(game.observe(0)["observation"])["returned_ships"]
    assert np.flatnonzero(returned).tolist() == [3, 8]
    assert returned[[8, 3]] == pytest.approx([1 / (unknown + 1), 1 / (unknown + 2)])


@examples(40, 3)
@given(st.integers(0, 2**32), st.integers(0, 200))
def test_every_number_is_in_bounds_with_any_deck(seed: int, decisions: int) -> None:
    deck = random_deck(seed)
    game = play_on(Game(int(next(iter(deck["out_of_game"]))), seed, deck=deck), seed, decisions)
    for seat in range(game.num_players):
        observation = game.observe(seat)["observation"]
        assert np.isfinite(observation).all()
        assert observation.min() >= 0
        assert observation.max() <= 1 + 1e-6


def test_the_other_players_hidden_coins_are_not_in_the_observation() -> None:
    for hidden in (False, True):
        game = play_on(Game(3, seed=5, options={"hidden_coins": hidden}), 5, 30)
        coins = named(game.observe(1)["observation"])["coins"]
        assert coins[0].any()
        assert coins[1:].any() != hidden


def test_the_mask_belongs_to_the_seat_that_decides() -> None:
    game = Game(4, seed=5)
    for seat in range(4):
        seen = game.observe(seat)
        assert (seen["observation"].dtype, seen["action_mask"].dtype) == (np.float32, np.int8)
        assert np.flatnonzero(seen["action_mask"]).tolist() == (game.legal_actions() if seat == game.seat else [])
