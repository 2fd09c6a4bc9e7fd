"""The tree of a search: which child a simulation goes to, and how it adds its payoffs.

Where seats choose one after the other, each node is a position, and its children are the actions of its seat.

Where all choose at once, nobody sees what the others choose in the same tick, so no seat may choose by it in the tree.
Each seat that is asked in a tick has one node there, whatever the others choose: its *row*, whose children are its
actions. A row is a child of its tick. Once all have chosen, all these choices together lead to the next tick: the first
choice is a node already, each further one is a child of what was chosen before, and the last of these is the next tick.
"""

import math
from typing import TYPE_CHECKING

from mom_env.contract.records import NOBODY, RulesRecord, StateRecord
from mom_env.contract.records import Records as Nodes
from mom_env.contract.views import Net
from mom_env.contract.workspace import MAX_PATH, ROOT, Node, Workspace
from mom_env.kernel.jit import kernel, part
from mom_env.loops import game_of, info_of, search_in, sibling

if TYPE_CHECKING:
    from mom_env.loops import net as agent
else:
    agent = sibling(__name__, "net")

game, search = game_of(__name__), search_in(__name__)
TEMPERATURE = search.TEMPERATURE

AT_ONCE = info_of(__name__).kind == "simultaneous"  # a constant for the compiler, so other games lose no time
FIRST_TICK = 1  # index of the node of the searched tick; the searcher's row there is the root
FIRST_ROW = -1  # `action` of the row of seat 0; that of seat 1 is -2, and so on
STEP = 2 if AT_ONCE else 1  # most nodes that a choice adds to the path: its own, and the row of the next seat

NO_CHILD = 0
NOT_SHOWN, SHOWN = 0, 1  # whether a position was shown to the agent's network
EVEN = 0.3  # share of the prior that is spread evenly, so that every move gets tried
UNVISITED = 0.02  # an unvisited node counts as this much below its parent's mean
# Where a game lists only some moves first, the choice is widened after 8 visits, and again whenever the visits have
# grown 4-fold.
FIRST_WIDENING, WIDER = 8, 4
MOST_WEIGHT = 20.0  # largest exponent of a weight, which is a power of e


@part
def begin_tree(work: Workspace, nodes: Nodes) -> None:
    """Begin a tree of a root alone in `nodes`. It counts as visited, so that the first simulation already chooses.

    Where all choose at once, there is also a node for the first tick. The counts of nodes and of simulations in `work`
    are set to begin with.
    """
    make_node(nodes, ROOT, 0, 1.0)
    nodes[ROOT].visits = 1
    work.num_nodes = 1
    if AT_ONCE:
        make_node(nodes, FIRST_TICK, 0, 1.0)
        work.num_nodes = FIRST_TICK + 1
    work.simulations = work.num_candidates = 0


@part
def make_node(nodes: Nodes, index: int, action: int, weight: float) -> None:
    """Write node number `index` of `nodes`: not visited yet, without children or siblings.

    `action` is the action that leads to it, and `weight` its prior weight relative to its siblings.
    """
    node = nodes[index]
    node.action, node.weight = action, weight
    node.first = node.next = NO_CHILD
    node.visits = node.available = 0
    node.total[:] = 0


@part
def descend(state: StateRecord, rules: RulesRecord, work: Workspace, nodes: Nodes, net: Net) -> None:
    """Play in `state` from the root down the tree, and write the path, the indices of its nodes, into `work`.

    The path ends at a node that was never visited, at the end of the game, after MAX_PATH nodes, or where a new child
    finds no space. Where all choose at once, a node that was never visited ends it only at the beginning of a tick.
    """
    index = ROOT
    work.length = 0
    lengthen(work, ROOT)
    work.tick, work.chosen = FIRST_TICK, NO_CHILD
    while state.seat != NOBODY and is_inside(work, nodes, index) and work.length + STEP <= MAX_PATH:
        index = choose_child(state, rules, work, nodes, net, index)
        if index == NO_CHILD:
            return
        lengthen(work, index)
        if AT_ONCE:
            index = play_hidden(state, rules, work, nodes, index)
            if index == NO_CHILD:
                return
            lengthen(work, index)
        else:
            game.take_action(state, rules, int(nodes[index].action))


@part
def lengthen(work: Workspace, index: int) -> None:
    """Add the node `index` to the path in `work`."""
    work.path[work.length] = index
    work.length += 1


@part
def is_inside(work: Workspace, nodes: Nodes, index: int) -> bool:
    """Return whether the node `index` was visited before, or is a row of a tick in which another seat chose already.

    There a simulation stays in the tree.
    """
    return bool(nodes[index].visits > 0 or (AT_ONCE and work.chosen != NO_CHILD))


