"""A game told while it is played: a line for each card that is laid, and lines for what follows."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from mom_env.base.score_table import result_table
from mom_env.monsters_on_the_moon.game import Game
from mom_env.monsters_on_the_moon.moon import Moon
from mom_env.monsters_on_the_moon.news import Change
from mom_env.monsters_on_the_moon.terminal.coloured_text import name_style

INTRODUCTION = (
    "Everybody lays cards beside and on each other, covers heads of other monsters, and keeps their own in sight and "
    "together. They score when the pile is empty, and at the end; crystals bring steps on a track, and monster tiles."
)
SOLO_INTRODUCTION = (
    "You lay the cards of one pile beside and on each other. At the end vampires beside each other and crystals beside "
    "each other are points, and every witch and werewolf that is still in sight costs one. "
    "The more points, the higher your level."
)
INDENT = (0, 0, 0, 2)
OPENING = ("monster", "pass", "turn", "starter")  # decisions whose sentences are not moved to the right
Lines = Iterator[RenderableType]


def tell(game: Game, choose: Callable[[Game], int], names: list[str]) -> Lines:
    """Play a game to its end, and yield what happens as it happens, and at last the result, all for a terminal.

    Args:
        game: made with `skip_forced=False`: choices that are forced would not be told.
        choose: returns the id of the action of the seat to move.
        names: the names of the seats, such as "p0 greedy".
    """
    short, view = [name.split()[0] for name in names], game.snapshot()
    while not game.over:
        action = choose(game)
        choice = game.words().choice(action)
        game.play(action)
        before, view = view, game.snapshot()
        yield from lines_of(Change(game.ruleset.deck, before, choice, view, None, short))
    yield Rule(style="dim", characters="-")
    yield ending(game, names)


def lines_of(change: Change) -> Lines:
    """Yield the sentences on a choice: the first of a turn with the name in the colour of its monster, others below."""
    is_opening = change.before["decision"] in OPENING
    for number, sentence in enumerate(change.sentences()):
        if not is_opening or number:
            yield Padding(Text(sentence), INDENT)
            continue
        letter = Moon(change.before, change.file).letter(change.seat)
        line = Text(sentence)
        line.stylize(name_style(letter), 0, len(change.chooser))
        yield line


def ending(game: Game, names: list[str]) -> RenderableType:
    """5, 8: Return the result as a table, the best seat first."""
    result: Mapping[str, Any] = game.result()
    rows = result.get("rows")
    columns: dict[str, list[int]] = {"VP": result["vp"]}
    if rows:
        columns |= {name: [row[name] for row in rows] for name in ("group", "crystal", "mission")}
    else:
        columns |= {name: [result[name]] for name in ("level", "vampires", "crystals", "others")}
    return result_table(names, result["places"], columns)
