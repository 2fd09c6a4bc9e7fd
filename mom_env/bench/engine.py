"""`mom bench engine`: how fast a game's engine is, how much memory it takes, and how long a first use waits."""

import random
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from mom_env.base.vector_game import VectorGame
from mom_env.bench import first_use, memory
from mom_env.bench.figures import Contestant, Figure, check_counts, ratio, round_robin
from mom_env.bench.report import make_bench, refresh_rows, table, to_json, to_markdown
from mom_env.common.files import read_text, write_file
from mom_env.errors import OptionError
from mom_env.games import GAMES, load

Actions = NDArray[np.int64]
Draw = Callable[[VectorGame, np.random.Generator], Actions]

RATE = "decisions/s"
FULL, BARE = "step alone, observation and mask written", "step alone, neither written"  # rows of the table


class Size(NamedTuple):
    """How much is measured."""

    game: str = GAMES[0]
    num_games: int = 1024
    num_players: int = load(GAMES[0]).info.default_players
    num_threads: int = 2  # of the second row
    steps: int = 2000  # of a batch in each round; a single game plays `SINGLE` times as many
    rounds: int = 5
    memory_games: int = 100_000
    first_use: bool = True  # whether cold and warm starts are measured too


SINGLE = 50
MOST_PAGE_BYTES = 10_000_000
EXPLANATION = """\
The batch rows are whole loops: an action is drawn for each game of a batch, all games step, and the observation and
mask of each next seat to move are written. Finished games are dealt again within the step. The rows of the step alone
replay the actions of a recorded run, so no actions are drawn. First uses, where they are measured, are whole processes
from start to end."""


def report(size: Size, console: Console, json: Path | None, markdown: Path | None, quoted_in: Path | None) -> None:
    """Measure the speed and the memory of a game's engine, show the figures, and write the files that are given.

    Args:
        size: how much is measured, and of which game.
        console: where the table and the progress are shown.
        json: a file that gets all values, or None.
        markdown: a file that gets a page of the docs, or None.
        quoted_in: a page whose tables quote some of the figures, which are replaced, or None.

    Raises:
        OptionError: a number is out of range, or the page cannot be read.
    """
    check_counts(games=size.num_games, steps=size.steps, rounds=size.rounds, memory_games=size.memory_games)
    check_counts(threads=size.num_threads)
    old_page = read_text(quoted_in, MOST_PAGE_BYTES, OptionError) if quoted_in else ""
    figures = measure_engine(size, console)
    bench = make_bench(figures, size._asdict(), size.game, size.num_players)
    console.print(table(bench))
    if json:
        write_file(json, to_json(bench))
    if markdown:
        write_file(markdown, to_markdown("Bench of the engine", EXPLANATION, bench, "mom bench engine"))
    if quoted_in:
        write_file(quoted_in, refresh_rows(old_page, figures))


def measure_engine(size: Size, console: Console) -> list[Figure]:
    """Measure speed, memory and first uses, as `size` says, and return all figures, in the order of the report.

    The progress is shown on `console`.
    """
    speeds = round_robin([*batches(size), *steps(size)], size.rounds, console)
    by_name = {figure.name: figure for figure in speeds}
    written = ratio("writing both makes a step longer", by_name[BARE], by_name[FULL])
    with TemporaryDirectory() as directory:
        starts = first_use.contestants(size.game, size.num_games, Path(directory)) if size.first_use else []
        return [*speeds, written, *sizes(size), *round_robin(starts, size.rounds, console)]


def batches(size: Size) -> list[Contestant]:
    """Return what is measured of whole loops, which draw an action for each game and step, as contestants.

    A contestant is a name, a unit, and a function that measures once.
    """
    several = {f"batch, {count} threads": count for count in (size.num_threads,) if count > 1}
    loops = {"batch, 1 thread": 1} | several
    return [
        *(Contestant(name, RATE, batch_loop(size, sample_in_kernel, count)) for name, count in loops.items()),
        Contestant("batch, actions drawn in NumPy", RATE, batch_loop(size, sample_in_numpy, 1)),
        Contestant("one game from Python", RATE, single_game_loop(size)),
    ]


