"""Packages that are no games: an error that names the game and what is wrong, and nothing else is hurt."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from mom_env.errors import GameError
from mom_env.games import GAMES, game_names, load, package_of
from tests.every_game.installed import TINY
from tests.every_game.planted import declare, plant
from tests.support.commands import ROOT

pytestmark = pytest.mark.once


class Wrong(NamedTuple):
    """What is replaced in a file of a game, and what the error says."""

    game: str
    file: str
    old: str
    new: str
    says: str


KERNELS, PEOPLE, INFO = "kernels.py", "people.py", "info.py"
WRONGS = [
    # Names
    Wrong("high_card", KERNELS, "def deal(", "def dealt(", "kernels: expected a name 'deal', found none"),
    Wrong(
        "high_card",
        KERNELS,
        "\nNUM_ACTIONS = EXCHANGE + 1",
        "\nNUM = EXCHANGE + 1",
        r"raised NameError: name 'NUM_ACTIONS' is not defined .kernels.py, line 26",
    ),
    Wrong("high_card", PEOPLE, "BOTS = {", "BOT = {", "people: expected a name 'BOTS', found none"),
    Wrong("berries", PEOPLE, "ACTIONS = (", "ACTION = (", "people: expected a name 'ACTIONS', found none"),
    Wrong(
        "berries",
        PEOPLE,
        "class VectorGame",
        "class Vector",
        "info: raised ImportError: cannot import name 'VectorGame'",
    ),
    Wrong("berries", INFO, "INFO = ", "INF = ", "info: raised ImportError: cannot import name 'INFO'"),
    Wrong(
        "high_card",
        KERNELS,
        "def redeal(",
        "def deal_again(",
        "kernels: expected a name 'redeal', as INFO.has_secrets is True, found none",
    ),
    # Types and shapes
    Wrong(
        "high_card",
        INFO,
        "INFO = GameInfo(",
        "INFO = dict(",
        "info: raised AttributeError: 'dict' object has no attribute",
    ),
    Wrong(
        "high_card",
        KERNELS,
        "NUM_ACTIONS = EXCHANGE + 1",
        "NUM_ACTIONS = np.int64(11)",
        "NUM_ACTIONS: expected an int from 1",
    ),
    Wrong(
        "high_card",
        KERNELS,
        "UNSEEN_SIZE = HIDDEN_SIZE",
        "UNSEEN_SIZE = 0\nHIDDEN_SIZE",
        "UNSEEN_SIZE: expected an int from 1",
    ),
    Wrong(
        "high_card",
        KERNELS,
        "def take_action(state: State, rules: Rules, action: int)",
        "def take_action(state: State, action: int)",
        "kernels: take_action: expected a function of state, rules, action, found one of state, action",
    ),
    Wrong(
        "berries",
        KERNELS,
        "WAIT = 0  #",
        "write_leads = 3\nWAIT = 0  #",
        "write_leads: expected a function of state, rules, out, found 3",
    ),
    Wrong(
        "high_card",
        KERNELS,
        "MASK_DTYPE = mask_dtype(NUM_ACTIONS)",
        'MASK_DTYPE = np.dtype((np.record, [("ids", np.int8, (NUM_ACTIONS,))]))',
        "MASK_DTYPE: expected a field 'words' of 2 uint64",
    ),
    Wrong(
        "high_card",
        KERNELS,
        "mask_dtype(NUM_ACTIONS)",
        "mask_dtype(8)",
        "MASK_DTYPE: expected a field 'ids' of 11 int8",
    ),
    Wrong(
        "high_card", KERNELS, '    ("rng", np.uint64),', '    ("rng", np.int64),', "STATE_DTYPE.rng: expected uint64"
    ),
    Wrong(
        "high_card",
        KERNELS,
        '"num_players", "skip_forced", "coins"',
        '"players", "skip_forced", "coins"',
        "RULES_DTYPE: expected a field 'num_players'",
    ),
    Wrong(
        "high_card",
        KERNELS,
        '(name, np.int8) for name in ("seat"',
        '(name, np.int8) for name in ("copy", "seat"',
        "STATE_DTYPE.copy: expected a name that NumPy's records have not",
    ),
    Wrong(
        "high_card",
        KERNELS,
        "np.dtype((State, STATE_FIELDS))",
        "np.dtype(STATE_FIELDS)",
        "STATE_DTYPE: expected records",
    ),
    Wrong(
        "high_card",
        KERNELS,
        "view_dtype(LAYOUT)",
        'np.dtype((np.record, [("hand", "f4", (44,))]))',
        "OBSERVATION_DTYPE: expected a field 'everything'",
    ),
    Wrong(
        "high_card",
        "layout.py",
        "MAX_STAKE, NUM_VALUES, MAX_CARDS = 4,",
        "MAX_STAKE, NUM_VALUES, MAX_CARDS = 3,",
        "MAX_PLAYERS: expected at least 4",
    ),
    Wrong("high_card", "search.py", "style: int, look", "look", "search: worth_of: expected a function of"),
    Wrong(
        "high_card",
        "checks.py",
        "(state: Any, rules: Any)",
        "(state: Any)",
        "checks: find_violation: expected a function",
    ),
    Wrong(
        "high_card",
        "checks.py",
        "POSITIONS: tuple[Position, ...] = (",
        "POSITIONS = (1, 2)\n_MORE = (",
        "checks: POSITIONS: expected a sequence of Position",
    ),
    # What a game says of itself
    Wrong("high_card", INFO, "decisions_per_game=12", "default_players=7", "INFO.default_players: expected one of"),
    Wrong("berries", INFO, "tables={1:", "tables={0: Table(), 1:", "INFO.tables: expected numbers of players from 1"),
    Wrong(
        "berries", INFO, 'rewards=("vp", "win")', 'rewards=("vp", "money")', "INFO.tables.1.rewards: expected some of"
    ),
    Wrong(
        "berries", INFO, 'kind="simultaneous"', 'kind="real time"', "INFO.kind: expected 'sequential' or 'simultaneous'"
    ),
    Wrong("berries", INFO, "wait=0", "wait=6", "INFO.wait: expected an id below 6"),
    Wrong("berries", INFO, "score_unit=20.0", "score_unit=0.0", "INFO: expected score_unit"),
    Wrong(
        "high_card",
        INFO,
        'hint="bold"',
        'hint="wise"',
        "expected hint, strongest and demo_bots to be among random, bold",
    ),
    Wrong(
        "high_card",
        INFO,
        '"stakes": [1, 3]',
        '"stakes": [3, 1]',
        "OPTIONS: expected to take INFO.benchmark_options, found that",
    ),
    # Actions, observation, options, bots, the game for people
    Wrong(
        "high_card",
        PEOPLE,
        '"bet", FOLD + 1, MAX_STAKE',
        '"bet", FOLD, MAX_STAKE',
        "ACTIONS: expected every id once, in order, and so 'stake' from 1 on",
    ),
    Wrong(
        "high_card",
        PEOPLE,
        '"bet", FOLD + 1, MAX_STAKE',
        '"bet", FOLD + 1, MAX_STAKE - 1',
        "and so 'exchange' from 9 on, found 1 ids from 10 on",
    ),
    Wrong(
        "high_card",
        PEOPLE,
        '    ActionRange("exchange"',
        '    # ActionRange("exchange"',
        "ACTIONS: expected 11 ids, as NUM_ACTIONS has it, found 10",
    ),
    Wrong(
        "high_card",
        PEOPLE,
        '"stake", "bet"',
        '"stake", "raise"',
        "ACTIONS: expected 'stake' for one of the decisions bet",
    ),
    Wrong(
        "high_card",
        PEOPLE,
        "\nfrom high_card.layout import LAYOUT as LAYOUT",
        "\nfrom high_card.layout import LAYOUT as LAY\n\nLAYOUT = LAY[1:]",
        "LAYOUT: expected 'hand' where the observation has it",
    ),
    Wrong(
        "berries",
        PEOPLE,
        "from berries.layout import LAYOUT as LAYOUT",
        "from berries.layout import LAYOUT as LAY\n\nLAYOUT = LAY[:-1]",
        "LAYOUT: expected 50 numbers, as the observation has, found 49",
    ),
    Wrong(
        "high_card",
        PEOPLE,
        "    rounds: Annotated[int, Field(ge=1",
        '    rounds: Annotated[int, Field(alias="exchange", ge=1',
        "OPTIONS: expected each option once, found 'exchange' twice",
    ),
    Wrong(
        "high_card",
        PEOPLE,
        "        rounds: how many",
        "        turns: how many",
        "OPTIONS: expected a line for 'rounds'",
    ),
    Wrong(
        "high_card", PEOPLE, "Bot(1, 1,", "Bot(0, 1,", "BOTS: expected a number of its own for each bot, found 0 twice"
    ),
    Wrong("berries", PEOPLE, "    def words(", "    def names(", "Game: expected a method 'words', found none"),
    Wrong(
        "berries",
        PEOPLE,
        "    info = INFO\n",
        "    info = INFO._replace(hint='x')\n",
        "Game.info: expected the INFO of the game",
    ),
    Wrong(
        "berries",
        PEOPLE,
        "class Game(game.Game[Ruleset]):",
        "class Game:",
        "raised TypeError|Game: expected a class made from",
    ),
    Wrong(
        "high_card",
        PEOPLE,
        "player_counts=[2, 3, 4]",
        "player_counts=[2, 4]",
        "people: Game.make_ruleset: num_players: deck 'standard' is for 2 or 4 players, found 3",
    ),
    Wrong(
        "high_card",
        PEOPLE,
        "DECKS, OPTIONS, fill)",
        "DECKS, OPTIONS)",
        "people: Game.make_ruleset: RULES_DTYPE: expected a field 'stakes', as the option",
    ),
    # Records
    Wrong(
        "berries",
        KERNELS,
        "STATE_DTYPE = np.dtype((State, STATE_FIELDS))",
        "from mom_env.monkeys_on_the_moon.state import STATE_FIELDS as ITS\n\nITS = ITS[:9]\n"
        "STATE_DTYPE = np.dtype((State, [*ITS]))",
        "STATE_DTYPE: expected a record that does not begin like that of mom_env.monkeys_on_the_moon",
    ),
    Wrong(
        "berries",
        KERNELS,
        "RULES_FIELDS: list[tuple[Any, ...]] = [",
        'RULES_FIELDS: list[tuple[Any, ...]] = [("num_players", np.int64), ("skip_forced", np.int64)]\n_MORE = [',
        "RULES_DTYPE: expected a record that does not begin like that of mom_env",
    ),
    # Code that raises
    Wrong("berries", INFO, "INFO = ", "raise OSError(28)\nINFO = ", r"info: raised OSError: 28"),
    Wrong(
        "berries",
        KERNELS,
        "WAIT = 0  #",
        "WAIT = 0 / 0  #",
        "info: raised ZeroDivisionError: division by zero .kernels.py",
    ),
    Wrong(
        "berries",
        PEOPLE,
        "WORDS = ",
        "import no_such_module\n\nWORDS = ",
        "raised ModuleNotFoundError: No module named 'no_such_module'",
    ),
    Wrong(
        "high_card", "search.py", "from typing import Any", "from typing import Anything", "search: raised ImportError"
    ),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of packages for one test. Games loaded from it are forgotten; the games of all tests are not."""
    for game in TINY:
        load(game)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "modules", sys.modules.copy())
    return tmp_path


