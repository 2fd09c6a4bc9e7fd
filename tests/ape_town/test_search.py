"""What a search knows of Ape Town: its estimates are those of planner, and payoffs are shares."""

from typing import Any

import numpy as np
import pytest

from mom_env.ape_town import Game
from mom_env.ape_town.search import LOOK_DTYPE, begin_look, list_moves, next_move, worth_of, write_payoff
from mom_env.kernel.jit import kernel
from mom_env.players.bot_table import BotTable
from mom_env.players.specs import make_player
from tests.ape_town.build import Table
from tests.support.sizes import smaller_without_jit

GAME = "ape_town"


@kernel
def estimates(states: Any, rules: Any, looks: Any, moves: Any, worths: Any) -> int:
    """The moves of the first game, and the estimate of each; their number."""
    count = list_moves(states[0], rules[0], 0, looks[0], moves)
    begin_look(states[0], rules[0], 2, looks[0])
    for i in range(count):
        worths[i] = worth_of(states[0], rules[0], 2, looks[0], moves[i])
    return count


@kernel
def payoff_of(states: Any, rules: Any, looks: Any, out: Any) -> None:
    write_payoff(states[0], rules[0], looks[0], out)


@kernel
def move_of(states: Any, rules: Any, looks: Any, style: int, moves: Any) -> int:
    return int(next_move(states[0], rules[0], style, looks[0], moves))


def payoff(game: Game) -> list[float]:
    out = np.zeros(4)
    payoff_of(game.states, game.rules, np.zeros(1, LOOK_DTYPE), out)
    return [float(share) for share in out[: game.num_players]]


@pytest.mark.parametrize("num_players", smaller_without_jit([2, 4], [2]))
def test_the_moves_are_the_legal_ones_and_planner_takes_the_best(num_players: int) -> None:
    looks, moves, worths = np.zeros(1, LOOK_DTYPE), np.zeros(80, np.int64), np.zeros(80)
    bots = {style: BotTable(GAME, [name] * num_players) for style, name in ((1, "greedy"), (2, "planner"))}
    for seed in range(smaller_without_jit(10, 1)):
        game = Game(num_players, seed)
        while not game.over:
            count = estimates(game.states, game.rules, looks, moves, worths)
            assert moves[:count].tolist() == game.legal_actions()
            best = int(moves[np.argmax(worths[:count])])
            for style, table in bots.items():
                assert move_of(game.states, game.rules, looks, style, moves) == table.choose_one(game, seed)
            assert bots[2].choose_one(game, seed) == best
            game.play(best)


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_payoffs_are_shares_of_one(num_players: int) -> None:
    game = Game(num_players, 1)
    while not game.over:
        assert sum(payoff(game)) == pytest.approx(1)
        assert min(payoff(game)) > 0
        game.play(game.legal_actions()[-1])
    found: Any = game.result()
    assert sum(payoff(game)) == pytest.approx(1)
    assert int(np.argmax(payoff(game))) == found["winners"][0]
    assert max(payoff(game)) > 0.5


def test_at_the_deal_all_seats_are_alike() -> None:
    assert payoff(Table(3).game) == pytest.approx([1 / 3] * 3)


def test_the_boss_of_a_rich_district_has_the_best_payoff() -> None:
    table = Table(3).fill(4, ["orangutan 1", *["mandrill"] * 5], rest="banana").clear(42)
    assert payoff(table.game)[1] == max(payoff(table.game)) > 0.4


def test_a_search_finds_the_placement_that_wins() -> None:
    """One field is left, beside which nothing lies for the other; only the tile that is taken matters."""
    table = Table(2, row={0: "banana", 1: "mandrill"})
    for district in range(9):
        table.fill(district)
    table.clear(34).lay({42: "lemur 1"})
    table.display([0, 1]).money(1, 0).turns_played(77, 0)
    table.state.start = 1
    player: Any = make_player("ismcts:sims=200", GAME)
    chosen = player.choose(table.game.states, table.game.rules, np.array([1], np.uint64))
    assert chosen.tolist() == [1], "the mandrill brings 15 beside five sites, a banana site only 2"
