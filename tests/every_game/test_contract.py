"""The contract itself: every name of it is used, and the four rules that make loops of many games sound."""

import ast
import inspect
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mom_env.base.validation import RECORDS, clashes, members, problem_of
from mom_env.contract.checks import Checks, Symmetry
from mom_env.contract.info import GameInfo, Table
from mom_env.contract.kernels import DEFAULTS, Kernels
from mom_env.contract.people import PEOPLE_DEFAULTS, People
from mom_env.contract.search import SEARCH_DEFAULTS, SearchKernels
from mom_env.contract.soak import SOAK_DEFAULTS, SoakKernels
from mom_env.games import load
from mom_env.kernel.cache import folder_name
from mom_env.kernel.sources import package_of
from mom_env.loops import kernels_of, loop_of
from mom_env.players.policy_net import turns_of
from tests.every_game.installed import FOLDER, GAMES
from tests.support.commands import ROOT

pytestmark = pytest.mark.once
LOOPS = ROOT / "mom_env" / "loops"
PROTOCOLS: dict[Any, Collection[str]] = {
    Kernels: DEFAULTS,
    SearchKernels: SEARCH_DEFAULTS,
    People: PEOPLE_DEFAULTS,
    SoakKernels: SOAK_DEFAULTS,
}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_offers_what_the_contract_asks_for(game: str) -> None:
    modules = load(game)
    assert problem_of(modules.info, modules.package, []) is None


@pytest.mark.parametrize("game", GAMES)
def test_the_first_turn_changes_nothing(game: str) -> None:
    for table in turns_of(game):
        assert np.array_equal(table[0], np.arange(table.shape[1]))


@pytest.mark.parametrize("protocol", PROTOCOLS, ids=lambda protocol: protocol.__name__)
def test_defaults_are_names_of_the_protocol(protocol: type) -> None:
    assert set(PROTOCOLS[protocol]) <= set(members(protocol))


# Every name is used


def users() -> Iterator[Path]:
    """Shells, loops and trainings: all but what only checks the contract, and the games."""
    games = {ROOT / "mom_env" / name for name in GAMES}
    for path in [*(ROOT / "mom_env").rglob("*.py"), *(ROOT / "training").rglob("*.py")]:
        if path.name != "validation.py" and not games & set(path.parents):
            yield path


@pytest.fixture(scope="module")
def used() -> set[str]:
    """All names that users read of something, or hand on as a text."""
    found: set[str] = set()
    for path in users():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and ast.unparse(node.value) != "self":
                found.add(node.attr)
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr":
                found |= {
                    one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)
                }
    return found


@pytest.mark.parametrize(
    ("what", "names"),
    [
        *((protocol.__name__, members(protocol)) for protocol in (*PROTOCOLS, Checks, Symmetry)),
        ("GameInfo", list(GameInfo._fields)),
        ("Table", list(Table._fields)),
    ],
)
def test_every_name_is_used_by_a_shell_or_a_loop(used: set[str], what: str, names: list[str]) -> None:
    assert len(names) > 1, what
    assert [name for name in names if name not in used] == []


def test_how_many_names_a_game_must_offer() -> None:
    """A small game stays small: of the kernels and of what people see, so many names have no default."""
    assert len(set(members(Kernels)) - set(DEFAULTS)) == 11
    assert len(set(members(People)) - set(PEOPLE_DEFAULTS)) == 6


# The four rules


def test_each_game_has_a_folder_of_machine_code_of_its_own() -> None:
    folders = Counter(
        folder_name(package_of(module.__name__, Path(str(module.__file__))))
        for game in GAMES
        for module in {loop_of(load(game).package, "batch").__name__: loop_of(load(game).package, "batch")}.values()
    )
    assert len(folders) == len(GAMES)


def test_a_game_and_its_loops_share_their_folder() -> None:
    for game in GAMES:
        package = load(game).package
        loop, own = loop_of(package, "one"), inspect.getmodule(kernels_of(package).deal)
        assert own is not None
        assert package_of(loop.__name__, Path(str(loop.__file__))) == package_of(own.__name__, Path(str(own.__file__)))


def kernels_in(path: Path) -> Iterator[ast.FunctionDef]:
    """The compiled functions of a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and any("kernel" in ast.unparse(one) for one in node.decorator_list):
            yield node


def test_no_two_named_tuples_that_kernels_are_handed_have_one_name() -> None:
    files = [*(ROOT / "mom_env").rglob("*.py"), *FOLDER.rglob("*.py")]
    handed = {
        name.id
        for path in files
        for function in kernels_in(path)
        for argument in function.args.args
        if argument.annotation is not None
        for name in ast.walk(argument.annotation)
        if isinstance(name, ast.Name)
    }
    defined = Counter(
        node.name
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base) == "NamedTuple" for base in node.bases)
    )
    tuples = handed & defined.keys()
    assert {"BatchViews", "SeatViews", "SeatTerms"} <= tuples
    assert {name: defined[name] for name in tuples if defined[name] > 1} == {}


def test_loops_hold_kernels_and_constants_only() -> None:
    loops = [path for path in LOOPS.glob("*.py") if path.name != "__init__.py"]
    assert len(loops) >= 9
    classes = [
        f"{path.name}: {node.name}"
        for path in loops
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    assert classes == []


def test_no_record_of_a_game_begins_like_another_s() -> None:
    modules = {game: kernels_of(load(game).package) for game in GAMES}
    for one, other in permutations(GAMES, 2):
        assert list(clashes(modules[one], modules[other], other)) == []  # type: ignore[arg-type]  # as modules are
    assert RECORDS
