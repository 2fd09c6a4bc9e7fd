"""The choices of a seat in words, and as a person types them: combos by number, cards by their letters, letters else.

What is typed for a choice is the same in every tick, so that it can be learned: there is little time.
"""

from typing import TYPE_CHECKING, Any

from mom_env.base.sentences import counted
from mom_env.contract.people import MenuEntry
from mom_env.four_monkeys.actions import range_of, value_of
from mom_env.four_monkeys.deeds import asks_in_words
from mom_env.four_monkeys.game import Game

if TYPE_CHECKING:
    from collections.abc import Mapping

HELP = (
    "What is typed for a choice is the same in every tick: 5 grabs combo 5, ct lays a card with a circle and a "
    "triangle, c closes your open tile, w waits, b5 burns combo 5, n takes a new hand, m draws more cards, v reveals "
    "a tile, stop ends the round, k2 gives a banana skin to p2.\n"
    "Figures are C circle, T triangle, S square, P pentagon; a card with two of a kind has a golden button. A "
    "combo asks for such figures, for 3= alike ones, or for 2g golden buttons; + means that you have it. In the "
    "table 5/2 is combo 5 with 2 cards beneath; o is the orange side, * the open tile, ! a combo that is there twice. "
    "ref says whether the hand refill is left, and > who shows most."
)
LABELS = {"wait": "w", "close": "c", "reveal": "v", "stop": "stop"}


def menu(game: Game) -> list[MenuEntry]:
    """Return the choices of the seat to move as they are listed and typed, in the order of their ids."""
    return [
        MenuEntry(label_of(game, action), listed(game, action), say(game, action), action)
        for action in game.legal_actions()
    ]


def label_of(game: Game, action: int) -> str:
    """Return what is typed for an action of the seat to move."""
    row = range_of(action)
    match row.name:
        case "grab" | "check":
            return str(value_of(row, action))
        case "lay":
            return str(value_of(row, action)).lower()
        case "burn":
            return f"b{value_of(row, action)}"
        case "replenish":
            return "n" if value_of(row, action) == "a" else "m"
        case "skin":
            return f"k{game.words().choice(action)['skin']}"
    return LABELS[row.name]


def listed(game: Game, action: int) -> str:
    """Return an action of the seat to move in a few words, as a list shows it behind what is typed."""
    row, deck = range_of(action), game.ruleset.deck
    match row.name:
        case "grab" | "check":
            combo = deck.combos[action - row.start]
            return f"{row.name} {combo.name} ({combo.points})"
        case "replenish":
            return refill_in_words(game, action)
        case "close":
            return "close the tile"
        case "burn":
            return f"burn {value_of(row, action)}, draw {deck.draw.burn}"
        case "stop":
            return stop_in_words(game)
        case "skin":
            return f"skin to p{game.words().choice(action)['skin']}"
    return say(game, action)


def stop_in_words(game: Game) -> str:
    """R17: Return what Stop does for the seat to move: it ends the round, or costs points as a combo is missing."""
    view: Mapping[str, Any] = game.snapshot(game.seat)
    deck, combos = game.ruleset.deck, {tile["combo"] for tile in view["tiles"][view["seat"]]}
    return "call Stop" if len(combos) == len(deck.combos) else f"call Stop wrongly ({deck.values.false_stop})"


def refill_in_words(game: Game, action: int) -> str:
    """3.4: Return what hand replenish does, in words."""
    draw = game.ruleset.deck.draw
    is_new = value_of(range_of(action), action) == "a"
    return f"new hand of {draw.new_hand}" if is_new else f"draw {draw.more} more"


def question(game: Game) -> str:
    """Return the question that the pending decision asks the seat to move."""
    if game.decision == "check":
        return "Which of your tiles of the least value is checked first?"
    view: Mapping[str, Any] = game.snapshot(game.seat)
    tile = next((tile for tile in view["tiles"][view["seat"]] if tile["open"]), None)
    if tile is None:
        return "What do you do in this tick? All choose at the same time."
    combo = game.ruleset.deck.combos[tile["combo"] - 1]
    return f"Your combo {tile['combo']} is open, {combo.name}: {asks_in_words(combo)}."


def say(game: Game, action: int) -> str:
    """Return an action of the seat to move in words, such as "grab 5, three and three for 3"."""
    row = range_of(action)
    words = game.words().describe(action)
    match row.name:
        case "grab":
            combo = game.ruleset.deck.combos[action - row.start]
            return f"{words}, {combo.name} for {counted(combo.points, 'point')}"
        case "replenish":
            return f"{words}, {refill_in_words(game, action)}"
    return words
