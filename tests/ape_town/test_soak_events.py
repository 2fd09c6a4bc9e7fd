"""Events of the soak that only few positions show: they are counted exactly when the game in plain Python says so."""

from copy import deepcopy
from typing import Any

import numpy as np

from mom_env.ape_town import Game
from mom_env.ape_town.ruleset import load_deck
from mom_env.ape_town.soak import NOTES_DTYPE, Event, find_settings, watch
from mom_env.ape_town.soak.events import NUM_EVENTS
from mom_env.contract.soak import SoakSetting
from mom_env.kernel.jit import is_compiled
from tests.ape_town.reference import Cell, Reference
from tests.support.sizes import smaller_without_jit

GAMES = smaller_without_jit(16, 1)  # of each setting
WHOLE_BOARD = 70  # fields; boards with more of them are played less often


def events_of(before: Reference, action: int, after: Reference) -> set[Event]:
    """What one action meets."""
    if before.hand is None:
        first = before.board.setup.money
        others = [money for seat, money in enumerate(before.money) if seat != before.seat]
        return {Event.MONEY_DIFFERS} if set(others) - {first} else set()
    cell = before.cells[action - 10]
    found = at_once(before, cell) | of_district(after, cell)
    return found | (at_the_end(before) if after.over else turned_up(before, after))


# 3.3 Points at once


def at_once(before: Reference, cell: Cell) -> set[Event]:
    assert before.hand is not None
    motif, found = before.hand[0], set[Event]()
    partners = {other for other in before.laid if brings(before, motif, before.laid[other].motif)}
    pond = set(before.board.pond_cells) & set(before.beside(cell))
    if motif not in ("orangutan", "lemur"):
        across = {other for wet in pond for other in before.beside(wet)} - {cell} - set(before.beside(cell))
        found |= {Event.ACROSS_THE_POND} if across & partners else set()
    if before.at_once(cell, motif):
        scored = [before.at_once(other, before.laid[other].motif) for other in partners & set(before.beside(cell))]
        found |= {Event.NOT_SCORED_AGAIN} if any(scored) else set()
        found |= {Event.ONLY_WHO_PLACES}  # the engine's points are those of the reference, see test_against_reference
    return found


def brings(game: Reference, motif: str, other: str) -> bool:
    """Whether two motifs side by side bring points."""
    return other == "banana" if game.value(motif) else motif == "banana" and game.value(other) > 0


# 3.4, 5 The track


def emptied(before: Reference) -> bool:
    """Whether the tile in hand was the last face-up one of its section."""
    assert before.hand is not None
    return not any(segment.is_up for segment in before.section(before.hand[2]))


def next_section(before: Reference) -> int:
    """The section after the newest open one."""
    return int(before.open[-1] + 1) % len(before.board.track.colours)


def has_more(before: Reference) -> bool:
    """Whether tiles are left to turn up: in the reserve, or face down on the next section."""
    number = next_section(before)
    return bool(before.reserve) or (number not in before.open and all(s.tile for s in before.section(number)))


def turned_up(before: Reference, after: Reference) -> set[Event]:
    assert before.hand is not None
    found = {Event.NEXT_SEAT if before.seat + 1 < before.num_players else Event.FIRST_SEAT_FOLLOWS}
    filled = (len(before.reserve) - len(after.reserve)) // before.length
    found |= {Event.FILLED} if filled == 1 else {Event.SEVERAL_FILLED} if filled else set()
    if emptied(before) and has_more(before):
        found |= {Event.FILLED_FIRST} if next_section(before) == before.hand[2] else set()
        found |= set() if before.reserve else {Event.NOTHING_TO_FILL_WITH}
    return found


def at_the_end(before: Reference) -> set[Event]:
    return {Event.NOT_TURNED_UP_AT_THE_END} if emptied(before) and has_more(before) else set()


# 4 A full district


