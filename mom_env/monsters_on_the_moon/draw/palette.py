"""Colours. Colour-blind eyes can tell those of monsters apart; heads with outlines of their own tell them, too."""

from mom_env.drawing.sheet import DARK_INK, LIGHT_INK, Style

# The plate behind the head of each monster, by its letter; tiles, ships, markers and areas have its colour, too.
MONSTERS = {
    "W": Style("#f0a53c", DARK_INK),
    "H": Style("#6a4fc4", LIGHT_INK),
    "V": Style("#b5152f", LIGHT_INK),
    "S": Style("#8fdcee", DARK_INK),
}
NOBODY = Style("#7d8796", DARK_INK)  # a seat without a monster, and an area that is closed to all

# The table and the cards
TABLE = "#18233d"
STAR = "#55648c"
AXIS = "#aab6d3"  # coordinates beside the map
GROUND = "#d9d4c7"  # of cards
CARD_EDGE = "#0d1424"
CRATER, CRATER_RIM = "#bcb6a6", "#eae6dc"
NEW = "#ffd75e"  # edge of the card laid last, and of walls laid in this turn
LEGAL, LEGAL_EDGE = "#ffe27a", "#3b2a00"

BARE_INSIDE = "#31406a"  # bare table in an enclosed area
BACK = "#2a3a63"  # of a hidden card

# Walls
WALL, WALL_EDGE = "#ffffff", "#0d1424"

# Heads
FUR, FUR_LIGHT, WOLF_EYE, NOSE = "#5a3113", "#f3d9b1", "#fff2a8", "#1c0e05"
HAT, HAT_BAND, WITCH_SKIN, WITCH_HAIR = "#17122b", "#ffcf4a", "#a6dd6b", "#f08a3c"
PALE, BLACK, BLOOD = "#fbeee6", "#1b0d12", "#c01530"
BONE, SOCKET = "#fffdf4", "#16323b"
CRYSTAL_DARK, CRYSTAL_MIDDLE, CRYSTAL_LIGHT = "#0b6fa6", "#3db8e6", "#d4f6ff"
SUIT, VISOR, SHINE, STRAP = "#ffffff", "#243a63", "#8fb4ee", "#8a93a3"
DOME, DOOR, FLAG, POLE = "#eef2f7", "#3a4a66", "#d8402f", "#4a5568"
HULL, WINDOW, FIN, FLAME = "#ffffff", "#1b2330", "#5b6472", "#ff8a2b"
RIM = "#ffffff"  # around tiles and markers
