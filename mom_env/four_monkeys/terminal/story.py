"""A game told while it is played: a heading for each round, a line for each tick in which something happens."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from mom_env.base.score_table import result_table
from mom_env.base.sentences import counted
from mom_env.four_monkeys.deeds import deed_in_words
from mom_env.four_monkeys.game import Game
from mom_env.four_monkeys.news import Step

INTRODUCTION = (
    "All grab combos from the stacks at the same time and lay cards for them face down, or bluff. When the time is up, "
    "whoever shows most points is checked tile by tile, until the best is honest; all other bluffs stand."
)
INDENT = (0, 0, 0, 2)
QUIET = ("wait", "lay", "close")  # deeds without a line of their own; closing tells how many cards were laid
Lines = Iterator[RenderableType]


def tell(game: Game, choose: Callable[[Game], int], names: list[str]) -> Lines:
    """Play a game to its end, and yield what happens as it happens, and at last the result, all for a terminal.

    Args:
        game: made with `skip_forced=False` or not: ticks in which nobody is asked have no line.
        choose: returns the id of the action of the seat to move.
        names: the names of the seats, such as "p0 greedy".
    """
    short, heading = [name.split()[0] for name in names], ""
    while not game.over:
        title = f"round {game.round + 1}"
        if title != heading:
            heading = title
            yield Rule(f"[bold]{heading}[/]", align="left", style="dim", characters="-")
        action, before = choose(game), game.copy()
        game.play(action)
        yield from lines_of(Step(before, action, game, 0, short))
    result: Mapping[str, Any] = game.result_by_names()
    rounds = {f"round {number}": scored["score"] for number, scored in enumerate(result["history"], 1)}
    yield Rule(style="dim", characters="-")
    yield result_table(names, result["places"], {"total": result["total"], **rounds})


def lines_of(step: Step) -> Lines:
    """Yield the lines about a choice: nothing before the last one of a tick."""
    if step.before.decision == "act" and step.is_tick_over and (said := list(loud(step))):
        yield Text.assemble((f"tick {step.before.tick + 1}: ", "dim"), "; ".join(said))
    yield from (Padding(Text(line), INDENT) for line in step.end_of_round())


def loud(step: Step) -> Iterator[str]:
    """Yield what the seats did in a tick, without laying and waiting; a closed tile with its number of cards."""
    for seat, deed in enumerate(step.deeds()):
        what = next(iter(deed))
        if what == "close":
            yield f"{step.names[seat]} {closed_in_words(step, seat)}"
        elif what not in QUIET:
            yield f"{step.names[seat]} {deed_in_words(deed, step.names)}"


def closed_in_words(step: Step, seat: int) -> str:
    """3.2.3: Return what a seat that has closed its tile has laid beneath it, without faces."""
    tiles: Any = step.before.snapshot(seat)["tiles"]
    tile = next(tile for tile in tiles[seat] if tile["open"])
    return f"laid {counted(tile['beneath'], 'card')} for combo {tile['combo']}"
