"""Checks of any game: what a seat is told in words hides what it cannot know, and leaves out nothing else."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from mom_env.base.choice_words import line_of
from mom_env.base.game import Game
from mom_env.errors import IllegalAction, UnclearChoice
from tests.every_game.subject import Subject, seen_by

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
    seen = dict[str, bytes]()
    for stop in subject.stops(8, every=3):
        for game in (stop, *after(stop)):
            for seat in range(game.num_players):
                arrays = seen_by(game, seat)
                assert seen.setdefault(game.observe_text(seat), arrays) == arrays
    assert len(set(seen.values())) > BRANCHES


def after(game: Game[Any]) -> Iterator[Game[Any]]:
    """The positions after some of the choices: they differ in little."""
    legal = np.array(game.legal_actions())
    for action in np.random.default_rng(len(legal)).permutation(legal)[:BRANCHES]:
        copy = game.copy()
        copy.play(int(action))
        yield copy


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
