"""What can be wrong with a game: one code for each invariant, with what it means."""

from mom_env.contract.soak import Told


class Violation(Told):
    """An invariant that a position breaks. The number is what kernels hand back."""

    NOTHING = "nothing is wrong"
    # Positions
    PILES = "a pile has a gap or a card that does not exist"
    CARDS = "a civilization card is missing or there twice"
    MONKEYS = "a monkey is missing or there twice"
    SHIPS = "a ship is missing or there twice"
    UNSEEN = "the counts of unseen cards are not those of the cards face down"
    COINS = "the coins of a tribe are not as many as were dealt"
    SCORN = "a scorn card is held by a seat that is not in play"
    CIRCLE = "the circle, or the tie order, is not the dealt one with at most the swap of Treachery"
    CHANCE = "the random stream moved after the deal"
    TRACK = "a stone, or the order of arrival, cannot be"
    TURN = "round, start, turn, phase, seat and decision do not fit together"
    HANDS = "a hand has not as many cards as the round leaves"
    POOLS = "a pool has not as many cards as the turn leaves"
    SHIPS_ON_THE_GROUND = "a ship is missing, full, or carries rivals"
    AUCTION = "the standing bid is not what the bids say"
    SCORE_PILE = "status, monkeys or ship VP are not those of the score pile"
    ABSENT_SEAT = "a seat that nobody sits on has something"
    # Decisions
    EMPTY_MASK = "the seat to move has no legal action"
    MASK = "the mask is not what the rules allow"
    IS_LEGAL = "is_legal says other than the mask"
    OBSERVATION = "an observation has a number outside 0 to 1"
    BOARDING = "a monkey that waited has boarded, and its owner still holds its tribe's scorn"
    SKIPPING = "with forced decisions skipped it is another game"
    ENDLESS = "the game does not end"
    # The end
    LAST_LAUNCH = "the last launches left monkeys, ships or scorn where they should not"
    RANKING = "the tribes are not ranked by arrival, distance and tie order"
    VP = "the VP are not those of titles, ships and scorn"
    PLACES = "the places are not those of VP, monkeys and status"
    RETURNS = "the returns do not sum to 0"
    # Secrets
    LEAK_IN_OBSERVATION = "an observation changes with what the seat cannot know"
    LEAK_IN_MASK = "a mask changes with what the seat cannot know"
    PUBLIC_CHANGED = "a redeal changes what the seat does know"
