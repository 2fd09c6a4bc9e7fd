"""What one choice has led to, in sentences: worked out from what everybody sees before it and after it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mom_env.ape_town.actions import PLACE
from mom_env.ape_town.game import Game
from mom_env.ape_town.town import (
    BANANA,
    LEMUR,
    MARKERS,
    MOTIFS,
    ORANGUTAN,
    Share,
    Standing,
    Town,
    motif_words,
    with_article,
)
from mom_env.base.sentences import YOU, begins, clause, counted, does, enumeration

Sentences = Iterator[str]
SnapshotView = Mapping[str, Any]


def news(before: Game, action: int, after: Game, seat: int, names: list[str]) -> list[str]:
    """Return in sentences what one choice has led to, and nothing that `seat` may not know.

    Args:
        before: the game at the choice.
        action: what the seat to move in `before` has chosen.
        after: the game at the next decision, which may be a forced one.
        seat: who reads the sentences.
        names: the players by seat; their first words are used.
    """
    short = [name.split()[0] for name in names]
    change = Change(Town(before.ruleset.deck), before.snapshot(seat), action, after.snapshot(seat), short)
    return list(change.sentences())


class Change(NamedTuple):
    """A choice, and what everybody sees before it and after it.

    Attributes:
        town: the board.
        before: the snapshot before the choice.
        action: the id of what was chosen.
        after: the snapshot after it.
        names: the short names of the seats.
    """

    town: Town
    before: SnapshotView
    action: int
    after: SnapshotView
    names: list[str]

    def sentences(self) -> Sentences:
        """Yield all that has happened, in the order in which it happens at a table."""
        if self.action < PLACE:
            yield self.taken()
            return
        yield self.placed()
        yield from self.scored(self.district) if self.is_filled(self.district) else ()
        yield from self.turned_up()
        yield from self.end() if self.after["over"] else ()

    @property
    def seat(self) -> int:
        """The seat that has chosen."""
        seat: int = self.before["seat"]
        return seat

    @property
    def chooser(self) -> str:
        """The name of the seat that has chosen."""
        return self.names[self.seat]

    @property
    def field(self) -> int:
        """The field on which a tile was placed."""
        return self.action - PLACE

    @property
    def district(self) -> int:
        """The number of the district of that field."""
        return self.town.home[self.field]

    # 3.1: take a tile

    def taken(self) -> str:
        """3.1: Return a sentence on the tile that was taken, what it cost, and the money that came with it."""
        place = self.before["display"][self.action]
        tile = f"{self.town.track[place['segment']]} {motif_words(place['motif'])}"
        parts = [f"the {tile}"]
        if self.action:
            parts.append(f"{does(self.chooser, 'pay')} {counted(self.action, 'bundle')}")
        if place["bundles"]:
            parts.append(f"{does(self.chooser, 'get')} {counted(place['bundles'], 'bundle')}")
        return f"{clause(self.chooser, 'take')} {enumeration(parts)}."

    # 3.2, 3.3: place it

    def placed(self) -> str:
        """3.2, 3.3: Return a sentence on where the tile was placed, and the points at once or the disc on it."""
        motif = self.before["hand"]["motif"]
        where = f"on field {self.field} of {self.town.districts[self.district].name}"
        return f"{clause(self.chooser, 'place')} {with_article(motif)} {where}{self.effect(motif)}."

    def effect(self, motif: str) -> str:
        """3.3: Return what follows from placing a tile with that motif, as the end of a sentence."""
        if motif in MARKERS:
            laid = self.after["fields"][self.field]
            return " without a disc, as none is left" if laid["seat"] is None else " with a disc"
        beside = self.town.motifs_beside(self.before["fields"], self.field)
        points = self.town.points_at_once(self.before["fields"], self.field, motif)
        if not points:
            return " for no points"
        return f": {counted(points, 'point')} for {self.neighbours_in_words(motif, beside)}"

    def neighbours_in_words(self, motif: str, beside: Sequence[str]) -> str:
        """3.3.1, 3.3.2: Return in words what a tile with that motif has scored with, of the motifs beside it."""
        if motif != BANANA:
            return f"{counted(beside.count(BANANA), 'banana site')} beside it"
        return f"{enumeration(counts_in_words([other for other in beside if other in self.town.values]))} beside it"

    # 4: a district

    def is_filled(self, number: int) -> bool:
        """3.3.4: Return whether the choice has filled the district."""
        return all(self.after["fields"][field] is not None for field in self.town.districts[number].fields)

    def standings(self) -> list[Standing]:
        """Return what lies in each district after the choice."""
        return self.town.standings(self.after["fields"], len(self.names))

    def scored(self, number: int) -> Sentences:
        """4: Yield what a district pays to its boss, and for its neighbours."""
        standings = self.standings()
        standing, name = standings[number], self.town.districts[number].name
        yield f"{name} is full and worth {counted(standing.worth, 'point')}."
        yield self.boss(standing)
        yield from self.inferior(standings, number)

    def boss(self, standing: Standing) -> str:
        """4.1: Return a sentence on who is the boss of a district, and why."""
        no_orangutans = most_words(standing.orangutans, standing.all_orangutans, ORANGUTAN)
        if standing.boss is None:
            return f"It has no boss: {no_orangutans} and {most_words(standing.lemurs, standing.all_lemurs, LEMUR)}."
        name, by = self.names[standing.boss], standing.by or ORANGUTAN
        counts = standing.orangutans if by == ORANGUTAN else standing.lemurs
        is_boss = f"{begins(name)} {'are' if name == YOU else 'is'} the boss with {counted(max(counts), by)}"
        why = "" if by == ORANGUTAN else f" ({no_orangutans})"
        return f"{is_boss}{why}: {counted(standing.worth, 'point')}."

    def inferior(self, standings: Sequence[Standing], number: int) -> Sentences:
        """4.2: Yield which neighbours have fewer lemurs than a district, and who gets how much for each."""
        own, shares = standings[number], self.town.shares(standings, number)
        takers = [self.names[seat] for seat, count in enumerate(own.lemurs) if count]
        for share in shares:
            if share.worth:
                yield self.share(share, own.all_lemurs, takers)

    def share(self, share: Share, lemurs: int, takers: Sequence[str]) -> str:
        """4.2: Return a sentence on what the seats with lemurs get for one inferior neighbour."""
        name = self.town.districts[share.district].name
        fewer = f"{share.lemurs} against {counted(lemurs, LEMUR)} makes {name} inferior, worth {share.worth}"
        each = " each" if len(takers) > 1 else ""
        verb = "get" if len(takers) > 1 else does(takers[0], "get")
        return f"{fewer}: {enumeration(takers)} {verb} {counted(share.each, 'point')}{each}."

    # 3.4: turn tiles up

    def turned_up(self) -> Sentences:
        """3.4: Yield which tiles were turned up, in the order of the track."""
        count = sum(self.before["hidden"].values()) - sum(self.after["hidden"].values())
        if count:
            new = [place["motif"] for place in self.after["display"][-count:]]
            are = "is" if count == 1 else "are"
            yield f"{counted(count, 'tile')} {are} turned up: {enumeration(counts_in_words(new))}."

    # 5: the end

    def end(self) -> Sentences:
        """5: Yield what the end of the game adds."""
        yield "All fields are taken, and the game is over."
        if self.before["options"].get("final_scoring") == "all_districts":
            yield from self.scored_again()
        yield f"For money {self.gets(self.after['money'])}."

    def gets(self, points: Sequence[int]) -> str:
        """Return in words how many points each seat gets."""
        return enumeration(
            [f"{name} {does(name, 'get')} {count}" for name, count in zip(self.names, points, strict=True)]
        )

    def scored_again(self) -> Sentences:
        """R14: Yield what each seat gets when all districts are scored once more."""
        standings, points = self.standings(), [0] * len(self.names)
        for number, standing in enumerate(standings):
            if standing.boss is not None:
                points[standing.boss] += standing.worth
            for share in self.town.shares(standings, number):
                for seat, count in enumerate(standing.lemurs):
                    points[seat] += share.each if count else 0
        yield f"All districts are scored once more: {self.gets(points)}."


def counts_in_words(motifs: Sequence[str]) -> list[str]:
    """Return motifs with their numbers in words, in the order of the box.

    >>> counts_in_words(["lemur", "banana", "lemur"])
    ['1 banana site', '2 lemurs']
    """
    counts = Counter(motifs)
    return [counted(counts[motif], motif_words(motif)) for motif in MOTIFS if counts[motif]]


def most_words(counts: Sequence[int], total: int, motif: str) -> str:
    """4.1, R8: Return in words why nobody has most of a marker, whose numbers by seat are `counts`.

    `total` is the number of all of them, with those that were laid without a disc and belong to nobody.

    >>> most_words([0, 0], 0, "lemur"), most_words([2, 2, 1], 5, "orangutan")
    ('no lemurs', 'a tie at 2 orangutans')
    >>> most_words([0, 0], 1, "lemur"), most_words([1, 1], 3, "orangutan")
    ('no lemurs with a disc', 'a tie at 1 orangutan with a disc')
    """
    most = f"a tie at {counted(max(counts), motif)}" if max(counts) else f"no {motif}s"
    return most if sum(counts) == total else f"{most} with a disc"