@part
def play_hidden(state: StateRecord, rules: RulesRecord, work: Workspace, nodes: Nodes, choice: int) -> int:
    """Play the action of the node `choice` in `state`, where all choose at once, and return the row of the next seat.

    Return NO_CHILD (0) at the end of the game, or if there is no space. The choice is added to those of this tick in
    `work`, and the last choice of a tick begins the next one.
    """
    is_last = game.seats_to_move(state, rules) == 1 << int(state.seat)
    game.take_action(state, rules, int(nodes[choice].action))
    work.chosen = choice if work.chosen == NO_CHILD else child_with(work, nodes, int(work.chosen), choice)
    if work.chosen == NO_CHILD or state.seat == NOBODY:
        return NO_CHILD
    if is_last:
        work.tick, work.chosen = work.chosen, NO_CHILD
    return child_with(work, nodes, int(work.tick), FIRST_ROW - int(state.seat))


@part
def child_with(work: Workspace, nodes: Nodes, parent: int, action: int) -> int:
    """Return the index of the child of `parent` that has `action`; it is added if it is missing.

    Where all choose at once, `action` is the index of a node that was chosen, or FIRST_ROW minus the seat of a row.
    Return NO_CHILD (0) if there is no space.
    """
    child = int(nodes[parent].first)
    while child != NO_CHILD and nodes[child].action != action:
        child = int(nodes[child].next)
    if child != NO_CHILD or work.num_nodes == len(nodes):
        return child
    return add_child(work, nodes, parent, action, 1.0)


@part
def add_child(work: Workspace, nodes: Nodes, parent: int, action: int, weight: float) -> int:
    """Add a child to the node `parent`, with `action` and the prior weight `weight`, and return its index.

    There must be space for it.
    """
    index = int(work.num_nodes)
    make_node(nodes, index, action, weight)
    nodes[index].next = nodes[parent].first
    nodes[parent].first = index
    work.num_nodes += 1
    return index


@part
def choose_child(state: StateRecord, rules: RulesRecord, work: Workspace, nodes: Nodes, net: Net, parent: int) -> int:
    """Return the index in `nodes` of the most promising child of the node `parent` that can be played in `state`.

    Missing children are added first. Return NO_CHILD (0) if there is no space for them. At a root with candidates it is
    the candidate that was tried least.
    """
    if parent == ROOT and work.num_candidates > 0:
        return least_visited(work, nodes)
    count = search.list_moves(state, rules, widening(int(nodes[parent].visits)), work.look, work.moves)
    show_children(work, nodes, parent)
    fits = add_missing(state, rules, work, nodes, net, parent, count, NOT_SHOWN)
    best = best_child(work, nodes, parent, count, int(state.seat)) if fits else NO_CHILD
    hide_children(work, nodes, parent)
    return best


@part
def least_visited(work: Workspace, nodes: Nodes) -> int:
    """Return the index of the candidate of the root with the fewest visits; of equal ones the first."""
    best = int(work.candidates[0])
    for i in range(1, work.num_candidates):
        if nodes[work.candidates[i]].visits < nodes[best].visits:
            best = int(work.candidates[i])
    return best


@part
def widening(visits: int) -> int:
    """Return how often the choice at a node has been widened after `visits` visits: 0 below FIRST_WIDENING (8) visits.

    With 8 visits it is 1, and then one more each time the visits have grown 4-fold.
    """
    width = 0
    visits //= FIRST_WIDENING
    while visits > 0:
        width += 1
        visits //= WIDER
    return width


@part
def show_children(work: Workspace, nodes: Nodes, parent: int) -> None:
    """Write the index of each child of the node `parent` into `work.child`, by its action."""
    child = int(nodes[parent].first)
    while child != NO_CHILD:
        work.child[nodes[child].action] = child
        child = int(nodes[child].next)


@part
def hide_children(work: Workspace, nodes: Nodes, parent: int) -> None:
    """Set the entries of `work.child` for the children of the node `parent` to 0 again."""
    child = int(nodes[parent].first)
    while child != NO_CHILD:
        work.child[nodes[child].action] = NO_CHILD
        child = int(nodes[child].next)


