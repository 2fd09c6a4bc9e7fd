"""What a picture shows, computed once: the snapshot, the board, and what follows from both."""

from collections.abc import Mapping, Sequence
from typing import Any

from mom_env.ape_town.deck import Board
from mom_env.ape_town.draw.palette import GROUNDS
from mom_env.ape_town.town import MARKERS, Town
from mom_env.contract.people import Plain
from mom_env.drawing.sheet import Style, player_names, with_entries
from mom_env.errors import PositionError


class Scene:
    """A position to be drawn, and what follows from it. All of it is open to everybody.

    Attributes:
        view: the snapshot.
        town: the board.
        result: how the game ended; None if it is not given.
        names: the names of the players, by seat.
        seats: all seats.
        standings: what lies in each district.
        prices: the price of each tile of the display by its segment.
    """

    def __init__(self, view: Plain, board: Board, names: Sequence[str] | None, result: Plain | None) -> None:
        """Take a snapshot, the board file, the names of the players, and the result of a finished game.

        With None, the players are named "player_0" and so on.

        Raises:
            PositionError: the snapshot lacks an entry or does not fit the board.
            OptionError: there is not one name for each seat.
        """
        self.town = Town(board)
        self.result: Mapping[str, Any] | None = result
        self.view: Mapping[str, Any] = checked_view(view, self.town)
        self.seats = range(self.view["num_players"])
        self.names = player_names(names, len(self.seats))
        self.standings = self.town.standings(self.tiles, len(self.seats))
        self.prices = {place["segment"]: price for price, place in enumerate(self.view["display"])}

    @property
    def tiles(self) -> Sequence[Mapping[str, Any] | None]:
        """The tile on each field, or None."""
        tiles: Sequence[Mapping[str, Any] | None] = self.view["fields"]
        return tiles

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.view["over"])

    @property
    def seat(self) -> int:
        """The seat that decides; 0, without a meaning, after the end."""
        return self.view["seat"] or 0

    @property
    def hand(self) -> Mapping[str, Any] | None:
        """The tile that has been taken and is not yet placed."""
        hand: Mapping[str, Any] | None = self.view["hand"]
        return hand

    @property
    def laid(self) -> int:
        """The number of tiles on fields, which is that of finished turns."""
        return sum(tile is not None for tile in self.tiles)

    def ground(self, district: int) -> Style:
        """Return how the colour of a district looks."""
        return GROUNDS[self.town.districts[district].colour]

    def points(self) -> dict[int, int]:
        """3.2, 3.3: Return the points at once of the tile in hand by each field on which it may be placed."""
        if self.hand is None:
            return {}
        motif = self.hand["motif"]
        return {
            field: self.town.points_at_once(self.tiles, field, motif)
            for field in self.town.allowed(self.tiles, self.hand["colour"])
        }

    def is_any_field_allowed(self) -> bool:
        """R5: Return whether the tile in hand may be placed in any colour, as its own has no free field left."""
        return self.hand is not None and self.town.is_any_allowed(self.tiles, self.hand)

    @property
    def hand_is_marker(self) -> bool:
        """Whether the tile in hand will carry a disc."""
        return self.hand is not None and self.hand["motif"] in MARKERS and self.view["discs"][self.seat] > 0

    def face_down(self) -> set[int]:
        """3.4: Return the segments with a tile that lies face down."""
        return self.town.face_down(sum(self.view["hidden"].values()), self.view["reserve"])


ENTRIES = (
    *("num_players", "options", "seat", "decision", "over", "money", "discs", "points", "display", "fields", "hand"),
    *("reserve", "hidden", "start"),
)


def checked_view(view: Plain, town: Town) -> Mapping[str, Any]:
    """Return the snapshot.

    Raises:
        PositionError: it lacks an entry or does not fit the board.
    """
    checked = with_entries(view, ENTRIES)
    if len(checked["fields"]) != len(town.home):
        raise PositionError(f"fields: expected {len(town.home)}, as on the board, found {len(checked['fields'])}")
    return checked
