"""Random games, looked at after every step: forced decisions included, all invariants, all events."""

from typing import Any

from numpy.typing import NDArray

from mom_env.kernel.jit import kernel
from mom_env.kernel.rng import mix, seed_stream
from mom_env.monkeys_on_the_moon.engine import go_on, take_action, write_marks
from mom_env.monkeys_on_the_moon.observe import OBSERVATION_SIZE, View, write_view
from mom_env.monkeys_on_the_moon.rules.setup import deal
from mom_env.monkeys_on_the_moon.soak.invariants import check_position
from mom_env.monkeys_on_the_moon.soak.legal import are_same, count_allowed, is_forced, is_legal_agrees, write_allowed
from mom_env.monkeys_on_the_moon.soak.players import choose
from mom_env.monkeys_on_the_moon.soak.room import BEFORE, DEALT, NOW, SKIPPING, Room
from mom_env.monkeys_on_the_moon.soak.score import check_end
from mom_env.monkeys_on_the_moon.soak.violations import Violation
from mom_env.monkeys_on_the_moon.soak.watch import watch, watch_deal
from mom_env.monkeys_on_the_moon.state import MAX_STATUSES, NONE, Decision, Phase, Rules, State

MOST_STEPS = 10_000  # no deck within the record's limits gives a game half as long
Table = NDArray[Any]  # records: rules of all settings, or the one room


# Entries. `rules` and `skipping` are those of all settings, the second with forced decisions skipped.


@kernel
def begin_game(rules: Table, setting: int, seed: Any, game: int, rooms: Table) -> None:
    """Deal a game, and the stream that its actions are drawn from; both depend on seed and number alone."""
    room = rooms[0]
    seed_stream(room.now, seed, game)
    seed_stream(room.chance, mix(seed), game)
    deal(room.now, rules[setting])
    copy(room, NOW, DEALT)
    copy(room, NOW, SKIPPING)
    go_on(room.now, rules[setting])
    watch_deal(room.now, rules[setting], room.events)


@kernel
def play_game(
    rules: Table, skipping: Table, setting: int, player: int, most_steps: int, rooms: Table
) -> tuple[Violation, int]:
    """On to the end, to so many steps, or to the first violation; which one, and how many steps it took."""
    room = rooms[0]
    chained = room.now.phase == Phase.OVER  # False; a literal would have the watchers compiled twice
    go_on(room.skipping, skipping[setting])
    for step in range(most_steps):
        if room.now.phase == Phase.OVER:
            return Violation.NOTHING, step
        wrong = check_stop(rules[setting], step, room)
        if wrong != Violation.NOTHING:
            return wrong, step
        action = choose(room.now, room.mask, player, room.chance)
        play_both(action, rules[setting], skipping[setting], room)
        num_allowed = count_allowed(room.allowed)
        watch(room.before, action, num_allowed, room.now, chained, rules[setting], room.events)
        chained = room.before.decision == Decision.SHIP and room.now.decision == Decision.SHIP
        if boarded_in_scorn(room.before, room.now):
            return Violation.BOARDING, step + 1
        if room.now.phase == Phase.OVER:
            wrong = check_over(action, rules[setting], room)
            return wrong, step + 1
    return Violation.ENDLESS if most_steps == MOST_STEPS else Violation.NOTHING, most_steps


@kernel
def play_both(action: int, rules: Rules, skipping: Rules, room: Room) -> None:
    """One action in the game; in the one that skips forced decisions only if this is none."""
    copy(room, NOW, BEFORE)
    take_action(room.now, rules, action)
    if not is_forced(room.before, count_allowed(room.allowed)):
        take_action(room.skipping, skipping, action)


# What is looked at


@kernel
def check_stop(rules: Rules, step: int, room: Room) -> Violation:
    """Position, legal actions, what one of the seats sees, another one at each step, and the game that skips."""
    wrong = check_position(room.now, room.dealt, rules, room.counts)
    if wrong != Violation.NOTHING:
        return wrong
    wrong = check_actions(room.now, rules, step, room)
    if wrong != Violation.NOTHING:
        return wrong
    write_view(room.now, rules, step % int(rules.num_players), room.seen)
    if not is_in_bounds(room.seen):
        return Violation.OBSERVATION
    forced = is_forced(room.now, count_allowed(room.allowed))
    return Violation.NOTHING if forced or are_equal(room, NOW, SKIPPING) else Violation.SKIPPING


@kernel
def check_actions(state: State, rules: Rules, step: int, room: Room) -> Violation:
    """3: the mask and `is_legal` against what the page allows."""
    write_allowed(state, rules, room.allowed)
    write_marks(state, rules, room.mask)
    if count_allowed(room.mask) == 0:
        return Violation.EMPTY_MASK
    if not are_same(room.mask, room.allowed):
        return Violation.MASK
    return Violation.NOTHING if is_legal_agrees(state, rules, room.allowed, step) else Violation.IS_LEGAL


@kernel
def boarded_in_scorn(before: State, state: State) -> bool:
    """R14: whether waiting monkeys boarded by the last action and their owner still holds their tribe's scorn."""
    if before.decision != Decision.SHIP or before.waiting[0] == NONE:
        return False
    return bool(state.scorn[int(before.waiting[0]) // MAX_STATUSES] == before.seat)


@kernel
def check_over(action: int, rules: Rules, room: Room) -> Violation:
    """The end: position, result, what a seat sees, and the same end with forced decisions skipped."""
    wrong = check_position(room.now, room.dealt, rules, room.counts)
    if wrong != Violation.NOTHING:
        return wrong
    wrong = check_end(room.before, action, room.now, rules)
    if wrong != Violation.NOTHING:
        return wrong
    write_view(room.now, rules, action % int(rules.num_players), room.seen)
    if not is_in_bounds(room.seen):
        return Violation.OBSERVATION
    return Violation.NOTHING if are_equal(room, NOW, SKIPPING) else Violation.SKIPPING


@kernel
def is_in_bounds(view: View) -> bool:
    """Whether all numbers are from 0 to 1; NaN is not."""
    inside = True
    for i in range(OBSERVATION_SIZE):
        inside &= (view.everything[i] >= 0) & (view.everything[i] <= 1)
    return inside


# The states of a game in a room


@kernel
def copy(room: Room, source: int, target: int) -> None:
    """One state becomes the same as another."""
    room.raw[target] = room.raw[source]


@kernel
def are_equal(room: Room, one: int, other: int) -> bool:
    """Whether two states agree in every byte."""
    differ = False
    for i in range(room.raw.shape[1]):
        differ |= room.raw[one, i] != room.raw[other, i]
    return not differ
