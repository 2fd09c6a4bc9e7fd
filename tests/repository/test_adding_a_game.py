"""The tutorial is followed from end to end: its files are a game, and its commands print what it says."""

import re
from pathlib import Path

import pytest

from mom_env.testing import CHECKS
from tests.support.commands import ROOT
from tests.support.tutorial import Command, Ran, Reader, Step, changed, commands_of, steps_of

PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
COMMANDS = [command for step in steps_of(PAGE) for command in commands_of(step)]
MOST_LINES = 240  # of the game, blank ones and docstrings included
LEAST_SHARE = 65  # per cent of games against `random` that show that something has been learned; 50 is chance
# Names all games, loads another one, and only then this one.
LOADED_LATE = """
import sys
import mom_env.games as games
assert "brim" in games.game_names()
games.load(games.GAMES[0]).people
print([name for name in sys.modules if name.partition(".")[0] == "brim"])
print(games.load("brim").info.title, "brim.kernels" in sys.modules)
"""

pytestmark = [pytest.mark.outside, pytest.mark.train, pytest.mark.xdist_group("adding a game")]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    return Reader(tmp_path_factory.mktemp("tutorial"))


@pytest.fixture(scope="module")
def ran(reader: Reader) -> list[Ran]:
    """What became of each command of the page, in order."""
    return list(reader.follow(PAGE))


@pytest.mark.parametrize("number", range(len(COMMANDS)), ids=[command.words for command in COMMANDS])
def test_a_command_does_what_the_page_says(ran: list[Ran], number: int) -> None:
    command, (code, printed, errors) = COMMANDS[number], ran[number]
    assert (code != 0) == ("fails" in command.kind), errors
    assert command.agrees(printed or errors), printed or errors


def test_every_block_is_typed_in(ran: list[Ran]) -> None:
    preface = 1  # installs this package
    assert len(ran) == len(COMMANDS) > 10
    assert PAGE.count("\n```") == 2 * (len(steps_of(PAGE)) + preface)
    assert {step.kind.split()[0] for step in steps_of(PAGE) if not step.file} == {"console"}


def test_every_check_of_the_kit_has_looked_and_found_nothing(ran: list[Ran]) -> None:
    assert printed_by("mom check --game brim --seeds 10", ran).count("│ passed") == len(CHECKS)


def test_the_bot_and_the_trained_agent_beat_random(ran: list[Ran]) -> None:
    table = printed_by("mom tournament careful random --game brim --players 2", ran)
    assert share_in(table, "│ careful │ ") > LEAST_SHARE > share_in(table, "│ random  │ ")
    evaluation = printed_by("mom evaluate runs/brim/agent --against random", ran)
    assert share_in(evaluation, "win share ") > LEAST_SHARE


def share_in(printed: str, before: str) -> float:
    """The percentage that stands behind these words."""
    return float(re.findall(rf"^{re.escape(before)}([\d.]+) %", printed, re.MULTILINE)[0])


def printed_by(words: str, ran: list[Ran]) -> str:
    """What the command of these words has printed."""
    return next(result.printed for command, result in zip(COMMANDS, ran, strict=True) if command.words == words)


def test_the_trained_agent_lies_where_the_page_says(ran: list[Ran], reader: Reader) -> None:
    assert ran
    assert {path.name for path in (reader.folder / "runs" / "brim").iterdir()} >= {"agent", "strength.png"}


def test_the_game_is_as_small_as_the_page_says(ran: list[Ran], reader: Reader) -> None:
    assert ran
    lines = [line for path in sorted((reader.folder / "brim").glob("*.py")) for line in read(path).splitlines()]
    assert f"some {MOST_LINES} lines" in " ".join(PAGE.split())
    assert len(lines) <= MOST_LINES


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_the_game_is_loaded_only_when_it_is_named(ran: list[Ran], reader: Reader) -> None:
    assert ran
    code, printed, errors = reader.python("-c", LOADED_LATE)
    assert (code, printed.splitlines()) == (0, ["[]", "Brim True"]), errors


def test_a_page_that_says_otherwise_is_noticed() -> None:
    printed = "playing 1 of 2\nshare 75.6 %; 484 games/s\nall is well\n"
    for shown in ("share 75.6 %; 484 games/s\nall is well\n", "share 75.6 %; ...\nall is well\n", "...\nall is well\n"):
        assert Command("", shown, "console").agrees(printed)
    for shown in ("share 75.7 %; ...\nall is well\n", "share 75.6 %; 484 games/s\n", "all is bad\n"):
        assert not Command("", shown, "console").agrees(printed)
    assert Command("", "share 9.1 %; ...\nall is well\n", "console about").agrees(printed)
    assert not Command("", "part 9.1 %; ...\nall is well\n", "console about").agrees(printed)


def test_a_change_of_what_is_not_there_is_noticed() -> None:
    step = Step("Change", "rules.py", "diff", "-one\n+two\n")
    assert changed("zero\none\n", step) == "zero\ntwo\n"
    for text in ("zero\n", "one\none\n"):
        with pytest.raises(AssertionError, match=r"rules\.py: expected once: 'one"):
            changed(text, step)
