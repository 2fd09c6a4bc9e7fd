"""The choices of a seat in words, and as a person types them: cards by number, squares by their coordinates."""

from collections.abc import Mapping
from typing import Any

from mom_env.base.sentences import counted, enumeration
from mom_env.contract.people import MenuEntry
from mom_env.monsters_on_the_moon.deck import CardFile
from mom_env.monsters_on_the_moon.game import Game
from mom_env.monsters_on_the_moon.moon import Moon, monster_of, plural
from mom_env.monsters_on_the_moon.naming import READERS

HELP = (
    "A card is typed as its number: 7 lays it as it is, 7 1 after one quarter turn clockwise, 7 2 and 7 3 after more. "
    "A place is typed as x and y, such as 12 9: the square at the left upper corner of the card. A wall begins above "
    "the square that is typed, or left of it. sa, sd, la and ld are short and long walls, across and down.\n"
    "On the map W is a werewolf, H a witch, V a vampire, S a skeleton, WW a double head, W' a tile, * a crystal, ^W a "
    "ship on a crystal, . empty, A Armstrong and B his camp. Thin lines are edges of cards, thick ones walls."
)
WALLS = {("short", "h"): "sa", ("short", "v"): "sd", ("long", "h"): "la", ("long", "v"): "ld"}  # as they are typed
DIRECTIONS = {"h": "across", "v": "down"}
SCENERY = {"*": "crystal", ".": "empty square", "A": "Armstrong", "B": "camp"}

SnapshotView = Mapping[str, Any]
FoundChoice = Mapping[str, Any]


def menu(game: Game) -> list[MenuEntry]:
    """Return the choices of the seat to move as they are listed and typed, in the order of their ids."""
    view: SnapshotView = game.snapshot(game.seat)
    moon, decision = Moon(view, game.ruleset.deck), game.decision or ""
    actions = game.legal_actions()
    choices = [game.words().choice(action) for action in actions]
    return [
        MenuEntry(label_of(moon, choice), listed(moon, decision, choice), words_of(moon, decision, choice), action)
        for action, choice in zip(actions, choices, strict=True)
    ]


def label_of(moon: Moon, choice: FoundChoice) -> str:
    """Return what is typed for a choice."""
    if "x" in choice:
        return f"{choice['x']} {choice['y']}"
    if "card" in choice:
        return f"{choice['card']} {choice['turn']}" if choice.get("turn") else str(choice["card"])
    if "wall" in choice:
        return WALLS[choice["wall"], choice["direction"]]
    if "monster" in choice:
        return str(1 + moon.file.monsters.index(str(choice["monster"])))  # letters are keys of the terminal
    if "seat" in choice:
        return str(choice["seat"])
    return "stop" if "stop" in choice else "none"


def listed(moon: Moon, decision: str, choice: FoundChoice) -> str:
    """Return a choice as a list shows it, behind what is typed."""
    if decision == "place":
        return effect(moon, choice) or "beside"
    if "card" in choice:
        return moon.words(choice["card"], choice.get("turn", 0))
    if "x" in choice:
        return square_words(moon, choice) if decision != "edge" else side_words(moon)
    return words_of(moon, decision, choice)


def effect(moon: Moon, choice: FoundChoice) -> str:
    """3.1.2, 3.2: Return the signs that the card in hand would cover at a place, and the steps that this brings."""
    view, place = moon.view, moon.place(choice)
    covered = moon.covered(view["card"], view["turn"], place)
    steps = moon.steps(view["card"], view["turn"], place) if view["num_players"] > 1 else 0
    return f"on {' '.join(covered)}{f' +{steps}' if steps else ''}" if covered else ""


def words_of(moon: Moon, decision: str, choice: FoundChoice) -> str:
    """Return a choice in words, such as "lay card 7 after 1 quarter turn, W H / V W / * H"."""
    if decision in {"place", "tile", "ship", "edge"} and "x" in choice:
        return square_choice(moon, decision, choice)
    if decision == "pass":
        return f"pass card {choice['card']}, {moon.words(choice['card'])}"
    if "card" in choice:
        turn = choice["turn"]
        how = f" after {counted(turn, 'quarter turn')}" if turn else ""
        return f"lay card {choice['card']}{how}, {moon.words(choice['card'], turn)}"
    if "wall" in choice:
        return f"{choice['wall']} wall {DIRECTIONS[choice['direction']]}"
    if "seat" in choice:
        return f"player {choice['seat']} plays on"
    return str(choice["monster"]) if "monster" in choice else "stop" if "stop" in choice else "set no ship"


