"""Which sources machine code depends on: kernels belong to packages, and each package has its own hash.

Numba stores code by file, line and the types of arguments. After an edit in *another* file it would return stale code,
and two games with equal records would get each other's code. So machine code is stored by package and named by a hash.

A game's package is a folder with `info.py` and `kernels.py`; a loop that is executed for a game belongs to that
package. Any other kernel belongs to the folder of its file. The hash covers all files of the package with kernels, what
they import directly or indirectly, and all that games share. An edit of one game leaves the machine code of other games
alone, and an edit of a drawing recompiles nothing. Values that reach a kernel in another way, such as from a data file,
are not noticed.
"""

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import llvmlite
import numba
import numpy as np

PACKAGE = Path(__file__).resolve().parent.parent
SHARED = ("kernel", "contract", "loops")  # folders of this package that are part of every hash as a whole
TRAINING = "learning"  # the folder of this package whose kernels only trainings need
GAME = ("info.py", "kernels.py")  # a folder with these files is the package of a game
# What loops take from a game, whether or not these files contain kernels.
ENTRANCES = (*GAME, "search.py", "soak.py", "soak/__init__.py")
INSIDE = ".loops."  # in a module's name, between the package of the game and the name of the loop
_MARK = rb"(?:parallel_|float_|called_)?(?:kernel|part)"  # decorator of a compiled function
_DECORATED = re.compile(rb"^[ \t]*(?:@|\w+[ \t]*=[ \t]*)(?:\w+\.)*" + _MARK + rb"(?:\(|[ \t]*$)", re.MULTILINE)
_NAMES = rb"(\((?:[^)#]|#[^\n]*)*\)|(?:[^\n\\;]|\\\r?\n)*)"  # imported names, in parentheses or on one line
_IMPORT = re.compile(rb"(?:\bfrom[ \t]+([.\w]+)[ \t]+)?\bimport\b[ \t]*" + _NAMES)
_NO_NAME = re.compile(rb"#[^\n]*|\bas[ \t]+\w+")


class Package(NamedTuple):
    """A package with kernels, whose machine code is stored together.

    Attributes:
        name: as it is imported, for instance `mom_env.a_game`.
        folder: where its files are.
        is_game: whether it is the package of a game; else it is a folder of kernels, without its subfolders.
    """

    name: str
    folder: Path
    is_game: bool

    @property
    def root(self) -> Path:
        """The folder that the package is imported from."""
        return self.folder.parents[self.name.count(".")]

    def files(self) -> list[Path]:
        """Return the package's Python files, sorted: those of a game with all subfolders, others without."""
        return sorted(self.folder.rglob("*.py") if self.is_game else self.folder.glob("*.py"))


def package_of(module: str, file: Path) -> Package:
    """Return the package that owns the kernels of the module called `module`, whose source is `file`.

    For a loop executed for a game, which has a name such as `mom_env.a_game.loops.one`, that is the game's package.
    Otherwise it is the nearest folder around `file` with `info.py`, `kernels.py` and `__init__.py`, which make it the
    package of a game, or else the folder of `file`.
    """
    if is_executed(module, file):
        return package_named(module.partition(INSIDE)[0])
    return package_in(next(filter(_is_game, file.parents), file.parent))


def is_executed(module: str, file: Path) -> bool:
    """Return whether the module called `module`, whose source is `file`, is a loop that is executed for a game.

    Then `file` is in `mom_env/loops`, and `module` is a name such as `mom_env.a_game.loops.one`, which begins with the
    game's package. A loop that is merely imported is `mom_env.loops.one`.
    """
    owner, inside, _ = module.partition(INSIDE)
    return bool(inside) and owner != PACKAGE.name and file.is_relative_to(PACKAGE / "loops")


@cache
def package_named(name: str) -> Package:
    """Return the package with the import name `name`, such as that of a game.

    Raises:
        ModuleNotFoundError: there is no such package.
    """
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"{name}: expected the package of a game, found none", name=name)
    folder = Path(next(iter(spec.submodule_search_locations))).resolve()
    return Package(name, folder, _is_game(folder))


@cache
def package_in(folder: Path) -> Package:
    """Return the package in a folder; its dotted name begins with the outermost package around it."""
    name, inner = folder.name, folder
    while all((each / "__init__.py").is_file() for each in (inner, inner.parent)):
        inner = inner.parent
        name = f"{inner.name}.{name}"
    return Package(name, folder, _is_game(folder))


@cache
def _is_game(folder: Path) -> bool:
    """Return whether `folder` is the package of a game: it has `info.py`, `kernels.py` and `__init__.py`."""
    return all((folder / name).is_file() for name in (*GAME, "__init__.py"))


