"""Random games, looked at after every step: forced decisions included, all invariants, all events."""

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import NOBODY, MaskRecord, Records, RulesRecord, StateRecord, ViewRecord
from mom_env.contract.soak import BEFORE, DEALT, NOW, REDEALT, RESTORED, SKIPPING, Room, Told
from mom_env.kernel.jit import kernel, part
from mom_env.kernel.rng import mix, next_below, next_bits, seed_stream
from mom_env.loops import game_of, soak_in

game, soak = game_of(__name__), soak_in(__name__)

MOST_STEPS = 10_000  # no game of any setting is half as long
STRIDE = 7  # each step asks `can_take_action` of every 7th id, from another one on: hundreds of them cost 2 us
LEAST, MOST = 0, 1  # of a number in an observation

# What can be wrong with any game; a game's own violations have numbers of their own.
NOTHING = soak.Violation["NOTHING"]
EMPTY_MASK = soak.Violation["EMPTY_MASK"]
MASK = soak.Violation["MASK"]
IS_LEGAL = soak.Violation["IS_LEGAL"]
OBSERVATION = soak.Violation["OBSERVATION"]
NOT_THE_SAME = soak.Violation["SKIPPING"]
ENDLESS = soak.Violation["ENDLESS"]
LEAK_IN_OBSERVATION = soak.Violation["LEAK_IN_OBSERVATION"]
LEAK_IN_MASK = soak.Violation["LEAK_IN_MASK"]
PUBLIC_CHANGED = soak.Violation["PUBLIC_CHANGED"]


# Entries. `rules` and `skipping` are those of all settings, the second with forced decisions skipped.


@kernel
def begin_game(rules: Records, setting: int, seed: np.uint64, number: int, rooms: Records) -> None:
    """Deal a game, and the stream that its actions are drawn from; both depend on seed and number alone."""
    room = rooms[0]
    seed_stream(room.now, seed, number)
    seed_stream(room.chance, mix(seed), number)
    game.deal(room.now, rules[setting])
    copy(room, NOW, DEALT)
    copy(room, NOW, SKIPPING)
    game.go_on(room.now, rules[setting])
    soak.watch_deal(room.now, rules[setting], room.notes, room.events)


@kernel
def play_game(
    rules: Records, skipping: Records, setting: int, style: int, most_steps: int, rooms: Records
) -> tuple[Told, int]:
    """On to the end, to so many steps, or to the first violation; which one, and how many steps it took."""
    room = rooms[0]
    game.go_on(room.skipping, skipping[setting])
    for step in range(most_steps):
        if room.now.seat == NOBODY:
            return NOTHING, step
        wrong = check_stop(rules[setting], step, room)
        if wrong != NOTHING:
            return wrong, step
        action = soak.choose(room.now, room.mask, style, room.chance)
        play_both(action, rules[setting], skipping[setting], room)
        num_allowed = count_allowed(room.allowed)
        soak.watch(room.before, action, num_allowed, room.now, rules[setting], room.notes, room.events)
        wrong = soak.check_step(room.before, action, room.now, rules[setting])
        if wrong != NOTHING:
            return wrong, step + 1
        if room.now.seat == NOBODY:
            wrong = check_over(action, rules[setting], room)
            return wrong, step + 1
    return ENDLESS if most_steps == MOST_STEPS else NOTHING, most_steps


@part
def play_both(action: int, rules: RulesRecord, skipping: RulesRecord, room: Room) -> None:
    """One action in the game; in the one that skips forced decisions only if this is none."""
    copy(room, NOW, BEFORE)
    game.take_action(room.now, rules, action)
    if not soak.is_forced(room.before, rules, count_allowed(room.allowed)):
        game.take_action(room.skipping, skipping, action)


# What is looked at


@part
def check_stop(rules: RulesRecord, step: int, room: Room) -> Told:
    """Position, legal actions, what one of the seats sees, another one at each step, and the game that skips."""
    wrong = soak.check_position(room.now, room.dealt, rules, room.notes)
    if wrong != NOTHING:
        return wrong
    wrong = check_actions(room.now, rules, step, room)
    if wrong != NOTHING:
        return wrong
    game.write_view(room.now, rules, step % int(rules.num_players), room.seen)
    if not is_in_bounds(room.seen):
        return OBSERVATION
    forced = soak.is_forced(room.now, rules, count_allowed(room.allowed))
    return NOTHING if forced or are_equal(room, NOW, SKIPPING) else NOT_THE_SAME


@part
def check_actions(state: StateRecord, rules: RulesRecord, step: int, room: Room) -> Told:
    """3: the mask and `is_legal` against what the page allows."""
    soak.write_allowed(state, rules, room.allowed)
    game.write_mask(state, rules, int(np.int64(state.seat)), room.mask)
    if count_allowed(room.mask) == 0:
        return EMPTY_MASK
    if not are_same(room.mask, room.allowed):
        return MASK
    return NOTHING if is_legal_agrees(state, rules, room.allowed, step) else IS_LEGAL


