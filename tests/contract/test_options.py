"""How many play, and by which rule options: what there is, and all that is refused, with the reason."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from mom_env.errors import DeckError, OptionError
from mom_env.monkeys_on_the_moon import Game, VectorGame
from mom_env.monkeys_on_the_moon.options import load_options

MAKERS: list[Callable[[Any], Any]] = [
    Game,
    lambda number: VectorGame(2, number),
    lambda number: VectorGame(2, [2, number]),
]


@pytest.mark.parametrize("make", MAKERS, ids=["Game", "VectorGame", "VectorGame of several"])
@pytest.mark.parametrize("number", [0, 1, 5, -2, 10**30, "4", "four", 4.0, 3.5, float("nan"), True, {4}])
def test_two_three_or_four_play(make: Callable[[Any], Any], number: Any) -> None:
    with pytest.raises(DeckError, match=f"num_players: .*2, 3 or 4 players, found {re.escape(repr(number))}"):
        make(number)


@pytest.mark.parametrize("number", [None, [4], (2, 3)])
def test_in_a_list_there_is_a_number_for_each_share_of_the_games(number: Any) -> None:
    with pytest.raises(DeckError, match=f"num_players: .*2, 3 or 4 players, found {re.escape(repr(number))}"):
        VectorGame(2, [number])


@pytest.mark.parametrize("number", [[4], (2, 3)])
def test_one_game_has_one_number_of_players(number: Any) -> None:
    with pytest.raises(DeckError, match=f"num_players: .*2, 3 or 4 players, found {re.escape(repr(number))}"):
        Game(number)
    games = VectorGame(2, number)
    assert [block.ruleset.num_players for block in games.blocks] == list(number)
    with pytest.raises(
        OptionError, match="num_players and options: expected 1 to 2 tables, one a game at most, found 0"
    ):
        VectorGame(2, number[:0])


def test_without_a_number_four_play() -> None:
    assert {table.num_players for table in (Game(), Game(None), VectorGame(1), VectorGame(1, None))} == {4}


def test_a_deck_may_be_for_fewer() -> None:
    with pytest.raises(DeckError, match="num_players: deck 'mini' is for 2 or 3 players, found 4"):
        Game(4, deck="mini")


def test_an_unknown_option_is_answered_with_those_that_exist() -> None:
    names = "raise, final_launch_clears_scorn, hidden_coins, maximum_scorn, monkey_treachery"
    for name in ("treachery", "raise_", "", 3):
        wrong: Any = {name: True}
        with pytest.raises(OptionError, match=f"options: expected some of {names}, found {re.escape(repr(name))}"):
            Game(options=wrong)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("raise", "never", "expected 'free' or 'add_only', found 'never'"),
        ("raise", True, "expected 'free' or 'add_only', found True"),
        *(
            (name, value, f"expected a valid boolean, found {value!r}")
            for name in ("final_launch_clears_scorn", "hidden_coins", "maximum_scorn", "monkey_treachery")
            for value in (1, 0.0, "true", None, float("nan"), [True])
        ),
    ],
)
def test_an_option_has_its_values_and_no_others(name: str, value: Any, expected: str) -> None:
    with pytest.raises(OptionError, match=re.escape(f"options.{name}: {expected}")):
        Game(options={name: value})


@pytest.mark.parametrize("options", ["monkey_treachery", ["monkey_treachery"], 1, {"monkey_treachery"}])
def test_options_are_names_with_values(options: Any) -> None:
    with pytest.raises(OptionError, match="options: expected a mapping of names to values, found"):
        Game(options=options)


def test_what_is_not_named_keeps_its_default() -> None:
    defaults = {
        "raise": "free",
        "final_launch_clears_scorn": True,
        "hidden_coins": False,
        "maximum_scorn": False,
        "monkey_treachery": False,
    }
    assert Game(seed=1).snapshot()["options"] == load_options().plain() == defaults
    chosen = Game(seed=1, options={"raise": "add_only", "maximum_scorn": True}).snapshot()["options"]
    assert chosen == {**defaults, "raise": "add_only", "maximum_scorn": True}


@pytest.mark.parametrize("flag", [1, "yes", None, 0.0])
def test_skip_forced_is_true_or_false(flag: Any) -> None:
    for make in (lambda: Game(skip_forced=flag), lambda: VectorGame(1, skip_forced=flag)):
        with pytest.raises(OptionError, match="skip_forced: expected True or False, found"):
            make()
