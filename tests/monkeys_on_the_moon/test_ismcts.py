"""The search: legal, the same again, blind to the hidden, and right where the right move is known."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from mom_env import cli
from mom_env.errors import OptionError
from mom_env.loops import loop_of
from mom_env.monkeys_on_the_moon import Game, VectorGame
from mom_env.monkeys_on_the_moon.actions import MASK_DTYPE
from mom_env.monkeys_on_the_moon.state import Decision, Phase
from mom_env.players.search import Ismcts
from mom_env.players.specs import make_player
from tests.support import peeking
from tests.support.build import Table
from tests.support.kernels import GAME, PACKAGE, is_legal, step, write_mask
from tests.support.sizes import smaller_without_jit

pytestmark = pytest.mark.xdist_group("ismcts")  # one process: the search takes long to compile
search: Any = loop_of(PACKAGE, "search")
tree: Any = loop_of(PACKAGE, "tree")
ALL_KINDS: list[dict[str, Any]] = [
    {},
    {"playout": "random"},
    {"playout": "greedy", "depth": 1_000},
    {"playout": "random", "depth": 3},
    {"playout": "greedy", "depth": 0, "c": 2.0},
]


# Arguments


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"sims": 0}, "sims: expected a whole number from 1 to 1000000000, found 0"),
        ({"sims": 2.5}, "sims: expected a whole number .* found 2.5"),
        ({"sims": True}, "sims: expected a whole number .* found True"),
        ({"ms": -1}, "ms: expected a number above 0, found -1"),
        ({"ms": "fast"}, "ms: expected a number above 0, found 'fast'"),
        ({"c": float("nan")}, "c: expected a number above 0, found nan"),
        ({"depth": -1}, "depth: expected a whole number from 0"),
        ({"playout": "clever"}, "playout: expected one of random, greedy, planner, found 'clever'"),
        ({"sims": 100, "ms": 5}, "sims and ms: expected only one of them"),
    ],
)
def test_a_wrong_argument_is_refused_by_name(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Ismcts(GAME, **arguments)


# What it plays


def test_every_move_is_legal_on_every_table() -> None:
    players = [Ismcts(GAME, sims=smaller_without_jit(16, 2), **kind) for kind in ALL_KINDS]
    decisions = set()
    for at in peeking.positions(smaller_without_jit(900, 20)):
        before = at.states.tobytes()
        action = peeking.move(players[at.number % len(players)], at, at.states)
        assert is_legal(at.states, 0, at.rules, action)
        assert at.states.tobytes() == before
        decisions.add(int(at.states[0].decision))
    assert len(decisions) >= smaller_without_jit(len(Decision) - 1, 4)


def test_a_move_depends_on_seed_and_view_and_not_on_the_batch() -> None:
    games, player = VectorGame(6, 3, seed=1), Ismcts(GAME, sims=smaller_without_jit(60, 3))
    rng = np.random.default_rng(2)
    for _ in range(10):
        games.step(games.sample(rng))
    bits = np.arange(100, 106, dtype=np.uint64)
    together = player.choose_each(games.states, games.rules, bits)
    alone = [
        Ismcts(GAME, sims=player.sims).choose_each(games.states[i : i + 1], games.rules, bits[i : i + 1])
        for i in range(6)
    ]
    assert together.tolist() == np.concatenate(alone).tolist()
    assert (
        together[::-1].tolist()
        == player.choose_each(games.states[::-1].copy(), games.rules, bits[::-1].copy()).tolist()
    )


@pytest.mark.outside  # plain Python would take two minutes for it
def test_another_seed_is_another_search() -> None:
    game, player = Game(4, seed=1), Ismcts(GAME, sims=2, playout="random")
    moves = set()
    while game.decision != "bid":
        moves.add(tuple(player.choose_one(game, seed) for seed in range(40)))
        game.play(game.legal_actions()[0])
    assert any(len(set(chosen)) > 1 for chosen in moves)


def test_it_is_found_by_its_spec() -> None:
    game = Game(2, seed=1)
    player = make_player("ismcts:sims=5,playout=random,c=0.5", ruleset=game.ruleset)
    assert player.choose(game.states, game.rules, np.ones(1, np.uint64))[0] in game.legal_actions()
    with pytest.raises(OptionError, match="sims: expected a whole number"):
        make_player("ismcts:sims=0")


SCRIPT = """
from mom_env.monkeys_on_the_moon import Game
from mom_env.players.search import Ismcts
game, player = Game(3, seed=4), Ismcts("monkeys_on_the_moon", sims=40)
for number in range(25):
    game.play(player.choose_one(game, number))
