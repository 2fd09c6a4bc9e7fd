"""What can happen in a game: rulings and branches of the rules page have a name under which they are counted."""

from mom_env.contract import soak


class Event(soak.Event):
    """A branch of the rules page that the soak counts. Its number, from 0, is its index in the counts.

    A member has the paragraph of the page and a description.
    """

    SEAT_0_STARTS = "2.7, R4", "seat 0 starts"
    OTHER_SEAT_STARTS = "2.7, R4", "another seat starts"
    PICKED = "2.1, R1", "a seat picks its monster"
    PASSED = "2.4, R2", "a double head is passed on"
    BESIDE = "3.1.2", "a card is laid beside others only"
    ON_OTHERS = "3.1.2", "a card covers one to five squares"
    ALL_ON_OTHERS = "3.1.2", "all six squares lie on others"
    COVERS_AGAIN = "R7", "a card that is covered in part loses squares again"
    TILE_COVERED = "R8", "a monster tile is covered"
    WRAPS = "R5", "a card lies across the edge of the frame"
    GROWS_TO_LIMIT = "R5", "the display becomes as wide or high as the limit allows"
    CRYSTAL_COVERED = "3.2.1", "the marker moves"
    LAST_SPACE = "R10", "the marker comes to the last space"
    TILE_LAID = "3.3.1, R11", "a monster tile is laid"
    TWO_TILES = "R12", "two tiles are due at once"
    TILE_ON_DOUBLE = "R11", "a tile is laid on a double head"
    SHIP_SET = "3.4.1", "a ship is set"
    NO_SHIP = "3.4.1", "no ship is set"
    TILE_BY_SHIP = "3.4.1", "a ship leads to a tile"
    INTERIM = "4.1", "the interim scoring"
    OWN_START = "4.2", "the seat that decides plays on itself"
    OTHER_START = "4.2", "it lets another seat play on"
    SKIPPED = "R9", "a seat is skipped"
    LATE_INTERIM = "R9", "the interim scoring comes at the end"
    WALL_LAID = "6.2.2", "a wall is laid"
    STOPPED = "6.2.2", "a seat stops after three or four walls"
    FIFTH_WALL = "6.2.2", "the fifth wall ends the turn"
    NOTHING_FITS = "R21", "the turn ends as nothing fits after three or four walls"
    AREA_CLOSED = "6.3.1, R22", "an area is enclosed"
    INTO_AREA = "6.3.2, R23", "a card is laid into an enclosed area"
    MISSION_WON = "7.2, R24", "a mission brings VP"
    GAME_TIED = "R17", "seats share the win"
    SOLO = "8", "a solo game ends"
