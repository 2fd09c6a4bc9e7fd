"""Pairs of a position and a seat: redeal what the seat cannot know, and nothing that it sees may change."""

import numpy as np

from mom_env.kernel.jit import kernel
from mom_env.kernel.rng import next_below, next_bits
from mom_env.monkeys_on_the_moon.engine import write_marks
from mom_env.monkeys_on_the_moon.hidden import redeal
from mom_env.monkeys_on_the_moon.observe import OBSERVATION_SIZE, View, write_view
from mom_env.monkeys_on_the_moon.soak.games import Table, are_equal, copy
from mom_env.monkeys_on_the_moon.soak.invariants import count_pieces
from mom_env.monkeys_on_the_moon.soak.legal import are_same
from mom_env.monkeys_on_the_moon.soak.room import NOW, REDEALT, RESTORED, SKIPPING, Room
from mom_env.monkeys_on_the_moon.soak.score import check_result
from mom_env.monkeys_on_the_moon.soak.violations import Violation
from mom_env.monkeys_on_the_moon.state import NUM_TRIBES, Phase, Rules, State

STEPS_A_TURN = 8  # more than the decisions of one seat in one round, mostly: some pairs lie behind the end


@kernel
def choose_step(rules: Table, setting: int, rooms: Table) -> int:
    """After how many steps of a game the hidden is dealt anew; sometimes at its very end."""
    turns = int(rules[setting].rounds) * int(rules[setting].num_players)
    return next_below(rooms[0].chance, STEPS_A_TURN * turns)


@kernel
def redeal_game(rules: Table, setting: int, rooms: Table) -> Violation:
    """6: redeal for some seat; it sees the same. The game in the room is the redealt one then, to be played on."""
    room = rooms[0]
    # Numba has it as uint64, which with any signed number becomes a float.
    seat = int(np.int64(next_below(room.chance, int(rules[setting].num_players))))
    copy(room, NOW, REDEALT)
    redeal(room.redealt, rules[setting], seat, next_bits(room.chance), room.unseen[:])
    wrong = compare_views(rules[setting], seat, room)
    if wrong != Violation.NOTHING:
        return wrong
    copy(room, REDEALT, NOW)
    copy(room, REDEALT, SKIPPING)
    keep_secrets(room.now, room.dealt)
    return check_result(room.now, rules[setting]) if room.now.phase == Phase.OVER else Violation.NOTHING


@kernel
def compare_views(rules: Rules, seat: int, room: Room) -> Violation:
    """6: observation, mask, and all that the seat knows are the same in every byte."""
    write_view(room.now, rules, seat, room.seen)
    write_view(room.redealt, rules, seat, room.seen_again)
    if not are_same_bits(room.seen, room.seen_again):
        return Violation.LEAK_IN_OBSERVATION
    write_marks(room.now, rules, room.mask)
    write_marks(room.redealt, rules, room.allowed)
    if room.now.seat == seat and not are_same(room.mask, room.allowed):
        return Violation.LEAK_IN_MASK
    restore_hidden(rules, seat, room)
    return Violation.NOTHING if are_equal(room, NOW, RESTORED) else Violation.PUBLIC_CHANGED


@kernel
def are_same_bits(view: View, other: View) -> bool:
    """Whether two observations agree in every byte."""
    bits, other_bits = view.everything[:].view(np.uint32), other.everything[:].view(np.uint32)
    differ = False
    for i in range(OBSERVATION_SIZE):
        differ |= bits[i] != other_bits[i]
    return not differ


@kernel
def restore_hidden(rules: Rules, seat: int, room: Room) -> None:
    """6: the redealt record with exactly that put back which the seat cannot know."""
    copy(room, REDEALT, RESTORED)
    state, restored = room.now, room.restored
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


@kernel
def keep_secrets(state: State, dealt: State) -> None:
    """The deal as it would have been: its circle and start stay, its secrets are those of now."""
    dealt.rng = state.rng
    for place in range(NUM_TRIBES):
        for tribe in range(NUM_TRIBES):
            if state.colour[tribe] == dealt.colour[place]:
                dealt.tie_rank[place] = state.tie_rank[tribe]
