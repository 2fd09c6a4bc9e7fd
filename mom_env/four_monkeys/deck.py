"""1: Tile files: cards, combos and numbers, validated; a file that cannot be played with is refused."""

from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from mom_env.base.ruleset import DataFile, Entries, Source
from mom_env.four_monkeys.combos import Way, is_enough, ways_of
from mom_env.four_monkeys.sizes import (
    FIGURES,
    KINDS,
    MAX_AREAS,
    MAX_CARDS,
    MAX_COMBOS,
    MAX_PLAYERS,
    MAX_POINTS,
    MAX_ROUNDS,
    MAX_SPREAD,
    MAX_TILES,
    MOST_TICKS,
    NUM_FIGURES,
)

MAX_NUMBER = 20  # largest number of points and of cards drawn at once; keeps every sum within the record's fields
MAX_COUNT = 20  # of decks, sets or skins in a box

Figure = Literal["circle", "triangle", "square", "pentagon"]
Kind = Literal["CC", "CT", "CS", "CP", "TT", "TS", "TP", "SS", "SP", "PP"]
Seats = Literal["2", "3", "4", "5", "6", "7", "8"]
Text = Annotated[str, Field(min_length=1, max_length=60)]
Some = Annotated[int, Field(ge=1, le=2 * MAX_CARDS)]  # of figures or of buttons
Count = Annotated[int, Field(ge=1, le=MAX_COUNT)]
Bonus = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
Penalty = Annotated[int, Field(ge=-MAX_NUMBER, le=0)]
Drawn = Annotated[int, Field(ge=1, le=MAX_NUMBER)]
ByArea = Annotated[list[Count], Field(min_length=1, max_length=MAX_AREAS)]


class Counts(Entries):
    """How many pieces one box has; the tables of the file are checked against it.

    Attributes:
        decks: of cards; each player has one.
        cards: in each deck.
        tile_sets: sets of tiles.
        tiles: in each set: the combos, and one hand replenish.
        banana_skins: each player has one.
    """

    decks: Count
    cards: Annotated[int, Field(ge=1, le=MAX_CARDS)]
    tile_sets: Count
    tiles: Annotated[int, Field(ge=2, le=MAX_COMBOS + 1)]
    banana_skins: Count


class Combo(Entries):
    """A combo: what it asks for, and the points of its green side.

    It asks for named figures or for alike ones, and, with either or alone, for golden buttons.
    """

    name: Text
    points: Annotated[int, Field(ge=1, le=MAX_POINTS)]
    figures: Annotated[dict[Figure, Some], Field(min_length=1)] | None = None
    alike: Annotated[list[Some], Field(min_length=1, max_length=NUM_FIGURES)] | None = None
    golden: Some | None = None

    @property
    def ways(self) -> tuple[Way, ...]:
        """R20: All ways to lay the combo."""
        figures = None if self.figures is None else {str(figure): count for figure, count in self.figures.items()}
        return ways_of(figures, self.alike, self.golden)

    @model_validator(mode="after")
    def _asks_for_something(self) -> Self:
        """Return the combo itself; raise ValueError if it asks for nothing, or for figures in two manners."""
        if self.figures is not None and self.alike is not None:
            raise ValueError("expected figures or alike, found both")
        if self.figures is None and self.alike is None and self.golden is None:
            raise ValueError("expected figures, alike or golden, found none of them")
        return self


class Values(Entries):
    """5, 8: Points beside those of the combos.

    Attributes:
        orange: of the orange side of a tile, compared with the green one.
        replenish: of the hand-replenish tile before it is turned; turned, it counts `orange` more.
        aside: for each tile that is set aside.
        banana_skin: for each skin that was handed over.
        false_stop: for a false stop (R17).
    """

    orange: Penalty
    replenish: Bonus
    aside: Penalty
    banana_skin: Penalty
    false_stop: Penalty


class FamilyValues(Entries):
    """10: Points of the family version.

    Attributes:
        green: for each green combo.
        orange_pair: for every two orange ones.
        aside: for each tile found wrong.
        smartest: for each Smartest Monkey.
    """

    green: Bonus
    orange_pair: Bonus
    aside: Penalty
    smartest: Bonus


class Draw(Entries):
    """2, 3: How many cards are drawn.

    Attributes:
        hand: at the start, and up to it when a tile is closed.
        burn: when a tile is burned.
        new_hand: by hand replenish (a).
        more: by hand replenish (b).
    """

    hand: Drawn
    burn: Drawn
    new_hand: Drawn
    more: Drawn


class Timer(Entries):
    """3.1: The length of a round in minutes, ticks in a minute, and by how many ticks a hidden timer differs (R5)."""

    minutes: Count
    minutes_family: Count
    ticks_per_minute: Annotated[int, Field(ge=1, le=MOST_TICKS)]
    hidden_spread: Annotated[int, Field(ge=0, le=MAX_SPREAD)]

    def ticks(self, *, family: bool) -> int:
        """Return the ticks of a round, in the family version or in the normal one."""
        return self.ticks_per_minute * (self.minutes_family if family else self.minutes)

    @model_validator(mode="after")
    def _fits_the_record(self) -> Self:
        """Return the timer itself; raise ValueError if a round has too many ticks, or a hidden timer may have none."""
        for key, ticks in (("minutes", self.ticks(family=False)), ("minutes_family", self.ticks(family=True))):
            if not self.hidden_spread < ticks <= MOST_TICKS:
                least = self.hidden_spread + 1
                raise ValueError(f"{key}: expected {least} to {MOST_TICKS} ticks in a round, found {ticks}")
        return self


