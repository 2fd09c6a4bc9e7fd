"""Compile every kernel of a game now, by using everything once, so that nobody waits later."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from mom_env.arena.plan import even_lineups, plan_of
from mom_env.arena.run import IN_MEMORY, run
from mom_env.checks.perft import perft, start_of
from mom_env.checks.soak import run_soak
from mom_env.environments.gymnasium import OneSeatVectorEnv
from mom_env.environments.of_game import Environments
from mom_env.environments.overview import overviews_of
from mom_env.environments.spaces import observation_size
from mom_env.errors import OutputError
from mom_env.games import load
from mom_env.kernel.cache import named_folder, ready, why_not_writable, written_folder
from mom_env.kernel.jit import announce, is_compiled
from mom_env.kernel.masks import draw_action, random_draws
from mom_env.kernel.sources import package_named, packages_for
from mom_env.kernel.sparse_mlp import find_range, share_lists
from mom_env.players.bot_table import BotTable as Seated
from mom_env.players.guide import Guide
from mom_env.players.policy_net import Draws, NetworkShape, Sight, Symmetry
from mom_env.players.search import Ismcts
from mom_env.players.specs import Wanted, agent_names, make_player
from mom_env.players.visits import VisitSearch

SIZE, STEPS = 4, 40  # games of a batch, and steps that they are played: enough to call each kernel


def compile_everything(game: str, console: Console) -> None:
    """Compile all kernels of the game `game` that have no machine code yet, and show the progress on `console`.

    Raises:
        OutputError: the machine code could not be kept.
    """
    if not is_compiled():
        console.print("Nothing is compiled: NUMBA_DISABLE_JIT is set.", highlight=False)
        return
    package = package_named(load(game).package)
    named = named_folder(package)
    if written_folder(package) is None:
        raise OutputError(f"{named}: cannot be written: {why_not_writable(named)}")
    announce(wanted=False)  # the lines below say more
    try:
        for name, use in steps(game).items():
            use()
            found = ready(packages_for(package.name))
            console.print(f"{name}: {found.ready} of {found.kernels} kernels are ready", highlight=False)
    finally:
        announce(wanted=True)


def steps(game: str) -> dict[str, Callable[[], object]]:
    """Return functions that use everything of a game once, by names for people, so that everything is compiled.

    They are ordered so that each compiles something new.
    """
    return {
        "one game": partial(play_one_game, game),
        "batches": partial(play_batches, game),
        "environments": partial(play_environments, game),
        "one seat": partial(play_one_seat, game),
        "bots": partial(play_bots, game),
        "agents": partial(play_agents, game),
        "search": partial(search, game),
        "training": partial(serve_training, game),
        "soak": lambda: run_soak(game, 1, 1, seed=0),
        "perft": partial(count_lines, game),
    }


def play_one_game(game: str) -> None:
    """Play one game from Python to its end, using all that the class `Game` offers, so that it is compiled."""
    make = load(game).people.Game
    table = make(seed=0)
    for _ in range(STEPS):
        table.play(table.legal_actions()[0])
    table.play_together({seat: int(table.observe(seat)["action_mask"].argmax()) for seat in table.seats_to_move()})
    make.from_text(str(table))
    make.from_replay(table.replay()).resample_hidden(0, seed=0).observe(0)
    while not table.over:
        table.play(table.legal_actions()[0])
    table.result()
    table.standing()


def play_batches(game: str) -> None:
    """Step small batches with and without their observations, on one thread and on two, so that all is compiled."""
    rng, make = np.random.default_rng(0), load(game).people.VectorGame
    for num_threads in numbers_of_threads():
        games, blind = (make(SIZE, seed=0, observe=observe, num_threads=num_threads) for observe in (True, False))
        for _ in range(STEPS):
            actions = games.sample(rng)
            blind.step(actions)
            games.step(actions)


def numbers_of_threads() -> range:
    """Return 1 and 2, or 1 alone where Numba has one thread: then kernels for several threads are never called."""
    return range(1, min(numba.config.NUMBA_NUM_THREADS, 2) + 1)


def play_environments(game: str) -> None:
    """Step each of PettingZoo's environments, with intermediate rewards, so that all that they use is compiled."""
    made, draws = Environments(game), random_draws(0)
    env, parallel = made.env(shaping="potential"), made.parallel_env(shaping="potential")
    env.reset(seed=0)
    views = parallel.reset(seed=0)[0]
    for _ in range(STEPS):
        env.step(draw_action(env.observe(env.agent_selection)["action_mask"], draws))
        views = parallel.step({agent: draw_action(view["action_mask"], draws) for agent, view in views.items()})[0]
    env.state()


