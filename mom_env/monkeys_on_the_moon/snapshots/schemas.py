"""The entries of a snapshot and of a setup block, with their types; `validate.py` checks that they fit together."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mom_env.common.problems import first_problem
from mom_env.errors import PositionError
from mom_env.monkeys_on_the_moon.deck import MAX_TRACK, MAX_TRIBE, MAX_VALUE
from mom_env.monkeys_on_the_moon.state import MAX_CARDS, MAX_COINS, MAX_MONKEYS, MAX_PLAYERS, MAX_SHIPS

Seat = Annotated[int, Field(ge=0, lt=MAX_PLAYERS)]
Coins = Annotated[int, Field(ge=0, le=MAX_COINS)]
# Bounds for all decks; `validate.py` checks that a card is in the deck.
Tribe = Annotated[str, Field(max_length=MAX_TRIBE)]
Number = Annotated[int, Field(ge=0, le=MAX_VALUE)]


class _Entries(BaseModel):
    """Entries of a snapshot: they are checked strictly, unknown ones are refused, and they never change."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Card(_Entries):
    """A civilization card: the name of its tribe, and its move in spaces."""

    tribe: Tribe
    move: Number


class Monkey(_Entries):
    """A monkey: the name of its tribe, and its points of status."""

    tribe: Tribe
    status: Number


class Ship(_Entries):
    """A ship: the name of the tribe whose colour it has, its number of seats, and its VP when full."""

    tribe: Tribe
    seats: Number
    vp: Number


class Bid(_Entries):
    """A bid: numbers of coins of the monkey's tribe, its clockwise (`cw`) and its counter-clockwise ally (`ccw`)."""

    own: Coins
    cw: Coins
    ccw: Coins


class Auction(_Entries):
    """3.2.2: A monkey that is put up, and what has been bid.

    Attributes:
        monkey: the monkey that is up.
        standing: points of the standing bid; 0 without one.
        holder: the seat that holds the standing bid.
        still_in: seats that have not passed, called "in" in snapshots.
        bids: the last bid of each seat, by seat; None without one.
    """

    monkey: Monkey
    standing: int
    holder: Seat | None
    still_in: Annotated[list[Seat], Field(alias="in")]
    bids: list[Bid | None]


Cards = Annotated[list[Card], Field(max_length=MAX_CARDS)]
Monkeys = Annotated[list[Monkey], Field(max_length=MAX_MONKEYS)]
Ships = Annotated[list[Ship], Field(max_length=MAX_SHIPS)]


class Setup(_Entries):
    """2: A deal, in the order of the setup block of a replay; lists of hands and ships are by seat."""

    circle: list[str]
    start: Seat
    hands: list[Cards]
    civilization_pile: Cards
    monkey_pool: Monkeys
    monkey_pile: Monkeys
    ships: Ships
    ship_pool: Ships
    ship_pile: Ships
    out_of_game: Cards
    tie_order: list[str]


class Position(_Entries):
    """A full snapshot: a position with hands and piles; `shapes.py` explains the entries."""

    num_players: int
    options: dict[str, Any]
    round: int
    phase: Literal["civilization", "bid", "over"]
    start: Seat
    active: Seat | None
    seat: Seat | None
    decision: Literal["card", "tribe", "appease", "monkey", "bid", "ship", "stay"] | None
    circle: list[str]
    swapped: bool
    track: dict[str, Annotated[int, Field(ge=0, le=MAX_TRACK)]]
    finished: list[str]
    supply: dict[str, Coins]
    scorn: dict[str, Seat | None]
    monkey_pool: Monkeys
    ship_pool: Ships
    auction: Auction | None
    discard: Cards
    pending: dict[str, Any] | None
    waiting: Monkeys
    monkeys_out: Monkeys
    returned_ships: Ships
    ships_out: Ships
    coins: list[dict[str, Coins]]
    hand: list[Cards]
    ship: list[Ship | None]
    aboard: list[Monkeys]
    pile: list[Monkeys]
    ships_won: list[Ships]
    civilization_pile: Cards
    monkey_pile: Monkeys
    ship_pile: Ships
    out_of_game: Cards
    tie_order: list[str]


def check_entries(kind: type[Setup | Position], view: object) -> None:
    """Raise PositionError unless `view` has all entries of `kind`, each of its type, and no others.

    The error names the entry. Whether the entries fit together is not checked.
    """
    try:
        kind.model_validate(view)
    except ValidationError as error:
        raise PositionError(first_problem(error)) from None
