"""Measure the coverage of the intervals: how often they hold the truth in simulated tournaments of known strength.

Places follow the model of Plackett and Luce: to each player's strength noise of Gumbel's distribution is added, and
players are ranked by the sums. So the chances to win and to be ahead of another player are known exactly.

Each deal is played from every seat. In each game the noise comes from one of three sources, at random. It belongs to
the seat, as if the cards decided: then the scores of one player on a deal cancel (negative correlation). Or it belongs
to the player, who has the same luck in all games of the deal (positive correlation). Or it is fresh (no correlation).

Run as `python -m mom_env.arena.statistics.coverage --tournaments 2000 --into docs/statistics.md`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import typer
from numpy.typing import NDArray

from mom_env.arena.game_records import Games, game_dtype, win_shares
from mom_env.arena.statistics.intervals import Interval, share_interval
from mom_env.arena.statistics.ratings import ELO, pair_wins, rate
from mom_env.arena.statistics.sequential import Hypotheses, stop_of
from mom_env.arena.summary import by_deal_mean
from mom_env.common.page_parts import print_and_write
from mom_env.contract.records import NOBODY

SHARES = (0.05, 0.25, 0.5, 0.97)
DEALS = (50, 200, 500)
SEATS = 4
LEAST, MOST = 0.935, 0.97  # what 95 % intervals may cover
STRENGTHS = np.array([0.0, 100.0, 220.0, 400.0]) / ELO  # of the four players of a tournament, in logits
SPRT = Hypotheses(0.25, 0.30)
SPRT_DEALS = 2_000  # the largest number of deals of a test


class Tie(NamedTuple):
    """What luck the games of a deal share: the chances that a game's noise belongs to the seat, or to the player."""

    name: str
    by_seat: float
    by_player: float


TIES = (
    Tie("independent", 0.0, 0.0),
    Tie("mixed", 0.4, 0.2),
    Tie("negative", 0.9, 0.0),
    Tie("positive", 0.0, 0.5),
)


def strengths_for(share: float) -> NDArray[np.float64]:
    """Return strengths in logits for four players: the first wins `share` of the games, and the others are equals.

    `share` is above 0 and below 1.
    """
    strengths = np.zeros(SEATS)
    strengths[0] = np.log((SEATS - 1) * share / (1 - share))
    return strengths


def simulate(rng: np.random.Generator, strengths: NDArray[np.float64], tie: Tie, deals: int) -> Games:
    """Return the games of a simulated tournament, in which each deal is played once with each rotation of the players.

    Args:
        rng: draws all noise.
        strengths: the strength of each player, in logits.
        tie: what luck the games of a deal share.
        deals: number of deals.
    """
    num = len(strengths)
    rotations = (np.arange(num)[None, :] + np.arange(num)[:, None]) % num  # [game, seat] the player
    seated = np.broadcast_to(rotations, (deals, num, num))
    by_seat, by_player = rng.gumbel(size=(deals, 1, num)), rng.gumbel(size=(deals, num))
    source = rng.random((deals, num, 1))
    noise = np.where(source < tie.by_seat, by_seat, rng.gumbel(size=(deals, num, num)))
    noise = np.where(source >= 1 - tie.by_player, by_player[:, rotations], noise)
    total = strengths[seated] + noise
    games = np.zeros(deals * num, game_dtype(num))
    games["deal"], games["forfeit"] = np.repeat(np.arange(deals), num), NOBODY
    games["players"] = seated.reshape(-1, num)
    games["places"] = (1 + (-total).argsort(axis=2).argsort(axis=2)).reshape(-1, num)
    return games


def covers(interval: Interval, truth: NDArray[np.float64] | float) -> NDArray[np.bool_]:
    """Return whether `truth` is inside the interval, ends included. For arrays, the answer is an array."""
    inside: NDArray[np.bool_] = (interval.low <= truth) & (truth <= interval.high)
    return inside


