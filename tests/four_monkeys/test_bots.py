"""The bots of 4 Monkeys: legal, blind to what is hidden, each better than the one before; when they bluff and stop."""

from typing import Any

import pytest

from mom_env.four_monkeys import Game
from mom_env.four_monkeys.bots import BOTS
from mom_env.four_monkeys.bots.bluffing import best_bluff, has_time_for_honesty, is_bluffer, room_to_bluff, useless_kind
from mom_env.four_monkeys.bots.outlook import fewest_cards, honest_rank, num_burned, worth_to_rank
from mom_env.four_monkeys.ruleset import make_ruleset
from mom_env.four_monkeys.sizes import KINDS
from mom_env.players.bot_table import BotTable
from tests.four_monkeys.build import Table, grab, lay
from tests.support.shares import share_won
from tests.support.sizes import smaller_without_jit

GAME = "four_monkeys"
ALL = {"banana_skins": True, "check_choice": True, "false_stops": 1}


@pytest.mark.parametrize(("better", "worse", "least"), [("greedy", "random", 90), ("planner", "greedy", 40)])
def test_each_bot_beats_the_one_before(better: str, worse: str, least: int) -> None:
    """`least` is in %; 400 games reach it by far, and six games are only played."""
    share = share_won(GAME, [better, worse, worse, worse], smaller_without_jit(400, 6))
    assert 100 * share > smaller_without_jit(least, 10)


@pytest.mark.parametrize("bot", list(BOTS))
@pytest.mark.parametrize("options", [{}, ALL, {"family": True}])
def test_a_bot_does_not_see_what_is_hidden(bot: str, options: dict[str, Any]) -> None:
    table = BotTable(GAME, [bot] * 3)
    for seed in range(smaller_without_jit(10, 1)):
        game = Game(3, seed, deck="mini", options=options)
        while not game.over:
            action = table.choose_one(game, seed)
            assert action in game.legal_actions()
            assert table.choose_one(game.resample_hidden(game.seat or 0, seed + 1), seed) == action
            game.play(action)


def chosen(table: Table, bot: str = "planner") -> Any:
    """What the bot chooses for the seat that is asked, as in `choices()`."""
    action = BotTable(GAME, [bot] * table.game.num_players).choose_one(table.game, 1)
    return dict(zip(table.game.legal_actions(), table.game.choices(), strict=True))[action]


def room(table: Table, *, with_open: bool = True) -> int:
    return int(room_to_bluff(table.state, table.game.rules[0], 0, with_open=with_open))


def late(table: Table, left: int) -> Table:
    """Skip to where `left` ticks are left."""
    table.state.tick = int(table.state.ticks[int(table.state.deal_number)]) - left
    return table.again()


# Room


def test_room_ends_one_point_behind_the_leader() -> None:
    table = Table(3).tile(0, 3).tile(1, 10, "CC CC TT TT SS SS").tile(2, 1)
    assert room(table) == 6 - 2 - 1


def test_who_has_burned_less_than_the_leader_may_tie() -> None:
    table = Table(2).tile(0, 3).tile(1, 10, "CC CC TT TT SS SS", orange=True)
    assert room(table) == 5 - 2
    table.state.replenished[0] = 1  # -1 point, but as many burned tiles now
    assert num_burned(table.state, 0) == num_burned(table.state, 1) == 1
    assert room(table) == 5 - 1 - 1


def test_in_the_family_version_tiles_are_counted_and_who_has_burned_more_may_tie() -> None:
    table = Table(2, family=True).tile(1, 1, "CC CC").tile(1, 2, "CT SP")
    assert room(table) == 2 - 1
    assert room(table.tile(0, 4, orange=True)) == 2 - 1
    assert worth_to_rank(table.game.rules[0], 9) == 1


def test_a_leader_that_can_only_have_bluffed_leaves_no_room() -> None:
    table = Table(2).tile(1, 1, "CC CC").tile(1, 10, "CC")
    assert honest_rank(table.state, table.game.rules[0], 1, with_open=True) == 1
    assert room(table) == 0
    assert room(Table(2).tile(1, 1, "CC CC").tile(1, 10, "CC", orange=True)) == 1


def test_fewest_cards_are_those_of_the_rules() -> None:
    rules = make_ruleset(2, "standard", {}, skip_forced=True).rules[0]
    assert [fewest_cards(rules, combo) for combo in range(10)] == [2, 2, 2, 2, 3, 3, 4, 4, 4, 6]


def test_the_open_tile_of_another_counts_until_the_round_may_end() -> None:
    table = Table(2, tops={0: [8]}).tick({1: grab(8)})
    assert (room(table), room(table, with_open=False)) == (3, -1)


# Bluffs


