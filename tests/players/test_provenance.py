"""What results were made from: nothing that differs is passed over, and what nobody knows is never the same."""

import functools
import hashlib
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mom_env.players.provenance import (
    UNKNOWN,
    Provenance,
    changed_players,
    changes,
    in_words,
    made_from_source,
    provenance_of,
)

pytestmark = pytest.mark.once
HASH = hashlib.sha256(b"").hexdigest()


def made(**fields: Any) -> Provenance:
    given = {"game": "g", "version": "1", "deck": HASH, "options": {"a": True}, "players": {"p": "p version 1"}}
    return Provenance(**{**given, **fields})


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"game": "h"}, "game: g then, h now"),
        ({"version": "2"}, "version: 1 then, 2 now"),
        ({"deck": "0" * 64}, f"deck: {HASH[:12]}... then, 000000000000... now"),
        ({"options": {"a": False}}, "option a: True then, False now"),
        ({"options": {"a": True, "b": "x"}}, "option b: None then, x now"),
        ({"options": {}}, "option a: True then, None now"),
        ({"players": {"p": "p version 2"}}, "player p: p version 1 then, p version 2 now"),
        ({"players": {"p": UNKNOWN}}, "player p: its source is unknown, so it may have changed"),
    ],
)
def test_all_that_differs_is_named_both_ways(fields: dict[str, Any], told: str) -> None:
    assert changes(made(), made(**fields)) == [told]
    assert len(changes(made(**fields), made())) == 1
    assert ("p" in changed_players(made(), made(**fields))) == ("players" in fields)


def test_the_same_things_are_the_same_but_for_the_package_and_players_of_one_side() -> None:
    assert changes(made(), made(package="99")) == []
    assert changes(made(), made(players={"q": "q version 1"})) == []
    unknown = made(players={"p": UNKNOWN})
    assert len(changes(unknown, unknown)) == 1
    assert changed_players(unknown, unknown) == {"p"}


def test_a_line_for_a_page_names_all_players_of_all_results() -> None:
    line = in_words(made(package="7"), made(players={"q": f"q.py {HASH}"}))
    assert line == f"g version 1, deck {HASH[:12]}..., p (p version 1), q (q.py {HASH[:12]}...); mom_env 7"


def test_a_provenance_has_all_options_and_each_player() -> None:
    from mom_env.monkeys_on_the_moon.ruleset import make_ruleset
    from mom_env.players.specs import make_player

    ruleset = make_ruleset(2, "standard", {"hidden_coins": True}, skip_forced=True)
    found = provenance_of("monkeys_on_the_moon", ruleset, [make_player("greedy"), make_player("random")])
    assert found.options == ruleset.options.plain()
    assert found.players == {name: f"{name} version 1" for name in ("greedy", "random")}


# Functions and classes of a user's own


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], ModuleType]:
    """Modules in files of their own."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(name: str, source: str) -> ModuleType:
        (tmp_path / f"{name}.py").write_text(source)
        monkeypatch.delitem(sys.modules, name, raising=False)
        return import_module(name)

    return write


def hash_of(*modules: ModuleType) -> str:
    return hashlib.sha256(b"".join(Path(str(module.__file__)).read_bytes() for module in modules)).hexdigest()


def test_a_function_or_class_is_the_file_that_it_is_written_in(module: Callable[[str, str], ModuleType]) -> None:
    own = module("own_one", "def choose(o, m):\n    return 0\n\nclass Bot:\n    pass\n")
    for found in (own.choose, own.Bot):
        assert made_from_source(found) == made_from_source(found, own) == f"own_one.py {hash_of(own)}"


def test_the_module_of_a_spec_counts_beside_the_file_of_its_function(
    module: Callable[[str, str], ModuleType],
) -> None:
    inner = module("own_inner", "def choose(o, m):\n    return 0\n")
    outer = module("own_outer", "from own_inner import choose\n")
    assert made_from_source(outer.choose, outer) == f"own_inner.py {hash_of(inner, outer)}"


def test_behind_a_decorator_it_is_the_function_that_counts(module: Callable[[str, str], ModuleType]) -> None:
    wraps = "import functools\ndef plain(f):\n    return functools.wraps(f)(lambda *a: f(*a))\n"
    module("own_decorator", wraps)
    own = module("own_two", "from own_decorator import plain\n\n@plain\ndef choose(o, m):\n    return 0\n")
    assert made_from_source(own.choose, own) == f"own_two.py {hash_of(own)}"


def first(number: int, *_: Any) -> int:
    return number


class Callee:
    def __call__(self, *_: Any) -> int:
        return 0


def test_what_holds_more_than_its_source_tells_is_unknown() -> None:
    number = 3
    for held in (lambda *_: number, functools.partial(first, 3), Callee()):
        assert made_from_source(held) == UNKNOWN
    assert made_from_source(first).startswith("test_provenance.py ")
