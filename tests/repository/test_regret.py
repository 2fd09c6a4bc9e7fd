"""The tool that tells what an agent's choices cost in the eyes of the guide."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from mom_env.games import load
from mom_env.players.agent import Agent
from mom_env.players.guide import Guide
from tests.support.own_agent import write_agent
from tools.regret import Choices, app, choices_of, table_of

pytestmark = [pytest.mark.once, pytest.mark.outside]  # slow without the JIT


class Best(Agent):
    """An agent that asks the guide, and always takes what it finds best."""

    def worths(self, states: Any, rules: Any, masks: Any) -> Any:
        return Guide(self.game).table(states, rules, masks)

    def choose(self, _: Any, masks: Any, rows: Any = ..., draws: Any = None, worths: Any = None) -> Any:  # noqa: ARG002  # as the agent's
        return np.where(masks[:, : worths.shape[1]], worths, -np.inf)[rows].argmax(1)


def test_who_asks_the_guide_pays_nothing_and_who_draws_lots_pays_much(tmp_path: Path) -> None:
    folder = write_agent(tmp_path / "lots", (2,))
    found = {}
    for kind in (Best, Agent):
        agent, games = kind(folder), load("monkeys_on_the_moon").people.VectorGame(12, 2, 3)
        found[kind] = choices_of(agent, games, Guide(agent.game))
    assert len(found[Best].costs) > 12 * 10
    assert found[Best].costs.max() == 0
    assert found[Agent].costs.mean() > 0.5


def test_a_row_for_each_kind_of_decision_that_came_up() -> None:
    choices = Choices(np.array([0, 2, 2, 2]), np.array([0.5, 0.0, 1.0, 2.0]))
    assert table_of(choices, ["bid", "play", "pay"], 2).splitlines()[2:] == [
        "| bid | 0.5 | 0.0 % | 0.500 | 0.25 |",
        "| pay | 1.5 | 33.3 % | 1.000 | 1.50 |",
    ]


def test_the_command_names_what_is_wrong(tmp_path: Path) -> None:
    said = CliRunner().invoke(app, ["nobody", "--players", "2"])
    assert said.exit_code == 2
    assert "expected the name or folder of a trained agent" in " ".join(said.output.replace("│", " ").split())
    folder = write_agent(tmp_path / "own", (2,))
    said = CliRunner().invoke(app, [str(folder), "--players", "2", "--deals", "2"])
    assert said.exit_code == 0
    assert said.output.startswith("| decision | choices a game | as the guide |")
