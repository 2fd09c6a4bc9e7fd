"""What a seat may know, as one vector of named pieces.

Seats are counted from the viewer: 0 is the viewer, 1 the seat to its left. Tribes are places in the
circle, kinds of cards are as in the action table. Nothing that the seat cannot know is ever read
here, but for the viewer's own hand.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import kernel
from mom_env.kernel.piles import copies, size
from mom_env.monkeys_on_the_moon.pieces import (
    active_seat,
    left_of,
    move_of,
    rival_of,
    seats_of,
    status_of,
    tribe_of_card,
    tribe_of_monkey,
    tribe_of_ship,
    vp_of_ship,
)
from mom_env.monkeys_on_the_moon.state import (
    MAX_MONKEY_POOL,
    MAX_PLAYERS,
    MAX_SEATS,
    MIN_PLAYERS,
    NONE,
    NUM_CARD_KINDS,
    NUM_DECISIONS,
    NUM_MONKEY_KINDS,
    NUM_SHIP_KINDS,
    NUM_TRIBES,
    Decision,
    Phase,
    Rules,
    State,
)


class Piece(NamedTuple):
    """A named part of the observation."""

    name: str
    shape: tuple[int, ...]
    scale: str  # what a value of 1 stands for
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return int(np.prod(self.shape))


_SEATS, _TRIBES = (MAX_PLAYERS,), (NUM_TRIBES,)
_SEATS_TRIBES = (MAX_PLAYERS, NUM_TRIBES)

LAYOUT = (
    Piece("num_players", (3,), "one-hot", "2, 3 or 4 players"),
    Piece("options", (5,), "flag", "add-only raises, final launch clears scorn, hidden coins, Maximum Scorn, Treachery"),
    Piece("white_dot", (1,), "the track's length", "where the white dot is"),
    Piece("leader", _TRIBES, "the highest award", "what the leader's title pays, 1st place first"),
    Piece("undersecretary", _TRIBES, "the highest award", "what the other title pays; 0 with two players"),
    Piece("scorn_vp", (1,), "the highest award", "VP that a scorn card costs"),
    Piece("decision", (NUM_DECISIONS,), "one-hot", "card, tribe, appease, monkey, bid, ship, stay; none at the end"),
    Piece("seat", _SEATS, "one-hot", "who decides"),
    Piece("phase", (3,), "one-hot", "civilization turns, bid turns, over"),
    Piece("round", (2,), "all rounds", "rounds begun before this one, rounds still to come after it"),
    Piece("start", _SEATS, "one-hot", "starting player of the round"),
    Piece("active", _SEATS, "one-hot", "whose civilization or bid turn it is"),
    Piece("turns_left", (MAX_PLAYERS, 2), "flag", "whose civilization turn, bid turn is still to end this round"),
    Piece("swapped", (1,), "flag", "the swap of Treachery is done"),
    Piece("track", _TRIBES, "the track's length", "spaces moved"),
    Piece("finish", _TRIBES, "arrived first", "(7 - finish place) / 6 of each tribe, 0 on the way"),
    Piece("supply", _TRIBES, "7 coins", "coins on each tribe's card"),
    Piece("coins", _SEATS_TRIBES, "7 coins", "coins held; with hidden coins only the viewer's"),
    Piece("scorn", _SEATS_TRIBES, "flag", "who holds each tribe's scorn"),
    Piece("hand", (NUM_CARD_KINDS,), "a full hand", "the viewer's civilization cards of each kind"),
    Piece("ship_colour", _SEATS_TRIBES, "one-hot", "colour of the ship on the ground"),
    Piece("ship_seats", _SEATS, "4 seats", "its capacity"),
    Piece("ship_vp", _SEATS, "the highest VP of a ship", "what it pays when full"),
    Piece("aboard", _SEATS_TRIBES, "4 monkeys", "monkeys of each tribe on board"),
    Piece("aboard_status", _SEATS_TRIBES, "4 monkeys of the highest status", "their status"),
    Piece("waiting", _TRIBES, "4 monkeys", "monkeys that board the next ship of the seat that decides"),
    Piece("waiting_status", _TRIBES, "4 monkeys of the highest status", "their status"),
    Piece("status", _SEATS_TRIBES, "all status of a tribe", "status in the score pile"),
    Piece("monkeys", _SEATS, "all monkeys that can be won", "cards in the score pile"),
    Piece("ship_vp_won", _SEATS, "the VP of all ships", "VP of full ships"),
    Piece("monkey_pool", (NUM_MONKEY_KINDS,), "all copies of a kind", "open monkeys of each kind"),
    Piece("ship_pool", (NUM_SHIP_KINDS,), "all copies of a kind", "open ships of each kind"),
    Piece("card", (NUM_TRIBES + 1,), "one-hot; the longest move", "card just played: its tribe, its move"),
    Piece("advancing", _TRIBES, "one-hot", "tribe that is advanced, while its rival is appeased"),
    Piece("rival", _TRIBES, "one-hot", "the rival that is angry again"),
    Piece("auction_tribe", _TRIBES, "one-hot", "tribe of the monkey that is up"),
    Piece("auction_status", (1,), "the highest status", "its status"),
    Piece("standing", (1,), "49 points, all coins of three tribes", "points of the standing bid"),
    Piece("holder", _SEATS, "one-hot", "who holds it"),
    Piece("still_in", _SEATS, "flag", "who has not passed"),
    Piece("bids", (MAX_PLAYERS, 3), "7 coins", "coins of each seat's last bid: own, clockwise, counter-clockwise"),
    Piece("returned_ships", (NUM_SHIP_KINDS,), "next to be drawn", "1 / draws until a ship of the kind that all saw return"),
    Piece("unknown_ships", (1,), "all ships", "ships in the pile that nobody knows"),
    Piece("unseen_cards", (NUM_CARD_KINDS,), "all copies of a kind", "civilization cards the viewer has not seen"),
    Piece("unseen_monkeys", (NUM_MONKEY_KINDS,), "all copies of a kind", "monkeys not seen yet"),
    Piece("unseen_ships", (NUM_SHIP_KINDS,), "all copies of a kind", "ships not seen yet"),
)


def start_of(name: str) -> int:
    """Where a piece begins."""
    before = 0
    for piece in LAYOUT:
        if piece.name == name:
            return before
        before += piece.size
    raise KeyError(name)


def slice_of(name: str) -> slice:
    """Where a piece lies, to read it: `observation[slice_of("hand")]`."""
    size_of = {piece.name: piece.size for piece in LAYOUT}
    return slice(start_of(name), start_of(name) + size_of[name])


def named(observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """An observation as named views in their shapes."""
    return {piece.name: observation[slice_of(piece.name)].reshape(piece.shape) for piece in LAYOUT}


OBSERVATION_SIZE = sum(piece.size for piece in LAYOUT)

# Kernels need plain integers: the start of each piece by name.
_DECISION = start_of("decision")
_SEAT = start_of("seat")
_PHASE = start_of("phase")
_ROUND = start_of("round")
_START = start_of("start")
_ACTIVE = start_of("active")
_TURNS_LEFT = start_of("turns_left")
_SWAPPED = start_of("swapped")
_TRACK = start_of("track")
_FINISH = start_of("finish")
_SUPPLY = start_of("supply")
_COINS = start_of("coins")
_SCORN = start_of("scorn")
_HAND = start_of("hand")
_SHIP_COLOUR = start_of("ship_colour")
_SHIP_SEATS = start_of("ship_seats")
_SHIP_VP = start_of("ship_vp")
_ABOARD = start_of("aboard")
_ABOARD_STATUS = start_of("aboard_status")
_WAITING = start_of("waiting")
_WAITING_STATUS = start_of("waiting_status")
_STATUS = start_of("status")
_MONKEYS = start_of("monkeys")
_SHIP_VP_WON = start_of("ship_vp_won")
_MONKEY_POOL = start_of("monkey_pool")
_SHIP_POOL = start_of("ship_pool")
_CARD = start_of("card")
_ADVANCING = start_of("advancing")
_RIVAL = start_of("rival")
_AUCTION_TRIBE = start_of("auction_tribe")
_AUCTION_STATUS = start_of("auction_status")
_STANDING = start_of("standing")
_HOLDER = start_of("holder")
_STILL_IN = start_of("still_in")
_BIDS = start_of("bids")
_RETURNED_SHIPS = start_of("returned_ships")
_UNKNOWN_SHIPS = start_of("unknown_ships")
_UNSEEN_CARDS = start_of("unseen_cards")
_UNSEEN_MONKEYS = start_of("unseen_monkeys")
_UNSEEN_SHIPS = start_of("unseen_ships")

# The pieces that are the same for a whole game.
NUM_CONSTANTS = start_of("scorn_vp") + 1
Vector = NDArray[np.float32]
_PER_TRIBE = np.float32(1 / NUM_TRIBES)
_PER_SEAT = np.float32(1 / MAX_SEATS)
_PER_POINT = np.float32(1 / 49)  # MAX_COINS coins of each of three tribes: 7 * (3 + 2 + 2)


@kernel
def write_observation(states: NDArray[Any], i: int, rules: NDArray[Any], viewer: int, out: Vector) -> None:
    """All that `viewer` may know of game `i` that matters. Shape (OBSERVATION_SIZE,)."""
    write_view(states[i], rules[0], viewer, out)


@kernel
def write_view(state: State, rules: Rules, viewer: int, out: Vector) -> None:
    """The same for one record."""
    out[:] = 0
    write_moment(state, rules, viewer, out)
    write_rules(rules, out)
    write_tribes(state, rules, out)
    write_seats(state, rules, viewer, out)
    seat = viewer
    for relative in range(rules.num_players):
        write_ship(state, rules, seat, relative, out)
        seat = left_of(rules, seat)
    write_hand(state, rules, viewer, out)
    write_pools(state, rules, out)
    write_subject(state, rules, out)
    if state.auction_monkey != NONE:
        write_auction(state, rules, viewer, out)
    write_unseen(state, rules, viewer, out)


@kernel
def seen_from(rules: Rules, viewer: int, seat: int) -> int:
    """How far to the left of the viewer a seat is."""
    relative = seat - viewer
    return relative if relative >= 0 else relative + int(rules.num_players)


@kernel
def write_moment(state: State, rules: Rules, viewer: int, out: Vector) -> None:
    """Whose decision it is, what it is, and where in the round we are."""
    out[_PHASE + int(state.phase)] = 1
    out[_ROUND] = np.float32(state.round_number) * rules.per_round
    out[_ROUND + 1] = np.float32(rules.rounds - 1 - state.round_number) * rules.per_round
    out[_START + seen_from(rules, viewer, int(state.start))] = 1
    out[_SWAPPED] = state.swapped
    if state.phase == Phase.OVER:
        return
    out[_DECISION + int(state.decision)] = 1
    out[_SEAT + seen_from(rules, viewer, int(state.seat))] = 1
    out[_ACTIVE + seen_from(rules, viewer, active_seat(state, rules))] = 1
    write_turns_left(state, rules, viewer, out)


@kernel
def write_turns_left(state: State, rules: Rules, viewer: int, out: Vector) -> None:
    """Who has a civilization turn or a bid turn before them, the one in progress included."""
    seat = seen_from(rules, viewer, int(state.start))
    for turn in range(rules.num_players):
        still_to_come = turn >= state.turn
        out[_TURNS_LEFT + 2 * seat] = state.phase == Phase.CIVILIZATION and still_to_come
        out[_TURNS_LEFT + 2 * seat + 1] = state.phase == Phase.CIVILIZATION or still_to_come
        seat = left_of(rules, seat)


@kernel
def write_rules(rules: Rules, out: Vector) -> None:
    """What is the same for a whole game stands ready in the rules, and comes first."""
    for i in range(NUM_CONSTANTS):
        out[i] = rules.constants[i]


@kernel
def write_tribes(state: State, rules: Rules, out: Vector) -> None:
    """Stones and supplies, around the circle."""
    for tribe in range(NUM_TRIBES):
        out[_TRACK + tribe] = np.float32(state.track[tribe]) * rules.per_space
        out[_SUPPLY + tribe] = np.float32(state.supply[tribe]) * rules.per_coin
        finish = int(state.finish[tribe])
        out[_FINISH + tribe] = np.float32(NUM_TRIBES + 1 - finish) * _PER_TRIBE if finish > 0 else np.float32(0)


@kernel
def write_seats(state: State, rules: Rules, viewer: int, out: Vector) -> None:
    """Coins, scorn and score piles, the viewer first; with `hidden_coins` the others' coins are left out (6)."""
    seat = viewer
    for relative in range(rules.num_players):
        row = NUM_TRIBES * relative
        per_coin = rules.per_coin if relative == 0 or not rules.hidden_coins else np.float32(0)
        for tribe in range(NUM_TRIBES):
            out[_COINS + row + tribe] = np.float32(state.coins[seat, tribe]) * per_coin
        for tribe in range(NUM_TRIBES):
            out[_STATUS + row + tribe] = np.float32(state.status[seat, tribe]) * rules.per_status
        for tribe in range(NUM_TRIBES):
            out[_SCORN + row + tribe] = np.float32(state.scorn[tribe] == seat)
        seat = left_of(rules, seat)


