"""`mom bench thinking`: measure how a search's strength grows with its simulations, on the same deals."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from mom_env.arena import report as shown
from mom_env.arena.deals_job import Deals, PlayedDeals
from mom_env.arena.evaluate import Evaluation, evaluate, plan_of_evaluation, scores_of
from mom_env.arena.game_records import Games
from mom_env.arena.plot import Curve, draw_curves
from mom_env.arena.run import Way, todo_of
from mom_env.arena.statistics.intervals import Interval, bounded_interval
from mom_env.common.arguments import players_in_words
from mom_env.common.files import make_folder, try_file, write_file
from mom_env.errors import OptionError
from mom_env.games import load, make_ruleset
from mom_env.players.provenance import Provenance, in_words
from mom_env.players.specs import make_player
from mom_env.work.backends import ONE_PROCESS, Place
from mom_env.work.dry_run import Todo

INTRODUCTION = """# Strength and thinking

How much stronger a search gets with more simulations a move: one seat searches, all others have the same player, each
deal is played from every seat, and all lines share their deals. Differences are paired by deal, so that its luck
cancels. Intervals are 95 %; how they come about: [statistics](statistics.md).
"""


class Growth(NamedTuple):
    """What a measurement of searches is made of: the searches, their numbers of simulations, and the opponents."""

    game: str
    searches: tuple[str, ...]  # specs without their simulations
    budgets: tuple[int, ...]  # simulations a move
    fields: tuple[str, ...]  # opponents; each has all other seats of its tables
    num_players: int
    deals: int
    seed: int

    def cells(self) -> list[tuple[str, str, int]]:
        """Return all combinations of search, opponent and number of simulations, in the order of play."""
        return list(product(self.searches, self.fields, self.budgets))

    def size(self) -> tuple[int, int, int]:
        """Return the number of players, the number of deals and the seed."""
        return self.num_players, self.deals, self.seed

    def command(self) -> str:
        """Return the command line of `mom` that makes this measurement."""
        options = [f"--sims {budget}" for budget in self.budgets] + [f"--against {field}" for field in self.fields]
        size = f"--players {self.num_players} --deals {self.deals} --seed {self.seed}"
        return " ".join(["mom bench thinking", *self.searches, *options, size])


class ThinkingCell(NamedTuple):
    """The games and the result of a search with one number of simulations (`budget`) against one opponent (`field`)."""

    search: str
    field: str
    budget: int
    games: Games
    evaluation: Evaluation
    provenance: Provenance


def report(growth: Growth, directory: Path, page: Path, place: Place, console: Console | None) -> bool:
    """Play the games that the directory does not hold yet, and write the page and its picture.

    Args:
        growth: what is measured.
        directory: where games are saved.
        page: the Markdown file to write; the picture is written beside it.
        place: the processes that play.
        console: where progress and results are shown; None shows nothing.

    Returns:
        Whether all games have been played; False if the user interrupted.

    Raises:
        OptionError: the numbers of simulations are not ascending, or a player does not exist.
    """
    check_growth(growth)
    try_file(page)
    cells = list(play_cells(growth, directory, place, console))
    if cells:
        make_folder(page.parent)
        picture = page.with_suffix(".png")
        draw_curves(curves(cells), growth.num_players, f"{growth.num_players} players", picture)
        write_file(page, page_of(growth, cells, picture.name))
    return len(cells) == len(growth.cells()) and all(cell.evaluation.num_deals == growth.deals for cell in cells)


def todos_of(growth: Growth, directory: Path) -> list[Todo[Deals, PlayedDeals]]:
    """Return the deals of a measurement that are left to play, for a dry run; `directory` has the earlier games.

    Raises:
        OptionError: the numbers of simulations are not ascending, or a player does not exist.
    """
    check_growth(growth)
    found = []
    for search, field, budget in growth.cells():
        who = with_budget(search, budget)
        plan, whos = plan_of_evaluation(who, [field], *growth.size(), game=growth.game)
        todo = todo_of(plan, whos, way_of(directory, search, field, budget, ONE_PROCESS))
        found.append(todo._replace(name=f"{who} against {field}, {todo.name}"))
    return found


def check_growth(growth: Growth) -> None:
    """Make every player of the measurement once, so that a mistake is found before anything is played or written.

    Raises:
        OptionError: the numbers of simulations are not ascending, a player does not exist or cannot sit at such a
            table, or scores count at such a table instead of wins.
    """
    if sorted(set(growth.budgets)) != list(growth.budgets):
        raise OptionError(f"sims: expected different numbers, the least first, found {list(growth.budgets)}")
    ruleset = make_ruleset(growth.game, growth.num_players)
    if load(growth.game).info.measure(growth.num_players) == "score":
        found = players_in_words(growth.num_players)
        raise OptionError(f"players: expected a table at which wins count, found {found}")
    for search, field, budget in growth.cells():
        for who in (with_budget(search, budget), field):
            make_player(who, growth.game, ruleset)


def play_cells(growth: Growth, directory: Path, place: Place, console: Console | None) -> Iterator[ThinkingCell]:
    """Play one combination of search, opponent and number of simulations after the other, and yield the result of each.

    It ends early if the user interrupts. Results on fewer than two deals are not yielded. Games that `directory`
    already holds are not played again.
    """
    for search, field, budget in growth.cells():
        who = with_budget(search, budget)
        if console is not None:
            console.rule(f"{who} against {field}")
        way = way_of(directory, search, field, budget, place)
        outcome, evaluation = evaluate(who, [field], *growth.size(), way=way, console=console, game=growth.game)
        if isinstance(evaluation, Evaluation):
            yield ThinkingCell(search, field, budget, outcome.games, evaluation, outcome.provenance)
        if outcome.is_interrupted:
            return


def way_of(directory: Path, search: str, field: str, budget: int, place: Place) -> Way:
    """Return how the games of a search with one number of simulations against one opponent are played and saved.

    They are in a folder of `directory`.
    """
    folder = directory / folder_name(search) / folder_name(field) / str(budget)
    return Way(place, directory=folder, resume=True, renew=True)


def with_budget(search: str, budget: int) -> str:
    """Return the spec of a search with the number of simulations per move added; `search` is the spec without it.

    >>> with_budget("ismcts", 100), with_budget("ismcts:playout=random", 100)
    ('ismcts:sims=100', 'ismcts:playout=random,sims=100')
    """
    return f"{search}{',' if ':' in search else ':'}sims={budget}"


def folder_name(spec: str) -> str:
    """Return the spec of a player changed to a name that a folder can have.

    >>> folder_name("ismcts:sims=300,playout=random")
    'ismcts-sims=300,playout=random'
    """
    return spec.replace(":", "-").replace("/", "-")


def pairs(cells: list[ThinkingCell]) -> dict[str, list[ThinkingCell]]:
    """Return the cells of each pair of search and opponent, in their order, by a title that names both."""
    found: dict[str, list[ThinkingCell]] = {}
    for cell in cells:
        found.setdefault(f"{cell.search} against {cell.field}", []).append(cell)
    return found


def curves(cells: list[ThinkingCell]) -> list[Curve]:
    """Return a curve of win shares by simulations for each pair of search and opponent."""
    return [
        Curve(name, [cell.budget for cell in own], [cell.evaluation.win_share for cell in own])
        for name, own in pairs(cells).items()
    ]


def page_of(growth: Growth, cells: list[ThinkingCell], picture: str) -> str:
    """Return the whole page as Markdown; `picture` is the file name of the picture."""
    lead = f"{load(growth.game).info.score} above the others"
    columns = "simulations", "win share", "above the line before", lead, "place", "games"
    tables = [section(f"{name}, {growth.num_players} players", columns, own) for name, own in pairs(cells).items()]
    made_of = f"Made from {in_words(*(cell.provenance for cell in cells))}."
    written = f"Written by `{growth.command()}`. {made_of}\n"
    return "\n".join([INTRODUCTION, f"![win share by simulations]({picture})\n", *tables, written])


def section(title: str, columns: tuple[str, ...], cells: list[ThinkingCell]) -> str:
    """Return a section of a Markdown page: a title, and a table with the column names and a row for each cell.

    Each row but the first tells how much better its search is than that of the row above.
    """
    rows = [columns, ("---",) * len(columns)]
    rows += [row(cell, cells[at - 1] if at else None) for at, cell in enumerate(cells)]
    return "\n".join([f"## {title}\n", *(f"| {' | '.join(words)} |" for words in rows), ""])


def row(cell: ThinkingCell, before: ThinkingCell | None) -> tuple[str, ...]:
    """Return the row of one cell in the page's table.

    `before` is the cell of the row above, or None in the first row.
    """
    found = cell.evaluation
    gain = "" if before is None else points(gained(cell.games, before.games))
    figures = shown.percent(found.win_share), gain, shown.number(found.lead), shown.number(found.place)
    return f"{cell.budget:,}", *figures, f"{found.num_games:,} on {found.num_deals:,} deals"


def gained(games: Games, before: Games) -> Interval:
    """Return the search's win share in `games` minus that in the games `before`, with its interval, paired by deal.

    Only the deals that both have are compared.
    """
    (above, num_games), (below, _) = scores_of(games), scores_of(before)
    both = min(len(above), len(below))  # deals are played in their order
    return bounded_interval(above[:both] - below[:both], num_games, -1, 1)


def points(gain: Interval) -> str:
    """Return a difference of shares, from -1 to 1, and its interval as text in percentage points.

    >>> points(Interval(0.05, -0.01, 0.11))
    '+5.0 points (-1.0 to +11.0)'
    """
    mean, low, high = (f"{100 * end:+.1f}" for end in gain)
    return f"{mean} points ({low} to {high})"
