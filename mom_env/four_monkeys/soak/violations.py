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
    # Decisions
    EMPTY_MASK = "the seat to move has no legal action"
    MASK = "the mask differs from what the rules allow"
    IS_LEGAL = "is_legal and the mask differ"
    OBSERVATION = "an observation has a number outside -1 to 1"
    SKIPPING = "the game differs when forced decisions are skipped"
    ENDLESS = "the game does not end"
    # The end
    TOTALS = "a total is not the sum of its rounds and false stops"
    SCORES = "a score does not fit the tiles of its round"
    UNERASED = "what nobody has seen was not erased"
    # Secrets
    LEAK_IN_OBSERVATION = "an observation depends on what the seat cannot know"
    LEAK_IN_MASK = "a mask depends on what the seat cannot know"
    PUBLIC_CHANGED = "a redeal changes what the seat knows"


# For kernels: a name for the number of each violation that they return.
NOTHING = Violation.NOTHING
