"""Measure what duplicate deals are worth: compare the variances of an estimate on duplicate and on independent deals.

Both have the same number of games and of seatings. Variances are estimated from the deals of one long run each, so
whole tournaments need not be repeated. The estimate is a ratio of variances, so its interval is a bootstrap's, not one
of `intervals.py`.

Run as `python -m mom_env.arena.statistics.duplicates --into docs/statistics.md`.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import typer

from mom_env.arena.evaluate import PLAYER, scores_of
from mom_env.arena.game_records import Games
from mom_env.arena.plan import plan_of
from mom_env.arena.report import number
from mom_env.arena.run import Outcome, Way, run
from mom_env.arena.statistics.intervals import LEVEL, Interval, Values
from mom_env.arena.summary import above_others, by_deal_mean
from mom_env.common.page_parts import print_and_write
from mom_env.contract.records import NOBODY
from mom_env.games import GAMES, load
from mom_env.players.provenance import Provenance, in_words
from mom_env.work.backends import Place

INDEPENDENT_SEED = 1  # added to the seed, so that no deal is the same
RESAMPLES = 400  # of the bootstrap


def play(game: str, whos: Sequence[str], num_players: int, deals: int, seed: int, jobs: int) -> Outcome:
    """Play a plan of two players, in which the second one has all seats but one, and return the games.

    Each deal is played from every seat.

    Args:
        game: name of the game.
        whos: the specs of the two players.
        num_players: number of seats.
        deals: number of deals.
        seed: the seeds of all deals follow from it.
        jobs: number of processes that play.
    """
    lineup = (PLAYER, *[1] * (num_players - 1))
    plan = plan_of(whos, [lineup], num_players, deals, seed, game=game)
    return run(plan, whos, Way(Place(jobs)))


def leads_of(games: Games) -> Values:
    """Return, by deal, the mean of the evaluated player's score minus the mean of the other players' scores.

    The evaluated player has the number PLAYER. Games that anyone forfeited are left out.
    """
    mine = (games["players"] == PLAYER) & (games["forfeit"] == NOBODY)[:, None]
    return by_deal_mean(games, above_others(games), mine)[0]


def one_of_each(games: Games, num_players: int) -> Games:
    """Return one game of each deal, with all seatings equally often, so that these games are on independent deals."""
    single: Games = games[games["number"] == games["deal"] % num_players]
    return single


def ratios(
    game: str, whos: Sequence[str], num_players: int, deals: int, seed: int, jobs: int
) -> tuple[Interval, Interval, Provenance]:
    """Return the variance on duplicate deals over that on independent ones, for win share and lead in score.

    Below 1, duplicate deals are better.

    Args:
        game: name of the game.
        whos: the specs of the two players; the figures are the first one's.
        num_players: number of seats.
        deals: number of deals of either kind.
        seed: the seeds of all deals follow from it.
        jobs: number of processes that play.

    Returns:
        The ratio for the win share, the ratio for the lead in score, and what the games were made from.
    """
    outcome = play(game, whos, num_players, deals, seed, jobs)
    duplicate = outcome.games
    single = one_of_each(play(game, whos, num_players, deals, seed + INDEPENDENT_SEED, jobs).games, num_players)
    seatings = [single[single["number"] == number] for number in range(num_players)]
    shares, leads = (
        ratio_interval(of(duplicate), [of(games) for games in seatings])
        for of in (lambda games: scores_of(games)[0], leads_of)
    )
    return shares, leads, outcome.provenance


def ratio(duplicate: Values, by_seating: Sequence[Values]) -> float:
    """Return the variance of duplicate deals' means over the variance if each game had its own deal; NaN if that is 0.

    Args:
        duplicate: the mean of each duplicate deal.
        by_seating: for each seating, the values of games on independent deals.
    """
    within = np.mean([values.var(ddof=1) for values in by_seating])
    return float(duplicate.var(ddof=1) / (within / len(by_seating))) if within > 0 else float("nan")


def ratio_interval(duplicate: Values, by_seating: Sequence[Values]) -> Interval:
    """Return what `ratio` returns for the arguments, with its 95 % interval: percentiles of a bootstrap over deals.

    The bootstrap draws RESAMPLES (400) times, from a fixed seed. If the ratio is NaN, both ends are, too.

    Args:
        duplicate: the mean of each duplicate deal.
        by_seating: for each seating, the values of games on independent deals.
    """
    if np.isnan(ratio(duplicate, by_seating)):
        return Interval(np.nan, np.nan, np.nan)
    rng = np.random.default_rng(0)
    drawn = [
        ratio(resample(duplicate, rng), [resample(values, rng) for values in by_seating]) for _ in range(RESAMPLES)
    ]
    low, high = np.nanpercentile(drawn, [50 * (1 - LEVEL), 50 * (1 + LEVEL)])
    return Interval(ratio(duplicate, by_seating), low, high)


def resample(values: Values, rng: np.random.Generator) -> Values:
    """Draw `len(values)` values from `values` with replacement, and return them."""
    return rng.choice(values, len(values))


def rows(game: str, pairs: Sequence[Sequence[str]], deals: int, seed: int, jobs: int) -> Iterator[str]:
    """Yield the page's table as lines of Markdown, with a row for each pair of players and number of seats above 1.

    Args:
        game: name of the game.
        pairs: specs of a player and of its opponent.
        deals: number of deals for each row.
        seed: the seeds of all deals follow from it.
        jobs: number of processes that play.
    """
    info = load(game).info
    yield f"Variance on duplicate deals by that on as many independent games, 95 % intervals; {deals:,} deals each:\n"
    yield f"| player | against | players | win share | {info.score} above the others |\n| --- | --- | --- | --- | --- |"
    made_from = []
    for who, against in pairs:
        for num_players in (count for count in info.num_players if count > 1):
            share, lead, provenance = ratios(game, (who, against), num_players, deals, seed, jobs)
            made_from.append(provenance)
            yield f"| {who} | {against} | {num_players} | {number(share)} | {number(lead)} |"
    yield f"\nMade from {in_words(*made_from)}."


def main(game: str = GAMES[0], deals: int = 4000, seed: int = 0, jobs: int = 1, into: Path | None = None) -> None:
    """Print how much less variance duplicate deals have; --into also writes the table between a page's markers."""
    bots = list(load(game).people.BOTS)
    pairs = [(who, against) for i, who in enumerate(bots) for against in bots[: i + 1]]
    print_and_write(rows(game, pairs, deals, seed, jobs), into, "duplicates")


if __name__ == "__main__":
    typer.run(main)
