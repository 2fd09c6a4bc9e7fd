"""Checks that a package offers what the contract asks of a game: names, types and sizes. Nothing is compiled.

The mistakes found here would otherwise show later and elsewhere, or not at all. Tests check what kernels do.
"""

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Generic, Protocol, TypeVar, get_type_hints

import numpy as np
from numba.np.numpy_support import from_dtype
from pydantic import TypeAdapter, ValidationError

from mom_env.base.game import Game, number_type
from mom_env.base.vector_game import VectorGame
from mom_env.common.arguments import shown, whole_of
from mom_env.common.docstrings import entries
from mom_env.common.problems import first_problem
from mom_env.contract.checks import Checks, Position
from mom_env.contract.info import GameInfo
from mom_env.contract.kernels import DEFAULTS, Kernels
from mom_env.contract.options import GameOptions, OptionValue
from mom_env.contract.people import PEOPLE_DEFAULTS, ActionRange, Bot, People, Piece
from mom_env.contract.search import SEARCH_DEFAULTS, SearchKernels
from mom_env.errors import MomError, OptionError
from mom_env.kernel.masks import IDS_PER_WORD
from mom_env.kernel.returns import Reward

RECORDS = ("STATE_DTYPE", "RULES_DTYPE", "OBSERVATION_DTYPE", "MASK_DTYPE")
TAKEN = frozenset(dir(np.record))  # names of attributes: with the JIT off, fields of these names cannot be read
FIELDS = {"STATE_DTYPE": {"rng": "u", "seat": "i"}, "RULES_DTYPE": {"num_players": "i", "skip_forced": "i"}}
LEAST = {"NUM_ACTIONS": 1, "MAX_PLAYERS": 1, "UNSEEN_SIZE": 1, "HIDDEN_SIZE": 0, "MOST_MOVES": 1}
SYMMETRY = ("ACTION_TURNS", "OBSERVATION_TURNS", "find_turns")
REWARDS = {reward.name.lower() for reward in Reward}

Problems = Iterator[str]
T = TypeVar("T")


def problem_of(info: GameInfo, package: str, others: Iterable[str]) -> str | None:
    """Return in one line the first thing that is wrong with a game; None if nothing is.

    Args:
        info: what the game says about itself.
        package: the package of its modules.
        others: the packages of other games in this process.
    """
    modules = {name: f"{package}.{name}" for name in ("info", "kernels", "search", "people", "checks")}
    looks: dict[str, Callable[[], Problems]] = {
        "info": lambda: problems_of_info(info, package),
        "kernels": lambda: problems_of_kernels(import_module(modules["kernels"]), info, others),
        "search": lambda: problems_of_search(own_or_empty(modules["search"])),
        "people": lambda: problems_of_people(import_module(modules["people"]), info, import_module(modules["kernels"])),
        "checks": lambda: problems_of_checks(own_or_empty(modules["checks"])),
    }
    for name, look in looks.items():
        try:
            problem = next(look(), None)
        except (Exception, SystemExit) as error:  # noqa: BLE001  # other people's code may raise anything
            problem = raised(error, package)
        if problem is not None:
            return f"{modules[name]}: {problem}"
    return None


def raised(error: BaseException, package: str) -> str:
    """Return in words the error that code of `package` raised, with the file and line of the package, if known."""
    inside = f"/{package.replace('.', '/')}/"
    frames = [frame for frame in extract_tb(error.__traceback__) if inside in Path(frame.filename).as_posix()]
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"raised {type(error).__name__}: {error}{where}"


