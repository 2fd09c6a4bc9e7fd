"""1, 2, 6, 11: What is drawn, who knows what, and what a redeal changes."""

import numpy as np
import pytest

from mom_env.errors import IllegalAction
from mom_env.four_monkeys import Game
from mom_env.four_monkeys.observe import LAYOUT
from tests.four_monkeys.build import CLOSE, REVEAL, STOP, Table, grab, lay

NEW, MORE = {"replenish": "a"}, {"replenish": "b"}
REDEALS = 12


def played() -> Table:
    """A table at which seat 0 has cards in hand, beneath a tile and discarded, and seat 1 has laid one."""
    made = Table(3, hands={0: "CC CC TT SP SP", 1: "CT"}, tops={0: [4], 1: [4]}, timer="hidden", ticks=40)
    made.tick({0: grab(4), 1: grab(4)}).tick({0: lay("CC"), 1: lay("CT")})
    return made.tick({0: NEW})


@pytest.mark.rule("R1")
def test_cards_of_different_backs_make_a_combo_together() -> None:
    made = Table(2, hands={0: "CC TT TT TT TT", 1: "CP CP CP CP CS CC"}, tops={0: [4]}, rounds=1)
    made.state.drawn[0] = 40
    made.tick({0: MORE}).tick({0: grab(4)}).tick({0: lay("CC")}).tick({0: lay("CC")})
    assert made.state.open_right[0] == 1
    assert made.score() == [1, 0]


@pytest.mark.rule("R2", "3.1")
def test_a_combo_of_two_cards_takes_four_ticks() -> None:
    made = Table(2, hands={0: "CC CC"}, tops={0: [4]})
    for number, choice in enumerate((grab(4), lay("CC"), lay("CC"), CLOSE)):
        assert made.game.tick == number
        made.tick({0: choice})
    assert made.game.tick == 4


@pytest.mark.rule("R10", "R7")
def test_with_an_open_tile_no_grab_no_reveal_and_no_stop_is_taken() -> None:
    made = Table(2, tops={0: [4], 1: [4], 2: [5], 3: [5]}, false_stops=1).tile(0, 4).tile(0, 5).tick({0: grab(4)})
    for choice in (grab(4), REVEAL, STOP):
        before = made.state.tobytes()
        with pytest.raises(IllegalAction):
            made.game.play(choice)
        assert made.state.tobytes() == before
    assert made.offers(0, "burn") == [4, 5]
    assert made.offers(0, "replenish") == ["a", "b"]
    assert made.offers(0, "wait") == [True]


@pytest.mark.rule("R11")
def test_a_hand_has_no_limit() -> None:
    made = Table(2)
    for combo in range(1, 6):
        made.tile(0, combo)
    for combo in range(1, 6):
        made.tick({0: {"burn": combo}})
    assert made.hand_sizes()[0] == len(made.hand(0)) == 20


@pytest.mark.rule("R27", "9")
def test_the_left_neighbour_is_the_next_seat_of_the_area() -> None:
    assert [int(seat) for seat in Game(7, 1).states[0].left[:7]] == [1, 2, 3, 0, 5, 6, 4]


@pytest.mark.rule("2.1")
def test_each_player_shuffles_a_deck_of_all_cards() -> None:
    first, second = Game(2, 1).setup_block()["rounds"][0]["decks"]
    assert sorted(first) == sorted(second)
    assert len(first) == 40
    assert len({tuple(first), tuple(second), tuple(sorted(first))}) == 3


@pytest.mark.rule("2.3", "8")
def test_each_player_begins_with_a_skin_and_hand_replenish_with_its_0_up() -> None:
    view = Game(3, 1, options={"banana_skins": True}).snapshot()
    assert view["skins"] == [{"own": 1, "handed": 0}] * 3
    assert view["replenished"] == [False] * 3
    assert Game(3, 1).snapshot()["skins"] == [{"own": 0, "handed": 0}] * 3


@pytest.mark.rule("2.4")
def test_the_first_tick_finds_five_cards_in_each_hand() -> None:
    game = Game(4, 1)
    assert (game.tick, game.snapshot()["hand_size"], game.snapshot()["ticks"]) == (0, [5] * 4, 60)


@pytest.mark.rule("6")
def test_a_bluff_stands_behind_the_best() -> None:
    made = Table(2, rounds=1).tile(0, 9, "CC").tile(1, 10, "CT CT CT SP SP SP")
    assert made.score() == [5, 6]
    assert made.game.result()["history"][0]["tiles"][0][0]["state"] == "unchecked"


