"""The planner: what any good player would find, legal and blind everywhere, and a value of positions."""

import random
from typing import Any

import numpy as np
import pytest

from mom_env.contract.soak import SoakSetting
from mom_env.kernel.jit import is_compiled
from mom_env.monkeys_on_the_moon import Game, VectorGame
from mom_env.monkeys_on_the_moon.bots.planner_outlook import OUTLOOK_DTYPE
from mom_env.monkeys_on_the_moon.bots.planner_value import look, write_values
from mom_env.monkeys_on_the_moon.bots.planner_weights import weights_for
from mom_env.monkeys_on_the_moon.soak.settings import find_settings
from mom_env.monkeys_on_the_moon.state import MAX_PLAYERS
from mom_env.players.bot_table import BotTable as Bots
from tests.monkeys_on_the_moon.test_bots import win_share
from tests.support.build import Table
from tests.support.kernels import GAME, write_returns
from tests.support.sizes import smaller_without_jit
from tests.support.untyped import untyped

NUM_BLIND = smaller_without_jit(2_000, 20)
NUM_SETTINGS = smaller_without_jit(len(find_settings()), 6)


def plan(table: Table) -> str:
    """What the planner would play, in words."""
    action = Bots(GAME, ["planner"] * len(table.seats)).choose_one(untyped(table), seed=0)
    assert table.mask()[action], "an illegal action"
    return table.words.action_text(action)


def without_coins(table: Table, *seats: int, but: str = "") -> Table:
    """These seats have no coins, or only of one tribe."""
    for seat in seats:
        table.coins(seat, **{tribe: 0 for tribe in table.now.circle if tribe != but})
    return table


def last_turn(*pool: str, turn: int = 3) -> Table:
    """The last bid turn of a game of four, or one of those before: seat 0 puts up."""
    return Table().rounds_left(1).bid_turn(0, turn=turn).monkey_pool(*pool)


# Bids


@pytest.mark.rule("3.2.2", "3.3.1")
def test_fills_its_ship_while_it_can() -> None:
    table = last_turn("red 3", "black 3").aboard(0, "red 4", "red 4", "red 5").scored(0, "red 5", "red 4")
    assert plan(table.put_up("red 3")).startswith("bid")


@pytest.mark.rule("3.2.2", "4.3")
def test_takes_a_title_with_its_last_coin() -> None:
    table = last_turn("red 5", "black 3").finished("red").scored(1, "red 4").coins(0, red=1)
    assert plan(table.put_up("red 5")).startswith("bid")


@pytest.mark.rule("3.2.2", "4.3")
@pytest.mark.parametrize(("strong", "wanted"), [(1, "bid 1 red"), (2, "pass")])
def test_denies_a_strong_rival_a_title_and_lets_a_weak_one_take_it_from_a_strong_one(strong: int, wanted: str) -> None:
    """The monkey brings seat 0 nothing, but makes seat 1 leader of the first tribe in the place of seat 2."""
    table = without_coins(without_coins(last_turn("red 5", "green 3"), 2, 3), 0, but="red").coins(1, red=0)
    table.finished("red").scored(2, "red 5", "red 4").scored(1, "red 4", "red 3").scored(3, "red 4", "red 3")
    table.launched(strong, "black 4", "green 4", "blue 4")
    assert plan(table.put_up("red 5")) == wanted


@pytest.mark.rule("3.2.2", "4.3")
def test_denies_the_monkey_that_would_take_its_title() -> None:
    table = last_turn("red 5", "black 3").finished("red").scored(0, "red 5").scored(1, "red 4")
    table.coins(0, red=1).coins(1, red=1)
    assert plan(table.put_up("red 5")).startswith("bid")


@pytest.mark.rule("3.2.2")
def test_does_not_pay_for_a_monkey_that_changes_nothing_while_a_better_one_is_to_come() -> None:
    table = last_turn("brown 3", "black 5", "black 3", turn=2).finished("black").track(brown=0)
    table.scored(1, "brown 5", "brown 5").scored(2, "brown 4", "brown 4").scored(3, "black 4")
    without_coins(table, 0, but="black").coins(0, black=1)
    assert plan(table.put_up("brown 3")) == "pass"


@pytest.mark.rule("3.2.2")
def test_pays_no_more_than_it_must_where_nobody_can_outbid_it() -> None:
    table = without_coins(last_turn("red 5", "brown 5", turn=2), 1, 2, 3).coins(0, red=2, blue=2, purple=2)
    assert plan(table.put_up("red 5")) in {"bid 1 blue", "bid 1 purple", "bid 1 red"}


@pytest.mark.rule("3.2.2")
def test_in_the_last_auction_bids_what_the_others_cannot_beat() -> None:
    table = last_turn("red 5", "black 3").finished("red").scored(1, "red 4")
    without_coins(table, 2, 3).coins(0, red=3, blue=0, purple=0)
    without_coins(table, 1, but="red").coins(1, red=2)
    assert plan(table.put_up("red 5")) in {"bid 2 red", "bid 3 red"}  # 6 points are all that seat 1 has


