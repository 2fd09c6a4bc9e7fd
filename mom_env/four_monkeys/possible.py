"""Whether a record is that of a possible position, entry by entry, in plain Python; it may hold any bytes.

What follows from other fields is worked out again here, apart from the rules, and compared.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.four_monkeys.combos import SHOWN
from mom_env.four_monkeys.sizes import KINDS, MAX_CARDS, MAX_PLAYERS, MAX_TILES, NUM_KINDS
from mom_env.four_monkeys.state import (
    BENEATH,
    DISCARDED,
    GREEN,
    IN_DECK,
    IN_HAND,
    MISSED,
    NONE,
    ORANGE,
    UNCHECKED,
    EndedBy,
    Phase,
    Rules,
    State,
    Verdict,
)

AnyNumbers = NDArray[Any]
MOST = 5000  # points; no total of a possible game is as large, with whatever tile file


def find_violation(state: State, rules: Rules) -> str:
    """Return in words what is impossible in the record `state`, or "" if nothing is."""
    return next(violations(state, rules), "")


def violations(state: State, rules: Rules) -> Iterator[str]:
    """Yield all that is impossible in a record. Later checks rely on earlier ones."""
    yield from wrong_ranges(state, rules)
    yield from wrong_unused(state, rules)
    yield from wrong_progress(state, rules)
    yield from wrong_deals(state, rules)
    yield from wrong_history(state)
    if state.phase != Phase.OVER:
        yield from wrong_areas(state, rules)
        yield from wrong_rows(state, rules)
        yield from wrong_cards(state, rules)
        yield from wrong_stacks(state, rules)
        yield from wrong_counts(state, rules)
        yield from wrong_choices(state, rules)


def ranges_of(rules: Rules) -> dict[str, tuple[int, int]]:
    """Return the least and the largest number of each field."""
    seats, longest = int(rules.num_players), int(rules.ticks + rules.spread)
    tiles = int(sum(rules.num_tiles))
    return {
        "seat": (NONE, seats - 1),
        "phase": (0, 2),
        "round_number": (0, int(rules.rounds)),
        "deal_number": (0, int(rules.num_deals) - 1),
        "tick": (0, longest),
        "free": (0, 2**seats - 1),
        "pending": (NONE, MISSED - 1),
        "last": (NONE, MISSED + int(rules.num_combos) - 1),
        "order": (0, 0),
        "claimed": (NONE, NONE),
        "area": (0, int(rules.num_areas) - 1),
        "left": (0, seats - 1),
        "stops_left": (0, int(rules.false_stops)),
        "total": (-MOST, MOST),
        "last_score": (-MOST, MOST),
        "drawn": (0, int(rules.num_cards)),
        "open_row": (NONE, tiles - 1),
        "own_skins": (0, int(rules.banana_skins)),
        "handed_skins": (0, seats),
        "gave": (0, 1),
        "replenished": (0, 1),
        "open_right": (0, 1),
        "num_stacks": (0, MAX_TILES),
        "tall": (0, 1),
        "stack_tile": (0, MAX_TILES),
        "stack_height": (0, MAX_TILES),
        "last_checked": (NONE, seats - 1),
        "num_checks": (0, tiles),
        "deal_of": (0, int(rules.num_deals) - 1),
        "num_ticks": (0, longest),
        "ended_by": (0, len(EndedBy) - 1),
        "smartest": (0, 2**seats - 1),
        "scores": (-MOST, MOST),
        "num_rows": (0, tiles),
        "row_seat": (0, seats - 1),
        "row_combo": (0, int(rules.num_combos) - 1),
        "row_orange": (0, 1),
        "row_beneath": (0, longest),
        "row_verdict": (0, len(Verdict) - 1),
        "row_check": (0, tiles),
        "where": (0, IN_DECK),
        "decks": (0, NUM_KINDS - 1),
        "tiles": (0, int(rules.num_combos) - 1),
        "orders": (0, int(rules.num_orders) - 1),
        "ticks": (0, longest),
    }


def wrong_ranges(state: State, rules: Rules) -> Iterator[str]:
    """Yield each field with a number that it can never have."""
    for name, (least, most) in ranges_of(rules).items():
        found = np.asarray(state[name]).astype(np.int64)
        if found.min() < least or found.max() > most:
            yield f"{name}: expected numbers from {least} to {most}, found {found.min()} to {found.max()}"


def wrong_unused(state: State, rules: Rules) -> Iterator[str]:
    """Yield each field that is not empty for seats that nobody has."""
    seats = int(rules.num_players)
    empty = {"pending": NONE, "last": NONE, "open_row": NONE}
    for name in ("pending", "last", "area", "left", "stops_left", "total", "last_score", "hand", "hand_size", "seen",
                 "drawn", "open_row", "open_kinds", "open_right", "right", "counts", "own_skins", "handed_skins",
                 "gave", "replenished"):  # fmt: skip
        if (state[name][seats:] != empty.get(name, 0)).any():
            yield f"{name}: expected nothing for seats from {seats} on"
    if state.scores[:, seats:].any() or state.decks[:, seats:].any() or (state.where[:, seats:] != IN_DECK).any():
        yield f"cards and scores: expected none for seats from {seats} on"


def wrong_progress(state: State, rules: Rules) -> Iterator[str]:
    """Yield what does not fit in the course of the game: phase, rounds, deals, totals."""
    is_over, number = state.phase == Phase.OVER, int(state.round_number)
    if (state.seat == NONE) != is_over or (number == rules.rounds) != is_over:
        yield f"phase: expected one that fits seat {state.seat} and round {number}"
    seats = int(rules.num_players)
    stops = int(rules.false_stops) * seats - int(state.stops_left.sum())
    repeated = int(state.deal_number) - (number - is_over)
    if not (0 <= repeated <= stops and (repeated > 0 or number > 0 or is_over or stops == 0)):
        yield f"deal_number: expected at most {stops} rounds played again, found {repeated}"
    used = int(rules.false_stops) - state.stops_left[:seats].astype(int)
    expected = state.scores[:number, :seats].sum(axis=0) + used * int(rules.false_stop)
    if (state.total[:seats] != expected).any():
        yield f"total: expected {expected.tolist()}, the sum of all rounds, found {state.total[:seats].tolist()}"
    last = state.scores[number - 1] if number else np.zeros_like(state.last_score)
    if (state.last_score != last).any():
        yield "last_score: expected the score of the last round"


def wrong_deals(state: State, rules: Rules) -> Iterator[str]:
    """Yield each deal, of this round or a later one, whose cards, tiles, orders or length are impossible."""
    first, seats = int(state.deal_number) + (state.phase == Phase.OVER), int(rules.num_players)
    deck = np.repeat(np.arange(NUM_KINDS), rules.copies)
    for deal in range(first, len(state.ticks)):
        if deal >= rules.num_deals:
            if state.decks[deal].any() or state.tiles[deal].any() or state.orders[deal].any() or state.ticks[deal]:
                yield f"deal {deal}: expected none"
            continue
        cards = state.decks[deal, :seats]
        if (np.sort(cards[:, : rules.num_cards], axis=1) != deck).any() or cards[:, rules.num_cards :].any():
            yield f"decks: expected all {rules.num_cards} cards in each deck of deal {deal}"
        if wrong_tiles(state.tiles[deal], rules):
            yield f"tiles: expected whole sets in deal {deal}"
        yield from wrong_orders(state, rules, deal, is_now=deal == state.deal_number)


def wrong_tiles(tiles: AnyNumbers, rules: Rules) -> bool:
    """Return whether the tiles of a deal are not whole sets in each area."""
    for area in range(int(rules.num_areas)):
        start, count = int(rules.first_tile[area]), int(rules.num_tiles[area])
        sets = np.bincount(tiles[start : start + count], minlength=int(rules.num_combos))
        if (sets != count // int(rules.num_combos)).any():
            return True
    return bool(tiles[int(sum(rules.num_tiles)) :].any())


def wrong_orders(state: State, rules: Rules, deal: int, *, is_now: bool) -> Iterator[str]:
    """Yield what is impossible in length and orders of a deal; `is_now` says whether it is that of this round."""
    length, tick = int(state.ticks[deal]), int(state.tick)
    is_scored = is_now and state.phase == Phase.CHECK
    least = int(rules.ticks - rules.spread)
    if is_scored and length != tick:
        yield f"ticks: expected {tick} in scoring, found {length}"
    if not is_scored and (length < least or (is_now and length <= tick)):
        yield f"ticks: expected at least {least}, and more than {tick} in this round, found {length}"
    begin, end = (tick if is_now else 0), (0 if is_scored or rules.rotate else length)
    if state.orders[deal, : min(begin, end)].any() or state.orders[deal, end:].any():
        yield f"orders: expected some for ticks {begin} to {end - 1} of deal {deal} only"


def wrong_history(state: State) -> Iterator[str]:
    """Yield each round, scored or to come, whose rows and cards are impossible."""
    is_over = state.phase == Phase.OVER
    for number in range(len(state.deal_of)):
        if number == state.round_number and not is_over:
            continue
        count = int(state.num_rows[number])
        is_played = number < state.round_number
        rows = state.where[number] < MAX_TILES
        if not is_played and (count or rows.any() or state.deal_of[number] or state.scores[number].any()):
            yield f"round {number}: expected nothing, as it is to come"
        if (state.where[number][rows] >= count).any() or any_beyond(state, number, count):
            yield f"round {number}: expected {count} rows of tiles"
        beneath = np.bincount(state.where[number][rows], minlength=MAX_TILES)[:MAX_TILES]
        checked = state.row_check[number] > 0
        if is_played and (beneath != np.where(checked, state.row_beneath[number], 0)).any():
            yield f"round {number}: expected the cards of checked tiles only"
        if is_played and (state.where[number][~rows] != IN_DECK).any():
            yield f"round {number}: expected no cards elsewhere"


def any_beyond(state: State, number: int, count: int) -> bool:
    """Return whether a row of the round `number` from `count` on is not empty."""
    names = ("row_seat", "row_combo", "row_orange", "row_beneath", "row_verdict", "row_check")
    return any(bool(state[name][number, count:].any()) for name in names)


# This round


def wrong_areas(state: State, rules: Rules) -> Iterator[str]:
    """Yield wrong areas and left neighbours."""
    seats = int(rules.num_players)
    sizes = np.bincount(state.area[:seats], minlength=len(rules.area_size))
    if (sizes != rules.area_size).any():
        yield f"area: expected areas of {rules.area_size.tolist()} players"
        return
    for seat in range(seats):
        near = [other for other in range(seats) if state.area[other] == state.area[seat]]
        expected = near[(near.index(seat) + 1) % len(near)]
        if state.left[seat] != expected:
            yield f"left: expected seat {expected} beside seat {seat}"


def wrong_rows(state: State, rules: Rules) -> Iterator[str]:
    """Yield what is impossible in the tiles in front of players."""
    number = int(state.round_number)
    count = int(state.num_rows[number])
    if state.deal_of[number] != state.deal_number or any_beyond(state, number, count):
        yield f"rows: expected {count} of deal {state.deal_number}"
    is_scored = state.phase == Phase.CHECK
    if not is_scored and (state.row_verdict[number].any() or state.row_check[number].any() or state.smartest[number]):
        yield "row_verdict: expected none before scoring"
    checks = sorted(state.row_check[number][state.row_check[number] > 0].tolist())
    if checks != list(range(1, int(state.num_checks) + 1)):
        yield f"row_check: expected {state.num_checks} checks, found {checks}"
    for seat in range(int(rules.num_players)):
        row = int(state.open_row[seat])
        if row == NONE:
            if state.gave[seat]:
                yield f"gave: expected an open tile of seat {seat}"
        elif is_scored or row >= count or state.row_seat[number, row] != seat or state.row_orange[number, row]:
            yield f"open_row: expected a green tile of seat {seat}"
    if not 0 <= int(state.handed_skins.sum() + state.own_skins.sum()) <= int(rules.num_players * rules.banana_skins):
        yield "skins: expected at most one for each player"


def wrong_cards(state: State, rules: Rules) -> Iterator[str]:
    """Yield what is impossible in the places of cards."""
    number, places = int(state.round_number), np.arange(MAX_CARDS)
    count = int(state.num_rows[number])
    for deck in range(int(rules.num_players)):
        where = state.where[number, deck].astype(int)
        if ((where != IN_DECK) != (places < state.drawn[deck])).any():
            yield f"where: expected the first {state.drawn[deck]} cards of deck {deck} to be drawn"
        owners = owners_of(state, where[: state.drawn[deck]])
        if any(owner >= rules.num_players or state.area[owner] != state.area[deck] for owner in owners):
            yield f"where: expected cards of deck {deck} in its area"
    used = state.where[number][state.where[number] < MAX_TILES]
    if (used >= count).any():
        yield f"where: expected cards beneath {count} tiles"
    if (np.bincount(used, minlength=MAX_TILES)[:MAX_TILES] != state.row_beneath[number]).any():
        yield "row_beneath: expected the numbers of cards beneath tiles"


def owners_of(state: State, where: AnyNumbers) -> list[int]:
    """Return the seats that have drawn the cards at the places `where`; 8 for a place of nobody."""
    rows = state.row_seat[int(state.round_number)]
    return [
        int(rows[place]) if place < MAX_TILES
        else int(place - IN_HAND) if place < DISCARDED
        else int(place - DISCARDED)
        for place in where
    ]  # fmt: skip


def wrong_stacks(state: State, rules: Rules) -> Iterator[str]:
    """Yield what is impossible in the stacks, and tiles that are there twice or not at all."""
    number, combos = int(state.round_number), int(rules.num_combos)
    tiles, rows = state.tiles[int(state.deal_number)], slice(0, int(state.num_rows[number]))
    for area in range(int(rules.num_areas)):
        first, total = int(rules.first_tile[area]), int(rules.num_tiles[area])
        last = first + int(state.num_stacks[area])
        if not rules.num_stacks[area] <= state.num_stacks[area] <= total:
            yield f"num_stacks: expected {rules.num_stacks[area]} to {total} in area {area}"
            return
        tops, heights = state.stack_tile[first:last].astype(int), state.stack_height[first:last].astype(int)
        if (
            (tops < first).any()
            or (tops + heights > first + total).any()
            or state.stack_height[last : first + total].any()
        ):
            yield f"stacks: expected those of area {area} in their place"
            return
        left = [int(tiles[i]) for top, height in zip(tops, heights, strict=True) for i in range(top, top + height)]
        is_near = state.area[state.row_seat[number, rows]] == area
        left += state.row_combo[number, rows][is_near].tolist()
        if (np.bincount(np.array(left, int), minlength=combos) != total // combos).any():
            yield f"stacks: expected whole sets of tiles on stacks and in front of the players of area {area}"
        shown = sum({1 << int(tiles[top]) for top, height in zip(tops, heights, strict=True) if height})
        if (state.tops[area], state.tall[area]) != (shown, (heights > 1).any()):
            yield f"tops: expected those of the stacks of area {area}"


def wrong_counts(state: State, rules: Rules) -> Iterator[str]:
    """Yield each field that does not fit the rows and cards from which it follows."""
    for seat in range(int(rules.num_players)):
        for name, expected in counted(state, rules, seat).items():
            if (np.asarray(state[name][seat]) != expected).any():
                yield f"{name}: expected for seat {seat} what follows from its cards and tiles"


def counted(state: State, rules: Rules, seat: int) -> dict[str, Any]:
    """Return what follows from the cards and tiles of `seat`, by the name of its field."""
    number = int(state.round_number)
    faces, where = state.decks[int(state.deal_number)], state.where[number]
    open_row = int(state.open_row[seat])
    hand = kinds_at(faces, where == IN_HAND + seat)
    own = [row for row in range(int(state.num_rows[number])) if state.row_seat[number, row] == seat]
    is_own = np.isin(where, [*own, IN_HAND + seat, DISCARDED + seat])
    counts, right = np.zeros_like(state.counts[seat]), 0
    for row in own:
        combo, beneath = int(state.row_combo[number, row]), kinds_at(faces, where == row)
        if row == open_row:
            continue
        counts[ORANGE if state.row_orange[number, row] else GREEN, combo] += 1
        counts[BENEATH, combo] += beneath.sum()
        right = right & ~(1 << combo) | is_right(rules, combo, beneath) << combo
    laid = kinds_at(faces, where == open_row) if open_row != NONE else np.zeros(NUM_KINDS, int)
    return {
        "hand": hand,
        "hand_size": hand.sum(),
        "seen": kinds_at(faces[seat], is_own[seat]),
        "counts": counts,
        "right": right,
        "open_kinds": laid,
        "open_right": open_row != NONE and is_right(rules, int(state.row_combo[number, open_row]), laid),
    }


def kinds_at(faces: AnyNumbers, which: AnyNumbers) -> AnyNumbers:
    """Return the number of cards of each kind among those of `faces` that are marked in `which`."""
    return np.bincount(faces[which], minlength=NUM_KINDS)


def is_right(rules: Rules, combo: int, kinds: AnyNumbers) -> bool:
    """R20: Return whether cards, by kind, are right for a combo."""
    without = [kinds - np.eye(NUM_KINDS, dtype=int)[kind] for kind in range(NUM_KINDS) if kinds[kind]]
    return is_enough(rules, combo, kinds) and not any(is_enough(rules, combo, fewer) for fewer in without)


def is_enough(rules: Rules, combo: int, kinds: AnyNumbers) -> bool:
    """R20: Return whether in some way nothing is short of what the combo asks for."""
    total = kinds @ np.array(SHOWN)
    return bool((total >= rules.ways[combo, : rules.num_ways[combo]]).all(axis=1).any())


def wrong_choices(state: State, rules: Rules) -> Iterator[str]:
    """Yield a message for each of `phase`, `free`, `pending` and `seat` that does not fit the options of this tick.

    `free` has to be the seats with several options, an entry of `pending` an option of its seat, and `seat` one that
    has not chosen, and that has several options if forced choices are skipped. While a tile to check is chosen, `seat`
    has to have several such tiles, `rules.check_choice` has to be set, and nobody may be free, have chosen, or hold
    cards.
    """
    seats = range(int(rules.num_players))
    if state.phase == Phase.CHECK:
        if state.free or (state.pending != NONE).any() or not rules.check_choice or state.hand_size.any():
            yield "phase: expected the choice of a tile to check"
        elif len(first_tiles(state, rules, int(state.seat))) < 2:
            yield f"seat: expected one with two tiles to choose from, found {state.seat}"
        return
    offered = [options_of(state, rules, seat) for seat in seats]
    free = sum(1 << seat for seat in seats if len(offered[seat]) > 1)
    if state.free != free:
        yield f"free: expected {free}, found {state.free}"
    for seat in seats:
        if state.pending[seat] != NONE and int(state.pending[seat]) not in offered[seat]:
            yield f"pending: expected an action that seat {seat} can choose, found {state.pending[seat]}"
    is_asked = free >> int(state.seat) & 1 or not rules.skip_forced
    if state.pending[int(state.seat)] != NONE or not is_asked:
        yield f"seat: expected one that has not chosen yet, found {state.seat}"


def first_tiles(state: State, rules: Rules, seat: int) -> list[int]:
    """R22: Return the combos of the unchecked tiles of least value of `seat`."""
    number = int(state.round_number)
    values = {
        int(state.row_combo[number, row]): int(rules.points[state.row_combo[number, row]])
        + int(state.row_orange[number, row]) * int(rules.orange)
        for row in range(int(state.num_rows[number]))
        if state.row_seat[number, row] == seat and state.row_verdict[number, row] == UNCHECKED
    }
    return [combo for combo, value in values.items() if value == min(values.values())]


def options_of(state: State, rules: Rules, seat: int) -> set[int]:
    """12: Return the ids of all that `seat` can choose in this tick."""
    if state.tick % rules.pace[seat]:
        return {0}
    green = state.counts[seat, GREEN] > 0
    options = {0} | {22 + combo for combo in range(len(green)) if green[combo]}
    options |= set() if state.replenished[seat] else {32, 33}
    if state.open_row[seat] != NONE:
        return options | with_tile(state, rules, seat)
    tops, has = int(state.tops[state.area[seat]]), green | (state.counts[seat, ORANGE] > 0)
    shown = [combo for combo in range(int(rules.num_combos)) if tops >> combo & 1]
    options |= {1 + combo for combo in shown} if state.hand_size[seat] else set()
    if state.tall[state.area[seat]] and has[shown].all():
        options.add(34)
    if has[: rules.num_combos].all() or state.stops_left[seat]:
        options.add(35)
    return options


def with_tile(state: State, rules: Rules, seat: int) -> set[int]:
    """12: Return the ids of what `seat` can do with its open tile."""
    beneath, count = int(state.open_kinds[seat].sum()), int(rules.num_players)
    options = {11 + kind for kind in range(len(KINDS)) if state.hand[seat, kind]}
    if beneath or not state.hand_size[seat]:
        options.add(21)
    if not beneath and not state.gave[seat] and (state.own_skins[seat] or state.handed_skins[seat]):
        near = [steps for steps in range(1, count) if state.area[(seat + steps) % count] == state.area[seat]]
        options |= {35 + steps for steps in near}
    return options


assert MAX_PLAYERS == 8  # noqa: S101  # as the ids above
