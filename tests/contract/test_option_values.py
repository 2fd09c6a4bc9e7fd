"""Rule options are bool, int, str or a list of int: in Python, and as they are typed on the command line."""

import copy
import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field, model_validator
from typer.testing import CliRunner

from mom_env import cli
from mom_env.common.arguments import shown
from mom_env.contract.options import (
    AS_TUPLE,
    LARGEST,
    MOST_NUMBERS,
    MOST_SIGNS,
    GameOptions,
    checked_value,
    find_problem,
    in_words,
    is_same,
    read_options,
)
from mom_env.errors import OptionError
from mom_env.games import load
from mom_env.monkeys_on_the_moon import options as game_options
from mom_env.monkeys_on_the_moon.options import Options
from mom_env.players.inventory import example_option, what_of
from mom_env.players.inventory import options as options_of
from tests.every_game.installed import GAMES
from tests.support.invented_options import CHOSEN, GAME, Extended, Ticking

pytestmark = pytest.mark.once


@pytest.fixture
def extended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_options, "Options", Extended)
    monkeypatch.setattr(load(GAME).people, "OPTIONS", Extended)


# In Python


def test_what_is_given_is_kept_and_what_is_unset_is_left_out() -> None:
    default = {"rounds": 3, "layout": "random", "pace": [1], "family": False, "label": "", "check": "own"}
    assert Ticking.checked().plain() == Ticking.checked({}).plain() == default
    given_ = {"ticks": 30, "rounds": 4, "layout": 3, "pace": [1, 2], "family": True, "label": "x", "check": "2"}
    assert Ticking.checked(given_).plain() == given_
    assert Ticking.checked(Ticking.checked(given_)).plain() == given_
    assert list(Ticking.checked(dict(reversed(given_.items()))).plain()) == ["ticks", *default]


def test_tuples_and_numbers_of_numpy_become_plain() -> None:
    made = Ticking.checked({"pace": (np.int8(1), 2), "rounds": np.int64(2)})
    assert json.dumps([made.plain()["pace"], made.plain()["rounds"]]) == "[[1, 2], 2]"
    assert made == Ticking.checked({"pace": [1, 2], "rounds": 2})


def test_options_can_be_hashed_copied_and_pickled() -> None:
    made = Ticking.checked({"pace": [1, 2], "ticks": 30})
    for other in (
        Ticking.checked({"ticks": 30, "pace": (1, 2)}),
        copy.deepcopy(made),
        pickle.loads(pickle.dumps(made)),
    ):
        assert (made, hash(made), made.plain()) == (other, hash(other), other.plain())
    assert made != Ticking.checked({"pace": [2, 1], "ticks": 30})
    made.plain()["pace"].append(3)  # type: ignore[union-attr]
    assert made.plain()["pace"] == [1, 2]


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("ticks", 30.0, "expected a valid integer, found 30.0"),
        ("ticks", True, "expected a valid integer, found True"),
        ("ticks", "30", "expected a valid integer, found '30'"),
        ("ticks", "", "expected a valid integer, found ''"),
        ("ticks", float("nan"), "expected a valid integer, found nan"),
        ("ticks", None, "expected true or false, a whole number, a short text or a short list of whole numbers, found"),
        ("ticks", [30], "expected a valid integer, found [30]"),
        ("ticks", 23, "expected greater than or equal to 24, found 23"),
        ("ticks", 10**5000, "expected less than or equal to 120, found <an int of 16610 bits>"),
        ("family", 1, "expected a valid boolean, found 1"),
        ("family", 0, "expected a valid boolean, found 0"),
        ("family", "true", "expected a valid boolean, found 'true'"),
        ("layout", True, "expected 1, found True"),
        ("layout", 1.0, "expected 1, found 1.0"),
        ("layout", "1", "expected 'random', 1, 2 or 3, found '1'"),
        ("layout", 4, "expected 'random', 1, 2 or 3, found 4"),
        ("pace", 1, "expected a list of whole numbers, found 1"),
        ("pace", "1,2", "expected a list of whole numbers, found '1,2'"),
        ("pace", [], "expected at least 1 item, not 0, found []"),
        ("pace", [1] * 5, "expected at most 4 items, not 5, found"),
        ("pace", {1, 2}, "expected a list of whole numbers, found {1, 2}"),
        ("pace.0", [True], "expected a valid integer, found True"),
        ("pace.1", [1, [2]], "expected a valid integer, found [2]"),
        ("pace.1", [1, 2.0], "expected a valid integer, found 2.0"),
        ("pace.1", [1, 10], "expected less than or equal to 9, found 10"),
        ("check", 2, "expected 'own' or '2', found 2"),
        ("label", "x" * (MOST_SIGNS + 1), "expected true or false"),
        ("label", "\udc80", "expected true or false"),
        ("label", "a\nb", "expected true or false"),
        ("label", 3, "expected a valid string, found 3"),
    ],
    ids=shown,
)
def test_a_value_of_another_kind_is_refused(name: str, value: Any, expected: str) -> None:
    option = name.partition(".")[0]
    with pytest.raises(OptionError) as raised:
        Ticking.checked({option: value})
    assert str(raised.value).startswith(f"options.{name}: {expected}"), raised.value


