"""What uniform random play of Ape Town brings: `python -m tests.ape_town.random_play --games 100000`.

Every decision is drawn, forced ones included. Standard errors are over games, not over seats, whose points depend on
one another.
"""

from argparse import ArgumentParser
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from mom_env.ape_town.actions import MASK_DTYPE
from mom_env.ape_town.engine import take_action, write_mask
from mom_env.ape_town.id_range import first_legal, last_legal
from mom_env.ape_town.rules.forced import forced_action
from mom_env.ape_town.rules.placing import is_colour_full
from mom_env.ape_town.rules.setup import deal
from mom_env.ape_town.ruleset import make_ruleset
from mom_env.ape_town.state import NONE, NUM_WAYS, STATE_DTYPE, Decision, Way
from mom_env.contract.records import Records
from mom_env.kernel.jit import kernel
from mom_env.kernel.masks import NO_ACTION, draw_legal
from mom_env.kernel.rng import next_bits, seed_stream

# Of a game: mean of the points and of their squares over seats, sums of the ways over seats, and counts of decisions.
COLUMNS = ("points", "squares", *(way.name.lower() for way in Way), "forced", "decisions", "elsewhere")
FORCED, DECISIONS, ELSEWHERE = (COLUMNS.index(name) for name in ("forced", "decisions", "elsewhere"))


class Figures(NamedTuple):
    """Means over games, each with its standard error; shares are of all points or of all decisions."""

    points: tuple[float, float]
    spread: float
    ways: dict[str, tuple[float, float]]
    forced: tuple[float, float]
    elsewhere: tuple[float, float]


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


def figures_of(rows: NDArray[np.float64], num_players: int) -> Figures:
    """The figures of some games."""
    mean = rows.mean(axis=0)

    def ratio(above: NDArray[np.float64], below: NDArray[np.float64]) -> tuple[float, float]:
        share = above.sum() / below.sum()
        return float(share), float((above - share * below).std() / below.mean() / np.sqrt(len(rows)))

    points = rows[:, 0] * num_players
    return Figures(
        points=(float(mean[0]), float(rows[:, 0].std() / np.sqrt(len(rows)))),
        spread=float(np.sqrt(mean[1] - mean[0] ** 2)),
        ways={way.name.lower(): ratio(rows[:, 2 + way], points) for way in Way},
        forced=ratio(rows[:, FORCED], rows[:, DECISIONS]),
        elsewhere=(float(mean[ELSEWHERE]), float(rows[:, ELSEWHERE].std() / np.sqrt(len(rows)))),
    )


def main() -> None:
    parser = ArgumentParser("python -m tests.ape_town.random_play", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    games = parser.parse_args().games
    table = Table("players", "points", "sd", *(way.name.lower() for way in Way), "forced", "elsewhere", box=None)
    for num_players in (2, 3, 4):
        found = figures_of(rows_of(num_players, games), num_players)
        shares = [f"{share:.2%} ± {error:.2%}" for share, error in (*found.ways.values(), found.forced)]
        mean, elsewhere = (f"{value:.3f} ± {error:.3f}" for value, error in (found.points, found.elsewhere))
        table.add_row(str(num_players), mean, f"{found.spread:.2f}", *shares, elsewhere)
    Console(width=180).print(table)


if __name__ == "__main__":
    main()
