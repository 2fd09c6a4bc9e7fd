"""Sequential halving: the moves at the root get equal numbers of simulations, and the worse half drops out each time.

Compared with choosing by the most visits, few simulations are enough: they are not spent on telling bad moves apart.
"""

import math
from typing import TYPE_CHECKING

from mom_env.contract.records import Records, RulesRecord, StateRecord
from mom_env.contract.search import EVERYTHING
from mom_env.contract.views import Net
from mom_env.contract.workspace import ROOT, Workspace
from mom_env.kernel.jit import kernel, part
from mom_env.loops import search_in, sibling

if TYPE_CHECKING:
    from mom_env.loops import search as simulations
    from mom_env.loops import tree
else:
    simulations, tree = sibling(__name__, "search"), sibling(__name__, "tree")

search = search_in(__name__)

MOST_CANDIDATES = 16
# The scale on which a mean payoff counts beside the logarithm of the prior: it grows with the visits of the candidate.
FIRST_SCALE, SCALE_PER_VISIT = 50.0, 1.0
LEAST_WEIGHT = 1.0e-9


@kernel
def search_by_halving(room: Records, rules: Records, works: Records, nodes: Records, net: Net, count: int) -> int:
    """Run about `count` simulations of the search that `begin_search` has begun, and return the action that is left.

    There are as many rounds as halvings, with the same number of simulations each, and every candidate of a round gets
    at least one. `rules` and `works` are arrays of one record; the arguments are those of `run_simulations`.
    """
    work = works[0]
    begin_halving(room[simulations.VIEW], rules[0], work, nodes, net)
    rounds = count_rounds(int(work.num_candidates))
    for _ in range(rounds):
        each = max(1, count // (rounds * int(work.num_candidates)))
        simulations.run_simulations(room, rules, works, nodes, net, each * int(work.num_candidates))
        sort_candidates(work, nodes)
        work.num_candidates = (work.num_candidates + 1) // 2
    return int(nodes[work.candidates[0]].action)


@part
def count_rounds(candidates: int) -> int:
    """Return how often a number of candidates must be halved until one is left, at least 1."""
    rounds = 1
    while candidates > 2:  # two candidates are halved once
        candidates = (candidates + 1) // 2
        rounds += 1
    return rounds


@part
def begin_halving(state: StateRecord, rules: RulesRecord, work: Workspace, nodes: Records, net: Net) -> None:
    """Add all moves to the root, and write the likeliest of them, at most MOST_CANDIDATES, into `work` as candidates.

    `state` is the position of the root as the searching seat knows it.
    """
    count = search.list_moves(state, rules, EVERYTHING, work.look, work.moves)
    tree.add_missing(state, rules, work, nodes, net, ROOT, count, tree.NOT_SHOWN)
    for i in range(count):
        work.candidates[i] = work.child[work.moves[i]]
    tree.hide_children(work, nodes, ROOT)
    work.num_candidates = count
    sort_candidates(work, nodes)
    work.num_candidates = min(count, MOST_CANDIDATES)


@part
def sort_candidates(work: Workspace, nodes: Records) -> None:
    """Sort the candidates of the root by their scores, the best first; of equal ones the order stays."""
    for i in range(1, work.num_candidates):
        index, j = work.candidates[i], i
        while j > 0 and score_of(work, nodes, int(work.candidates[j - 1])) < score_of(work, nodes, int(index)):
            work.candidates[j] = work.candidates[j - 1]
            j -= 1
        work.candidates[j] = index


@part
def score_of(work: Workspace, nodes: Records, index: int) -> float:
    """Return the score of the root's child `index`: the logarithm of its prior weight, plus its scaled mean payoff."""
    node = nodes[index]
    score = math.log(max(float(node.weight), LEAST_WEIGHT))
    if node.visits > 0:
        scale = FIRST_SCALE + SCALE_PER_VISIT * node.visits
        score += scale * node.total[work.seat] / node.visits
    return score
