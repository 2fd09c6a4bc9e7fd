"""`mom evaluate`: one player against given others, on duplicate deals."""

from collections.abc import Sequence
from typing import NamedTuple, Unpack

import numpy as np
from rich.console import Console

from mom_env.arena import report, score_report
from mom_env.arena.game_records import Games, hash_of, win_shares
from mom_env.arena.plan import Lineup, Plan, Setting, plan_of
from mom_env.arena.run import IN_MEMORY, Outcome, Way, hold_directory, names_of, run
from mom_env.arena.statistics.intervals import FEWEST, Interval, Values, mean_interval, share_interval
from mom_env.arena.statistics.scores import ScoreSummary, summarize_scores
from mom_env.arena.statistics.sequential import FIRST_LOOK, Hypotheses, Stop, stop_of
from mom_env.arena.summary import above_others, by_deal_mean, place_interval
from mom_env.common.extras import import_from
from mom_env.common.files import write_json
from mom_env.contract.records import NOBODY
from mom_env.errors import OptionError
from mom_env.games import GAMES, load
from mom_env.players.kinds import Who

PLAYER = 0  # the number of the one who is evaluated


class Evaluation(NamedTuple):
    """The result of an evaluation in which games are won: one player's figures against the opponents in `against`.

    `fair` is the win share that each player would have among equals.
    """

    player: str
    against: list[str]
    num_deals: int
    num_games: int
    win_share: Interval
    lead: Interval  # score above the mean of the others
    place: Interval
    fair: float
    stop: Stop | None  # of a sequential test: then `win_share` is no 95 % interval
    forfeits: int  # of the player
    hash: str


def evaluate(
    who: Who,
    against: Sequence[Who],
    num_players: int | None = None,
    deals: int = 500,
    seed: int = 0,
    *,
    test: Hypotheses | None = None,
    way: Way = IN_MEMORY,
    console: Console | None = None,
    **setting: Unpack[Setting],
) -> tuple[Outcome, Evaluation | ScoreSummary | None]:
    """Play one player against others, and summarize the player's results.

    Args:
        who: a spec or a function, the player that is evaluated.
        against: one opponent for all other seats, or one for each of them. At tables of one player: any number of
            players, whose scores on the same deals are compared with the player's.
        num_players: seats of the table; by default the usual number of the game.
        deals: number of deals; with a test, the largest number.
        seed: everything except the players' own chance follows from it.
        test: the run ends as soon as this test decides between its two win shares.
        way: processes, directory, time limit.
        console: where progress and results are shown; None shows nothing.
        setting: game, seatings, deck, options.

    Returns:
        All games, and the evaluation, or None instead if fewer than two deals were played.

    Raises:
        OptionError: a player or an argument is not valid, or the directory holds another plan or changed players.
    """
    import_from("arena", "scipy.stats")
    plan, whos = plan_of_evaluation(who, against, num_players, deals, seed, **setting)
    check_looks(test, plan)
    with hold_directory(plan, whos, way):
        outcome = run(plan, whos, way, console, None if test is None else lambda games: is_decided(test, games))
        return outcome, report_evaluation(outcome, test, way, console)


def plan_of_evaluation(
    who: Who,
    against: Sequence[Who],
    num_players: int | None,
    deals: int,
    seed: int,
    **setting: Unpack[Setting],
) -> tuple[Plan, list[Who]]:
    """Return the plan of an evaluation, whose arguments these are, and its players.

    Raises:
        OptionError: an argument is not valid.
    """
    seats = load(setting.get("game", GAMES[0])).info.seats(num_players)
    whos, lineups = players_and_lineups(who, against, seats)
    return plan_of(names_of(whos), lineups, seats, deals, seed, **setting), whos


def shares_of(found: Evaluation | ScoreSummary) -> Evaluation:
    """Return `found` unchanged, after checking that it is an evaluation by games won.

    Raises:
        OptionError: it is one by scores.
    """
    if isinstance(found, ScoreSummary):
        raise OptionError("players: expected a table at which games are won, found one at which scores are compared")
    return found


def players_and_lineups(who: Who, against: Sequence[Who], num_players: int) -> tuple[list[Who], list[Lineup]]:
    """Return all players, each once and the evaluated one first, and the lineups with their numbers.

    At tables of one player there is a lineup for each player, otherwise one lineup.

    Args:
        who: the player that is evaluated.
        against: one opponent for all other seats, or one for each of them.
        num_players: number of seats.

    Raises:
        OptionError: there are too few or too many opponents for the table.
    """
    others = list(against) * (num_players - 1) if len(against) == 1 and num_players > 1 else list(against)
    if num_players > 1 and len(others) != num_players - 1:
        more = f"all other seats, or one for each of the {num_players - 1}"
        seats = "the other seat" if num_players == 2 else more
        raise OptionError(f"against: expected one opponent for {seats}, found {len(others)}")
    distinct = dict(zip(names_of(others), others, strict=True))
    numbers = {name: number for number, name in enumerate(distinct, start=PLAYER + 1)}
    players = [who, *distinct.values()]
    if num_players == 1:
        return players, [(number,) for number in range(len(players))]
    return players, [(PLAYER, *sorted(numbers[name] for name in names_of(others)))]


def scores_of(games: Games) -> tuple[Values, int]:
    """Return the win share of the evaluated player (number 0) on each deal, and its number of games per deal.

    The shares are in ascending order of deals.
    """
    return by_deal_mean(games, win_shares(games), games["players"] == PLAYER)


