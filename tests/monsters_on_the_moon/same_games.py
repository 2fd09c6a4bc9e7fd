"""Games that are the same but for a symmetry: a display that was moved, and two games played side by side."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Records
from mom_env.monsters_on_the_moon import Game
from mom_env.monsters_on_the_moon.squares import at
from mom_env.monsters_on_the_moon.state import NUM_SQUARES, WRAP

PLACED = ("shows", "lies", "mark", "area")
Change = Callable[[Records], Records]  # of a record to the one that is the same but for a symmetry
Ids = Callable[[Game], NDArray[np.int64]]  # the id of each action after it, in a position


def moved(game: Game, x: int, y: int) -> Game:
    """The same position with the display elsewhere in the frame."""
    states = game.states.copy()
    state: Any = states[0]
    order = np.array([at(square % WRAP - x, square // WRAP - y) for square in range(NUM_SQUARES)])
    for name in PLACED:
        state[name][:] = game.states[0][name][order]
    state.left, state.top = (int(state.left) + x) % WRAP, (int(state.top) + y) % WRAP
    for name in ("laid_place", "wall_edge", "fixed", "ship_at"):
        squares = state[name].copy()
        there = squares >= 0
        if name == "wall_edge":
            there[int(state.num_walls) :] = False
        squares[there] = [at(square % WRAP + x, square // WRAP + y) for square in squares[there].tolist()]
        state[name][:] = squares
    for line in range(WRAP):
        row = [int(state.shows[at(k, line)]) != 0 for k in range(WRAP)]
        column = [int(state.shows[at(line, k)]) != 0 for k in range(WRAP)]
        state.across[line] = sum(1 << k for k, is_shown in enumerate(row) if is_shown)
        state.down[line] = sum(1 << k for k, is_shown in enumerate(column) if is_shown)
    return Game.from_record(game.ruleset, states)


def difference(one: Records, other: Records) -> list[str]:
    """The fields in which two records differ. In which order squares became fixed is all the same."""
    names: tuple[str, ...] = one.dtype.names or ()
    pairs = {name: (np.sort(one[name]), np.sort(other[name])) for name in ("fixed",)}
    return [name for name in names if not np.array_equal(*pairs.get(name, (one[name], other[name])))]


def settled(game: Game) -> Game:
    """The position, from the first card on with the display across the border of the frame."""
    return moved(game, 14, 16) if game.states[0].num_laid else game


def side_by_side(game: Game, change: Change, ids: Ids, seed: int) -> Iterator[tuple[Game, Game]]:
    """A game of random choices from here on, and the same one but for a symmetry: each position of both, to the end.

    The second one is made from the record of the first one at the start, and again when the start layout lies: card
    files have it in one way. From then on both play for themselves, and have to stay the same.
    """
    rng, game = np.random.default_rng(seed), settled(game)
    twin = Game.from_record(game.ruleset, change(game.states))
    yield game, twin
    while not game.over:
        is_laid, action = game.states[0].num_laid > 0, int(rng.choice(game.legal_actions()))
        twin.play(int(ids(game)[action]))
        game.play(action)
        if not is_laid:
            game = settled(game)
            twin = Game.from_record(game.ruleset, change(game.states))
        assert difference(change(game.states), twin.states) == []
        yield game, twin
    assert twin.over
    assert twin.result() == game.result()
