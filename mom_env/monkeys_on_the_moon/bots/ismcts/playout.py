"""How a simulation goes on below the tree: by chance, or as a simple player would, to the end or for some turns."""

from mom_env.kernel.jit import kernel
from mom_env.kernel.rng import next_below
from mom_env.monkeys_on_the_moon.bots.ismcts.guide import best_move
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
    """By chance, or as the guide would."""
    if work.playout != Playout.RANDOM:
        return best_move(state, rules, work)
    count = list_moves(state, rules, ALL_BIDS, work.moves)
    return int(work.moves[next_below(state, count)])