def own_or_empty(name: str) -> ModuleType:
    """Return the module called `name`, which a game may leave out, or else an empty module."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return ModuleType(name)


# What a game says about itself


def problems_of_info(info: GameInfo, package: str) -> Problems:
    """Yield a message for each wrong entry of INFO: types, package, numbers of players, rewards, names and sizes."""
    for name, kind in get_type_hints(GameInfo, localns={"OptionValue": OptionValue}).items():
        try:
            TypeAdapter(kind).validate_python(getattr(info, name))
        except ValidationError as error:
            yield f"INFO.{name}: {first_problem(error)}"
    if info.package != package:
        yield f"INFO.package: expected {package!r}, found {shown(info.package)}"
    if not info.tables or min(info.tables) < 1:
        yield f"INFO.tables: expected numbers of players from 1, found {shown(list(info.tables))}"
    if info.default_players not in info.tables:
        yield f"INFO.default_players: expected one of {list(info.tables)}, found {shown(info.default_players)}"
    for count, table in info.tables.items():
        if not table.rewards or not set(table.rewards) <= REWARDS:
            yield f"INFO.tables.{count}.rewards: expected some of {sorted(REWARDS)}, found {shown(table.rewards)}"
    if not info.score_unit > 0 or not info.most_replay_moves > 0 or not info.decisions_per_game > 0:
        yield "INFO: expected score_unit, most_replay_moves and decisions_per_game above 0"
    if not info.score_name.isidentifier() or info.score_name in {"winners", "places", "returns"}:
        yield f"INFO.score_name: expected a name of its own, found {shown(info.score_name)}"


# Kernels


def problems_of_kernels(module: ModuleType, info: GameInfo, others: Iterable[str]) -> Problems:
    """Yield a message for each thing that is wrong in a game's module `kernels`: names, types of records, and sizes.

    `others` are the packages of games in the same process: no record may clash with theirs.
    """
    yield from problems_of_names(module, Kernels, DEFAULTS)
    if info.has_secrets and (missing := [name for name in ("redeal", "conceal") if not hasattr(module, name)]):
        yield f"expected a name {missing[0]!r}, as INFO.has_secrets is True, found none"
    for name in RECORDS:
        yield from problems_of_record(name, getattr(module, name))
    count, mask = module.NUM_ACTIONS, module.MASK_DTYPE
    words = {"ids": (np.int8, count), "words": (np.uint64, -(-count // IDS_PER_WORD))}
    for name, (number, size) in words.items():
        if name not in mask.names or mask[name] != np.dtype((number, (size,))):
            yield f"MASK_DTYPE: expected a field {name!r} of {size} {np.dtype(number)}; `mask_dtype` makes one"
    if mask.itemsize != IDS_PER_WORD * words["words"][1]:
        yield f"MASK_DTYPE: expected {IDS_PER_WORD * words['words'][1]} bytes, found {mask.itemsize}"
    if max(info.tables) > module.MAX_PLAYERS:
        yield f"MAX_PLAYERS: expected at least {max(info.tables)}, as INFO.tables has it, found {module.MAX_PLAYERS}"
    if info.wait is not None and not 0 <= info.wait < count:
        yield f"INFO.wait: expected an id below {count}, found {shown(info.wait)}"
    yield from problems_of_view(module.OBSERVATION_DTYPE)
    for other in others:
        yield from clashes(module, import_module(f"{other}.kernels"), other)


def problems_of_record(name: str, dtype: np.dtype[np.void]) -> Problems:
    """Yield a message for each thing that is wrong with the type of a record; `name` is one of `RECORDS`."""
    if dtype.type is np.void or not issubclass(dtype.type, np.record):
        yield f"{name}: expected records, np.dtype((np.record, fields)), found {shown(dtype)}"
    for field, kind in FIELDS.get(name, {}).items():
        if field not in (dtype.names or ()):
            yield f"{name}: expected a field {field!r}, found {shown(list(dtype.names or ()))}"
        elif dtype[field].kind != kind or (field == "rng" and dtype[field] != np.uint64):
            yield f"{name}.{field}: expected {'uint64' if field == 'rng' else 'a signed integer'}, found {dtype[field]}"
    for field in dtype.names or ():
        if field in TAKEN:
            yield f"{name}.{field}: expected a name that NumPy's records have not, found one that they have"


def problems_of_view(dtype: np.dtype[np.void]) -> Problems:
    """Yield a message for each thing that is wrong with the type of an observation."""
    number = number_type(dtype)
    whole = np.dtype((number, (dtype.itemsize // number.itemsize,)))
    names = dtype.names or ()
    if "everything" not in names or dtype["everything"] != whole:
        size = whole.shape[0]
        yield f"OBSERVATION_DTYPE: expected a field 'everything' over all {size} numbers; `view_dtype` makes one"
    if others := [name for name in names if dtype[name].base != number]:
        yield f"OBSERVATION_DTYPE.{others[0]}: expected {number} as in the other fields, found {dtype[others[0]].base}"


def clashes(module: ModuleType, other: ModuleType, package: str) -> Problems:
    """Yield a message for each type of record in which one game's fields begin the other game's record of that name.

    `module` and `other` are the modules `kernels` of the two games, and `package` is the package of the second. Equal
    records do not clash.
    """
    for name in RECORDS:
        own, its = from_dtype(getattr(module, name)), from_dtype(getattr(other, name))
        if own != its and all(one == two for one, two in zip(own.fields.items(), its.fields.items(), strict=False)):
            yield (
                f"{name}: expected a record that does not begin like that of {package}: Numba would take one for the "
                f"other; let their second fields differ"
            )


# Names of a module


def problems_of_names(module: ModuleType, protocol: type, optional: Iterable[str]) -> Problems:
    """Yield a message for each name of `protocol` that a module lacks, or has with a value of another kind.

    Names in `optional` may be missing.
    """
    for name in members(protocol):
        if not hasattr(module, name):
            if name not in optional:
                yield f"expected a name {name!r}, found none"
        else:
            yield from problems_of_name(name, getattr(module, name), getattr(protocol, name, None))


def members(protocol: type) -> list[str]:
    """Return the public names that a protocol and its bases ask for: methods and annotated attributes."""
    bases = [base for base in reversed(protocol.__mro__) if base not in (object, Generic, Protocol)]
    names = [name for base in bases for name in {**vars(base), **inspect.get_annotations(base)}]
    return [name for name in dict.fromkeys(names) if not name.startswith("_")]


def problems_of_name(name: str, found: object, asked: object) -> Problems:
    """Yield a message if `found`, the module's value of the name `name`, is of another kind than its protocol asks for.

    `asked` is what the protocol has under that name, or None.
    """
    if name.endswith("_DTYPE") and (not isinstance(found, np.dtype) or not found.names):
        yield f"{name}: expected the type of a record with fields, found {shown(found)}"
    elif name in LEAST and (type(found) is not int or found < LEAST[name]):
        yield f"{name}: expected an int from {LEAST[name]}, found {shown(found)}"
    elif inspect.isfunction(asked):
        yield from problems_of_function(name, found, list(inspect.signature(asked).parameters)[1:])


def problems_of_function(name: str, found: object, expected: Sequence[str]) -> Problems:
    """Yield a message if `found`, what a module has under `name`, is no function of the right number of parameters.

    `expected` has the names of the parameters, which may differ.
    """
    parameters = None
    if callable(found):
        parameters = list(inspect.signature(getattr(found, "py_func", found)).parameters)
    if parameters is None or len(parameters) != len(expected):
        told = shown(found) if parameters is None else f"one of {', '.join(parameters) or 'nothing'}"
        yield f"{name}: expected a function of {', '.join(expected)}, found {told}"


def problems_of_search(module: ModuleType) -> Problems:
    """Yield a message for each thing that is wrong with the game's module `search`."""
    yield from problems_of_names(module, SearchKernels, SEARCH_DEFAULTS)
    playouts = getattr(module, "PLAYOUTS", {"random": 1})
    if not isinstance(playouts, Mapping) or not playouts or next(iter(playouts)) != "random":
        yield f"PLAYOUTS: expected turns by name, 'random' first, found {shown(playouts)}"


