"""How a simulation goes on below the tree: by chance, or as `greedy` would, to the end or for some turns."""

from mom_env.kernel.jit import kernel
from mom_env.kernel.rng import next_below
from mom_env.monkeys_on_the_moon.bots.greedy import NOTHING, choose_bid, worth_of
from mom_env.monkeys_on_the_moon.bots.ismcts.moves import ALL_BIDS, list_moves
from mom_env.monkeys_on_the_moon.bots.ismcts.workspace import Playout, Workspace
from mom_env.monkeys_on_the_moon.engine import take_action
from mom_env.monkeys_on_the_moon.state import Decision, Phase, Rules, State


@kernel
def play_out(state: State, rules: Rules, work: Workspace) -> None:
    """To the end, or to the start of a turn when as many turns as wanted are over."""
    turns = int(work.depth)
    while state.phase != Phase.OVER:
        if state.decision in (Decision.CARD, Decision.MONKEY):
            if turns == 0:
                return
            turns -= 1
        take_action(state, rules, next_move(state, rules, work))


@kernel
def next_move(state: State, rules: Rules, work: Workspace) -> int:
    """By the playout that the user chose."""
    if work.playout == Playout.GREEDY:
        return greedy_move(state, rules, work)
    count = list_moves(state, rules, ALL_BIDS, work.moves)
    return int(work.moves[next_below(state, count)])


@kernel
def greedy_move(state: State, rules: Rules, work: Workspace) -> int:
    """The best immediate gain; of equal ones the first."""
    decision = int(state.decision)
    if decision == Decision.BID:
        return choose_bid(state, rules)
    count = list_moves(state, rules, ALL_BIDS, work.moves)
    best, most = int(work.moves[0]), NOTHING
    for i in range(count):
        worth = worth_of(state, rules, decision, int(work.moves[i]))
        if worth > most:
            best, most = int(work.moves[i]), worth
    return best
