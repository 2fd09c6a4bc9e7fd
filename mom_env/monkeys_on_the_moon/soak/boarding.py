"""R14: what must be true after a monkey that waited has boarded."""

from mom_env.kernel.jit import part
from mom_env.monkeys_on_the_moon.soak.violations import Violation
from mom_env.monkeys_on_the_moon.state import MAX_STATUSES, NONE, Decision, Rules, State


@part
def check_step(before: State, action: int, after: State, rules: Rules) -> Violation:
    """R14: Return `Violation.BOARDING` if waiting monkeys have boarded and their owner still holds their tribe's scorn.

    Otherwise return `Violation.NOTHING`. The step leads from `before` to `after`; `action` is not used.
    """
    return Violation.BOARDING if boarded_in_scorn(before, after) else Violation.NOTHING


@part
def boarded_in_scorn(before: State, state: State) -> bool:
    """R14: Return whether the last action boarded waiting monkeys whose owner still holds their tribe's scorn.

    `before` is the record before that action, and `state` the record after it.
    """
    if before.decision != Decision.SHIP or before.waiting[0] == NONE:
        return False
    return bool(state.scorn[int(before.waiting[0]) // MAX_STATUSES] == before.seat)
