"""2, 3, 4, 9: A round: worked examples 19 to 35."""

import pytest

from mom_env.four_monkeys import Game
from mom_env.four_monkeys.actions import describe, skin_action
from mom_env.four_monkeys.state import IN_HAND
from tests.four_monkeys.build import CLOSE, REVEAL, STOP, Table, grab, lay

NEW, MORE = {"replenish": "a"}, {"replenish": "b"}
ALL_TEN = range(1, 11)


@pytest.mark.rule("2.2", "2.4", "9")
@pytest.mark.parametrize(
    ("num_players", "heights"),
    [
        (2, [[8, 8, 7, 7]]),
        (3, [[6, 6, 6, 6, 6]]),
        (4, [[7, 7, 7, 7, 6, 6]]),
        (5, [[8, 7, 7, 7, 7, 7, 7]]),
        (6, [[8, 8, 8, 8, 7, 7, 7, 7]]),
        (7, [[7, 7, 7, 7, 6, 6], [6, 6, 6, 6, 6]]),
        (8, [[7, 7, 7, 7, 6, 6], [7, 7, 7, 7, 6, 6]]),
    ],
)
def test_example_19_heights(num_players: int, heights: list[list[int]]) -> None:
    game = Game(num_players, seed=1)
    stacks = game.snapshot()["stacks"]
    assert [[stack["height"] for stack in area] for area in stacks] == heights
    assert game.snapshot()["hand_size"] == [5] * num_players
    assert [len(area) for area in game.snapshot()["areas"]] == (
        [4, num_players - 4] if num_players > 6 else [num_players]
    )


@pytest.mark.rule("3.2.1", "3.2.2", "3.2.3", "R8", "R9", "R10")
def test_example_20_a_combo_takes_a_tick_for_each_movement() -> None:
    made, sizes = Table(2, hands={0: "CC CC TT SP SP"}, tops={0: [4]}), []
    for choice in (grab(4), lay("CC"), lay("CC"), CLOSE):
        sizes.append(made.hand_sizes()[0])
        made.tick({0: choice})
        if choice == grab(4):
            assert made.offers(0, "close") == []
        if choice != CLOSE:
            assert made.offers(0, "grab") == []
            assert made.offers(0, "reveal") == made.offers(0, "stop") == []
    assert (sizes, made.hand_sizes()[0], made.game.tick) == ([5, 5, 4, 3], 5, 4)
    tile = made.now["tiles"][0][0]
    assert (tile["combo"], tile["cards"], tile["open"], tile["orange"]) == (4, ["CC", "CC"], False, False)


@pytest.mark.rule("R4", "R6", "3.6")
def test_example_21_the_quicker_gets_the_tile() -> None:
    made = Table(3, tops={0: [5]}, orders={0: [2, 0, 1]})
    others = [stack["top"] for stack in made.now["stacks"][0][1:]]
    assert 5 not in others
    made.tick({0: grab(5), 2: grab(5)})
    assert (made.combos(2), made.combos(0), made.hand_sizes()[0]) == ([5], [], 5)
    assert made.now["last_tick"] == [{"grab": 5, "missed": True}, {"wait": True}, {"grab": 5}]
    assert made.offers(0, "lay") == []


@pytest.mark.rule("R6")
def test_example_22_of_several_stacks_the_highest_is_taken_from_first() -> None:
    tops = {0: [1], 1: [10], 2: [10], 3: [10], 4: [9], 5: [1]}
    made = Table(4, tops=tops, orders={0: [3, 1, 0, 2]})
    before = made.state.stack_tile.copy()
    made.tick({0: grab(1), 1: grab(1), 3: grab(1)})
    assert made.heights() == [6, 7, 7, 7, 6, 5]
    assert (made.combos(3), made.combos(1), made.combos(0)) == ([1], [1], [])
    assert [int(one) for one in made.state.stack_tile[:6] - before[:6]] == [1, 0, 0, 0, 0, 1]


