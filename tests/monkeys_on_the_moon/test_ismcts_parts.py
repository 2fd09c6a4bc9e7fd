"""The parts of the search, one by one: which moves it lists, where it goes in the tree, how it plays out.

In plain Python alone: each part would be compiled for itself, which takes minutes.
"""

from typing import Any

import numpy as np
import pytest

from mom_env.contract.search import EVERYTHING, TO_THE_END
from mom_env.contract.workspace import ROOT, node_dtype, workspace_dtype
from mom_env.kernel.jit import is_compiled
from mom_env.loops import kernels_of, loop_of, search_of
from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.actions import PASS, bid_action
from mom_env.monkeys_on_the_moon.guide import guide, moves
from mom_env.monkeys_on_the_moon.guide.moves import list_moves
from mom_env.monkeys_on_the_moon.rules.auction import least_points, points_of
from mom_env.monkeys_on_the_moon.state import Decision, Phase
from mom_env.players.search import Ismcts
from tests.support.games import DECISIONS, game_at
from tests.support.kernels import GAME, PACKAGE

pytestmark = pytest.mark.skipif(is_compiled(), reason="each part would be compiled for itself, which takes minutes")
search: Any = loop_of(PACKAGE, "search")
tree: Any = loop_of(PACKAGE, "tree")


@pytest.fixture
def work() -> Any:
    return np.zeros(1, workspace_dtype(kernels_of(PACKAGE), search_of(PACKAGE)))[0]


@pytest.fixture
def nodes() -> Any:
    return np.zeros(200, node_dtype(kernels_of(PACKAGE)))


# Moves


@pytest.mark.parametrize("decision", DECISIONS)
def test_the_moves_are_the_legal_actions_each_once(decision: str, work: Any) -> None:
    game = game_at(decision)
    count = list_moves(game.states[0], game.rules[0], EVERYTHING, work.look, work.moves)
    assert sorted(work.moves[:count].tolist()) == game.legal_actions()


def test_equal_cards_are_one_move(work: Any) -> None:
    cards = np.array([4, 7, 4, 7, -1], np.int8)
    assert moves.list_kinds(cards, 100, work.moves) == 2
    assert work.moves[:2].tolist() == [104, 107]


@pytest.mark.parametrize("above", [0, 2, 5])
def test_bids_are_those_of_up_to_so_many_points_above_the_least(above: int, work: Any) -> None:
    game = game_at("bid")
    state = game.states[0]
    least, count = int(least_points(state)), moves.list_bids(state, game.rules[0], above, work.moves)
    coins: dict[int, Any] = {
        action: next(c for a, c in zip(game.legal_actions(), game.choices(), strict=True) if a == action)
        for action in game.legal_actions()
        if action != PASS
    }
    points = {action: points_of(bid["own"], bid["cw"], bid["ccw"]) for action, bid in coins.items()}
    expected = [action for action, worth in points.items() if least <= worth <= least + above]
    assert sorted(work.moves[:count].tolist()) == sorted([PASS, *expected])
    assert any(worth == least for worth in points.values())


def test_more_bids_come_in_with_more_visits() -> None:
    first = tree.FIRST_WIDENING
    visits = [1, first - 1, first, first * tree.WIDER - 1, first * tree.WIDER, first * tree.WIDER**2]
    widths = [tree.widening(count) for count in visits]
    assert widths == [0, 0, 1, 1, 2, 3]
    game = game_at("bid")
    bids = [listed(game, list_moves, width) for width in widths]
    assert bids == [listed(game, moves.list_bids, moves.STEP * (width + 1)) for width in widths]
    assert len(bids[0]) < len(bids[2]) < len(bids[4])


def listed(game: Game, how: Any, much: int) -> list[int]:
    work, room = (
        np.zeros(1, workspace_dtype(kernels_of(PACKAGE), search_of(PACKAGE)))[0],
        (game.states[0], game.rules[0], much),
    )
    count = how(*room, work.look, work.moves) if how is list_moves else how(*room, work.moves)
    return work.moves[:count].tolist()  # type: ignore[no-any-return]


# The tree


def family(work: Any, nodes: Any, *children: dict[str, Any]) -> list[int]:
    """A root with children: action, visits, total payoffs by seat; 1 in all else."""
    tree.begin_tree(work, nodes)
    for index, child in enumerate(children, start=1):
        tree.make_node(nodes, index, child["action"], child.get("weight", 1.0))
        nodes[index].visits = nodes[index].available = child.get("visits", 1)
        nodes[index].total[: len(child["total"])] = child["total"]
        nodes[index].next, nodes[ROOT].first = nodes[ROOT].first, index
        nodes[ROOT].visits += nodes[index].visits
        nodes[ROOT].total += nodes[index].total
        work.moves[index - 1] = child["action"]
    work.num_nodes, work.exploration = len(children) + 1, 0.6
    return list(range(1, len(children) + 1))


