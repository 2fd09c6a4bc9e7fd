"""A position, a choice and a result as plain JSON values: the names of their entries, and what each holds."""

from typing import TYPE_CHECKING, TypedDict

from mom_env.contract.options import OptionValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typing_extensions import ReadOnly  # of Python 3.13


class Card(TypedDict):
    """A civilization card: the name of its tribe, and its move in spaces."""

    tribe: str
    move: int


class Monkey(TypedDict):
    """A monkey: the name of its tribe, and its points of status."""

    tribe: str
    status: int


class Ship(TypedDict):
    """A ship: the name of the tribe whose colour it has, its number of seats, and its VP when full."""

    tribe: str
    seats: int
    vp: int


class Bid(TypedDict):
    """A bid: numbers of coins of the monkey's tribe, its clockwise (`cw`) and its counter-clockwise ally (`ccw`)."""

    own: int
    cw: int
    ccw: int


# An action by names: a card, a monkey, a ship, a bid or a tribe; or `pay`, `scorn` or `pass`.
Choice = TypedDict(
    "Choice",
    {
        "tribe": str,
        "move": int,
        "status": int,
        "seats": int,
        "vp": int,
        "own": int,
        "cw": int,
        "ccw": int,
        "pay": str,
        "scorn": str,
        "pass": bool,
    },
    total=False,
)

Auction = TypedDict(
    "Auction",
    {
        "monkey": Monkey,
        "standing": int,  # points
        "holder": int | None,
        "in": list[int],  # seats that have not passed
        "bids": list[Bid | None],  # the last one of each seat
    },
)


class Pending(TypedDict, total=False):
    """What a decision is about: the card just played, the rival to appease, or the tribes of which one stays behind."""

    tribe: str
    move: int
    tribes: list[str]


class Moment(TypedDict):
    """How far the game is, and who decides what.

    `round` is from 0. At the end of the game, `active`, `seat` and `decision` are None.
    """

    num_players: int
    options: dict[str, OptionValue]
    round: int  # from 0
    phase: str
    start: int  # seat
    active: int | None  # seat whose turn it is; None at the end, like `seat` and `decision`
    seat: int | None
    decision: str | None


class Tribes(TypedDict):
    """What is known of the tribes: dicts are by name, `circle` runs clockwise, `finished` is by order of arrival."""

    circle: list[str]
    swapped: bool
    track: dict[str, int]
    finished: list[str]
    supply: dict[str, int]
    scorn: dict[str, int | None]  # seat


class OpenCards(TypedDict):
    """Cards that all see and that belong to no seat; only `ships_out` is by seat, and empty before the end."""

    monkey_pool: list[Monkey]
    ship_pool: list[Ship]
    auction: Auction | None
    discard: list[Card]
    pending: Pending | None
    waiting: list[Monkey]
    monkeys_out: list[Monkey]
    returned_ships: list[Ship]
    ships_out: list[Ship]


class Holdings(TypedDict):
    """What all see of each seat; lists are by seat. `ship` is None at the end, and while a seat chooses another one."""

    ship: list[Ship | None]
    aboard: list[list[Monkey]]
    pile: list[list[Monkey]]
    ships_won: list[list[Ship]]


class Piles(TypedDict):
    """What no seat sees: the piles, the next card first, the cards out of the game, and the tribes in tie order."""

    civilization_pile: list[Card]
    monkey_pile: list[Monkey]
    ship_pile: list[Ship]
    out_of_game: list[Card]
    tie_order: list[str]


class Snapshot(Moment, Tribes, OpenCards, Holdings):
    """A position as a seat may see it; `coins` and `hand` are by seat, with None for what it may not see."""

    coins: "ReadOnly[Sequence[dict[str, int] | None]]"
    hand: "ReadOnly[Sequence[list[Card] | None]]"


class TablePosition(Snapshot):
    """A position with all coins and hands, but without its piles."""

    coins: list[dict[str, int]]
    hand: list[list[Card]]


class Position(TablePosition, Piles):
    """A position with all that is hidden: coins, hands and piles."""


class Setup(Piles):
    """A deal, the setup block of a replay; `hands` and `ships` are by seat, and `circle` runs clockwise."""

    circle: list[str]
    start: int
    hands: list[list[Card]]
    monkey_pool: list[Monkey]
    ships: list[Ship]
    ship_pool: list[Ship]


class Result(TypedDict):
    """How a game ended: lists are by seat, dicts by the tribe's name.

    But `winners` has the seats that won, `ranking` the tribes from the 1st place, and `titles` the seats with each
    title.
    """

    vp: list[int]
    winners: list[int]
    places: list[int]
    ranking: list[str]
    monkeys: list[int]
    status: list[dict[str, int]]
    titles: dict[str, dict[str, list[int]]]
