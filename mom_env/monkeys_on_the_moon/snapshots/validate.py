"""Whether a position is possible, as far as the table itself shows; the moves that led to it are not known.

Kernels trust a record: with a ship too many in a score pile, the ship pile would run empty and a seat would play with
no ship. So all that they rely on is checked here: for positions as text, for setups, and for games in a checkpoint.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Sized
from typing import Literal

from mom_env.errors import PositionError
from mom_env.monkeys_on_the_moon.ruleset import Ruleset
from mom_env.monkeys_on_the_moon.snapshots.inspection import Inspection, expect, expect_that
from mom_env.monkeys_on_the_moon.snapshots.shapes import Card, Monkey, Position, Ship
from mom_env.monkeys_on_the_moon.snapshots.validate_decision import check_decision
from mom_env.monkeys_on_the_moon.state import MAX_SEATS

OpenOrHidden = Literal[
    "discard", "civilization_pile", "out_of_game", "monkey_pool", "monkey_pile", "ship_pool", "ships_out"
]
BY_TRIBE: tuple[Literal["track", "supply", "scorn"], ...] = ("track", "supply", "scorn")
BY_SEAT: tuple[Literal["coins", "hand", "ship", "aboard", "pile", "ships_won"], ...] = (
    *("coins", "hand", "ship"),
    *("aboard", "pile", "ships_won"),
)
DECISIONS: dict[str, tuple[str | None, ...]] = {
    "civilization": ("card", "tribe", "appease", "ship", "stay"),
    "bid": ("monkey", "bid", "ship"),
    "over": (None,),
}
OF_THE_ACTIVE_SEAT = ("card", "tribe", "appease", "monkey")
MOST_WAITING = {"civilization": MAX_SEATS - 2, "bid": 1, "over": 0}  # one seat is free, and one monkey leaves


def check_position(view: Position, ruleset: Ruleset) -> None:
    """Raise PositionError if a full snapshot is impossible with this deck and these options.

    Its entries must be of the right types. The error names the entry, what was expected, and what was found.
    """
    table = Inspection(view, ruleset)
    for check in CHECKS:
        check(table)


# Names and the moment


def check_names(table: Inspection) -> None:
    """2.1: Check that each tribe is there once wherever something is by tribe, and that each seat has a row.

    Raises:
        PositionError: the error names the entry.
    """
    view, tribes = table.view, sorted(table.deck.tribes)
    for entry, names in (("circle", view["circle"]), ("tie_order", view["tie_order"])):
        expect_that(sorted(names) == tribes, entry, f"each of {', '.join(tribes)} once", names)
    for entry, rows in rows_by_seat(view).items():
        expect_that(len(rows) == len(table.seats), entry, f"{len(table.seats)} seats", len(rows))
    by_tribe: dict[str, Iterable[str]] = {entry: view[entry] for entry in BY_TRIBE}
    by_tribe |= {f"coins {seat}": view["coins"][seat] for seat in table.seats}
    for entry, values in by_tribe.items():
        expect_that(sorted(values) == tribes, entry, f"the tribes {', '.join(tribes)}", ", ".join(values))


def rows_by_seat(view: Position) -> dict[str, Sized]:
    """Return all entries of a snapshot that have one item for each seat, by name."""
    return {entry: view[entry] for entry in BY_SEAT}


def check_moment(table: Inspection) -> None:
    """3: Check that round, phase, decision and seats fit together.

    Raises:
        PositionError: the error names the entry.
    """
    view, rounds = table.view, int(table.rules.rounds)
    possible = range(rounds - 1, rounds) if table.over else range(rounds)
    expect_that(view["round"] in possible, "round", f"{possible[0]} to {possible[-1]}", view["round"])
    decisions = DECISIONS[view["phase"]]
    expect_that(
        view["decision"] in decisions, "decision", f"one of {decisions} in phase {view['phase']}", view["decision"]
    )
    _expect_seat(table, "start", view["start"])
    for entry, seat in (("active", view["active"]), ("seat", view["seat"])):
        if table.over:
            expect(entry, None, seat)
        else:
            _expect_seat(table, entry, seat)
    if view["decision"] in OF_THE_ACTIVE_SEAT:
        expect("seat", view["active"], view["seat"])


def _expect_seat(table: Inspection, entry: str, seat: int | None) -> None:
    """Raise PositionError, which names the entry, unless `seat` is a seat of the game."""
    expect_that(seat in table.seats, entry, f"a seat from 0 to {table.seats[-1]}", seat)


# Coins, scorn and stones


def check_tribes(table: Inspection) -> None:
    """2.4, 3.1.6, R13: Check stones, scorn, the number of coins of each tribe, and whether two tribes have swapped.

    Raises:
        PositionError: the error names the entry.
    """
    view, spaces, dot = table.view, table.deck.track.spaces, table.deck.track.white_dot
    for tribe in table.deck.tribes:
        expect_that(view["track"][tribe] <= spaces, f"track of {tribe}", f"at most {spaces}", view["track"][tribe])
        if view["scorn"][tribe] is not None:
            _expect_seat(table, f"scorn of {tribe}", view["scorn"][tribe])
        coins = view["supply"][tribe] + sum(row[tribe] for row in view["coins"])
        expect(f"coins of {tribe}", len(table.seats) * table.deck.setup.coins + table.deck.setup.supply, coins)
    at_the_end = sorted(tribe for tribe, space in view["track"].items() if space == spaces)
    expect_that(sorted(view["finished"]) == at_the_end, "finished", f"{at_the_end} in some order", view["finished"])
    reached = max(view["track"].values()) >= dot
    expect("swapped", table.options.monkey_treachery and reached, view["swapped"])


# Cards: each is somewhere, and the size of each pile follows from the round and the turns taken in it


def check_cards(table: Inspection) -> None:
    """1: Check that every card, monkey and ship of the deck is in exactly one place.

    Raises:
        PositionError: the error names the kind.
    """
    view, deck = table.view, table.deck
    civilization = [view["discard"], view["civilization_pile"], view["out_of_game"], *view["hand"]]
    monkeys = [view["monkey_pool"], view["monkey_pile"], view["waiting"], view["monkeys_out"]]
    up = [[view["auction"]["monkey"]]] if view["auction"] else []
    ships = [view["ship_pool"], view["ship_pile"], view["ships_out"], *view["ships_won"]]
    on_the_ground = [ship for ship in view["ship"] if ship]
    expect_cards("civilization card", deck.civilization, civilization)
    expect_cards("monkey", deck.monkeys, [*monkeys, *up, *view["aboard"], *view["pile"]])
    expect_cards("ship", deck.ships, [*ships, on_the_ground])


def expect_cards(
    what: str, deck: Mapping[str, Sequence[object]], places: Iterable[Iterable[Card | Monkey | Ship]]
) -> None:
    """1: Check that the places together have the cards of the deck, each kind as often as in the deck.

    Args:
        what: the sort of cards, for the message.
        deck: what is on the deck's cards of this sort, by tribe.
        places: the cards in each place.

    Raises:
        PositionError: the error names the kind.
    """
    expected: Counter[tuple[object, object]] = Counter((tribe, kind) for tribe, row in deck.items() for kind in row)
    found = Counter(kind_of(card) for cards in places for card in cards)
    for kind in sorted(expected | found, key=str):
        if expected[kind] != found[kind]:
            raise PositionError(f"{what} {kind}: expected {expected[kind]} in all, found {found[kind]}")


def kind_of(card: Mapping[str, object]) -> tuple[object, object]:
    """Return the tribe of a card, a monkey or a ship, and what else is on it: a number, or for a ship seats and VP."""
    numbers = tuple(card[key] for key in ("move", "status", "seats", "vp") if key in card)
    return card["tribe"], numbers[0] if len(numbers) == 1 else numbers


def check_sizes(table: Inspection) -> None:
    """2.2 to 2.5, 3.2.6, 3.4: Check that hands, pools and piles have as many cards as round and turn require.

    Raises:
        PositionError: the error names the entry.
    """
    view, rules, players, played = table.view, table.rules, len(table.seats), table.seats_that_played()
    rounds_left = int(rules.rounds) - view["round"]
    for seat in table.seats:
        hand = min(int(rules.hand_size), rounds_left) - (seat in played)
        _expect_size(f"hand {seat}", hand, view["hand"][seat])
    draws_left = max(0, rounds_left - int(rules.hand_size))
    pool = int(rules.monkey_pool_size)
    sizes: dict[OpenOrHidden, int] = {
        "discard": players * view["round"] + len(played),
        "civilization_pile": players * draws_left,
        "out_of_game": int(rules.num_out_of_game),
        "monkey_pool": pool - table.monkeys_put_up(),
        "monkey_pile": table.deck.counts.monkeys - pool - players * view["round"],
        "ship_pool": int(rules.ship_pool_size),
        "ships_out": players if table.over else 0,
    }
    for entry, size in sizes.items():
        _expect_size(entry, size, view[entry])


def _expect_size(entry: str, expected: int, cards: Sequence[object]) -> None:
    """Raise PositionError, which names the entry, unless there are `expected` cards."""
    expect_that(len(cards) == expected, entry, f"{expected} cards", len(cards))


# Ships, and the monkeys that are on board, have launched or wait


def check_ships(table: Inspection) -> None:
    """3.2.5, 3.3: Check that each seat has a ship with a free seat and without rivals, unless it is choosing one.

    Raises:
        PositionError: the error names the entry.
    """
    for seat in table.seats:
        ship, aboard = table.view["ship"][seat], table.view["aboard"][seat]
        has_none = table.over or table.chooses_ship(seat)
        expect_that((ship is None) == has_none, f"ship {seat}", _ship_expected(table, seat), ship)
        seats = ship["seats"] if ship else 1
        expect_that(len(aboard) < seats, f"aboard {seat}", f"at most {seats - 1} monkeys", len(aboard))
        if not table.may_carry_rivals(seat):
            rivals = table.rivals_aboard(seat)
            expect_that(not rivals, f"aboard {seat}", "no rivals", f"{' and '.join(rivals)}")


def _ship_expected(table: Inspection, seat: int) -> str:
    """Return in words what ship a seat should have: "a ship", or why none."""
    if table.over:
        return "none at the end"
    return "none while a ship is chosen" if table.chooses_ship(seat) else "a ship"


def check_waiting(table: Inspection) -> None:
    """3.2.5, R16: Check that few enough monkeys wait for a ship, and all of one tribe.

    Raises:
        PositionError: the error says what was expected.
    """
    waiting = table.view["waiting"]
    most = MOST_WAITING[table.view["phase"]] if table.view["decision"] == "ship" else 0
    expect_that(len(waiting) <= most, "waiting", f"at most {most} monkeys", len(waiting))
    tribes = {monkey["tribe"] for monkey in waiting}
    expect_that(len(tribes) < 2, "waiting", "monkeys of one tribe", ", ".join(sorted(tribes)))


def check_launches(table: Inspection) -> None:
    """3.3.1: Check that each full ship launched with full seats, and each ship that left early with a monkey.

    So ships cannot run out (R7): all full ships together have no more seats than monkeys have been put up.

    Raises:
        PositionError: the error names the entry.
    """
    others = 0
    for seat in table.seats:
        launched, filled = table.monkeys_launched(seat), table.seats_filled(seat)
        expect_that(
            filled <= launched, f"ships_won {seat}", f"{launched} seats at most, for the monkeys in pile {seat}", filled
        )
        others += launched - filled
    returned = table.view["returned_ships"]
    expect_that(len(returned) <= others, "returned_ships", f"{others} at most, each left with a monkey", len(returned))
    expect_that(all(ship["seats"] > 1 for ship in returned), "returned_ships", "ships with a seat left free", returned)


# The end


def check_end(table: Inspection) -> None:
    """4.1, 5: Check that the last launches and Maximum Scorn have had their effect; before the end do nothing.

    Raises:
        PositionError: the error names the entry.
    """
    view = table.view
    for seat in table.seats if table.over else ():
        scorned = [tribe for tribe in table.deck.tribes if view["scorn"][tribe] == seat]
        if table.options.final_launch_clears_scorn:
            colour = view["ships_out"][seat]["tribe"]
            expect_that(colour not in scorned, f"scorn of {colour}", f"not seat {seat}, whose ship it was", seat)
        if table.options.maximum_scorn:
            left = sorted({monkey["tribe"] for monkey in view["pile"][seat]} & {*scorned})
            expect_that(not left, f"pile {seat}", "no monkeys of tribes in scorn", ", ".join(left))


# In this order, as each check may rely on those before it.
CHECKS = (
    check_names,
    check_moment,
    check_tribes,
    check_cards,
    check_sizes,
    check_ships,
    check_waiting,
    check_launches,
    check_decision,
    check_end,
)