@pytest.mark.parametrize("number", range(len(WRONGS)), ids=[f"{wrong.game}-{wrong.says[:40]}" for wrong in WRONGS])
def test_what_is_wrong_with_a_game_is_said_when_it_is_loaded(folder: Path, number: int) -> None:
    wrong = WRONGS[number]
    name = plant(folder, wrong.game, number, wrong.file, wrong.old, wrong.new)
    with pytest.raises(GameError, match=rf"^game '{name}': .*({wrong.says.replace('(', '[(]')})"):
        load(name)
    assert load(wrong.game).info.name == wrong.game


def test_a_copy_without_a_fault_loads(folder: Path) -> None:
    for game in TINY:
        name = plant(folder, game, "copy", "info.py", "score_unit", "score_unit")
        assert load(name).info.name == name


@pytest.mark.parametrize("package", ["no_such_package", "no:package", "os.path", ""])
def test_an_entry_point_that_names_no_package_is_an_error_of_that_game(folder: Path, package: str) -> None:
    declare(folder, "nowhere", package)
    assert "nowhere" in game_names()
    with pytest.raises(GameError, match=r"^game 'nowhere': "):
        load("nowhere")


def test_two_packages_of_one_game_are_an_error_that_names_both(folder: Path) -> None:
    for package in ("one", "two"):
        declare(folder, "twin", package)
    with pytest.raises(GameError, match=r"^game 'twin': expected one package of the entry point, found one, two"):
        load("twin")


def test_a_game_of_the_package_cannot_be_replaced(folder: Path) -> None:
    declare(folder, GAMES[0], "no_such_package")
    assert game_names().count(GAMES[0]) == 1
    assert package_of(GAMES[0]) == f"mom_env.{GAMES[0]}"


@pytest.mark.outside
def test_a_broken_game_hurts_neither_the_package_nor_other_games(tmp_path: Path) -> None:
    broken = plant(tmp_path, "berries", 0, "info.py", "INFO = ", "raise SystemExit(9)\nINFO = ")
    declare(tmp_path, "nowhere", "no_such_package")
    code = (
        "from mom_env import errors, games\n"
        f"assert {{'nowhere', {broken!r}}} <= set(games.game_names())\n"
        "for name in ('nowhere', sys.argv[1]):\n"
        "    try: games.load(name)\n"
        "    except errors.GameError as error: print(error)\n"
        "print(games.load('high_card').info.title)\n"
    )
    paths = [str(tmp_path), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep)), str(ROOT)]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}", broken],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines()[-1] == "High Card", done.stderr
    assert [line.split(":")[0] for line in done.stdout.splitlines()[:2]] == ["game 'nowhere'", f"game {broken!r}"]
