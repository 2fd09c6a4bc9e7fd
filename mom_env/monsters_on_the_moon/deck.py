"""Card files: all numbers, faces, layouts and missions, validated; a file that cannot be played with is refused."""

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import Field, model_validator

from mom_env.base.ruleset import DataFile, Entries, Source, files_of
from mom_env.common.arguments import shown
from mom_env.contract.people import Plain
from mom_env.errors import DeckWarning
from mom_env.monsters_on_the_moon.squares import TURNED
from mom_env.monsters_on_the_moon.state import (
    ASTRONAUT,
    CAMP,
    CRYSTAL,
    DOUBLE,
    EMPTY,
    FACE,
    FEWEST_WALLS,
    HEAD,
    MAX_CARDS,
    MAX_LAYOUTS,
    MAX_LIMIT,
    MAX_MISSIONS,
    MAX_SHIPS,
    MAX_SPACES,
    MAX_WALLS,
    NUM_LEVELS,
    NUM_TILES,
    UPRIGHT,
    Kind,
)

GAME = "monsters_on_the_moon"
LETTERS = "WHVS"  # of the monsters, in the order of their numbers
NUM_DOUBLES = 2  # cards with a double head of each monster
MOST_SHOWN = 2  # heads of one monster on a card, as reported

Letter = Literal["W", "H", "V", "S"]
Players = Literal["2", "3", "4"]
Small = Annotated[int, Field(ge=0, le=100)]
Name = Annotated[str, Field(pattern=r"^[a-z][a-z ]{0,29}$")]
Rows = Annotated[list[str], Field(min_length=2, max_length=2)]
Square = tuple[int, int]  # x, y

SHOWN = {
    **{letter: HEAD + monster for monster, letter in enumerate(LETTERS)},
    **{2 * letter: DOUBLE + monster for monster, letter in enumerate(LETTERS)},
    "*": CRYSTAL,
    ".": EMPTY,
    "A": ASTRONAUT,
    "B": CAMP,
}
SIGNS = {number: sign for sign, number in SHOWN.items()}


class Counts(Entries):
    """1: How many cards the box has; the lists of cards in the file must have these lengths."""

    cards: Small
    set_20: Annotated[int, Field(ge=0, le=MAX_CARDS)]
    set_26: Annotated[int, Field(ge=0, le=MAX_CARDS)]
    moonscapes: Small
    armstrong: Annotated[int, Field(ge=0, le=1)]
    missions: Annotated[int, Field(ge=0, le=MAX_MISSIONS)]
    unexplained: Small


class CardSet(Entries):
    """1: The monster cards for some numbers of players, each as two rows of three squares."""

    players: Annotated[list[Annotated[int, Field(ge=1, le=4)]], Field(min_length=1)]
    monsters: Annotated[list[Letter], Field(min_length=1)]
    cards: Annotated[list[Rows], Field(min_length=1, max_length=MAX_CARDS)]


class StartCards(Entries):
    """1: The faces of the start cards."""

    moonscape: Rows
    armstrong: Rows


class Area(Entries):
    """2.8, R5: The size of the display and of the frame of squares."""

    limit: Annotated[int, Field(ge=1, le=MAX_LIMIT)]
    wrap: Literal[28]


class Laid(Entries):
    """2.6: A card of a layout: which one, its left upper square as it lies, and its quarter turns clockwise."""

    card: Literal["first", "second", "moonscape", "armstrong"]
    x: Annotated[int, Field(ge=0, lt=MAX_LIMIT)]
    y: Annotated[int, Field(ge=0, lt=MAX_LIMIT)]
    turn: Annotated[int, Field(ge=0, le=3)]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the card as it lies, in squares."""
        return (2, 3) if self.turn % 2 == UPRIGHT else (3, 2)

    def squares(self) -> set[Square]:
        """Return the squares that the card covers, as x and y."""
        width, height = self.size
        return {(self.x + x, self.y + y) for x in range(width) for y in range(height)}


class Layout(Entries):
    """2.6: A start layout."""

    number: Annotated[int, Field(ge=1, le=MAX_LAYOUTS)]
    name: Name
    cards: Annotated[list[Laid], Field(min_length=2)]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole layout, in squares."""
        squares = set[Square]().union(*(card.squares() for card in self.cards))
        return 1 + max(x for x, _ in squares), 1 + max(y for _, y in squares)


