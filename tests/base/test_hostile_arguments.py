"""Values that nobody should pass, in every argument of every environment: a short typed error, and nothing changes."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest

from mom_env import monkeys_on_the_moon_v0 as monkeys
from mom_env.common.arguments import shown
from mom_env.environments.gymnasium import OneSeatEnv, OneSeatVectorEnv
from mom_env.errors import MomError, OptionError, UnknownArgument
from mom_env.monkeys_on_the_moon import Game, VectorGame
from mom_env.sb3 import MonkeysVecEnv

MOST_WORDS = 2000  # characters of a message: a path is shown in full


class NoRepr:
    """What cannot even be shown."""

    def __repr__(self) -> str:
        raise ZeroDivisionError


def nested(depth: int, wrap: Callable[[Any], Any]) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = wrap(value)
    return value


BAD: dict[str, Any] = {
    "a list a thousand deep": nested(1000, lambda inner: [inner]),
    "a mapping a thousand deep": nested(1000, lambda inner: {"deck": inner}),
    "a list a hundred thousand deep": nested(100_000, lambda inner: [inner]),
    "an integer of 5,000 digits": 10**5000,
    "a negative integer": -(10**20),
    "half a character": "\ud800" * 500,
    "a long text": "x" * 10_000,
    "no representation": NoRepr(),
    "not a number": float("nan"),
    "an array": np.arange(4) + 50,
    "bytes": b"\xff",
    "a set": {1},
}
SHELLS: dict[str, Callable[..., Any]] = {
    "env": monkeys.env,
    "raw_env": monkeys.raw_env,
    "parallel_env": monkeys.parallel_env,
    "OneSeatEnv": OneSeatEnv,
    "OneSeatVectorEnv": lambda **arguments: OneSeatVectorEnv(2, **arguments),
    "MonkeysVecEnv": lambda **arguments: MonkeysVecEnv(2, **arguments),
}
MAKERS = SHELLS | {"VectorGame": lambda **arguments: VectorGame(2, **arguments), "Game": Game}
OF_GAMES = ("num_players", "deck", "options", "skip_forced", "seed")
OF_ALL_SEATS = ("num_players", "deck", "options", "skip_forced", "reward", "shaping", "gamma", "render_mode", "no_such")
OF_ONE_SEAT = (*OF_ALL_SEATS, "opponents", "seat", "illegal", "num_threads")
ARGUMENTS = {
    **dict.fromkeys(("env", "raw_env", "parallel_env"), (*OF_ALL_SEATS, "max_cycles")),
    **dict.fromkeys(("OneSeatEnv", "MonkeysVecEnv"), OF_ONE_SEAT),
    "OneSeatVectorEnv": (*OF_ONE_SEAT, "autoreset_mode", "mask"),
    "VectorGame": (*OF_GAMES, "reward", "num_threads"),
    "Game": OF_GAMES,
}
FINE = {"max_cycles=an integer of 5,000 digits"}
COUNTS: dict[str, Callable[[Any], Any]] = {
    "VectorGame": VectorGame,
    "OneSeatVectorEnv": OneSeatVectorEnv,
    "MonkeysVecEnv": MonkeysVecEnv,
}
each_shell = pytest.mark.parametrize("make", SHELLS.values(), ids=SHELLS.keys())


def refused(call: Callable[[], Any]) -> str | None:
    """What is wrong with how a call is refused; None: nothing."""
    try:
        call()
    except MomError as error:
        return None if len(str(error)) <= MOST_WORDS else f"{len(str(error))} characters"
    except Exception as error:  # noqa: BLE001  # whatever it is, it is to be told
        return type(error).__name__
    return "accepted"


def wrong(calls: Iterator[tuple[str, Callable[[], Any]]]) -> list[str]:
    return [f"{name}: {problem}" for name, call in calls if (problem := refused(call))]


@pytest.mark.parametrize("name", MAKERS)
def test_an_argument_that_cannot_be_is_refused_in_a_few_words(name: str) -> None:
    def calls() -> Iterator[tuple[str, Callable[[], Any]]]:
        for argument in ARGUMENTS[name]:
            for what, value in BAD.items():
                yield f"{argument}={what}", partial(MAKERS[name], **{argument: value})

    assert {problem.rpartition(":")[0] for problem in wrong(calls())} <= FINE


@pytest.mark.parametrize("entry", ["format", "tribes", "counts", "ships", "titles"])
def test_so_is_an_entry_of_a_deck_and_an_option(entry: str) -> None:
    deck = Game(2, 1).ruleset.deck.plain()

    def calls() -> Iterator[tuple[str, Callable[[], Any]]]:
        for what, value in BAD.items():
            yield what, partial(monkeys.env, deck={**deck, entry: value})
            yield what, partial(OneSeatEnv, options={"raise": value})
            options: Any = {value: 1} if isinstance(value, str) else {7: value}
            yield what, partial(OneSeatEnv, options=options)

    assert wrong(calls()) == []


@pytest.mark.parametrize("make", COUNTS.values(), ids=COUNTS.keys())
@pytest.mark.parametrize("count", [0, -1, 2**20 + 1, 10**12, 2**63, 10**20, True, 2.0, "2", None])
def test_a_number_of_games_has_stated_limits(make: Callable[[Any], Any], count: Any) -> None:
    with pytest.raises(OptionError, match=r"num_(games|envs): expected a whole number from 1 to 1048576, found"):
        make(count)


@pytest.mark.parametrize("make", COUNTS.values(), ids=COUNTS.keys())
def test_games_for_which_there_is_no_memory_are_refused(
    make: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_memory(*_: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr(np, "zeros", no_memory)
    with pytest.raises(OptionError, match="num_games: expected as many games as fit into memory, found 1000"):
        make(1000)


def options_of(entry: str, value: Any) -> dict[str, Any]:
    setup: Any = Game(4, 1).replay()["setup"]
    return {"deal": value} if entry == "deal" else {"deal": setup | {entry: value}}


@each_shell
@pytest.mark.parametrize("entry", ["deal", "hands", "circle", "start", "ships"])
def test_a_deal_that_cannot_be_leaves_the_game_as_it_is(make: Callable[..., Any], entry: str) -> None:
    env = make()
    begin(env, 5)
    before = position(env)

    def calls() -> Iterator[tuple[str, Callable[[], Any]]]:
        for what, value in BAD.items():
            if entry == "deal" or not isinstance(value, np.ndarray):
                yield what, partial(restart, env, options_of(entry, value))

    assert wrong(calls()) == []
    assert position(env) == before


@each_shell
def test_options_and_seeds_of_reset_that_cannot_be_leave_the_game_as_it_is(make: Callable[..., Any]) -> None:
    env = make()
    begin(env, 5)
    before = position(env)

    def calls() -> Iterator[tuple[str, Callable[[], Any]]]:
        for what, value in BAD.items():
            if not isinstance(value, dict):  # PettingZoo's own tests pass unknown options, so these are passed over
                yield f"options={what}", partial(restart, env, value)
            yield f"seed={what}", partial(begin, env, value)

    assert wrong(calls()) == []
    assert position(env) == before


@each_shell
@pytest.mark.parametrize("as_list", [False, True])
def test_an_action_that_cannot_be_leaves_the_game_as_it_is(make: Callable[..., Any], as_list: bool) -> None:
    env = make()
    begin(env, 5)
    before = position(env)

    def calls() -> Iterator[tuple[str, Callable[[], Any]]]:
        for what, value in [*BAD.items(), ("True", True), ("NumPy's True", np.True_)]:
            yield what, partial(step_with, env, value, as_list=as_list)

    assert wrong(calls()) == []
    assert position(env) == before


def begin(env: Any, seed: Any) -> None:
    if isinstance(env, MonkeysVecEnv):
        env.seed(seed)
        env.reset()
    else:
        env.reset(seed=seed)


def step_with(env: Any, value: Any, *, as_list: bool) -> None:
    env.step(action_for(env, value, as_list=as_list))


def restart(env: Any, options: Any) -> None:
    if isinstance(env, MonkeysVecEnv):
        env.set_options(options)
        env.reset()
    else:
        env.reset(options=options)


def action_for(env: Any, value: Any, *, as_list: bool) -> Any:
    if isinstance(env, OneSeatVectorEnv | MonkeysVecEnv):
        return [0, value] if as_list else value
    if hasattr(env, "wait"):
        return {env._turns.agent_selection: value}
    return [value] if as_list else value


def position(env: Any) -> bytes:
    states = env.table.states if hasattr(env, "table") else env.game.states
    return bytes(states.tobytes())


@each_shell
def test_an_unknown_argument_is_a_type_error_too(make: Callable[..., Any]) -> None:
    """As Python's own: TorchRL tries `frameskip`, and takes it back if the text says so."""
    with pytest.raises(TypeError, match="got an unexpected keyword argument 'frameskip': expected one of") as caught:
        make(frameskip=1)
    assert isinstance(caught.value, UnknownArgument | OptionError)
    assert isinstance(caught.value, ValueError)


def test_what_is_shown_is_short_and_keeps_what_is_short() -> None:
    assert [shown(value) for value in (7, "red", [1, 2], {"a": 1}, None, 2.5)] == [
        "7",
        "'red'",
        "[1, 2]",
        "{'a': 1}",
        "None",
        "2.5",
    ]
    assert all(len(shown(value)) < 200 for value in BAD.values())
    assert shown(-(10**5000)) == "<an int of 16610 bits>"
