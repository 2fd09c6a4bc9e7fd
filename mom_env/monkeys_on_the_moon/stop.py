"""One game between two decisions: what a shell shows of it, in one call."""

from typing import Any

from numpy.typing import NDArray

from mom_env.kernel.jit import kernel
from mom_env.monkeys_on_the_moon.engine import write_marks
from mom_env.monkeys_on_the_moon.observe import OBSERVATION_SIZE, write_view
from mom_env.monkeys_on_the_moon.returns import return_of
from mom_env.monkeys_on_the_moon.state import (
    MAX_CARDS,
    MAX_MONKEYS,
    MAX_PLAYERS,
    MAX_SHIPS,
    NONE,
    NUM_CARD_KINDS,
    NUM_MONKEY_KINDS,
    NUM_SHIP_KINDS,
    NUM_TRIBES,
    Int8s,
    Phase,
)

Games = NDArray[Any]  # records: states, rules (one), views (one), masks (one)


@kernel
def write_stop(states: Games, i: int, rules: Games, reward: int, views: Games, masks: Games, out: NDArray[Any]) -> int:
    """The seat to move in game `i`, or NONE: what it sees and may do; at the end the returns, shape (MAX_PLAYERS,)."""
    state = states[i]
    if state.phase == Phase.OVER:
        for seat in range(rules[0].num_players):
            out[seat] = return_of(state, rules[0], reward, seat)
        return NONE
    viewer: Any = int(state.seat)
    write_view(state, rules[0], viewer, views[0])
    write_marks(state, rules[0], masks[0])
    return int(viewer)


# Everything, for a critic that may know it. Not for players.

NUM_HIDDEN = NUM_TRIBES + 2 * MAX_CARDS + MAX_MONKEYS + MAX_SHIPS
FULL_STATE_SIZE = MAX_PLAYERS * OBSERVATION_SIZE + NUM_HIDDEN


@kernel
def write_full_state(states: Games, i: int, rules: Games, views: Games, out: NDArray[Any]) -> None:
    """All that is to be known of game `i`, shape (FULL_STATE_SIZE,).

    Every seat's observation, 0 for seats that nobody sits on; then what nobody knows: the tie order, and the
    civilization pile, the cards out of the game, the monkey pile and the ship pile, next card first. A card is
    (kind + 1) / number of kinds, and 0 where there is none.
    """
    out[:] = 0
    state, end = states[i], 0
    for seat in range(rules[0].num_players):
        write_view(state, rules[0], seat, views[0])
        end = (seat + 1) * OBSERVATION_SIZE
        out[seat * OBSERVATION_SIZE : end] = views[0].everything[:]
    end = MAX_PLAYERS * OBSERVATION_SIZE
    end = write_kinds(state.tie_rank[:], NUM_TRIBES, out, end)
    end = write_kinds(state.civilization_pile[:], NUM_CARD_KINDS, out, end)
    end = write_kinds(state.out_of_game[:], NUM_CARD_KINDS, out, end)
    end = write_kinds(state.monkey_pile[:], NUM_MONKEY_KINDS, out, end)
    write_kinds(state.ship_pile[:], NUM_SHIP_KINDS, out, end)


@kernel
def write_kinds(pile: Int8s, num_kinds: int, out: NDArray[Any], start: int) -> int:
    """A pile in its order as shares of 1, from `start` on; where the next one begins."""
    for i in range(len(pile)):
        out[start + i] = (int(pile[i]) + 1) / num_kinds
    return start + len(pile)