def best(work: Any, nodes: Any, count: int, seat: int) -> int:
    tree.show_children(work, nodes, ROOT)
    found = tree.best_child(work, nodes, ROOT, count, seat)
    tree.hide_children(work, nodes, ROOT)
    assert not work.child.any()
    return int(found)


def test_each_seat_goes_for_its_own_payoff(work: Any, nodes: Any) -> None:
    one, other = family(work, nodes, {"action": 3, "total": [0.9, 0.1]}, {"action": 5, "total": [0.2, 0.8]})
    assert (best(work, nodes, 2, seat=0), best(work, nodes, 2, seat=1)) == (one, other)


def test_what_was_seldom_tried_though_it_could_have_been_is_tried(work: Any, nodes: Any) -> None:
    often, seldom = family(
        work, nodes, {"action": 3, "visits": 50, "total": [25]}, {"action": 5, "visits": 2, "total": [1]}
    )
    nodes[seldom].available = 50
    assert best(work, nodes, 2, seat=0) == seldom
    assert (nodes[often].available, nodes[seldom].available) == (51, 51)
    nodes[often].visits, nodes[often].total[0] = 2, 1
    nodes[seldom].available = 3  # it could seldom have been chosen
    assert best(work, nodes, 2, seat=0) == often


def test_of_two_untried_moves_the_likelier_one_comes_first(work: Any, nodes: Any) -> None:
    unlikely, likely = family(
        work, nodes, {"action": 3, "visits": 0, "total": [0]}, {"action": 5, "visits": 0, "total": [0], "weight": 4.0}
    )
    assert best(work, nodes, 2, seat=0) == likely
    assert nodes[unlikely].available == 1


def test_an_untried_move_is_taken_for_a_little_worse_than_what_was_tried(work: Any, nodes: Any) -> None:
    untried, bad, good = family(
        work,
        nodes,
        {"action": 3, "visits": 0, "total": [0]},
        {"action": 5, "visits": 10, "total": [1]},
        {"action": 7, "visits": 10, "total": [5]},
    )
    work.exploration = 1e-9
    assert best(work, nodes, 3, seat=0) == good
    assert best(work, nodes, 2, seat=0) == untried  # the good one cannot be played here
    nodes["total"][[bad, good]] = 3
    assert best(work, nodes, 2, seat=0) == bad


def test_payoffs_go_to_every_node_of_the_path_and_to_each_seat(work: Any, nodes: Any) -> None:
    game = Game(3, seed=1)
    family(work, nodes, {"action": 3, "total": [0]}, {"action": 5, "total": [0]}, {"action": 7, "total": [0]})
    before = nodes["visits"][:4].tolist()
    work.path[:2], work.length, work.payoff[:3] = [ROOT, 2], 2, [0.5, 0.3, 0.2]
    tree.back_up(game.rules[0], work, nodes)
    assert nodes["visits"][:4].tolist() == [before[0] + 1, before[1], before[2] + 1, before[3]]
    assert nodes["total"][2].tolist() == nodes["total"][ROOT].tolist() == pytest.approx([0.5, 0.3, 0.2, 0])
    assert not nodes["total"][[1, 3]].any()


@pytest.mark.parametrize(
    ("children", "action"),
    [
        ([{"action": 3, "visits": 2, "total": [9, 9]}, {"action": 5, "visits": 3, "total": [1, 1]}], 5),
        ([{"action": 3, "visits": 3, "total": [9, 1]}, {"action": 5, "visits": 3, "total": [1, 2]}], 5),
        ([{"action": 5, "visits": 3, "total": [9, 2]}, {"action": 3, "visits": 3, "total": [1, 2]}], 3),
        ([{"action": 3, "visits": 3, "total": [9, 2]}, {"action": 5, "visits": 3, "total": [1, 2]}], 3),
    ],
    ids=["more visits", "more payoff of the seat", "lower id last", "lower id first"],
)
def test_the_move_is_the_one_tried_most_then_the_better_then_the_lower_id(
    work: Any, nodes: Any, children: list[dict[str, Any]], action: int
) -> None:
    family(work, nodes, *children)
    assert tree.most_visited(nodes, 1) == action


# A search


def searched(player: Ismcts, game: Game, seed: int = 1) -> Any:
    player.choose_one(game, seed)
    return player._nodes[: int(player._works[0].num_nodes)]


def children_of(nodes: Any) -> list[Any]:
    found, child = [], int(nodes[ROOT].first)
    while child:
        found.append(nodes[child])
        child = int(nodes[child].next)
    return found


def test_every_simulation_tries_a_move_of_the_root() -> None:
    game = Game(3, seed=1)
    for sims in (1, 7):
        nodes = searched(Ismcts(GAME, sims=sims, playout="random", depth=0), game)
        tried = children_of(nodes)
        assert sorted(int(child.action) for child in tried) == game.legal_actions()
        assert sum(int(child.visits) for child in tried) == sims == int(nodes[ROOT].visits) - 1
        assert nodes[ROOT].total.sum() == pytest.approx(sims, abs=1e-5)


