"""One search, or one for each of many games. A search starts from nothing but the searcher's own view."""

from typing import TYPE_CHECKING

import numpy as np

from mom_env.contract.records import NOBODY, Bits, Indices, Records, RulesRecord, StateRecord
from mom_env.contract.search import EVERYTHING
from mom_env.contract.views import Net
from mom_env.contract.workspace import Workspace
from mom_env.kernel.jit import kernel, part
from mom_env.kernel.masks import NO_ACTION
from mom_env.kernel.rng import bits_at, next_below
from mom_env.loops import game_of, search_in, sibling

if TYPE_CHECKING:
    from mom_env.loops import net as agent
    from mom_env.loops import tree
else:
    agent, tree = sibling(__name__, "net"), sibling(__name__, "tree")

game, search = game_of(__name__), search_in(__name__)

VIEW, SIMULATION = 0, 1  # the two records of `room`
RANDOM = 0  # the style of random playouts


@kernel
def only_move(states: Records, i: int, rules: Records, works: Records) -> int:
    """Return the only legal action of the seat to move in game `i`, or NO_ACTION (-1) if there are several.

    The seat knows its own hand, so nothing leaks. `works` is the memory of a search, used as scratch space. It is an
    array, as Python cannot pass a record with a mask, whose fields overlap, to a kernel.
    """
    state, work = states[i], works[0]
    action = game.forced_action(state, rules[0])
    if action != NO_ACTION:
        return int(action)
    count = search.list_moves(state, rules[0], EVERYTHING, work.look, work.moves)
    return int(work.moves[0]) if count == 1 else NO_ACTION


@kernel
def begin_search(
    room: Records, states: Records, i: int, works: Records, nodes: Records, rules: Records, seed: np.uint64
) -> None:
    """Begin a search for the seat to move in game `i`, with an empty tree in `nodes`.

    Args:
        room: two records; the first gets the position as that seat knows it.
        states: the records of the games, by game.
        i: the index of the game.
        works: the memory of the search, as an array of one record.
        nodes: the nodes of the tree.
        rules: the rules of all games, as an array of one record.
        seed: decides everything random in the search.
    """
    work = works[0]
    room[VIEW] = states[i]
    work.seat = room[VIEW].seat
    work.seed = seed
    game.conceal(room[VIEW], rules[0], work.seat, work.unseen)
    tree.begin_tree(work, nodes)


@kernel
def run_simulations(room: Records, rules: Records, works: Records, nodes: Records, net: Net, count: int) -> None:
    """Run `count` more simulations of the search that `begin_search` has begun in `room`, `works` and `nodes`.

    Their results are added to the tree in `nodes`. `rules` is an array of one record. `net` is the network of the agent
    that the search asks, if it asks one.
    """
    work = works[0]
    for _ in range(count):
        room[SIMULATION] = room[VIEW]
        simulate(room[SIMULATION], rules[0], work, nodes, net)
        work.simulations += 1


@part
def simulate(state: StateRecord, rules: RulesRecord, work: Workspace, nodes: Records, net: Net) -> None:
    """Run one simulation: deal what the searching seat cannot know, descend the tree, play out, and add the payoffs.

    `state` is a copy of the searched position, which is played on. `work` and `nodes`, the memory and the tree of the
    search, are updated.
    """
    game.redeal(state, rules, work.seat, bits_at(work.seed, work.simulations), work.unseen)
    tree.descend(state, rules, work, nodes, net)
    if not (work.leaf and work.depth == 0):
        play_out(state, rules, work)
    if work.leaf and state.seat != NOBODY:
        ask_agent(state, rules, work, nodes, net)
    else:
        search.write_payoff(state, rules, work.look, work.payoff)
    tree.back_up(rules, work, nodes)


@part
def ask_agent(state: StateRecord, rules: RulesRecord, work: Workspace, nodes: Records, net: Net) -> None:
    """Write into `work.payoff` what the agent finds the position worth to each seat.

    If it is the position of a new node, its children are added at once, as the network has been shown it anyway.
    """
    agent.consult(state, rules, net)
    agent.write_shares(net, int(state.seat), rules.num_players, work.payoff)
    last = int(work.path[work.length - 1])
    if work.prior and work.depth == 0 and nodes[last].visits == 0:
        tree.expand(state, rules, work, nodes, net, last)


@kernel
def search_many(
    room: Records,
    states: Records,
    rules: Records,
    bits: Bits,
    count: int,
    works: Records,
    nodes: Records,
    net: Net,
    actions: Indices,
) -> None:
    """Write into `actions`, by game, what a search of `count` simulations chooses for the seat to move.

    An only legal action is written without a search. Nothing is played.

    Args:
        room: scratch space of two records.
        states: the records of the games.
        rules: the rules of all games, as an array of one record.
        bits: the seed of the search of each game.
        count: the number of simulations of each search.
        works: the memory of a search, as an array of one record.
        nodes: the nodes of a tree, used for one game after the other.
        net: the network of the agent that the search asks, if it asks one.
        actions: gets an action for each game.
    """
    for i in range(len(states)):
        actions[i] = only_move(states, i, rules, works)
        if actions[i] == NO_ACTION:
            begin_search(room, states, i, works, nodes, rules, bits[i])
            run_simulations(room, rules, works, nodes, net, count)
            actions[i] = tree.most_visited(nodes, int(works[0].seat))


@part
def play_out(state: StateRecord, rules: RulesRecord, work: Workspace) -> None:
    """Play `state` to the end, or until the next turn begins after `work.depth` whole turns.

    `work` is the memory of the search, and says in which style actions are chosen.
    """
    turns = int(work.depth)
    while state.seat != NOBODY:
        if search.begins_turn(state):
            if turns == 0:
                return
            turns -= 1
        game.take_action(state, rules, next_move(state, rules, work))


@part
def next_move(state: StateRecord, rules: RulesRecord, work: Workspace) -> int:
    """Return the next action of a playout: the game's choice for the style in `work`, or a random legal one.

    The style is `work.playout`. Random actions are drawn from the stream of `state`, which advances.
    """
    if work.playout != RANDOM:
        return search.next_move(state, rules, work.playout, work.look, work.moves)
    count = search.list_moves(state, rules, EVERYTHING, work.look, work.moves)
    return int(work.moves[next_below(state, count)])