def shared_packages() -> list[Package]:
    """Return the packages of `mom_env` whose kernels all games use, sorted; machine code depends on their files.

    Loops are not among them, as each game has its own copies of them, nor are trainings, whose kernels no game uses.
    """
    others = (PACKAGE / "loops", PACKAGE / TRAINING)
    files = (file for file in PACKAGE.rglob("*.py") if not any(map(file.is_relative_to, others)))
    owners = {package_of("", file) for file in files if has_kernels(file)}
    return sorted(owner for owner in owners if not owner.is_game)


def packages_for(game: str) -> list[Package]:
    """Return the package with the import name `game`, such as `mom_env.a_game`, and the packages that all share."""
    return list(dict.fromkeys((package_named(game), *shared_packages())))


def has_kernels(file: Path) -> bool:
    """Return whether a file contains kernels or parts, judged by its text."""
    return _DECORATED.search(file.read_bytes()) is not None


# The hash


def sources_of(name: str) -> str:
    """Return a hash of the sources of the game with the package `name`.

    Files that a game writes contain it, to detect that the sources have changed.
    """
    return source_hash(package_named(name))


@cache
def source_hash(package: Package) -> str:
    """Return a hash, 16 digits, of all that the machine code of a package depends on: sources, versions and flags."""
    digest = hashlib.sha256()
    flags = (numba.__version__, llvmlite.__version__, np.__version__, str(numba.config.BOUNDSCHECK))
    digest.update("|".join((*flags, sys.version)).encode())
    for name, file in sorted((_name_of(file, package), file) for file in sources(package)):
        digest.update(name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def sources(package: Package) -> set[Path]:
    """Return all files that the machine code of a package depends on."""
    shared = [file for name in SHARED for file in (PACKAGE / name).rglob("*.py")]
    entrances = [package.folder / name for name in ENTRANCES if package.is_game]
    kernels = filter(has_kernels, package.files())
    return {*shared, *reached([*kernels, *filter(Path.is_file, entrances)], package)}


def reached(files: Iterable[Path], package: Package) -> set[Path]:
    """Return `files` and all files that they import, directly or indirectly.

    Only files of `mom_env`, and of the top-level package around `package`, count.
    """
    found, new = set[Path](), set(files)
    while new:
        found |= new
        new = {file for importer in new for file in imported(importer, package)} - found
    return found


def imported(file: Path, package: Package) -> Iterator[Path]:
    """Yield the files that `file` imports, of `mom_env` and of the top-level package around `package`.

    Imports count anywhere, even in a function. The text is searched for them: parsing it would take ten times as long,
    and each process waits for this. Words that only look like an import do no harm.
    """
    around = file.parent.relative_to(_root_of(file, package)).parts
    for source, names in _IMPORT.findall(file.read_bytes()):
        module = _absolute(source.decode(), around)
        whole = _file_of(module, package)
        if whole is not None and whole.stem != "__init__":
            yield whole
            continue
        for name in re.findall(r"[\w.]+", _NO_NAME.sub(b"", names).decode(errors="replace")) or [""]:
            found = _file_of(f"{module}.{name}".lstrip("."), package) or whole
            if found is not None:
                yield found


def _absolute(name: str, around: tuple[str, ...]) -> str:
    """Return the absolute name of the module that a file imports as `name`, which may begin with dots.

    `around` has the names of the packages around that file, the outermost first.
    """
    bare = name.lstrip(".")
    dots = len(name) - len(bare)
    return ".".join(filter(None, (*around[: len(around) - dots + 1], bare))) if dots else name


@cache
def _file_of(module: str, package: Package) -> Path | None:
    """Return the file of a module of `mom_env` or of the top-level package of `package`; None if there is none."""
    roots = {package.name.partition(".")[0]: package.root, PACKAGE.name: PACKAGE.parent}
    first = module.partition(".")[0]
    if first not in roots:
        return None
    path = roots[first] / module.replace(".", "/")
    return next((file for file in (path / "__init__.py", path.parent / f"{path.name}.py") if file.is_file()), None)


def _root_of(file: Path, package: Package) -> Path:
    """Return the folder from which `file` is imported: that of `mom_env` if it is in there, else that of `package`."""
    return PACKAGE.parent if file.is_relative_to(PACKAGE) else package.root


def _name_of(file: Path, package: Package) -> str:
    """Return the path of `file` relative to the folder from which it is imported, with slashes.

    It is the same in each installation.
    """
    return file.relative_to(_root_of(file, package)).as_posix()
