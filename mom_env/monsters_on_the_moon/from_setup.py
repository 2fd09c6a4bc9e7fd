"""The record of a setup block: what chance has drawn, checked entry by entry."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mom_env.common.arguments import players_in_words, shown, whole_of
from mom_env.contract.records import Records
from mom_env.errors import PositionError
from mom_env.monsters_on_the_moon.rules.setup import clear
from mom_env.monsters_on_the_moon.ruleset import Ruleset
from mom_env.monsters_on_the_moon.state import MISSIONS_EACH, MISSIONS_OPEN, STATE_DTYPE, Missions, State

ENTRIES = ("start", "order", "layout", "monsters", "missions")


def state_from_setup(setup: Mapping[str, object], ruleset: Ruleset, stream: int) -> Records:
    """Return the record of a setup, as `deal` leaves it, as an array of one; its random stream is at `stream`.

    Raises:
        PositionError: an entry is missing, unknown or impossible; the error names it.
    """
    if sorted(map(str, setup)) != sorted(ENTRIES):
        raise PositionError(f"setup: expected the entries {', '.join(ENTRIES)}, found {shown(list(setup))}")
    states = np.zeros(1, STATE_DTYPE)
    state: Any = states[0]
    clear(state)
    state.rng = stream
    _read_order(state, ruleset, setup["order"])
    _read_start(state, ruleset, setup["start"])
    _read_layout(state, ruleset, setup["layout"])
    _read_monsters(state, ruleset, setup["monsters"])
    _read_missions(state, ruleset, setup["missions"])
    return states


def _refuse(name: str, expected: str, found: object) -> PositionError:
    """Return the error that the entry `name` of a setup is not what was expected."""
    return PositionError(f"setup.{name}: expected {expected}, found {shown(found)}")


def _whole_in(value: object, allowed: Sequence[int]) -> int | None:
    """Return `value` as an int if it is one of `allowed`, else None."""
    number = whole_of(value)
    return number if number in allowed else None


def _read_order(state: State, ruleset: Ruleset, order: object) -> None:
    """2.7: Read the shuffled order of the whole set.

    Raises:
        PositionError: it has not each card once.
    """
    count, players = int(ruleset.rules[0]["num_cards"]), ruleset.num_players
    found = [whole_of(card) for card in order] if isinstance(order, list | tuple) else []
    cards = [card for card in found if card is not None]
    if len(cards) < len(found) or sorted(cards) != list(range(count)):
        raise _refuse("order", f"each card from 0 to {count - 1} once with {players_in_words(players)}", order)
    state.pile[:count] = cards


def _read_start(state: State, ruleset: Ruleset, start: object) -> None:
    """2.7: Read the starting player.

    Raises:
        PositionError: there is no such seat.
    """
    seat = _whole_in(start, range(ruleset.num_players))
    if seat is None:
        raise _refuse("start", f"a seat from 0 to {ruleset.num_players - 1}", start)
    state.start = seat


def _read_layout(state: State, ruleset: Ruleset, layout: object) -> None:
    """2.6: Read the number of the start layout.

    Raises:
        PositionError: there is no such layout, or the options name another one.
    """
    rules: Any = ruleset.rules[0]
    if ruleset.num_players == 1:
        if layout is not None:
            raise _refuse("layout", "null in solo play", layout)
        return
    allowed = [int(rules.layout)] if rules.layout else range(1, int(rules.num_layouts) + 1)
    number = _whole_in(layout, allowed)
    if number is None:
        raise _refuse("layout", f"one of {', '.join(map(str, allowed))}", layout)
    state.layout = number


def _read_monsters(state: State, ruleset: Ruleset, monsters: object) -> None:
    """2.1: Read the monsters of the seats, if they are drawn.

    Raises:
        PositionError: they are not drawn, or are not different monsters of the set.
    """
    rules: Any = ruleset.rules[0]
    if not rules.draw_monsters:
        if monsters is not None:
            raise _refuse("monsters", "null, as they are not drawn", monsters)
        return
    names = ruleset.deck.monsters[: int(rules.num_monsters)]
    drawn = list(monsters) if isinstance(monsters, list | tuple) else []
    if len(drawn) != ruleset.num_players or any(name not in names or drawn.count(name) > 1 for name in drawn):
        raise _refuse("monsters", f"{ruleset.num_players} different ones of {', '.join(names)}", monsters)
    state.monster[: len(drawn)] = [names.index(name) for name in drawn]


def _read_missions(state: State, ruleset: Ruleset, missions: object) -> None:
    """7.1: Read the secret missions by seat, or the open ones.

    Raises:
        PositionError: these are not such missions as the options ask for.
    """
    rules: Any = ruleset.rules[0]
    every = (1 << int(rules.num_missions)) - 1
    count = ruleset.num_players
    if rules.missions == Missions.NONE:
        if missions is not None:
            raise _refuse("missions", "null, as the options ask for none", missions)
    elif rules.missions == Missions.OPEN:
        bits = _mission_bits([missions], MISSIONS_OPEN, int(rules.open_missions))
        if bits is None:
            raise _refuse("missions", f"{MISSIONS_OPEN} different ones that may lie open", missions)
        state.missions[:count] = bits * count
    else:
        rows = list(missions) if isinstance(missions, list | tuple) and len(missions) == count else [None]
        bits = _mission_bits(rows, MISSIONS_EACH, every)
        if bits is None:
            raise _refuse("missions", f"{MISSIONS_EACH} for each of {count} seats, all different", missions)
        state.missions[:count] = bits


def _mission_bits(rows: Sequence[object], size: int, allowed: int) -> list[int] | None:
    """Return lists of `size` missions as bits, all different and in `allowed`; None if they are not."""
    found: list[int] = []
    for row in rows:
        numbers = [whole_of(number) for number in row] if isinstance(row, list | tuple) else []
        bits = 0
        for number in numbers:
            if number is None or not 1 <= number <= allowed.bit_length() or not allowed >> (number - 1) & 1:
                return None
            bits |= 1 << (number - 1)
            allowed &= ~(1 << (number - 1))
        if len(numbers) != size:
            return None
        found.append(bits)
    return found
