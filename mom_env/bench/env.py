"""`mom bench env`: how fast the environments are, next to PettingZoo's own, each in its documented loop."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from rich.console import Console

from mom_env.bench import pictures, vector_env
from mom_env.bench.figures import Contestant, Figure, check_counts, round_robin
from mom_env.bench.report import make_bench, table, to_json, to_markdown
from mom_env.common.extras import require
from mom_env.common.files import write_file
from mom_env.environments.of_game import Environments
from mom_env.environments.parallel import ParallelGames
from mom_env.errors import MissingExtra
from mom_env.games import GAMES, load
from mom_env.kernel.masks import draw_action, random_draws


class Size(NamedTuple):
    """How much is measured."""

    game: str = GAMES[0]
    num_players: int = load(GAMES[0]).info.default_players
    decisions: int = 100_000  # of each loop in a round
    rounds: int = 5


RATE = "decisions/s"
PEERS = {"tic-tac-toe": "pettingzoo.classic.tictactoe_v3", "Connect Four": "pettingzoo.classic.connect_four_v3"}
EXPLANATION = """\
The AEC rows are the documented loop: `last`, an action, `step`. The action is drawn from the mask by a compiled
kernel, the same one for all environments. The Parallel row steps all seats at once, and counts the decision of the
seat that has one. The rows of one seat are whole steps: masks are fetched as the library does it, an action is drawn
for the learner, the opponents play inside, and all results are fresh arrays. "All seats" counts the decisions of
everybody, "the learner" its own. Rates count real decisions, not the steps of agents that are done, on one core.
PettingZoo's own environments are measured where their libraries are installed."""


def report(size: Size, console: Console, json: Path | None, markdown: Path | None) -> None:
    """Measure the decisions per second of the environments, show the figures, and write the files that are given.

    Args:
        size: how much is measured, and of which game.
        console: where the table and the progress are shown.
        json: a file that gets all values, or None.
        markdown: a file that gets a page of the docs, or None.

    Raises:
        OptionError: a number is out of range.
    """
    check_counts(decisions=size.decisions, rounds=size.rounds)
    figures = measure_env(size, console)
    opponents = load(size.game).info.table(size.num_players).opponents
    bench = make_bench(figures, size._asdict(), size.game, size.num_players, opponents)
    console.print(table(bench))
    if json:
        write_file(json, to_json(bench))
    if markdown:
        write_file(markdown, to_markdown("Bench of the environments", EXPLANATION, bench, "mom bench env"))


def measure_env(size: Size, console: Console) -> list[Figure]:
    """Measure the environments and the pictures, as `size` says, and return all figures, in the order of the report.

    The progress, and what is left out, is shown on `console`.
    """
    one_seat = vector_env.contestants(size.game, size.num_players, size.decisions)
    rows = [*turn_by_turn(size), *one_seat, *picture_contestants(size, console), *peers(size, console)]
    return round_robin(rows, size.rounds, console)


def picture_contestants(size: Size, console: Console) -> list[Contestant]:
    """Return what is measured of pictures, as contestants: a name, a unit, and a function that measures once.

    If the extra for pictures is missing, say so on `console`, and return none.
    """
    try:
        require("render", "resvg_py", "PIL")
    except MissingExtra as error:
        console.print(f"pictures are left out: {error}", markup=False, highlight=False)
        return []
    return pictures.contestants(size.game, size.num_players)


def turn_by_turn(size: Size) -> list[Contestant]:
    """Return what is measured of PettingZoo's AEC and Parallel interfaces to the game, as contestants.

    A contestant is a name, a unit, and a function that measures once.
    """
    made = Environments(size.game)
    arguments = {"num_players": size.num_players}
    return [
        Contestant("AEC, raw_env", RATE, aec_loop(made.raw_env(**arguments), size)),
        Contestant("AEC, env", RATE, aec_loop(made.env(**arguments), size)),
        Contestant("Parallel", RATE, parallel_loop(made.parallel_env(**arguments), size)),
    ]


def peers(size: Size, console: Console) -> list[Contestant]:
    """Return what is measured of PettingZoo's own games, with and without its checks, as contestants.

    A contestant is a name, a unit, and a function that measures once. If a game's library is missing, say so on
    `console`, and leave the game out.
    """
    found = []
    for name, module in PEERS.items():
        try:
            peer = import_module(module)
        except ImportError as error:
            console.print(f"PettingZoo's {name} is left out: {error}", markup=False)
            continue
        found += [
            Contestant(f"PettingZoo's {name}, raw_env", RATE, aec_loop(peer.raw_env(), size)),
            Contestant(f"PettingZoo's {name}, env", RATE, aec_loop(peer.env(), size)),
        ]
    return found


# Loops. Each of these functions plays a game, and returns a function that plays more and returns decisions per second.


def aec_loop(env: Any, size: Size) -> Callable[[], float]:
    """Return a function that plays `env` in PettingZoo's documented AEC loop, and returns the decisions per second.

    It plays whole games by random legal actions, until at least `size.decisions` decisions have been taken.
    """
    draws = random_draws(1)

    def play_game() -> int:
        decisions = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                env.step(draw_action(observation["action_mask"], draws))
                decisions += 1
        return decisions

    env.reset(seed=1)
    return time_games(play_game, size.decisions)


def parallel_loop(env: ParallelGames, size: Size) -> Callable[[], float]:
    """Return a function that plays `env` by the Parallel interface, and returns the decisions per second.

    An action is drawn for each seat from its mask, and each step counts as one decision. It plays whole games, until at
    least `size.decisions` decisions have been taken.
    """
    draws = random_draws(1)

    def play_game() -> int:
        decisions = 0
        observations, _ = env.reset()
        while env.agents:
            actions = {agent: draw_action(seen["action_mask"], draws) for agent, seen in observations.items()}
            observations, *_ = env.step(actions)
            decisions += 1
        return decisions

    env.reset(seed=1)
    return time_games(play_game, size.decisions)


def time_games(play_game: Callable[[], int], wanted: int) -> Callable[[], float]:
    """Return a function that plays games until at least `wanted` decisions are taken, and returns decisions per second.

    `play_game` plays one game, and returns how many decisions it had. It is called once before this function returns,
    so that compiling is not timed.
    """

    def play() -> float:
        decisions, begin = 0, perf_counter()
        while decisions < wanted:
            decisions += play_game()
        return decisions / (perf_counter() - begin)

    play_game()  # compiles
    return play
