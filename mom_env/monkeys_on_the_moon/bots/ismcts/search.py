"""One search, and one for each of many games. The searcher's own view is all that a search starts from."""

from typing import Any

from numpy.typing import NDArray

from mom_env.kernel.jit import kernel
from mom_env.kernel.rng import bits_at
from mom_env.monkeys_on_the_moon.bots.ismcts.moves import ALL_BIDS, list_moves
from mom_env.monkeys_on_the_moon.bots.ismcts.payoff import write_payoff
from mom_env.monkeys_on_the_moon.bots.ismcts.playout import play_out
from mom_env.monkeys_on_the_moon.bots.ismcts.tree import Nodes, back_up, begin_tree, descend, most_visited
from mom_env.monkeys_on_the_moon.bots.ismcts.workspace import Workspace
from mom_env.monkeys_on_the_moon.engine import NO_ACTION, forced_action
from mom_env.monkeys_on_the_moon.hidden import conceal, redeal
from mom_env.monkeys_on_the_moon.state import Rules, State

VIEW, SIMULATION = 0, 1  # the two records of `room`
Records = NDArray[Any]


@kernel
def only_move(state: State, rules: Rules, work: Workspace) -> int:
    """The action where there is one choice, else NO_ACTION. Its hand is the seat's own: to see it tells nothing."""
    action = forced_action(state)
    if action != NO_ACTION:
        return action
    return int(work.moves[0]) if list_moves(state, rules, ALL_BIDS, work.moves) == 1 else NO_ACTION


@kernel
def begin_search(
    room: Records, states: Records, i: int, works: Records, nodes: Nodes, rules: Records, seed: Any
) -> None:
    """The position of game `i` as its seat to move knows it, and an empty tree."""
    work = works[0]
    room[VIEW] = states[i]
    work.seat = room[VIEW].seat
    work.seed = seed
    conceal(room[VIEW], rules[0], work.seat, work.unseen)
    begin_tree(work, nodes)


@kernel
def run_simulations(room: Records, rules: Records, works: Records, nodes: Nodes, count: int) -> None:
    """So many simulations more."""
    work = works[0]
    for _ in range(count):
        room[SIMULATION] = room[VIEW]
        simulate(room[SIMULATION], rules[0], work, nodes)
        work.simulations += 1


@kernel
def simulate(state: State, rules: Rules, work: Workspace, nodes: Nodes) -> None:
    """Deal what the seat cannot know, go down the tree, play out, and take the payoffs back up."""
    redeal(state, rules, work.seat, bits_at(work.seed, work.simulations), work.unseen)
    descend(state, rules, work, nodes)
    play_out(state, rules, work)
    write_payoff(state, rules, work)
    back_up(rules, work, nodes)


@kernel
def search_many(
    room: Records,
    states: Records,
    rules: Records,
    bits: NDArray[Any],
    count: int,
    works: Records,
    nodes: Nodes,
    actions: NDArray[Any],
) -> None:
    """An action for each game, after so many simulations each; its chance follows from the game's own bits."""
    for i in range(len(states)):
        actions[i] = only_move(states[i], rules[0], works[0])
        if actions[i] == NO_ACTION:
            begin_search(room, states, i, works, nodes, rules, bits[i])
            run_simulations(room, rules, works, nodes, count)
            actions[i] = most_visited(nodes, int(works[0].seat))