@kernel
def write_ship(state: State, rules: Rules, seat: int, relative: int, out: Vector) -> None:
    """What a seat has launched, its ship, and who is on board."""
    out[_MONKEYS + relative] = np.float32(state.monkeys[seat]) * rules.per_monkey
    out[_SHIP_VP_WON + relative] = np.float32(state.ship_vp[seat]) * rules.per_ship_vp
    row = NUM_TRIBES * relative
    ship = int(state.ship[seat])
    if ship != NONE:
        out[_SHIP_COLOUR + row + tribe_of_ship(ship)] = 1
        out[_SHIP_SEATS + relative] = np.float32(seats_of(rules, ship)) * _PER_SEAT
        out[_SHIP_VP + relative] = np.float32(vp_of_ship(rules, ship)) * rules.per_vp
    for i in range(MAX_SEATS):  # without branches: an empty place adds 0 to tribe 0
        monkey = max(int(state.aboard[seat, i]), 0)
        is_there = np.float32(state.aboard[seat, i] != NONE)
        place = row + tribe_of_monkey(monkey)
        out[_ABOARD + place] += is_there * _PER_SEAT
        out[_ABOARD_STATUS + place] += is_there * np.float32(status_of(rules, monkey)) * rules.per_status_aboard


@kernel
def write_hand(state: State, rules: Rules, viewer: int, out: Vector) -> None:
    """The viewer's own cards: the one secret that is read here."""
    for i in range(size(state.hand[viewer])):
        card = int(state.hand[viewer, i])
        out[_HAND + card] += rules.per_hand


