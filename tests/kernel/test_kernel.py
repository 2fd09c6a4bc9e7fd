"""What every game stands on: streams, piles, and the cache of machine code."""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import typeof
from scipy import stats

from mom_env.kernel import piles, rng
from mom_env.kernel.jit import is_compiled
from mom_env.kernel.rng import STREAM_DTYPE
from mom_env.monkeys_on_the_moon.state import STATE_DTYPE
from tests.support.commands import ROOT, UNPRIVILEGED
from tests.support.sizes import smaller_without_jit


def needs_machine_code(test: Callable[..., None]) -> Callable[..., None]:
    """Once: what becomes of machine code does not depend on how it was compiled."""
    without = pytest.mark.skipif(not is_compiled(), reason="without the JIT there is no machine code")
    marked: Callable[..., None] = pytest.mark.once(without(test))
    return marked


def stream_at(value: int) -> Any:
    streams = np.zeros(1, np.dtype((np.record, STREAM_DTYPE)))
    streams["rng"] = value
    return streams


def test_the_stream_is_splitmix64() -> None:
    """The first outputs from state 0, as published with the generator (Steele, Lea, Flood 2014)."""
    stream = stream_at(0)[0]
    found = [int(rng.next_bits(stream)) for _ in range(3)]
    assert found == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_bits_by_index_are_the_outputs_of_one_stream() -> None:
    stream = stream_at(12345)[0]
    assert [int(rng.bits_at(np.uint64(12345), i)) for i in range(5)] == [int(rng.next_bits(stream)) for _ in range(5)]


def test_streams_of_one_seed_differ_and_do_not_depend_on_their_number() -> None:
    streams = np.zeros(64, np.dtype((np.record, STREAM_DTYPE)))
    for i in range(64):
        rng.seed_stream(streams[i], np.uint64(7), i)
    assert len(set(streams["rng"].tolist())) == 64
    alone = stream_at(0)
    rng.seed_stream(alone[0], np.uint64(7), 63)
    assert alone[0].rng == streams[63].rng


def test_a_game_is_not_taken_for_a_bare_stream() -> None:
    """Numba would: a record that begins with the same fields is a subtype, and compiled code then depends on order."""
    game, stream = (typeof(np.zeros(1, dtype)[0]) for dtype in (STATE_DTYPE, np.dtype((np.record, STREAM_DTYPE))))
    assert game.can_convert_to(None, stream) is None
    assert stream.can_convert_to(None, game) is None


def test_a_shuffle_gives_every_order_equally_often() -> None:
    stream, rounds = stream_at(99)[0], smaller_without_jit(24_000, 2_400)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(rounds):
        cards = np.arange(4, dtype=np.int8)
        rng.shuffle(stream, cards, 4)
        counts[tuple(cards.tolist())] += 1
    assert set(counts) == set(permutations(range(4)))
    assert stats.chisquare(list(counts.values())).pvalue > 1e-4


def test_a_shuffle_leaves_what_lies_behind_the_count() -> None:
    cards = np.array([0, 1, 2, 3, -1, -1], np.int8)
    rng.shuffle(stream_at(1)[0], cards, 3)
    assert sorted(cards[:3].tolist()) == [0, 1, 2]
    assert cards[3:].tolist() == [3, -1, -1]


def test_piles_draw_from_the_front_and_bury_at_the_back() -> None:
    pile = np.array([5, 6, 5, -1, -1], np.int8)
    assert (piles.size(pile), piles.copies(pile, 5), piles.find(pile, 6), piles.find(pile, 9)) == (3, 2, 1, piles.NONE)
    assert piles.draw(pile) == 5
    piles.bury(pile, 8)
    assert pile.tolist() == [6, 5, 8, -1, -1]
    assert piles.take(pile, 1) == 5
    assert pile.tolist() == [6, 8, -1, -1, -1]
    piles.empty(pile)
    assert (piles.size(pile), pile.tolist()) == (0, [-1] * 5)


OWN = "import numpy as np; from mom_env.kernel.rng import bits_at; print(bits_at(np.uint64(3), 0))"
FOREIGN = """
import mom_env.kernel.jit, numba
exec("def same(number): return number", {"__name__": None}, found := {})  # a function of no module
numba.njit(found["same"])(3)
"""


def said(copy: Path, cache: Path, code: str, *, unprivileged: bool = False, **more: str) -> tuple[str, str]:
    """What code prints in a new process that imports a copy of the package, and what it writes to stderr."""
    home = {"XDG_CACHE_HOME": str(copy.parent / "home"), "MOM_ENV_CACHE_DIR": str(cache)}
    environment = {**os.environ, "PYTHONPATH": str(copy), **home, **more}
    command = [sys.executable, *([str(UNPRIVILEGED)] if unprivileged else []), "-c", code]
    run = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=True)
    return run.stdout.strip(), run.stderr


def cached_run(copy: Path, cache: Path) -> str:
    """Call a kernel in a new process; what it printed."""
    return said(copy, cache, OWN)[0]


