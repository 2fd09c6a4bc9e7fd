"""What can happen in a game: each ruling and each branch of the rules page has a name under which it is counted.

The watchers recognise an event from a position, the action and the position after it. The engine does not know of
events.

What follows has no event, as no two positions show it:

* 1: why a board file is refused, as no game is played then; a printed marker, which changes nothing on the board.
* 3.4.1: you place before you see the new tiles. That is the order of the two decisions, in every turn.
* 3.4.2: a section is filled face down. What lies where is the same row of tiles before and after.
* 4.2.4: the order of the parts, which makes no difference.
* R1 and R17 are about what is written down and what is seen. Their events count the positions in which it matters.
"""

from mom_env.contract import soak


class Event(soak.Event):
    """A branch of the rules page that the soak counts. Its number, from 0, is its index in the counts.

    A member has the paragraph of the page and a description.
    """

    # 2 Setup
    SEAT_0_STARTS = "2.3, R2", "seat 0 starts the game"
    SEAT_1_STARTS = "2.3, R2", "seat 1 starts the game"
    SEAT_2_STARTS = "2.3, R2", "seat 2 starts the game"
    SEAT_3_STARTS = "2.3, R2", "seat 3 starts the game"

    # 3 A turn
    NEXT_SEAT = "3, R3", "the seat to the left follows; nobody passes"
    FIRST_SEAT_FOLLOWS = "3, R3", "seat 0 follows the last seat; nobody passes"

    # 3.1 Take a tile
    FIRST_TILE = "3.1.1", "the first tile of the display is taken for nothing"
    ONE_SKIPPED = "3.1.1", "one tile is skipped"
    SEVERAL_SKIPPED = "3.1.1", "two or more tiles are skipped"
    BUNDLE_ON_BUNDLES = "3.1.1", "a bundle is laid beside a tile that has some already"
    SKIPPED_INTO_NEWER = "3.1.1", "a tile of the newer section is taken while the oldest has some left"
    SKIPPED_ACROSS_A_GAP = "3.1.1", "the skipped tiles have empty segments between them, which cost nothing"
    SKIPPED_ACROSS_THE_SIGN = "3.1.1", "the skipped tiles lie on both sides of the road sign"
    MONEY_IS_THE_LIMIT = "3.1.2, R4", "there are more tiles than the seat can pay for"
    TILES_ARE_THE_LIMIT = "3.1.2, R4", "the seat could pay for every tile"
    ALL_MONEY_SPENT = "3.1.2", "the seat pays with all its bundles"
    BUNDLES_TAKEN = "3.1.3", "bundles come with the tile"
    PRICE_COMES_BACK = "3.1.3, R4", "the bundles on the tile are at least its price"
    MORE_MONEY_THAN_DEALT = "3.1.3", "a seat owns more than it was dealt"

    # 3.2 Place it
    OWN_COLOUR = "3.2.1", "a field of the announced colour is chosen"
    ANY_FIELD = "3.2.2, R5", "the colour is full: any free field is chosen"
    COLOUR_FULL_ON_PURPOSE = "3.2.2, R5", "a tile of a full colour is taken though another one could be had"
    COLOUR_FULL_BY_FORCE = "3.2.2, R5", "every tile that could be had is of a full colour"

    # 3.3 Points at once
    APE_SCORES = "3.3.1", "a tarsier, chimpanzee or mandrill beside banana sites"
    APE_SCORES_NOTHING = "3.3.1", "a tarsier, chimpanzee or mandrill beside none"
    BANANA_SCORES = "3.3.2", "a banana site beside apes with a value"
    BANANA_SCORES_NOTHING = "3.3.2", "a banana site beside none"
    ACROSS_A_BORDER = "3.3, R6", "a tile of another district brings points"
    IN_A_FINISHED_DISTRICT = "3.3, R6", "a tile of a finished district brings points"
    PREPRINTED = "3.3, R6", "a preprinted tile brings points"
    ACROSS_THE_POND = "3.3.2, R6", "a tile on the other side of a cell of the pond brings nothing"
    ONLY_WHO_PLACES = "3.3.2, R7", "a tile brings points, and only to the seat that places it"
    NOT_SCORED_AGAIN = "3.3.2, R7", "a tile brings points beside one that has scored before, and is not scored again"
    MARKER_BESIDE_TILES = "3.3.3", "an orangutan or lemur beside tiles that would bring other motifs points"
    ORANGUTAN = "3.3.3", "a disc is put on an orangutan"
    LEMUR = "3.3.3", "a disc is put on a lemur"
    LAST_DISC = "3.3.3", "a seat puts its last disc"
    ORANGUTAN_WITHOUT_DISC = "3.3.3, R8", "an orangutan is laid without a disc"
    LEMUR_WITHOUT_DISC = "3.3.3, R8", "a lemur is laid without a disc"

    # 3.4 Turn tiles up
    SECTION_NOT_EMPTY = "3.4.1", "the section has tiles left, and nothing is turned up"
    OLDEST_EMPTIED = "3.4.1", "the oldest section is emptied, and the next one is turned up"
    NEWEST_EMPTIED = (
        "3.4.1, R9, R10",
        "the newest section is emptied before the oldest, and waits; the next is turned up",
    )
    SEVERAL_WAIT = "3.4.2, R10", "the newest section is emptied, and another one waits already"
    WAITING_SECTION_FREED = "3.4.2, R10", "the oldest section is emptied, and with it those that have waited"
    FROM_THE_RESERVE = "3.4.2", "a section that is turned up was filled from the reserve"
    FILLED = "3.4.2", "one empty section is filled from the reserve"
    SEVERAL_FILLED = "3.4.2, R10", "two or more empty sections are filled in order"
    FILLED_FIRST = "3.4.2", "the section just emptied is the next to be turned up, and is filled first"
    NOTHING_TO_FILL_WITH = "3.4.2", "a section stays empty, as the reserve is used up; the next one is turned up"
    NOTHING_TO_TURN_UP = "3.4.3", "a section is emptied, and no tiles are left to turn up"

    # 4.1 The boss
    MOST_ORANGUTANS = "4.1.1", "one seat has most orangutans"
    MOST_LEMURS_OF_THE_TIED = "4.1.2", "seats tie for orangutans, and one of them has most lemurs"
    MOST_LEMURS_OF_ANOTHER = "4.1.2", "seats tie for orangutans, and another seat has most lemurs"
    MOST_LEMURS_ALONE = "4.1.2", "there is no orangutan, and one seat has most lemurs"
    TIE_FOR_BOTH = "4.1.3", "seats tie for orangutans and for lemurs"
    TIE_AND_NO_LEMUR = "4.1.3, R11", "seats tie for orangutans, and nobody has a lemur"
    TIE_FOR_LEMURS = "4.1.3", "there is no orangutan, and seats tie for lemurs"
    NO_MARKERS = "4.1.3, R11", "nobody has a marker in the district"
    ORANGUTANS_OF_NOBODY = "4.1, R11", "the only orangutans have no disc"
    BOSS_OF_NOTHING = "4.1", "the district of the boss is worth nothing"

    # 4.2 Inferior neighbours
    NO_LEMUR = "4.2.3, R13", "the district has no lemur"
    LEMURS_OF_NOBODY = "4.2.3, R13", "no lemur of the district has a disc"
    LEMUR_OF_NOBODY_COUNTS = "4.2.2, R8", "a lemur without disc makes a neighbour inferior"
    EQUAL_NEIGHBOUR = "4.2.2", "a neighbour has as many lemurs, and is not inferior"
    SUPERIOR_NEIGHBOUR = "4.2.2", "a neighbour has more lemurs"
    NONE_INFERIOR = "4.2.2", "seats have lemurs, and no neighbour has fewer"
    ACROSS_THE_POND_NO_NEIGHBOUR = (
        "4.2.1, R12",
        "a district with fewer lemurs and some worth is reached by way of the pond, and brings nothing",
    )
    ACROSS_A_PRINTED_TILE_NO_NEIGHBOUR = (
        "4.2.1, R12",
        "a district with fewer lemurs and some worth is reached by way of a printed tile, and brings nothing",
    )
    INFERIOR_FINISHED = "4.2.1", "an inferior neighbour is finished"
    INFERIOR_UNFINISHED = "4.2.1", "an inferior neighbour has tiles and free fields"
    INFERIOR_EMPTY = "4.2.1", "an inferior neighbour is empty"
    SEVERAL_INFERIOR = "4.2.3", "several neighbours are inferior"
    ALONE = "4.2.3", "one seat has lemurs, and gets the whole worth"
    SHARED_BY_TWO = "4.2.3", "two seats share"
    SHARED_BY_THREE = "4.2.3", "three seats share"
    SHARED_BY_FOUR = "4.2.3", "four seats share"
    ROUNDED_UP = "4.2.3", "a share is rounded up"
    ALSO_FOR_THE_BOSS = "4.2.3, 4.2.4", "the boss has a lemur, and gets both the worth and a share of the neighbours"
    NOT_FOR_THE_BOSS = "4.2.3", "the boss has no lemur, and others get the neighbours"

    # 5 The end
    DISTRICT_SCORED = "3.3.4", "a district is scored, and the game goes on"
    NOT_TURNED_UP_AT_THE_END = "5.1", "the last turn empties a section, and the next one is not turned up"
    LAST_DISTRICT = "5.1, R14", "the last district is scored, and the game is over"
    ALL_DISTRICTS = "5.1, R14", "the option: all districts are scored once more"
    MONEY_COUNTS = "5.2", "a seat gets points for its bundles"
    NO_MONEY_LEFT = "5.2", "a seat has no bundle at the end"
    MONEY_ON_THE_TRACK = "5.2, R15", "bundles lie on the track at the end, and are nobody's"
    MORE_THAN_99 = "1, R1", "a seat has more than 99 points"
    WON_BY_POINTS = "5.3", "one seat has most points"
    WON_BY_NEXT = "5.3", "a tie for most points is won by the seat after that of the last turn"
    WON_BY_LATER = "5.3", "a tie for most points is won by a seat further on"
    PLACES_BY_TURN = "5.3, R16", "seats behind the winner have equal points"

    # 6 and 7
    MONEY_DIFFERS = "6, R17", "another seat has more or less money than it was dealt, which all can see"
    FORCED_NO_MONEY = "3.1.2", "forced: a seat without money takes the first tile"
    FORCED_ONE_TILE = "7", "forced: one tile is left in the display"
    FORCED_FIELD = "3.2.1", "forced: one field of the colour is free"
    FORCED_LAST_FIELD = "3.2.2, R5", "forced: one field is free, of another colour"


NUM_EVENTS = len(Event)