class Free(GameOptions):
    number: int = 0
    numbers: Annotated[tuple[int, ...], AS_TUPLE] = (0,)


@pytest.mark.parametrize("value", [LARGEST + 1, -LARGEST - 1, 10**30])
def test_numbers_have_room_in_every_file(value: int) -> None:
    assert Free.checked({"number": LARGEST, "numbers": [-LARGEST]}).plain() == {
        "number": LARGEST,
        "numbers": [-LARGEST],
    }
    with pytest.raises(OptionError, match=r"options.number: expected a number from -\d+ to \d+, found"):
        Free.checked({"number": value})
    with pytest.raises(OptionError, match=r"options.numbers: expected a number from -\d+ to \d+, found"):
        Free.checked({"numbers": [value]})
    with pytest.raises(OptionError, match=r"options\.numbers: expected true or false"):
        Free.checked({"numbers": [0] * (MOST_NUMBERS + 1)})


def test_a_value_is_taken_or_not_whatever_the_other_options_are() -> None:
    class Both(Ticking):
        @model_validator(mode="after")
        def _fit(self) -> "Both":
            if self.rounds == 1 and self.ticks is None:
                raise ValueError("expected ticks with one round")
            return self

    assert Both.takes("rounds", 1)
    assert not Both.takes("rounds", 5)
    assert read_options(["rounds=1", "ticks=30"], Both) == {"rounds": 1, "ticks": 30}
    with pytest.raises(OptionError, match="expected ticks with one round"):
        Both.checked({"rounds": 1})


def test_true_is_not_one() -> None:
    assert Ticking.takes("layout", 1)
    assert not Ticking.takes("layout", value=True)
    assert not Ticking.takes("family", 1)
    assert not is_same({"a": 1}, {"a": True})
    assert not is_same([0], [False])
    assert not is_same(1, 1.0)
    assert is_same({"a": [1, 2], "b": 1}, {"b": 1, "a": (1, 2)})


def broken_schemas() -> Iterator[Any]:
    class Lists(GameOptions):
        pace: list[int] = Field(default_factory=lambda: [1])

    class Required(GameOptions):
        ticks: int

    class Twice(GameOptions):
        ticks: int = 1
        other: Annotated[int, Field(alias="ticks")] = 1

    class Fractions(GameOptions):
        share: float = 0.5

    class Plain(BaseModel):
        ticks: int = 1

    yield Lists, "expected defaults that can be given and hashed: unhashable"
    yield Required, "ticks: expected a default"
    yield Twice, "ticks: expected one option of that name, found 2"
    yield Fractions, "expected defaults that can be given and hashed: options.share: expected true or false"
    yield Plain, "expected a subclass of GameOptions"
    yield {"ticks": 1}, "expected a subclass of GameOptions"


@pytest.mark.parametrize(("schema", "problem"), list(broken_schemas()))
def test_a_class_that_cannot_be_a_schema_is_named(schema: Any, problem: str) -> None:
    assert str(find_problem(schema)).startswith(problem)


@pytest.mark.parametrize("schema", [Options, Ticking, Free])
def test_these_are_schemas(schema: Any) -> None:
    assert find_problem(schema) is None


# On the command line


@pytest.mark.parametrize(
    ("typed", "options"),
    [
        (["ticks=30"], {"ticks": 30}),
        (["pace=1,2"], {"pace": [1, 2]}),
        (["pace=1"], {"pace": [1]}),  # one number is a list of one where the game wants a list
        (["layout=random", "family=true"], {"layout": "random", "family": True}),
        (["layout=3", "family=False"], {"layout": 3, "family": False}),
        (["check=2"], {"check": "2"}),  # a number is a text where the game wants one
        (["label=true"], {"label": "true"}),
        (["label=a=b"], {"label": "a=b"}),
        (["label=1,2"], {"label": "1,2"}),
        ([], {}),
    ],
)
def test_a_value_is_read_as_the_game_takes_it(typed: list[str], options: dict[str, Any]) -> None:
    found = read_options(typed, Ticking)
    assert json.dumps(found) == json.dumps(options)
    assert {name: value for name, value in Ticking.checked(found).plain().items() if name in options} == options


@pytest.mark.parametrize("typed", ["ticks=", "=30", "ticks", "", "="])
def test_an_option_is_a_name_and_a_value(typed: str) -> None:
    with pytest.raises(OptionError, match=f"option: expected name=value, found '{typed}'"):
        read_options([typed], Ticking)


