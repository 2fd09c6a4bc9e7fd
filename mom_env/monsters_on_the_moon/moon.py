"""A position for people, in plain Python, from its snapshot: squares, walls, areas, and what heads would bring now.

A *place* is a square as (x, y) from the left upper corner of the display, with the wrap of the frame undone.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from mom_env.monsters_on_the_moon.deck import LETTERS, SIGNS, CardFile, Face, face_of
from mom_env.monsters_on_the_moon.squares import SIZE
from mom_env.monsters_on_the_moon.state import ARMSTRONG, GROUPED, MOONSCAPE, UPRIGHT, WRAP

Place = tuple[int, int]
Edge = tuple[str, int, int]  # h: the upper edge of a place, v: its left edge
CRYSTAL, EMPTY = "*", "."
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
ROW_WORDS = ("single", "single inside", "grouped", "grouped inside")  # of the score sheet, in its order
ROW_VP = (1, 2, 2, 4)  # 4.1, 6.4: of each head in these rows


class Heads(NamedTuple):
    """4, 5: What the heads of a monster would bring if they were scored now.

    Attributes:
        rows: heads by ROW_WORDS.
        largest: heads of the largest group, 0 without one.
    """

    rows: tuple[int, int, int, int]
    largest: int

    @property
    def vp(self) -> int:
        """The VP of the rows."""
        return sum(count * worth for count, worth in zip(self.rows, ROW_VP, strict=True))


class Card(NamedTuple):
    """A card that lies on the table, covered in part or not.

    Attributes:
        number: in the card file, or MOONSCAPE or ARMSTRONG.
        left, top: its left upper place.
        width, height: in squares, as it lies.
    """

    number: int
    left: int
    top: int
    width: int
    height: int


class Moon:
    """What lies on the table, and what follows from it. All of it is open to everybody.

    Attributes:
        view: the snapshot.
        file: the card file.
        left, top: column and row of the frame in which the display begins.
        width, height: of the display, in squares.
        squares: the entry of the snapshot at each place with a card.
        walls: all edges with a wall.
        ships: the seat whose ship is at a place.
        areas: the places of each enclosed area.
    """

    def __init__(self, view: Mapping[str, Any], file: CardFile) -> None:
        """Take a snapshot and the card file of the game."""
        self.view, self.file = view, file
        self.left, self.width = extent({entry["x"] for entry in view["display"]})
        self.top, self.height = extent({entry["y"] for entry in view["display"]})
        self.squares: dict[Place, Mapping[str, Any]] = {self.place(entry): entry for entry in view["display"]}
        self.walls: set[Edge] = {edge for wall in view["walls_at"] for edge in self.edges(wall)}
        self.ships: dict[Place, int] = {self.place(ship): ship["seat"] for ship in view["ships_at"]}
        self.areas: list[set[Place]] = [set(map(self.place, area)) for area in view["areas"]]

    # Names

    def place(self, square: Mapping[str, Any]) -> Place:
        """Return the place of a square of the frame, at most a few squares beside the display.

        Squares beyond the right and lower side are told from those beyond the left and upper one by what is nearer.
        """
        return near(square["x"] - self.left, self.width), near(square["y"] - self.top, self.height)

    def name(self, place: Place) -> Place:
        """R5: Return the coordinates by which everybody calls a place."""
        return (place[0] + self.left) % WRAP, (place[1] + self.top) % WRAP

    def letter(self, seat: int) -> str | None:
        """Return the letter of a seat's monster, None before it has been chosen."""
        name = self.view["monster"][seat]
        return None if name is None else LETTERS[self.file.monsters.index(name)]

    @cached_property
    def letters(self) -> list[str]:
        """The letters of all monsters of the set that is played with."""
        return list(self.file.set_for(self.view["num_players"]).monsters)

    def seat_of(self, letter: str) -> int | None:
        """Return the seat whose monster has that letter; None for the neutral one."""
        return next((seat for seat in range(self.view["num_players"]) if self.letter(seat) == letter), None)

    def monster(self, letter: str) -> str:
        """Return the name of a monster."""
        return self.file.monsters[LETTERS.index(letter)]

    # Cards

    def face(self, card: int) -> Face:
        """1: Return what a card shows, unturned."""
        if card == MOONSCAPE:
            return face_of(self.file.start_cards.moonscape)
        if card == ARMSTRONG:
            return face_of(self.file.start_cards.armstrong)
        return face_of(self.file.set_for(self.view["num_players"]).cards[card])

    def rows(self, card: int, turn: int = 0) -> list[list[str]]:
        """1: Return the signs of a card's squares after quarter turns, row by row."""
        width = int(SIZE[turn % 2, 0])
        signs = [SIGNS[shows] for shows in self.face(card).turned(turn).shows]
        return [signs[start : start + width] for start in range(0, len(signs), width)]

    @cached_property
    def laid(self) -> list[Card]:
        """All cards on the table, in the order of laying."""
        cards = []
        for entry in self.view["laid"]:
            width, height = (2, 3) if entry["turn"] % 2 == UPRIGHT else (3, 2)
            cards.append(Card(entry["card"], *self.place(entry), width, height))
        return cards

    def words(self, card: int, turn: int = 0) -> str:
        """1: Return a card as text, such as "W H V / V W H"."""
        return " / ".join(" ".join(row) for row in self.rows(card, turn))

    def squares_of(self, card: int, turn: int, place: Place) -> dict[Place, str]:
        """3.1.1: Return what a card would show, by place, with its left upper square at `place`."""
        rows = self.rows(card, turn)
        return {(place[0] + x, place[1] + y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}

    def covered(self, card: int, turn: int, place: Place) -> list[str]:
        """3.1.2: Return the signs of the squares that a card would cover, in reading order."""
        return [self.squares[at]["shows"] for at in self.squares_of(card, turn, place) if at in self.squares]

    def steps(self, card: int, turn: int, place: Place) -> int:
        """3.2: Return the steps on the track that laying a card would bring: crystals covered, or on empty squares."""
        new = self.squares_of(card, turn, place)
        below = {at: self.squares[at]["shows"] for at in new if at in self.squares}
        return sum(sign == CRYSTAL or (sign == EMPTY and new[at] == CRYSTAL) for at, sign in below.items())

    # Walls and areas

    def edges(self, wall: Mapping[str, Any]) -> list[Edge]:
        """6.2.1: Return the edges that a wall takes."""
        direction, (x, y) = wall["direction"], self.place(wall)
        beyond = (x + 1, y) if direction == "h" else (x, y + 1)
        return [(direction, x, y), *([(direction, *beyond)] if wall["wall"] == "long" else [])]

    def neighbours(self, place: Place) -> Iterator[Place]:
        """6.2.4: Yield the places that share an edge without a wall with a place."""
        x, y = place
        for across, down in STEPS:
            edge = ("v", max(x, x + across), y) if across else ("h", x, max(y, y + down))
            if edge not in self.walls:
                yield x + across, y + down

    def admitted(self, area: Collection[Place]) -> list[int]:
        """6.3.2: Return the seats that may lay cards into an area: those with a head in it, if it has room for one."""
        if not self.has_room(area):
            return []
        there = {monster_of(self.squares[place]["shows"]) for place in area if place in self.squares}
        return [seat for seat in range(self.view["num_players"]) if self.letter(seat) in there]

    def has_room(self, area: Collection[Place]) -> bool:
        """R23: Return whether a card fits into an enclosed area, with no wall across it."""
        return any(self.is_open(area, x, y, width, height) for x, y in area for width, height in ((3, 2), (2, 3)))

    def is_open(self, area: Collection[Place], left: int, top: int, width: int, height: int) -> bool:
        """R23, 6.2.3: Return whether squares side by side are all in an area, without a wall between two of them."""
        places = [(left + x, top + y) for x in range(width) for y in range(height)]
        within = {("v", x, y) for x, y in places if x > left} | {("h", x, y) for x, y in places if y > top}
        return all(place in area for place in places) and self.walls.isdisjoint(within)

    @cached_property
    def enclosed(self) -> set[Place]:
        """All places in enclosed areas."""
        return set[Place]().union(*self.areas)

    # Heads

    def places_of(self, letter: str) -> set[Place]:
        """Return the places with heads of a monster."""
        return {place for place, entry in self.squares.items() if monster_of(entry["shows"]) == letter}

    def heads(self, letter: str) -> Heads:
        """4.1, 5.1, 6.4: Return what the heads of a monster would bring if they were scored now."""
        rows, largest = [0, 0, 0, 0], 0
        for group in self.groups(letter):
            count = sum(self.heads_at(place) for place in group)
            largest = max(largest, count if count > 1 else 0)
            for place in group:
                rows[GROUPED * (count > 1) + (place in self.enclosed)] += self.heads_at(place)
        single, inside, grouped, grouped_inside = rows
        return Heads((single, inside, grouped, grouped_inside), largest)

    def heads_at(self, place: Place) -> int:
        """Return how many heads a place shows, if it shows any: 2 for a double head."""
        return len(self.squares[place]["shows"])

    def groups(self, letter: str) -> Iterator[set[Place]]:
        """5.1: Yield sets of places of a monster that are joined by edges without walls, lone ones too."""
        left = self.places_of(letter)
        while left:
            group, reached = set[Place](), [left.pop()]
            while reached:
                place = reached.pop()
                group.add(place)
                near_by = left.intersection(self.neighbours(place))
                left -= near_by
                reached += near_by
            yield group

    # Solo

    @cached_property
    def solo_counts(self) -> tuple[int, int, int]:
        """8.3: The points of the loved monster, those of crystals, and the heads of the others, a point lost each."""
        loved = self.file.solo.monster
        crystals = {place for place, entry in self.squares.items() if entry["shows"] == CRYSTAL}
        beside = sum(not crystals.isdisjoint(self.neighbours(place)) for place in crystals)
        others = (sum(self.heads(letter).rows) for letter in self.letters if letter != loved)
        return sum(self.heads(loved).rows[GROUPED:]), beside, sum(others)


def monster_of(shows: str) -> str | None:
    """Return the letter of the monster whose head or double head a square shows, or None."""
    return shows[0] if shows[0] in LETTERS else None


def first_of(area: Iterable[Place]) -> Place:
    """Return the first place of an area in reading order."""
    return min(area, key=lambda place: (place[1], place[0]))


def extent(taken: set[int]) -> tuple[int, int]:
    """R5: Return where numbers of the frame begin and how many there are, without the widest gap; the frame wraps."""
    if not taken:
        return 0, 0
    first = [number for number in taken if (number - 1) % WRAP not in taken]
    start = min(first, default=0, key=lambda number: span(taken, number))
    return start, span(taken, start)


def span(taken: Iterable[int], start: int) -> int:
    """Return how many numbers of the frame lie from `start` to the last one of `taken`, both included."""
    return 1 + max((number - start) % WRAP for number in taken)


def near(number: int, length: int) -> int:
    """Return a number of the frame, counted from the display's side, below 0 if it is nearer to that side.

    >>> near(27, 6), near(6, 6), near(-1, 6)
    (-1, 6, -1)
    """
    beyond = number % WRAP
    return beyond - WRAP if beyond - length >= WRAP - beyond else beyond


def plural(name: str) -> str:
    """Return several of a monster or of another thing.

    >>> plural("werewolf"), plural("witch"), plural("vampire")
    ('werewolves', 'witches', 'vampires')
    """
    if name.endswith("f"):
        return f"{name[:-1]}ves"
    return f"{name}es" if name.endswith(("ch", "s", "x")) else f"{name}s"