def check_looks(test: Hypotheses | None, plan: Plan) -> None:
    """Check that a sequential test will look at the games at least once. Without a test, do nothing.

    Raises:
        OptionError: there are too few deals, or players are compared by scores.
    """
    if test is not None and plan.measure == "score":
        raise OptionError("sprt: expected games that are won, as it compares win shares; here scores are compared")
    if test is not None and plan.deals < FIRST_LOOK:
        raise OptionError(f"sprt: expected at least {FIRST_LOOK} deals, its first look, found {plan.deals}")


def is_decided(test: Hypotheses, games: Games) -> bool:
    """Return whether the sequential test has decided between its win shares on these games; False if there are none."""
    return len(games) > 0 and stop_of(test, *scores_of(games)).verdict != "open"


def report_evaluation(
    outcome: Outcome, test: Hypotheses | None, way: Way, console: Console | None
) -> Evaluation | ScoreSummary | None:
    """Show the result on `console`, write it to `results.json` in the directory of `way`, and return it.

    With fewer than two deals, do nothing and return None. Without a console nothing is shown, and without a directory
    nothing is written.
    """
    if outcome.num_deals < FEWEST:
        return None
    found: Evaluation | ScoreSummary
    if outcome.plan.measure == "score":
        found = summarize_scores(outcome.plan, outcome.games)
    else:
        found = evaluation_of(outcome.plan, outcome.games, test)
    if console is not None:
        show(found, test, outcome, console)
    if way.directory is not None:
        write_json(way.directory / "results.json", plain(found, outcome))
    return found


def evaluation_of(plan: Plan, games: Games, test: Hypotheses | None) -> Evaluation:
    """Return the evaluation of a plan's games, by games won. With a test, only games up to its stop count.

    Games after a sequential stop are left out, so that the number of jobs makes no difference.
    """
    stop = None if test is None else stop_of(test, *scores_of(games))
    if stop is not None:
        games = games[games["deal"] < np.unique(games["deal"])[stop.deals - 1] + 1]
    mine = games["players"] == PLAYER
    played = mine & (games["forfeit"] == NOBODY)[:, None]
    forfeits = int((mine & (games["forfeit"][:, None] == np.arange(plan.num_players))).sum())
    return Evaluation(
        plan.players[PLAYER],
        [plan.players[player] for player in plan.lineups[0][1:]],
        len(np.unique(games["deal"])),
        len(games),
        share_interval(*scores_of(games)),
        mean_interval(by_deal_mean(games, above_others(games), played)[0]),
        place_interval(games, mine),
        1 / plan.num_players,
        stop,
        forfeits,
        hash_of(games),
    )


def show(found: Evaluation | ScoreSummary, test: Hypotheses | None, outcome: Outcome, console: Console) -> None:
    """Print the result of an evaluation, by scores or by games won, as `found` is."""
    if isinstance(found, ScoreSummary):
        score_report.show_evaluation(outcome, found, console)
    else:
        show_shares(found, test, outcome, console)


def show_shares(evaluation: Evaluation, test: Hypotheses | None, outcome: Outcome, console: Console) -> None:
    """Print the player's win share, its lead in score over the others, its mean place, and the verdict of a test."""
    after = " after a sequential stop: not a 95 % interval" if evaluation.stop else ""
    against = ", ".join(evaluation.against)
    console.print(f"{evaluation.player} against {against}", style="bold", markup=False)
    fair = f"fair share {evaluation.fair:.1%}".replace("%", " %")
    console.print(f"win share {report.percent(evaluation.win_share)}{after}; {fair}", highlight=False)
    score = load(outcome.plan.game).info.score
    console.print(f"{score} above the mean of the others {report.number(evaluation.lead)}", highlight=False)
    console.print(f"place {report.number(evaluation.place)}", highlight=False)
    if evaluation.stop is not None and test is not None:
        console.print(stop_in_words(evaluation.stop, test), highlight=False)
    report.show_forfeits(outcome, console)
    rate = f"; {outcome.games_now / max(outcome.seconds, 1e-9):,.0f} games/s" if outcome.games_now else ""
    counts = f"{evaluation.num_games:,} games on {evaluation.num_deals:,} deals"
    console.print(f"{counts}{rate}; hash {evaluation.hash}", highlight=False, soft_wrap=True)


def stop_in_words(stop: Stop, test: Hypotheses) -> str:
    """Return the verdict of a sequential test as a sentence without a full stop."""
    said = {
        "high": f"for a share of {test.high:g} rather than {test.low:g}",
        "low": f"for a share of {test.low:g} rather than {test.high:g}",
        "open": f"not decided between {test.low:g} and {test.high:g}",
    }
    return f"sequential test: {said[stop.verdict]}, log of the likelihood ratio {stop.ratio:+.2f} at deal {stop.deals}"


def plain(evaluation: Evaluation | ScoreSummary, outcome: Outcome) -> dict[str, object]:
    """Return what `results.json` holds of an evaluation: format, plan, provenance, deck, figures and all forfeits.

    Values are plain JSON. The figures are win share, lead and place, or for a `ScoreSummary` the score, and how far it
    is above each other player's.
    """
    if isinstance(evaluation, ScoreSummary):
        return score_report.plain_evaluation(outcome, evaluation)
    figures = ("win_share", "lead", "place")
    return {
        "format": "mom-evaluation/1",
        "plan": outcome.plan.model_dump(mode="json"),
        "provenance": outcome.provenance.plain(),
        "deck": report.plain_deck(outcome.plan),
        **evaluation._asdict(),
        **{name: getattr(evaluation, name).plain() for name in figures},
        "stop": evaluation.stop and evaluation.stop._asdict(),
        "is_95_percent_interval": evaluation.stop is None,
        "all_forfeits": [forfeit._asdict() for forfeit in outcome.forfeits],
    }
