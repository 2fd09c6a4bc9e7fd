"""Monsters, squares, cards and seats as coloured text for a terminal."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from mom_env.monsters_on_the_moon.moon import Moon, monster_of

# Everything is named by letters and signs as well, for people who cannot tell the colours apart.
MONSTERS = {
    "W": "bold black on orange1",
    "H": "bold white on slate_blue3",
    "V": "bold white on red3",
    "S": "bold black on sky_blue1",
}
SEATS = {"W": "bold orange1", "H": "bold medium_purple1", "V": "bold red1", "S": "bold sky_blue1"}
SCENERY = {"*": "bold black on cyan1", ".": "black on grey70", "A": "bold black on grey93", "B": "bold black on grey93"}
LEGAL = "bold black on yellow1"
TILE, SHIP = "'", "^"  # behind the letter of a tile's monster, and before that of a ship's
WIDTH = 2  # characters of a square


def square_text(shows: str, *, is_tile: bool = False, ship: str | None = None) -> Text:
    """Return a square in two characters, such as "W ", "WW", "W'" for a tile or "^W" for a ship on a crystal."""
    if ship is not None:
        return Text(f"{SHIP}{ship}", MONSTERS[ship])
    letter = monster_of(shows)
    style = SCENERY[shows] if letter is None else MONSTERS[letter]
    return Text(f"{shows}{TILE if is_tile else ''}".ljust(WIDTH), style)


def table_square(moon: Moon, entry: Mapping[str, Any]) -> Text:
    """Return a square of the display in two characters."""
    seat = moon.ships.get(moon.place(entry))
    return square_text(
        entry["shows"], is_tile=bool(entry.get("tile")), ship=None if seat is None else moon.letter(seat)
    )


def card_lines(moon: Moon, card: int | None, turn: int = 0) -> list[Text]:
    """Return the rows of a card; question marks for one that the viewer may not know."""
    if card is None:
        return [Text("?? ?? ??", "dim")] * 2
    return [Text(" ").join(square_text(sign) for sign in row) for row in moon.rows(card, turn)]


def letter_text(letter: str | None) -> Text:
    """Return the letter of a monster in its colour; "-" for one not yet chosen."""
    return Text("-", "dim") if letter is None else Text(letter, MONSTERS[letter])


def name_style(letter: str | None) -> str:
    """Return the style of the name of a player with that monster."""
    return "bold" if letter is None else SEATS[letter]
