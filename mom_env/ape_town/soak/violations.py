"""What can be wrong with a game: each violation has a number and a message."""

from mom_env.contract.soak import Told


class Violation(Told):
    """What a check of the soak, a long test by random games, has found wrong.

    Kernels return its number; that of NOTHING is 0.
    """

    NOTHING = "nothing is wrong"
    # Positions
    ROW = "the row of tiles is not the one that was dealt, or not the content of the box"
    CHANCE = "the random stream moved after the deal"
    OPEN_TILES = "the face-up tiles are not those that were turned up and not taken"
    SECTIONS = "more or fewer sections are open than there should be, or they are too far apart"
    MONEY = "bundles were lost or added, or lie beside no face-up tile"
    TILES = "the tiles on the board and in hand are not those that were taken"
    DISCS = "the discs on the board and those that are left are not those that were dealt"
    COUNTS = "what is kept about a district differs from its fields"
    TURN = "seat, decision, tile in hand and number of turns do not fit together"
    ABSENT_SEAT = "a seat without a player has something"
    # Decisions
    EMPTY_MASK = "the seat to move has no legal action"
    MASK = "the mask differs from what the rules allow"
    IS_LEGAL = "is_legal and the mask differ"
    OBSERVATION = "an observation has a number outside -1 to 1"
    TAKING = "a take moved something else than a tile and its price"
    PLACING = "a placement moved something else than a tile and a disc"
    POINTS = "the points differ from a second count"
    SKIPPING = "the game differs when forced decisions are skipped"
    ENDLESS = "the game does not end"
    # The end
    WAYS = "the points by way do not add up to the points"
    PLACES = "the places differ from points and turn order"
    # Secrets
    LEAK_IN_OBSERVATION = "an observation depends on what the seat cannot know"
    LEAK_IN_MASK = "a mask depends on what the seat cannot know"
    PUBLIC_CHANGED = "a redeal changes what the seat knows"