@part
def check_over(action: int, rules: RulesRecord, room: Room) -> Told:
    """The end: position, result, what a seat sees, and the same end with forced decisions skipped."""
    wrong = soak.check_position(room.now, room.dealt, rules, room.notes)
    if wrong != NOTHING:
        return wrong
    wrong = soak.check_end(room.before, action, room.now, rules)
    if wrong != NOTHING:
        return wrong
    game.write_view(room.now, rules, action % int(rules.num_players), room.seen)
    if not is_in_bounds(room.seen):
        return OBSERVATION
    return NOTHING if are_equal(room, NOW, SKIPPING) else NOT_THE_SAME


@part
def is_in_bounds(view: ViewRecord) -> bool:
    """Whether all numbers are from LEAST to MOST; NaN is not."""
    inside = True
    numbers = view.everything[:]
    for i in range(len(numbers)):
        inside &= (numbers[i] >= LEAST) & (numbers[i] <= MOST)
    return inside


# Legal actions


@part
def count_allowed(allowed: MaskRecord) -> int:
    """How many distinct options there are."""
    count = 0
    for action in range(game.NUM_ACTIONS):
        count += int(allowed.ids[action])
    return count


@part
def are_same(mask: MaskRecord, allowed: MaskRecord) -> bool:
    """Whether two masks agree in every id."""
    differ = False
    for action in range(game.NUM_ACTIONS):
        differ |= mask.ids[action] != allowed.ids[action]
    return not differ


@part
def is_legal_agrees(state: StateRecord, rules: RulesRecord, allowed: MaskRecord, step: int) -> bool:
    """Whether `can_take_action` says the same: of every 7th id, and of the ids just outside the table."""
    seat = int(np.int64(state.seat))
    for action in range(step % STRIDE, game.NUM_ACTIONS, STRIDE):
        if game.can_take_action(state, rules, seat, action) != (allowed.ids[action] == 1):
            return False
    outside = game.can_take_action(state, rules, seat, -1)
    return not (outside or game.can_take_action(state, rules, seat, game.NUM_ACTIONS))


# Pairs of a position and a seat: redeal what the seat cannot know, and nothing that it sees may change


@kernel
def choose_step(rules: Records, setting: int, rooms: Records) -> int:
    """After how many steps of a game the hidden is dealt again; sometimes at its very end."""
    return next_below(rooms[0].chance, soak.expected_steps(rules[setting]))


@kernel
def redeal_game(rules: Records, setting: int, rooms: Records) -> Told:
    """Redeal for some seat; it sees the same. The game in the room is the redealt one then, to be played on."""
    room = rooms[0]
    # Numba has it as uint64, which with any signed number becomes a float.
    seat = int(np.int64(next_below(room.chance, int(rules[setting].num_players))))
    copy(room, NOW, REDEALT)
    game.redeal(room.redealt, rules[setting], seat, next_bits(room.chance), room.unseen[:])
    wrong = compare_views(rules[setting], seat, room)
    if wrong != NOTHING:
        return wrong
    copy(room, REDEALT, NOW)
    copy(room, REDEALT, SKIPPING)
    soak.keep_secrets(room.now, room.dealt)
    return soak.check_result(room.now, rules[setting]) if room.now.seat == NOBODY else NOTHING


@part
def compare_views(rules: RulesRecord, seat: int, room: Room) -> Told:
    """Observation, mask, and all that the seat knows are the same in every byte."""
    game.write_view(room.now, rules, seat, room.seen)
    game.write_view(room.redealt, rules, seat, room.seen_again)
    if not are_same_bytes(room.seen_bytes[:], room.seen_again_bytes[:]):
        return LEAK_IN_OBSERVATION
    game.write_mask(room.now, rules, seat, room.mask)
    game.write_mask(room.redealt, rules, seat, room.allowed)
    if not are_same(room.mask, room.allowed):
        return LEAK_IN_MASK
    if not soak.RESTORES_HIDDEN:
        return NOTHING
    copy(room, REDEALT, RESTORED)
    soak.restore_hidden(room.now, rules, seat, room.restored)
    return NOTHING if are_equal(room, NOW, RESTORED) else PUBLIC_CHANGED


@part
def are_same_bytes(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
    """Whether two observations agree in every byte."""
    differ = False
    for i in range(len(one)):
        differ |= one[i] != other[i]
    return not differ


# The states of a game in a room


@part
def copy(room: Room, source: int, target: int) -> None:
    """One state becomes the same as another."""
    room.raw[target] = room.raw[source]


@part
def are_equal(room: Room, one: int, other: int) -> bool:
    """Whether two states agree in every byte."""
    differ = False
    for i in range(room.raw.shape[1]):
        differ |= room.raw[one, i] != room.raw[other, i]
    return not differ