class SetupNumbers(Entries):
    """2: Cards drawn to the double heads, by number of players; ships of each player; squares that may be covered."""

    hand: dict[Players, Annotated[int, Field(ge=0, le=MAX_CARDS)]]
    ships: Annotated[int, Field(ge=0, le=MAX_SHIPS)]
    cover: Literal[2]


class Track(Entries):
    """2.2, 2.3: The VP of the spaces of a side of the crystal track, and the spaces with tiles."""

    values: Annotated[list[Small], Field(min_length=2, max_length=MAX_SPACES)]
    tiles: Annotated[list[Small], Field(min_length=NUM_TILES, max_length=NUM_TILES)]

    @model_validator(mode="after")
    def _is_a_track(self) -> Self:
        """Return the track itself; raise ValueError if it does not begin at 0 or its tile spaces are impossible."""
        last = len(self.values) - 1
        if self.values[0] != 0 or any(one > two for one, two in pairwise(self.values)):
            raise ValueError(f"values: expected VP that begin at 0 and never fall, found {self.values}")
        if not 0 < self.tiles[0] < self.tiles[1] < last:
            raise ValueError(f"tiles: expected two ascending spaces from 1 to {last - 1}, found {self.tiles}")
        return self


class Sizes(Entries):
    """6: Numbers of long and short walls."""

    long: Small
    short: Small


class Walls(Entries):
    """6: The walls of the box, those of each player, and how many are laid in a turn."""

    box: Sizes
    each: dict[Players, Sizes]
    at_a_time: Annotated[list[int], Field(min_length=1)]


class WallLength(Entries):
    """6.2.1: The edges that a wall takes."""

    long: Literal[2]
    short: Literal[1]


class Mission(Entries):
    """7: A mission: what it asks for, its VP, and whether it may lie open."""

    number: Annotated[int, Field(ge=1, le=MAX_MISSIONS)]
    name: Name
    kind: Literal["line", "block", "groups", "largest", "rim", "crystals", "ships", "single"]
    at_least: Annotated[int, Field(ge=1, le=100)]
    vp: Small
    open: bool

    @property
    def kind_number(self) -> int:
        """The number of the kind, a `Kind`."""
        return int(Kind[self.kind.upper()])


class Solo(Entries):
    """8: The monster that brings points, and the points from which on the next level is reached."""

    monster: Letter
    levels: Annotated[list[Annotated[int, Field(ge=-1000, le=1000)]], Field(min_length=NUM_LEVELS, max_length=4)]


class Sources(Entries):
    """Where the tables of a card file come from: one entry for each."""

    counts: Source
    set_20: Source
    set_26: Source | None = None
    start_cards: Source
    area: Source
    layouts: Source
    setup: Source
    track: Source
    walls: Source
    wall_length: Source
    missions: Source
    solo: Source