@pytest.mark.rule("R6")
def test_the_quickest_takes_from_the_highest_stack() -> None:
    made = Table(4, tops={0: [1], 1: [10], 2: [10], 3: [10], 4: [9], 5: [1]}, orders={0: [3, 1, 0, 2]})
    assert made.tick({3: grab(1)}).heights() == [6, 7, 7, 7, 6, 6]


@pytest.mark.rule("R6")
def test_example_23_what_a_grab_uncovers_can_be_grabbed_from_the_next_tick_on() -> None:
    made = Table(3, tops={0: [3, 3]}, orders={0: [0, 1, 2]}).tick({0: grab(3), 1: grab(3)})
    assert (made.combos(0), made.combos(1)) == ([3], [])
    assert 3 in made.offers(1, "grab")


@pytest.mark.rule("R7")
def test_a_combo_that_one_has_can_be_grabbed_again() -> None:
    made = Table(2, tops={0: [4, 4]}).tile(0, 4)
    assert made.tick({0: grab(4)}).combos(0) == [4, 4]


@pytest.mark.rule("3.3", "R9", "R10", "R13")
def test_example_24_burning_draws_three_while_another_tile_is_open() -> None:
    made = Table(2, hands={0: "CC CC TT TT TT"}, tops={0: [5]}).tile(0, 4, "CC CC").tick({0: grab(5)})
    made.tick({0: {"burn": 4}})
    assert made.hand_sizes()[0] == 8
    assert made.offers(0, "burn") == []
    assert made.now["tiles"][0][0]["orange"]
    made.tick({0: lay("CC")}).tick({0: lay("TT")})
    size = made.tick({0: CLOSE}).hand_sizes()[0]
    assert size == 6
    assert made.offers(0, "burn") == [5]


@pytest.mark.rule("R13")
def test_of_two_of_a_combo_the_first_is_burned() -> None:
    made = Table(2).tile(0, 4, "CC CC").tile(0, 4, "TT TT").tick({0: {"burn": 4}})
    assert [tile["orange"] for tile in made.now["tiles"][0]] == [True, False]
    assert made.tick({0: {"burn": 4}}).offers(0, "burn") == []
    assert [tile["orange"] for tile in made.now["tiles"][0]] == [True, True]


DECK = "CC CC TT SP SP TS TP PP PP CP"


@pytest.mark.rule("3.4", "R19")
@pytest.mark.parametrize(("use", "hand"), [(NEW, "TS TP PP PP CP"), (MORE, "CC CC TT SP SP TS TP PP")])
def test_example_25_hand_replenish(use: dict[str, str], hand: str) -> None:
    made = Table(2, hands={0: DECK}, rounds=1).tick({0: use})
    assert sorted(made.hand(0)) == sorted(hand.split())
    assert made.offers(0, "replenish") == []
    assert sum(made.now["discarded"][0].values()) == (5 if use == NEW else 0)
    assert made.score() == [-1, 0]


@pytest.mark.rule("3.5", "R14", "R15", "3.6")
def test_example_26_revealing() -> None:
    tops = {0: [1, 5], 1: [1, 3], 2: [1], 3: [2]}
    made = Table(2, tops=tops)
    for seat in (0, 1):
        made.tile(seat, 1).tile(seat, 2)
    assert made.offers(0, "reveal") == [True]
    grabbed = Table(2, tops=tops)
    for seat in (0, 1):
        grabbed.tile(seat, 1).tile(seat, 2)
    made.tick({0: REVEAL, 1: REVEAL})
    assert made.heights() == [7, 8, 7, 7, 1]
    assert made.offers(0, "reveal") == []
    assert grabbed.tick({0: REVEAL, 1: grab(1)}).heights() == [7, 7, 7, 7, 1]
    assert [stack["top"] for stack in grabbed.now["stacks"][0]] == [5, 3, 1, 2, 1]


