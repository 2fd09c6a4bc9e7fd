"""3.1 to 3.3: How coins go back to the supply and scorn cards to the table."""

from mom_env.kernel.jit import part
from mom_env.monkeys_on_the_moon.state import NONE, State


@part
def pay_coin(state: State, seat: int, tribe: int) -> None:
    """3.1.5, 3.2.4: Move one coin of the tribe from the seat to the tribe's supply; the seat must have one."""
    state.coins[seat, tribe] -= 1
    state.supply[tribe] += 1


@part
def return_scorn(state: State, seat: int, tribe: int) -> bool:
    """3.1.4, 3.2.4, 3.3.2, R1: Put the tribe's scorn card back on the table if the seat holds it.

    Return whether the seat held it. R1: The card goes back even if the tribe's stone has finished.
    """
    if state.scorn[tribe] != seat:
        return False
    state.scorn[tribe] = NONE
    return True
