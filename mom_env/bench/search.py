"""`mom bench search`: simulations per second of searches, from the opening of a game."""

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np
from rich.console import Console

from mom_env.bench.figures import Contestant, check_counts, round_robin
from mom_env.bench.report import make_bench, table, to_json
from mom_env.common.files import write_file
from mom_env.games import load
from mom_env.players.specs import make_player

UNIT = "simulations/s"


def report(
    game: str,
    num_players: int,
    simulations: int,
    rounds: int,
    agent: str | None,
    console: Console,
    json: Path | None = None,
) -> None:
    """Measure the simulations per second of tree searches on one core, and show them as a table.

    Args:
        game: name of the game.
        num_players: number of seats.
        simulations: how many simulations a search has.
        rounds: how often each search is measured.
        agent: a trained agent, by its name or folder, over which there is a search, too; None for none.
        console: where the table and the progress are shown.
        json: a file that gets all values, or None.

    Raises:
        OptionError: a number is out of range, or there is no such agent.
        CheckpointError: the agent is for another game or number of players, or cannot say what positions are worth.
    """
    check_counts(simulations=simulations, rounds=rounds)
    searches = searches_of(game, simulations, agent)
    contestants = [
        Contestant(f"{what}, {num_players} players", UNIT, search_loop(game, num_players, simulations, spec))
        for what, spec in searches.items()
    ]
    figures = round_robin(contestants, rounds, console)
    setting = {"game": game, "num_players": num_players, "simulations": simulations, "rounds": rounds}
    bench = make_bench(figures, setting, game, num_players, searches.values())
    console.print(table(bench))
    if json:
        write_file(json, to_json(bench))


def searches_of(game: str, simulations: int, agent: str | None) -> dict[str, str]:
    """Return the spec of each search that is measured, by what it is: one for each kind of playouts, two of an agent.

    The searches have `simulations` simulations. `agent` is a trained agent, by its name or folder, or None.
    """
    found = {
        f"{playout} playouts": f"ismcts:sims={simulations},playout={playout}" for playout in load(game).search.PLAYOUTS
    }
    if agent is not None:
        over = f"search:agent={agent},sims={simulations}"
        found |= {"an agent at the leaf": over, "an agent's prior, then playouts": f"{over},leaf=playout"}
    return found


def search_loop(game: str, num_players: int, simulations: int, spec: str) -> Callable[[], float]:
    """Return a function that searches for the first decision of a game, and returns the simulations per second.

    Each call runs `simulations` simulations; `spec` is that of the search.
    """
    opening = load(game).people.Game(num_players=num_players, seed=7)
    player = make_player(spec, game, opening.ruleset)
    bits = np.arange(2, dtype=np.uint64)
    player.choose(opening.states, opening.rules, bits[:1])  # compiles

    def think() -> float:
        begin = perf_counter()
        player.choose(opening.states, opening.rules, bits[1:])
        return simulations / (perf_counter() - begin)

    return think
