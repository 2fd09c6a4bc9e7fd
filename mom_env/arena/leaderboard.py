"""`mom leaderboard`: play all players of a game against each other, and write a page with a table per table size."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from mom_env.arena import report, score_report
from mom_env.arena.deals_job import Deals, PlayedDeals
from mom_env.arena.plan import Plan, Setting
from mom_env.arena.run import Outcome, Way, todo_of
from mom_env.arena.statistics.scores import ScoreSummary
from mom_env.arena.summary import Summary
from mom_env.arena.tournament import FEWEST, draw_summary, plan_of_tournament, tournament
from mom_env.common.arguments import players_in_words
from mom_env.common.files import make_folder, try_file, write_file
from mom_env.environments.docs_tables import markdown
from mom_env.errors import OptionError
from mom_env.games import GAMES, load
from mom_env.players.provenance import in_words
from mom_env.players.specs import Wanted, agent_names, can_sit, make_player
from mom_env.work.backends import ONE_PROCESS, Place
from mom_env.work.dry_run import Todo

MOST_SEATS_FOR_ALL = 3  # with more, not every seating of a deal is played
INTRODUCTION = """# Leaderboard

Everybody against everybody on duplicate deals; how figures and intervals come about: [statistics]({statistics}).
Win shares and ratings depend on who else is on the list, so compare within one table only. Intervals are 95 %.
"""


def ladder(game: str = GAMES[0]) -> list[str]:
    """Return the specs of the default players of a leaderboard: all bots, searches and trained agents of the game."""
    module = load(game)
    return [*module.people.BOTS, *module.info.searches, *agent_names(Wanted(game, None))]


def leaderboard(
    whos: Sequence[str],
    deals: int,
    seed: int,
    directory: Path,
    page: Path,
    *,
    game: str = GAMES[0],
    counts: Sequence[int] = (),
    place: Place = ONE_PROCESS,
    console: Console | None = None,
) -> bool:
    """Play the games that `directory` does not hold yet, and write the Markdown file `page` with pictures beside it.

    Return False if the user interrupted, otherwise True. Only players that can sit at a table are in its games.

    Args:
        whos: specs of the players; if there are none, those of `ladder`.
        deals: number of deals in each table.
        seed: all deals follow from it.
        directory: where games are saved, in a folder for each number of players.
        page: the Markdown file, with a table for each number of players.
        game: name of the game.
        counts: the numbers of players; if there are none, all that the game has.
        place: the processes that play.
        console: where progress and results are shown, if it is not None.

    Raises:
        OptionError: a player does not exist, or there is no number of players that two of `whos` can play.
    """
    for one in whos:
        make_player(one, game)
    try_file(page)
    sections, is_whole = [INTRODUCTION.format(statistics=link_from(page, "statistics.md"))], True
    for num_players, who in tables_for(whos or ladder(game), counts or load(game).info.num_players, console):
        if console is not None:
            console.rule(players_in_words(num_players))
        way, setting = way_of(directory, num_players, place), setting_of(game, num_players)
        outcome, summary = tournament(who, num_players, deals, seed, way=way, console=console, **setting)
        is_whole &= not outcome.is_interrupted
        if summary is not None:
            sections.append(section(outcome, summary, page))
        if outcome.is_interrupted:
            break
    named = [] if game == GAMES[0] else [f"--game {game} --page {page.as_posix()}"]
    command = " ".join(["mom leaderboard", *whos, *named, f"--deals {deals} --seed {seed}"])
    make_folder(page.parent)
    write_file(page, "\n".join([*sections, f"Written by `{command}`.\n"]))
    return is_whole


def link_from(page: Path, name: str) -> str:
    """Return a link from a page to the file `name` beside it, or in the nearest folder above that has such a file."""
    folders = [page.parent, *page.parent.parents]
    found = (number for number, folder in enumerate(folders) if (folder / name).is_file())
    return "../" * next(found, 0) + name


def way_of(directory: Path, num_players: int, place: Place) -> Way:
    """Return how the games of a number of players are played and saved, in a folder of `directory`."""
    return Way(place, directory=directory / f"{num_players}-players", resume=True, renew=True)


def setting_of(game: str, num_players: int) -> Setting:
    """Return the setting of the games of a number of players: the game called `game`, and which seatings are played."""
    return Setting(game=game, seatings="all" if num_players <= MOST_SEATS_FOR_ALL else "balanced")


def todos_of(whos: Sequence[str], deals: int, seed: int, directory: Path, game: str) -> list[Todo[Deals, PlayedDeals]]:
    """Return the deals of a leaderboard that are left to play, for a dry run; its arguments are those of `leaderboard`.

    Raises:
        OptionError: a player does not exist, or there is no number of players that two of `whos` can play.
    """
    tables = tables_for(whos or ladder(game), load(game).info.num_players, None)
    return [
        todo_of(
            plan_of_tournament(who, num_players, deals, seed, **setting_of(game, num_players)),
            who,
            way_of(directory, num_players, ONE_PROCESS),
        )
        for num_players, who in tables
    ]


def tables_for(whos: Sequence[str], counts: Sequence[int], console: Console | None) -> list[tuple[int, list[str]]]:
    """Return each number of players in `counts` that at least two of `whos` can play, with the specs of those who can.

    The numbers that are left out are named on `console`, unless it is None.

    Raises:
        OptionError: there is no such number of players.
    """
    tables = [(count, [one for one in whos if can_sit(one, count)]) for count in counts]
    wanted = [(count, who) for count, who in tables if len(who) >= FEWEST]
    if not wanted:
        raise OptionError(f"players: expected at least {FEWEST} for one number of players, found {', '.join(whos)}")
    for count, who in tables:
        if len(who) < FEWEST and console is not None:
            note = f"{players_in_words(count)}: left out, as fewer than two of the players can play at such a table"
            console.print(note, style="yellow")
    return wanted


def section(outcome: Outcome, summary: Summary | ScoreSummary, page: Path) -> str:
    """Return the page's section for one number of players, in Markdown, and write its picture beside `page`."""
    plan = outcome.plan
    make_folder(page.parent)
    picture = page.with_name(f"{page.stem}-{plan.num_players}.png")
    draw_summary(outcome, summary, picture)
    left = "" if summary.num_deals == plan.deals else f" (of {plan.deals}; interrupted)"
    facts = (
        f"{summary.num_games:,} games on {summary.num_deals:,} deals{left}, {plan.seatings} seatings, "
        f"{report.count_forfeits(outcome.forfeits)}. {seats_or_leads(summary)} Hash of the results: `{summary.hash}`."
    )
    made_of = f"Made from {in_words(outcome.provenance)}."
    image = f"![{picture.stem}]({picture.name})\n"
    return "\n".join(
        [f"## {players_in_words(plan.num_players)}\n", table(plan, summary), "", facts, made_of, "", image]
    )


def table(plan: Plan, summary: Summary | ScoreSummary) -> str:
    """Return the standings as a Markdown table, the best player first."""
    if isinstance(summary, ScoreSummary):
        rows = [score_report.cells(summary, player) for player in summary.ranked()]
        return markdown((score_report.columns(plan.game), *rows))
    return markdown(
        (report.columns(plan.game), *(report.cells(summary.standings[player]) for player in summary.ranked()))
    )


def seats_or_leads(summary: Summary | ScoreSummary) -> str:
    """Return a sentence with the win share of each seat, or by scores with each player's lead over the next one."""
    if isinstance(summary, Summary):
        return (
            f"Win share by seat: {', '.join(f'{n}: {report.percent(share)}' for n, share in enumerate(summary.seats))}."
        )
    leads = [f"{one} above {two} by {report.number(lead)}" for one, two, lead in summary.leads() if lead is not None]
    return f"On the same deals: {', '.join(leads)}."
