"""What a picture shows, computed once: the snapshot, the table as a moon, and what heads would bring now."""

from collections.abc import Mapping, Sequence
from typing import Any

from mom_env.contract.people import Plain
from mom_env.drawing.sheet import Style, player_names, with_entries
from mom_env.monsters_on_the_moon.deck import CardFile
from mom_env.monsters_on_the_moon.draw.palette import MONSTERS, NOBODY
from mom_env.monsters_on_the_moon.moon import Moon

ENTRIES = (
    *("num_players", "options", "seat", "decision", "over", "display", "laid", "ships_at", "walls_at", "areas"),
    *("hand", "monster", "ships", "steps", "walls", "missions", "pile", "interim", "interim_rows", "neutral"),
    *("start", "card", "turn", "piece", "laying", "tiles_due"),
)


class Scene:
    """A position to be drawn, and what follows from it.

    Attributes:
        view: the snapshot.
        moon: what lies on the table.
        result: how the game ended; None if it is not given.
        choices: the options of the seat that decides, as dicts, to be marked on the map.
        names: the names of the players, by seat.
        seats: all seats.
    """

    def __init__(
        self,
        view: Plain,
        file: CardFile,
        names: Sequence[str] | None,
        result: Plain | None,
        choices: Sequence[Plain],
    ) -> None:
        """Take a snapshot, the card file, the names of the players, the result of a finished game, and the options.

        With None, the players are named "player_0" and so on.

        Raises:
            PositionError: the snapshot lacks an entry.
            OptionError: there is not one name for each seat.
        """
        self.view: Mapping[str, Any] = with_entries(view, ENTRIES)
        self.moon = Moon(self.view, file)
        self.result: Mapping[str, Any] | None = result
        self.choices: Sequence[Mapping[str, Any]] = choices
        self.seats = range(self.view["num_players"])
        self.names = player_names(names, len(self.seats))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.view["over"])

    @property
    def seat(self) -> int:
        """The seat that decides; 0, without a meaning, after the end."""
        return self.view["seat"] or 0

    @property
    def is_solo(self) -> bool:
        """8: Whether one player plays alone."""
        return len(self.seats) == 1

    @property
    def with_walls(self) -> bool:
        """6: Whether the game is played with walls."""
        return bool(self.view["options"].get("walls"))

    @property
    def in_hand(self) -> int | None:
        """The card that is to be laid now: chosen, and not yet on the table."""
        card: int | None = self.view["card"]
        return card if self.view["decision"] == "place" else None

    def letter(self, seat: int) -> str | None:
        """Return the letter of a seat's monster, alone that of the loved one; None before it has been chosen."""
        return self.moon.file.solo.monster if self.is_solo else self.moon.letter(seat)

    def style(self, seat: int) -> Style:
        """Return the colours of a seat, which are those of its monster."""
        return style_of(self.letter(seat))


def style_of(letter: str | None) -> Style:
    """Return the colours of a monster by its letter, or those of nobody."""
    return NOBODY if letter is None else MONSTERS[letter]