def coverage_of_share(share: float, tie: Tie, deals: int, tournaments: int, seed: int) -> float:
    """Return the share of simulated tournaments in which the interval of the first player's win share contains `share`.

    Args:
        share: the first player's true win share, above 0 and below 1.
        tie: what luck the games of a deal share.
        deals: number of deals of a tournament.
        tournaments: number of tournaments.
        seed: of the simulation.
    """
    rng, strengths = np.random.default_rng([seed, deals, round(100 * share)]), strengths_for(share)
    hits = 0
    for _ in range(tournaments):
        games = simulate(rng, strengths, tie, deals)
        scores = by_deal_mean(games, win_shares(games), games["players"] == 0)
        hits += int(covers(share_interval(*scores), share))
    return hits / tournaments


def coverage_of_ratings(tie: Tie, deals: int, tournaments: int, seed: int) -> NDArray[np.float64]:
    """Return, by player, in what share of simulated tournaments the rating's interval contains the true rating.

    Args:
        tie: what luck the games of a deal share.
        deals: number of deals of a tournament.
        tournaments: number of tournaments, each of the four players of `STRENGTHS`.
        seed: of the simulation.
    """
    rng, truth = np.random.default_rng([seed, deals]), ELO * (STRENGTHS - STRENGTHS.mean())
    hits = np.zeros(len(truth))
    for _ in range(tournaments):
        games = simulate(rng, STRENGTHS, tie, deals)
        hits += covers(rate(pair_wins(games, len(truth))), truth)
    return hits / tournaments


def verdicts(share: float, tie: Tie, tournaments: int, seed: int) -> tuple[float, float]:
    """Return in what share of tests the sequential test decides for the higher share, and its mean number of deals.

    Args:
        share: the first player's true win share.
        tie: what luck the games of a deal share.
        tournaments: number of simulated tests, each of at most `SPRT_DEALS` deals.
        seed: of the simulation.
    """
    rng, high, deals = np.random.default_rng([seed, round(1000 * share)]), 0, 0
    for _ in range(tournaments):
        games = simulate(rng, strengths_for(share), tie, SPRT_DEALS)
        stop = stop_of(SPRT, *by_deal_mean(games, win_shares(games), games["players"] == 0))
        high += stop.verdict == "high"
        deals += stop.deals
    return high / tournaments, deals / tournaments


def rows(tournaments: int, seed: int) -> Iterator[str]:
    """Yield the page's tables of coverage, as lines of Markdown.

    `tournaments` is the number of simulated tournaments for each figure, and a quarter of it that of sequential tests.
    """
    yield f"Share of {tournaments:,} simulated tournaments whose 95 % interval holds the true win share, in %:\n"
    yield "| games of a deal | true share | " + " | ".join(f"{deals} deals" for deals in DEALS) + " |"
    yield "| --- | --- |" + " --- |" * len(DEALS)
    for tie in TIES:
        for share in SHARES:
            found = [coverage_of_share(share, tie, deals, tournaments, seed) for deals in DEALS]
            yield f"| {tie.name} | {share:g} | " + " | ".join(map(percent, found)) + " |"
    yield "\nThe same for the ratings of four players, the lowest and the highest of the four:\n"
    yield "| games of a deal | " + " | ".join(f"{deals} deals" for deals in DEALS) + " |"
    yield "| --- |" + " --- |" * len(DEALS)
    for tie in TIES:
        each = [coverage_of_ratings(tie, deals, tournaments, seed) for deals in DEALS]
        yield f"| {tie.name} | " + " | ".join(f"{percent(min(one))} to {percent(max(one))}" for one in each) + " |"
    yield f"\nThe sequential test of {SPRT.low:g} against {SPRT.high:g}, {max(2, tournaments // 4)} times:\n"
    yield "| games of a deal | true share | speaks for the higher share | deals on average |\n| --- | --- | --- | --- |"
    for tie in TIES:
        for share in SPRT:
            high, deals = verdicts(share, tie, max(2, tournaments // 4), seed)
            yield f"| {tie.name} | {share:g} | {percent(high)} % | {deals:.0f} |"


def percent(share: float) -> str:
    """Return a share from 0 to 1 in percent, with one decimal and without the sign."""
    return f"{100 * share:.1f}"


def main(tournaments: int = 2000, seed: int = 0, into: Path | None = None) -> None:
    """Print the measured coverage of the arena's intervals; --into also writes the tables between a page's markers."""
    print_and_write(rows(tournaments, seed), into, "coverage")


if __name__ == "__main__":
    typer.run(main)
