"""The wheel is all that a user needs: installed in a clean environment it plays outside the repository."""

import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
AGENTS = [path.name for path in sorted((ROOT / "agents").iterdir()) if path.is_dir()]
pytestmark = [pytest.mark.outside, pytest.mark.xdist_group("wheel")]

PLAY = """
from pathlib import Path
import mom_env
from mom_env.monkeys_on_the_moon import Game
game = Game(num_players=3, seed=7)
while not game.over:
    game.play(game.choices()[0])
print(Path(mom_env.__file__).parent, sum(game.result()["returns"]))
"""
MIX = "import numpy; from mom_env.kernel.rng import mix; print(mix(numpy.uint64(3)))"
# A game among agents of this name: the name, its game and the number of players follow the command.
MEET = """
import sys
import numpy as np
from mom_env.games import load
from mom_env.players.specs import make_player
game = load(sys.argv[2]).people.Game(num_players=int(sys.argv[3]), seed=1)
player = make_player(sys.argv[1], sys.argv[2], game.ruleset)
while not game.over:
    game.play(int(player.choose(game.states, game.rules, np.zeros(1, np.uint64))[0]))
print(player.agent.folder, "torch" in sys.modules)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(directory), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (path,) = directory.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of a new environment that holds the wheel and its base dependencies."""
    directory = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", str(directory)], check=True)
    commands = directory / ("Scripts" if os.name == "nt" else "bin")
    install = ["-m", "pip", "install", "--quiet", "--constraint", str(ROOT / "constraints.txt"), str(wheel)]
    subprocess.run([str(commands / "python"), *install], check=True, capture_output=True)
    return commands


def run(command: list[str], directory: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder with nothing of this repository in sight but the machine code that is there already."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "COV"))} | more
    return subprocess.run(command, check=False, cwd=directory, env=environment, capture_output=True, text=True)


def test_the_wheel_holds_one_package_with_configs_types_and_training(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "mom_env/resources/configs/monkeys_on_the_moon/decks/standard.toml" in names
    assert "mom_env/py.typed" in names
    assert "mom_env/learning/__init__.py" in names
    fonts = {name for name in names if name.startswith("mom_env/fonts/")}
    assert {Path(name).suffix for name in fonts} == {".ttf", ".woff", ".txt", ".md"}
    assert "mom_env/fonts/OFL.txt" in fonts
    assert any(name.endswith("licenses/LICENSE") for name in names)
    installed = {name.split("/")[0] for name in names}
    assert {name for name in installed if not name.endswith(".dist-info")} == {"mom_env"}
    assert len(installed) == 2


def test_every_config_of_the_repository_is_in_the_wheel(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    configs = [path.relative_to(ROOT).as_posix() for path in (ROOT / "configs").rglob("*.toml")]
    assert configs
    assert [config for config in configs if f"mom_env/resources/{config}" not in names] == []


def test_every_agent_of_the_repository_is_in_the_wheel_without_its_logs(wheel: Path) -> None:
    agents = "mom_env/resources/agents/"
    found = {name.removeprefix(agents) for name in zipfile.ZipFile(wheel).namelist() if name.startswith(agents)}
    files = ("config.json", "manifest.json", "policy.safetensors")
    assert found == {"README.md", *(f"{agent}/{file}" for agent in AGENTS for file in files)}


def test_the_source_distribution_has_what_the_wheel_is_built_from(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (path,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = [path for folder in ("agents", "configs", "training") for path in (ROOT / folder).rglob("*.*")]
    files = [path.relative_to(ROOT).as_posix() for path in wanted if path.is_file() and path.suffix != ".pyc"]
    assert [file for file in files if file not in names] == []


def test_the_first_use_of_a_kernel_compiles_it_and_the_second_does_not(installed: Path, tmp_path: Path) -> None:
    own = {"MOM_ENV_CACHE_DIR": str(tmp_path)}
    cold, warm = (run([str(installed / "python"), "-c", MIX], tmp_path, **own) for _ in range(2))
    assert re.search(r"compiling .*, 0 of \d+ kernels are ready", cold.stderr)
    assert (warm.returncode, warm.stdout, warm.stderr) == (0, cold.stdout, "")


def test_doctor_game_and_agents_run_outside_the_repository(installed: Path, tmp_path: Path) -> None:
    """The sources are the same as those of the repository, and so is the machine code, if the tests have made it."""
    first, second = (run([str(installed / "mom"), "doctor"], tmp_path) for _ in range(2))
    assert first.returncode == 0, first.stdout + first.stderr
    assert "torch none" in first.stdout
    assert (second.returncode, second.stderr) == (0, "")
    assert re.search(r" [1-9]\d* of \d+ are ready", second.stdout)

    game = run([str(installed / "python"), "-c", PLAY], tmp_path)
    assert (game.returncode, game.stderr) == (0, "")
    place, total = game.stdout.split()
    assert Path(place).is_relative_to(installed.parent)
    assert float(total) == pytest.approx(0)

    for name in AGENTS:
        manifest = json.loads((ROOT / "agents" / name / "manifest.json").read_text(encoding="utf-8"))
        game = run(
            [str(installed / "python"), "-c", MEET, name, manifest["game"], str(manifest["num_players"][0])], tmp_path
        )
        assert game.returncode == 0, game.stderr
        folder, has_torch = game.stdout.split()
        assert (Path(folder).is_relative_to(installed.parent), has_torch) == (True, "False")