def test_every_simulation_deals_anew_what_the_seat_cannot_know(monkeypatch: pytest.MonkeyPatch) -> None:
    game, player = Game(3, seed=1), Ismcts(GAME, sims=6, playout="random", depth=0)
    while game.seat == game.states[0].start:
        game.play(game.legal_actions()[0])
    dealt, own = list[bytes](), set[tuple[int, ...]]()

    def noting(state: Any, *_: Any) -> None:
        dealt.append(b"".join(state[name].tobytes() for name in ("hand", "monkey_pile", "ship_pile")))
        own.add(tuple(sorted(state.hand[game.seat].tolist())))

    monkeypatch.setattr(tree, "descend", noting)
    monkeypatch.setattr(tree, "back_up", lambda *_: None)
    for seed in (1, 1, 2):
        begun(player, game, seed)
    assert len(set(dealt[:6])) == 6
    assert dealt[:6] == dealt[6:12]
    assert not set(dealt[12:]) & set(dealt[:6])
    assert own == {tuple(sorted(game.states["hand"][0, game.seat].tolist()))}


def begun(player: Ismcts, game: Game, seed: int) -> None:
    states, rules = game.states, game.rules
    search.begin_search(player._room, states, 0, player._works, player._nodes, rules, np.uint64(seed))
    search.run_simulations(player._room, rules, player._works, player._nodes, player._net, player.sims)


def test_a_move_follows_from_the_seed_and_the_number_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    player, given = Ismcts(GAME, sims=1), list[int]()
    monkeypatch.setattr(player, "choose_each", lambda _, __, bits: given.extend(bits.tolist()))
    game = Game(3, seed=1)
    states = np.repeat(game.states, 9)
    player.choose(states, game.rules, np.array([4, 8]), 1)
    player.choose(states, game.rules, np.array([8]), 1)
    player.choose(states, game.rules, np.array([8]), 2)
    assert given[1] == given[2]
    assert len(set(given)) == 3


def test_forced_decisions_are_no_nodes() -> None:
    game = game_at("ship", skip_forced=False)
    seen = searched(Ismcts(GAME, sims=60, playout="random", depth=0), game)
    parents = [node for node in seen if node.first]
    assert parents
    assert all(seen[int(node.first)].next for node in parents)


@pytest.mark.parametrize(("name", "depth"), [("random", TO_THE_END), ("greedy", 6), ("planner", 1)])
def test_how_far_playouts_go_by_default(name: str, depth: int) -> None:
    assert Ismcts(GAME, playout=name)._works[0].depth == depth
    assert Ismcts(GAME, playout=name, depth=3)._works[0].depth == 3


@pytest.mark.parametrize("turns", [0, 1, 3])
def test_a_playout_ends_at_the_start_of_a_turn_after_so_many(turns: int, work: Any) -> None:
    game = game_at("card", 3)
    work.playout, work.depth = 0, turns
    state, turns_before = game.states[0], turn_number(game.states[0])
    search.play_out(state, game.rules[0], work)
    assert state.decision in (Decision.CARD, Decision.MONKEY)
    assert turn_number(state) - turns_before == turns
    work.depth = TO_THE_END
    search.play_out(state, game.rules[0], work)
    assert state.phase == Phase.OVER


def turn_number(state: Any) -> int:
    return (2 * int(state.round_number) + int(state.phase)) * 3 + int(state.turn)


# At first sight


def test_a_bid_is_worth_the_monkey_less_its_coins_and_the_guide_s_own_more() -> None:
    from mom_env.monkeys_on_the_moon.bots import greedy

    game = game_at("bid")
    state, rules = game.states[0], game.rules[0]
    monkey = greedy.worth_of_monkey(state, rules, int(state.seat), int(state.auction_monkey))
    coin = greedy.worth_of_coin(state, rules)
    one, two = int(bid_action(1, 0, 0)), int(bid_action(1, 0, 1))
    found = [guide.worth_of_bid(state, rules, action, two) for action in (PASS, one, two)]
    assert found == pytest.approx([0, monkey - coin, monkey - 2 * coin + guide.PICKED])
    assert guide.worth_of_bid(state, rules, PASS, PASS) == guide.PICKED


def test_the_root_is_the_view_of_the_seat_and_nothing_else() -> None:
    """Records that look alike to the seat to move make the same search, however its own cards lie."""
    game, player, views = Game(3, seed=1), Ismcts(GAME, sims=1), set[bytes]()
    assert game.seat is not None
    for seed in (1, 2):
        other = game.resample_hidden(game.seat, seed)
        for _ in range(2):
            hand = other.states["hand"][0, game.seat]
            hand[:2] = hand[1::-1].copy()
            begun(player, other, 5)
            views.add(player._room[search.VIEW].tobytes())
    assert len(views) == 1
