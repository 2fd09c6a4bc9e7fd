"""A game in a real terminal: whatever ends it, and whenever, nothing is lost but the choice that is being made."""

import io
import os
import re
import signal
import sys
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from mom_env.base.replay import read_replay
from mom_env.games import GAMES
from mom_env.monkeys_on_the_moon import Game
from mom_env.terminal.clock import Clock
from mom_env.terminal.play import begin, resume, run

if sys.platform == "win32":
    pytest.skip("needs terminals as POSIX has them", allow_module_level=True)

from tests.support.terminal import CTRL_C, CTRL_D, Terminal

pytestmark = pytest.mark.outside
PROMPT = r"\? help > "
OPENING = "q leave > "


def sit_down(folder: Path, seed: int) -> Terminal:
    words = ("greedy", "random", "--seat", "0", "--seed", str(seed), "--save", "my game.json")
    return begun(Terminal("play", *words, cwd=folder))


def begun(terminal: Terminal) -> Terminal:
    """Press Enter at the opening."""
    terminal.wait_for(OPENING)
    terminal.type("\n")
    return terminal


def choose(terminal: Terminal, times: int) -> None:
    """Take the first choice of the list `times` times, each after its prompt, and wait for the next prompt."""
    begin = 0
    for _ in range(times):
        screen = terminal.wait_for(PROMPT, begin)
        begin += len(screen)
        labels = re.findall(r"^(\d+): ", screen, re.MULTILINE)
        terminal.type(f"{labels[0]}\n")
    terminal.wait_for(PROMPT, begin)


def own_moves(folder: Path) -> int:
    """How many choices of the person are in the file, which must be a whole replay."""
    replay = read_replay(folder / "my game.json")
    Game.from_replay(replay)
    return [move["seat"] for move in replay["moves"]].count(0)


ENDS: dict[str, tuple[str | int, int]] = {
    "q": ("q\n", 0),
    "Ctrl-D": (CTRL_D, 0),
    "Ctrl-C": (CTRL_C, 130),
    "SIGINT": (signal.SIGINT, 130),
    "SIGTERM": (signal.SIGTERM, 128 + signal.SIGTERM),
    "SIGHUP": (signal.SIGHUP, 128 + signal.SIGHUP),
}


@pytest.mark.parametrize("choices", [0, 3])
@pytest.mark.parametrize("how", ENDS)
def test_whatever_ends_a_game_says_where_it_is(how: str, choices: int, tmp_path: Path) -> None:
    terminal = sit_down(tmp_path, seed=choices)
    choose(terminal, choices)
    ending, code = ENDS[how]

    def end() -> None:
        terminal.type(ending) if isinstance(ending, str) else terminal.send(ending)

    end()
    assert terminal.end(end) == code
    last = terminal.text.rstrip().splitlines()[-1]
    assert last == "Saved in my game.json. To continue: mom play --resume 'my game.json'"
    assert "Traceback" not in terminal.text
    assert own_moves(tmp_path) == choices
    assert [path.name for path in tmp_path.glob("*game*")] == ["my game.json"]


@pytest.mark.parametrize("choices", [0, 1, 4])
def test_a_terminal_that_is_closed_loses_nothing(choices: int, tmp_path: Path) -> None:
    terminal = sit_down(tmp_path, seed=choices)
    choose(terminal, choices)
    assert terminal.hang_up() != 0
    assert own_moves(tmp_path) == choices


@pytest.mark.parametrize("choices", [0, 2, 5])
def test_a_killed_game_loses_nothing(choices: int, tmp_path: Path) -> None:
    terminal = sit_down(tmp_path, seed=choices)
    choose(terminal, choices)
    assert terminal.kill() == -signal.SIGKILL
    assert own_moves(tmp_path) == choices
    again = resume(GAMES[0], tmp_path / "my game.json", "greedy", Console(quiet=True))
    assert not again.session.over


def moves_of(replay: Mapping[str, Any]) -> list[Any]:
    moves: list[Any] = replay["moves"]
    return moves