class Players(Entries):
    """2, 9: The set-up for a number of players: their areas, and for each area its tile sets and its stacks."""

    areas: Annotated[list[Annotated[int, Field(ge=2, le=MAX_PLAYERS)]], Field(min_length=1, max_length=MAX_AREAS)]
    tile_sets: ByArea
    stacks: Annotated[list[Annotated[int, Field(ge=1, le=MAX_TILES)]], Field(min_length=1, max_length=MAX_AREAS)]
    rounds: Annotated[int, Field(ge=1, le=MAX_ROUNDS)]


class Sources(Entries):
    """Where the numbers of a tile file come from: one entry for each of its tables."""

    counts: Source
    deck: Source
    combos: Source
    values: Source
    values_family: Source
    draw: Source
    timer: Source
    players: Source


class Deck(DataFile):
    """A tile file: everything about the game that is a number and not a rule.

    `figures` and `colours` name what is printed on cards and on their backs.
    """

    format: Literal["fm-tiles/1"]
    game: Literal["four_monkeys"]
    name: Text
    figures: list[Figure]
    colours: list[Text]
    counts: Counts
    deck: dict[Kind, Annotated[int, Field(ge=0, le=MAX_CARDS)]]
    combos: Annotated[list[Combo], Field(min_length=1, max_length=MAX_COMBOS)]
    values: Values
    values_family: FamilyValues
    draw: Draw
    timer: Timer
    players: Annotated[dict[Seats, Players], Field(min_length=1)]
    sources: Sources

    @property
    def player_counts(self) -> list[int]:
        """The numbers of players that the file is for, in ascending order."""
        return sorted(map(int, self.players))

    @cached_property
    def copies(self) -> list[int]:
        """How many cards of each kind a deck has, in the order of the kinds."""
        return [self.deck[kind] for kind in KINDS]  # type: ignore[index]  # KINDS are these words

    def seats(self, num_players: int) -> Players:
        """Return the set-up for a number of players; raise KeyError if the file is not for it."""
        return {int(count): table for count, table in self.players.items()}[num_players]

    @model_validator(mode="after")
    def _can_be_played(self) -> Self:
        """Return the file itself; raise ValueError if its tables contradict each other or it cannot be played."""
        _check_box(self)
        _check_combos(self)
        for count in self.player_counts:
            _check_players(self, count)
        return self


def _check_box(deck: Deck) -> None:
    """1: Raise ValueError unless figures, colours, cards and combos are as many as the box has."""
    if deck.figures != list(FIGURES):
        raise ValueError(f"figures: expected {', '.join(FIGURES)}, found {', '.join(deck.figures)}")
    if len(set(deck.colours)) != deck.counts.decks or len(deck.colours) != deck.counts.decks:
        raise ValueError(f"colours: expected {deck.counts.decks} different ones, as counts.decks, found {deck.colours}")
    if missing := [kind for kind in KINDS if kind not in deck.deck]:
        raise ValueError(f"deck: expected a number for each of {', '.join(KINDS)}, found none for {missing[0]}")
    if sum(deck.copies) != deck.counts.cards:
        raise ValueError(f"deck: expected {deck.counts.cards} cards, as counts.cards, found {sum(deck.copies)}")
    if deck.draw.hand > deck.counts.cards:
        raise ValueError(f"draw.hand: expected at most the {deck.counts.cards} cards of a deck, found {deck.draw.hand}")
    if len(deck.combos) + 1 != deck.counts.tiles:
        found = len(deck.combos)
        raise ValueError(f"combos: expected {deck.counts.tiles - 1}, one less than counts.tiles, found {found}")


def _check_combos(deck: Deck) -> None:
    """1: Raise ValueError unless all combos have different names and ask for different things that one deck has."""
    for number, combo in enumerate(deck.combos):
        for other in deck.combos[:number]:
            if other.name == combo.name or set(other.ways) == set(combo.ways):
                raise ValueError(f"combos.{number}: expected another name and other figures than {other.name!r} has")
        if not is_enough(deck.copies, combo.ways):
            raise ValueError(f"combos.{number}: expected one that can be made from the cards of one deck")


def _check_players(deck: Deck, count: int) -> None:
    """2, 9: Raise ValueError unless the set-up for `count` players has a box or two with all that it needs."""
    table, where = deck.seats(count), f"players.{count}"
    if not len(table.areas) == len(table.tile_sets) == len(table.stacks):
        raise ValueError(f"{where}: expected as many areas as tile_sets and stacks")
    if sum(table.areas) != count:
        raise ValueError(f"{where}.areas: expected {count} players in all, found {sum(table.areas)}")
    boxes = -(-count // deck.counts.decks)
    _check_at_most(f"{where}.tile_sets", sum(table.tile_sets), boxes * deck.counts.tile_sets, "sets in the boxes")
    _check_at_most(f"{where}", count, boxes * deck.counts.banana_skins, "banana skins in the boxes")
    tiles = [sets * len(deck.combos) for sets in table.tile_sets]
    _check_at_most(f"{where}.tile_sets", sum(tiles), MAX_TILES, "tiles of combos")
    for stacks, own in zip(table.stacks, tiles, strict=True):
        _check_at_most(f"{where}.stacks", stacks, own, "tiles, one a stack")


def _check_at_most(where: str, found: int, most: int, what: str) -> None:
    """Raise ValueError if `found` is more than `most`; `where` and `what` say what is counted."""
    if found > most:
        raise ValueError(f"{where}: expected at most {most} ({what}), found {found}")


def heights_of(num_tiles: int, num_stacks: int) -> Sequence[int]:
    """2.2: Return the heights of stacks that are as level as can be, the first ones with one more.

    >>> heights_of(30, 4), heights_of(50, 7)
    ([8, 8, 7, 7], [8, 7, 7, 7, 7, 7, 7])
    """
    least, more = divmod(num_tiles, num_stacks)
    return [least + (number < more) for number in range(num_stacks)]
