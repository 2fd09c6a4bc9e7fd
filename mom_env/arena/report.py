"""Report tournaments by games won: tables on the screen, JSON, CSV."""

import csv
import math
from collections import Counter
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any, Protocol

from rich.console import Console
from rich.table import Column, Table

from mom_env.arena.game_records import Forfeit
from mom_env.arena.plan import Plan
from mom_env.arena.run import Outcome
from mom_env.arena.statistics.intervals import Interval
from mom_env.arena.summary import Standing, Summary
from mom_env.common.arguments import players_in_words
from mom_env.common.files import write_file
from mom_env.contract.records import NOBODY
from mom_env.errors import ForfeitError
from mom_env.games import load

FORMAT = "mom-tournament/2"


def percent(interval: Interval) -> str:
    """Return a share from 0 to 1 and its interval in percent.

    >>> percent(Interval(0.25, 0.2, 0.3))
    '25.0 % (20.0 to 30.0)'
    """
    return f"{interval.mean:.1%} ({interval.low * 100:.1f} to {interval.high * 100:.1f})".replace("%", " %")


def number(interval: Interval, digits: int = 2) -> str:
    """Return a number and its interval with `digits` decimals. An infinite end is "open".

    An unknown number (NaN) is "none".

    >>> number(Interval(120.0, 80.0, float("inf")), 0)
    '120 (80 to open)'
    """
    if math.isnan(interval.mean):
        return "none"
    low, high = ("open" if abs(end) == float("inf") else f"{end:.{digits}f}" for end in interval[1:])
    return f"{interval.mean:.{digits}f} ({low} to {high})"


def columns(game: str) -> tuple[str, ...]:
    """Return the column names of a table of standings; that of the score is the game's word for it."""
    return "player", "win share", load(game).info.score, "place", "rating"


def cells(standing: Standing) -> tuple[str, ...]:
    """Return a player's row in a table of standings, as text for each of `columns`."""
    score, place = number(standing.score), number(standing.place)
    return with_forfeits(standing), percent(standing.win_share), score, place, number(standing.rating, 0)


class Named(Protocol):
    """A player's row in any table of results."""

    @property
    def player(self) -> str:
        """Name of the player."""

    @property
    def forfeits(self) -> int:
        """Number of games that the player forfeited."""


def with_forfeits(standing: Named) -> str:
    """Return the name of the player of a row, followed by the number of its forfeits if there are any."""
    return f"{standing.player} ({standing.forfeits:,} forfeits)" if standing.forfeits else standing.player


def show(outcome: Outcome, summary: Summary, console: Console) -> None:
    """Print all results of a tournament by wins: standings, pairs, seats, leads, forfeits and counts."""
    console.print(standings_table(outcome.plan, summary))
    console.print(pairs_table(summary))
    seats = ", ".join(f"{seat}: {percent(share)}" for seat, share in enumerate(summary.seats))
    console.print(f"win share by seat: {seats}", highlight=False)
    for better, worse, lead in summary.leads:
        lead_text = f"{lead.mean * 100:+.1f} points of win share ({lead.low * 100:+.1f} to {lead.high * 100:+.1f})"
        console.print(f"{better} against {worse}, on the same deals: {lead_text}", highlight=False, markup=False)
    show_forfeits(outcome, console)
    show_counts(outcome, summary.num_games, summary.num_deals, summary.hash, console)


def show_counts(outcome: Outcome, num_games: int, num_deals: int, digest: str, console: Console) -> None:
    """Print the number of games and deals, the speed in games per second, and the hash of the games.

    Args:
        outcome: the run, for its speed.
        num_games: number of games.
        num_deals: number of deals.
        digest: the hash.
        console: where it is printed.
    """
    rate = (
        f"{outcome.games_now / max(outcome.seconds, 1e-9):,.0f} games/s" if outcome.games_now else "all from the file"
    )
    counts = f"{num_games:,} games on {num_deals:,} deals"
    console.print(f"{counts}; {rate}; hash {digest}", highlight=False, soft_wrap=True)


def standings_table(plan: Plan, summary: Summary) -> Table:
    """Return the standings as a table for the terminal, the best player first."""
    first, *others = columns(plan.game)
    title = f"{players_in_words(plan.num_players)}, 95 % intervals by deal"
    table = Table(Column(first, overflow="fold"), *others, title=title)
    for player in summary.ranked():
        table.add_row(*cells(summary.standings[player]))
    return table


