"""The range of ids in a mask that holds all legal actions of a decision."""

from mom_env.ape_town.actions import NUM_ACTIONS, PLACE, TAKE
from mom_env.ape_town.state import Decision, State
from mom_env.kernel.jit import part


@part
def first_legal(state: State) -> int:
    """Return the first id of the range that belongs to the pending decision; no legal action is below it."""
    return TAKE if state.decision == Decision.TAKE else PLACE


@part
def last_legal(state: State) -> int:
    """Return an id above all legal actions of the pending decision, for the end of a `range`."""
    return PLACE if state.decision == Decision.TAKE else NUM_ACTIONS
