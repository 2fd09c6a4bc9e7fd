"""What can happen in a game: each ruling and each branch of the rules page has a name under which it is counted.

The watchers recognise an event from a position, the action and the position after it. The engine does not
know of events.
"""

from mom_env.contract import soak


class Event(soak.Event):
    """A branch of the rules page that the soak counts. Its number, from 0, is its index in the counts.

    A member has the paragraph of the page and a description.
    """

    # 2 Setup
    SEAT_0_STARTS = "2.7, R15", "seat 0 starts the game"
    SEAT_1_STARTS = "2.7, R15", "seat 1 starts the game"
    SEAT_2_STARTS = "2.7, R15", "seat 2 starts the game"
    SEAT_3_STARTS = "2.7, R15", "seat 3 starts the game"

    # 3.1 Civilization turn
    CARD_CHOSEN = "3.1.1", "a card is played from a hand of several"
    EQUAL_CARDS_ASKED = "3.1.1", "a hand of equal cards is asked all the same"
    TRIBE_OF_CARD = "3.1.2", "the card's tribe is advanced"
    CLOCKWISE_ALLY = "3.1.2", "its clockwise ally is advanced"
    COUNTER_ALLY = "3.1.2", "its counter-clockwise ally is advanced"
    TWO_COINS = "3.1.3", "two coins"
    ONE_COIN_SHORT = "3.1.3", "one coin, as the supply has only one"
    NO_COIN_SHORT = "3.1.3", "no coin, as the supply is empty"
    ONE_COIN_IN_SCORN = "3.1.3", "one coin, in scorn"
    NO_COIN_IN_SCORN = "3.1.3", "no coin, in scorn and the supply empty"
    SCORN_BACK = "3.1.4", "advancing returns the tribe's scorn"
    SCORN_BACK_FINISHED = "3.1.4, R1", "advancing returns the scorn though the stone has finished"
    RIVAL_PAID = "3.1.5", "the rival gets its coin"
    RIVAL_PAID_FOR_NOTHING = "3.1.5", "the rival gets its coin though the player got none"
    SCORN_FROM_TABLE = "3.1.5", "no coin: take the rival's scorn from the table"
    SCORN_FROM_HOLDER = "3.1.5", "no coin: take the rival's scorn from another seat"
    TWO_PAYMENTS = "3.1.5", "scorn held already: pay one ally or the other"
    PAYMENT_OR_SCORN = "3.1.5", "scorn held already: pay one ally or take the other's scorn"
    TWO_SCORNS = "3.1.5", "scorn held already: take the scorn of one ally or the other"
    ONLY_A_PAYMENT = "3.1.5, R2", "scorn held already: pay one ally, as the other's scorn is held"
    ONLY_A_SCORN = "3.1.5, R2", "scorn held already: take the scorn of one ally, as the other's is held"
    NO_APPEASEMENT = "3.1.5, R2", "scorn held already, and both allies' scorn too: nothing happens"
    ALLY_PAID = "3.1.5", "an ally gets a coin"
    ALLY_SCORN_FROM_TABLE = "3.1.5", "an ally's scorn is taken from the table"
    ALLY_SCORN_FROM_HOLDER = "3.1.5", "an ally's scorn is taken from another seat"
    SCORN_RATHER_THAN_PAYMENT = "3.1.5", "an ally's scorn is chosen though the other could be paid"
    STONE_MOVED = "3.1.6", "the stone moves, but not to the end"
    STONE_ARRIVED = "3.1.6", "the stone lands on the last space"
    STONE_PASSED_THE_END = "3.1.6", "the stone passes the last space"
    STONE_ARRIVED_LATER = "3.1.6", "the stone gets the 2nd or a later finish place"
    STONE_HAS_FINISHED = "3.1.6", "a finished stone stays, the rest of the turn happens"

    # 3.2 Bid turn
    MONKEY_PUT_UP = "3.2.1, R3", "a monkey is put up"
    POOL_NOT_REFILLED = "3.2.6", "a monkey is put up from a pool that earlier turns made smaller"
    OPENER_BIDS = "3.2.2", "the active player bids"
    OPENER_PASSES = "3.2.2", "the active player passes, and the next is asked"
    BID_OF_TWO = "3.2.2", "a bid of two points, the minimum"
    OUTBID = "3.2.2", "a bid beats the standing one"
    LAST_ASKED_WINS = "3.2.2", "all others have passed: the last asked bids and wins at once"
    LAST_ASKED_PASSES = "3.2.2, 3.2.3", "all pass: the monkey is out of the game"
    OPENER_PASSED_OTHER_WINS = "3.2.2", "the active player passed, another wins"
    RAISE_TAKES_BACK = "R4", "a raise takes coins back that were shown"
    RAISE_KEEPS = "R4", "a raise keeps all coins that were shown"
    RAISE_ADDS_ONLY = "R4", "a raise under the option add_only"
    ADD_ONLY_BINDS = "R4", "the option add_only forbids a set that is worth enough"
    HOLDER_NOT_ASKED = "R5", "the last other player passes: the standing bid wins unasked"
    OUTBID_ASKED_AGAIN = "R5", "a player who was outbid is asked again"
    WINNER_PAYS_ALLY_COINS = "3.2.4", "the winner pays with coins of allies only"
    WINNER_PAYS_OWN_COINS = "3.2.4", "the winner pays with coins of the monkey's tribe only"
    WINNER_PAYS_BOTH = "3.2.4", "the winner pays with both"
    WIN_RETURNS_SCORN = "3.2.4", "winning returns the tribe's scorn"
    WIN_RETURNS_SCORN_FIRST = "3.2.4", "winning returns the scorn, and that colour's ship then launches for a coin"
    BOARDED = "3.2.5", "the monkey boards, and the ship stays"

    # 3.3 Launches
    LAUNCHED_EARLY = "3.2.5", "a rival is aboard: the ship leaves early"
    LAUNCHED_FULL = "3.2.5", "the ship is full and launches"
    LAUNCH_SCORN_BACK = "3.3.2, R6", "a launch returns the scorn of the ship's colour"
    LAUNCH_COIN = "3.3.2", "a launch brings a coin"
    LAUNCH_NO_COIN = "3.3.2", "a launch brings no coin, as the supply is empty"
    SHIP_DRAWN = "3.3.3, R7", "a ship is chosen, an unknown one is drawn"
    KNOWN_SHIP_DRAWN = "3.3.3, 6", "a ship is chosen, one that all saw return is drawn"
    WAITING_BOARDS = "R8", "one monkey that waited boards the new ship"
    SEVERAL_WAITING_BOARD = "R8", "several monkeys that waited board the new ship"
    WAITING_LAUNCHES = "R8", "monkeys that waited fill the new ship: it launches"
    WAITING_LAUNCHES_AGAIN = "R8", "monkeys that waited fill the ship after that as well"
    BOARDING_RETURNS_SCORN = "R14", "a monkey that waited boards and returns its tribe's scorn"
    BOARDING_RETURNS_SCORN_FIRST = (
        "R14",
        "boarding returns the scorn, and that colour's ship then launches for a coin",
    )

    # 3.4 Wrap-up
    CARDS_DRAWN = "3.4", "a card each is drawn at the wrap-up"
    NO_CARDS_DRAWN = "3.4", "there are no cards left to draw"
    START_GOES_ROUND = "3.4", "the start passes from the last seat to seat 0"

    # 4 The end
    LAST_LAUNCH = "4.1", "a ship with monkeys launches at the end"
    LAST_LAUNCH_EMPTY = "4.1", "an empty ship launches at the end"
    LAST_LAUNCH_SCORN_BACK = "4.1, R9", "a last launch returns the scorn of its colour"
    LAST_LAUNCH_SCORN_BACK_EMPTY = "4.1, R9", "an empty ship's last launch returns the scorn of its colour"
    LAST_LAUNCH_SCORN_STAYS = "4.1, R9", "a last launch with the option off: the scorn stays"
    RANKED_BY_ARRIVAL = "4.2", "two or more tribes are ranked by arrival"
    RANKED_BY_DISTANCE = "4.2", "two tribes are ranked by distance"
    RANKED_BY_TIE_ORDER = "4.2, R15", "two tribes on the track are ranked by the tie order"
    RANKED_BY_TIE_ORDER_AT_START = "4.2, R15", "two tribes that never moved are ranked by the tie order"
    LEADER = "4.3", "one leader"
    TWO_LEADERS = "4.3", "two tie for leader and split both awards"
    THREE_LEADERS = "4.3", "three tie for leader"
    FOUR_LEADERS = "4.3", "four tie for leader"
    LEADERS_AT_ZERO = "4.3", "nobody has status: all tie for leader"
    UNDERSECRETARY = "4.3", "one undersecretary"
    TWO_UNDERSECRETARIES = "4.3", "two tie for undersecretary"
    THREE_UNDERSECRETARIES = "4.3", "three tie for undersecretary"
    UNDERSECRETARIES_AT_ZERO = "4.3", "one has status: all others tie for undersecretary at 0"
    ROUNDED_DOWN = "4.3", "a split award is rounded down"
    TWO_PLAYERS_LEADER = "4.3", "two players: the leader's award alone"
    TWO_PLAYERS_TIE = "4.3", "two players: a tie gives nothing"
    TWO_PLAYERS_TIE_AT_ZERO = "4.3", "two players: neither has status, nothing"
    SHIP_VP = "4.4", "full ships pay"
    SCORN_COSTS = "4.4", "scorn costs"
    NEGATIVE_TOTAL = "4.4, R10", "a total is negative"
    WON_BY_VP = "4.5", "the most VP win"
    WON_BY_MONKEYS = "4.5", "equal VP: more monkeys win"
    WON_BY_STATUS = "4.5", "equal VP and monkeys: more status wins"
    SHARED_WIN = "4.5, R11", "all equal: the win is shared"

    # 5 Variants
    MONKEYS_DISCARDED = "5, R12", "Maximum Scorn discards monkeys"
    NO_MONKEYS_TO_DISCARD = "5, R12", "Maximum Scorn finds no monkeys of that tribe"
    SWAP_BY_LANDING = "5, R13", "Treachery: a stone lands on the dot"
    SWAP_BY_JUMPING = "5, R13", "Treachery: a stone jumps over the dot"
    SWAP_ACROSS_THE_START = "5", "Treachery: the last and the first entry of the circle swap"
    SWAP_AFTER_PAYMENT = "5", "Treachery: the payment had gone to the rival of the old circle"
    NO_SECOND_SWAP = "5", "another stone reaches the dot: no second swap"
    NO_SWAP_WITHOUT_OPTION = "5", "a stone reaches the dot without the variant"
    NO_OWNER_PARTS = "5", "Treachery: no ship carries rivals"
    ONE_OWNER_PARTS = "5", "Treachery: one ship carries rivals"
    SEVERAL_OWNERS_PART = "5", "Treachery: two or more ships carry rivals"
    NEXT_OWNER_ASKED = "5, R8", "Treachery: the next owner is asked after the ship before has left"
    ONE_STAYS = "5, R16", "Treachery: one monkey stays behind"
    SEVERAL_STAY = "5, R16", "Treachery: several monkeys of a tribe stay behind"
    SEVERAL_LEAVE = "5, R16", "Treachery: several monkeys leave"

    # Options and forced decisions
    HIDDEN_COINS = "6", "a game with hidden coins"
    FORCED_CARD = "3.1.1", "forced: the last card of a hand"
    FORCED_APPEASEMENT = "3.1.5", "forced: one way to appease"
    FORCED_MONKEY = "3.2.1", "forced: a pool of equal monkeys"
    FORCED_BID = "3.2.2", "forced: a player who cannot bid enough passes"
    FORCED_SHIP = "3.3.3", "forced: a pool of equal ships"


NUM_EVENTS = len(Event)
