"""Kill workers of long commands again and again, and see that nothing is lost and nothing is played twice.

    python -m tests.work.kills --kills 50

Half of the kills are of worker processes, and half of workers of a Ray cluster that is started for this. It takes some
minutes, so it is not part of `make test`.
"""

import argparse
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import active_children
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from mom_env.arena.evaluate import evaluate
from mom_env.arena.game_records import hash_of
from mom_env.arena.run import Way
from mom_env.arena.tournament import tournament
from mom_env.checks.soak import run_soak
from mom_env.games import GAMES
from mom_env.work import on_ray
from mom_env.work.backends import HERE, ONE_PROCESS, RAY, Place

KILL_EVERY = 4.0  # seconds; a new worker takes one to begin, or some on a busy machine
Command = Callable[[Place], tuple[str, int]]  # returns what must not change, and how many games were played


def play_tournament(place: Place) -> tuple[str, int]:
    """Play a tournament of three bots, and return the hash and the number of its games."""
    outcome, _ = tournament(["greedy", "planner", "random"], 4, 5_000, 1, way=Way(place))
    return hash_of(outcome.games), len(np.unique(outcome.games[["deal", "number"]]))


def play_evaluation(place: Place) -> tuple[str, int]:
    """Evaluate a search, and return the hash and the number of the games."""
    outcome, _ = evaluate("ismcts:sims=100", ["planner"], 3, 250, 2, way=Way(place))
    return hash_of(outcome.games), len(np.unique(outcome.games[["deal", "number"]]))


def play_soak(place: Place) -> tuple[str, int]:
    """Play checked random games, and return what was counted, and the number of games."""
    tally = run_soak(GAMES[0], 60_000, 10_000, 3, place).tally
    return f"{sorted(tally.counts.items())} {tally.decisions} {tally.pairs}", tally.games


COMMANDS: dict[str, Command] = {"tournament": play_tournament, "evaluate": play_evaluation, "soak": play_soak}


def worker_processes() -> list[int]:
    """Return the numbers of the worker processes of this one."""
    return [child.pid for child in active_children() if child.pid is not None]


def ray_workers() -> list[int]:
    """Return the numbers of the processes in which Ray does tasks of ours now."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if path.read_bytes().startswith(b"ray::do_parts"):
                found.append(int(path.parent.name))
        except OSError:  # it has ended meanwhile
            continue
    return found


@contextmanager
def killing(find: Callable[[], list[int]], most: int) -> Iterator[list[int]]:
    """Kill a worker every KILL_EVERY seconds during the `with` block, at most `most` of them, and yield their list."""
    killed: list[int] = []
    chance = random.Random(most)
    is_over = threading.Event()

    def kill() -> None:
        while not is_over.wait(KILL_EVERY) and len(killed) < most:
            workers = find()
            if workers:  # any of them: a part whose worker dies four times is given up
                killed.append(chance.choice(workers))
                os.kill(killed[-1], signal.SIGKILL)

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    try:
        yield killed
    finally:
        is_over.set()
        thread.join()


def main() -> None:
    """Run each command undisturbed, and then again while its workers are killed, until there were enough kills."""
    parser = argparse.ArgumentParser(description="Kill workers of long commands.")
    parser.add_argument("--kills", type=int, default=50)
    wanted = parser.parse_args().kills
    on_ray.TASK_SECONDS = 1.0
    expected = {name: command(ONE_PROCESS) for name, command in COMMANDS.items()}
    table = Table("command", "on", "runs", "kills", "result")
    for on, find in ((HERE, worker_processes), (RAY, ray_workers)):
        left = wanted // 2
        for at, (name, command) in enumerate(COMMANDS.items()):
            share, runs, kills = -(-left // (len(COMMANDS) - at)), 0, 0
            while kills < share:
                with killing(find, share - kills) as killed:
                    found = command(Place(2, on))
                runs, kills = runs + 1, kills + len(killed)
                assert found == expected[name], f"{name} on {on}: another result after {kills} kills"
                assert runs < 20 + share, f"{name} on {on}: too short to be killed"
            left -= kills
            table.add_row(name, on, str(runs), str(kills), "equal")
    Console(width=100).print(table)


if __name__ == "__main__":
    began = time.monotonic()
    main()
    Console().print(f"{time.monotonic() - began:.0f} s")
