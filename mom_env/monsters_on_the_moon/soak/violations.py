"""What can be wrong with a game: each violation has a number and a message."""

from mom_env.contract.soak import Told


class Violation(Told):
    """What a check of the soak, a long test by random games, has found wrong.

    Kernels return its number; that of NOTHING is 0.
    """

    NOTHING = "nothing is wrong"
    # Positions
    CARDS = "a card is in two places, or in none"
    HAND = "the size of a hand or of the pile is not the number of its cards"
    BITS = "rows and columns differ from the squares that show something"
    DISPLAY = "the display is too large, or not where its squares are"
    VISIBLE = "a square shows what its card has not there, and no tile"
    CRYSTALS = "the number of free crystals is not that of the crystals that are visible"
    FIXED = "a square that is never covered was covered, or another one is called so"
    WALLS = "walls were lost or added, or lie on edges that nothing adjoins"
    AREAS = "the enclosed areas are not those that a search from outside does not reach"
    MARKER = "a marker is beyond the track"
    TURN = "seat, decision and what is pending do not fit together"
    # Decisions
    EMPTY_MASK = "the seat to move has no legal action"
    MASK = "the mask differs from what the rules allow"
    IS_LEGAL = "is_legal and the mask differ"
    OBSERVATION = "an observation has a number outside its bounds"
    BACKWARDS = "a marker, the number of cards on the table or that of walls went back"
    COVER = "a card covers more than two squares of another one"
    SKIPPING = "the game differs when forced decisions are skipped"
    ENDLESS = "the game does not end"
    # The end
    SCORE = "the VP differ from a second count"
    PLACES = "the places differ from VP and track"
    # Secrets
    LEAK_IN_OBSERVATION = "an observation depends on what the seat cannot know"
    LEAK_IN_MASK = "a mask depends on what the seat cannot know"
    PUBLIC_CHANGED = "a redeal changes what the seat knows"