@kernel
def write_pools(state: State, rules: Rules, out: Vector) -> None:
    """Open monkeys, open ships, and the ships at the bottom of the pile that all saw return."""
    for i in range(MAX_MONKEY_POOL):  # without branches, as on board
        monkey = max(int(state.monkey_pool[i]), 0)
        out[_MONKEY_POOL + monkey] += np.float32(state.monkey_pool[i] != NONE) * rules.per_monkey_copy
    for i in range(size(state.ship_pool[:])):
        ship = int(state.ship_pool[i])
        out[_SHIP_POOL + ship] += rules.per_ship_copy
    last = size(state.ship_pile[:])
    first_known = last - int(state.num_returned)
    out[_UNKNOWN_SHIPS] = np.float32(first_known) * rules.per_ship
    for i in range(last - 1, first_known - 1, -1):  # backwards: of equal ships the next one counts
        out[_RETURNED_SHIPS + int(state.ship_pile[i])] = np.float32(1) / np.float32(i + 1)


@kernel
def write_subject(state: State, rules: Rules, out: Vector) -> None:
    """What the decision is about: the card just played, the angry rival, the monkeys that wait for a ship."""
    if state.pending_card != NONE:
        out[_CARD + tribe_of_card(int(state.pending_card))] = 1
        out[_CARD + NUM_TRIBES] = np.float32(move_of(rules, int(state.pending_card))) * rules.per_move
    if state.decision == Decision.APPEASE:
        out[_ADVANCING + int(state.pending_tribe)] = 1
        out[_RIVAL + rival_of(int(state.pending_tribe))] = 1
    for i in range(size(state.waiting[:])):
        monkey = int(state.waiting[i])
        tribe = tribe_of_monkey(monkey)
        out[_WAITING + tribe] += _PER_SEAT
        out[_WAITING_STATUS + tribe] += np.float32(status_of(rules, monkey)) * rules.per_status_aboard


