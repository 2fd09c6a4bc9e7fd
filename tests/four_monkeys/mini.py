"""Small tables of 4 Monkeys for the checks of every game: two areas, choices in scoring, false stops."""

from functools import cached_property
from typing import Any

from mom_env.base.game import Game
from mom_env.contract.options import OptionValue
from mom_env.four_monkeys.info import INFO
from mom_env.games import GameModules
from tests.every_game.subject import Subject, Table

ALL: dict[str, OptionValue] = {"banana_skins": True, "check_choice": True, "false_stops": 1}
ROTATE: dict[str, OptionValue] = {"contest": "rotate", "fresh_skins_count": True, **ALL}
TABLES = [
    Table(2, {}),
    Table(3, ALL),
    Table(4, {"timer": "hidden", "pace": [1, 2, 1, 1]}),
    Table(2, ROTATE, skip_forced=False),
    Table(4, {"family": True, "rounds": 1}, skip_forced=False),
]


class Mini(Subject):
    """4 Monkeys at small tables with the mini file."""

    @cached_property
    def modules(self) -> GameModules:
        return GameModules("mom_env.four_monkeys", INFO)

    @property
    def is_long(self) -> bool:
        return False

    def few(self, count: int) -> int:
        return max(1, count // 4)

    @cached_property
    def tables(self) -> list[Table]:
        return TABLES

    def deal(self, table: Table, seed: int) -> Game[Any]:
        made = self.modules.people.Game
        game: Game[Any] = made(
            table.num_players, seed, deck="mini", options=table.options, skip_forced=table.skip_forced
        )
        return game
