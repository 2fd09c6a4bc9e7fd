"""The bots: legal, deterministic, blind to what their seat cannot know, and one better than the other."""

import random
from typing import Any

import numpy as np
import pytest

from mom_env.errors import OptionError
from mom_env.monkeys_on_the_moon import Game, VectorGame
from mom_env.monkeys_on_the_moon.bots import BOTS
from mom_env.players.bot_table import BotTable
from tests.support.sizes import smaller_without_jit


def win_share(names: list[str], num_games: int) -> float:
    """How often the first seat wins alone, over the first end of each game."""
    games, table = VectorGame(num_games, len(names), seed=3, observe=False), BotTable("monkeys_on_the_moon", names)
    open_games, wins, number = np.ones(num_games, bool), 0, 0
    while open_games.any():
        games.step(table.choose(games, seed=number))
        new = games.dones & open_games
        wins += int((games.returns[new, 0] > 0).sum())
        open_games &= ~games.dones
        number += 1
    return wins / num_games


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_greedy_beats_random(num_players: int) -> None:
    """Twice the fair share is far outside chance here, and far below what it reaches."""
    share = win_share(["greedy"] + ["random"] * (num_players - 1), smaller_without_jit(1_000, 24))
    assert share > min(0.8, 2 / num_players)


@pytest.mark.parametrize("bot", list(BOTS))
def test_a_bot_does_not_see_what_its_seat_cannot_know(bot: str) -> None:
    """Same seed, same view, same move, whatever is hidden."""
    chance, table = random.Random(1), BotTable("monkeys_on_the_moon", [bot] * 4)
    for seed in range(smaller_without_jit(60, 1)):
        game = Game(4, seed, options={"monkey_treachery": True, "hidden_coins": seed % 2 == 0})
        while not game.over:
            action = table.choose_one(game, seed)
            assert action in game.legal_actions()
            if chance.random() < 0.3:
                assert table.choose_one(game.resample_hidden(game.seat or 0, seed), seed) == action
            game.play(action)


def test_the_same_seed_chooses_the_same() -> None:
    games, table = VectorGame(20, seed=1), BotTable("monkeys_on_the_moon", ["random"] * 4)
    assert table.choose(games, seed=5).tolist() == table.choose(games, seed=5).tolist()
    assert table.choose(games, seed=5).tolist() != table.choose(games, seed=6).tolist()


def test_greedy_passes_rather_than_pay_more_than_a_monkey_is_worth() -> None:
    """It does not throw coins away: among legal bids it takes one of the fewest coins that outbid."""
    table, bids = BotTable("monkeys_on_the_moon", ["greedy"] * 4), 0
    for seed in range(smaller_without_jit(40, 2)):
        game = Game(4, seed)
        while not game.over:
            action = table.choose_one(game, seed)
            choices: Any = game.choices()
            coins = [sum(choice.values()) for choice in choices] if game.decision == "bid" else []
            chosen = next(c for c, legal in zip(choices, game.legal_actions(), strict=True) if legal == action)
            if game.decision == "bid" and "pass" not in chosen:
                fewest = min(sum(c.values()) for c in choices if "pass" not in c)
                assert sum(chosen.values()) == fewest
                bids += 1
            assert coins == [] or len(coins) > 1
            game.play(action)
    assert bids > 0


def test_an_unknown_bot_is_answered_with_those_that_exist() -> None:
    with pytest.raises(OptionError, match="random, greedy, planner"):
        BotTable("monkeys_on_the_moon", ["genius"])