@pytest.mark.rule("3.2.1")
def test_puts_up_the_monkey_that_gives_it_a_title() -> None:
    table = last_turn("red 5", "brown 3").finished("red").scored(1, "red 4").track(brown=0)
    table.scored(1, "brown 5", "brown 5").scored(2, "brown 4", "brown 4").coins(0, red=2, brown=2)
    assert plan(without_coins(table, 1, 2, 3)) == "put up red 5"


@pytest.mark.rule("5", "3.2.4")
def test_with_maximum_scorn_wins_back_the_tribe_that_it_leads() -> None:
    table = Table(maximum_scorn=True).rounds_left(1).bid_turn(0, turn=3).monkey_pool("red 3", "black 3")
    table.finished("red").scored(0, "red 5", "red 5", "red 4").scorn(red=0).coins(0, red=1)
    assert plan(table.put_up("red 3")).startswith("bid")


@pytest.mark.rule("4.3")
def test_with_two_players_breaks_a_tie() -> None:
    table = Table(2).rounds_left(1).bid_turn(0, turn=1).monkey_pool("red 3", "black 3").finished("red")
    table.scored(0, "red 5").scored(1, "red 5").coins(0, red=1)
    assert plan(table.put_up("red 3")).startswith("bid")


# Cards


def last_card(**options: Any) -> Table:
    """Seat 0 is about to choose a tribe in the last round; it has played a red 2."""
    return Table(**options).hand(0, "red 2", "red 3").rounds_left(1).play("play red 2")


@pytest.mark.rule("3.1.5")
def test_keeps_away_from_scorn() -> None:
    table = last_card().coins(0, black=0, green=0, brown=2)  # the rivals of red, purple and blue
    assert plan(table) == "advance blue"


@pytest.mark.rule("3.1.4")
def test_gives_scorn_back() -> None:
    assert plan(last_card().scorn(purple=0).coins(0, black=2, green=2, brown=2)) == "advance purple"


@pytest.mark.rule("3.1.6", "4.3")
def test_pushes_the_tribe_that_it_leads() -> None:
    table = last_card().track(blue=10, red=10, purple=10, brown=11).coins(0, black=2, green=2, brown=2)
    for seat, tribe in enumerate(("red", "blue", "purple", "brown")):
        table.scored(seat, f"{tribe} 5", f"{tribe} 5", f"{tribe} 4")
    assert plan(table) == "advance red"


@pytest.mark.rule("3.1.6", "4.3")
def test_leaves_the_tribe_of_another_behind() -> None:
    table = last_card().track(blue=10, red=10, purple=3, brown=11, green=3).coins(0, black=2, green=2, brown=2)
    table.scored(1, "red 5", "red 5", "blue 5", "blue 5").scored(0, "brown 5", "brown 5")
    assert plan(table) == "advance purple"


@pytest.mark.rule("3.1.5")
def test_pays_an_ally_of_the_rival_rather_than_take_more_scorn() -> None:
    table = Table().hand(0, "brown 2", "brown 3").rounds_left(1).coins(0, blue=0, green=3, red=0)
    table.scorn(blue=0).advance("brown")
    assert table.choices() == {"pay green", "scorn red"}
    assert plan(table) == "pay green"


@pytest.mark.rule("3.1.5")
def test_pays_with_the_coin_that_no_monkey_needs() -> None:
    table = Table().hand(0, "brown 2", "brown 3").rounds_left(1)
    table.monkey_pool("red 5", "red 4", "red 4", "red 3", "red 3")
    table.coins(0, blue=0, green=2, red=2).scorn(blue=0).advance("brown")
    assert plan(table) == "pay green"


# Ships


@pytest.mark.rule("3.3.3", "4.1")
def test_takes_the_ship_whose_colour_clears_its_scorn_at_the_end() -> None:
    table = last_turn("red 5", "black 3").ship(0, "brown 2").aboard(0, "red 4").ship_pool("green 4", "purple 4")
    table.scorn(purple=0).win(0, "red 5")
    assert plan(table) == "ship purple 4"


@pytest.mark.rule("3.3.3")
def test_takes_a_ship_that_it_can_still_fill() -> None:
    table = Table().rounds_left(2).bid_turn(0).monkey_pool("red 5", "red 4", "red 3", "blue 3", "green 3")
    table.ship(0, "brown 2").aboard(0, "red 4").ship_pool("green 4", "purple 2").coins(0, green=2, purple=2)
    assert plan(table.win(0, "red 5")) == "ship purple 2"


@pytest.mark.rule("5")
def test_leaves_more_monkeys_behind_to_fill_the_next_ship() -> None:
    table = Table(monkey_treachery=True).track(brown=11).aboard(0, "brown 3", "red 3", "brown 4")
    assert plan(table.advance("brown")) == "stay brown"