@pytest.mark.rule("3.5")
def test_revealing_takes_a_stack_of_two_and_all_combos_on_top() -> None:
    made = Table(2, tops={0: [1], 1: [1], 2: [1], 3: [2]}).tile(0, 1)
    assert made.offers(0, "reveal") == []
    made.tile(0, 2)
    assert made.offers(0, "reveal") == [True]
    made.state.stack_height[:4] = 1
    assert made.again().offers(0, "reveal") == []


@pytest.mark.rule("3.6", "R14")
def test_nothing_is_revealed_if_the_grabs_of_the_tick_leave_no_stack_of_two() -> None:
    made = Table(2, tops={0: [1], 1: [2], 2: [2], 3: [2]}).tile(1, 1).tile(1, 2)
    made.state.stack_height[:4] = 2, 1, 1, 1
    made.again().tick({0: grab(1), 1: REVEAL})
    assert (made.state.stack_height[:5].tolist(), made.combos(0)) == ([1, 1, 1, 1, 0], [1])


@pytest.mark.rule("R12", "3.4", "R8")
def test_example_27_an_empty_deck_draws_from_the_left_neighbour_s() -> None:
    made = Table(3, hands={2: "CC CC CC CC CT CT CS"}, tops={0: [1]})
    made.state.drawn[1] = 39
    left = [len(deck) for deck in made.now["decks"]]
    assert left[1] == 1
    made.tick({1: MORE})
    assert [len(deck) for deck in made.now["decks"]] == [left[0], 0, left[2] - 2]
    assert made.hand_sizes()[1] == 8
    assert {"CT", "CS"} <= set(made.hand(1))
    made.state.drawn[:3] = 40
    made.tick({0: grab(1)}).tick({0: NEW})
    assert made.hand_sizes()[0] == 0
    assert made.offers(0, "close") == [True]
    made.tick({0: CLOSE})
    assert made.offers(0, "grab") == []
    assert made.hand_sizes()[0] == 0


@pytest.mark.rule("4", "R16")
def test_example_28_stop_lets_all_other_actions_of_the_tick_happen() -> None:
    made = Table(2, tops={0: [7]}, rounds=1)
    for combo in (*ALL_TEN, 1):
        made.tile(0, combo)
    assert made.offers(0, "stop") == [True]
    assert made.offers(1, "stop") == []
    made.tick({0: STOP, 1: grab(7)})
    assert made.game.over
    history = made.game.result()["history"][0]
    assert (history["ticks"], history["ended_by"]) == (1, "stop")
    assert [tile["combo"] for tile in history["tiles"][1]] == [7]


@pytest.mark.rule("R16")
def test_stop_asks_for_all_ten_and_no_open_tile() -> None:
    made = Table(2, tops={0: [7]})
    for combo in ALL_TEN[:-1]:
        made.tile(0, combo)
    assert made.offers(0, "stop") == []
    made.tile(0, 10, orange=True)
    assert made.offers(0, "stop") == [True]
    assert made.tick({0: grab(7)}).offers(0, "stop") == []


@pytest.mark.rule("R17")
def test_example_29_a_false_stop_costs_ten_and_the_round_is_played_again() -> None:
    made = Table(2, false_stops=1, rounds=1).tile(0, 1).tick({0: STOP})
    assert (made.totals(), made.game.round, made.game.tick, made.combos(0)) == ([-10, 0], 0, 0, [])
    assert made.offers(0, "stop") == []
    for combo in ALL_TEN:
        made.tile(0, combo)
    made.tick({0: STOP, 1: STOP})
    assert made.game.over
    assert made.totals()[1] == -10
    assert len(made.game.result()["history"]) == 1


@pytest.mark.rule("R17")
def test_a_false_stop_in_the_last_tick_repeats_the_round_too() -> None:
    made = Table(2, false_stops=1, rounds=1).last_tick().tick({1: STOP})
    assert (made.totals(), made.game.tick, made.now["stops_left"]) == ([0, -10], 0, [1, 0])


