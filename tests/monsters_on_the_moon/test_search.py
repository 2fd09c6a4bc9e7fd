"""What a search knows of the game: against others it trusts `planner` more than alone; its best moves come first."""

from typing import Any

import numpy as np
import pytest

from mom_env.contract.search import EVERYTHING
from mom_env.kernel.jit import kernel
from mom_env.monsters_on_the_moon import Game
from mom_env.monsters_on_the_moon.actions import NUM_ACTIONS
from mom_env.monsters_on_the_moon.guide import FIRST_MOVES, LOOK_DTYPE, TRUST, begin_look, list_moves, worth_of
from mom_env.players.bot_table import BotTable
from tests.support.sizes import smaller_without_jit

GAME = Game.info.name
STEPS = smaller_without_jit(60, 12)


@kernel
def look_at(states: Any, rules: Any, looks: Any, width: int, moves: Any, worths: Any) -> int:
    """List moves of the first game, and write the estimate of every action; return the number of moves."""
    count = list_moves(states[0], rules[0], width, looks[0], moves)
    begin_look(states[0], rules[0], 0, looks[0])
    for action in range(len(worths)):
        worths[action] = worth_of(states[0], rules[0], 0, looks[0], action)
    return int(count)


@pytest.mark.parametrize(("num_players", "trust"), [(1, 1.0), (3, TRUST)])
def test_the_moves_that_planner_takes_are_tried_first_and_count_more_against_others(
    num_players: int, trust: float
) -> None:
    game, planner = Game(num_players, 5), BotTable(GAME, ["planner"] * num_players)
    looks, moves, worths = np.zeros(1, LOOK_DTYPE), np.zeros(NUM_ACTIONS, np.int64), np.zeros(NUM_ACTIONS)
    for step in range(STEPS):
        if game.over:
            break
        legal, action = game.legal_actions(), planner.choose_one(game, step)
        for width, most in ((0, FIRST_MOVES if game.decision == "place" else len(legal)), (EVERYTHING, len(legal))):
            count = look_at(game.states, game.rules, looks, width, moves, worths)
            assert count == min(most, len(legal))
            assert set(moves[:count].tolist()) <= set(legal)
            assert worths[action] == max(worths[legal]) == max(worths[moves[:count]])
            assert worths[action] == pytest.approx(trust * float(looks[0]["values"][action]))
        game.play(action)