@pytest.mark.rule("11")
def test_cards_that_nobody_checked_stay_unknown_after_the_round() -> None:
    made = Table(2).tile(0, 1, "TT TT").tile(1, 10, "PP PP PP")
    made.last_tick().tick()
    state = made.state
    assert made.game.round == 1
    shown = state.decks[0][state.where[0] < 80]
    assert sorted(shown.tolist()) == [4, 4, 9, 9, 9]  # both were checked: first the bluff, then the rest
    made = Table(2).tile(0, 1, "TT TT").tile(1, 10, "CT CT CT SP SP SP")
    made.last_tick().tick()
    assert (made.state.where[0][0] == 96).all()
    assert not made.state.decks[0][0].any()


@pytest.mark.rule("11", "R31")
def test_what_others_do_shows_after_the_tick_and_without_faces() -> None:
    made = Table(3, hands={1: "CT"}, tops={0: [4], 1: [4]}).tick({1: grab(4)}).tick({1: lay("CT")})
    assert made.now["last_tick"] == [{"wait": True}, {"lay": True}, {"wait": True}]


@pytest.mark.rule("R31")
@pytest.mark.parametrize("first", range(8))
def test_a_choice_shows_to_nobody_before_the_last_one(first: int) -> None:
    made = Table(3, tops={0: [1], 1: [2], 2: [3]}, banana_skins=True)
    seen = [made.game.observe(seat) for seat in (1, 2)]
    texts = [made.game.observe_text(seat) for seat in (1, 2)]
    legal = made.game.legal_actions()
    made.game.play(legal[first % len(legal)])
    for seat, before, text in zip((1, 2), seen, texts, strict=True):
        after = made.game.observe(seat)
        assert all(np.array_equal(before[key], after[key]) for key in ("observation", "action_mask"))
        assert made.game.observe_text(seat) == text
    own = made.game.observe(0)["observation"]
    assert np.array_equal(
        own, Table(3, tops={0: [1], 1: [2], 2: [3]}, banana_skins=True).game.observe(0)["observation"]
    )


@pytest.mark.rule("R30", "R32", "11")
def test_a_redeal_keeps_what_a_seat_has_held() -> None:
    game = played().game
    before = game.snapshot(0)
    assert before["discarded"][0]["SP"] == 2
    assert before["tiles"][0][0]["cards"] == ["CC"]
    assert before["tiles"][1][0]["cards"] is None
    for seed in range(REDEALS):
        assert game.resample_hidden(0, seed).snapshot(0) == before


@pytest.mark.rule("R32")
def test_a_redeal_moves_all_that_a_seat_does_not_know_and_each_deck_keeps_its_cards() -> None:
    game = played().game
    made = [game.resample_hidden(0, seed) for seed in range(REDEALS)]
    views = [one.snapshot() for one in made]
    for name in ("decks", "covered", "later", "ticks"):
        assert len({str(view[name]) for view in views}) > 1, name
    assert len({str(view["hand"][1]) for view in views}) > 1
    assert len({str(view["tiles"][1][0]["cards"]) for view in views}) > 1
    assert len({bytes(one.states[0].orders[0].tobytes()) for one in made}) > 1
    for one in made:
        state = one.states[0]
        assert all(np.bincount(state.decks[0, seat], minlength=10).tolist() == [4] * 10 for seat in range(3))
        assert (state.stack_tile == game.states[0].stack_tile).all()
        assert int(state.hand[1].sum()) == int(state.hand_size[1])
        assert state.ticks[0] > one.tick
        assert not state.orders[0, : one.tick].any()


@pytest.mark.rule("R32", "R31")
def test_a_redeal_takes_the_choices_of_others_back() -> None:
    made = Table(3, tops={0: [1]})
    made.game.play(grab(1))
    other = made.game.resample_hidden(1, 5)
    assert (other.seat, other.seats_to_move()) == (1, [0, 1, 2])
    assert made.game.resample_hidden(0, 5).seats_to_move() == [1, 2]


@pytest.mark.rule("R5", "11")
def test_a_hidden_length_shows_to_nobody() -> None:
    start = sum(piece.size for piece in LAYOUT[: [piece.name for piece in LAYOUT].index("time")])
    for hidden in (False, True):
        game = Game(2, 1, options={"timer": "hidden" if hidden else "visible"})
        assert (game.observe(0)["observation"][start + 1] == 0) == hidden
        assert (game.snapshot(0)["ticks"] is None) == hidden