def of_district(after: Reference, cell: Cell) -> set[Event]:
    district = after.district_of(after.cells.index(cell))
    owners = [seat for seat in range(after.num_players) if after.count(district, "lemur", seat)]
    if not after.is_full(district) or not owners:
        return set()
    fewer = [
        other
        for other in after.board.district
        if other is not district and after.lemurs(other) < after.lemurs(district)
    ]
    inferior = [other for other in fewer if other in after.neighbours(district)]
    apart = [other for other in fewer if other not in inferior and after.worth(other)]
    found = {Event.ALSO_FOR_THE_BOSS} if inferior and boss(after, district) in owners else set()
    found |= set() if inferior else {Event.NONE_INFERIOR}
    by = {
        Event.ACROSS_THE_POND_NO_NEIGHBOUR: after.board.pond_cells,
        Event.ACROSS_A_PRINTED_TILE_NO_NEIGHBOUR: list(after.printed),
    }
    return found | {event for event, cells in by.items() if any(meet(after, district, o, cells) for o in apart)}


def boss(game: Reference, district: Any) -> int | None:
    for motif in ("orangutan", "lemur"):
        counts = sorted((game.count(district, motif, seat), seat) for seat in range(game.num_players))
        if counts[-2][0] < counts[-1][0]:
            return counts[-1][1]
    return None


def meet(game: Reference, one: Any, other: Any, cells: list[Cell]) -> bool:
    """Whether both districts touch one of the cells."""
    return any(
        {(q, r) for q, r in one.fields} & set(game.beside(cell))
        and {(q, r) for q, r in other.fields} & set(game.beside(cell))
        for cell in cells
    )


CHECKED = [
    Event.NEXT_SEAT,
    Event.FIRST_SEAT_FOLLOWS,
    Event.ACROSS_THE_POND,
    Event.ONLY_WHO_PLACES,
    Event.NOT_SCORED_AGAIN,
    Event.FILLED,
    Event.SEVERAL_FILLED,
    Event.FILLED_FIRST,
    Event.NOTHING_TO_FILL_WITH,
    Event.NONE_INFERIOR,
    Event.ACROSS_THE_POND_NO_NEIGHBOUR,
    Event.ACROSS_A_PRINTED_TILE_NO_NEIGHBOUR,
    Event.ALSO_FOR_THE_BOSS,
    Event.NOT_TURNED_UP_AT_THE_END,
    Event.MONEY_DIFFERS,
]


def choose(legal: list[int], rng: np.random.Generator, style: int) -> int:
    """Any action, or mostly the last one: the dearest tile, so that the open sections are far apart."""
    return legal[-1] if style and rng.random() < 0.8 else int(rng.choice(legal))


def play(setting: SoakSetting, seed: int) -> set[Event]:
    """Play a game, compare what each action meets, and return all that was met."""
    game: Any = Game(setting.num_players, seed, deck=setting.deck, options=setting.options, skip_forced=False)
    setup, met, rng = game.setup_block(), set[Event](), np.random.default_rng(seed)
    other = Reference(
        load_deck(setting.deck),
        setting.num_players,
        setup["start"],
        setup["tiles"],
        all_districts=bool(setting.changed),
    )
    while not game.over:
        legal, before, position = game.legal_actions(), game.states.copy(), deepcopy(other)
        action = choose(legal, rng, seed % 2)
        game.play(action)
        other.play(action)
        counts = np.zeros(NUM_EVENTS, np.int64)
        watch(before[0], action, len(legal), game.states[0], game.rules[0], np.zeros(1, NOTES_DTYPE)[0], counts)
        expected = events_of(position, action, other)
        assert {event for event in CHECKED if counts[event]} == expected, action
        met |= expected
    return met


def test_the_events_are_counted_exactly_when_the_rules_say_so() -> None:
    met = set[Event]()
    for setting in find_settings():
        is_large = len(load_deck(setting.deck).cells) > WHOLE_BOARD
        for seed in range(1 if is_large else GAMES):
            met |= play(setting, seed)
    if is_compiled():
        assert met == set(CHECKED)
