"""What machine code depends on: each edit that matters makes its key new, for the games that it concerns only."""

import ast
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mom_env.kernel import cache as kept
from mom_env.kernel import sources
from mom_env.kernel.jit import is_compiled
from tests.support.commands import ROOT

pytestmark = pytest.mark.once
needs_machine_code = pytest.mark.skipif(not is_compiled(), reason="without the JIT there is no machine code")

# Two games that Numba cannot tell apart: equal names, lines and records; and loops over games.
KERNELS = """\
import numpy as np
from mom_env.kernel.jit import kernel
from .sizes import WORTH

@kernel
def step(state):
    state.total += WORTH
"""
LOOP = """\
import importlib
from mom_env.kernel.jit import kernel
game = importlib.import_module(__name__.partition(".loops.")[0] + ".kernels")

@kernel
def play(states):
    for i in range(len(states)):
        game.step(states[i])
"""
EXECUTED = """\
import sys
from importlib.util import module_from_spec, spec_from_file_location
def loop_of(package, name):
    whole = f"{package}.loops.{name}"
    spec = spec_from_file_location(whole, __file__.replace("__init__", name))
    module = sys.modules[whole] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
"""
FILES = {
    "mom_env/__init__.py": "",
    "mom_env/shell.py": "import mom_env.helper\n",
    "mom_env/helper.py": "",
    "mom_env/contract/__init__.py": "",
    "mom_env/contract/views.py": "",
    "mom_env/loops/__init__.py": EXECUTED,
    "mom_env/loops/batch.py": LOOP,
    "mom_env/loops/search/tree.py": "@kernel\ndef grow():\n    pass\n",
    "out/__init__.py": "",
    **{f"out/{game}/{file}.py": "" for game in ("one", "two") for file in ("__init__", "info")},
    "out/one/kernels.py": KERNELS,
    "out/two/kernels.py": KERNELS,
    "out/one/sizes.py": "from mom_env import helper\nWORTH = 1\n",
    "out/two/sizes.py": "WORTH = 2\ndef late():\n    from out.two import late\n",
    "out/one/search.py": "from out.one.reached import MOST\n",
    "out/one/reached.py": "MOST = 3\n",
    "out/one/soak/__init__.py": "from out.one.soak.notes import NOTES\n",
    "out/one/soak/notes.py": "NOTES = 4\n",
    "out/two/soak.py": "",
    "out/one/rules/moves.py": "@kernel\ndef move():\n    pass\n",
    "out/one/draw/board.py": "from out.one.kernels import step\n",
    "out/two/late.py": "",
}


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of kernels, loops over games, and two games outside of it."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "mom_env" / "kernel").mkdir()
    for source in (ROOT / "mom_env" / "kernel").glob("*.py"):
        (tmp_path / "mom_env" / "kernel" / source.name).write_text(source.read_text())
    monkeypatch.setattr(sources, "PACKAGE", tmp_path / "mom_env")
    return tmp_path


def game(copy: Path, name: str) -> sources.Package:
    return sources.package_in(copy / "out" / name)


def key(copy: Path, name: str) -> str:
    found: str = sources.source_hash.__wrapped__(game(copy, name))
    return found


@pytest.mark.parametrize(
    ("file", "concerned"),
    [
        *((f"mom_env/kernel/{name}.py", {"one", "two"}) for name in ("__init__", "jit", "cache", "rng", "sparse_mlp")),
        ("mom_env/contract/views.py", {"one", "two"}),
        ("mom_env/loops/__init__.py", {"one", "two"}),
        ("mom_env/loops/batch.py", {"one", "two"}),
        ("mom_env/loops/search/tree.py", {"one", "two"}),
        ("mom_env/helper.py", {"one"}),
        *((f"out/one/{name}.py", {"one"}) for name in ("info", "kernels", "sizes", "search", "reached", "rules/moves")),
        *((f"out/one/soak/{name}.py", {"one"}) for name in ("__init__", "notes")),
        *((f"out/two/{name}.py", {"two"}) for name in ("info", "kernels", "sizes", "late", "soak")),
        ("out/one/__init__.py", set()),
        ("out/one/draw/board.py", set()),
        ("mom_env/shell.py", set()),
        ("mom_env/__init__.py", set()),
    ],
)
def test_an_edit_makes_the_keys_new_that_it_concerns(copy: Path, file: str, concerned: set[str]) -> None:
    before = {name: key(copy, name) for name in ("one", "two")}
    assert before == {name: key(copy, name) for name in before}
    (copy / file).write_text((copy / file).read_text() + "\n# a comment\n")
    assert {name for name in before if key(copy, name) != before[name]} == concerned


def test_every_file_of_the_kernels_of_the_games_is_in_their_keys() -> None:
    """Found in another way: parsed, and followed from the kernels on."""
    for info in (ROOT / "mom_env").rglob("info.py"):
        package = sources.package_in(info.parent)
        found, new = set[Path](), {file for file in package.files() if sources.has_kernels(file)}
        while new:
            found |= new
            new = {other for file in new for other in parsed_imports(file)} - found
        assert found <= sources.sources(package)
        assert not any(file.is_relative_to(info.parent / "draw") for file in sources.sources(package))