def pairs_table(summary: Summary) -> Table:
    """Return a table with the share of games in which the player of each row was ahead of the player of each column.

    A cell is empty if the two met on fewer than two deals.
    """
    order = summary.ranked()
    names = [summary.standings[player].player for player in order]
    table = Table(*(Column(name, overflow="fold") for name in ("ahead of", *names)))
    for player in order:
        entries = (summary.cross[player][other] for other in order)
        shown = (percent(entry) if entry else "" for entry in entries)
        table.add_row(summary.standings[player].player, *shown)
    return table


def show_forfeits(outcome: Outcome, console: Console) -> None:
    """Print a line for each player that forfeited, with the number of its forfeits and the reason of the first."""
    for name, lost, played in forfeits_by_player(outcome):
        first = next(forfeit for forfeit in outcome.forfeits if forfeit.player == name)
        where = f"deal {first.deal}, game {first.number}, player_{first.seat}"
        text = f"{name} forfeited {lost:,} of its {played:,} games; the first ({where}): it {first.reason}"
        console.print(text, style="red", markup=False, highlight=False)


def forfeits_by_player(outcome: Outcome) -> list[tuple[str, int, int]]:
    """Return a tuple for each player that forfeited: name, number of forfeits, and number of all of its games."""
    lost = Counter(forfeit.player for forfeit in outcome.forfeits)
    played = [
        int((outcome.games["players"] == number).any(axis=1).sum()) for number in range(len(outcome.plan.players))
    ]
    return [(name, lost[name], games) for name, games in zip(outcome.plan.players, played, strict=True) if lost[name]]


def check_forfeits(outcome: Outcome) -> None:
    """Check that each player played a game to its end, and that some game was played to its end.

    Raises:
        ForfeitError: a player forfeited all of its games, or all games were forfeited by someone. The message names the
            player and its first reason, or all players that forfeited.
    """
    lost_by = forfeits_by_player(outcome)
    for name, lost, played in lost_by:
        if lost == played:
            reason = next(forfeit.reason for forfeit in outcome.forfeits if forfeit.player == name)
            raise ForfeitError(f"{name}: expected a player that plays, found all {lost:,} games forfeited: it {reason}")
    if (outcome.games["forfeit"] != NOBODY).all():
        by = ", ".join(f"{lost:,} by {name}" for name, lost, _ in lost_by)
        raise ForfeitError(f"expected a game that is played to its end, found all forfeited: {by}")


def count_forfeits(forfeits: Sequence[Forfeit]) -> str:
    """Return the number of forfeits in words.

    >>> count_forfeits([])
    'no forfeits'
    """
    return f"{len(forfeits)} forfeit{'s' if len(forfeits) > 1 else ''}" if forfeits else "no forfeits"


def plain(outcome: Outcome, summary: Summary) -> dict[str, object]:
    """Return the results of a tournament by wins as plain JSON values."""
    names = outcome.plan.players
    return {
        "format": FORMAT,
        "plan": outcome.plan.model_dump(mode="json"),
        "provenance": outcome.provenance.plain(),
        "deck": plain_deck(outcome.plan),
        "complete": summary.num_deals == outcome.plan.deals,
        "deals": summary.num_deals,
        "games": summary.num_games,
        "hash": summary.hash,
        "players": [plain_standing(summary.standings[player]) for player in summary.ranked()],
        "cross": {
            one: {other: entry.plain() for other, entry in zip(names, row, strict=True) if entry}
            for one, row in zip(names, summary.cross, strict=True)
        },
        "seats": [share.plain() for share in summary.seats],
        "leads": [{"player": one, "above": two, "win_share": lead.plain()} for one, two, lead in summary.leads],
        "forfeits": [forfeit._asdict() for forfeit in outcome.forfeits],
    }


def plain_deck(plan: Plan) -> object:
    """Return the content of a plan's deck as plain JSON values, with unset entries as null."""
    deck: Any = plan.ruleset().deck
    return deck.model_dump(mode="json")


def plain_standing(standing: Standing) -> dict[str, object]:
    """Return a player's standing as plain JSON values; an interval is a dictionary of mean, low and high."""
    return {key: value.plain() if isinstance(value, Interval) else value for key, value in standing._asdict().items()}


def write_csv(path: Path, summary: Summary) -> None:
    """Write the standings into the file `path` as CSV: a header, and a line for each player, the best first.

    Each figure has three columns: the estimate, and the lower and upper end of its interval.
    """
    figures = ("win_share", "score", "place", "rating")
    header = [
        "player",
        "appearances",
        *(f"{name}{end}" for name in figures for end in ("", "_low", "_high")),
        "forfeits",
    ]
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(header)
    for player in summary.ranked():
        standing = summary.standings[player]
        ends = [value for name in figures for value in getattr(standing, name).plain().values()]
        writer.writerow([standing.player, standing.appearances, *ends, standing.forfeits])
    write_file(path, text.getvalue())
