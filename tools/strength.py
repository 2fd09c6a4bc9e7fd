"""Write a table of strengths into a page: each player against the same opponent at all other seats.

    python -m tools.strength planner greedy --against random --against greedy --deals 600 \
        --into docs/monkeys_on_the_moon/planner.md --jobs 2

The games are saved in `strength/`, and are played again only if something that they were made from has changed. The
table is written between the page's markers `<!-- strength -->` and `<!-- end of strength -->`.
"""

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.console import Console

from mom_env.arena.evaluate import Evaluation, evaluate, shares_of
from mom_env.arena.report import number, percent
from mom_env.arena.run import Way
from mom_env.arena.thinking import folder_name
from mom_env.common.console import new_console
from mom_env.common.page_parts import read_page, write_part
from mom_env.environments.docs_tables import markdown
from mom_env.games import GAMES, load
from mom_env.games.registry import game_option
from mom_env.players.provenance import Provenance, in_words
from mom_env.players.specs import can_sit
from mom_env.work.backends import Place

MARKER = "strength"
INTERRUPTED = 130

app = typer.Typer(add_completion=False)


class Pair(NamedTuple):
    """A player (`who`) and its opponent at all other seats (`against`), at tables of `num_players` seats."""

    num_players: int
    who: str
    against: str


class Row(NamedTuple):
    """The result of a pair, and what it was made from."""

    pair: Pair
    evaluation: Evaluation
    provenance: Provenance


def pairs_of(whos: Sequence[str], against: Sequence[str], counts: Sequence[int]) -> list[Pair]:
    """Return each pair of a player of `whos` and a different one of `against`, for each table size that fits both.

    `counts` are the table sizes.
    """
    return [
        Pair(count, who, other)
        for count in counts
        for who in whos
        for other in against
        if who != other and can_sit(who, count) and can_sit(other, count)
    ]


def play(
    pairs: Sequence[Pair], deals: int, seed: int, jobs: int, home: Path, console: Console, game: str = GAMES[0]
) -> Iterator[Row]:
    """Play the pairs in turn, and yield the result of each. It ends early if the user interrupts.

    Args:
        pairs: the players and opponents.
        deals: number of deals of each pair, each played from every seat.
        seed: all deals follow from it.
        jobs: number of processes that play.
        home: the folder in which games are saved.
        console: where progress is shown.
        game: name of the game.
    """
    for pair in pairs:
        console.rule(f"{pair.who} against {pair.against}, {pair.num_players} players")
        folder = home / game / str(pair.num_players) / folder_name(pair.who) / folder_name(pair.against)
        way = Way(Place(jobs), directory=folder, resume=True, renew=True)
        outcome, found = evaluate(
            pair.who, [pair.against], pair.num_players, deals, seed, way=way, console=console, game=game
        )
        if outcome.is_interrupted or found is None:
            return
        yield Row(pair, shares_of(found), outcome.provenance)


def table_of(rows: Sequence[Row], game: str = GAMES[0]) -> str:
    """Return the results as a Markdown table, followed by a line with what they were made from."""
    score = load(game).info.score
    columns = ("players", "player", "against all others", "games won", f"{score} above the others", "games", "fair")
    lines = [
        (
            str(row.pair.num_players),
            row.pair.who,
            row.pair.against,
            percent(row.evaluation.win_share),
            number(row.evaluation.lead, 1),
            f"{row.evaluation.num_games:,}",
            f"{100 * row.evaluation.fair:.1f} %",
        )
        for row in rows
    ]
    return f"{markdown((columns, *lines))}\n\nMade from {in_words(*(row.provenance for row in rows))}."


def command_of(
    whos: Sequence[str],
    against: Sequence[str],
    counts: Sequence[int],
    deals: int,
    seed: int,
    marker: str,
    game: str = GAMES[0],
) -> str:
    """Return the command line that writes the table again, without its option --into."""
    others = [word for who in against for word in ("--against", who)]
    players = [word for count in counts for word in ("--players", str(count))]
    size = ["--deals", str(deals), "--seed", str(seed), "--marker", marker]
    named = game_option(game).split()
    return shlex.join(["python", "-m", "tools.strength", *whos, *others, *named, *players, *size])


@app.command()
def main(
    who: Annotated[list[str], typer.Argument(help="The players to measure.")],
    against: Annotated[list[str], typer.Option(help="The player at all other seats; may be repeated.")],
    into: Annotated[Path, typer.Option(help="The page.")],
    game: Annotated[str, typer.Option(help="Name of the game.")] = GAMES[0],
    players: Annotated[list[int] | None, typer.Option(help="Number of seats; may be repeated.")] = None,
    deals: Annotated[int, typer.Option(help="Deals of each pair, each played from every seat.")] = 600,
    seed: Annotated[int, typer.Option(help="Determines everything random.")] = 0,
    jobs: Annotated[int, typer.Option(help="Number of processes.")] = 1,
    out: Annotated[Path, typer.Option(help="Games are saved here.")] = Path("strength"),
    marker: Annotated[str, typer.Option(help="Name of the page's markers.")] = MARKER,
) -> None:
    """Measure players against each other in pairs, and write the table into a page."""
    counts = players or load(game).info.num_players
    read_page(into, marker)  # fails now, and not after hours, if the page has no markers
    pairs = pairs_of(who, against, counts)
    rows = list(play(pairs, deals, seed, jobs, out, new_console(), game))
    if len(rows) < len(pairs):
        raise typer.Exit(INTERRUPTED)
    command = command_of(who, against, counts, deals, seed, marker, game)
    write_part(into, marker, f"{table_of(rows, game)}\nWritten by `{command} --into {into}`.")


if __name__ == "__main__":
    app()
