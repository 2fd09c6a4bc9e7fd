"""Imports go downwards only, torch and training stay out, and what serves all games names none."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parents[2]
GAME = "mom_env.monkeys_on_the_moon"

# From the bottom; a module belongs to the longest entry that it begins with, and imports from its own layer or below.
LAYERS = (
    ("mom_env.errors", "mom_env.common", "mom_env.kernel", "mom_env.work"),
    ("mom_env.contract", "mom_env.games.own", "mom_env.games.registration"),
    ("mom_env.loops",),
    ("mom_env.base", "mom_env.drawing"),
    tuple(f"{GAME}.{name}" for name in ("state", "pieces", "actions", "deck", "options", "ruleset", "version", "info")),
    (f"{GAME}.rules",),
    tuple(f"{GAME}.{name}" for name in ("engine", "id_range", "observe", "hidden", "returns", "bots")),
    tuple(f"{GAME}.{name}" for name in ("shaping", "kernels", "guide", "search")),
    (GAME,),  # for people: games, batches, replays, text, pictures, and what checks them
    ("mom_env.games",),
    # Players and environments, and what serves all games.
    (
        *("mom_env", "mom_env.environments", "mom_env.players", "mom_env.testing", "mom_env.terminal"),
        *("mom_env.table", "mom_env.checks", "mom_env.common.machine"),
    ),
    ("mom_env.arena",),
    ("mom_env.learning",),
    tuple(
        f"mom_env.{name}"
        for name in (
            "__main__",
            "bench",
            "cli",
            "checks.compiling",
            "checks.doctor",
            "terminal.demo",
            "environments.docs_page",
        )
    ),
)
HEIGHTS = {name: height for height, layer in enumerate(LAYERS) for name in layer}

# All that a game is made from; a loop is handed the game that it is run for.
FOR_GAMES = (*LAYERS[0], "mom_env.contract", "mom_env.base", "mom_env.drawing")
# Who loads games; all others are told which game it is. `test_words_of_games.py` looks at what they say.
MAY_NAME_A_GAME = ("mom_env.games",)

# Words that no module below the games and no shell may hold.
WORDS = re.compile(
    r"monkey|tribe|scorn|civilization|treachery|\bships?\b|\bbids?\b|\brivals?\b|\ball(y|ies)\b", re.IGNORECASE
)
BELOW_GAMES = ("kernel", "contract", "loops", "base", "drawing")
SHELLS = ("environments", "players", "sb3", "testing")
# An example is one of some game; and by this name users find the class of a game in a shell that has one for each.
PUBLIC_NAMES = re.compile(r"^ *>>> .*$|\bMonkeysVecEnv\b", re.MULTILINE)
TORCH_MAY_BE_IN = ("mom_env.learning", "mom_env.sb3")


def modules(root: Path) -> dict[str, Path]:
    """All modules of the package by name."""
    found = {}
    for path in sorted([*root.glob("mom_env/**/*.py"), *root.glob("mom_env/learning/**/*.py")]):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(path: Path, known: set[str]) -> Iterator[tuple[str, bool]]:
    """What a file imports: modules, as exactly as they are known, and whether it does so while it is loaded."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    inside = {id(node) for function in ast.walk(tree) if isinstance(function, functions) for node in ast.walk(function)}
    for node in ast.walk(tree):
        for name in named(node, known):
            yield name, id(node) not in inside


def named(node: ast.AST, known: set[str]) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute"
        whole = [f"{node.module}.{alias.name}" for alias in node.names]
        return [name if name in known else str(node.module) for name in whole]
    return []


def height(module: str) -> int:
    while module not in HEIGHTS:
        module = module.rpartition(".")[0]
    return HEIGHTS[module]


