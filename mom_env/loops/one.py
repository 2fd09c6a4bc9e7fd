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
    """Set up a game in `states[0]` from stream `index` of `seed`, without advancing to its first decision.

    `rules[0]` says what it is played with.
    """
    seed_stream(states[0], seed, index)
    game.deal(states[0], rules[0])


@kernel
def go_on(states: Records, rules: Records) -> None:
    """Advance the game in `states[0]` to its first decision, with the rules in `rules[0]`."""
    game.go_on(states[0], rules[0])


@kernel
def play_checked(states: Records, rules: Records, action: int) -> bool:
    """Play `action` in the game in `states[0]` if it is legal for the seat to move. Return whether it was.

    `rules[0]` says what the game is played with.
    """
    if not game.can_take_action(states[0], rules[0], int(np.int64(states[0].seat)), action):
        return False
    game.take_action(states[0], rules[0], action)
    return True


@kernel
def list_legal(states: Records, rules: Records, masks: Records, actions: Indices) -> int:
    """Write into `actions` the legal actions of the seat to move in `states[0]`, ascending, and return their number.

    It is 0 at the end of the game. `rules[0]` says what the game is played with; `masks` is scratch space of one
    record.
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
    """Return the only option of a forced decision of the game in `states[0]`, else NO_ACTION (-1).

    A decision is forced if everybody can see that there is only one option. `rules[0]` says what the game is played
    with.
    """
    return game.forced_action(states[0], rules[0])


@kernel
def seats_to_move(states: Records, rules: Records) -> int:
    """Return the seats that may act in the game in `states[0]`, as bits: bit `i` for seat `i`; 0 at the end.

    `rules[0]` says what the game is played with.
    """
    return game.seats_to_move(states[0], rules[0])


@kernel
def write_view(states: Records, rules: Records, viewer: int, views: Records) -> None:
    """Write into `views[0]` what the seat `viewer` may know of the game in `states[0]`, with the rules `rules[0]`."""
    game.write_view(states[0], rules[0], viewer, views[0])


@kernel
def write_mask(states: Records, rules: Records, seat: int, masks: Records) -> None:
    """Write into `masks[0]` the legal actions of `seat` in the game in `states[0]`, with the rules in `rules[0]`."""
    game.write_mask(states[0], rules[0], seat, masks[0])


@kernel
def is_legal(states: Records, rules: Records, seat: int, action: int) -> bool:
    """Return whether `seat` may play `action` in the game in `states[0]`, with the rules in `rules[0]`."""
    return game.can_take_action(states[0], rules[0], seat, action)


@kernel
def write_stop(states: Records, rules: Records, reward: int, views: Records, masks: Records, out: Floats) -> int:
    """Write what the seat to move sees and may do, and return that seat; at the end, write the returns instead.

    At the end of the game NOBODY (-1) is returned.

    Args:
        states: the game, as an array of one record.
        rules: what it is played with, as an array of one record.
        reward: the number of a `kernel.returns.Reward`, for the returns.
        views: gets in its first record what the seat to move sees; left alone at the end of the game.
        masks: gets in its first record the legal actions of that seat; left alone at the end of the game.
        out: gets the returns, by seat, at the end of the game; left alone before it.
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
    """Write what each seat of the game in `states[0]` sees into `views`, and its legal actions into `masks`, by seat.

    Return the seats that may act, as bits: bit `i` for seat `i`. `rules[0]` says what the game is played with.
    """
    for seat in range(rules[0].num_players):
        game.write_view(states[0], rules[0], seat, views[seat])
        game.write_mask(states[0], rules[0], seat, masks[seat])
    return game.seats_to_move(states[0], rules[0])


@kernel
def write_returns(states: Records, rules: Records, reward: int, out: Floats) -> None:
    """Write into `out` the returns of the game in `states[0]`, by seat, all 0 before its end; shape (MAX_PLAYERS,).

    `rules[0]` says what the game is played with, and `reward` is the number of a `kernel.returns.Reward`.
    """
    out[:] = 0
    if states[0].seat == NOBODY:
        for seat in range(rules[0].num_players):
            out[seat] = game.return_of(states[0], rules[0], reward, seat)


@kernel
def write_standing(states: Records, rules: Records, scores: Indices, places: Indices) -> None:
    """Write the score and the place of each seat of the finished game in `states[0]`, by seat; shapes (MAX_PLAYERS,).

    `rules[0]` says what the game is played with. Place 1 is the best, and ties share.
    """
    for seat in range(rules[0].num_players):
        scores[seat] = game.score_of(states[0], rules[0], seat)
        places[seat] = game.place_of(states[0], rules[0], seat)


@kernel
def write_potentials(states: Records, rules: Records, out: Floats) -> None:
    """Write into `out` the potential of each seat of the game in `states[0]`, all 0 at its end; shape (MAX_PLAYERS,).

    The potential says how far the seat is ahead, by open information, on the scale of returns. `rules[0]` says what the
    game is played with.
    """
    out[:] = 0
    if states[0].seat != NOBODY:
        game.write_leads(states[0], rules[0], out)


@kernel
def write_hidden(states: Records, rules: Records, out: Floats) -> None:
    """Write into `out` what is hidden from every seat of the game in `states[0]`; shape (HIDDEN_SIZE,).

    `rules[0]` says what the game is played with.
    """
    game.write_hidden(states[0], rules[0], out)


@kernel
def redeal(states: Records, rules: Records, seat: int, seed: np.uint64, unseen: NDArray[np.int8]) -> None:
    """Deal again, in place, what `seat` cannot know of the game in `states[0]`; `seed` decides the new deal.

    `rules[0]` says what the game is played with, and `unseen` is scratch space.
    """
    game.redeal(states[0], rules[0], seat, seed, unseen)


@kernel
def play_and_show(states: Records, rules: Records, actions: Indices, views: Records, masks: Records) -> int:
    """Play one action for each seat that may act in the game in `states[0]`, and write what all seats see then.

    It is `play_together` and then `write_all`, in one call. Return the seats that may act then, as bits.
    """
    play_together(states, rules, actions)
    return write_all(states, rules, views, masks)


@kernel
def play_together(states: Records, rules: Records, actions: Indices) -> None:
    """Play one action for each seat that may act in the game in `states[0]`, in which several seats act at once.

    `actions` is by seat, and all of them must be legal. Seats play in the order in which the game asks them. Stop early
    when the game is over or asks any other seat. `rules[0]` says what the game is played with.
    """
    asked = game.seats_to_move(states[0], rules[0])
    for _ in range(rules[0].num_players):
        seat = int(states[0].seat)  # after a redeal this need not be the first seat that may act
        if seat == NOBODY or not asked >> seat & 1:
            return
        asked ^= 1 << seat
        game.take_action(states[0], rules[0], int(actions[seat]))
