"""What can be wrong with a game: each violation has a number and a message."""

from mom_env.contract.soak import Told


class Violation(Told):
    """What a check of the soak, a long test by random games, has found wrong.

    Kernels return its number; that of NOTHING is 0.
    """

    NOTHING = "nothing is wrong"
    # Positions
    PILES = "a pile has a gap, or a card that does not exist"
    CARDS = "a civilization card is missing or there twice"
    MONKEYS = "a monkey is missing or there twice"
    SHIPS = "a ship is missing or there twice"
    UNSEEN = "the counts of unseen cards differ from the cards face down"
    COINS = "a tribe has more or fewer coins than were dealt"
    SCORN = "a scorn card is held by a seat that is not in play"
    CIRCLE = "the circle or the tie order changed other than by the swap of Treachery"
    CHANCE = "the random stream moved after the deal"
    TRACK = "a stone is off the track, or the order of arrival is impossible"
    TURN = "round, start, turn, phase, seat and decision do not fit together"
    HANDS = "a hand has the wrong number of cards for this round"
    POOLS = "a pool has the wrong number of cards for this turn"
    SHIPS_ON_THE_GROUND = "a ship is missing, full, or carries rivals"
    AUCTION = "the standing bid does not fit the bids"
    SCORE_PILE = "status, monkeys or ship VP differ from the score pile"
    ABSENT_SEAT = "a seat without a player has something"
    # Decisions
    EMPTY_MASK = "the seat to move has no legal action"
    MASK = "the mask differs from what the rules allow"
    IS_LEGAL = "is_legal and the mask differ"
    OBSERVATION = "an observation has a number outside -1 to 1"
    BOARDING = "a monkey that waited has boarded, and its owner still holds its tribe's scorn"
    SKIPPING = "the game differs when forced decisions are skipped"
    ENDLESS = "the game does not end"
    # The end
    LAST_LAUNCH = "the last launches left monkeys, ships or scorn where they should not"
    RANKING = "the tribes are not ranked by arrival, distance and tie order"
    VP = "the VP differ from titles, ships and scorn"
    PLACES = "the places differ from VP, monkeys and status"
    RETURNS = "the returns do not sum to 0"
    # Secrets
    LEAK_IN_OBSERVATION = "an observation depends on what the seat cannot know"
    LEAK_IN_MASK = "a mask depends on what the seat cannot know"
    PUBLIC_CHANGED = "a redeal changes what the seat knows"