@pytest.mark.rule("4", "R18")
def test_example_30_an_open_tile_counts_as_it_lies() -> None:
    made = Table(2, hands={0: "CC"}, tops={0: [9]}, rounds=1)
    made.ticks(58).tick({0: grab(9)}).tick({0: lay("CC")})
    assert made.game.over
    assert made.totals() == [-2, 0]
    assert made.game.result()["history"][0]["ticks"] == 60


@pytest.mark.rule("R18")
def test_a_tile_without_cards_counts_for_nothing() -> None:
    made = Table(2, tops={0: [9]}, rounds=1).last_tick().tick({0: grab(9)})
    assert made.totals() == [0, 0]
    assert made.game.result()["history"][0]["tiles"][0][0]["state"] == "empty"
    made = Table(2, rounds=1).tile(0, 9, "CC CC TT TT").tile(0, 9, "")  # nor as a repeated one
    assert made.score() == [5, 0]


@pytest.mark.rule("8", "R24", "R25")
def test_example_31_one_skin_with_each_tile() -> None:
    made = Table(4, tops={0: [1], 1: [1]}, banana_skins=True).tick({0: grab(1)})
    assert sorted(made.offers(0, "skin")) == [1, 2, 3]
    made.tick({0: {"skin": 2}})
    assert made.offers(0, "skin") == []
    assert made.now["gave"] == [True, False, False, False]
    made.tick({2: grab(1)}).tick({2: {"skin": 0}})
    assert made.now["skins"][2] == {"own": 1, "handed": 0}
    assert made.now["skins"][0] == {"own": 0, "handed": 1}


@pytest.mark.rule("8")
def test_a_skin_is_given_before_the_first_card() -> None:
    made = Table(2, hands={0: "CC"}, tops={0: [1]}, banana_skins=True)
    assert made.offers(0, "skin") == []
    made.tick({0: grab(1)}).tick({0: lay("CC")})
    assert made.offers(0, "skin") == []
    assert Table(2, tops={0: [1]}).tick({0: grab(1)}).offers(0, "skin") == []


@pytest.mark.rule("R35")
def test_skins_and_hand_replenish_are_new_in_each_round() -> None:
    made = Table(2, tops={0: [1]}, banana_skins=True).tick({0: grab(1)}).tick({0: {"skin": 1}}).tick({0: MORE})
    made.last_tick().tick()
    assert (made.game.round, made.game.tick) == (1, 0)
    assert made.now["skins"] == [{"own": 1, "handed": 0}] * 2
    assert made.now["replenished"] == [False, False]


@pytest.mark.rule("R3", "3.1")
def test_example_32_a_pace_of_two() -> None:
    made = Table(2, hands={1: "CC"}, tops={0: [1]}, pace=[1, 2]).tick({1: grab(1)})
    assert made.game.seats_to_move() == [0]
    made.tick()
    assert made.tick({1: lay("CC")}).now["tiles"][1][0]["beneath"] == 1


@pytest.mark.rule("R3")
def test_whoever_is_asked_all_the_same_can_only_wait() -> None:
    made = Table(2, tops={0: [1]}, pace=[1, 2], skip_forced=False).tick({1: grab(1)})
    assert made.game.seats_to_move() == [0, 1]
    assert made.choices(1) == [{"wait": True}]


@pytest.mark.rule("R4")
def test_example_33_turns_instead_of_lots() -> None:
    made = Table(2, tops={0: [5], 1: [6], 2: [10], 3: [9]}, contest="rotate")
    assert {5, 6}.isdisjoint(stack["top"] for stack in made.now["stacks"][0][2:])
    made.tick({0: grab(5), 1: grab(5)})
    assert (made.combos(0), made.combos(1)) == ([5], [])
    made = Table(2, tops={0: [5], 1: [6], 2: [10], 3: [9]}, contest="rotate").tick().tick({0: grab(6), 1: grab(6)})
    assert (made.combos(0), made.combos(1)) == ([], [6])


