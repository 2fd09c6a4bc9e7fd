"""A search where all choose at once: in its tree, too, no seat knows what another chooses in the same tick."""

from typing import Any

import numpy as np
import pytest

from mom_env.base.game import Game
from mom_env.contract.workspace import ROOT
from mom_env.games import load
from mom_env.kernel.jit import is_compiled
from mom_env.loops import loop_of
from mom_env.players.search import Ismcts
from tests.support.sizes import smaller_without_jit

BERRIES = load("berries")
people: Any = BERRIES.people
search: Any = loop_of(BERRIES.package, "search")
tree: Any = loop_of(BERRIES.package, "tree")
plain = pytest.mark.skipif(is_compiled(), reason="functions of kernels can be replaced in plain Python only")

WAIT, LEFT, RIGHT = 0, 1, 2  # the actions at two bushes
SAFE = 0.3  # payoff of waiting


def table(num_players: int, ticks: int, bushes: int) -> Game[Any]:
    """A first tick with a berry on each of some bushes, where nothing grows."""
    deck = people.Deck(name="bare", player_counts=[2, 3], first=1, growths=[0], goal=1)
    game: Game[Any] = people.Game(num_players, 1, deck=deck, options={"ticks": ticks})
    game.states["bushes"][0, bushes:] = 0
    assert game.legal_actions() == [WAIT, *range(LEFT, LEFT + bushes)]
    return game


def write_pennies(state: Any, _: Any, __: Any, payoff: Any) -> None:
    """Seat 0 gets SAFE if it waits, else everything if it is alone at its bush, else nothing; seat 1 gets the rest."""
    have_met = state.bushes.sum() == 1 and not state.picked.any()
    payoff[0] = 1.0 if state.picked[0].any() else 0.0 if have_met else SAFE
    payoff[1] = 1 - payoff[0]


@plain
def test_it_does_not_fear_an_answer_to_what_nobody_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that is followed to its bush had better wait, but nobody who cannot see it can follow it each time."""
    monkeypatch.setattr(search.search, "write_payoff", write_pennies)
    player = Ismcts("berries", sims=400)
    assert player.choose_one(table(2, ticks=1, bushes=2), seed=1) in (LEFT, RIGHT)
    values = {move.action: move.value for move in player.searched_moves()}
    assert values[WAIT] == pytest.approx(SAFE)
    assert max(values[LEFT], values[RIGHT]) > SAFE


@plain
def test_it_learns_how_a_seat_chooses_whatever_another_chose_in_the_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, best_child = [], tree.best_child

    def spy(work: Any, nodes: Any, parent: int, count: int, seat: int) -> Any:
        """Note how often each of the actions that seat 1 chooses from was tried before."""
        if seat == 1:
            seen.append(sum(int(nodes[work.child[action]].visits) for action in work.moves[:count]))
        return best_child(work, nodes, parent, count, seat)

    monkeypatch.setattr(tree, "best_child", spy)
    Ismcts("berries", sims=50).choose_one(table(2, ticks=1, bushes=2), 1)
    assert seen == list(range(50))


def children(nodes: Any, parent: int) -> dict[int, int]:
    """The children of a node: index by action, or by what stands for it."""
    found, child = {}, int(nodes[parent].first)
    while child != tree.NO_CHILD:
        found[int(nodes[child].action)] = child
        child = int(nodes[child].next)
    return found


def test_a_tick_has_a_row_for_each_seat_and_the_next_one_follows_from_all_choices() -> None:
    sims = smaller_without_jit(300, 60)
    player = Ismcts("berries", sims=sims)
    player.choose_one(table(3, ticks=3, bushes=5), 1)
    nodes = player._nodes
    rows = [ROOT, *(children(nodes, tree.FIRST_TICK)[tree.FIRST_ROW - seat] for seat in (1, 2))]
    choices = [list(children(nodes, row).values()) for row in rows]
    assert [sum(int(nodes[choice].visits) for choice in of_a_seat) for of_a_seat in choices] == [sims] * 3
    ticks: list[int] = []
    for choice in choices[0]:
        for second, both in children(nodes, choice).items():
            assert second in choices[1]
            assert set(children(nodes, both)) <= set(choices[2])
            ticks += children(nodes, both).values()
    assert len(ticks) > 20
    next_rows = [children(nodes, tick)[tree.FIRST_ROW] for tick in ticks]
    assert nodes["visits"][next_rows].sum() == sims


@pytest.mark.parametrize("room", [2, 3, 5, 8, 9, 12, 13, 20, 21, 22, 40, 80])
def test_it_goes_on_when_there_is_no_room_for_more_nodes(room: int) -> None:
    player, game = Ismcts("berries", sims=30), table(3, ticks=3, bushes=5)
    player._nodes = np.zeros(room, player._nodes.dtype)
    assert player.choose_one(game, 1) in game.legal_actions()
    assert player.simulations == 30
    assert int(player._works[0].num_nodes) == room
    assert not player._works[0].child.any()
