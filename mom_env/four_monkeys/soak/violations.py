"""What can be wrong with a game: each violation has a number and a message."""

from mom_env.contract.soak import Told


class Violation(Told):
    """What a check of the soak, a long test by random games, has found wrong; the number of NOTHING is 0."""

    NOTHING = "nothing is wrong"
    # Positions
    DECKS = "a deck of this round does not have its cards"
    PLACES = "a card is at a place that does not exist, or is drawn and in its deck"
    HANDS = "a hand or its size is not what lies there"
    BENEATH = "the cards beneath a tile are not counted right"
    TILES = "tiles are missing or there twice"
    STACKS = "tops, heights or places of stacks are wrong"
    OPEN_TILE = "an open tile is not the seat's, or is burned"
    SKINS = "banana skins are missing or there twice"
    CLOCK = "tick, round, deal or phase are impossible"
    SCRATCH = "what a tick needs was not put back"
    ABSENT_SEAT = "a seat without a player has something"
    COUNTS = "closed tiles of a seat, or the cards beneath them, are not counted right"
    RIGHT = "it is noted wrongly whether the cards beneath an open tile are right"
    # Steps
    EARLY = "something happens before all have chosen"
    GRABS = "a grab gets a tile that it should not get, or does not get its own"
    REVEALS = "stacks are not what grabbing and revealing leave"
    DRAWING = "a seat draws too many or too few cards, or from the wrong deck"
    LAYING = "a card is laid that is not the next one"
    TURNING = "a tile is turned that nobody chose to turn, or the chosen one is not"
    STOPS = "a round ends, goes on or is repeated against the calls of Stop and the timer"
    SETUP = "a round begins with something left of the one before"
    AREAS = "a seat sits in the wrong area, or beside the wrong neighbour"
    # Decisions
    EMPTY_MASK = "the seat to move has no legal action"
    MASK = "the mask differs from what the rules allow"
    IS_LEGAL = "is_legal and the mask differ"
    OBSERVATION = "an observation has a number outside -1 to 1"
    SKIPPING = "the game differs when forced decisions are skipped"
    ENDLESS = "the game does not end"
    # The end
    TOTALS = "a total is not the sum of its rounds and false stops"
    SCORES = "a score is not what tiles and skins bring"
    ASIDE = "the tiles set aside before the checks are not those of repeated combos"
    CHECKS = "tiles are checked that should not be, or in the wrong order, or are left out"
    CHOICES = "an owner is not asked which of its tiles of equal value is checked first, or is asked without need"
    VERDICTS = "a check finds wrong cards right, or right ones wrong"
    UNERASED = "what nobody has seen was not erased"
    # Secrets
    LEAK_IN_OBSERVATION = "an observation depends on what the seat cannot know"
    LEAK_IN_MASK = "a mask depends on what the seat cannot know"
    PUBLIC_CHANGED = "a redeal changes what the seat knows"


# For kernels: a name for the number of each violation that they return.
NOTHING = Violation.NOTHING
