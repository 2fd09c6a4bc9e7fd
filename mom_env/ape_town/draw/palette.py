"""Colours. Colour-blind eyes can tell those of motifs and those of seats apart; drawings and numbers tell them, too."""

from mom_env.drawing.sheet import DARK_INK, LIGHT_INK, Style

# The tile of each motif
TILES = {
    "tarsier": "#4fb286",
    "chimpanzee": "#2a6fb8",
    "mandrill": "#b3263c",
    "banana": "#ffd94a",
    "orangutan": "#3d2470",
    "lemur": "#cfe6f2",
}

# Discs by seat
SEATS = (
    Style("#2563c9", LIGHT_INK),
    Style("#e0662a", DARK_INK),
    Style("#ffe066", DARK_INK),
    Style("#8a1f4f", LIGHT_INK),
)
BACK, BACK_LEAF = "#46608f", "#a9bfe2"  # of a tile that lies face down
RIM = "#ffffff"  # around a disc

# Fields of districts and segments of the track
GROUNDS = {
    "grey": Style("#a7aeb8", DARK_INK),
    "black": Style("#343a43", "#dfe3e9"),
    "white": Style("#fcfbf7", "#4c5563"),
}
STREET = "#c9a25a"  # between districts
PAVEMENT = "#e4d9bd"  # around them, and below preprinted tiles
GRID = "#8f98a5"  # between fields of a district
POND = "#8cc6e0"
WAVE = "#d9eef7"
LEGAL = "#fff3c4"  # a field on which the tile in hand may be placed
LEGAL_INK = "#6b4a05"

# Drawings
FUR_BROWN, FUR_DARK, FUR_ORANGE, FUR_GREY, FUR_OLIVE = "#7a4a22", "#2b1f1a", "#e8762c", "#8e959f", "#5c5128"
SKIN, SKIN_DARK = "#e8bd90", "#6e4a3c"
EYE, PUPIL = "#fff7dc", "#17120f"
SNOUT_BLUE, SNOUT_RED, BEARD = "#6db3ee", "#e8384a", "#f4b73a"
FRUIT, FRUIT_EDGE, WOOD, PLANK = "#fff3b8", "#7a5208", "#a8692c", "#6e3f14"
WHITE_FUR = "#ffffff"
TIN, TIN_EDGE = "#f2c230", "#8a5c05"  # of money
