"""Measure rounds in which one bot plays 4 Monkeys at all seats, beside what the rules page measured (3.1).

    python -m tools.honest_rounds greedy honest --games 200 --into docs/four_monkeys/planner.md

The table is written between the page's markers `<!-- rounds -->` and `<!-- end of rounds -->`.
"""

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import typer
from numpy.typing import NDArray

from mom_env.common.page_parts import print_and_write
from mom_env.contract.records import Records
from mom_env.environments.docs_tables import markdown
from mom_env.four_monkeys.actions import GRAB, LAY
from mom_env.four_monkeys.bots import BOTS
from mom_env.four_monkeys.info import INFO
from mom_env.four_monkeys.ruleset import make_ruleset
from mom_env.four_monkeys.state import BY_STOP, NONE, RIGHT, STATE_DTYPE, UNCHECKED
from mom_env.kernel.rng import STREAM_DTYPE
from mom_env.loops import kernels_of, loop_of

MARKER = "rounds"
HEADER = ("players", "player at all seats", "combos", "points", "rounds that end by Stop", "grabs that miss", "rounds")
OF_THE_PAGE = ("2 to 8", "simple honest players (rules, 3.1)", "8 to 9", "20 to 23", "10 to 49 %", "5 to 13 %", "")

app = typer.Typer(add_completion=False)


class Rounds(NamedTuple):
    """What was measured: means of a seat and round, and shares."""

    combos: float  # tiles that count at the end of a round
    points: float
    by_stop: float  # of the rounds
    missed: float  # of the grabs
    num_rounds: int


def measure(who: str, num_players: int, games: int, seed: int) -> Rounds:
    """Play `games` games with the bot `who` at all seats, and return what their rounds were like."""
    ruleset = make_ruleset(num_players, "standard", {}, skip_forced=True)
    kernels, match = kernels_of(INFO.package), loop_of(INFO.package, "match")
    seeds = np.random.default_rng([seed, num_players]).integers(1 << 63, size=games).astype(np.uint64)
    states, streams = np.zeros(games, STATE_DTYPE), np.zeros(games, STREAM_DTYPE)
    match.deal_each(states, ruleset.rules, seeds)
    match.begin_streams(streams, seeds, np.zeros(games, np.int64))
    log, counts = np.full((games, INFO.most_replay_moves), NONE, np.int16), np.zeros(games, np.int64)
    bots = np.full((games, num_players), BOTS[who].number)
    match.play_each(states, ruleset.rules, bots, streams, log, counts, np.zeros(1, kernels.MASK_DTYPE))
    return rounds_of(states, log, num_players, int(ruleset.rules[0].rounds))


def rounds_of(states: Records, log: NDArray[np.int16], num_players: int, rounds: int) -> Rounds:
    """Return what the rounds of finished games were like; `log` has all actions, by game."""
    is_tile = np.arange(states["row_seat"].shape[2]) < states["num_rows"][:, :, None]
    is_counted = is_tile & np.isin(states["row_verdict"], (UNCHECKED, RIGHT))
    seats = len(states) * rounds * num_players
    return Rounds(
        combos=float(is_counted.sum() / seats),
        points=float(states["scores"].sum() / seats),
        by_stop=float((states["ended_by"][:, :rounds] == BY_STOP).mean()),
        missed=float(1 - states["num_rows"].sum() / ((log >= GRAB) & (log < LAY)).sum()),
        num_rounds=len(states) * rounds,
    )


def row(who: str, num_players: int, found: Rounds) -> tuple[str, ...]:
    """Return a row of the table."""
    numbers = [f"{found.combos:.1f}", f"{found.points:.1f}", f"{found.by_stop:.0%}", f"{found.missed:.1%}"]
    return (str(num_players), f"`{who}`", *[number.replace("%", " %") for number in numbers], f"{found.num_rounds:,}")


def lines(whos: Sequence[str], counts: Sequence[int], games: int, seed: int, command: str) -> Iterator[str]:
    """Yield the lines of the table and of its caption."""
    measured = [row(who, count, measure(who, count, games, seed)) for who in whos for count in counts]
    yield from markdown((HEADER, OF_THE_PAGE, *measured)).splitlines()
    yield ""
    yield f"Written by `{command}`."


@app.command()
def main(
    whos: Annotated[list[str], typer.Argument(help="Bots that play.")],
    players: Annotated[list[int] | None, typer.Option(help="Numbers of players; by default all.")] = None,
    games: Annotated[int, typer.Option(help="Games for each row.")] = 200,
    seed: Annotated[int, typer.Option(help="All deals follow from it.")] = 0,
    into: Annotated[Path | None, typer.Option(help="A page that gets the table.")] = None,
) -> None:
    """Measure rounds in which one bot plays at all seats."""
    counts = players or sorted(INFO.tables)
    asked = [*whos, *(word for count in players or () for word in ("--players", str(count)))]
    command = ["python", "-m", "tools.honest_rounds", *asked, "--games", str(games), "--seed", str(seed)]
    command += ["--into", str(into)] if into else []
    print_and_write(lines(whos, counts, games, seed, shlex.join(command)), into, MARKER)


if __name__ == "__main__":
    app()
