"""6. Which parts of a record nobody can know."""

from mom_env.ape_town.state import Rules, State
from mom_env.kernel.jit import part

DECISIONS_A_TURN = 2
MORE = 8  # so that some redeals come after the end


@part
def expected_steps(rules: Rules) -> int:
    """5: Return how many decisions a game has, and some more."""
    return DECISIONS_A_TURN * int(rules.num_fields) + MORE


@part
def restore_hidden(state: State, rules: Rules, seat: int, restored: State) -> None:
    """6: Copy from `state` into `restored`, a redeal of it, exactly what nobody can know: the tiles that are face down.

    If the redeal was right, both records are equal then. `seat` is not used, as all seats know the same.
    """
    restored.rng = state.rng
    for place in range(int(state.opened) * int(rules.length), int(rules.num_tiles)):
        restored.row[place] = state.row[place]


@part
def keep_secrets(state: State, dealt: State) -> None:
    """Copy the random stream and the tiles that are left in `state` into `dealt`, the record kept from the deal.

    Of a tile that was taken nothing is left to be compared.
    """
    dealt.rng = state.rng
    dealt.row[:] = state.row