class CardFile(DataFile):
    """A card file: everything about the game that is a number or a picture and not a rule."""

    format: Literal["monsters-cards/1"]
    game: Literal["monsters_on_the_moon"]
    name: Annotated[str, Field(min_length=1, max_length=60)]
    letters: dict[Letter, Name]
    counts: Counts
    set_20: CardSet
    set_26: CardSet | None = None
    start_cards: StartCards
    area: Area
    layouts: Annotated[list[Layout], Field(min_length=1, max_length=MAX_LAYOUTS)]
    setup: SetupNumbers
    track: dict[Players, Track]
    walls: Walls
    wall_length: WallLength
    missions: Annotated[list[Mission], Field(max_length=MAX_MISSIONS)]
    solo: Solo
    sources: Sources

    @property
    def sets(self) -> dict[str, CardSet]:
        """The sets of monster cards, by name."""
        return {"set_20": self.set_20} | ({"set_26": self.set_26} if self.set_26 else {})

    @cached_property
    def player_counts(self) -> list[int]:
        """The numbers of players that the file is for, in ascending order."""
        return sorted(count for one in self.sets.values() for count in one.players)

    @cached_property
    def monsters(self) -> list[str]:
        """The names of the monsters, by number."""
        return [self.letters[letter] for letter in LETTERS]  # type: ignore[index]  # each is a Letter

    def set_for(self, num_players: int) -> CardSet:
        """Return the set of monster cards for this number of players.

        Raises:
            StopIteration: the file is not for `num_players`.
        """
        return next(one for one in self.sets.values() if num_players in one.players)

    def plain(self) -> Plain:
        """Return all of the file as plain JSON values by name."""
        return self.model_dump(mode="json", exclude_none=True)

    def played(self) -> Plain:
        """Return all of the file that affects a game as plain JSON values: all but its name and sources."""
        return self.model_dump(mode="json", exclude_none=True, exclude={"name", "sources"})

    @model_validator(mode="after")
    def _can_be_played(self) -> Self:
        """Return the file itself; raise ValueError if it cannot be played with, and warn of unusual cards."""
        for problem in problems_of(self):
            raise ValueError(problem)
        for name, one in self.sets.items():
            for number, rows in enumerate(one.cards):
                if doubt := doubt_about(face_of(rows), one.monsters):
                    warnings.warn(f"{name}.cards.{number}: {doubt}", DeckWarning, stacklevel=2)
        return self


class Face(NamedTuple):
    """1: What a card shows, row by row; `SHOWN` has the numbers."""

    shows: tuple[int, ...]

    def heads(self, monster: int) -> int:
        """Return how many heads of a monster the card shows; a double head counts two."""
        return self.shows.count(HEAD + monster) + 2 * self.shows.count(DOUBLE + monster)

    def turned(self, turn: int) -> "Face":
        """Return what the card shows after `turn` quarter turns clockwise, row by row as it lies."""
        return Face(tuple(self.shows[place] for place in TURNED[turn].tolist()))


def face_of(rows: Sequence[str]) -> Face:
    """1: Return the face that two rows of signs stand for, with -1 for unknown signs."""
    return Face(tuple(SHOWN.get(sign, -1) for row in rows for sign in row.split()))


def problems_of(file: CardFile) -> Iterator[str]:
    """Yield all that makes a card file impossible to play with, in words."""
    yield from _problems_of_names(file)
    yield from _problems_of_counts(file)
    for name, one in file.sets.items():
        yield from _problems_of_cards(name, one)
    yield from _problems_of_start_cards(file.start_cards)
    yield from _problems_of_players(file)
    for layout in file.layouts:
        yield from _problems_of_layout(layout, file)
    yield from _problems_of_walls(file)
    yield from _problems_of_missions(file)
    if sorted(set(file.solo.levels)) != file.solo.levels:
        yield f"solo.levels: expected ascending points, found {file.solo.levels}"


def _problems_of_names(file: CardFile) -> Iterator[str]:
    """Yield a message if a monster has no name of its own, or a set or number of players is not clear."""
    if sorted(file.letters) != sorted(LETTERS) or len(set(file.letters.values())) != len(LETTERS):
        yield f"letters: expected a name of its own for each of {', '.join(LETTERS)}, found {file.letters}"
    for name, one in file.sets.items():
        first = list(LETTERS[: len(one.monsters)])
        if one.monsters != first:
            yield f"{name}.monsters: expected {first}, found {one.monsters}"
    if len(set(file.player_counts)) != len(file.player_counts):
        yield f"set_26.players: expected each number of players in one set, found {file.player_counts}"


