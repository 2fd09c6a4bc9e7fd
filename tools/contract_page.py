"""Write docs/contract.md, the page of all names that a game offers, from the protocols themselves.

`python -m tools.contract_page > docs/contract.md`
"""

import inspect
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Generic, Protocol

from mom_env.base import people as default_people
from mom_env.base.game import Game
from mom_env.common.docstrings import entries
from mom_env.contract.checks import CHECKS_DEFAULTS, Checks
from mom_env.contract.info import GameInfo, Table
from mom_env.contract.kernels import DEFAULTS, Kernels
from mom_env.contract.people import PEOPLE_DEFAULTS, People
from mom_env.contract.search import SEARCH_DEFAULTS, SearchKernels
from mom_env.contract.soak import SOAK_DEFAULTS, SoakKernels
from mom_env.environments.docs_tables import markdown

REQUIRED = "required"
OPENING = """What a game offers: the names of the modules of its package. Shells and loops take nothing else of it.
Where the last column says *required*, a game without the name is refused when it is loaded; else the column says what
holds for a game that leaves the name out. How a game comes to be: [a game of your own](adding-a-game.md)."""
MODULES = {
    "info": "`INFO`, a `GameInfo`. Required module.",
    "Table": "What `INFO.tables` has for each number of players.",
    "kernels": "Sizes, and compiled functions of one record and its rules. Required module.",
    "people": "What people see, and what environments and tables are described by. Required module.",
    "Game": "What the class `Game` of `people` says, made from `mom_env.base.game.Game`; it needs `info`, `decisions` "
    "and `make_ruleset` besides.",
    "search": "What a tree search knows.",
    "checks": "What the game is checked by.",
    "soak": "The game's half of `mom soak`.",
}
GAME_METHODS = (
    *("words", "snapshot", "decision_name", "result_by_names", "setup_block", "deal_from", "num_players_of"),
    *("to_text", "from_text", "is_in_progress", "progress", "to_svg"),
)
Row = tuple[str, str, str]


def page() -> str:
    """Return the whole page of the contract, in Markdown."""
    rows = {
        "info": rows_of_tuple(GameInfo),
        "Table": rows_of_tuple(Table),
        "kernels": rows_of(Kernels, DEFAULTS),
        "people": rows_of(People, {name: default_of(name) for name in PEOPLE_DEFAULTS}),
        "Game": rows_of_game(),
        "search": rows_of(SearchKernels, SEARCH_DEFAULTS),
        "checks": rows_of(Checks, {name: value_in_words(value) for name, value in CHECKS_DEFAULTS.items()}),
        "soak": rows_of(SoakKernels, SOAK_DEFAULTS),
    }
    parts = [f"## {name}\n\n{MODULES[name]}\n\n{table_of(found)}" for name, found in rows.items()]
    return "\n\n".join(["# The contract of games", OPENING, *parts, "Written by `python -m tools.contract_page`.\n"])


def table_of(rows: Iterable[Row]) -> str:
    """Return rows of name, description and default as a Markdown table."""
    cells = [tuple(cell.replace("|", "\\|") for cell in row) for row in rows]
    return markdown((("name", "what it says", "left out"), *cells))


def rows_of_tuple(form: Any) -> Iterator[Row]:
    """Yield a row for each field of `form`, a named tuple of the contract: name, description and default.

    The description is from the docstring of `form`.
    """
    described = entries(form.__doc__, "Attributes")
    for name in form._fields:
        default = value_in_words(form._field_defaults[name]) if name in form._field_defaults else REQUIRED
        yield f"`{name}`", described[name].rstrip("."), default


def rows_of(protocol: type, defaults: Mapping[str, str]) -> Iterator[Row]:
    """Yield a row for each name of a protocol, in its order: name, description and default.

    `defaults` says in words what holds for a name that is left out; names without a default are required.
    """
    said = comments_of(protocol)
    for name in said:
        member = getattr(protocol, name, None)
        signature = f"`{name}({', '.join(parameters_of(member))})`" if inspect.isfunction(member) else f"`{name}`"
        yield signature, said[name], defaults.get(name, REQUIRED)


def comments_of(protocol: type) -> dict[str, str]:
    """Return the description of each public name of a protocol, in order: the comment on its line, or its docstring.

    What it inherits comes first.
    """
    found: dict[str, str] = {}
    sources = [
        inspect.getsource(base) for base in reversed(protocol.__mro__) if base not in (object, Generic, Protocol)
    ]
    for line in "\n".join(sources).splitlines():
        if attribute := re.fullmatch(r"    (\w+): [^#]+(?:# (.*))?", line):
            found[attribute[1]] = attribute[2] or ""
        elif method := re.fullmatch(r"    def (\w+)\(.*", line):
            found[method[1]] = first_paragraph(getattr(protocol, method[1]))
    return {name: words for name, words in found.items() if not name.startswith("_")}


def first_paragraph(member: Any) -> str:
    """Return the first paragraph of an object's docstring as one line, without "By default ..." and final full stop."""
    first = " ".join((inspect.getdoc(member) or "").split("\n\n")[0].split())
    return first.partition(" By default ")[0].rstrip(".")


def parameters_of(function: Any) -> list[str]:
    """Return the names of a method's parameters, without `self` and `cls`."""
    return [name for name in inspect.signature(function).parameters if name not in {"self", "cls"}]


def default_of(name: str) -> str:
    """Return in words the default of a name that a game's module `people` may leave out."""
    value = getattr(default_people, name)
    return first_paragraph(value).removeprefix("Return ") if inspect.isfunction(value) else value_in_words(value)


def value_in_words(value: Any) -> str:
    """Return a default as Markdown: a value as Python code, or a function as its docstring describes it."""
    return first_paragraph(value).removeprefix("Return ") if inspect.isfunction(value) else f"`{value!r}`"


def rows_of_game() -> Iterator[Row]:
    """Yield a row for each method of the class `Game` that a game may define: name, description and default."""
    for name in GAME_METHODS:
        method = getattr(Game, name)
        is_required = name in Game.__abstractmethods__
        yield (
            f"`{name}({', '.join(parameters_of(method))})`",
            first_paragraph(method),
            REQUIRED if is_required else default_behaviour(method),
        )


def default_behaviour(method: Any) -> str:
    """Return in words what a method does if a game does not define it, as its docstring says after "By default"."""
    text = " ".join((inspect.getdoc(method) or "").split())
    found = re.search(r"By default (.*?)\.(?: |$)", text)
    return found[1] if found else "what every game does"


if __name__ == "__main__":
    sys.stdout.write(page())