@kernel
def write_auction(state: State, rules: Rules, viewer: int, out: Vector) -> None:
    """The monkey that is up and all bids for it."""
    monkey = int(state.auction_monkey)
    out[_AUCTION_TRIBE + tribe_of_monkey(monkey)] = 1
    out[_AUCTION_STATUS] = np.float32(status_of(rules, monkey)) * rules.per_monkey_status
    out[_STANDING] = np.float32(state.standing) * _PER_POINT
    if state.holder != NONE:
        out[_HOLDER + seen_from(rules, viewer, int(state.holder))] = 1
    seat = viewer
    for relative in range(rules.num_players):
        out[_STILL_IN + relative] = state.still_in[seat]
        for which in range(3):
            out[_BIDS + 3 * relative + which] = np.float32(state.bids[seat, which]) * rules.per_coin
        seat = left_of(rules, seat)


@kernel
def write_unseen(state: State, rules: Rules, viewer: int, out: Vector) -> None:
    """For counting: what has not been open to all, less the viewer's own hand."""
    for card in range(NUM_CARD_KINDS):
        out[_UNSEEN_CARDS + card] = np.float32(state.unseen_cards[card]) * rules.per_card_copy
    for i in range(size(state.hand[viewer])):
        card = int(state.hand[viewer, i])
        unseen = int(state.unseen_cards[card]) - copies(state.hand[viewer], card)
        out[_UNSEEN_CARDS + card] = np.float32(unseen) * rules.per_card_copy
    for monkey in range(NUM_MONKEY_KINDS):
        out[_UNSEEN_MONKEYS + monkey] = np.float32(state.unseen_monkeys[monkey]) * rules.per_monkey_copy
    for ship in range(NUM_SHIP_KINDS):
        out[_UNSEEN_SHIPS + ship] = np.float32(state.unseen_ships[ship]) * rules.per_ship_copy