def square_choice(moon: Moon, decision: str, choice: FoundChoice) -> str:
    """Return the choice of a square or an edge in words."""
    at = f"{choice['x']} {choice['y']}"
    if decision == "place":
        what = effect(moon, choice)
        return f"lay it at {at}{f', {what}' if what else ''}"
    if decision == "edge":
        return f"wall {side_words(moon)} {at}"
    what = {"tile": "lay the tile on", "ship": "set a ship on"}[decision]
    return f"{what} the {square_words(moon, choice)} at {at}"


def side_words(moon: Moon) -> str:
    """6.2.1: Return at which side of a square the chosen piece of wall begins."""
    return "above" if moon.view["piece"]["direction"] == "h" else "left of"


def square_words(moon: Moon, choice: FoundChoice) -> str:
    """Return what a square shows, in words; a square that no card lies on, as in damaged records, is bare."""
    square = moon.squares.get(moon.place(choice))
    return "bare square" if square is None else sign_words(moon.file, square["shows"])


def sign_words(file: CardFile, shows: str) -> str:
    """Return the sign of a square in words, such as "double witch" or "crystal"."""
    letter = monster_of(shows)
    if letter is None:
        return SCENERY[shows]
    return f"{'double ' if len(shows) > 1 else ''}{file.letters[letter]}"  # type: ignore[index]  # it is a Letter


def question(game: Game) -> str:
    """Return the question that the pending decision asks the seat to move."""
    view: SnapshotView = game.snapshot(game.seat)
    moon, decision = Moon(view, game.ruleset.deck), view["decision"]
    if decision == "place":
        return f"Where does card {view['card']} lie, {moon.words(view['card'], view['turn'])}?"
    if decision == "turn":
        if game.num_players == 1:
            return "How do you turn the card?"
        return "Which card do you lay, and how, or which wall first?" if can_lay_walls(game) else TURN
    if decision == "edge":
        piece = view["piece"]
        return f"Where does the {piece['wall']} wall {DIRECTIONS[piece['direction']]} begin?"
    if decision == "wall":
        return f"{counted(view['laying'], 'wall')} laid. Which one is next?"
    if decision == "tile":
        due = f" {view['tiles_due']} to lay." if view["tiles_due"] > 1 else ""
        return f"You have won a monster tile. On which head does it go?{due}"
    return QUESTIONS[decision]


TURN = "Which card do you lay, and how?"
QUESTIONS = {
    "monster": "Which monster do you choose?",
    "pass": "Which double head do you pass to your right neighbour?",
    "ship": "On which crystal do you set a ship?",
    "starter": "Who plays on?",
}


def can_lay_walls(game: Game) -> bool:
    """6.1.1: Return whether a wall is among the options."""
    return any("wall" in choice for choice in game.choices())


def say(game: Game, action: int) -> str:
    """Return an action of the seat to move in words, with the names of the position."""
    decision, choice = game.decision or "", game.words().choice(action)
    moon = Moon(game.snapshot(game.seat), game.ruleset.deck)
    if not fits(moon, decision, choice):
        return game.describe(action)
    return words_of(moon, decision, choice)


def fits(moon: Moon, decision: str, choice: FoundChoice) -> bool:
    """Return whether a choice can be told in words of this decision; any id can be asked about."""
    if (decision, *sorted(choice)) not in READERS:
        return False
    if decision in {"tile", "ship"} and "x" in choice:
        return moon.place(choice) in moon.squares
    return "card" not in choice or choice["card"] < len(moon.file.set_for(moon.view["num_players"]).cards)


def heads_in_words(moon: Moon, covered: list[str]) -> str:
    """Return the signs of covered squares in words, such as "1 witch and 2 crystals"."""
    counts = {sign: covered.count(sign) for sign in dict.fromkeys(covered)}
    return enumeration([several(count, sign_words(moon.file, sign)) for sign, count in counts.items()])


def several(count: int, thing: str) -> str:
    """Return a number of squares that show a thing, such as "2 witches".

    >>> several(1, "witch"), several(2, "witch"), several(2, "double werewolf")
    ('1 witch', '2 witches', '2 double werewolves')
    """
    return f"{count} {thing if count == 1 else plural(thing)}"
