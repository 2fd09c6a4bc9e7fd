"""3.1 to 3.3: coins go back to the supply, scorn cards to the table."""

from mom_env.kernel.jit import part
from mom_env.monkeys_on_the_moon.state import NONE, State


@part
def pay_coin(state: State, seat: int, tribe: int) -> None:
    """3.1.5, 3.2.4: one coin to its supply."""
    state.coins[seat, tribe] -= 1
    state.supply[tribe] += 1


@part
def return_scorn(state: State, seat: int, tribe: int) -> bool:
    """3.1.4, 3.2.4, 3.3.2, R1: a scorn card that the seat holds goes back; says whether it did.

    R1: the tribe's stone may have finished; that changes nothing.
    """
    if state.scorn[tribe] != seat:
        return False
    state.scorn[tribe] = NONE
    return True
