"""What an illegal action costs a seat: no less than the worst end of a game, so that losing on purpose never pays."""

from mom_env.monkeys_on_the_moon.deck import Deck
from mom_env.monkeys_on_the_moon.returns import VP_PER_RETURN
from mom_env.monkeys_on_the_moon.ruleset import Ruleset
from mom_env.monkeys_on_the_moon.state import MIN_PLAYERS, NUM_TRIBES


def least_vp_return(ruleset: Ruleset) -> float:
    """Return a lower bound of the reward "vp" (a seat's VP above the mean of the others, over 20) with this ruleset.

    The seat itself has at least minus the penalty of all scorn cards. The others together have at most all titles (4.3)
    and the most VP of ships that all monkeys that can be won could fill (4.4). So the bound is 0 or below.
    """
    deck, num_players = ruleset.deck, ruleset.num_players
    least_own = -deck.setup.scorn_penalty * NUM_TRIBES
    second = deck.titles.undersecretary if num_players > MIN_PLAYERS else []
    most_others = sum(deck.titles.leader) + sum(second) + most_ship_vp(deck, num_players * deck.rounds(num_players))
    return (least_own - most_others / (num_players - 1)) / VP_PER_RETURN


def most_ship_vp(deck: Deck, num_monkeys: int) -> int:
    """Return the most VP that ships of the deck can have together if they have at most `num_monkeys` seats in all."""
    most = [0] * (num_monkeys + 1)  # most VP by the number of monkeys that may board
    for seats, vp in (ship for ships in deck.ships.values() for ship in ships):
        for monkeys in range(num_monkeys, seats - 1, -1):  # downwards, so that each ship counts once
            most[monkeys] = max(most[monkeys], most[monkeys - seats] + vp)
    return most[num_monkeys]