def problems_of_checks(module: ModuleType) -> Problems:
    """Yield a message for each thing that is wrong with the game's module `checks`, which may lack any name.

    `find_violation` has to be a function of two parameters, and `POSITIONS` a sequence of `Position`. `SYMMETRY` has to
    be None, or to have the attributes that the constant SYMMETRY lists.
    """
    if hasattr(module, "find_violation"):
        yield from problems_of_name("find_violation", module.find_violation, Checks.find_violation)
    positions, symmetry = getattr(module, "POSITIONS", ()), getattr(module, "SYMMETRY", None)
    if not isinstance(positions, Sequence) or not all(isinstance(position, Position) for position in positions):
        yield f"POSITIONS: expected a sequence of Position, found {shown(positions)}"
    if symmetry is not None and (missing := [name for name in SYMMETRY if not hasattr(symmetry, name)]):
        yield f"SYMMETRY: expected {', '.join(SYMMETRY)}, found none of the name {missing[0]!r}"


# What people see


def problems_of_people(module: ModuleType, info: GameInfo, kernels: ModuleType) -> Problems:
    """Yield a message for each thing that is wrong with the game's module `people`.

    `module` is that module, and `kernels` is the game's module `kernels`.
    """
    yield from problems_of_names(module, People, PEOPLE_DEFAULTS)
    yield from problems_of_classes(module, info)
    yield from problems_of_bots(module.BOTS, info)
    yield from problems_of_options(module.OPTIONS, info)
    yield from problems_of_actions(module.ACTIONS, kernels.NUM_ACTIONS, module.Game.decisions)
    yield from problems_of_layout(module.LAYOUT, kernels.OBSERVATION_DTYPE)
    yield from problems_of_rulesets(module.Game.make_ruleset, info)


