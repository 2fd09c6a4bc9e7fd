"""9.3: Which parts of a record a seat cannot know."""

from mom_env.kernel.jit import kernel, part
from mom_env.monsters_on_the_moon.hidden import has_passed_openly, is_known
from mom_env.monsters_on_the_moon.state import IN_PILE, MAX_PLAYERS, NONE, Rules, State

DECISIONS = (40, 60, 70, 90)  # of a standard game, by number of players, from 1
WITH_WALLS = 2  # times as many


@part
def expected_steps(rules: Rules) -> int:
    """Return about how many decisions a game has."""
    return DECISIONS[int(rules.num_players) - 1] * (WITH_WALLS if rules.with_walls else 1)


@kernel
def restore_hidden(state: State, rules: Rules, seat: int, restored: State) -> None:
    """9.3: Copy from `state` into `restored`, a redeal of it, exactly what `seat` cannot know.

    If the redeal was right, both records are equal then.
    """
    restored.rng = state.rng
    if state.seat == NONE:
        return
    restored.pile[: int(state.num_pile)] = state.pile[: int(state.num_pile)]
    for other in range(rules.num_players):
        if not has_passed_openly(state, rules, seat, other):
            restored.passed[other] = state.passed[other]
        if other != seat and rules.missions == 1:
            restored.missions[other] = state.missions[other]
    for card in range(rules.num_cards):
        holder = int(state.holder[card])
        is_hidden = holder == IN_PILE or (holder < MAX_PLAYERS and not is_known(state, rules, seat, card))
        if is_hidden:
            restored.holder[card] = holder


@part
def keep_secrets(state: State, dealt: State) -> None:
    """Copy the random stream of `state` into `dealt`; no check compares more of it with the record of the deal."""
    dealt.rng = state.rng
