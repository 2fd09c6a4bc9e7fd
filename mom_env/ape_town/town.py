"""The town of a snapshot for people: where its fields lie, what touches what, and what tiles on them bring.

It reads a board file and a snapshot, and no record: pictures, texts and news share it.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from string import ascii_uppercase
from typing import Any, NamedTuple

from mom_env.ape_town.deck import Board

BANANA, ORANGUTAN, LEMUR = "banana", "orangutan", "lemur"
VALUE_APES = ("tarsier", "chimpanzee", "mandrill")
MARKERS = (ORANGUTAN, LEMUR)
MOTIFS = (*VALUE_APES, BANANA, *MARKERS)
PLURALS = {BANANA: "banana sites", **{motif: f"{motif}s" for motif in (*VALUE_APES, *MARKERS)}}

Tiles = Sequence[Mapping[str, Any] | None]  # the entry `fields` of a snapshot


class District(NamedTuple):
    """A district of the board file; `letter` stands for it where there is little room."""

    name: str
    letter: str
    colour: str
    fields: range


class Standing(NamedTuple):
    """What lies in a district; lists are by seat.

    Attributes:
        free: the number of free fields.
        worth: the sum of the values of its apes.
        orangutans: those with discs.
        lemurs: those with discs.
        all_orangutans: those without a disc as well.
        all_lemurs: likewise.
        boss: the seat that has most now, or None.
        by: the motif that decides who is boss, or None without a boss.
    """

    free: int
    worth: int
    orangutans: list[int]
    lemurs: list[int]
    all_orangutans: int
    all_lemurs: int
    boss: int | None
    by: str | None


class Share(NamedTuple):
    """4.2: An inferior neighbour, the number of its lemurs, its worth, and what each of several seats gets of it."""

    district: int
    lemurs: int
    worth: int
    each: int


class Town:
    """The board of a game.

    Attributes:
        board: the board file.
        districts: in the order of the board file.
        home: the number of the district of each field.
        beside: by field, the fields that touch it.
        printed_beside: by field, the motifs of the preprinted tiles that touch it.
        values: the points of each value ape, by motif.
        track: the colour of each segment.
        length: the number of segments in a section.
        neighbours: by district, the numbers of the districts that touch it, ascending.
    """

    def __init__(self, board: Board) -> None:
        """Take a board file."""
        self.board = board
        firsts = accumulate((len(district.fields) for district in board.district), initial=0)
        self.districts = [
            District(entry.name, ascii_uppercase[number], entry.colour, range(first, first + len(entry.fields)))
            for number, (entry, first) in enumerate(zip(board.district, firsts, strict=False))
        ]
        self.home = board.district_of
        self.beside = [board.fields_beside(cell) for cell in board.cells]
        self.printed_beside = [[motif.name.lower() for motif in board.printed_beside(cell)] for cell in board.cells]
        self.values: dict[str, int] = dict(board.values)
        self.track = board.track.segments
        self.length = board.track.length
        pairs = board.neighbour_pairs
        self.neighbours = [
            sorted(sum(pair) - number for pair in pairs if number in pair) for number in range(len(self.districts))
        ]

    # 3.2, 3.3: a tile

    def allowed(self, tiles: Tiles, colour: str) -> list[int]:
        """3.2, R5: Return the fields on which a tile taken from a segment of that colour may be placed."""
        free = [field for field, tile in enumerate(tiles) if tile is None]
        fitting = [field for field in free if self.of_field(field).colour == colour]
        return fitting or free

    def is_any_allowed(self, tiles: Tiles, hand: Mapping[str, Any]) -> bool:
        """R5: Return whether the tile in hand may be placed in any colour, as its own has no free field."""
        return all(self.of_field(field).colour != hand["colour"] for field in self.allowed(tiles, hand["colour"]))

    def is_last(self, tiles: Tiles, field: int) -> bool:
        """3.3.4: Return whether a field is the last free one of its district."""
        return sum(tiles[other] is None for other in self.of_field(field).fields) == 1

    def of_field(self, field: int) -> District:
        """Return the district of a field."""
        return self.districts[self.home[field]]

    def motifs_beside(self, tiles: Tiles, field: int) -> list[str]:
        """R6: Return the motifs on the cells that touch a field, those of preprinted tiles included."""
        laid = [tile["motif"] for other in self.beside[field] if (tile := tiles[other]) is not None]
        return self.printed_beside[field] + laid

    def points_at_once(self, tiles: Tiles, field: int, motif: str) -> int:
        """3.3.1, 3.3.2: Return the points that a tile with that motif brings when it is placed on a field."""
        beside = self.motifs_beside(tiles, field)
        if motif == BANANA:
            return sum(self.values.get(other, 0) for other in beside)
        return self.values.get(motif, 0) * beside.count(BANANA)

    # 4: a district

    def standing(self, tiles: Tiles, number: int, num_players: int) -> Standing:
        """4.1: Return what lies in district `number`, and which seat is its boss as it stands."""
        laid = [tile for field in self.districts[number].fields if (tile := tiles[field]) is not None]
        orangutans, lemurs = (
            [sum(tile["motif"] == motif and tile["seat"] == seat for tile in laid) for seat in range(num_players)]
            for motif in MARKERS
        )
        boss, by = leader(orangutans), ORANGUTAN
        if boss is None:
            boss, by = leader(lemurs), LEMUR
        return Standing(
            free=len(self.districts[number].fields) - len(laid),
            worth=sum(self.values.get(tile["motif"], 0) for tile in laid),
            orangutans=orangutans,
            lemurs=lemurs,
            all_orangutans=sum(tile["motif"] == ORANGUTAN for tile in laid),
            all_lemurs=sum(tile["motif"] == LEMUR for tile in laid),
            boss=boss,
            by=None if boss is None else by,
        )

    def shares(self, standings: Sequence[Standing], number: int) -> list[Share]:
        """4.2: Return the inferior neighbours of a district, and what each seat with a lemur there gets of them.

        `standings` are those of all districts. Return [] if no seat has a lemur in the district.
        """
        own = standings[number]
        takers = sum(count > 0 for count in own.lemurs)
        if not takers:
            return []
        return [
            Share(other, standings[other].all_lemurs, standings[other].worth, -(-standings[other].worth // takers))
            for other in self.neighbours[number]
            if standings[other].all_lemurs < own.all_lemurs
        ]

    def standings(self, tiles: Tiles, num_players: int) -> list[Standing]:
        """Return what lies in each district, in the order of the board file."""
        return [self.standing(tiles, number, num_players) for number in range(len(self.districts))]

    # 3.4: the row of tiles

    def face_down(self, hidden: int, reserve: int) -> set[int]:
        """3.4: Return the segments on which a tile lies face down.

        `hidden` is the number of all tiles that were never turned up, and `reserve` that of those in the reserve.
        """
        first = self.board.tiles.total - hidden
        return {segment % len(self.track) for segment in range(first, first + hidden - reserve)}

    def section_of(self, segment: int) -> int:
        """Return the section that holds the segment `segment`; both are numbered from 0, in the order of the track."""
        return segment // self.length


def leader(counts: Sequence[int]) -> int | None:
    """4.1, R11: Return the seat that has most; None if several tie for most, or if nobody has any.

    >>> leader([1, 2, 0]), leader([2, 2, 0]), leader([0, 0, 0])
    (1, None, None)
    """
    most = max(counts)
    return counts.index(most) if most and counts.count(most) == 1 else None


def motif_words(motif: str) -> str:
    """Return a motif in words.

    >>> motif_words("banana"), motif_words("lemur")
    ('banana site', 'lemur')
    """
    return "banana site" if motif == BANANA else motif


def with_article(motif: str) -> str:
    """Return a motif in words, behind "a" or "an".

    >>> with_article("orangutan"), with_article("banana")
    ('an orangutan', 'a banana site')
    """
    return f"{'an' if motif == ORANGUTAN else 'a'} {motif_words(motif)}"
