"""The deals of a game as the setup block of a replay."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from mom_env.common.arguments import shown
from mom_env.contract.people import Plain
from mom_env.contract.records import Records
from mom_env.errors import PositionError
from mom_env.four_monkeys.engine import begin_dealt
from mom_env.four_monkeys.ruleset import Ruleset
from mom_env.four_monkeys.sizes import KINDS
from mom_env.four_monkeys.state import STATE_DTYPE, Rules, State

ENTRIES = {"decks", "tiles", "orders", "ticks"}


def number_of(order: Sequence[int]) -> int:
    """R4: Return the number of a permutation of seats, in the order of a dictionary, from 0.

    >>> number_of([0, 1, 2]), number_of([1, 0, 2]), number_of([2, 1, 0])
    (0, 2, 5)
    """
    number = 0
    for i, seat in enumerate(order):
        number = number * (len(order) - i) + sum(later < seat for later in order[i + 1 :])
    return number


def order_of(number: int, count: int) -> list[int]:
    """R4: Return the permutation of `count` seats with this number.

    >>> order_of(2, 3), order_of(5, 3)
    ([1, 0, 2], [2, 1, 0])
    """
    digits = []
    for base in range(1, count + 1):
        number, digit = divmod(number, base)
        digits.append(digit)
    left = list(range(count))
    return [left.pop(digit) for digit in reversed(digits)]


# Writing


def setup_block(states: Records, ruleset: Ruleset) -> Plain:
    """Return all deals of a game that has just been dealt."""
    return {"rounds": [deal_of(states[0], ruleset, number) for number in range(int(ruleset.rules[0].num_deals))]}


def deal_of(state: State, ruleset: Ruleset, number: int) -> Plain:
    """Return the deal `number`, of this round or a later one, as JSON values by name."""
    rules: Rules = ruleset.rules[0]
    count, length = int(rules.num_players), int(state.ticks[number])
    return {
        "decks": [[KINDS[kind] for kind in state.decks[number, seat, : rules.num_cards]] for seat in range(count)],
        "tiles": [
            [int(combo) + 1 for combo in state.tiles[number, first:last]] for first, last in tile_ranges(ruleset)
        ],
        "orders": [] if rules.rotate else [order_of(int(one), count) for one in state.orders[number, :length]],
        "ticks": length,
    }


def tile_ranges(ruleset: Ruleset) -> list[tuple[int, int]]:
    """Return the first tile of each area among all tiles, and the one after its last."""
    rules = ruleset.rules[0]
    firsts = [int(first) for first in rules.first_tile[: rules.num_areas]]
    last = rules.num_areas - 1
    return list(pairwise([*firsts, int(rules.first_tile[last] + rules.num_tiles[last])]))


# Reading


def num_players_of(setup: Mapping[str, object]) -> int:
    """Return for how many players a setup is: the number of decks of its first round.

    Raises:
        PositionError: the setup has no list of rounds with decks.
    """
    rounds: Any = setup.get("rounds")
    first = rounds[0] if isinstance(rounds, list) and rounds else None
    decks = first.get("decks") if isinstance(first, dict) else None
    if not isinstance(decks, list):
        raise PositionError(f"setup.rounds: expected a list of rounds, each with decks, found {shown(rounds)}")
    return len(decks)


def state_from_setup(setup: Mapping[str, object], ruleset: Ruleset, stream: int) -> Records:
    """Return the record of a setup, an array of one, before the first decision, its random stream at `stream`.

    Raises:
        PositionError: an entry is impossible; the error names it.
    """
    rules: Rules = ruleset.rules[0]
    rounds = checked_list("setup.rounds", setup.get("rounds"), int(rules.num_deals))
    if setup.keys() != {"rounds"}:
        raise PositionError(f"setup: expected one entry, rounds, found {shown(sorted(map(str, setup)))}")
    states = np.zeros(1, STATE_DTYPE)
    states["rng"] = stream
    for number, one in enumerate(rounds):
        write_deal(states[0], ruleset, number, one)
    begin_dealt(states, ruleset.rules)
    return states


def write_deal(state: State, ruleset: Ruleset, number: int, one: object) -> None:
    """Write a round of a setup into the deal `number` of the record.

    Raises:
        PositionError: an entry is impossible; the error names it.
    """
    where, rules = f"setup.rounds.{number}", ruleset.rules[0]
    if not isinstance(one, dict) or one.keys() != ENTRIES:
        raise PositionError(f"{where}: expected the entries {', '.join(sorted(ENTRIES))}, found {shown(one)}")
    decks = checked_list(f"{where}.decks", one["decks"], int(rules.num_players))
    for seat, deck in enumerate(decks):
        expected = [kind for kind, copies in zip(KINDS, rules.copies, strict=True) for _ in range(copies)]
        cards = checked_cards(f"{where}.decks.{seat}", deck, expected)
        state.decks[number, seat, : len(cards)] = [KINDS.index(card) for card in cards]
    write_tiles(state, ruleset, number, checked_list(f"{where}.tiles", one["tiles"], int(rules.num_areas)))
    state.ticks[number] = length = checked_length(f"{where}.ticks", one["ticks"], rules)
    write_orders(state, rules, number, checked_list(f"{where}.orders", one["orders"], 0 if rules.rotate else length))


def write_tiles(state: State, ruleset: Ruleset, number: int, tiles: list[Any]) -> None:
    """Write the tiles of all areas into the deal `number`.

    Raises:
        PositionError: the tiles of an area are not whole sets; the error names it.
    """
    combos = len(ruleset.deck.combos)
    for area, (first, last) in enumerate(tile_ranges(ruleset)):
        expected = [combo + 1 for combo in range(combos)] * ((last - first) // combos)
        found = checked_cards(f"setup.rounds.{number}.tiles.{area}", tiles[area], expected)
        state.tiles[number, first:last] = [combo - 1 for combo in found]


def write_orders(state: State, rules: Rules, number: int, orders: list[Any]) -> None:
    """Write the orders of the ticks of the deal `number`: each of `orders` lists all seats, the quickest first.

    Raises:
        PositionError: an order has not each seat once; the error names it.
    """
    seats = list(range(rules.num_players))
    for tick, order in enumerate(orders):
        found = checked_cards(f"setup.rounds.{number}.orders.{tick}", order, seats)
        state.orders[number, tick] = number_of(found)


def checked_list(where: str, value: object, length: int) -> list[Any]:
    """Return `value` if it is a list of that length; raise PositionError, which names `where`, if it is not."""
    if not isinstance(value, list) or len(value) != length:
        raise PositionError(f"{where}: expected a list of {length}, found {shown(value)}")
    return value


def checked_cards(where: str, value: object, expected: list[Any]) -> list[Any]:
    """Return `value` if it is a list of what is `expected`, in whatever order.

    Raises:
        PositionError: it is not; the error names `where`.
    """
    found = checked_list(where, value, len(expected))
    if any(type(one) is not type(expected[0]) for one in found) or sorted(found) != sorted(expected):
        raise PositionError(f"{where}: expected in some order {shown(expected)}, found {shown(value)}")
    return found


def checked_length(where: str, value: object, rules: Rules) -> int:
    """R5: Return a length of the timer, in ticks.

    Raises:
        PositionError: the timer cannot have it; the error names `where`.
    """
    least, most = int(rules.ticks - rules.spread), int(rules.ticks + rules.spread)
    if type(value) is not int or not least <= value <= most:
        allowed = str(least) if least == most else f"{least} to {most}"
        raise PositionError(f"{where}: expected {allowed}, found {shown(value)}")
    return value
