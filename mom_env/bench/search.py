"""`mom bench search`: how many simulations a second the search does, from the opening of a game."""

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.console import Console

from mom_env.bench.figures import Contestant, check_counts, round_robin
from mom_env.bench.report import table, to_json
from mom_env.files import write_file
from mom_env.games import load
from mom_env.machine import machine

UNIT = "simulations/s"
KINDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("at least 40,000", {"playout": "random"}),
    ("", {"playout": "greedy"}),
    ("", {"playout": "planner"}),
)


def report(
    game: str, num_players: int, simulations: int, rounds: int, console: Console, json: Path | None = None
) -> None:
    """Measure on one core, show the table, and write the file if one is asked for.

    Raises:
        OptionError: a size that cannot be.
    """
    check_counts(simulations=simulations, rounds=rounds)
    contestants = [
        Contestant(
            f"{kind['playout']} playouts, {num_players} players",
            UNIT,
            asked,
            search(game, num_players, simulations, kind),
        )
        for asked, kind in KINDS
    ]
    figures, measured_on = round_robin(contestants, rounds, console), machine()
    console.print(table(figures, measured_on))
    if json:
        setting = {"game": game, "num_players": num_players, "simulations": simulations, "rounds": rounds}
        write_file(json, to_json(figures, measured_on, setting))


def search(game: str, num_players: int, simulations: int, kind: dict[str, Any]) -> Callable[[], float]:
    """One search after another, each for the first decision of a game."""
    opening = load(game).Game(num_players=num_players, seed=7)
    player = load(game, "bots.ismcts").Ismcts(sims=simulations, **kind)
    player.choose_one(opening, seed=0)  # compiles

    def think() -> float:
        begin = perf_counter()
        player.choose_one(opening, seed=1)
        return simulations / (perf_counter() - begin)

    return think
