"""4: How the points of a finished game came about, as a table for a terminal."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mom_env.monkeys_on_the_moon.game import Game
from mom_env.monkeys_on_the_moon.result import awards_at, breakdown
from mom_env.monkeys_on_the_moon.snapshots.shapes import Result
from mom_env.monkeys_on_the_moon.terminal.coloured_text import ordinal, tribe


def show_scoring(game: Game, names: list[str]) -> RenderableType:
    """4: Return a table, for a terminal, of where the VP of a finished game come from, and a line with the winners.

    It has a row for each tribe, full ships, scorn and the total, and a column for each seat; `names` are those of the
    seats.
    """
    result, view, num_players = game.result_by_names(), game.snapshot(), game.num_players
    deck = game.ruleset.deck
    vp = breakdown(view, deck, result["titles"], result["ranking"])
    table = Table(box=None, padding=(0, 1))
    table.add_column(Text("tribes, and what titles pay", "dim"))
    for name in names:
        table.add_column(name, justify="right")
    for rank, name in enumerate(result["ranking"]):
        row = [score_cell(result["status"][seat][name], vp.titles[name][seat]) for seat in range(num_players)]
        pays = " and ".join(str(award) for award in awards_at(deck, rank, num_players) if award)
        table.add_row(Text.assemble(f"{ordinal(rank + 1)} ", tribe(name), (f", {pays} VP", "dim")), *row)
    table.add_row("full ships", *map(str, vp.ships))
    table.add_row("scorn", *map(str, vp.scorn), end_section=True)
    table.add_row("total", *map(str, result["vp"]), style="bold")
    note = Text("In each cell: status, then the VP of the title.", "dim")
    winners = " and ".join(names[seat] for seat in result["winners"])
    return Group(table, note, Text(f"Won by {winners}{tie_note(result)}.", "bold"))


def score_cell(status: int, points: int) -> Text:
    """Return a seat's status with a tribe, and `points`, the VP of its title; "-" for 0."""
    return Text.assemble((f"status {status} ", "dim"), f"{points:>3}" if points else "  -")


def tie_note(result: Result) -> str:
    """4.5: Return the words that say what decided between seats with equal VP.

    Return "" if no seat that did not win had as many VP as the winners.
    """
    best = result["vp"][result["winners"][0]]
    if result["vp"].count(best) == len(result["winners"]):
        return ""
    return ", by more monkeys, or more status, at equal VP"
