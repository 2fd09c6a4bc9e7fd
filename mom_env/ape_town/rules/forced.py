"""3.1.2, 3.2.1, 7: Forced decisions. Everything is open, so everybody can see that there is only one option."""

from mom_env.ape_town.actions import PLACE, TAKE
from mom_env.ape_town.rules.placing import only_field
from mom_env.ape_town.rules.taking import most_skipped
from mom_env.ape_town.state import NONE, Decision, Rules, State
from mom_env.kernel.jit import part
from mom_env.kernel.masks import NO_ACTION


@part
def forced_action(state: State, rules: Rules) -> int:
    """3.1.2, 3.2.1: Return the id of the only legal action of the pending decision, else NO_ACTION (-1)."""
    if state.decision == Decision.NOTHING:
        return NO_ACTION
    if state.decision == Decision.TAKE:
        return TAKE if most_skipped(state) == 0 else NO_ACTION
    field = only_field(state, rules)
    return NO_ACTION if field == NONE else PLACE + field
