"""Recognises events from a position, an action and the position after it."""

from mom_env.contract.records import Indices
from mom_env.kernel.jit import kernel, part
from mom_env.monsters_on_the_moon.actions import NO_SHIP, SQUARE, STARTER, STOP
from mom_env.monsters_on_the_moon.soak.allowed import part_of
from mom_env.monsters_on_the_moon.soak.events import Event
from mom_env.monsters_on_the_moon.soak.notes import Notes
from mom_env.monsters_on_the_moon.state import (
    DOUBLE,
    FACE,
    MOST_WALLS,
    NONE,
    TILE,
    WRAP,
    Decision,
    Rules,
    State,
)


@part
def watch_deal(state: State, rules: Rules, notes: Notes, events: Indices) -> None:
    """2.7: Count which seat starts; `notes` is not used."""
    events[Event.OTHER_SEAT_STARTS if state.start > 0 else Event.SEAT_0_STARTS] += 1


@kernel
def watch(
    before: State, action: int, num_allowed: int, after: State, rules: Rules, notes: Notes, events: Indices
) -> None:
    """Count the events of the step from `before` to `after` by `action`."""
    decision = int(before.decision)
    if decision == Decision.PLACE:
        watch_place(before, action - SQUARE, after, rules, events)
    elif decision == Decision.TILE:
        events[Event.TILE_LAID] += 1
        events[Event.TWO_TILES] += before.tiles_due > 1
        events[Event.TILE_ON_DOUBLE] += before.shows[action - SQUARE] >= DOUBLE
    elif decision == Decision.SHIP:
        events[Event.NO_SHIP if action == NO_SHIP else Event.SHIP_SET] += 1
        events[Event.TILE_BY_SHIP] += after.decision == Decision.TILE and after.seat == before.seat
    elif decision == Decision.STARTER:
        events[Event.OWN_START if action == STARTER else Event.OTHER_START] += 1
    else:
        watch_walls(before, action, after, events)
    watch_turn(before, after, rules, events)
    if after.seat == NONE:
        watch_end(before, after, rules, events)


@part
def watch_place(before: State, place: int, after: State, rules: Rules, events: Indices) -> None:
    """3.1, 3.2: Count what a card is laid on, and where."""
    upright, covered, again, tiles = int(before.turn) % 2, 0, 0, 0
    for i in range(FACE):
        square = part_of(place, upright, i)
        if before.lies[square] > 0:
            covered += 1
            tiles += int(before.mark[square]) & TILE != 0
            again += is_covered_in_part(before, int(before.lies[square]))
    events[Event.BESIDE] += covered == 0
    events[Event.ON_OTHERS] += 0 < covered < FACE
    events[Event.ALL_ON_OTHERS] += covered == FACE
    events[Event.COVERS_AGAIN] += again > 0
    events[Event.TILE_COVERED] += tiles > 0
    events[Event.WRAPS] += place % WRAP > WRAP - 2 or place // WRAP > WRAP - 2
    grows = after.width > before.width or after.height > before.height
    events[Event.GROWS_TO_LIMIT] += grows and max(int(after.width), int(after.height)) == rules.limit
    events[Event.INTO_AREA] += before.area[place] > 0
    seat = int(before.seat)
    events[Event.CRYSTAL_COVERED] += after.steps[seat] > before.steps[seat]
    events[Event.LAST_SPACE] += after.steps[seat] > before.steps[seat] and after.steps[seat] == rules.last_space


@part
def is_covered_in_part(state: State, number: int) -> bool:
    """R7: Return whether a square of a card, counted from 1, is covered by another one."""
    turn, place = int(state.laid_turn[number - 1]), int(state.laid_place[number - 1])
    for i in range(FACE):
        if state.lies[part_of(place, turn % 2, i)] != number:
            return True
    return False


@part
def watch_walls(before: State, action: int, after: State, events: Indices) -> None:
    """2, 6.2, 6.3: Count the choices of the setup, and walls."""
    decision = int(before.decision)
    events[Event.PICKED] += decision == Decision.MONSTER
    events[Event.PASSED] += decision == Decision.PASS
    events[Event.STOPPED] += action == STOP
    if decision == Decision.EDGE:
        events[Event.WALL_LAID] += 1
        events[Event.AREA_CLOSED] += after.num_areas > before.num_areas
        if after.seat != before.seat or after.decision != Decision.WALL:
            is_last = int(before.laying) + 1 == MOST_WALLS
            events[Event.FIFTH_WALL if is_last else Event.NOTHING_FITS] += 1


@part
def watch_turn(before: State, after: State, rules: Rules, events: Indices) -> None:
    """4, R9: Count interim scorings, and seats that are skipped."""
    if after.interim_taken and not before.interim_taken:
        events[Event.LATE_INTERIM if after.seat == NONE else Event.INTERIM] += 1
    is_next = after.decision == Decision.TURN and before.decision in (Decision.PLACE, Decision.TILE, Decision.SHIP)
    if is_next and rules.num_players > 1:
        events[Event.SKIPPED] += after.seat != (int(before.seat) + 1) % int(rules.num_players)


@part
def watch_end(before: State, after: State, rules: Rules, events: Indices) -> None:
    """5, 7, 8: Count how a game ends."""
    first = 0
    for seat in range(rules.num_players):
        first += after.place[seat] == 1
        events[Event.MISSION_WON] += after.mission_vp[seat] > 0
    events[Event.GAME_TIED] += first > 1
    events[Event.SOLO] += rules.num_players == 1
