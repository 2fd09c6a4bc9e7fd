"""What a picture shows, computed once: the snapshot, the tile file, and what follows from both."""

from collections.abc import Mapping, Sequence
from typing import Any

from mom_env.contract.people import Plain
from mom_env.drawing.sheet import player_names, with_entries
from mom_env.errors import PositionError
from mom_env.four_monkeys.deck import Combo, Deck
from mom_env.four_monkeys.draw.pieces import Glyph
from mom_env.four_monkeys.points_shown import Standing, standings

ENTRIES = (
    *("num_players", "options", "seat", "decision", "over", "round", "tick", "ticks", "areas", "stacks", "hand"),
    *("hand_size", "deck", "tiles", "replenished", "skins", "total", "last_tick", "last_checked"),
)


class Scene:
    """A position to be drawn, as a seat sees it or whole, and what follows from it.

    Attributes:
        view: the snapshot.
        deck: the tile file.
        result: how the game ended; None if it is not given.
        names: the names of the players, by seat.
        seats: all seats.
        standings: what each seat shows in this round.
        glyphs: what each combo asks for, as the names of figures and how many.
    """

    def __init__(self, view: Plain, deck: Deck, names: Sequence[str] | None, result: Plain | None) -> None:
        """Take a snapshot, the tile file, the names of the players, and the result of a finished game.

        With None, the players are named "player_0" and so on.

        Raises:
            PositionError: the snapshot lacks an entry or does not fit the file.
            OptionError: there is not one name for each seat.
        """
        self.deck = deck
        self.result: Mapping[str, Any] | None = result
        self.view: Mapping[str, Any] = checked_view(view, deck)
        self.seats = range(self.view["num_players"])
        self.names = player_names(names, len(self.seats))
        self.standings: list[Standing] = standings(self.view, deck)
        self.glyphs = [glyphs_of(combo) for combo in deck.combos]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.view["over"])

    @property
    def rounds(self) -> int:
        """The number of rounds of the game."""
        chosen: int | None = self.view["options"].get("rounds")
        return self.deck.seats(len(self.seats)).rounds if chosen is None else chosen

    @property
    def has_skins(self) -> bool:
        """8: Whether the game is played with banana skins."""
        return bool(self.view["options"].get("banana_skins"))

    @property
    def reader(self) -> int | None:
        """The seat whose hand is shown large: the only known one, else the one that decides; None at the end."""
        known = [seat for seat in self.seats if self.view["hand"][seat] is not None]
        seat: int | None = known[0] if len(known) == 1 else self.view["seat"]
        return None if self.over else seat

    def is_crowned(self, seat: int) -> bool:
        """5.2: Return whether nobody shows more than `seat`; after the end, whether it was the Smartest Monkey."""
        if self.over and self.result is not None:
            return seat in self.result["history"][-1]["smartest"]
        return self.standings[seat].is_smartest and self.standings[seat].tiles > 0

    def open_tile(self, seat: int) -> Mapping[str, Any] | None:
        """Return the open tile of a seat, or None."""
        return next((tile for tile in self.view["tiles"][seat] if tile["open"]), None)


def glyphs_of(combo: Combo) -> tuple[Glyph, ...]:
    """Return what a combo asks for: figures by name, "any" and "another" for alike ones, and "golden" buttons."""
    if combo.figures is not None:
        asked: list[Glyph] = list(combo.figures.items())
    else:
        asked = [("any" if at % 2 == 0 else "another", count) for at, count in enumerate(combo.alike or [])]
    return (*asked, *([("golden", combo.golden)] if combo.golden else []))


def checked_view(view: Plain, deck: Deck) -> Mapping[str, Any]:
    """Return the snapshot.

    Raises:
        PositionError: it lacks an entry or does not fit the tile file.
    """
    checked = with_entries(view, ENTRIES)
    if checked["num_players"] not in deck.player_counts:
        allowed = ", ".join(map(str, deck.player_counts))
        raise PositionError(f"num_players: tile file {deck.name!r} is for {allowed}, found {checked['num_players']}")
    return checked
