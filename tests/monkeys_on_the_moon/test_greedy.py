"""The bot `greedy`: the best immediate gain, with everything at the price that it says; and bots at their seats."""

import numpy as np
import pytest

from mom_env.kernel.jit import is_compiled
from mom_env.monkeys_on_the_moon import VectorGame
from mom_env.monkeys_on_the_moon.bots import greedy
from mom_env.monkeys_on_the_moon.pieces import seats_of, vp_of_ship
from mom_env.players.bot_table import BotTable as Bots
from tests.support.build import Table
from tests.support.kernels import GAME
from tests.support.untyped import untyped

plain_only = pytest.mark.skipif(is_compiled(), reason="each part would be compiled for itself")
TRIBES = ("brown", "black", "green", "blue", "red", "purple")


def choice(table: Table) -> str:
    """What greedy would play, in words."""
    action = Bots(GAME, ["greedy"] * len(table.seats)).choose_one(untyped(table), seed=0)
    assert table.mask()[action], "an illegal action"
    return table.words.action_text(action)


def coins_of(table: Table, seat: int, *tribes: str) -> Table:
    """The seat has a coin of each of these tribes and no other."""
    return table.coins(seat, **{tribe: int(tribe in tribes) for tribe in TRIBES})


# Moves


def test_of_equal_moves_the_first_is_played() -> None:
    circle = Table().now.circle
    for first, later in ((circle[0], circle[3]), (circle[2], circle[5])):
        assert choice(Table().hand(0, f"{later} 2", f"{first} 2")) == f"play {first} 2"


@pytest.mark.parametrize("steps", [0, 1, 5])
def test_at_the_end_it_advances_the_tribe_whose_rival_it_can_pay(steps: int) -> None:
    """Choose among the card's tribe and its allies; in the last round a coin is worth less than a scorn card costs."""
    table = Table().rounds_left(1).finished(*TRIBES)
    card, circle = table.now.hand[0][0], table.now.circle
    wanted = (circle.index(card.split()[0]) + steps) % 6
    coins_of(table, 0, circle[(wanted + 3) % 6]).supply(**dict.fromkeys(TRIBES, 2))
    assert choice(table.play(f"play {card}")) == f"advance {circle[wanted]}"


def test_it_bids_the_fewest_points_of_the_fewest_coins() -> None:
    table = Table()
    circle = table.now.circle
    coins_of(table, 0, circle[0], circle[1], circle[2]).bid_turn(0)
    assert choice(table.put_up(f"{circle[0]} 5")) == f"bid 1 {circle[1]}"


def test_it_passes_where_a_coin_is_worth_more_than_the_monkey() -> None:
    """In the first round, for a monkey of a tribe in which two others are far ahead."""
    table = Table().bid_turn(0)
    assert choice(table.put_up("brown 3")) != "pass"
    table.scored(1, "brown 5", "brown 5").scored(2, "brown 4", "brown 4")
    assert choice(table) == "pass"


# Prices


@plain_only
def test_a_coin_is_worth_its_price_in_the_first_round_and_a_share_of_it_later() -> None:
    table = Table()
    rounds = int(table.rules[0].rounds)
    assert greedy.worth_of_coin(table.state, table.rules[0]) == greedy.COIN
    table.rounds_left(1)
    assert greedy.worth_of_coin(table.state, table.rules[0]) == pytest.approx(greedy.COIN / rounds)


@plain_only
@pytest.mark.parametrize(
    ("num_players", "status", "vp"),
    [
        (2, [3, 0], [7, 0]),
        (2, [3, 3], [0, 0]),
        (3, [5, 3, 0], [7, 4, 0]),
        (3, [5, 5, 3], [11 / 2, 11 / 2, 0]),
        (3, [5, 3, 3], [7, 2, 2]),
        (4, [3, 3, 3, 0], [11 / 3, 11 / 3, 11 / 3, 0]),
        (4, [5, 3, 3, 3], [7, 4 / 3, 4 / 3, 4 / 3]),
    ],
)
def test_a_title_of_the_first_tribe_is_worth_what_it_pays_now(
    num_players: int, status: list[int], vp: list[float]
) -> None:
    table = Table(num_players=num_players)
    place = table.words.place("brown")
    table.state.status[:num_players, place] = status
    found = [greedy.titles_worth(table.state, table.rules[0], seat, place, 0, 0) for seat in range(num_players)]
    assert found == pytest.approx(vp)


@plain_only
def test_the_monkey_that_fills_a_ship_brings_its_vp_and_others_a_part() -> None:
    worth = []
    for aboard in ([], ["red 4"], ["red 4", "red 5"]):
        table = Table().ship(0, "green 3").aboard(0, *aboard)
        table.state.status[:] = 0
        brown = table.words.kind("monkeys", "brown 3")
        crew = greedy.worth_of_monkey(table.state, table.rules[0], 0, brown)
        worth.append(crew - greedy.gain_from_status(table.state, table.rules[0], 0, table.words.place("brown"), 3))
    ship = int(table.state.ship[0])
    vp, places = vp_of_ship(table.rules[0], ship), seats_of(table.rules[0], ship)
    part = greedy.SEAT_FILLED * vp / places
    assert worth == pytest.approx([part, part, vp + greedy.COIN])


# Bots at their seats


def test_each_seat_is_played_by_its_own_bot_and_each_game_has_chance_of_its_own() -> None:
    games, rng = VectorGame(30, 3, seed=2), np.random.default_rng(0)
    for _ in range(5):
        games.step(games.sample(rng))
    mixed, greedies, randoms = (
        Bots(GAME, names).choose(games, seed=4)
        for names in (
            ["greedy", "random", "greedy"],
            ["greedy"] * 3,
            ["random"] * 3,
        )
    )
    assert mixed.tolist() == np.where(games.seats == 1, randoms, greedies).tolist()
    assert (games.seats == 1).any()
    games.restore(np.repeat(games.states[:1], 30))
    assert len(set(Bots(GAME, ["random"] * 3).choose(games, seed=4).tolist())) > 1
