"""One search, or one for each of many games. A search starts from nothing but the searcher's own view."""

from typing import TYPE_CHECKING

import numpy as np

from mom_env.contract.records import NOBODY, Bits, Indices, Records, RulesRecord, StateRecord
from mom_env.contract.search import EVERYTHING
from mom_env.contract.workspace import Workspace
from mom_env.kernel.jit import kernel, part
from mom_env.kernel.masks import NO_ACTION
from mom_env.kernel.rng import bits_at, next_below
from mom_env.loops import game_of, search_in, sibling

if TYPE_CHECKING:
    from mom_env.loops import tree
else:
    tree = sibling(__name__, "tree")

game, search = game_of(__name__), search_in(__name__)

VIEW, SIMULATION = 0, 1  # the two records of `room`
RANDOM = 0  # the style of random playouts


@kernel
def only_move(state: StateRecord, rules: RulesRecord, work: Workspace) -> int:
    """Return the only option of the seat to move, else NO_ACTION. The seat knows its own hand, so nothing leaks."""
    action = game.forced_action(state, rules)
    if action != NO_ACTION:
        return action
    return int(work.moves[0]) if search.list_moves(state, rules, EVERYTHING, work.look, work.moves) == 1 else NO_ACTION


@kernel
def begin_search(
    room: Records, states: Records, i: int, works: Records, nodes: Records, rules: Records, seed: np.uint64
) -> None:
    """Write the position of game `i` as its seat to move knows it into `room`, and begin an empty tree.

    The first record of `works` is the memory of the search; `seed` is its chance.
    """
    work = works[0]
    room[VIEW] = states[i]
    work.seat = room[VIEW].seat
    work.seed = seed
    game.conceal(room[VIEW], rules[0], work.seat, work.unseen)
    tree.begin_tree(work, nodes)


@kernel
def run_simulations(room: Records, rules: Records, works: Records, nodes: Records, count: int) -> None:
    """Run `count` more simulations of the search in `room`, `works` and `nodes`."""
    work = works[0]
    for _ in range(count):
        room[SIMULATION] = room[VIEW]
        simulate(room[SIMULATION], rules[0], work, nodes)
        work.simulations += 1


@part
def simulate(state: StateRecord, rules: RulesRecord, work: Workspace, nodes: Records) -> None:
    """Deal what the seat cannot know, descend the tree, play out, and add the payoffs to the path."""
    game.redeal(state, rules, work.seat, bits_at(work.seed, work.simulations), work.unseen)
    tree.descend(state, rules, work, nodes)
    play_out(state, rules, work)
    search.write_payoff(state, rules, work.look, work.payoff)
    tree.back_up(rules, work, nodes)


@kernel
def search_many(
    room: Records,
    states: Records,
    rules: Records,
    bits: Bits,
    count: int,
    works: Records,
    nodes: Records,
    actions: Indices,
) -> None:
    """Write an action for each game after `count` simulations each; `bits[i]` is the seed of the search of game `i`.

    An only move is written without a search.
    """
    for i in range(len(states)):
        actions[i] = only_move(states[i], rules[0], works[0])
        if actions[i] == NO_ACTION:
            begin_search(room, states, i, works, nodes, rules, bits[i])
            run_simulations(room, rules, works, nodes, count)
            actions[i] = tree.most_visited(nodes, int(works[0].seat))


@part
def play_out(state: StateRecord, rules: RulesRecord, work: Workspace) -> None:
    """Play to the end, or until the next turn begins after `work.depth` whole turns."""
    turns = int(work.depth)
    while state.seat != NOBODY:
        if search.begins_turn(state):
            if turns == 0:
                return
            turns -= 1
        game.take_action(state, rules, next_move(state, rules, work))


@part
def next_move(state: StateRecord, rules: RulesRecord, work: Workspace) -> int:
    """Return the next move of a playout: the game's choice for its style, or a random one by the state's stream."""
    if work.playout != RANDOM:
        return search.next_move(state, rules, work.playout, work.look, work.moves)
    count = search.list_moves(state, rules, EVERYTHING, work.look, work.moves)
    return int(work.moves[next_below(state, count)])
