"""Checks of any game: what a seat is told in words hides what it cannot know, and leaves out nothing else."""

from collections.abc import Iterator
from itertools import count, islice, product
from typing import Any

import numpy as np
import pytest

from mom_env.base.choice_words import line_of
from mom_env.base.game import Game
from mom_env.errors import IllegalAction, UnclearChoice
from tests.every_game.subject import Subject, Table, seen_by, stops_of

REDEALS = 2
BRANCHES = 12  # choices of a position that are looked at


def check_text_keeps_secrets(subject: Subject) -> None:
    """A redeal leaves every byte of the text for a seat as it is, and so does what others choose at the same time."""
    for game in subject.stops(8, every=3):
        for seat in range(game.num_players):
            text = game.observe_text(seat)
            assert {game.resample_hidden(seat, number).observe_text(seat) for number in range(REDEALS)} == {text}
        asked = game.seats_to_move()
        if len(asked) > 1:
            played = game.copy()
            played.play(played.legal_actions()[-1])
            for seat in set(asked) - {game.seat}:
                assert played.observe_text(seat) == game.observe_text(seat)


def check_text_is_complete(subject: Subject) -> None:
    """Positions that a seat can tell apart by its observation or its legal actions have different texts."""
    for table in subject.some_tables():
        told = dict[bytes, str]()
        for pair in islice(alike(subject, table), subject.few(120)):
            for game, seat in product(neighbours(*pair), range(table.num_players)):
                arrays = seen_by(game, seat)
                if arrays not in told:
                    told[arrays] = game.observe_text(seat)
        assert len(told) > BRANCHES
        assert len(set(told.values())) == len(told)


def alike(subject: Subject, table: Table) -> Iterator[tuple[Game[Any], Game[Any]]]:
    """Endless pairs of positions of random games at a table, each pair at the same kind of decision."""
    last = dict[str | None, Game[Any]]()
    for number in count():
        game, rng = subject.deal(table, number), np.random.default_rng(number)
        for stop in stops_of(game, rng, every=3):
            if stop.decision in last:
                yield last[stop.decision], stop
            last[stop.decision] = stop.copy()


def neighbours(game: Game[Any], other: Game[Any]) -> Iterator[Game[Any]]:
    """Positions, possible or not, that differ little from a game: by a choice, by what is hidden, or by one field.

    That field is as in the other game, which is at the same table.
    """
    yield game
    for action in game.legal_actions()[:BRANCHES]:
        copy = game.copy()
        copy.play(action)
        yield copy
    yield from (game.resample_hidden(seat, 1) for seat in range(game.num_players))
    for field in game.states.dtype.names or ():
        states = game.states.copy()
        states[field] = other.states[field]
        yield game.from_record(game.ruleset, states)


def check_choices_are_understood(subject: Subject) -> None:
    """Each legal action is listed once, and found by its label, its words and its line, however they are written."""
    for game in subject.stops(6, every=2):
        if game.over:
            with pytest.raises(IllegalAction, match="over"):
                game.parse("1")
            continue
        entries = subject.modules.people.menu(game)
        assert sorted(entry.action for entry in entries) == game.legal_actions()
        for entry in entries:
            for text in (entry.label, entry.words, line_of(entry), f"  {entry.words.upper()} .".replace(" ", "  ")):
                assert game.parse(text) == entry.action, text
        for text in ("", "?", "no such words", "999999"):
            with pytest.raises(UnclearChoice, match="expected one of: "):
                game.parse(text)
