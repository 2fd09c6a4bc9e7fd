"""Colours of districts, motifs, seats and tiles as coloured text for a terminal."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from mom_env.ape_town.town import MARKERS

# Everything is named by letters and numbers as well, for people who cannot tell the colours apart.
GROUNDS = {"grey": "black on grey70", "black": "white on grey23", "white": "black on grey100"}
MOTIF_STYLES = {
    "tarsier": "bold white on dark_green",
    "chimpanzee": "bold white on dodger_blue3",
    "mandrill": "bold white on red3",
    "banana": "bold black on gold1",
    "orangutan": "bold white on purple4",
    "lemur": "bold black on light_cyan1",
}
SEATS = ("bold dodger_blue1", "bold dark_orange3", "bold yellow3", "bold deep_pink3")
LETTERS = {"tarsier": "Ta", "chimpanzee": "Ch", "mandrill": "Ma", "banana": "Ba", "orangutan": "Or", "lemur": "Le"}
NO_DISC = "-"


def motif_letters(motif: str) -> Text:
    """Return the two letters of a motif in its colour."""
    return Text(LETTERS[motif], MOTIF_STYLES[motif])


def tile_text(tile: Mapping[str, Any]) -> Text:
    """Return a tile on a field in two characters, such as "Ma", or "L2" for a lemur of seat 2, in its colour."""
    motif = tile["motif"]
    if motif not in MARKERS:
        return motif_letters(motif)
    seat = NO_DISC if tile.get("seat") is None else tile["seat"]
    return Text(f"{LETTERS[motif][0]}{seat}", MOTIF_STYLES[motif])


def colour_text(colour: str) -> Text:
    """Return the name of a colour of the board, in that colour."""
    return Text(colour, GROUNDS[colour])


def initial_text(colour: str) -> Text:
    """Return the first letter of a colour of the board, in that colour."""
    return Text(colour[0].upper(), GROUNDS[colour])


def seat_text(seat: int) -> Text:
    """Return the number of a seat in its colour."""
    return Text(f"p{seat}", SEATS[seat])
