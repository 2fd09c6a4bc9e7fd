"""What uniform random play of Ape Town brings, beside what it has brought on another engine.

`python -m tests.ape_town.random_play --games 100000` prints the table of section 8 of the rules page. With `--into`, it
is written into the page as well, between its marks of `random play`.

Every decision is drawn, forced ones included. Standard errors are over games, not over seats, whose points depend on
one another.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.ape_town.actions import MASK_DTYPE
from mom_env.ape_town.engine import take_action, write_mask
from mom_env.ape_town.id_range import first_legal, last_legal
from mom_env.ape_town.rules.forced import forced_action
from mom_env.ape_town.rules.placing import is_colour_full
from mom_env.ape_town.rules.setup import deal
from mom_env.ape_town.ruleset import make_ruleset
from mom_env.ape_town.state import NONE, NUM_WAYS, STATE_DTYPE, Decision, Way
from mom_env.common.page_parts import print_and_write
from mom_env.contract.records import Records
from mom_env.kernel.jit import kernel
from mom_env.kernel.masks import NO_ACTION, draw_legal
from mom_env.kernel.rng import next_bits, seed_stream

# Of a game: mean of the points and of their squares over seats, sums of the ways over seats, and counts of decisions.
COLUMNS = ("points", "squares", *(way.name.lower() for way in Way), "forced", "decisions", "elsewhere")
FORCED, DECISIONS, ELSEWHERE = (COLUMNS.index(name) for name in ("forced", "decisions", "elsewhere"))


class Figure(NamedTuple):
    """A mean over games, or a share in per cent, with its standard error."""

    value: float
    error: float


IN_WORDS = {
    "points": "points of a seat, mean",
    "deviation": "points of a seat, deviation",
    "tiles": "share of points from tiles at once, %",
    "boss": "share of points from bosses, %",
    "neighbours": "share of points from neighbours, %",
    "money": "share of points from money, %",
    "forced": "forced decisions, %",
    "elsewhere": "placements in another colour (R5), a game",
}

# What random games of an engine apart from this one have brought, by number of players, in the order of IN_WORDS.
ITS_GAMES = 2000
PUBLISHED = {
    2: (123.4, 18.5, 42.9, 20.4, 33.2, 3.5, 6.5, 1.48),
    3: (84.0, 16.1, 42.1, 18.9, 33.3, 5.7, 6.2, 1.50),
    4: (63.9, 14.9, 41.2, 17.9, 33.0, 7.8, 6.0, 1.47),
}


@kernel
def play_games(
    states: Records, masks: Records, streams: Records, rules: Records, seed: int, out: NDArray[np.float64]
) -> None:
    """Play a random game for each row of `out`, and write into it what COLUMNS says."""
    for number in range(len(out)):
        state, table, row = states[0], rules[0], out[number]
        seed_stream(state, np.uint64(seed), number)
        seed_stream(streams[0], np.uint64(seed + 1), number)
        deal(state, table)
        while state.seat != NONE:
            row[FORCED] += forced_action(state, table) != NO_ACTION
            row[DECISIONS] += 1
            if state.decision == Decision.PLACE:
                row[ELSEWHERE] += is_colour_full(state, table)
            write_mask(state, table, int(np.int64(state.seat)), masks[0])
            action = draw_legal(masks[0], first_legal(state), last_legal(state), next_bits(streams[0]))
            take_action(state, table, action)
        for seat in range(table.num_players):
            points = float(state.points[seat])
            row[0] += points / table.num_players
            row[1] += points * points / table.num_players
            for way in range(NUM_WAYS):
                row[2 + way] += state.ways[seat, way]


def rows_of(num_players: int, num_games: int, seed: int = 1) -> NDArray[np.float64]:
    """A row of COLUMNS for each of some random games."""
    rules, out = (
        make_ruleset(num_players, "standard", None, skip_forced=False).rules,
        np.zeros((num_games, len(COLUMNS))),
    )
    streams = np.zeros(1, np.dtype((np.record, [("number", np.int64), ("rng", np.uint64)])))
    play_games(np.zeros(1, STATE_DTYPE), np.zeros(1, MASK_DTYPE), streams, rules, seed, out)
    return out


def figures_of(rows: NDArray[np.float64], num_players: int) -> dict[str, Figure]:
    """The figures of some games, by the names of IN_WORDS."""
    columns = dict(zip(COLUMNS, rows.T, strict=True))
    points = columns["points"] * num_players
    return {
        "points": mean_of(columns["points"]),
        "deviation": deviation_of(columns["points"], columns["squares"]),
        **{way.name.lower(): share_of(columns[way.name.lower()], points) for way in Way},
        "forced": share_of(columns["forced"], columns["decisions"]),
        "elsewhere": mean_of(columns["elsewhere"]),
    }


def mean_of(column: NDArray[np.float64]) -> Figure:
    return Figure(float(column.mean()), float(column.std() / np.sqrt(len(column))))


def share_of(above: NDArray[np.float64], below: NDArray[np.float64]) -> Figure:
    """A ratio of sums in per cent, and its error to first order."""
    share = above.sum() / below.sum()
    error = (above - share * below).std() / below.mean() / np.sqrt(len(above))
    return Figure(float(100 * share), float(100 * error))


def deviation_of(means: NDArray[np.float64], squares: NDArray[np.float64]) -> Figure:
    """Return the deviation of a seat's points, and its error to first order."""
    mean = means.mean()
    deviation = np.sqrt(squares.mean() - mean**2)
    error = (squares - 2 * mean * means).std() / (2 * deviation) / np.sqrt(len(means))
    return Figure(float(deviation), float(error))


def differences(found: dict[str, Figure], num_players: int, num_games: int) -> dict[str, float]:
    """Return how far each figure is from the published one, in standard errors of the difference.

    A game of the other engine is taken to vary as much as ours, as only its means are known.
    """
    factor = np.sqrt(1 + num_games / ITS_GAMES)  # from the error of our games to that of both
    published = zip(IN_WORDS, PUBLISHED[num_players], strict=True)
    return {name: float((found[name].value - its) / (found[name].error * factor)) for name, its in published}


def lines(num_games: int) -> Iterator[str]:
    """Yield the table of the rules page, as Markdown."""
    heads = ("figure", "players", f"here, {num_games:,} games", f"there, {ITS_GAMES:,} games", "difference / error")
    yield f"| {' | '.join(heads)} |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    all_found = {count: figures_of(rows_of(count, num_games), count) for count in PUBLISHED}
    for number, name in enumerate(IN_WORDS):
        for count, found in all_found.items():
            (own, error), its = found[name], PUBLISHED[count][number]
            there = f"{its:.{2 if name == 'elsewhere' else 1}f} ± {error * np.sqrt(num_games / ITS_GAMES):.3f}"
            apart = differences(found, count, num_games)[name]
            yield f"| {IN_WORDS[name]} | {count} | {own:.3f} ± {error:.3f} | {there} | {apart:+.1f} |"


def main() -> None:
    parser = ArgumentParser("python -m tests.ape_town.random_play", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--into", type=Path)
    args = parser.parse_args()
    print_and_write(lines(args.games), args.into, "random play")


if __name__ == "__main__":
    main()