@pytest.fixture(scope="module")
def straight() -> list[Any]:
    """All moves of the game of seed 7 in which the person always takes the first choice, and nothing ends it."""
    sitting = begin(GAMES[0], ("greedy", "random"), "greedy", Console(quiet=True), seat=0, seed=7)
    sitting.play(lambda _: sitting.choices()[0].label)
    return moves_of(sitting.session.replay())


# After some choices the next one is typed, and a signal comes so many milliseconds later: before, while or after the
# choice is played and saved.
DELAYS = (0, 0.5, 1, 1.5, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 25, 30, 40, 60)
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP)
MOMENTS = [(SIGNALS[at % 3], at // 3 % 3, delay / 1000) for at, delay in enumerate(DELAYS)]


def test_an_end_at_any_of_20_moments_loses_at_most_the_last_choice(tmp_path: Path, straight: list[Any]) -> None:
    """One game, which is ended 20 times and resumed as often."""
    file = tmp_path / "my game.json"
    terminal = sit_down(tmp_path, seed=7)
    for number, choices, delay in MOMENTS:
        at = own_moves(tmp_path)
        choose(terminal, choices)
        assert own_moves(tmp_path) == at + choices
        type_first_choice(terminal)
        time.sleep(delay)
        terminal.send(number)
        terminal.end(again=partial(terminal.send, number))
        played = moves_of(read_replay(file))
        assert played == straight[: len(played)]
        assert own_moves(tmp_path) in (at + choices, at + choices + 1)
        if number != signal.SIGKILL:
            assert [path.name for path in tmp_path.glob("*game*")] == ["my game.json"]  # and no half-written one
        terminal = begun(Terminal("play", "--resume", "my game.json", cwd=tmp_path))
    terminal.wait_for(PROMPT)
    assert terminal.kill() == -signal.SIGKILL


def type_first_choice(terminal: Terminal) -> None:
    """Type the first choice of the last list."""
    prompts = [found.end() for found in re.finditer(PROMPT, terminal.text)]
    screen = terminal.text[prompts[-2] if len(prompts) > 1 else 0 :]
    terminal.type(re.findall(r"^(\d+): ", screen, re.MULTILINE)[0] + "\n")


def test_a_bot_that_ends_the_process_loses_nothing(tmp_path: Path) -> None:
    (tmp_path / "leaving.py").write_text("import os\n\n\ndef play(observation, mask):\n    os._exit(3)\n")
    words = ("play", "leaving:play", "--seat", "0", "--seed", "1", "--save", "my game.json")
    terminal = begun(Terminal(*words, cwd=tmp_path))
    while own_turn(terminal):
        pass
    assert terminal.end() == 3
    assert own_moves(tmp_path) == len(re.findall(PROMPT, terminal.text))


def own_turn(terminal: Terminal) -> bool:
    """Take the first choice, if the game comes to one."""
    begin = len(terminal.text)
    try:
        screen = terminal.wait_for(PROMPT, begin)
    except AssertionError:
        return False
    terminal.type(re.findall(r"^(\d+): ", screen, re.MULTILINE)[0] + "\n")
    return True


class Dropping:
    """Garbage whose removal takes the signal: Python prints what its handler raises, and drops it."""

    def __del__(self) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(0.01)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_signal_whose_exception_python_drops_still_ends_the_game_at_the_next_question(tmp_path: Path) -> None:
    console, asked = Console(file=io.StringIO(), width=80), list[str]()
    sitting = begin(GAMES[0], ("greedy", "random"), "greedy", console, seat=0, seed=7)

    def ask(prompt: str) -> str:
        asked.append(prompt)
        Dropping()
        return sitting.choices()[0].label

    assert run(sitting, ask, tmp_path / "my game.json") == 128 + signal.SIGTERM
    assert len(asked) == 1
    assert own_moves(tmp_path) == 1


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_so_it_does_at_the_next_question_by_the_clock(tmp_path: Path) -> None:
    console, asked = Console(file=io.StringIO(), width=80), list[float]()
    sitting = begin("four_monkeys", ("random",), "random", console, seat=0, seed=7, deck="mini")

    def read(seconds: float) -> None:
        asked.append(seconds)
        Dropping()

    sitting.clock = Clock(4, read)
    assert run(sitting, lambda _: "", tmp_path / "my game.json") == 128 + signal.SIGTERM
    assert asked == [4]