print(game.states.tobytes().hex())
"""


@pytest.mark.outside
def test_another_process_plays_the_same() -> None:
    runs = [
        subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, check=True, text=True) for _ in range(2)
    ]
    assert runs[0].stdout == runs[1].stdout
    assert len(runs[0].stdout) > 500


@pytest.mark.parametrize("ms", [0.001, 20])
def test_a_time_budget_gives_a_legal_move(ms: float) -> None:
    game, player = Game(2, seed=3), Ismcts(GAME, ms=ms)
    for _ in range(3):
        game.play(player.choose_one(game, seed=1))
    assert player.simulations > 0


def test_it_goes_on_when_there_is_no_room_for_more_nodes() -> None:
    game, player = Game(4, seed=3), Ismcts(GAME, sims=smaller_without_jit(300, 10))
    player._nodes = player._nodes[:9]
    assert player.choose_one(game, seed=1) in game.legal_actions()
    assert 1 < player._works[0].num_nodes <= 9


@pytest.mark.outside
def test_the_bench_tells_the_simulations_a_second() -> None:
    result = CliRunner().invoke(cli.app, ["bench", "search", "--rounds", "1", "--simulations", "20"])
    assert result.exit_code == 0
    assert [word for word in ("random", "greedy", "planner") if word not in result.stdout] == []


# What it does not see


def test_search_cannot_peek() -> None:
    assert peeking.differences(smaller_without_jit(600, 6)) == 0


class Peeker(Ismcts):
    """Searches from the record as it lies, not from its seat's view of it."""

    def choose_each(self, states: NDArray[Any], rules: NDArray[Any], bits: NDArray[np.uint64]) -> NDArray[np.int64]:
        action = super().choose_each(states, rules, bits)
        self._room[search.VIEW] = states[0]
        tree.begin_tree(self._works[0], self._nodes)
        search.run_simulations(self._room, rules, self._works, self._nodes, self._net, self.sims)
        has_choice = states[0].seat == self._works[0].seat and self._works[0].num_nodes > 1
        return np.full(1, tree.most_visited(self._nodes, int(states[0].seat))) if has_choice else action


@pytest.mark.outside  # few simulations do not tell
def test_a_search_that_peeks_is_found() -> None:
    assert peeking.differences(200, Peeker(GAME, sims=24)) > 0


@pytest.mark.parametrize("kind", ALL_KINDS[1:3])
def test_the_order_of_the_own_hand_does_not_matter(kind: dict[str, Any]) -> None:
    player = Ismcts(GAME, sims=smaller_without_jit(50, 3), **kind)
    for seed in range(smaller_without_jit(40, 1)):
        game = Game(4, seed)
        other = game.copy()
        other.states["hand"][0, game.seat, :2] = other.states["hand"][0, game.seat, 1::-1]
        assert player.choose_one(game, seed) == player.choose_one(other, seed)


# Where the right move is known


def last_auction() -> Table:
    """Seat 0 puts up the last monkey: a brown 5 makes it leader of the 1st tribe, and nobody else has a coin."""
    table = Table(num_players=2, final_launch_clears_scorn=False).rounds_left(1).bid_turn(0, turn=1)
    nothing = dict.fromkeys(("brown", "black", "green", "blue", "red", "purple"), 0)
    table.coins(0, **{**nothing, "purple": 2}).coins(1, **nothing).track(brown=15, purple=10, red=5, blue=3)
    return table.monkey_pool("purple 3", "brown 5").scored(0, "brown 3").scored(1, "brown 5", "red 3")