def _problems_of_counts(file: CardFile) -> Iterator[str]:
    """1: Yield a message for each number of cards that is not that of `counts`."""
    counts = file.counts
    found = {"set_20": len(file.set_20.cards), "set_26": len(file.set_26.cards) if file.set_26 else 0}
    for name, number in found.items():
        if number != getattr(counts, name):
            yield f"{name}.cards: expected {getattr(counts, name)} cards as in counts.{name}, found {number}"
    parts = counts.set_20, counts.set_26, counts.moonscapes, counts.armstrong, counts.missions, counts.unexplained
    if counts.cards != sum(parts):
        yield f"counts.cards: expected the sum of the others, {sum(parts)}, found {counts.cards}"
    if counts.missions != len(file.missions):
        yield f"missions: expected {counts.missions} as in counts.missions, found {len(file.missions)}"


def _problems_of_cards(name: str, one: CardSet) -> Iterator[str]:
    """1: Yield a message for each card of a set that has not six squares, and each monster without two double heads."""
    allowed = {CRYSTAL} | {first + LETTERS.index(letter) for letter in one.monsters for first in (HEAD, DOUBLE)}
    faces = [face_of(rows) for rows in one.cards]
    for number, face in enumerate(faces):
        if [len(row.split()) for row in one.cards[number]] != [FACE // 2] * 2:
            yield f"{name}.cards.{number}: expected two rows of three squares, found {shown(one.cards[number])}"
        elif not set(face.shows) <= allowed:
            signs = ", ".join(SIGNS[shows] for shows in sorted(allowed))
            yield f"{name}.cards.{number}: expected squares of {signs}, found {shown(one.cards[number])}"
    for letter in one.monsters:
        number = sum(DOUBLE + LETTERS.index(letter) in face.shows for face in faces)
        if number != NUM_DOUBLES:
            yield f"{name}.cards: expected {NUM_DOUBLES} cards with a double head of {letter}, found {number}"


def _problems_of_start_cards(cards: StartCards) -> Iterator[str]:
    """1: Yield a message if a start card has other squares than empty ones, Armstrong and his camp."""
    expected = {"moonscape": [EMPTY] * FACE, "armstrong": sorted([EMPTY] * (FACE - 2) + [ASTRONAUT, CAMP])}
    for name, squares in expected.items():
        rows = getattr(cards, name)
        if sorted(face_of(rows).shows) != squares or [len(row.split()) for row in rows] != [FACE // 2] * 2:
            signs = " ".join(SIGNS[shows] for shows in squares)
            yield f"start_cards.{name}: expected two rows of three squares, in all {signs}, found {shown(rows)}"


def _problems_of_players(file: CardFile) -> Iterator[str]:
    """2: Yield a message for each number of players for which a table is missing or the cards do not suffice."""
    tables: dict[str, Mapping[Players, object]] = {
        "setup.hand": file.setup.hand,
        "track": file.track,
        "walls.each": file.walls.each,
    }
    for count in file.player_counts:
        one = file.set_for(count)
        monsters = [LETTERS.index(letter) for letter in one.monsters]
        if count == 1:
            if LETTERS.index(file.solo.monster) not in monsters:
                yield f"solo.monster: expected one of {', '.join(one.monsters)}, found {file.solo.monster}"
            continue
        missing = [name for name, table in tables.items() if str(count) not in table]
        if missing:
            yield f"{missing[0]}: expected an entry for {count} players, found none"
            continue
        if len(monsters) < count:
            yield f"players: expected a monster for each of {count} players, found {len(monsters)}"
        left = pile_size(file, count)
        if left < 1:
            yield f"setup.hand.{count}: expected to leave a card for the pile, found {left} left"


def pile_size(file: CardFile, num_players: int) -> int:
    """2: Return how many cards the draw pile has before the first turn, with two or more players."""
    hand = NUM_DOUBLES + file.setup.hand[str(num_players)]  # type: ignore[index]  # it is one of Players
    return len(file.set_for(num_players).cards) - num_players * hand - 2


def _problems_of_layout(layout: Layout, file: CardFile) -> Iterator[str]:
    """2.6: Yield a message for each thing that is wrong with a layout."""
    where = f"layouts.{layout.number}"
    numbers = [one.number for one in file.layouts]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"layouts: expected the numbers 1, 2 ... in order, found {numbers}"
    used = [card.card for card in layout.cards]
    if used.count("first") != 1 or used.count("second") != 1:
        yield f"{where}: expected each of the two monster cards once, found {', '.join(used)}"
    for name, most in (("moonscape", file.counts.moonscapes), ("armstrong", file.counts.armstrong)):
        if used.count(name) > most:  # type: ignore[arg-type]  # a list of literals
            yield f"{where}: expected at most {most} of {name}, as there are, found {used.count(name)}"  # type: ignore[arg-type]
    squares = [square for card in layout.cards for square in card.squares()]
    if len(set(squares)) != len(squares):
        yield f"{where}: expected cards side by side, found two on one square"
    if not is_one_piece(squares):
        yield f"{where}: expected cards in one piece, found several"
    if max(layout.size) > file.area.limit:
        yield f"{where}: expected at most {file.area.limit} squares wide and high, found {layout.size}"
    if min(x for x, _ in squares) > 0 or min(y for _, y in squares) > 0:
        yield f"{where}: expected x and y from 0 on, found none"


def is_one_piece(squares: Iterable[Square]) -> bool:
    """2.6: Return whether squares, as x and y, are joined by edges."""
    left = set(squares)
    reached = [left.pop()]
    while reached:
        x, y = reached.pop()
        near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
        left -= near
        reached += near
    return not left


def _problems_of_walls(file: CardFile) -> Iterator[str]:
    """6: Yield a message if more walls are given out than there are, or other numbers are laid in a turn."""
    box, most = file.walls.box, list(range(FEWEST_WALLS, FEWEST_WALLS + 3))
    if box.long + box.short > MAX_WALLS:
        yield f"walls.box: expected at most {MAX_WALLS} walls, found {box.long + box.short}"
    for players, each in file.walls.each.items():
        for name in ("long", "short"):
            given, there = int(players) * getattr(each, name), getattr(box, name)
            if given > there:
                yield f"walls.each.{players}.{name}: expected at most {there} in all, as there are, found {given}"
    if file.walls.at_a_time != most:
        yield f"walls.at_a_time: expected {most}, found {file.walls.at_a_time}"


def _problems_of_missions(file: CardFile) -> Iterator[str]:
    """7: Yield a message if missions are not numbered in order."""
    numbers = [mission.number for mission in file.missions]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"missions: expected the numbers 1, 2 ... in order, found {numbers}"


def doubt_about(face: Face, monsters: Sequence[str]) -> str:
    """1: Return in words what is unusual about a card of a set with these monsters; "" if nothing is."""
    heads = {letter: face.heads(LETTERS.index(letter)) for letter in monsters}
    if lacking := [letter for letter, count in heads.items() if count == 0]:
        return f"expected each monster of the set, as is reported, found no {lacking[0]}"
    if many := [letter for letter, count in heads.items() if count > MOST_SHOWN]:
        return f"expected at most {MOST_SHOWN} heads of a monster, as is reported, found {heads[many[0]]} of {many[0]}"
    if sum(shows in range(DOUBLE, CRYSTAL) for shows in face.shows) > 1:
        return "expected at most one double head, as is reported, found two"
    return ""


DECKS = files_of(GAME, CardFile)


def load_deck(name: str) -> CardFile:
    """Return a card file of the package by its name."""
    return DECKS[name]
