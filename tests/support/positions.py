"""Texts of positions, taken apart and changed: an editor for tests."""

import json
import random
import re
from typing import Any, Self

import pytest

from mom_env.errors import PositionError
from mom_env.monkeys_on_the_moon import Game

FORMAT = "mom-position/1"
NAME_WIDTH = 19
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    1,
    -1,
    2.5,
    10**30,
    float("nan"),
    "",
    "red",
    "bid",
    [],
    [0],
    {},
    {"tribe": "red"},
)
WORDS = ("-", "0", "1", "null", "true", "[]", "{}", "red3", "x", " ", "\n", "\u00e9", "7" * 30)


class Sheet:
    """The lines of a position by name. Methods that change something return the sheet."""

    def __init__(self, game: Game) -> None:
        lines = str(game).splitlines()[1:]
        self.lines = {line[:NAME_WIDTH].strip(): line[NAME_WIDTH:].strip() for line in lines}
        self.circle = self.lines["circle"].split()

    @property
    def text(self) -> str:
        return "\n".join([FORMAT, *(f"{name} {value}" for name, value in self.lines.items())]) + "\n"

    def cards(self, name: str) -> list[str]:
        """What lies in a place."""
        return [card for card in self.lines[name].split() if card != "-"]

    def write(self, name: str, value: str) -> Self:
        """Another value for a line."""
        assert name in self.lines
        self.lines[name] = value
        return self

    def lay(self, name: str, cards: list[str]) -> Self:
        """Other cards in a place."""
        return self.write(name, " ".join(cards) or "-")

    def move(self, source: str, target: str, card: str = "") -> Self:
        """The first card of a place, or this one, goes to another place."""
        cards = self.cards(source)
        card = card or cards[0]
        cards.remove(card)
        return self.lay(source, cards).lay(target, [card, *self.cards(target)])

    def count(self, name: str, tribe: str, change: int) -> Self:
        """So many more in a line by tribe."""
        return self.set(name, tribe, str(int(self.by_tribe(name)[tribe]) + change))

    def set(self, name: str, tribe: str, value: str) -> Self:
        """Another value in a line by tribe."""
        return self.write(name, " ".join((self.by_tribe(name) | {tribe: value}).values()))

    def by_tribe(self, name: str) -> dict[str, str]:
        return dict(zip(self.circle, self.lines[name].split(), strict=True))

    def auction(self, **changes: Any) -> Self:
        """Other entries in the auction; `still_in` is "in"."""
        changes = {"in" if key == "still_in" else key: value for key, value in changes.items()}
        return self.write("auction", json.dumps({**json.loads(self.lines["auction"]), **changes}))

    def refusal(self) -> str:
        """Why this cannot be."""
        return refusal(self.text)


def anywhere(sheet: Sheet, tribe: str = "", without: int = 0) -> tuple[str, str]:
    """A monkey (of the tribe), and where it lies: out of the game, in a score pile or aboard, but not of one seat."""
    seats = [seat for seat in range(4) if seat != without]
    for name in ("monkeys_out", *(f"{row} {seat}" for row in ("pile", "aboard") for seat in seats)):
        for card in sheet.cards(name):
            if card.startswith(tribe):
                return name, card
    raise AssertionError(f"no monkey of {tribe} is open anywhere")


def refusal(text: Any) -> str:
    """Why a text is refused: one line, not too long."""
    with pytest.raises(PositionError) as caught:
        Game.from_text(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 1000
    return str(caught.value)


def mutated(text: str, chance: random.Random) -> str:
    """A character, a word or a line is lost, doubled, exchanged or replaced."""
    parts = chance.choice([list(text), re.split(r"(\s+)", text), text.splitlines(keepends=True)]) or [""]
    here, there = chance.randrange(len(parts)), chance.randrange(len(parts))
    what = chance.choice(["lost", "doubled", "exchanged", "copied", "replaced"])
    if what == "lost":
        del parts[here]
    elif what == "doubled":
        parts.insert(there, parts[here])
    elif what == "exchanged":
        parts[here], parts[there] = parts[there], parts[here]
    else:
        parts[here] = parts[there] if what == "copied" else chance.choice(WORDS)
    return "".join(parts)


def edit(value: Any, chance: random.Random) -> None:
    """Somewhere inside plain JSON values, something is lost, doubled, exchanged or replaced."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        here, there = chance.choice(keys), chance.choice(keys)
        if isinstance(value[here], dict | list) and chance.random() < 0.85:
            value = value[here]
            continue
        what = chance.choice(["lost", "exchanged", "copied", "replaced"])
        if what == "lost":
            del value[here]
        elif what == "exchanged":
            value[here], value[there] = value[there], value[here]
        else:
            value[here] = value[there] if what == "copied" else chance.choice(VALUES)
        return
