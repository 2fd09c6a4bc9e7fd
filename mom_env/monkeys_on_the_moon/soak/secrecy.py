"""6. Which parts of a record a seat cannot know."""

from mom_env.kernel.jit import part
from mom_env.monkeys_on_the_moon.soak.invariants import count_pieces
from mom_env.monkeys_on_the_moon.state import NUM_TRIBES, Rules, State

STEPS_A_TURN = 8  # mostly more than a seat decides in a round, so that some redeals come after the end


@part
def expected_steps(rules: Rules) -> int:
    """3: Return about how many decisions a game has, rather more than fewer."""
    return STEPS_A_TURN * int(rules.rounds) * int(rules.num_players)


@part
def restore_hidden(state: State, rules: Rules, seat: int, restored: State) -> None:
    """6: Copy from `state` into `restored`, a redeal of it for `seat`, exactly what the seat cannot know.

    If the redeal was right, both records are equal then.
    """
    restored.rng = state.rng
    restored.tie_rank[:] = state.tie_rank
    restored.civilization_pile[:] = state.civilization_pile
    restored.out_of_game[:] = state.out_of_game
    restored.monkey_pile[:] = state.monkey_pile
    for i in range(count_pieces(state.ship_pile[:]) - int(state.num_returned)):
        restored.ship_pile[i] = state.ship_pile[i]
    for other in range(rules.num_players):
        if other != seat:
            restored.hand[other, :] = state.hand[other]


@part
def keep_secrets(state: State, dealt: State) -> None:
    """Copy the random stream and the tie order of `state` into `dealt`, the record that was kept from the deal.

    Circle and start of `dealt` stay. The tie order is copied by colour, as the circles may differ.
    """
    dealt.rng = state.rng
    for place in range(NUM_TRIBES):
        for tribe in range(NUM_TRIBES):
            if state.colour[tribe] == dealt.colour[place]:
                dealt.tie_rank[place] = state.tie_rank[tribe]
