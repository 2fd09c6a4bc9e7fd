"""What duplicate deals are worth: the variance of an estimate from as many games on duplicate and on independent deals.

Both play the same seatings equally often. The variance comes from the deals of one long run each, so it takes no
repetition of whole tournaments.

Run as `python -m mom_env.arena.statistics.duplicates --into docs/statistics.md`.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import typer

from mom_env.arena.evaluate import PLAYER, scores_of
from mom_env.arena.games import NOBODY, Games
from mom_env.arena.page import tell
from mom_env.arena.plan import plan_of
from mom_env.arena.report import number
from mom_env.arena.run import Outcome, Way, run
from mom_env.arena.statistics.intervals import LEVEL, Interval, Values
from mom_env.arena.summary import above_others, by_deal_mean
from mom_env.games import GAMES, load
from mom_env.players.provenance import Provenance, in_words

INDEPENDENT_SEED = 1  # added, so that none of the deals is the same
RESAMPLES = 400  # of the bootstrap


def play(game: str, whos: Sequence[str], num_players: int, deals: int, seed: int, jobs: int) -> Outcome:
    """Play the first player against the second on all other seats."""
    lineup = (PLAYER, *[1] * (num_players - 1))
    plan = plan_of(whos, [lineup], num_players, deals, seed, game=game)
    return run(plan, whos, Way(jobs=jobs))


def leads_of(games: Games) -> Values:
    """The score above the mean of the others, by deal."""
    mine = (games["players"] == PLAYER) & (games["forfeit"] == NOBODY)[:, None]
    return by_deal_mean(games, above_others(games), mine)[0]


def one_of_each(games: Games, num_players: int) -> Games:
    """One game of each deal, with each seating as often as the others: independent deals."""
    single: Games = games[games["number"] == games["deal"] % num_players]
    return single


def ratios(
    game: str, whos: Sequence[str], num_players: int, deals: int, seed: int, jobs: int
) -> tuple[Interval, Interval, Provenance]:
    """Return the variance on duplicate deals by that on independent ones, of the win share and of the lead in score."""
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
    """The variance of deals' means by what it would be with each game on a deal of its own; NaN: there is none."""
    within = np.mean([values.var(ddof=1) for values in by_seating])
    return float(duplicate.var(ddof=1) / (within / len(by_seating))) if within > 0 else float("nan")


def ratio_interval(duplicate: Values, by_seating: Sequence[Values]) -> Interval:
    """The same with a 95 % interval: the bootstrap's, over deals."""
    if np.isnan(ratio(duplicate, by_seating)):
        return Interval(np.nan, np.nan, np.nan)
    rng = np.random.default_rng(0)
    drawn = [ratio(redrawn(duplicate, rng), [redrawn(values, rng) for values in by_seating]) for _ in range(RESAMPLES)]
    low, high = np.nanpercentile(drawn, [50 * (1 - LEVEL), 50 * (1 + LEVEL)])
    return Interval(ratio(duplicate, by_seating), low, high)


def redrawn(values: Values, rng: np.random.Generator) -> Values:
    """As many of them, some more than once."""
    return rng.choice(values, len(values))


def rows(game: str, pairs: Sequence[Sequence[str]], deals: int, seed: int, jobs: int) -> Iterator[str]:
    """The table, line by line."""
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
    """Duplicate deals against independent ones; --into writes the table between a page's markers."""
    bots = list(load(game).people.BOTS)
    pairs = [(who, against) for i, who in enumerate(bots) for against in bots[: i + 1]]
    tell(rows(game, pairs, deals, seed, jobs), into, "duplicates")


if __name__ == "__main__":
    typer.run(main)