def problems_of_classes(module: ModuleType, info: GameInfo) -> Problems:
    """Yield a message for each thing that is wrong with the classes `Game` and `VectorGame` of the module `people`."""
    for name, base in (("Game", Game), ("VectorGame", VectorGame)):
        found = getattr(module, name)
        if not isinstance(found, type) or not issubclass(found, base):
            yield f"{name}: expected a class made from {base.__module__}.{name}, found {shown(found)}"
    game = module.Game
    if missing := sorted(game.__abstractmethods__):
        yield f"Game: expected a method {missing[0]!r}, found none"
    if getattr(game, "info", None) is not info:
        yield f"Game.info: expected the INFO of the game, found {shown(getattr(game, 'info', None))}"
    decisions = getattr(game, "decisions", None)
    if not isinstance(decisions, tuple) or not decisions or not all(isinstance(name, str) for name in decisions):
        yield f"Game.decisions: expected a tuple of names, found {shown(decisions)}"
    if getattr(module.VectorGame, "game", None) is not game:
        yield "VectorGame.game: expected the Game of this module, found another one"


def problems_of_bots(bots: object, info: GameInfo) -> Problems:
    """Yield a message for each thing that is wrong with a game's `bots`, which should be a dict of `Bot` by name.

    Bots that `info` names, such as the one that gives hints, have to be among them.
    """
    if not isinstance(bots, Mapping) or not bots or not all(isinstance(bot, Bot) for bot in bots.values()):
        yield f"BOTS: expected a Bot by name, at least one, found {shown(bots)}"
        return
    if twice := repeated(bot.number for bot in bots.values()):
        yield f"BOTS: expected a number of its own for each bot, found {twice[0]} twice"
    for name in (info.hint, info.strongest, *info.demo_bots):
        if name not in bots:
            yield f"INFO: expected hint, strongest and demo_bots to be among {', '.join(bots)}, found {shown(name)}"


