"""A game under test: the tables that it is played at, and games of it that stop anywhere."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from mom_env.base.game import Game
from mom_env.contract.kernels import Kernels
from mom_env.contract.options import OptionValue
from mom_env.games import GameModules, load
from mom_env.kernel.jit import is_compiled

LONG = 60  # decisions of a usual game from which on fewer games are played
VERY_LONG = 300  # decisions from which on plain Python meets three tables, and all ways fewer stops
STOPS = 12  # of a long game, between those at which a short one stops


class Table(NamedTuple):
    """What a game is played with."""

    num_players: int
    options: dict[str, OptionValue]
    skip_forced: bool = True


class Subject:
    """A game by name, as the checks meet it."""

    def __init__(self, name: str) -> None:
        self.name = name

    @cached_property
    def modules(self) -> GameModules:
        return load(self.name)

    @property
    def kernels(self) -> Kernels[Any, Any, Any, Any]:
        return self.modules.kernels

    @property
    def is_long(self) -> bool:
        return self.modules.info.decisions_per_game > LONG

    def few(self, count: int) -> int:
        """Fewer of a long game, and far fewer in plain Python."""
        return max(1, count // ((4 if self.is_long else 1) * (1 if is_compiled() else 3 if self.is_long else 1)))

    @cached_property
    def tables(self) -> list[Table]:
        """Every number of players with the options of the benchmark and none, some with forced decisions as stops."""
        info = self.modules.info
        variants = [{}, dict(info.benchmark_options)]
        found = [Table(count, options) for count in info.num_players for options in variants]
        return [*found, *(Table(count, {}, skip_forced=False) for count in info.num_players)]

    def some_tables(self) -> list[Table]:
        """All tables of a small game; of a long one, one for each number of players, all unlike."""
        if not self.is_long:
            return self.tables
        counts = self.modules.info.num_players
        per = len(self.tables) // len(counts)
        chosen = [[table for table in self.tables if table.num_players == count] for count in counts]
        return [tables[number % per] for number, tables in enumerate(chosen)]

    def few_tables(self) -> list[Table]:
        """Those of `some_tables` that games are played at: in plain Python three, if they are very long."""
        found = self.some_tables()
        if is_compiled() or self.modules.info.decisions_per_game < VERY_LONG:
            return found
        return [found[0], found[len(found) // 2], found[-1]]

    def deal(self, table: Table, seed: int) -> Game[Any]:
        """A game from its deal."""
        made = self.modules.people.Game
        game: Game[Any] = made(table.num_players, seed, options=table.options, skip_forced=table.skip_forced)
        return game

    def games(self, count: int) -> Iterator[Game[Any]]:
        """`count` deals, or one for each table that is looked at if that is more."""
        tables = self.few_tables()
        for number in range(max(self.few(count), len(tables))):
            yield self.deal(tables[number % len(tables)], number)

    def stops(self, count: int, every: int = 1) -> Iterator[Game[Any]]:
        """Games played at random; each stop of a short one, or each `every`-th of a long one, and every end."""
        every *= max(STOPS, self.modules.info.decisions_per_game // STOPS) if self.is_long else 1
        for number, game in enumerate(self.games(count)):
            rng = np.random.default_rng(number)
            yield from stops_of(game, rng, every)

    def ends(self, count: int) -> Iterator[Game[Any]]:
        """Games played to their end."""
        for number, game in enumerate(self.games(count)):
            play_on(game, np.random.default_rng(number))
            yield game


def stops_of(game: Game[Any], rng: np.random.Generator, every: int = 1) -> Iterator[Game[Any]]:
    """Play a game at random, and stop at the first and each `every`-th decision, and at the end."""
    first = int(rng.integers(every))
    for number in range(game.info.most_replay_moves):
        if game.over:
            break
        if number % every == first or number == 0:
            yield game
        play_one(game, rng)
    assert game.over, f"{game!r}: expected an end within {game.info.most_replay_moves} decisions"
    yield game


def play_one(game: Game[Any], rng: np.random.Generator) -> int:
    """Play a random legal action."""
    legal = game.legal_actions()
    assert legal, f"{game!r}: expected a legal action"
    action = legal[int(rng.integers(len(legal)))]
    game.play(action)
    return action


def play_on(game: Game[Any], rng: np.random.Generator, decisions: int | None = None) -> list[int]:
    """Play at random to the end, or so many decisions; return the actions."""
    actions: list[int] = []
    most = game.info.most_replay_moves if decisions is None else decisions
    while not game.over and len(actions) < most:
        actions.append(play_one(game, rng))
    assert game.over or decisions is not None, f"{game!r}: expected an end within {most} decisions"
    return actions


def bits_of(game: Game[Any]) -> bytes:
    """The record of a game."""
    return game.states.tobytes()


def bits_without(game: Game[Any], *fields: str) -> bytes:
    """The record of a game but for some fields."""
    states = game.states.copy()
    for field in fields:
        states[field] = 0
    return states.tobytes()


def seen_by(game: Game[Any], seat: int) -> bytes:
    """All arrays that a seat is given."""
    seen = game.observe(seat)
    return bytes(seen["observation"].tobytes() + seen["action_mask"].tobytes())