def play_one_seat(game: str) -> None:
    """Step environments of one seat, against bots and a function, on one thread and on two, so that all is compiled."""
    rng = np.random.default_rng(0)
    for num_threads in numbers_of_threads():
        for opponents in (load(game).info.strongest, first_legal):
            envs = OneSeatVectorEnv(SIZE, game, opponents=opponents, num_threads=num_threads, shaping="potential")
            envs.reset(seed=0)
            for _ in range(STEPS):
                envs.step(envs.table.sample(rng))


def first_legal(_: NDArray[np.float32], action_mask: NDArray[np.int8]) -> int:
    """Return the first legal action of a mask; a player of the form that users write.

    The observation is not used.
    """
    return int(np.flatnonzero(action_mask)[0])


def play_bots(game: str) -> None:
    """Let all bots play, in the arena, at a table from Python, and asked one by one, so that all is compiled."""
    bots, table = list(load(game).people.BOTS), load(game).people.Game(seed=0)
    Seated(game, bots[:1] * table.num_players).choose_one(table, seed=0)
    for bot in bots:
        make_player(bot, game).choose(table.states.copy(), table.rules, np.zeros(1, np.uint64))
    seats = load(game).info.default_players
    lineups = even_lineups(len(bots) + 1, seats)
    run(plan_of([*bots, "function"], lineups, seats, 2, 0, game=game), [*bots, first_legal], IN_MEMORY)


def play_agents(game: str) -> None:
    """Let each trained agent of the package play in the arena, and draw actions as training does.

    So all that agents use is compiled.
    """
    for who in agent_names(Wanted(game, None)):
        player: Any = make_player(who, game)
        num_players = min(player.agent.manifest.num_players)
        games = load(game).people.VectorGame(SIZE, num_players, seed=0)
        seen = games.observations, games.action_masks
        worths = player.agent.worths(games.states, games.rules, games.action_masks)
        player.agent.choose(*seen, draws=Draws(np.zeros(SIZE, np.float32)), worths=worths)
        if player.agent.shape.payoffs:
            player.agent.payoffs(*seen, num_players)
        run(plan_of([who], [(0,) * num_players], num_players, 2, 0, game=game), [who], IN_MEMORY)
    ids, places = np.zeros(1, np.int32), np.zeros(1, np.int64)
    find_range(ids, np.array([0, 1]), places, places, 0, 1)


def search(game: str) -> None:
    """Search with every kind of playout that the game has, and by halving, so that the search is compiled."""
    players = [Ismcts(game, sims=50, playout=playout) for playout in load(game).search.PLAYOUTS]
    for player in (*players, Ismcts(game, sims=50, root="halving")):
        table = load(game).people.Game(seed=0)
        for _ in range(STEPS):
            table.play(player.choose_one(table, seed=0))


def serve_training(game: str) -> None:
    """Use what trainings alone ask of a game: everything about a position, visits of a search, a guide's estimates."""
    games = load(game).people.VectorGame(SIZE, seed=0)
    overviews_of(games, np.arange(SIZE), games.num_players)
    shape = NetworkShape(
        inputs=observation_size(game), hidden=[1], actions=load(game).kernels.NUM_ACTIONS, symmetry="none", payoffs=8
    )
    searcher = VisitSearch(game, 2)
    searcher.ask(shape, {name: np.zeros(e.shape, np.float32) for name, e in shape.expected().items()})
    searcher.visits(games.states, games.rules, np.zeros(SIZE, np.uint64))
    symmetry: Symmetry = "none" if load(game).checks.SYMMETRY is None else "focus"
    Sight(game, symmetry, SIZE).look(games.observations, games.action_masks, np.arange(SIZE))
    first, lists = np.array([np.flatnonzero(mask)[0] for mask in games.action_masks], np.int32), np.arange(SIZE + 1)
    share_lists(Guide(game).worths(games.states, games.rules, lists, first), lists, np.zeros(SIZE, np.float32))


def count_lines(game: str) -> None:
    """Count some lines of play, if the game has positions for that, so that this is compiled."""
    for position in load(game).checks.POSITIONS[:1]:
        perft(start_of(game, position), depth=2)
