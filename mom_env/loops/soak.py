"""Random games that are checked after every step: forced decisions, invariants and events."""

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import NOBODY, MaskRecord, Records, RulesRecord, StateRecord, ViewRecord
from mom_env.contract.soak import BEFORE, DEALT, NOW, REDEALT, RESTORED, SKIPPING, Room, Told
from mom_env.kernel.jit import kernel, part
from mom_env.kernel.rng import mix, next_below, next_bits, seed_stream
from mom_env.loops import game_of, soak_in

game, soak = game_of(__name__), soak_in(__name__)

MOST_STEPS = 10_000  # more than twice the length of any real game
STRIDE = 7  # each step asks `can_take_action` about every 7th id, with a shifting start: asking about all costs 2 us
LEAST, MOST = -1, 1  # bounds of each number in an observation of floats

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


# What Python calls. `rules` and `skipping` have one record for each setting; `skipping` skips forced decisions.


@kernel
def begin_game(rules: Records, setting: int, seed: np.uint64, number: int, rooms: Records) -> None:
    """Deal game number `number` of `seed` in `rooms[0]`, and advance it to its first decision.

    The random stream that draws its actions is started as well. Both depend on `seed` and `number` alone. `rules` has
    one record for each setting (deck, players and options), of which `setting` is the index. The events of the deal are
    added to those of the room.
    """
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
    """Continue the game in `rooms[0]` to its end, for `most_steps`, or to the first violation, checking every step.

    Return the violation, or NOTHING, and the number of steps played.

    Args:
        rules: one record for each setting (deck, players and options), with forced decisions asked.
        skipping: the same rules, with forced decisions skipped.
        setting: the index of the game's setting in both.
        style: a number that says how actions are chosen.
        most_steps: the most steps; with MOST_STEPS, a game that is not over after them is ENDLESS, which is a
            violation.
        rooms: the memory of the soak, as an array of one record; it also gets the events that are met.
    """
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
    """Play `action` in `room.now`, and unless it was forced in `room.skipping`, which skips forced decisions.

    `rules` and `skipping` are the rules of the two games. `room.before` gets the position before the action.
    """
    copy(room, NOW, BEFORE)
    game.take_action(room.now, rules, action)
    if not soak.is_forced(room.before, rules, count_allowed(room.allowed)):
        game.take_action(room.skipping, skipping, action)


# Checks


@part
def check_stop(rules: RulesRecord, step: int, room: Room) -> Told:
    """Check the position in `room.now`, its legal actions and a seat's view, and compare it with `room.skipping`.

    The latter is the same game with forced decisions skipped. Return the first violation, or NOTHING. `step` is the
    number of actions so far; it decides which seat's view and which ids are checked.
    """
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
    """3: Check the mask and `can_take_action` against what the rules page allows. Return the violation, or NOTHING.

    `step` decides about which ids `can_take_action` is asked. The masks of `room` are overwritten.
    """
    soak.write_allowed(state, rules, room.allowed)
    game.write_mask(state, rules, int(np.int64(state.seat)), room.mask)
    if count_allowed(room.mask) == 0:
        return EMPTY_MASK
    if not are_same(room.mask, room.allowed):
        return MASK
    return NOTHING if is_legal_agrees(state, rules, room.allowed, step) else IS_LEGAL


@part
def check_over(action: int, rules: RulesRecord, room: Room) -> Told:
    """Check the end in `room.now`: position, result, a seat's view, and that the game which skips ended the same.

    `action` is the last action. Return the first violation, or NOTHING.
    """
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
    """Return whether all numbers of the view are from LEAST (-1) to MOST (1), both included; NaN is not.

    Whole numbers may be any of their type.
    """
    inside = True
    numbers = view.everything[:]
    if numbers.itemsize == 1:
        return inside
    for i in range(len(numbers)):
        inside &= (numbers[i] >= LEAST) & (numbers[i] <= MOST)
    return inside


# Legal actions


@part
def count_allowed(allowed: MaskRecord) -> int:
    """Return how many actions the mask `allowed` allows."""
    count = 0
    for action in range(game.NUM_ACTIONS):
        count += int(allowed.ids[action])
    return count


@part
def are_same(mask: MaskRecord, allowed: MaskRecord) -> bool:
    """Return whether the two masks agree about every action id."""
    differ = False
    for action in range(game.NUM_ACTIONS):
        differ |= mask.ids[action] != allowed.ids[action]
    return not differ


@part
def is_legal_agrees(state: StateRecord, rules: RulesRecord, allowed: MaskRecord, step: int) -> bool:
    """Return whether `can_take_action` agrees with the mask `allowed` about every 7th id, beginning with `step % 7`.

    It is asked for the seat to move in `state`. It must also refuse the ids just outside the table, -1 and NUM_ACTIONS.
    """
    seat = int(np.int64(state.seat))
    for action in range(step % STRIDE, game.NUM_ACTIONS, STRIDE):
        if game.can_take_action(state, rules, seat, action) != (allowed.ids[action] == 1):
            return False
    outside = game.can_take_action(state, rules, seat, -1)
    return not (outside or game.can_take_action(state, rules, seat, game.NUM_ACTIONS))


# Secrecy: after a redeal of what a seat cannot know, nothing that it sees may differ


@kernel
def choose_step(rules: Records, setting: int, rooms: Records) -> int:
    """Return after how many steps the hidden information is dealt again; this may be after the end of the game.

    The number is drawn from the stream of `rooms[0]`, from 0 to the expected length of a game less 1. `rules` has one
    record for each setting, of which `setting` is the index.
    """
    return next_below(rooms[0].chance, soak.expected_steps(rules[setting]))


@kernel
def redeal_game(rules: Records, setting: int, rooms: Records) -> Told:
    """Deal what a random seat cannot know again, and check that the seat sees the same as before.

    If it does, the new game replaces the game in `rooms[0]`. Return the violation, or NOTHING. `rules` has one record
    for each setting, of which `setting` is the index.
    """
    room = rooms[0]
    # For Numba this number is a uint64, and together with a signed number it would become a float.
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
    """Return how `room.redealt` differs from `room.now` for `seat`, as a violation, or NOTHING.

    Observation, mask and, if the game can restore what is hidden, everything else that `seat` knows must be equal. The
    views, the masks and `room.restored` are overwritten.
    """
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
    """Return whether two observations, of the same length, agree in every byte."""
    differ = False
    for i in range(len(one)):
        differ |= one[i] != other[i]
    return not differ


# The states of a game, as rows of `raw`


@part
def copy(room: Room, source: int, target: int) -> None:
    """Copy the state number `source` of `room` over the state number `target`; both are numbers such as NOW."""
    room.raw[target] = room.raw[source]


@part
def are_equal(room: Room, one: int, other: int) -> bool:
    """Return whether the states `one` and `other` of `room`, numbers such as NOW, agree in every byte."""
    differ = False
    for i in range(room.raw.shape[1]):
        differ |= room.raw[one, i] != room.raw[other, i]
    return not differ
