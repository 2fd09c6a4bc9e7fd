"""What a person sees of every game at a terminal: it fits the width, from the opening to the scoring."""

from collections.abc import Callable, Iterator
from io import StringIO

import pytest
from rich.console import Console

from mom_env.games import GAMES, load
from mom_env.terminal.play import begin
from mom_env.terminal.sitting import Sitting
from tests.support.untyped import untyped

pytestmark = pytest.mark.once
FIRST = "the first choice"
each_game = pytest.mark.parametrize("name", GAMES)
each_width = pytest.mark.parametrize("width", [40, 80, 160])


def sitting(name: str, width: int) -> Sitting:
    """A person against two random players."""
    screen = Console(record=True, file=StringIO(), width=width, height=24)
    return begin(name, ("random", "random"), "random", screen, seat=1, seed=3)


def answers(table: Sitting, *lines: str) -> Callable[[str], str]:
    """What a person types: these lines, and then the first choice to the end."""
    rest: Iterator[str] = iter(lines)

    def answer(_: str) -> str:
        line = next(rest, FIRST)
        return table.choices()[0].label if line == FIRST else line

    return answer


@each_game
@each_width
def test_the_opening_says_what_the_game_is_who_plays_and_which_keys_help(name: str, width: int) -> None:
    table = sitting(name, width)
    table.open(untyped(None))
    lines = table.console.export_text().splitlines()
    assert max(map(len, lines)) <= width
    module = load(name)
    said = " ".join(" ".join(lines).split())
    assert said.startswith(f"{module.info.title} {module.people.INTRODUCTION}")
    assert said.endswith("You are p1 and play against p0 random and p2 random. r shows the rules, ? the keys.")


@each_game
@each_width
def test_a_whole_game_fits_the_width_of_the_terminal(name: str, width: int) -> None:
    table = sitting(name, width)
    table.play(answers(table, "?", "r", "h", FIRST, "a", "s", "no such choice"))
    game, names = table.session.game, table.session.names(table.seat)
    assert game.over
    table.console.print(load(name).people.show_scoring(game, names))
    lines = table.console.export_text().splitlines()
    assert max(map(len, lines)) <= width
