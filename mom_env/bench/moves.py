"""`mom bench moves`: the processor's time that players take for a move, on the same positions.

With it, numbers of simulations are found with which two searches think equally long.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time

import numpy as np
from rich.console import Console

from mom_env.base.game import Game
from mom_env.bench.figures import Contestant, check_counts, round_robin
from mom_env.bench.report import make_bench, table, to_json
from mom_env.common.files import write_file
from mom_env.contract.people import Ruleset
from mom_env.games import load
from mom_env.players.bot_table import play_by_bots
from mom_env.players.kinds import Player
from mom_env.players.specs import make_player

UNIT = "ms a move"
MS = 1000  # milliseconds in a second


def report(
    game: str, whos: Sequence[str], num_players: int, positions: int, rounds: int, console: Console, json: Path | None
) -> None:
    """Measure the mean time that each player takes for a move, and show it as a table.

    Args:
        game: name of the game.
        whos: specs of the players.
        num_players: number of seats.
        positions: on how many positions the players choose; each has more than one legal move.
        rounds: how often each player is measured.
        console: where the table is shown.
        json: a file to which all values are written, or None.

    Raises:
        OptionError: a number is out of range, or there is no such player.
    """
    check_counts(positions=positions, rounds=rounds)
    tables = choices(game, num_players, positions)
    players = [make_player(who, game, tables[0].ruleset) for who in whos]
    contestants = [Contestant(player.spec, UNIT, thinking_loop(player, tables)) for player in players]
    figures = round_robin(contestants, rounds, console)
    setting = {"game": game, "num_players": num_players, "positions": positions, "rounds": rounds}
    bench = make_bench(figures, setting, game, num_players, whos)
    console.print(table(bench))
    if json:
        write_file(json, to_json(bench))


def choices(game: str, num_players: int, count: int) -> list[Game[Ruleset]]:
    """Return `count` games of quick bots, each stopped at a decision with several legal moves, at all stages."""
    found: list[Game[Ruleset]] = []
    most, rng = load(game).info.decisions_per_game, np.random.default_rng(0)
    for seed in range(count * most):
        table = play_by_bots(game, num_players, seed, int(rng.integers(most)))
        if not table.over and len(table.legal_actions()) > 1:
            found.append(table)
        if len(found) == count:
            break
    return found


def thinking_loop(player: Player, tables: Sequence[Game[Ruleset]]) -> Callable[[], float]:
    """Return a function that lets a player choose at each of `tables`, and returns the mean milliseconds of a move."""
    bits = np.arange(1, dtype=np.uint64)
    player.choose(tables[0].states, tables[0].rules, bits)  # compiles

    def think() -> float:
        begin = process_time()
        for one in tables:
            player.choose(one.states, one.rules, bits)
        return MS * (process_time() - begin) / len(tables)

    return think
