"""One game, driven from Python. Kernels take arrays and use their first record: passing a record costs 1 us."""

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import NOBODY, Floats, Indices, Records
from mom_env.kernel.jit import kernel
from mom_env.kernel.rng import seed_stream
from mom_env.loops import game_of

game = game_of(__name__)


@kernel
def deal(states: Records, rules: Records, seed: np.uint64, index: int) -> None:
    """Set up game 0 from stream `index` of a seed, without advancing to its first decision."""
    seed_stream(states[0], seed, index)
    game.deal(states[0], rules[0])


@kernel
def go_on(states: Records, rules: Records) -> None:
    """Advance game 0 to its first decision."""
    game.go_on(states[0], rules[0])


@kernel
def play_checked(states: Records, rules: Records, action: int) -> bool:
    """Play an action in game 0 if it is legal. Return whether it was."""
    if not game.can_take_action(states[0], rules[0], int(np.int64(states[0].seat)), action):
        return False
    game.take_action(states[0], rules[0], action)
    return True


@kernel
def list_legal(states: Records, rules: Records, masks: Records, actions: Indices) -> int:
    """Write the legal actions of game 0, ascending, and return their number, 0 at the end of the game.

    `masks` is scratch space of one record.
    """
    state, mask = states[0], masks[0]
    if state.seat == NOBODY:
        return 0
    game.write_mask(state, rules[0], int(np.int64(state.seat)), mask)
    count = 0
    for action in range(game.first_legal(state), game.last_legal(state)):
        if mask.ids[action]:
            actions[count] = action
            count += 1
    return count


@kernel
def forced_action(states: Records, rules: Records) -> int:
    """Return the only option of a forced decision of game 0, else NO_ACTION."""
    return game.forced_action(states[0], rules[0])


@kernel
def seats_to_move(states: Records, rules: Records) -> int:
    """Return the seats that may act in game 0, as bits."""
    return game.seats_to_move(states[0], rules[0])


@kernel
def write_view(states: Records, rules: Records, viewer: int, views: Records) -> None:
    """Write what the viewer may know of game 0 into the first record of `views`."""
    game.write_view(states[0], rules[0], viewer, views[0])


@kernel
def write_mask(states: Records, rules: Records, seat: int, masks: Records) -> None:
    """Write what the seat may do in game 0 into the first record of `masks`."""
    game.write_mask(states[0], rules[0], seat, masks[0])


@kernel
def is_legal(states: Records, rules: Records, seat: int, action: int) -> bool:
    """Return whether the seat may play the action in game 0."""
    return game.can_take_action(states[0], rules[0], seat, action)


@kernel
def write_stop(states: Records, rules: Records, reward: int, views: Records, masks: Records, out: Floats) -> int:
    """Write what the seat to move in game 0 sees and may do, or at the end the returns. Return the seat or NOBODY.

    The returns are written into `out` by seat, and views and masks are then left alone.
    """
    state = states[0]
    if state.seat == NOBODY:
        for seat in range(rules[0].num_players):
            out[seat] = game.return_of(state, rules[0], reward, seat)
        return NOBODY
    viewer = int(np.int64(state.seat))
    game.write_view(state, rules[0], viewer, views[0])
    game.write_mask(state, rules[0], viewer, masks[0])
    return viewer


@kernel
def write_all(states: Records, rules: Records, views: Records, masks: Records) -> int:
    """Write what each seat of game 0 sees and may do, by seat; return the seats that may act, as bits."""
    for seat in range(rules[0].num_players):
        game.write_view(states[0], rules[0], seat, views[seat])
        game.write_mask(states[0], rules[0], seat, masks[seat])
    return game.seats_to_move(states[0], rules[0])


@kernel
def write_returns(states: Records, rules: Records, reward: int, out: Floats) -> None:
    """Write the returns of game 0 by seat, all 0 before its end; shape (MAX_PLAYERS,)."""
    out[:] = 0
    if states[0].seat == NOBODY:
        for seat in range(rules[0].num_players):
            out[seat] = game.return_of(states[0], rules[0], reward, seat)


@kernel
def write_standing(states: Records, rules: Records, scores: Indices, places: Indices) -> None:
    """Write score and place of each seat of the finished game 0; shape (MAX_PLAYERS,)."""
    for seat in range(rules[0].num_players):
        scores[seat] = game.score_of(states[0], rules[0], seat)
        places[seat] = game.place_of(states[0], rules[0], seat)


@kernel
def write_potentials(states: Records, rules: Records, out: Floats) -> None:
    """Write the potential of game 0 by seat, all 0 at its end; shape (MAX_PLAYERS,)."""
    out[:] = 0
    if states[0].seat != NOBODY:
        game.write_leads(states[0], rules[0], out)


@kernel
def write_hidden(states: Records, rules: Records, out: Floats) -> None:
    """Write what nobody knows of game 0; shape (HIDDEN_SIZE,)."""
    game.write_hidden(states[0], rules[0], out)


@kernel
def redeal(states: Records, rules: Records, seat: int, seed: np.uint64, unseen: NDArray[np.int8]) -> None:
    """Deal again what the seat cannot know of game 0, from `seed`; `unseen` is scratch space."""
    game.redeal(states[0], rules[0], seat, seed, unseen)


@kernel
def play_together(states: Records, rules: Records, actions: Indices) -> None:
    """Play one action for each seat that may act, for games in which all seats act at once.

    `actions` is by seat, and all of them are legal. Seats play in the order in which the game asks them. Stop early
    when the game is over or asks any other seat.
    """
    asked = game.seats_to_move(states[0], rules[0])
    for _ in range(rules[0].num_players):
        seat = int(states[0].seat)  # after a redeal this need not be the first seat that may act
        if seat == NOBODY or not asked >> seat & 1:
            return
        asked ^= 1 << seat
        game.take_action(states[0], rules[0], int(actions[seat]))
