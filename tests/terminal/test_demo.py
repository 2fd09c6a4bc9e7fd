"""`mom demo` and the story of a game: short, by names, and true."""

import re
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from mom_env.errors import MomError
from mom_env.games import GAMES, load
from mom_env.monkeys_on_the_moon import Game
from mom_env.players.bot_table import bots_by_seat, play_by_bots
from mom_env.terminal.demo import next_of, show, show_game
from tests.support.commands import command_names
from tests.support.sizes import smaller_without_jit

pytestmark = pytest.mark.once
GAME = GAMES[0]
SCREENS, LINES = 3, 24
PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th")


def told(num_players: int, seed: int, width: int = 80, **arguments: Any) -> tuple[Game, str]:
    game, bots = (
        Game(num_players, seed, skip_forced=False, **arguments),
        bots_by_seat(load(GAME).info.demo_bots, num_players),
    )
    paper = Console(file=StringIO(), record=True, width=width)
    show_game(GAME, game, bots, seed, paper)
    return game, paper.export_text()


def games() -> list[tuple[int, int]]:
    return [(2 + seed % 3, seed) for seed in range(smaller_without_jit(30, 3))]


def test_every_monkey_that_was_won_has_a_line_and_every_round_a_heading() -> None:
    for num_players, seed in games():
        game, text = told(num_players, seed)
        won = [len(re.findall(rf" to p{seat} \w+ for \d+ points: ", text)) for seat in range(num_players)]
        assert won == game.result()["monkeys"]
        rounds = int(game.ruleset.rules[0].rounds)
        assert re.findall(r"^round (\d+) of (\d+) ", text, re.MULTILINE) == [
            (str(number), str(rounds)) for number in range(1, rounds + 1)
        ]


def test_where_stones_come_to_and_what_full_ships_pay_is_true() -> None:
    for num_players, seed in games():
        game, text = told(num_players, seed)
        view = game.snapshot()
        last = dict(re.findall(r"p\d (\w+) (to \d+|in \w+)", text))
        for tribe, place in last.items():
            finished = view["finished"]
            is_in = tribe in finished
            assert place == (f"in {PLACES[finished.index(tribe)]}" if is_in else f"to {view['track'][tribe]}")
        for seat, ships in enumerate(view["ships_won"]):
            paid = re.findall(rf"ship of p{seat} \w+ leaves full: (\d+) VP", text)
            assert sum(map(int, paid)) == sum(ship["vp"] for ship in ships)


def test_the_result_stands_in_the_order_of_the_places() -> None:
    game, text = told(4, seed=7)
    rows = re.findall(r"^(\d) +p(\d) (\w+) +(-?\d+) +(\d+) *$", text, re.MULTILINE)
    result: Any = game.result()
    assert [int(place) for place, *_ in rows] == sorted(result["places"])
    assert {int(seat): (int(vp), int(monkeys)) for _, seat, _, vp, monkeys in rows} == {
        seat: (result["vp"][seat], result["monkeys"][seat]) for seat in range(4)
    }


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_game_fits_a_few_screens(num_players: int) -> None:
    for seed in range(smaller_without_jit(20, 2)):
        _, text = told(num_players, seed)
        assert text.count("\n") <= SCREENS * LINES
        assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("width", [40, 160])
def test_it_is_readable_on_any_terminal_and_without_colour(width: int) -> None:
    paper = Console(file=(file := StringIO()), width=width)
    show(GAME, 3, 7, 5, paper)
    text = file.getvalue()
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) <= width
    assert not re.search(r"\b(own|cw|ccw)\b", text)
    assert all(tribe in text for tribe in ("brown", "black", "green", "blue", "red", "purple"))
    assert re.search(r"\d+ more games, in [\d.]+ seconds on one core", " ".join(text.split()))
    assert all(command.split()[1] in text for command, _ in next_of(load(GAME).info))


def test_what_is_next_counts_the_opponents_of_the_game() -> None:
    for name in GAMES:
        others = load(name).info.default_players - 1
        assert f"against {others} bot{'s' if others > 1 else ''}, with hints" in next_of(load(name).info)[0][1]


def test_what_is_next_exists() -> None:
    names = [*(command[0] for command in command_names()), "--help"]
    assert [command for command, _ in next_of(load(GAME).info) if command.split()[1] not in names] == []


@pytest.mark.parametrize(
    ("players", "games", "found"), [(0, 5, "0"), (-5, 5, "-5"), (5, 5, "5"), (3, 0, "0"), (3, -1, "-1")]
)
def test_numbers_that_cannot_be_are_refused_before_anything_is_shown(players: int, games: int, found: str) -> None:
    paper = Console(file=(file := StringIO()), width=80)
    with pytest.raises(MomError, match=f"found {found}$"):
        show(GAME, players, 7, games, paper)
    assert file.getvalue() == ""


def test_bots_asked_for_more_decisions_than_there_are_play_to_the_end() -> None:
    assert play_by_bots(GAME, 2, seed=3, decisions=10_000).over
