"""Colours. Colour-blind eyes can tell those of figures and of sides apart; shapes and numbers tell them, too."""

from mom_env.drawing.sheet import DARK_INK, LIGHT_INK

# Figures, on white; light ones have a dark edge
FIGURES = {"circle": "#1f6fd0", "triangle": "#e8760f", "square": "#5a1a4a", "pentagon": "#35b59a"}
FIGURE_EDGES = {"circle": "#123f77", "triangle": "#7d3c02", "square": "#2c0b25", "pentagon": "#13604f"}
ANY = "#3c4656"  # a figure of one kind, whichever it is; those of a second kind are hollow
BUTTON, BUTTON_EDGE = "#ffdf5a", "#7a5a00"  # golden

# Sides of a tile: fill, edge, what is written on it
GREEN, GREEN_EDGE, GREEN_INK = "#14704a", "#0a4a30", LIGHT_INK
ORANGE, ORANGE_EDGE, ORANGE_INK = "#f7a531", "#9a5d05", DARK_INK
FACE = "#fffdf6"  # of the field on a tile that shows what its combo asks for, and of a card
FLAME = "#c22b0f"  # on a burned tile

# Cards
CARD_EDGE = "#9aa1ad"
BACK, BACK_EDGE, BACK_MARK = "#33508c", "#182a52", "#b9c9ea"

# Skins, hand replenish, verdicts of checks
SKIN, SKIN_EDGE = "#ffe14d", "#7d6200"
RIGHT, WRONG = "#0f6b3c", "#b3261e"
