"""`mom bench search`: simulations per second of the search, from the opening of a game."""

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from rich.console import Console

from mom_env.bench.figures import Contestant, check_counts, round_robin
from mom_env.bench.report import make_bench, table, to_json
from mom_env.common.files import write_file
from mom_env.games import load
from mom_env.players.search import Ismcts

UNIT = "simulations/s"


def report(
    game: str, num_players: int, simulations: int, rounds: int, console: Console, json: Path | None = None
) -> None:
    """Measure the simulations per second of the tree search on one core, and show them as a table.

    Args:
        game: name of the game.
        num_players: number of seats.
        simulations: how many simulations a search has.
        rounds: how often each kind of playout is measured.
        console: where the table and the progress are shown.
        json: a file that gets all values, or None.

    Raises:
        OptionError: a number is out of range.
    """
    check_counts(simulations=simulations, rounds=rounds)
    playouts = load(game).search.PLAYOUTS
    contestants = [
        Contestant(
            f"{playout} playouts, {num_players} players", UNIT, search_loop(game, num_players, simulations, playout)
        )
        for playout in playouts
    ]
    figures = round_robin(contestants, rounds, console)
    setting = {"game": game, "num_players": num_players, "simulations": simulations, "rounds": rounds}
    searches = [f"ismcts:sims={simulations},playout={playout}" for playout in playouts]
    bench = make_bench(figures, setting, game, num_players, searches)
    console.print(table(bench))
    if json:
        write_file(json, to_json(bench))


def search_loop(game: str, num_players: int, simulations: int, playout: str) -> Callable[[], float]:
    """Return a function that searches for the first decision of a game, and returns the simulations per second.

    Each call runs `simulations` simulations; `playout` is the name of the kind of playouts.
    """
    opening = load(game).people.Game(num_players=num_players, seed=7)
    player = Ismcts(game, sims=simulations, playout=playout)
    player.choose_one(opening, seed=0)  # compiles

    def think() -> float:
        begin = perf_counter()
        player.choose_one(opening, seed=1)
        return simulations / (perf_counter() - begin)

    return think