def parsed_imports(file: Path) -> set[Path]:
    """What of `mom_env` a file imports, by its syntax."""
    found = set()
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.ImportFrom):
            found |= {file_of(f"{node.module}.{alias.name}") or file_of(str(node.module)) for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {file_of(alias.name) for alias in node.names}
    return {path for path in found if path is not None and path.is_relative_to(ROOT / "mom_env")}


def file_of(module: str) -> Path | None:
    path = ROOT.joinpath(*module.split("."))
    return next((file for file in (path / "__init__.py", path.with_suffix(".py")) if file.is_file()), None)


def test_imports_are_found_in_all_files_as_the_parser_finds_them() -> None:
    package = sources.package_in(ROOT / "mom_env" / "kernel")
    for file in (ROOT / "mom_env").rglob("*.py"):
        assert parsed_imports(file) <= set(sources.imported(file, package)), file


@pytest.mark.parametrize(
    "line",
    [
        "import out.one.reached",
        "import os, out.one.reached as other",
        "from out.one.reached import *",
        "from out.one import reached",
        "from out.one import (\n    kernels,  # (a comment)\n    reached,\n)",
        "from out.one import kernels, \\\n    reached as other",
        "from . import reached",
        "from .reached import MOST",
        "from ..one import reached",
        "from ..one.reached import MOST",
        "x = 1; import out.one.reached; y = 2",
        "try: from out.one import reached\nexcept ImportError: pass",
        "if True:\n\timport\tout.one.reached",
    ],
)
def test_an_import_is_found_in_whatever_form(copy: Path, line: str) -> None:
    file = copy / "out" / "one" / "importer.py"
    file.write_text(line)
    compile(line, "importer", "exec")
    assert copy / "out" / "one" / "reached.py" in set(sources.imported(file, game(copy, "one")))


# Whose a kernel is


def test_a_kernel_is_of_the_game_around_it_or_of_its_folder(copy: Path) -> None:
    for name, file in (("out.one", "rules/moves.py"), ("out.one", "kernels.py"), ("out.two", "kernels.py")):
        assert sources.package_of("any", copy / name.replace(".", "/") / file).name == name
    shared = sources.package_of("mom_env.kernel.rng", copy / "mom_env" / "kernel" / "rng.py")
    assert (shared.name, shared.is_game) == ("mom_env.kernel", False)
    assert [package.name for package in sources.shared_packages()] == ["mom_env.kernel"]


def test_a_loop_is_of_the_game_that_it_is_executed_for(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(copy)
    loop = copy / "mom_env" / "loops" / "batch.py"
    assert sources.package_of("out.two.loops.batch", loop) == game(copy, "two")
    assert sources.package_of("mom_env.loops.batch", loop).name == "mom_env.loops"
    assert sources.package_of("out.two.loops.batch", copy / "out" / "one" / "kernels.py") == game(copy, "one")


def test_a_package_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_game"):
        sources.package_named("no_such_game")
    with pytest.raises(ModuleNotFoundError, match="expected the package of a game"):
        sources.package_named("mom_env.errors")


def test_each_loop_is_a_kernel_of_each_game(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "PACKAGE", copy / "mom_env")
    one, two = (
        {kernel.file.rpartition("-")[0]: kernel.part for kernel in kept.kernels(game(copy, name))}
        for name in ("one", "two")
    )
    assert two == {
        "out.two/kernels.step": "the engine",
        "out.two.loops/batch.play": "the engine",
        "out.two.loops.search/tree.grow": "the search",
    }
    of_one = {file.replace("out.two", "out.one"): part for file, part in two.items()}
    assert one == {**of_one, "out.one.rules/moves.move": "the engine"}


# Two games whose records and kernels look alike

PLAY = """
import sys, numba.core.event as event, numpy as np
from mom_env.loops import loop_of
compiled = []
class Count(event.Listener):
    def on_start(self, told): compiled.append(1)
    def on_end(self, told): pass
event.register("numba:compile", Count())
for name in sys.argv[1:]:
    states = np.zeros(3, np.dtype((np.record, [("total", np.int64)])))
    loop_of(f"out.{name}", "batch").play(states)
    print(name, int(states[0].total), end=" ")
print(len(compiled))
"""


@pytest.fixture
def play(copy: Path) -> Callable[..., str]:
    def played(*names: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(copy), "MOM_ENV_CACHE_DIR": str(copy / "cache")}
        command = [sys.executable, "-c", PLAY, *names]
        run = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=True)
        return run.stdout.strip()

    return played


@needs_machine_code
def test_two_games_that_look_alike_are_never_taken_for_each_other(copy: Path, play: Callable[..., str]) -> None:
    """With one folder for both, the second one played the first one's rules, whichever was first."""
    assert play("one") == "one 1 2"
    assert play("two", "one") == "two 2 one 1 2"
    assert play("one", "two") == "one 1 two 2 0"
    (copy / "out" / "two" / "sizes.py").write_text("WORTH = 5\n")
    assert play("one", "two") == "one 1 two 5 2"
    (copy / "out" / "one" / "draw" / "board.py").write_text("# nothing to see\n")
    assert play("two", "one") == "two 5 one 1 0"