def test_the_bluff_is_the_dearest_that_fits() -> None:
    table = Table(2, tops={0: [1], 1: [5], 2: [8], 3: [10]})
    late(table, 4)  # time for one more tile
    bluffs = [best_bluff(table.state, table.game.rules[0], 0, most) + 1 for most in range(7)]
    assert bluffs == [0, 1, 1, 5, 8, 8, 10]


def test_two_bluffs_that_fit_are_better_than_a_dear_one() -> None:
    table = Table(2, tops={0: [3], 1: [5], 2: [8], 3: [8]})  # worth 2, 3 and 4
    assert best_bluff(late(table, 5).state, table.game.rules[0], 0, 5) + 1 == 5
    assert best_bluff(late(table, 4).state, table.game.rules[0], 0, 5) + 1 == 8


def test_a_useless_card_is_one_of_many_and_rather_mixed() -> None:
    hands = {"CC CC CT TS PP": "CC", "CC CT TT SS PP": "CT", "CC TT SS SS PP": "SS"}
    for hand, kind in hands.items():
        assert KINDS[useless_kind(Table(2, hands={0: hand}).state, 0)] == kind


def test_a_closed_tile_that_is_not_right_makes_a_bluffer() -> None:
    table = Table(2, hands={0: "CC TT CT SP SP"}, tops={0: [3], 1: [3]})
    table.tick({0: grab(3)}).tick({0: lay("CC")})
    assert not is_bluffer(table.state, table.game.rules[0], 0)
    table.tick({0: {"close": True}})
    assert is_bluffer(table.state, table.game.rules[0], 0)


def test_bluffing_begins_when_the_leader_is_too_far_for_honest_play() -> None:
    table = Table(2)
    rules = table.game.rules[0]
    assert has_time_for_honesty(late(table, 15).state, rules, 0, 12)
    assert not has_time_for_honesty(late(table, 14).state, rules, 0, 12)
    assert has_time_for_honesty(table.state, rules, 0, 8)


def behind(left: int, **options: Any) -> Table:
    """Seat 0 has nothing but useless cards, and seat 1 shows 11 honest points."""
    table = Table(2, hands={0: "CT CT CS CS TS"}, tops={0: [9], 1: [9], 2: [9], 3: [2]}, **options)
    return late(table.tile(1, 10, "CC CC TT TT SS SS").tile(1, 9, "CC CC TT TT"), left)


def test_planner_bluffs_late_and_behind_the_leader_only() -> None:
    assert chosen(behind(6)) == {"grab": 9}
    assert chosen(behind(6), "honest") != {"grab": 9}
    assert chosen(behind(60)) == {"replenish": "b"}
    assert chosen(behind(1)) == {"wait": True}
    ahead = behind(6).tile(0, 8).tile(0, 7).tile(0, 6)  # bluffs of 11 points
    assert chosen(ahead) == {"wait": True}


def test_a_bluff_takes_one_card() -> None:
    table = behind(6).tick({0: grab(9)})
    assert "lay" in chosen(table)
    assert chosen(table.tick({0: chosen(table)})) == {"close": True}


def test_a_tile_is_burned_if_it_makes_room_for_a_bluff() -> None:
    tops = {0: [5], 1: [5], 2: [5], 3: [10]}  # 3 points and 6
    table = late(Table(2, tops=tops).tile(0, 1, "CC").tile(1, 7, "CC TT SS PP"), 6)  # room for 4 - 1 - 1
    assert room(table) == 2
    assert chosen(table) == {"burn": 1}
    assert chosen(late(table, 2)) == {"wait": True}


# Stop


def with_all(cards: dict[int, str]) -> Table:
    table = Table(2)
    for combo in range(1, 11):
        table.tile(0, combo, cards.get(combo, "CC"))
    return table


def test_planner_stops_if_it_is_honest() -> None:
    table = with_all({})
    table.state.right[0] = (1 << 10) - 1
    assert chosen(table) == {"stop": True}


def test_planner_stops_after_bluffs_only_if_another_is_checked() -> None:
    table = with_all({})
    assert chosen(table) != {"stop": True}
    assert chosen(table, "greedy") == {"stop": True}
    for combo, cards in enumerate(["CC CC", "CT SP", "CC TT", "CC CC", "CC CC TT", "CC CC CT"], 1):
        table.tile(1, combo, cards)
    table.tile(1, 7, "CC TT SS PP").tile(1, 8, "CC CC TT TT").tile(1, 9, "CC CC TT TT")
    assert chosen(table) != {"stop": True}
    table.state.replenished[1] = 1
    table.state.counts[0, 0, 9], table.state.counts[0, 1, 9] = 0, 1
    assert chosen(table) != {"stop": True}  # 30 points are too many
    table.tile(1, 10, "CC CC TT TT SS SS")
    table.state.counts[0, 0, :5], table.state.counts[0, 1, :5] = 0, 1  # 25 points are not
    assert chosen(table) == {"stop": True}