@part
def add_missing(
    state: StateRecord,
    rules: RulesRecord,
    work: Workspace,
    nodes: Nodes,
    net: Net,
    parent: int,
    count: int,
    shown: int,
) -> bool:
    """Add a child to the node `parent` for each of the first `count` actions in `work.moves` that has none.

    Return False if there is no space for one of them, else True.

    Args:
        state: the position of the node.
        rules: of the game.
        work: the memory of the search.
        nodes: the nodes of the tree.
        net: the network of an agent, which is used if `work.prior` says so.
        parent: the index of the node.
        count: the number of actions.
        shown: SHOWN (1) if the position was shown to the network already, else NOT_SHOWN (0).
    """
    looked = False
    for i in range(count):
        action = int(work.moves[i])
        if work.child[action] != NO_CHILD:
            continue
        if work.num_nodes == len(nodes):
            return False
        if not looked:
            looked = True
            prepare(state, rules, work, net, count, shown)
        weight = work.priors[i] if work.prior else weight_of(state, rules, work, action)
        work.child[action] = add_child(work, nodes, parent, action, weight)
    return True


@part
def prepare(state: StateRecord, rules: RulesRecord, work: Workspace, net: Net, count: int, shown: int) -> None:
    """Prepare the prior weights of the first `count` actions in `work.moves`: by the agent, or by the game's estimates.

    `work.prior` says by which. `shown` is SHOWN (1) if the position was shown to the agent's network already.
    """
    if work.prior:
        if shown == NOT_SHOWN:
            agent.consult(state, rules, net)
        agent.ask_guide(state, rules, work, net, count)
        agent.write_priors(net, work.moves, count, work.priors)
    else:
        search.begin_look(state, rules, work.playout, work.look)


@part
def expand(state: StateRecord, rules: RulesRecord, work: Workspace, nodes: Nodes, net: Net, index: int) -> None:
    """Add the children of the new node `index`, whose position `state` was shown to the network, as far as they fit."""
    count = search.list_moves(state, rules, 0, work.look, work.moves)
    add_missing(state, rules, work, nodes, net, index, count, SHOWN)
    hide_children(work, nodes, index)


@part
def weight_of(state: StateRecord, rules: RulesRecord, work: Workspace, action: int) -> float:
    """Return the prior weight of `action` in `state`: e to the power of its worth / TEMPERATURE, within bounds.

    The worth is the game's first estimate, for which `work.look` must be prepared.
    """
    worth = search.worth_of(state, rules, work.playout, work.look, action)
    return math.exp(min(max(worth / TEMPERATURE, -MOST_WEIGHT), MOST_WEIGHT))


@part
def best_child(work: Workspace, nodes: Nodes, parent: int, count: int, seat: int) -> int:
    """Return the index of the child of `parent` that promises most to `seat`.

    Its score is the mean payoff plus a bonus for likely and rarely tried moves. Only the first `count` actions in
    `work.moves` compete, and each of them is counted as available once more.
    """
    weights = 0.0
    for i in range(count):
        weights += nodes[work.child[work.moves[i]]].weight
    unvisited = nodes[parent].total[seat] / max(nodes[parent].visits, 1) - UNVISITED
    best, most = NO_CHILD, -1.0e9
    for i in range(count):
        index = int(work.child[work.moves[i]])
        node = nodes[index]
        node.available += 1
        prior = EVEN / count + (1 - EVEN) * node.weight / weights
        mean = node.total[seat] / node.visits if node.visits > 0 else unvisited
        score = mean + work.exploration * prior * math.sqrt(node.available) / (1 + node.visits)
        if score > most:
            best, most = index, score
    return best


@part
def back_up(rules: RulesRecord, work: Workspace, nodes: Nodes) -> None:
    """Add a visit, and the payoffs of all seats in `work.payoff`, to every node of the path in `work`."""
    for i in range(work.length):
        node = nodes[work.path[i]]
        node.visits += 1
        for seat in range(rules.num_players):
            node.total[seat] += work.payoff[seat]


@kernel
def most_visited(nodes: Nodes, seat: int) -> int:
    """Return the action with the most visits at the root; there must be one.

    Of equal ones, return that with more payoff for `seat`, or else that with the lower id.
    """
    best = int(nodes[ROOT].first)
    child = int(nodes[best].next)
    while child != NO_CHILD:
        if is_preferred(nodes[child], nodes[best], seat):
            best = child
        child = int(nodes[child].next)
    return int(nodes[best].action)


@part
def is_preferred(node: Node, other: Node, seat: int) -> bool:
    """Return whether `node` comes before `other`: by more visits, then more payoff for `seat`, then the lower id."""
    if node.visits != other.visits:
        return bool(node.visits > other.visits)
    if node.total[seat] != other.total[seat]:
        return bool(node.total[seat] > other.total[seat])
    return bool(node.action < other.action)
