"""What can happen in a game: each ruling and each branch of the rules page has a name under which it is counted.

The watchers recognise an event from a position, the action and the position after it. The engine does not know of
events.

What follows has no event, as no two positions show it:

* 1: why a tile file is refused, as no game is played then.
* R1 and R27: colours, which play no part. No record has any.
* R32: the redeal. It happens in secrecy pairs, whose games are counted without their events; there each redeal is
  checked, byte by byte. FROM_NEIGHBOUR counts the cards whose backs tell of another deck.
* R30 and R31 are about what is remembered and what is seen. Their events count the positions in which it matters.
"""

from mom_env.contract import soak


class Event(soak.Event):
    """A branch of the rules page that the soak counts. Its number, from 0, is its index in the counts."""

    # 2, 9 Setting up
    ONE_AREA = "2", "a game in one area"
    TWO_AREAS = "9", "a game in two areas"
    HIDDEN_TIMER = "R5", "a game with a hidden timer"

    # 3.1 Time
    SEVERAL_ACT = "R2", "several seats do something in one tick"
    WAITED = "R3", "a wait that was chosen"
    SLOW_SEAT = "R3", "the pace of a seat lets it wait only"
    LOT_DECIDES = "R4", "the lot decides who of several gets a tile"
    TURN_DECIDES = "R4", "the turn decides who of several gets a tile"
    SHARED_DECK = "R4, R12", "several seats draw from one deck in one tick"
    SECRET_CHOICE = "3.1, R31", "a seat is asked, and another one has chosen something that stays secret"

    # 3.2 Grabbing a combo
    GRABBED = "3.2.1", "a grab that gets its tile"
    MISSED = "R6", "a grab in vain"
    SEVERAL_GET = "R6", "several seats get the same combo in one tick, from different stacks"
    OLDER_STACK = "R6", "of equally high stacks a grab takes from the older"
    GRABBED_AGAIN = "R7", "a grab of a combo that the seat has already"
    LAID = "3.2.2", "a card is laid"
    LAID_STRANGE = "R34", "a card of another deck is laid, as the own deck's are used up"
    CLOSED = "3.2.3", "a tile is closed"
    CLOSED_EMPTY = "R8", "a tile without a card is closed, with an empty hand"
    DREW_NONE = "R9", "a tile is closed, and the hand is full enough"
    BIG_HAND = "R11", "a hand grows to more than twice the cards that it began with"
    DECK_EMPTY = "R12", "a deck is empty"
    ALL_DECKS_EMPTY = "R12", "all decks of an area are empty"
    FROM_NEIGHBOUR = "R12, R32", "a card is drawn from the left neighbour's deck"
    FROM_FURTHER = "R12, R32", "a card is drawn from a deck further to the left"
    DREW_FEWER = "R12", "a seat draws fewer cards, as all decks are empty"

    # 3.3 Burning, 3.4 Hand replenish
    BURNED = "3.3", "a tile is burned"
    BURNED_OPEN = "R10", "a tile is burned while another one is open"
    BURNED_OF_TWO = "R13", "one of two green tiles of a combo is burned"
    NEW_HAND = "3.4", "hand replenish: a new hand"
    MORE_CARDS = "3.4", "hand replenish: more cards"
    HAND_DISCARDED = "3.4, R30", "cards are discarded unseen, and their owner remembers them"

    # 3.5 Revealing
    REVEALED = "3.5", "a tile is revealed"
    REVEALED_BY_BLUFF = "R15", "a seat reveals, and its only tiles of a combo on top are bluffs"
    REVEALED_BY_SEVERAL = "R14", "several seats of an area reveal one tile in one tick"
    OLDER_REVEALED = "R14", "of equally high stacks the older one's top is revealed"
    REVEALED_AFTER_GRAB = "3.6", "a tile is revealed in a tick in which another one is grabbed"
    NOTHING_REVEALED = "3.6", "nothing is revealed, as the grabs have left no stack of two tiles"

    # 4 The end of a round
    BY_TIMER = "4", "the timer ends a round"
    BY_STOP = "R16", "Stop ends a round"
    STOP_WITH_REPEAT = "R16", "a right Stop, with a combo twice or more"
    STOP_WITH_BLUFF = "R16", "a right Stop, with a bluff"
    FALSE_STOP = "R17", "a round is played again"
    SEVERAL_FALSE = "R17", "several seats call Stop wrongly in one tick"
    AREAS_AGAIN = "9, R17", "both areas play a round again"
    STOP_BOTH = "R17", "somebody calls Stop rightly, somebody else wrongly"
    OPEN_TILE = "R18", "a round ends with an open tile that has a card, and counts"
    EMPTY_TILE = "R18", "a tile without a card counts for nothing"

    # 5.1, 5.2 Repeated combos, the Smartest Monkey
    REPEATED = "5.1", "a tile of a repeated combo is set aside"
    SMARTEST_BY_BURNED = "5.2", "equal points, and more burned tiles are smarter"
    REPLENISH_COSTS_RANK = "5.2, R19", "a seat is only less smart than another because its hand replenish is turned"
    REPLENISH_BREAKS_TIE = "5.2, R19", "hand replenish, turned, breaks a tie as a burned tile"
    REPLENISH_UNCHECKED = "R19", "a Smartest Monkey has turned hand replenish, which nobody checks"
    SMARTEST_TIED = "R21", "several Smartest Monkeys"

    # 5.3 Checking
    RIGHT = "5.3", "a tile is found right"
    WRONG = "5.3", "a tile is found wrong"
    RIGHT_WITH_MORE = "R20", "right, with more of a figure than the combo asks for"
    RIGHT_IN_WAYS = "R20", "right in several ways at once"
    GOLDEN_TWICE = "R20", "right, and a golden double counts for its figures and its button"
    WRONG_SHORT = "R20", "wrong, as something is short in every way"
    WRONG_SPARE = "R20", "wrong, as one card can be missed"
    WRONG_IN_ANOTHER = "R20", "wrong, as a card that one way needs can be missed in another"
    CHECKED_IN_TURN = "R21", "tied players are checked in turn, a tile each"
    CHECK_CHOSEN = "R22", "an owner chooses which tile is checked first"
    BURNED_FIRST = "R22", "of tiles of equal value the burned one is checked first"
    LOWER_FIRST = "R22", "of tiles of equal value the lower combo is checked first"
    BLUFF_STANDS = "6", "a tile that nobody checks"

    # 5.4 The score
    PAYS_REPEATED = "5.4, R23", "a seat pays for repeated tiles"
    PAYS_BOTH = "5.4, R23", "a seat pays for repeated tiles and for wrong ones"
    NEGATIVE = "5.4", "a score is negative"

    # 7 The end of the game
    WON_BY_LAST = "7", "equal points, and the better last round wins"
    GAME_TIED = "7", "several winners"

    # 8 Banana skins
    SKIN_GIVEN = "8", "a skin is given"
    SKIN_PASSED_ON = "R25", "a skin that counts is given on"
    SKIN_CROSSED = "R25", "a seat gets a skin in the tick in which it gives one"
    SKIN_COSTS = "R24", "skins that were handed over cost points"
    SKIN_COMES_BACK = "R24", "a seat's own skin has come back to it, and costs points"
    SKIN_IS_FREE = "R24", "a skin that was never given costs nothing"
    FRESH_SKIN_COSTS = "R24", "a skin that was never given costs points, with the option"
    SKINS_ANEW = "R35", "a round begins, and skins that were given are handed out anew"

    # 9 Two areas
    AREAS_CHANGED = "R26", "somebody changes into the other area"
    AREA_BY_LAST = "R26", "equal totals, and the last round decides who sits in the first area"
    AREA_BY_SEAT = "R26", "equal totals and last rounds, and the lower seat sits in the first area"

    # 10 The family version
    FAMILY_ROUND = "10", "a round of the family version is scored"
    FAMILY_BY_BURNED = "10", "equally many tiles, and fewer burned ones are smarter"
    FAMILY_BY_VALUE = "10", "tiles and burned ones equal, and a higher value is smarter"
    FAMILY_BY_TOTAL = "10", "all tiles equal, and the higher total before the round is smarter"
    FAMILY_TIED = "10", "several Smartest Monkeys in the family version"
    FAMILY_REPLENISH = "10, R28", "hand replenish is turned, and earns nothing"
    FAMILY_REPLENISH_DECIDES = "10, R28", "hand replenish, turned, decides as a burned tile who is smarter"
    ORANGE_PAIR = "10", "two or more orange combos earn points"
    ODD_ORANGE = "10, R29", "an odd orange combo earns nothing"
    FREE_REPEATED = "10, R33", "repeated combos are set aside at no cost"
    FAMILY_WRONG = "10, R33", "a tile found wrong costs a point"
    FAMILY_SKIN = "10, R36", "skins cost points in the family version"
