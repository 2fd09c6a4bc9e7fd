"""What one choice has led to, in sentences: worked out from what the reader sees before it and after it."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mom_env.base.sentences import YOU, begins, clause, counted, does, enumeration
from mom_env.contract.people import Plain
from mom_env.monsters_on_the_moon.deck import CardFile
from mom_env.monsters_on_the_moon.game import Game
from mom_env.monsters_on_the_moon.moon import Moon, first_of
from mom_env.monsters_on_the_moon.terminal.menu import DIRECTIONS, heads_in_words, sign_words

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
    return list(change_of(before, action, after, seat, names).sentences())


def change_of(before: Game, action: int, after: Game, seat: int | None, names: list[str]) -> "Change":
    """Return a choice, and what `seat` sees before it and after it; None sees everything."""
    short = [name.split()[0] for name in names]
    choice = before.words().choice(action)
    return Change(before.ruleset.deck, before.snapshot(seat), choice, after.snapshot(seat), seat, short)


class Change(NamedTuple):
    """A choice, and what its reader sees before it and after it.

    Attributes:
        file: the card file.
        before: the snapshot of the reader before the choice.
        choice: what was chosen, by names.
        after: the snapshot of the reader after it.
        reader: the seat that the sentences are for; None for one that sees everything.
        names: the short names of the seats.
    """

    file: CardFile
    before: SnapshotView
    choice: Plain
    after: SnapshotView
    reader: int | None
    names: list[str]

    def sentences(self) -> Sentences:
        """Yield all that has happened, in the order in which it happens at a table."""
        yield from self.chosen()
        yield from self.tile_won()
        yield from self.exchanged()
        yield from self.areas()
        yield from self.drawn()
        yield from self.interim()
        yield from self.skipped()
        if self.after["over"]:
            reason = "That was the last card" if len(self.names) == 1 else "Nobody can lay anything any more"
            yield f"{reason}, and the game is over."

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
    def at(self) -> str:
        """The square that was chosen, such as "(12, 9)"."""
        return f"({self.choice['x']}, {self.choice['y']})"

    # The choice

    def chosen(self) -> Sentences:
        """Yield what was chosen, and what it brought at once."""
        decision, choice = self.before["decision"], self.choice
        if decision == "monster":
            yield f"{clause(self.chooser, 'choose')} the {choice['monster']}."
        elif decision == "pass":
            yield self.passed()
        elif decision == "place":
            yield self.laid()
        elif decision == "tile":
            yield f"{clause(self.chooser, 'lay')} a tile on the {self.shown()} at {self.at}."
        elif decision == "ship":
            yield self.ship()
        elif decision == "edge":
            yield self.wall()
        elif decision == "starter":
            yield self.starter()
        elif "card" in choice:
            words = Moon(self.before, self.file).words(int(str(choice["card"])), int(str(choice["turn"])))
            yield f"{clause(self.chooser, 'play')} card {choice['card']}: {words}."
        elif "stop" in choice:
            yield f"{clause(self.chooser, 'stop')} after {counted(self.before['laying'], 'wall')}."
        elif decision == "turn":
            yield f"{clause(self.chooser, 'lay')} walls in this turn."

    def passed(self) -> str:
        """2.4: Return a sentence on the double head that was passed, which only some may know."""
        to = self.names[(self.seat - 1) % len(self.names)]
        card = self.choice["card"] if self.reader in (None, self.seat) else None
        return f"{clause(self.chooser, 'pass')} {'a double head' if card is None else f'card {card}'} to {to}."

    def shown(self) -> str:
        """Return in words what the chosen square shows before the choice."""
        moon = Moon(self.before, self.file)
        return sign_words(self.file, moon.squares[moon.place(self.choice)]["shows"])

    def laid(self) -> str:
        """3.1, 3.2: Return a sentence on where a card was laid, what it covers, and the steps that it brings."""
        moon, view = Moon(self.before, self.file), self.before
        covered = moon.covered(view["card"], view["turn"], moon.place(self.choice))
        what = f", on {heads_in_words(moon, covered)}" if covered else ", on bare table"
        return f"{clause(self.chooser, 'lay')} it at {self.at}{what}{self.steps()}."

    def steps(self) -> str:
        """3.2: Return the steps on the track that the choice has brought, as the end of a sentence; "" for none."""
        steps = self.after["steps"][self.seat] - self.before["steps"][self.seat]
        return f": {counted(steps, 'step')}, to {self.after['steps'][self.seat]}" if steps else ""

    def ship(self) -> str:
        """3.4: Return a sentence on the ship that was set, or was not."""
        if "ship" in self.choice:
            return f"{clause(self.chooser, 'set')} no ship."
        return f"{clause(self.chooser, 'set')} a ship on the crystal at {self.at}{self.steps()}."

    def wall(self) -> str:
        """6.2: Return a sentence on the wall that was laid."""
        piece = self.before["piece"]
        side = "above" if piece["direction"] == "h" else "left of"
        where = f"{DIRECTIONS[piece['direction']]}, {side} {self.at}"
        return f"{clause(self.chooser, 'lay')} a {piece['wall']} wall {where}."

    def starter(self) -> str:
        """4.2: Return a sentence on who plays on."""
        seat = int(str(self.choice["seat"]))
        if seat == self.seat:
            return f"{clause(self.chooser, 'play')} on, with fewest points."
        return f"{begins(self.chooser)}, with fewest points, {does(self.chooser, 'let')} {self.names[seat]} play on."

    # What follows

    def tile_won(self) -> Sentences:
        """3.3: Yield that a seat has won tiles, or that one finds no head and leaves the game."""
        won, due = self.tiles_won(), self.after["tiles_due"]
        if won:
            yield f"{clause(self.chooser, 'win')} {counted(won, 'monster tile')}."
        left = self.before["tiles_due"] + won - (self.before["decision"] == "tile")
        if left > due:
            yield f"{counted(left - due, 'tile')} {'finds' if left - due == 1 else 'find'} no head to lie on."

    def tiles_won(self) -> int:
        """3.3.1: Return how many tile spaces the choice has reached or passed."""
        if len(self.names) == 1:
            return 0
        was, now = self.before["steps"][self.seat], self.after["steps"][self.seat]
        spaces = self.file.track[str(len(self.names))].tiles  # type: ignore[index]  # it is one of Players
        return sum(was < space <= now for space in spaces)

    def exchanged(self) -> Sentences:
        """2.4: Yield that the passed cards change hands, and which one the reader gets."""
        if self.before["decision"] != "pass" or self.after["decision"] == "pass":
            return
        yield "The passed cards change hands, and everybody draws."
        if self.reader is not None:
            new = self.new_cards(self.reader)
            yield f"You get {enumeration([f'card {card}' for card in new])}."

    def new_cards(self, seat: int) -> list[int]:
        """Return the cards that the hand of a seat has got by the choice, as far as the reader knows them."""
        return [card for card in self.after["hand"][seat] if card is not None and card not in self.before["hand"][seat]]

    def areas(self) -> Sentences:
        """6.3.1: Yield which areas a wall has enclosed, two at most, and who may lay cards there.

        Areas are in reading order, so a new one need not be the last.
        """
        moon = Moon(self.after, self.file)
        for squares, area in zip(self.after["areas"], moon.areas, strict=True):
            if squares in self.before["areas"]:
                continue
            x, y = moon.name(first_of(area))
            seats = [self.names[seat] for seat in moon.admitted(area)]
            who = f"only {enumeration(seats)} may lay cards there" if seats else "nobody may lay cards there"
            yield f"It encloses {counted(len(area), 'square')} at ({x}, {y}): {who}."

    def drawn(self) -> Sentences:
        """3: Yield that the chooser has drawn a card, and which one if the reader may know it."""
        if self.after["pile"] == self.before["pile"] or self.before["decision"] in ("monster", "pass"):
            return
        if len(self.names) == 1:
            yield f"Card {enumeration([str(card) for card in self.after['hand'][0]])} is turned up."
            return
        new = self.new_cards(self.seat) if self.reader in (None, self.seat) else []
        what = f"card {new[0]}" if new else "a card"
        last = ", the last one" if not self.after["pile"] else ""
        yield f"{clause(self.chooser, 'draw')} {what}{last}."

    def interim(self) -> Sentences:
        """4.1: Yield the interim scoring, if it has come."""
        if self.before["interim"] is not None or self.after["interim"] is None or len(self.names) == 1:
            return
        gets = [f"{name} {does(name, 'get')} {vp}" for name, vp in zip(self.names, self.after["interim"], strict=True)]
        yield f"Interim scoring: {enumeration(gets)} VP."

    def skipped(self) -> Sentences:
        """3.1.4, 6.4.2: Yield which seats cannot act and are skipped."""
        if self.after["seat"] in (None, self.seat) or self.after["decision"] != "turn":
            return
        if self.before["decision"] in ("monster", "pass", "starter"):
            return
        count = len(self.names)
        for ahead in range(1, (self.after["seat"] - self.seat) % count):
            name = self.names[(self.seat + ahead) % count]
            yield f"{begins(name)} {'are' if name == YOU else 'is'} skipped."
