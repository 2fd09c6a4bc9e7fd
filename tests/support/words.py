"""A record in words: tribes by name, cards as "brown 3", actions as "pay green"; and back.

A civilization card is its tribe and move, a monkey its tribe and status, a ship its tribe and seats.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.monkeys_on_the_moon import actions
from mom_env.monkeys_on_the_moon.state import (
    MAX_MOVES,
    MAX_SHIP_TYPES,
    MAX_STATUSES,
    NONE,
    NUM_KINDS,
    NUM_TRIBES,
    UNSEEN_CARDS,
    UNSEEN_MONKEYS,
    UNSEEN_SHIPS,
    Decision,
    Phase,
    Rules,
    State,
)

ByTribe = dict[str, int]
VERBS = {  # what it is about, and the first id
    "play": ("cards", actions.PLAY_CARD),
    "advance": ("tribes", actions.ADVANCE),
    "pay": ("tribes", actions.PAY_ALLY),
    "scorn": ("tribes", actions.TAKE_SCORN),
    "put up": ("monkeys", actions.PUT_UP),
    "ship": ("ships", actions.TAKE_SHIP),
    "stay": ("tribes", actions.STAY),
}
WIDTHS = {"cards": MAX_MOVES, "monkeys": MAX_STATUSES, "ships": MAX_SHIP_TYPES}


def held(pile: NDArray[Any]) -> list[int]:
    """The cards of a pile, without the empty places."""
    return [int(card) for card in pile if card != NONE]


class Words:
    """The names at one table, in both directions."""

    def __init__(self, tribes: list[str], state: State, rules: Rules) -> None:
        self.tribes, self.state, self.rules = tribes, state, rules
        self.numbers = {
            "cards": [int(move) for move in rules.move],
            "monkeys": [int(status) for status in rules.monkey_status],
            "ships": [int(seats) for seats in rules.seats],
        }

    def tribe(self, place: int) -> str:
        """Who lies at a place of the circle."""
        return self.tribes[int(self.state.colour[place])]

    def place(self, tribe: str) -> int:
        """Where a tribe lies in the circle."""
        return [self.tribe(place) for place in range(NUM_TRIBES)].index(tribe)

    def kind(self, box: str, text: str) -> int:
        """The kind of a card, `kind("ships", "red 3")`, or the place of a tribe, `kind("tribes", "red")`."""
        if box == "tribes":
            return self.place(text)
        tribe, number = text.split()
        return self.place(tribe) * WIDTHS[box] + self.numbers[box].index(int(number))

    def text(self, box: str, kind: int) -> str:
        """A card or a tribe in words."""
        if box == "tribes":
            return self.tribe(kind)
        place, index = divmod(int(kind), WIDTHS[box])
        return f"{self.tribe(place)} {self.numbers[box][index]}"

    def texts(self, box: str, kinds: NDArray[Any]) -> list[str]:
        """A pile in words, the next card first."""
        return [self.text(box, kind) for kind in held(kinds)]

    def counted(self, box: str, counts: NDArray[Any]) -> list[str]:
        """Counts by kind in words, sorted."""
        return sorted(self.text(box, kind) for kind, count in enumerate(counts) for _ in range(int(count)))

    def by_tribe(self, numbers: NDArray[Any]) -> ByTribe:
        """Numbers by place as numbers by name."""
        return {self.tribe(place): int(number) for place, number in enumerate(numbers)}

    def bid_tribes(self) -> list[str]:
        """The three tribes whose coins count: the monkey's, its clockwise and its counter-clockwise ally."""
        own = int(self.state.auction_monkey) // MAX_STATUSES
        return [self.tribe(place % NUM_TRIBES) for place in (own, own + 1, own - 1)]

    def action(self, text: str) -> int:
        """The id of an action in words: "play red 3", "bid 1 red 2 blue", "pass"."""
        if text == "pass":
            return actions.PASS
        if text.startswith("bid "):
            return self._bid(text.split()[1:])
        verb = next(verb for verb in VERBS if text.startswith(f"{verb} "))
        box, first = VERBS[verb]
        return first + self.kind(box, text.removeprefix(f"{verb} "))

    def _bid(self, words: list[str]) -> int:
        coins = dict(zip(words[1::2], map(int, words[::2]), strict=True))
        own, clockwise, counter = (coins.pop(tribe, 0) for tribe in self.bid_tribes())
        assert not coins, f"{coins} count nothing for this monkey"
        return actions.bid_action(own, clockwise, counter)

    def action_text(self, action: int) -> str:
        """An action in words."""
        if action == actions.PASS:
            return "pass"
        start = actions.range_of(action).start
        if start == actions.BID:
            coins = (actions.own_coins(action), actions.clockwise_coins(action), actions.counter_coins(action))
            return "bid " + " ".join(f"{n} {tribe}" for n, tribe in zip(coins, self.bid_tribes(), strict=True) if n)
        verb, box = next((verb, box) for verb, (box, first) in VERBS.items() if first == start)
        return f"{verb} {self.text(box, action - start)}"


