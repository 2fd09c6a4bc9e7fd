"""What can happen in a game: each ruling and each branch of the rules page has a name under which it is counted."""

from mom_env.contract import soak


class Event(soak.Event):
    """A branch of the rules page that the soak counts. Its number, from 0, is its index in the counts."""

    # 2, 9 Setting up
    ONE_AREA = "2", "a game in one area"
    TWO_AREAS = "9", "a game in two areas"
    HIDDEN_TIMER = "R5", "a game with a hidden timer"
    # 3 Actions
    WAITED = "R3", "a wait that was chosen"
    SLOW_SEAT = "R3", "the pace of a seat lets it wait only"
    GRABBED = "3.2.1", "a grab that gets its tile"
    MISSED = "R6", "a grab in vain"
    GRABBED_AGAIN = "R7", "a grab of a combo that the seat has already"
    LAID = "3.2.2", "a card is laid"
    LAID_STRANGE = "R34", "a card of another deck is laid, as the own deck's are used up"
    CLOSED = "3.2.3", "a tile is closed"
    CLOSED_EMPTY = "R8", "a tile without a card is closed, with an empty hand"
    DREW_NONE = "R9", "a tile is closed, and the hand is full enough"
    BURNED = "3.3", "a tile is burned"
    BURNED_OPEN = "R10", "a tile is burned while another one is open"
    BURNED_OF_TWO = "R13", "one of two green tiles of a combo is burned"
    NEW_HAND = "3.4", "hand replenish: a new hand"
    MORE_CARDS = "3.4", "hand replenish: more cards"
    REVEALED = "3.5", "a tile is revealed"
    DECK_EMPTY = "R12", "a deck is empty"
    ALL_DECKS_EMPTY = "R12", "all decks of an area are empty"
    SKIN_GIVEN = "8", "a skin is given"
    SKIN_PASSED_ON = "R25", "a skin that counts is given on"
    # 4 The end of a round
    BY_TIMER = "4", "the timer ends a round"
    BY_STOP = "R16", "Stop ends a round"
    FALSE_STOP = "R17", "a round is played again"
    STOP_BOTH = "R17", "somebody calls Stop rightly, somebody else wrongly"
    # 5 Scoring
    EMPTY_TILE = "R18", "a tile without a card counts for nothing"
    REPEATED = "5.1", "a tile of a repeated combo is set aside"
    RIGHT = "5.3", "a tile is found right"
    WRONG = "5.3", "a tile is found wrong"
    BLUFF_STANDS = "6", "a tile that nobody checks"
    SMARTEST_TIED = "R21", "several Smartest Monkeys"
    CHECK_CHOSEN = "R22", "an owner chooses which tile is checked first"
    FAMILY_ROUND = "10", "a round of the family version is scored"
    AREAS_CHANGED = "R26", "somebody changes into the other area"
    GAME_TIED = "7", "several winners"