def test_an_option_is_given_once() -> None:
    with pytest.raises(OptionError, match="option: expected ticks once, found it again: 'ticks=40'"):
        read_options(["ticks=30", "ticks=40"], Ticking)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("ticks=2.5", "options.ticks: expected a valid integer, found '2.5'"),
        ("ticks=true", "options.ticks: expected a valid integer, found True"),
        ("ticks=030", "options.ticks: expected a valid integer, found '030'"),
        ("ticks=1" + "0" * 6000, "options.ticks: expected a valid integer, found '1000"),
        ("ticks=1,2", "options.ticks: expected a valid integer, found [1, 2]"),
        ("pace=1,,2", "options.pace: expected a list of whole numbers, found '1,,2'"),
        ("pace=[1]", "options.pace: expected a list of whole numbers, found '[1]'"),
        ("pace=10", "options.pace: expected a list of whole numbers, found 10"),
        ("family=yes", "options.family: expected a valid boolean, found 'yes'"),
        ("family=1", "options.family: expected a valid boolean, found 1"),
        ("layout=true", "options.layout: expected 1, found True"),
        ("speed=1", "options: expected some of ticks, rounds, layout, pace, family, label, check, found 'speed'"),
    ],
)
def test_what_the_game_does_not_take_is_refused_by_its_own_schema(typed: str, reason: str) -> None:
    with pytest.raises(OptionError) as raised:
        Ticking.checked(read_options([typed], Ticking))
    assert str(raised.value).startswith(reason), raised.value


options_given = st.fixed_dictionaries(
    {},
    optional={
        "ticks": st.integers(24, 120),
        "rounds": st.integers(1, 4),
        "layout": st.sampled_from(["random", 1, 2, 3]),
        "pace": st.lists(st.integers(1, 9), min_size=1, max_size=4),
        "family": st.booleans(),
        "label": st.text(min_size=1, max_size=20).filter(str.isprintable),
        "check": st.sampled_from(["own", "2"]),
    },
)


@given(options_given)
def test_options_in_words_are_read_as_they_were(options: dict[str, Any]) -> None:
    typed = [f"{name}={in_words(value)}" for name, value in options.items()]
    assert is_same(read_options(typed, Ticking), options)
    assert is_same(
        Ticking.checked(json.loads(json.dumps(Ticking.checked(options).plain()))).plain() | options,
        Ticking.checked(options).plain(),
    )


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=4))
def test_what_may_stand_in_a_file_is_one_of_four_kinds(value: Any) -> None:
    try:
        found = checked_value(value)
    except ValueError:
        return
    assert is_same(found, value)
    assert type(found) in (bool, int, str) or {type(number) for number in found} == {int}  # type: ignore[union-attr]


def mom(*arguments: str) -> Any:
    return CliRunner().invoke(cli.app, list(arguments), env={"COLUMNS": "200"})


@pytest.mark.usefixtures("extended")
def test_commands_take_options_of_all_kinds(tmp_path: Path) -> None:
    typed = [word for name, value in CHOSEN.items() for word in ("--option", f"{name}={in_words(value)}")]
    result = mom(
        "tournament", "greedy", "random", "--players", "2", "--deals", "2", "--out", str(tmp_path), "--replays", *typed
    )
    assert result.exit_code == 0, result.output
    content = json.loads((tmp_path / "results.json").read_text())
    assert json.dumps(content["plan"]["options"]) == json.dumps(CHOSEN)
    assert content["provenance"]["options"] == Extended.checked(CHOSEN).plain()
    replay = json.loads(next((tmp_path / "replays").iterdir()).read_text())
    assert replay["options"] == Extended.checked(CHOSEN).plain()
    refused = mom("tournament", "greedy", "random", "--players", "2", "--deals", "2", "--option", "ticks=2.5")
    assert "options.ticks: expected a valid integer, found '2.5'" in f"{refused.output}{refused.exception}"


@pytest.mark.usefixtures("extended")
def test_the_list_of_options_says_what_values_they_have() -> None:
    told = {item["name"]: what_of(item).plain for item in options_of(GAME)}
    assert example_option(GAME) == "raise=add_only"
    assert told["ticks"] == "how many there are; 24 to 120"
    assert told["layout"] == "which one; random or 1 or 2 or 3; random by default"
    assert told["pace"] == "by place; a list of 1 to 9; 1 by default"
    assert told["hidden_coins"].endswith("; false or true; false by default")


@pytest.mark.parametrize("game", GAMES)
def test_the_example_of_an_option_can_be_typed(game: str) -> None:
    schema = load(game).people.OPTIONS
    assert schema.checked(read_options([example_option(game)], schema)) != schema.checked()


def test_the_example_of_an_option_with_a_range_is_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load(GAME).people, "OPTIONS", Ticking)
    assert example_option(GAME) == "ticks=120"
    monkeypatch.setattr(load(GAME).people, "OPTIONS", GameOptions)
    assert example_option(GAME) == "name=value"