def machine_code(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.nbi"))


def protect(folder: Path) -> None:
    """Nobody may write below a folder."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(path.stat().st_mode & ~0o222)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The kernel package alone, to edit."""
    folder = tmp_path / "copy" / "mom_env" / "kernel"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    for source in (ROOT / "mom_env" / "kernel").glob("*.py"):
        (folder / source.name).write_text(source.read_text())
    return folder.parent.parent


@needs_machine_code
def test_an_edit_in_another_module_makes_the_cache_new(copy: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cached_run(copy, cache)
    (before,) = {path.relative_to(cache).parts[0] for path in machine_code(cache)}
    other = copy / "mom_env" / "kernel" / "piles.py"
    other.write_text(other.read_text() + "\nMORE = 1\n")
    cached_run(copy, cache)
    after = {path.relative_to(cache).parts[0] for path in machine_code(cache)}
    assert len(after) == 2
    assert before in after


@needs_machine_code
def test_who_waits_for_machine_code_is_told_once_and_nobody_else(copy: Path, tmp_path: Path) -> None:
    cold, warm, foreign = (said(copy, tmp_path / "cache", code)[1] for code in (OWN, OWN, FOREIGN))
    first, second = cold.splitlines()
    assert "is kept for the next time; `mom doctor --compile` compiles everything" in first
    assert second == f"mom_env: compiling what all games share, 0 of {len(kernels_of(copy))} kernels are ready ..."
    assert warm == foreign == ""


def kernels_of(copy: Path) -> list[str]:
    sources = "".join(path.read_text() for path in copy.rglob("*.py"))
    return re.findall(r"kernel\ndef (\w+)", sources)


@needs_machine_code
def test_each_part_is_announced_with_what_is_ready_of_it(copy: Path, tmp_path: Path) -> None:
    for name in ("bots", "rules"):
        folder = copy / "mom_env" / "game" / name
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text(
            f"from mom_env.kernel.jit import kernel\n\n\n@kernel\ndef {name}_of(number):\n    return number\n"
        )
    for name in ("__init__", "info", "kernels"):
        (copy / "mom_env" / "game" / f"{name}.py").touch()
    code = "from mom_env.game import bots, rules; rules.rules_of(1); bots.bots_of(1)"
    engine, bots = said(copy, tmp_path / "cache", code)[1].splitlines()[1:]
    assert engine == "mom_env: compiling the engine of game, 0 of 1 kernels are ready ..."
    assert bots == "mom_env: compiling the bots of game, 0 of 1 kernels are ready ..."


# A cache that cannot be written


@needs_machine_code
def test_a_warm_cache_that_cannot_be_written_is_used(copy: Path, tmp_path: Path) -> None:
    cached_run(copy, tmp_path / "cache")
    protect(tmp_path / "cache")
    for home in ("own", "cache"):  # the user's own folder can be written, or not either
        home_of = {"XDG_CACHE_HOME": str(tmp_path / home)}
        assert said(copy, tmp_path / "cache", OWN, unprivileged=True, **home_of)[1] == ""
    assert machine_code(tmp_path / "own") == []


@needs_machine_code
def test_what_a_cache_that_cannot_be_written_lacks_is_kept_in_the_user_s_own(copy: Path, tmp_path: Path) -> None:
    cached_run(copy, tmp_path / "cache")
    protect(tmp_path / "cache")
    more = "import numpy as np; from mom_env.kernel.sparse_mlp import find_range; ids = np.zeros(0, np.int32)"
    more += "; none = np.zeros(0, np.int64); print(find_range(ids, none, none, none, 0, 0))"
    first, second = (said(copy, tmp_path / "cache", more, unprivileged=True) for _ in range(2))
    assert "compiling what all games share, 1 of" in first[1]
    assert (first[0], second) == ("None", ("None", ""))
    assert ["find_range" in path.name for path in machine_code(tmp_path / "copy" / ".." / "home")] == [True]


@needs_machine_code
def test_machine_code_that_cannot_be_kept_anywhere_is_done_without_and_said(copy: Path, tmp_path: Path) -> None:
    """Numba alone would fall back to a directory that keeps stale code."""
    blocked = tmp_path / "file"
    blocked.touch()
    shown, told = said(copy, blocked, OWN, XDG_CACHE_HOME=str(blocked))
    assert shown == cached_run(copy, tmp_path / "cache")
    assert re.search(r"cannot be kept, as \S+ cannot be written \(Not a directory\)", told)
    assert machine_code(copy) == []


@needs_machine_code
def test_a_full_disk_costs_the_cache_and_not_the_result(copy: Path, tmp_path: Path) -> None:
    code = "import numba.core.caching as c\ndef full(*_): raise OSError(28, 'No space left on device')\n"
    code += f"c.IndexDataCacheFile.save = full\n{OWN}"
    shown, told = said(copy, tmp_path / "cache", code)
    assert shown == cached_run(copy, tmp_path / "other")
    assert told.splitlines()[-1].endswith("No space left on device")
    assert "Traceback" not in told


@needs_machine_code
def test_another_installation_of_the_same_sources_uses_the_cache(copy: Path, tmp_path: Path) -> None:
    cached_run(copy, tmp_path / "cache")
    other = tmp_path / "elsewhere" / "copy"
    shutil.copytree(copy, other)
    assert said(other, tmp_path / "cache", OWN)[1] == ""


@needs_machine_code
def test_machine_code_of_another_processor_is_not_counted_as_ready(copy: Path, tmp_path: Path) -> None:
    count = "from mom_env.kernel import cache, sources; print(*cache.ready(sources.shared_packages()))"
    of_all = str(len(kernels_of(copy)))
    assert said(copy, tmp_path / "cache", count)[0].split() == [of_all, "0", "0"]
    said(copy, tmp_path / "cache", OWN)
    assert said(copy, tmp_path / "cache", count)[0].split() == [of_all, "1", "0"]
    assert said(copy, tmp_path / "cache", count, NUMBA_CPU_NAME="generic")[0].split() == [of_all, "0", "1"]