def steps(size: Size) -> list[Contestant]:
    """Return what is measured of steps by recorded actions, with and without observations and masks, as contestants.

    A contestant is a name, a unit, and a function that measures once.
    """
    actions = record_actions(size)
    return [
        Contestant(FULL, RATE, replay_loop(size, actions, observe=True)),
        Contestant(BARE, RATE, replay_loop(size, actions, observe=False)),
    ]


# Loops. Each of these functions returns one that plays, and returns the decisions per second.


def batch_loop(
    size: Size, draw: Callable[[VectorGame, np.random.Generator], Actions], num_threads: int
) -> Callable[[], float]:
    """Return a function that plays `size.steps` steps of a batch, and returns the decisions per second.

    `draw` returns an action for each game, and its time counts. The batch plays on `num_threads` threads, and each step
    writes all its arrays. The batch is made, and compiled, at once.
    """
    games = load(size.game).people.VectorGame(size.num_games, size.num_players, seed=1, num_threads=num_threads)
    rng = np.random.default_rng(2)
    games.step(draw(games, rng))  # compiles

    def play() -> float:
        begin = perf_counter()
        for _ in range(size.steps):
            games.step(draw(games, rng))
        return size.steps * size.num_games / (perf_counter() - begin)

    return play


def sample_in_kernel(games: VectorGame, rng: np.random.Generator) -> Actions:
    """Return a random legal action for each game, each with the same chance, drawn by the game's own kernel."""
    return games.sample(rng)


def sample_in_numpy(games: VectorGame, rng: np.random.Generator) -> Actions:
    """Return a random legal action for each game, each with the same chance, drawn from the masks in NumPy.

    It is written as a user would write it.
    """
    num_games, num_actions = games.action_masks.shape
    legal = np.flatnonzero(games.action_masks.view(np.bool_))  # ten times as fast over bools as over int8
    counts = np.bincount(legal // num_actions, minlength=num_games)
    chosen = np.cumsum(counts) - 1 - (rng.random(num_games) * counts).astype(np.int64)
    actions: Actions = legal[chosen] % num_actions
    return actions


def single_game_loop(size: Size) -> Callable[[], float]:
    """Return a function that plays one game after another from Python, and returns the decisions per second.

    At each decision it lists the legal actions, and plays a random one. It plays 50 times `size.steps` decisions.
    """
    decisions = size.steps * SINGLE
    make, rng = load(size.game).people.Game, random.Random(3)  # noqa: S311  # not for secrets

    def play() -> float:
        game, seed = make(num_players=size.num_players, seed=0), 0
        begin = perf_counter()
        for _ in range(decisions):
            legal = game.legal_actions()
            game.play(legal[int(rng.random() * len(legal))])
            if game.over:
                seed += 1
                game = make(num_players=size.num_players, seed=seed)
        return decisions / (perf_counter() - begin)

    return play


def record_actions(size: Size) -> list[Actions]:
    """Return the actions of one run of random games: for each step an array by game.

    They are recorded so that a step can be timed without draws.
    """
    games = load(size.game).people.VectorGame(size.num_games, size.num_players, seed=4)
    rng = np.random.default_rng(5)
    recorded = []
    for _ in range(size.steps):
        recorded.append(games.sample(rng).copy())
        games.step(recorded[-1])
    return recorded


def replay_loop(size: Size, recorded: list[Actions], *, observe: bool) -> Callable[[], float]:
    """Return a function that repeats a recorded run of a batch, and returns the decisions per second.

    `recorded` has an array of actions by game for each step. With `observe`, each step writes observations and masks.
    """
    games = load(size.game).people.VectorGame(size.num_games, size.num_players, seed=4, observe=observe)

    def play() -> float:
        games.reset(4)
        begin = perf_counter()
        for actions in recorded:
            games.step(actions)
        return len(recorded) * size.num_games / (perf_counter() - begin)

    return play


def sizes(size: Size) -> list[Figure]:
    """Return the figures that are measured only once: the bytes of records and arrays, and the memory of many games."""
    games = load(size.game).people.VectorGame(1, size.num_players, seed=0)
    record = games.states.itemsize
    arrays = (games.observations, games.action_masks, games.seats, games.returns, games.dones)
    whole = record + sum(array.nbytes for array in arrays)
    return [
        Figure("record of a game", "bytes", [record]),
        Figure("record, observation, mask and the rest of a batch, a game", "bytes", [whole]),
        *memory.figures(size.game, size.memory_games),
    ]