@pytest.mark.outside  # thousands of simulations
@pytest.mark.parametrize("kind", ALL_KINDS)
def test_it_takes_the_winning_move(kind: dict[str, Any]) -> None:
    player, table = Ismcts(GAME, sims=400, **kind), last_auction()
    chosen = []
    while table.now.phase != "over":
        action = int(player.choose_each(table.states, table.rules, np.ones(1, np.uint64))[0])
        chosen.append(table.words.action_text(action))
        table.play(chosen[-1])
    assert chosen[0] == "put up brown 5"
    assert "pass" not in chosen[1]
    assert table.state.place[0] == 1
    assert last_auction().discard("purple 3").state.place[0] == 2


CONTESTED = 8  # VP: behind a larger lead, 20 or 22 VP are nearly the same to a search
Value = tuple[int, int]  # VP that seat 0 is ahead, and then its win by the tie-breaks


class TooLarge(Exception):
    """An ending with too many lines to try them all; it is left out."""


class Ending:
    """All lines from a position of two players, as in `perft`."""

    def __init__(self, rules: NDArray[Any], most_lines: int) -> None:
        self.rules, self.lines, self.most_lines = rules, 0, most_lines

    def values(self, states: NDArray[Any]) -> dict[int, Value]:
        """What each legal action leads to if both play their best."""
        masks = np.zeros(1, MASK_DTYPE)
        write_mask(states, 0, self.rules, masks)
        found = {}
        for action in map(int, np.flatnonzero(masks["ids"][0])):
            after = states.copy()
            step(after, 0, self.rules, action)
            found[action] = self.value(after)
        return found

    def value(self, states: NDArray[Any]) -> Value:
        if states[0].phase == Phase.OVER:
            self.lines += 1
            if self.lines > self.most_lines:
                raise TooLarge
            vp = [int(states[0].vp[seat]) for seat in range(2)]
            return vp[0] - vp[1], int(states[0].place[1]) - int(states[0].place[0])
        return self.best(states, self.values(states))

    def best(self, states: NDArray[Any], values: dict[int, Value]) -> Value:
        return max(values.values()) if states[0].seat == 0 else min(values.values())


def endings(deck: str, most_lines: int) -> Iterator[tuple[peeking.Position, set[int]]]:
    """Positions of the last bid turn in which nothing hidden matters, with their best actions if some are not."""
    number = 0
    while True:
        number += 1
        game, chance = Game(2, number, deck=deck), np.random.default_rng(number)
        while not game.over:
            last = game.states[0].round_number + 1 == game.rules[0].rounds and game.states[0].phase == Phase.BID
            if last and game.states[0].turn == 1:
                at = peeking.Position(game.states.copy(), game.rules, number)
                best = best_moves(at, most_lines)
                if best:
                    yield at, best
            game.play(int(chance.choice(game.legal_actions())))


def best_moves(at: peeking.Position, most_lines: int) -> set[int]:
    """The exact best actions; none if all are equally good, the hidden matters, all is lost, or lines are too many."""
    ending, found = Ending(at.rules, most_lines), []
    try:
        for seed in range(4):
            states = at._replace(number=seed).redealt()
            found.append(ending.values(states))
    except TooLarge:
        return set()
    if any(values != found[0] for values in found) or len(set(found[0].values())) == 1:
        return set()
    best = ending.best(at.states, found[0])
    if abs(best[0]) > CONTESTED:
        return set()
    return {action for action, value in found[0].items() if value == best}


@pytest.mark.outside  # thousands of simulations
@pytest.mark.parametrize("deck", ["mini", "standard"])
@pytest.mark.parametrize("kind", ALL_KINDS[:2])
def test_in_an_ending_without_secrets_it_finds_the_exact_best_move(deck: str, kind: dict[str, Any]) -> None:
    player, count = Ismcts(GAME, sims=4_000, **kind), 40
    found = endings(deck, most_lines=2_000)
    missed = [at for at, best in (next(found) for _ in range(count)) if peeking.move(player, at, at.states) not in best]
    assert missed == []
