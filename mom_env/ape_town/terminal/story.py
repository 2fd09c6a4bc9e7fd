"""A game told while it is played: a line for each turn, and one for each district that is scored."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from mom_env.ape_town.actions import PLACE
from mom_env.ape_town.game import Game
from mom_env.ape_town.news import Change
from mom_env.ape_town.terminal.coloured_text import MOTIF_STYLES, SEATS
from mom_env.ape_town.town import MARKERS, Town, motif_words
from mom_env.base.score_table import result_table
from mom_env.base.sentences import counted, enumeration

INTRODUCTION = (
    "Take a tile from the row, paying for each one that you skip, and place it in a district of its colour. Apes and "
    "banana sites side by side score at once; full districts pay their boss, and lemurs for neighbours with fewer."
)
INDENT = (0, 0, 0, 2)
Lines = Iterator[RenderableType]


def tell(game: Game, choose: Callable[[Game], int], names: list[str]) -> Lines:
    """Play a game to its end, and yield what happens as it happens, and at last the result, all for a terminal.

    Args:
        game: made with `skip_forced=False`: turns in which a choice is forced would not be told whole.
        choose: returns the id of the action of the seat to move.
        names: the names of the seats, such as "p0 greedy".
    """
    town, taken = Town(game.ruleset.deck), Text()
    view: Mapping[str, Any] = game.snapshot()
    while not game.over:
        action = choose(game)
        game.play(action)
        before, view = view, game.snapshot()
        change = Change(town, before, action, view, [name.split()[0] for name in names])
        if action < PLACE:
            taken = take_text(change)
            continue
        yield taken.append_text(place_text(change))
        yield from (Padding(line, INDENT) for line in consequences(change))
    result: Mapping[str, Any] = game.result_by_names()
    ways = {way: [by_way[way] for by_way in result["ways"]] for way in result["ways"][0]}
    yield Rule(style="dim", characters="-")
    yield result_table(names, result["places"], {"points": result["points"], **ways})


def take_text(change: Change) -> Text:
    """3.1: Return the beginning of the line of a turn: the seat, its tile and the price."""
    place = change.before["display"][change.action]
    colour = change.town.track[place["segment"]]
    price = f" for {counted(change.action, 'bundle')}" if change.action else ""
    tile = Text(f"{colour} {motif_words(place['motif'])}", MOTIF_STYLES[place["motif"]])
    return Text.assemble((change.chooser, SEATS[change.seat]), " ", tile, (price, "dim"))


def place_text(change: Change) -> Text:
    """3.2, 3.3: Return the end of the line of a turn, such as " to 7 Harbour: 2 points", for field 7 of that district.

    The points are those at once. They are left out if there are none, and for an orangutan or a lemur.
    """
    motif = change.before["hand"]["motif"]
    points = change.town.points_at_once(change.before["fields"], change.field, motif)
    brings = "" if motif in MARKERS or not points else f": {counted(points, 'point')}"
    where = f" to {change.field} {change.town.districts[change.district].name}"
    return Text.assemble(where, (brings, "bold"))


def consequences(change: Change) -> Iterator[Text]:
    """3.3.4, 4, 5: Yield a line for a district that a turn has filled, and at the end one for the money."""
    if change.is_filled(change.district):
        yield district_text(change)
    if change.after["over"]:
        yield Text(f"The game is over. For money {change.gets(change.after['money'])}.")


def district_text(change: Change) -> Text:
    """4: Return a line on what a district that was filled pays: to its boss, and for neighbours."""
    standing = change.standings()[change.district]
    name = change.town.districts[change.district].name
    boss = "no boss" if standing.boss is None else f"{change.names[standing.boss]} is the boss"
    shares = change.town.shares(change.standings(), change.district)
    each = sum(share.each for share in shares)
    takers = [name for name, count in zip(change.names, standing.lemurs, strict=True) if count]
    neighbours = f"; for neighbours {enumeration(takers)} {each}" if each else ""
    return Text.assemble((name, "bold"), f" is full, worth {standing.worth}: {boss}{neighbours}")
