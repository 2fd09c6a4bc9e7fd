"""The range of ids in a mask that holds all legal actions of a decision."""

from mom_env.kernel.jit import part
from mom_env.monsters_on_the_moon.actions import LAY, NO_SHIP, NUM_ACTIONS, PASS, SQUARE, STARTER, STOP, WALL
from mom_env.monsters_on_the_moon.state import Decision, State


@part
def first_legal(state: State) -> int:
    """Return the first id of the ranges that belong to the pending decision; no legal action is below it."""
    decision = int(state.decision)
    if decision == Decision.TURN:
        return LAY
    if decision == Decision.WALL:
        return WALL
    if decision == Decision.SHIP:
        return NO_SHIP
    if decision == Decision.STARTER:
        return STARTER
    if decision == Decision.PASS:
        return PASS
    return 0 if decision == Decision.MONSTER else SQUARE


@part
def last_legal(state: State) -> int:
    """Return an id above all legal actions of the pending decision, for the end of a `range`."""
    decision = int(state.decision)
    if decision == Decision.TURN:
        return STOP
    if decision == Decision.WALL:
        return NO_SHIP
    if decision == Decision.STARTER:
        return SQUARE
    if decision == Decision.PASS:
        return LAY
    return PASS if decision == Decision.MONSTER else NUM_ACTIONS