def problems_of_options(form: object, info: GameInfo) -> Problems:
    """Yield a message for each thing that is wrong with `form`, the class of the rule options.

    It must be a subclass of `GameOptions` without repeated names, explain each option under `Attributes:` of its
    docstring, and accept both no options and the `benchmark_options` of `info`.
    """
    if not isinstance(form, type) or not issubclass(form, GameOptions):
        yield f"OPTIONS: expected a class made from GameOptions, found {shown(form)}"
        return
    if twice := repeated(form.names()):
        yield f"OPTIONS: expected each option once, found {twice[0]!r} twice"
    told = entries(form.__doc__ or "", "Attributes")
    if untold := [name for name in form.names() if name not in told]:
        yield f"OPTIONS: expected a line for {untold[0]!r} under Attributes in the docstring, found none"
    sets: dict[str, Mapping[str, OptionValue]] = {"no options": {}, "INFO.benchmark_options": info.benchmark_options}
    for name, options in sets.items():
        try:
            form.checked(options)
        except OptionError as error:
            yield f"OPTIONS: expected to take {name}, found that {error}"


def problems_of_actions(ranges: object, count: int, decisions: Sequence[str]) -> Problems:
    """Yield a message for each thing that is wrong with the ranges of action ids.

    Together they must hold each of `count` ids once, in order. Each range must have a name of its own, and belong to
    one of `decisions`.
    """
    if not isinstance(ranges, Sequence) or not all(isinstance(one, ActionRange) for one in ranges):
        yield f"ACTIONS: expected a sequence of ActionRange, found {shown(ranges)}"
        return
    following = 0
    for one in ranges:
        if one.start != following or whole_of(one.size) is None or one.size < 1:
            yield (
                f"ACTIONS: expected every id once, in order, and so {one.name!r} from {following} on, "
                f"found {one.size} ids from {one.start} on"
            )
            return
        decision = one.decision if isinstance(one.decision, str) else str(one.decision.name).lower()
        if decision not in decisions:
            yield f"ACTIONS: expected {one.name!r} for one of the decisions {', '.join(decisions)}, found {decision!r}"
        following += one.size
    if following != count:
        yield f"ACTIONS: expected {count} ids, as NUM_ACTIONS has it, found {following}"
    if twice := repeated(one.name for one in ranges):
        yield f"ACTIONS: expected a name of its own for each range, found {twice[0]!r} twice"


def problems_of_layout(pieces: object, dtype: np.dtype[np.void]) -> Problems:
    """Yield a message for each way in which the layout differs from `dtype`, the type of the observation."""
    if not isinstance(pieces, Sequence) or not all(isinstance(piece, Piece) for piece in pieces):
        yield f"LAYOUT: expected a sequence of Piece, found {shown(pieces)}"
        return
    size, following = dtype.itemsize // number_type(dtype).itemsize, 0
    for piece in pieces:
        if (
            dtype.fields
            and piece.name in dtype.fields
            and dtype.fields[piece.name][1] != following * number_type(dtype).itemsize
        ):
            yield f"LAYOUT: expected {piece.name!r} where the observation has it, found it after {following} numbers"
        following += piece.size
    if following != size:
        yield f"LAYOUT: expected {size} numbers, as the observation has, found {following}"
    if twice := repeated(piece.name for piece in pieces):
        yield f"LAYOUT: expected a name of its own for each piece, found {twice[0]!r} twice"


def problems_of_rulesets(make_ruleset: Callable[..., object], info: GameInfo) -> Problems:
    """Yield a message for each number of players that cannot play with the deck "standard" and no options.

    `make_ruleset` is that of the game's class.
    """
    for count in info.tables:
        try:
            make_ruleset(count, "standard", None, skip_forced=True)
        except MomError as error:
            yield f"Game.make_ruleset: {error}"


def repeated(names: Iterable[T]) -> list[T]:
    """Return each value that is in `names` more than once, listed once."""
    return [name for name, count in Counter(names).items() if count > 1]