@pytest.mark.rule("9", "R26", "5.2", "R18")
def test_example_34_eight_players_in_two_areas() -> None:
    made = Table(8, tops={0: [1]})
    for combo in ALL_TEN:
        made.tile(7, combo)
    made.tile(1, 8, "CC CC TT TT").tile(2, 1).tile(5, 9).tile(6, 6)
    made.tick({7: STOP, 0: grab(1)})
    assert made.totals() == [0, 4, 1, 0, 0, -2, 3, -20]
    assert made.now["areas"] == [[0, 1, 2, 6], [3, 4, 5, 7]]
    assert [int(seat) for seat in made.state.left] == [1, 2, 6, 4, 5, 7, 0, 3]


@pytest.mark.rule("R26")
def test_of_equal_totals_the_last_round_and_then_the_lower_seat_comes_first() -> None:
    made = Table(8).tile(7, 9, "CC CC TT TT")
    made.state.total[:8] = 9, 9, 9, 0, 5, 0, 0, 0
    assert made.score() == [9, 9, 9, 0, 5, 0, 0, 5]
    assert made.now["areas"] == [[0, 1, 2, 7], [3, 4, 5, 6]]
    assert made.score()[4:] == [5, 0, 0, 5]
    assert made.now["areas"] == [[0, 1, 2, 4], [3, 5, 6, 7]]


@pytest.mark.rule("9")
def test_the_stacks_of_the_other_area_are_out_of_reach() -> None:
    made = Table(8, tops={0: [1]})
    tops = [{stack["top"] for stack in area} for area in made.now["stacks"]]
    assert 1 in tops[0]
    for seat in range(8):
        assert set(made.offers(seat, "grab")) == tops[seat // 4]
    made = Table(8, tops={0: [1]}, banana_skins=True).tick({0: grab(1)})
    assert sorted(made.offers(0, "skin")) == [1, 2, 3]


@pytest.mark.rule("12")
def test_example_35_action_ids() -> None:
    ids = {10: "grab 10", 11: "lay CC", 20: "lay PP", 22: "burn 1", 52: "check 10"}
    assert {action: describe(action) for action in ids} == ids
    assert (skin_action(3, 0, 4), skin_action(3, 2, 4), skin_action(0, 7, 8)) == (36, 38, 42)


@pytest.mark.rule("R34", "R12")
def test_of_equal_cards_the_own_deck_s_is_laid_first() -> None:
    made = Table(2, hands={0: "CC TT TT TT TT", 1: "CP CP CP CP CS CC SS SS"}, tops={0: [1]})
    made.state.drawn[0] = 40
    made.tick({0: MORE}).tick({0: grab(1)})
    assert made.hand(0).count("CC") == 2
    made.tick({0: lay("CC")})
    assert (made.state.where[0, 0, 0], made.state.where[0, 1, 5]) == (0, IN_HAND)
    made.tick({0: lay("CC")})
    assert made.state.where[0, 1, 5] == 0


@pytest.mark.rule("3.6", "R12")
@pytest.mark.parametrize(("order", "gets"), [([0, 1], 0), ([1, 0], 1)])
def test_the_quicker_draws_first_from_a_shared_deck(order: list[int], gets: int) -> None:
    made = Table(2, hands={0: "CC CC CC CC CT", 1: "CC CC CC CC CT SS SS SS PP PP PP"}, orders={0: order})
    made.state.drawn[0] = 40
    made.tick({0: MORE, 1: MORE})
    assert [made.hand(seat)[-1] for seat in (gets, 1 - gets)] == ["SS", "PP"]


@pytest.mark.rule("R5")
def test_a_hidden_timer_is_drawn_for_each_round() -> None:
    lengths = {
        one["ticks"] for seed in range(30) for one in Game(2, seed, options={"timer": "hidden"}).setup_block()["rounds"]
    }
    assert min(lengths) >= 48
    assert max(lengths) <= 72
    assert len(lengths) > 15


@pytest.mark.rule("7")
def test_a_game_has_three_rounds_from_seven_players_on_four() -> None:
    assert [int(Game(count, 1).rules[0].rounds) for count in range(2, 9)] == [3, 3, 3, 3, 3, 4, 4]
