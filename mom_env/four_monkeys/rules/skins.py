"""8: Banana skins."""

from mom_env.four_monkeys import actions
from mom_env.four_monkeys.state import Rules, State
from mom_env.kernel.jit import part


@part
def apply_skins(state: State, rules: Rules) -> None:
    """8, R25: Let all skins of this tick change hands at once, so that nobody gives one that comes in the same tick."""
    for seat in range(rules.num_players):
        if gives(state, seat):
            give_up_skin(state, seat)
    for seat in range(rules.num_players):
        if gives(state, seat):
            steps = int(state.pending[seat]) - actions.SKIN + 1
            state.handed_skins[(seat + steps) % int(rules.num_players)] += 1


@part
def gives(state: State, seat: int) -> bool:
    """8: Return whether `seat` gives a skin in this tick."""
    return bool(actions.SKIN <= state.pending[seat] < actions.CHECK)


@part
def give_up_skin(state: State, seat: int) -> None:
    """8, R25: Take a skin from `seat`, one that counts if it has one."""
    state.gave[seat] = 1
    if state.handed_skins[seat] > 0:
        state.handed_skins[seat] -= 1
    else:
        state.own_skins[seat] -= 1


@part
def points_of_skins(state: State, rules: Rules, seat: int) -> int:
    """5.4, R24: Return what the skins in front of `seat` cost, as a number of 0 or less."""
    count = int(state.handed_skins[seat])
    if rules.fresh_skins_count:
        count += int(state.own_skins[seat])
    return count * int(rules.banana_skin)
