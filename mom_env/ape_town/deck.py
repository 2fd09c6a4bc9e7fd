"""Board files: the board and all numbers that are not rules, validated; a board that cannot be played on is refused.

Cells are axial coordinates of a hexagonal grid. Fields are numbered through, in the order of the file.
"""

from collections import Counter
from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from mom_env.ape_town.state import (
    MAX_DISPLAY,
    MAX_DISTRICTS,
    MAX_FIELDS,
    MAX_PLAYERS,
    MAX_TILES,
    MIN_PLAYERS,
    OPEN_SECTIONS,
    Motif,
)
from mom_env.base.ruleset import DataFile, Entries, Source, files_of

GAME = "ape_town"
MAX_COORDINATE = 100
MAX_VALUE = 9  # of an ape; keeps every sum within the record's fields
MAX_SECTIONS = MAX_TILES

Cell = tuple[int, int]
Coordinate = Annotated[int, Field(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
CellEntry = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
ColourName = Literal["grey", "black", "white"]
MotifName = Literal["tarsier", "chimpanzee", "mandrill", "banana", "orangutan", "lemur"]
Count = Annotated[int, Field(ge=0, le=MAX_TILES)]
Value = Annotated[int, Field(ge=1, le=MAX_VALUE)]

STEPS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # from a cell to those beside it


def cells_beside(cell: Cell) -> list[Cell]:
    """Return the six cells that touch `cell`."""
    return [(cell[0] + q, cell[1] + r) for q, r in STEPS]


class Tiles(Entries):
    """1: How many tiles of each motif there are."""

    tarsier: Count
    chimpanzee: Count
    mandrill: Count
    orangutan: Count
    lemur: Count
    banana: Count

    @property
    def total(self) -> int:
        """The number of all tiles."""
        return sum(count for _, count in self)

    def of(self, motif: Motif) -> int:
        """Return how many tiles show `motif`."""
        return int(getattr(self, motif.name.lower()))


class Values(Entries):
    """3.3: The points of the value apes."""

    tarsier: Value
    chimpanzee: Value
    mandrill: Value

    def of(self, motif: Motif) -> int:
        """Return the points of `motif`; 0 if it is not a value ape."""
        return int(getattr(self, motif.name.lower(), 0))


class SetupNumbers(Entries):
    """2: Numbers at the start.

    Attributes:
        money: bundles of each player.
        discs: discs of each player.
        open_sections: sections that are turned up at first.
    """

    money: Count
    discs: Count
    open_sections: Literal[2]


class Track(Entries):
    """1: The colours of the segments, clockwise from the road sign, a list for each section."""

    colours: Annotated[
        list[Annotated[list[ColourName], Field(min_length=1, max_length=MAX_DISPLAY)]],
        Field(min_length=OPEN_SECTIONS, max_length=MAX_SECTIONS),
    ]

    @property
    def length(self) -> int:
        """The number of segments of a section."""
        return len(self.colours[0])

    @property
    def segments(self) -> list[ColourName]:
        """The colours of all segments, in the order of the track."""
        return [colour for section in self.colours for colour in section]


class District(Entries):
    """1: A district: its name, its colour, and the cells of its fields."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    colour: ColourName
    fields: Annotated[list[CellEntry], Field(min_length=1, max_length=MAX_FIELDS)]

    @property
    def cells(self) -> list[Cell]:
        """The cells of the fields, in the order of their numbers."""
        return [(q, r) for q, r in self.fields]


class Pond(Entries):
    """1: The cells of the pond, which are neither fields nor part of a district."""

    cells: Annotated[list[CellEntry], Field(max_length=MAX_FIELDS)]


class PrintedTile(Entries):
    """1: A tile that is printed on the board, in no district."""

    cell: CellEntry
    motif: MotifName

    @property
    def at(self) -> Cell:
        """The cell that it lies on."""
        return self.cell[0], self.cell[1]


class Neighbours(Entries):
    """4.2: The pairs of districts that share an edge, as the file lists them, so that its cells can be checked."""

    pairs: list[Annotated[list[Annotated[int, Field(ge=0, lt=MAX_DISTRICTS)]], Field(min_length=2, max_length=2)]]


class Sources(Entries):
    """Where the numbers of a board file come from: one entry for each of its tables."""

    tiles: Source
    values: Source
    setup: Source
    track: Source
    district: Source
    pond: Source
    printed: Source
    neighbours: Source | None = None  # optional, as the table is


class Board(DataFile):
    """A board file: everything about the game that is not a rule.

    The number of players is not an entry of the file: each board is for 2 to 4 players.
    """

    name: Annotated[str, Field(min_length=1, max_length=60)]
    format: Literal["ape-town-board/1"]
    game: Literal["ape_town"]
    tiles: Tiles
    values: Values
    setup: SetupNumbers
    track: Track
    district: Annotated[list[District], Field(min_length=1, max_length=MAX_DISTRICTS)]
    pond: Pond
    printed: Annotated[list[PrintedTile], Field(max_length=MAX_FIELDS, default_factory=list)]
    neighbours: Neighbours | None = None
    sources: Sources

    @property
    def player_counts(self) -> list[int]:
        """The numbers of players that the board is for."""
        return list(range(MIN_PLAYERS, MAX_PLAYERS + 1))

    @cached_property
    def cells(self) -> list[Cell]:
        """The cells of all fields, by number of the field."""
        return [cell for district in self.district for cell in district.cells]

    @cached_property
    def field_at(self) -> dict[Cell, int]:
        """The number of the field on each cell that has one."""
        return {cell: field for field, cell in enumerate(self.cells)}

    @cached_property
    def printed_at(self) -> dict[Cell, Motif]:
        """The motif of each printed tile by its cell."""
        return {tile.at: Motif[tile.motif.upper()] for tile in self.printed}

    @cached_property
    def district_of(self) -> list[int]:
        """The number of the district of each field."""
        return [number for number, district in enumerate(self.district) for _ in district.fields]

    @cached_property
    def neighbour_pairs(self) -> list[tuple[int, int]]:
        """4.2, R12: The pairs of districts of which a field of one touches a field of the other, the lower first."""
        touching = {
            (self.district_of[field], self.district_of[other])
            for field, cell in enumerate(self.cells)
            for other in self.fields_beside(cell)
        }
        return sorted((one, other) for one, other in touching if one < other)

    @property
    def pond_cells(self) -> list[Cell]:
        """The cells of the pond."""
        return [(q, r) for q, r in self.pond.cells]

    @property
    def all_cells(self) -> list[Cell]:
        """All cells: those of fields, of the pond, and of printed tiles."""
        return [*self.cells, *self.pond_cells, *self.printed_at]

    def fields_beside(self, cell: Cell) -> list[int]:
        """Return the numbers of the fields that touch `cell`."""
        return [self.field_at[near] for near in cells_beside(cell) if near in self.field_at]

    def printed_beside(self, cell: Cell) -> list[Motif]:
        """Return the motifs of the printed tiles that touch `cell`."""
        return [self.printed_at[near] for near in cells_beside(cell) if near in self.printed_at]

    @model_validator(mode="after")
    def _can_be_played(self) -> Self:
        """Return the board itself; raise ValueError if games on it are impossible, or could come to an impossible end.

        The message names the entry.
        """
        _check_cells(self)
        _check_districts(self)
        _check_tiles(self)
        _check_track(self)
        _check_money(self)
        _check_neighbours(self)
        return self


def _check_cells(board: Board) -> None:
    """Raise ValueError if a cell is named twice, by a district, the pond or a printed tile."""
    named = [*board.cells, *board.pond_cells, *(tile.at for tile in board.printed)]
    for cell, count in Counter(named).items():
        if count > 1:
            raise ValueError(f"cells: expected each cell once, found {list(cell)} {count} times")


def _check_districts(board: Board) -> None:
    """Raise ValueError unless each district is connected, and each colour of the track has a district or more."""
    for number, district in enumerate(board.district):
        apart = set(district.cells) - _connected(district.cells)
        if apart:
            raise ValueError(
                f"district.{number}.fields: expected a connected district, "
                f"found {list(min(apart))} apart from {list(district.cells[0])}"
            )
    colours = {district.colour for district in board.district}
    for colour in board.track.segments:
        if colour not in colours:
            raise ValueError(f"district: expected one of each colour of the track, found none that is {colour}")


def _connected(cells: list[Cell]) -> set[Cell]:
    """Return the cells that can be reached from the first of `cells` by way of others of them, the first included."""
    reached, waiting = {cells[0]}, [cells[0]]
    while waiting:
        new = set(cells_beside(waiting.pop())) & set(cells) - reached
        reached |= new
        waiting += new
    return reached


def _check_tiles(board: Board) -> None:
    """Raise ValueError unless there is a tile for each field, and room for all tiles in a record."""
    total, fields = board.tiles.total, len(board.cells)
    if not fields <= total <= MAX_TILES:
        raise ValueError(f"tiles: expected {fields} (one for each field) to {MAX_TILES}, found {total}")


def _check_track(board: Board) -> None:
    """3.4: Raise ValueError unless the sections are equally long, few tiles are open, and whole sections are left.

    The sections open at first must not show more tiles than there are ids to take one. The tiles that are left when the
    track has been dealt must be whole sections, as they are turned up.
    """
    length = board.track.length
    for number, section in enumerate(board.track.colours):
        if len(section) != length:
            raise ValueError(
                f"track.colours.{number}: expected {length} segments as in the first section, found {len(section)}"
            )
    if OPEN_SECTIONS * length > MAX_DISPLAY:
        raise ValueError(
            f"track.colours: expected at most {MAX_DISPLAY} tiles in {OPEN_SECTIONS} sections, "
            f"found {OPEN_SECTIONS * length}"
        )
    left = board.tiles.total - len(board.track.segments)
    if left < 0 or left % length:
        raise ValueError(
            f"tiles: expected one for each of {len(board.track.segments)} segments "
            f"and then a multiple of {length}, found {board.tiles.total}"
        )


def _check_money(board: Board) -> None:
    """3.4: Raise ValueError if two open sections can be `len(board.track.colours)` sections apart, or more.

    They can be `MAX_PLAYERS * board.setup.money // board.track.length + 1` apart. On a track that is too short, the
    display would meet its own tail.
    """
    length, sections = board.track.length, len(board.track.colours)
    most = MAX_PLAYERS * board.setup.money // length + 1
    if most > sections - 1:
        raise ValueError(
            f"setup.money: expected open sections at most {sections - 1} apart, "
            f"found {board.setup.money} bundles a player, with which they can be {most} apart"
        )


def _check_neighbours(board: Board) -> None:
    """4.2: Raise ValueError if the table `neighbours` lists other pairs of districts than the cells have."""
    if board.neighbours is None:
        return
    listed = sorted((min(pair), max(pair)) for pair in board.neighbours.pairs)
    if listed != board.neighbour_pairs:
        wrong = sorted(set(listed) ^ set(board.neighbour_pairs)) or listed
        raise ValueError(
            f"neighbours.pairs: expected those that follow from the cells, each once, found a difference in "
            f"{[list(pair) for pair in wrong[:3]]}"
        )


DECKS = files_of(GAME, Board)