def is_of(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def violations(root: Path) -> list[str]:
    """All breaches of the layers below a root."""
    known = modules(root)
    found = []
    for module, path in known.items():
        for name, on_load in imports(path, set(known)):
            if is_of(name, "mom_env") and height(name) > height(module):
                found.append(f"{module} imports {name}, which is above it")
            if is_of(module, GAME) and is_of(name, "mom_env") and not is_of(name, GAME, *FOR_GAMES):
                found.append(f"{module} imports {name}, and a game is made from {', '.join(FOR_GAMES)}")
            if is_of(name, GAME) and not is_of(module, GAME, *MAY_NAME_A_GAME):
                found.append(f"{module} imports {name}; only mom_env.games knows games by name")
            may_learn = is_of(module, "mom_env.learning") or (is_of(module, "mom_env.cli") and not on_load)
            if is_of(name, "mom_env.learning") and not may_learn:
                found.append(f"{module} imports {name}; only the command line may, inside a function")
            if is_of(name, "torch") and not is_of(module, *TORCH_MAY_BE_IN):
                found.append(f"{module} imports {name}")
        if is_of(module, *(f"mom_env.{name}" for name in (*BELOW_GAMES, *SHELLS))):
            text = PUBLIC_NAMES.sub("", path.read_text(encoding="utf-8"))
            found += [f"{module} says {word[0]!r}" for word in WORDS.finditer(text)]
    return found


def test_imports_go_downwards_and_what_serves_all_games_names_none() -> None:
    assert len(modules(ROOT)) > 30
    assert violations(ROOT) == []


EMPTY = ("mom_env.loops", "mom_env.players.search", "mom_env.games", "mom_env.cli", "mom_env.learning")


@pytest.mark.parametrize(
    ("file", "line", "breach"),
    [
        ("mom_env/kernel/jit.py", f"from {GAME} import state", f"mom_env.kernel.jit imports {GAME}.state"),
        ("mom_env/monkeys_on_the_moon/rules/ships.py", f"import {GAME}.engine", f"rules.ships imports {GAME}.engine"),
        (
            "mom_env/monkeys_on_the_moon/engine.py",
            "def f():\n    from mom_env import cli",
            "engine imports mom_env.cli",
        ),
        ("mom_env/monkeys_on_the_moon/game.py", "import torch.nn", "game imports torch.nn"),
        ("mom_env/checks/doctor.py", "def f():\n    import mom_env.learning", "only the command line may"),
        ("mom_env/cli/train.py", "import mom_env.learning", "only the command line may"),
        ("mom_env/loops/batch.py", f"from {GAME} import state", f"loops.batch imports {GAME}.state, which is above it"),
        ("mom_env/contract/info.py", "import mom_env.loops", "contract.info imports mom_env.loops, which is above it"),
        (
            "mom_env/loops/tree.py",
            "import mom_env.players.search",
            "loops.tree imports mom_env.players.search, which is above it",
        ),
        ("mom_env/base/game.py", "import mom_env.games", "base.game imports mom_env.games, which is above it"),
        ("mom_env/monkeys_on_the_moon/bots/far.py", "import mom_env.loops", "far imports mom_env.loops, and a game is"),
        ("mom_env/monkeys_on_the_moon/game.py", "def f():\n    import mom_env.games", "game imports mom_env.games"),
        ("mom_env/environments/aec.py", f"def f():\n    import {GAME}", "only mom_env.games knows games by name"),
        ("mom_env/learning/run.py", f"from {GAME} import state", "only mom_env.games knows games by name"),
        ("mom_env/loops/batch.py", "# his bid", "mom_env.loops.batch says 'bid'"),
        ("mom_env/base/game.py", "# one tribe more", "mom_env.base.game says 'tribe'"),
        ("mom_env/environments/aec.py", "# one tribe more", "mom_env.environments.aec says 'tribe'"),
        ("mom_env/drawing/svg.py", "# a ship", "mom_env.drawing.svg says 'ship'"),
        ("mom_env/drawing/svg.py", f"import {GAME}.state", f"mom_env.drawing.svg imports {GAME}.state"),
    ],
)
def test_a_planted_breach_is_found(tmp_path: Path, file: str, line: str, breach: str) -> None:
    for module in (GAME, f"{GAME}.state", f"{GAME}.engine", *EMPTY):
        path = tmp_path / module.replace(".", "/")
        path.mkdir(parents=True, exist_ok=True)
        (path / "__init__.py").touch()
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    assert violations(tmp_path) == []
    (tmp_path / file).write_text(line + "\n", encoding="utf-8")
    assert any(breach in found for found in violations(tmp_path)), violations(tmp_path)


def loaded_by(code: str, tmp_path: Path) -> str:
    """Whether a fresh process has loaded torch after the code; a planted torch stands in for the real one."""
    (tmp_path / "torch.py").touch()
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    code += "; import sys; print('torch' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": path}
    output = subprocess.run([sys.executable, "-c", code], check=True, env=environment, capture_output=True, text=True)
    return output.stdout.strip()


@pytest.mark.outside
def test_importing_the_package_loads_no_torch(tmp_path: Path) -> None:
    assert loaded_by(f"import mom_env, mom_env.cli, {GAME}", tmp_path) == "False"
    assert loaded_by("import mom_env, torch", tmp_path) == "True"