@dataclass(frozen=True)
class Position:
    """All of a record by names. What is None is not there."""

    phase: str
    round: int
    start: int
    seat: int | None
    decision: str | None
    swapped: bool
    circle: list[str]
    track: ByTribe
    finish: ByTribe
    supply: ByTribe
    scorn: dict[str, int | None]
    tie_order: list[str]
    coins: list[ByTribe]
    hand: list[list[str]]
    ship: list[str | None]
    aboard: list[list[str]]
    waiting: list[str]
    pile: list[list[str]]
    ships_won: list[list[str]]
    status: list[ByTribe]
    monkeys: list[int]
    ship_vp: list[int]
    monkey_pool: list[str]
    ship_pool: list[str]
    holder: int | None
    standing: int
    still_in: list[int]
    civilization_pile: list[str]
    monkey_pile: list[str]
    ship_pile: list[str]
    returned_ships: list[str]
    out_of_game: list[str]
    discard: list[str]
    monkeys_out: list[str]
    unseen_cards: list[str]
    unseen_monkeys: list[str]
    unseen_ships: list[str]
    ranking: list[str]
    vp: list[int]
    places: list[int]

    @property
    def winners(self) -> list[int]:
        """4.5: who is first."""
        return [seat for seat, place in enumerate(self.places) if place == 1]


def read(words: Words) -> Position:
    """The record as it is now, in words."""
    return Position(**_moment(words.state), **_tribes(words), **_seats(words), **_piles(words))


def _or_none(number: int) -> int | None:
    return None if number == NONE else int(number)


def _moment(state: State) -> dict[str, Any]:
    decision = int(state.decision)
    return {
        "phase": Phase(int(state.phase)).name.lower(),
        "round": int(state.round_number),
        "start": int(state.start),
        "seat": _or_none(state.seat),
        "decision": None if decision == Decision.NOTHING else Decision(decision).name.lower(),
        "swapped": bool(state.swapped),
        "holder": _or_none(state.holder),
        "standing": int(state.standing),
        "still_in": [int(seat) for seat in np.flatnonzero(state.still_in)],
    }


def _tribes(words: Words) -> dict[str, Any]:
    state = words.state
    return {
        "circle": [words.tribe(place) for place in range(NUM_TRIBES)],
        "track": words.by_tribe(state.track),
        "finish": words.by_tribe(state.finish),
        "supply": words.by_tribe(state.supply),
        "scorn": {words.tribe(place): _or_none(seat) for place, seat in enumerate(state.scorn)},
        "tie_order": [words.tribe(int(place)) for place in np.argsort(state.tie_rank)],
        "ranking": [words.tribe(place) for place in held(state.ranking)],
    }


def _seats(words: Words) -> dict[str, Any]:
    state, seats = words.state, range(words.rules.num_players)
    return {
        "coins": [words.by_tribe(state.coins[seat]) for seat in seats],
        "hand": [words.texts("cards", state.hand[seat]) for seat in seats],
        "ship": [next(iter(words.texts("ships", state.ship[seat : seat + 1])), None) for seat in seats],
        "aboard": [words.texts("monkeys", state.aboard[seat]) for seat in seats],
        "pile": [words.counted("monkeys", state.pile[seat]) for seat in seats],
        "ships_won": [words.texts("ships", state.ships_won[seat]) for seat in seats],
        "status": [words.by_tribe(state.status[seat]) for seat in seats],
        "monkeys": [int(state.monkeys[seat]) for seat in seats],
        "ship_vp": [int(state.ship_vp[seat]) for seat in seats],
        "vp": [int(state.vp[seat]) for seat in seats],
        "places": [int(state.place[seat]) for seat in seats],
    }


def _piles(words: Words) -> dict[str, Any]:
    state = words.state
    ship_pile = words.texts("ships", state.ship_pile)
    return {
        "waiting": words.texts("monkeys", state.waiting),
        "monkey_pool": words.texts("monkeys", state.monkey_pool),
        "ship_pool": words.texts("ships", state.ship_pool),
        "civilization_pile": words.texts("cards", state.civilization_pile),
        "monkey_pile": words.texts("monkeys", state.monkey_pile),
        "ship_pile": ship_pile,
        "returned_ships": ship_pile[len(ship_pile) - int(state.num_returned) :],
        "out_of_game": words.texts("cards", state.out_of_game),
        "discard": words.texts("cards", state.discard),
        "monkeys_out": words.counted("monkeys", state.monkeys_out),
        "unseen_cards": words.counted("cards", state.unseen[UNSEEN_CARDS:UNSEEN_MONKEYS]),
        "unseen_monkeys": words.counted("monkeys", state.unseen[UNSEEN_MONKEYS:UNSEEN_SHIPS]),
        "unseen_ships": words.counted("ships", state.unseen[UNSEEN_SHIPS:NUM_KINDS]),
    }