# Everywhere


def new_game(setting: SoakSetting, seed: int) -> Game:
    return Game(setting.num_players, seed, deck=setting.deck, options=setting.options)


def test_plays_every_deck_and_all_options_by_the_rules() -> None:
    for setting in find_settings()[:NUM_SETTINGS]:
        game, bots = new_game(setting, seed=1), Bots(GAME, ["planner"] * setting.num_players)
        while not game.over:
            game.play(bots.choose_one(game, seed=1))  # an illegal action is refused


def test_cannot_peek() -> None:
    """Whatever its seat cannot know is dealt anew: the same move, in all settings and at all decisions."""
    chance, seen, decisions = random.Random(1), 0, set()
    for number, setting in enumerate(find_settings() * NUM_BLIND):
        game, bots = new_game(setting, seed=number), Bots(GAME, ["planner", "random", "planner", "greedy"])
        while not game.over and seen < NUM_BLIND:
            action = bots.choose_one(game, seed=seen)
            if bots.names[game.seat or 0] == "planner" and chance.random() < 0.2:
                assert bots.choose_one(game.resample_hidden(game.seat or 0, seen), seed=seen) == action, str(game)
                decisions.add(game.decision)
                seen += 1
            game.play(action)
        if seen == NUM_BLIND:
            break
    assert decisions >= {"card", "tribe", "monkey", "bid", "ship"}


@pytest.mark.outside  # slow without the JIT
@pytest.mark.parametrize(("num_players", "at_least"), [(2, 0.65), (3, 0.65), (4, 0.55)])
def test_beats_greedy(num_players: int, at_least: float) -> None:
    """Far outside chance here, and far below what it reaches."""
    assert win_share(["planner"] + ["greedy"] * (num_players - 1), 400) > at_least


# The value of a position


def values_of(game: Game | Table) -> list[float]:
    values = np.zeros(MAX_PLAYERS)
    write_values(game.states[0], game.rules[0], values)
    return [round(float(value), 9) for value in values]


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_values_sum_to_nothing_and_end_as_the_returns(num_players: int) -> None:
    game, bots = Game(num_players, seed=3), Bots(GAME, ["planner"] * num_players)
    while not game.over:
        assert sum(values_of(game)) == pytest.approx(0, abs=1e-6)
        assert game.seat is not None
        assert values_of(game) == values_of(game.resample_hidden(game.seat, 1))
        game.play(bots.choose_one(game, seed=0))
    returns = np.zeros(MAX_PLAYERS)
    write_returns(game.states, 0, game.rules, 0, returns)
    assert values_of(game) == pytest.approx(returns.tolist())


@pytest.mark.skipif(is_compiled(), reason="the parts of an outlook would be compiled for themselves")
def test_among_equally_rich_seats_it_does_not_matter_how_dear_coins_are_to_the_rich() -> None:
    def coins(table: Table, **changes: float) -> Any:
        outlooks, weights = np.zeros(1, OUTLOOK_DTYPE), weights_for(table.rules[0]).copy()
        for name, value in changes.items():
            weights[name] = value
        look(table.state, table.rules[0], 0, outlooks[0], weights[0])
        return outlooks["coin"][0]

    even, rich = Table(), Table().coins(0, **dict.fromkeys(("brown", "black"), 3))
    assert np.array_equal(coins(even), coins(even, coin_rich=0.0))
    assert (coins(rich)[0] < coins(rich, coin_rich=0.0)[0]).all()
    assert (coins(rich)[1:] > coins(rich, coin_rich=0.0)[1:]).all()


def test_scorn_lowers_what_a_seat_may_expect() -> None:
    values = np.zeros((2, MAX_PLAYERS))
    for row, table in zip(values, (Table(), Table().scorn(brown=1, black=1)), strict=True):
        write_values(table.state, table.rules[0], row)
    before, after = values
    assert after[1] < before[1]
    assert (after[[0, 2, 3]] > before[[0, 2, 3]]).all()


@pytest.mark.outside  # slow without the JIT
def test_values_tell_who_will_win() -> None:
    """Two rounds before the end, the seat with the highest value wins far more often than one in four."""
    count = 400
    games, bots = VectorGame(count, 4, seed=8, observe=False), Bots(GAME, ["planner"] * 4)
    favourites, wins = np.full(count, -1), np.zeros(count)
    for number in range(1_000):
        values = np.zeros(MAX_PLAYERS)
        for i in np.flatnonzero((favourites < 0) & (games.states["round_number"] == 6)):
            write_values(games.states[i], games.rules[0], values)
            favourites[i] = int(values.argmax())
        games.step(bots.choose(games, seed=number))
        for i in np.flatnonzero(games.dones & (wins == 0)):
            wins[i] = 1 if games.returns[i, favourites[i]] > 0 else -1
        if wins.all():
            break
    assert (wins > 0).mean() > 0.4
