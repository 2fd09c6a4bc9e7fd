"""The whole game again, in plain Python from the rules page: slow, and apart from the engine's code.

The track is a list of segments, as the page describes it: tiles lie on them face up or face down, with money beside
them, and the reserve is a pile. Nothing is counted along the way: points and districts are worked out from the tiles.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from mom_env.ape_town.deck import Board

STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
Cell = tuple[int, int]


class Segment:
    """A segment of the track."""

    def __init__(self, colour: str, tile: str) -> None:
        self.colour, self.tile, self.is_up, self.money = colour, tile, False, 0


class Tile(NamedTuple):
    motif: str
    seat: int | None  # of its disc


class Reference:
    """A game in the middle of a turn or between turns; `hand` is the tile taken, with its colour."""

    def __init__(self, board: Board, num_players: int, start: int, row: list[str], *, all_districts: bool) -> None:
        colours = [colour for section in board.track.colours for colour in section]
        self.board, self.num_players, self.all_districts = board, num_players, all_districts
        self.length = len(board.track.colours[0])
        self.track = [Segment(colour, tile) for colour, tile in zip(colours, row, strict=False)]
        self.reserve = row[len(colours) :]
        self.open = [0, 1]  # sections, the older one first
        for section in self.open:
            self.turn_up(section)
        self.seat, self.over = start, False
        self.money, self.discs = [board.setup.money] * num_players, [board.setup.discs] * num_players
        self.points = [0] * num_players
        self.hand: tuple[str, str, int] | None = None  # motif, colour, section
        self.laid: dict[Cell, Tile] = {}
        self.printed = {(tile.cell[0], tile.cell[1]): tile.motif for tile in board.printed}
        self.cells = [(q, r) for district in board.district for q, r in district.fields]

    # The track

    def section(self, number: int) -> list[Segment]:
        return self.track[number * self.length : (number + 1) * self.length]

    def turn_up(self, section: int) -> None:
        for segment in self.section(section):
            segment.is_up = True

    def display(self) -> list[Segment]:
        """The face-up tiles, from the oldest open section on."""
        return [segment for number in self.open for segment in self.section(number) if segment.is_up]

    # Decisions

    def legal(self) -> list[int]:
        if self.over:
            return []
        if self.hand is None:
            return list(range(min(self.money[self.seat], len(self.display()) - 1) + 1))
        own = [field for field in self.free() if self.district_of(field).colour == self.hand[1]]
        return [10 + field for field in own or self.free()]

    def free(self) -> list[int]:
        return [field for field, cell in enumerate(self.cells) if cell not in self.laid]

    def district_of(self, field: int) -> Any:
        q, r = self.cells[field]
        return next(district for district in self.board.district if [q, r] in district.fields)

    def play(self, action: int) -> None:
        if self.hand is None:
            self.take(action)
        else:
            self.place(action - 10)

    def take(self, skipped: int) -> None:
        display = self.display()
        for segment in display[:skipped]:
            segment.money += 1
        wanted = display[skipped]
        self.money[self.seat] += wanted.money - skipped
        wanted.money, wanted.is_up = 0, False
        self.hand = wanted.tile, wanted.colour, self.track.index(wanted) // self.length

    def place(self, field: int) -> None:
        assert self.hand is not None
        motif, _, section = self.hand
        cell, seat = self.cells[field], None
        if motif in ("orangutan", "lemur") and self.discs[self.seat]:
            self.discs[self.seat] -= 1
            seat = self.seat
        self.laid[cell] = Tile(motif, seat)
        self.points[self.seat] += self.at_once(cell, motif)
        district = self.district_of(field)
        if self.is_full(district):
            self.score(district)
        self.hand = None
        if len(self.laid) == len(self.cells):
            self.end()
        else:
            self.refill(section)
            self.seat = (self.seat + 1) % self.num_players

    def refill(self, section: int) -> None:
        """Turn up and fill, if the section of the tile taken is empty now."""
        if any(segment.is_up for segment in self.section(section)):
            return
        count = len(self.board.track.colours)
        newest, self.open = self.open[-1], [number for number in self.open if number != section]
        following = (newest + 1) % count
        for segment in self.section(section):
            segment.tile = ""
        if following == section:  # it could not be turned up before it is filled; the standard board is too long for it
            self.fill(section)
        if all(segment.tile for segment in self.section(following)):
            self.open.append(following)
            self.turn_up(following)
        for number in ((self.open[-1] + 1 + k) % count for k in range(count) if self.open):
            between = self.open[0] != self.open[-1] and self.is_between(number)
            if not between and not any(segment.tile for segment in self.section(number)):
                self.fill(number)

    def fill(self, number: int) -> None:
        """Lay tiles of the reserve on an empty section, face down, if there are any."""
        if self.reserve:
            for segment in self.section(number):
                segment.tile = self.reserve.pop(0)

    def is_between(self, number: int) -> bool:
        """Whether a section lies between the two open ones, clockwise from the older one."""
        count = len(self.board.track.colours)
        return 0 < (number - self.open[0]) % count < (self.open[-1] - self.open[0]) % count

    # Points

    def motif_at(self, cell: Cell) -> str:
        return self.laid[cell].motif if cell in self.laid else self.printed.get(cell, "")

    def value(self, motif: str) -> int:
        return int(getattr(self.board.values, motif, 0)) if motif else 0

    def beside(self, cell: Cell) -> Iterator[Cell]:
        return ((cell[0] + q, cell[1] + r) for q, r in STEPS)

    def at_once(self, cell: Cell, motif: str) -> int:
        near = [self.motif_at(other) for other in self.beside(cell)]
        return sum(map(self.value, near)) if motif == "banana" else self.value(motif) * near.count("banana")

    def tiles_in(self, district: Any) -> list[Tile]:
        return [self.laid[q, r] for q, r in district.fields if (q, r) in self.laid]

    def is_full(self, district: Any) -> bool:
        return len(self.tiles_in(district)) == len(district.fields)

    def worth(self, district: Any) -> int:
        return sum(self.value(tile.motif) for tile in self.tiles_in(district))

    def count(self, district: Any, motif: str, seat: int) -> int:
        return self.tiles_in(district).count(Tile(motif, seat))

    def lemurs(self, district: Any) -> int:
        return sum(tile.motif == "lemur" for tile in self.tiles_in(district))

    def neighbours(self, district: Any) -> list[Any]:
        near = {other for q, r in district.fields for other in self.beside((q, r))}
        return [
            other for other in self.board.district if other is not district and near & {(q, r) for q, r in other.fields}
        ]

    def score(self, district: Any) -> None:
        seats = range(self.num_players)
        for motif in ("orangutan", "lemur"):
            counts = [self.count(district, motif, seat) for seat in seats]
            if sorted(counts)[-2] < max(counts):
                self.points[counts.index(max(counts))] += self.worth(district)
                break
        owners = [seat for seat in seats if self.count(district, "lemur", seat)]
        for other in self.neighbours(district):
            if owners and self.lemurs(other) < self.lemurs(district):
                for seat in owners:
                    self.points[seat] += -(-self.worth(other) // len(owners))

    def end(self) -> None:
        if self.all_districts:
            for district in self.board.district:
                self.score(district)
        self.points = [points + money for points, money in zip(self.points, self.money, strict=True)]
        self.over = True

    def places(self) -> list[int]:
        """The places by seat; the seat to move is still the one of the last turn."""
        following = [(seat - self.seat - 1) % self.num_players for seat in range(self.num_players)]
        keys = [(-points, after) for points, after in zip(self.points, following, strict=True)]
        return [sorted(keys).index(key) + 1 for key in keys]
