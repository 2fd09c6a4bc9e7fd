"""What a seat may know, as one vector of named pieces.

Seats are counted from the viewer: 0 is the viewer, 1 the seat to its left. Tribes are places in the circle; kinds of
cards are numbered as in the action table. The only secret that is read here is the viewer's own hand.

`observe.named(observation)` returns the pieces as views, by name and in their shapes.
"""

from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.people import Piece
from mom_env.kernel.jit import part
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
    MAX_HAND,
    MAX_MONKEY_POOL,
    MAX_PLAYERS,
    MAX_SEATS,
    MAX_SHIP_POOL,
    NONE,
    NUM_CARD_KINDS,
    NUM_CONSTANTS,
    NUM_DECISIONS,
    NUM_KINDS,
    NUM_MONKEY_KINDS,
    NUM_SHIP_KINDS,
    NUM_TRIBES,
    UNSEEN_CARDS,
    Decision,
    Phase,
    Rules,
    State,
)

Float32s = NDArray[np.float32]

Number = TypeVar("Number", bound=np.generic)

_SEATS, _TRIBES = (MAX_PLAYERS,), (NUM_TRIBES,)
_SEATS_TRIBES = (MAX_PLAYERS, NUM_TRIBES)

LAYOUT = (
    Piece("num_players", (3,), "one-hot", "2, 3 or 4 players"),
    Piece("options", (5,), "flag", "add-only raises, last launch clears scorn, hidden coins, Maximum Scorn, Treachery"),
    Piece("white_dot", (1,), "the track's length", "where the white dot is"),
    Piece("leader", _TRIBES, "the highest award", "what the leader's title pays, 1st place first"),
    Piece("undersecretary", _TRIBES, "the highest award", "what the other title pays; 0 with two players"),
    Piece("scorn_vp", (1,), "the highest award", "VP that a scorn card costs"),
    Piece("decision", (NUM_DECISIONS,), "one-hot", "card, tribe, appease, monkey, bid, ship, stay; none at the end"),
    Piece("seat", _SEATS, "one-hot", "the seat that decides"),
    Piece("phase", (3,), "one-hot", "civilization turns, bid turns, over"),
    Piece("rounds", (2,), "all rounds", "rounds begun before this one, rounds still to come after it"),
    Piece("start", _SEATS, "one-hot", "starting player of the round"),
    Piece("active", _SEATS, "one-hot", "the seat whose civilization or bid turn it is"),
    Piece("turns_left", (MAX_PLAYERS, 2), "flag", "seats whose civilization turn, bid turn is still to end this round"),
    Piece("swapped", (1,), "flag", "the swap of Treachery is done"),
    Piece("track", _TRIBES, "the track's length", "spaces moved"),
    Piece("finish", _TRIBES, "arrived first", "(7 - finish place) / 6 of each tribe, 0 on the way"),
    Piece("supply", _TRIBES, "7 coins", "coins on each tribe's card"),
    Piece("coins", _SEATS_TRIBES, "7 coins", "coins held; with hidden coins only the viewer's"),
    Piece("scorn", _SEATS_TRIBES, "flag", "seats that hold each tribe's scorn"),
    Piece("hand", (NUM_CARD_KINDS,), "a full hand", "the viewer's civilization cards of each kind"),
    Piece("ship_colour", _SEATS_TRIBES, "one-hot", "colour of the ship on the ground"),
    Piece("ship_seats", _SEATS, "4 seats", "capacity of that ship"),
    Piece("ship_vp", _SEATS, "the highest VP of a ship", "VP of that ship when full"),
    Piece("aboard", _SEATS_TRIBES, "4 monkeys", "monkeys of each tribe on board"),
    Piece("aboard_status", _SEATS_TRIBES, "4 monkeys of the highest status", "status of the monkeys on board"),
    Piece("waiting", _TRIBES, "4 monkeys", "monkeys that board the next ship of the seat that decides"),
    Piece("waiting_status", _TRIBES, "4 monkeys of the highest status", "status of these monkeys"),
    Piece("status", _SEATS_TRIBES, "all status of a tribe", "status in the score pile"),
    Piece("monkeys", _SEATS, "all monkeys that can be won", "cards in the score pile"),
    Piece("ship_vp_won", _SEATS, "the VP of all ships", "VP of full ships"),
    Piece("monkey_pool", (NUM_MONKEY_KINDS,), "the most copies of any kind", "open monkeys of each kind"),
    Piece("ship_pool", (NUM_SHIP_KINDS,), "the most copies of any kind", "open ships of each kind"),
    Piece("card", (NUM_TRIBES + 1,), "one-hot; the longest move", "card just played: its tribe, its move"),
    Piece("advancing", _TRIBES, "one-hot", "tribe that is advanced, while its rival is appeased"),
    Piece("rival", _TRIBES, "one-hot", "the rival that is angry again"),
    Piece("auction_tribe", _TRIBES, "one-hot", "tribe of the monkey that is up"),
    Piece("auction_status", (1,), "the highest status", "status of the monkey that is up"),
    Piece("standing", (1,), "49 points, all coins of three tribes", "points of the standing bid"),
    Piece("holder", _SEATS, "one-hot", "the seat that holds the standing bid"),
    Piece("still_in", _SEATS, "flag", "seats that have not passed"),
    Piece("bids", (MAX_PLAYERS, 3), "7 coins", "coins of each seat's last bid: own, clockwise, counter-clockwise"),
    Piece("returned_ships", (NUM_SHIP_KINDS,), "next to be drawn", "1 / draws until a ship that all saw return"),
    Piece("unknown_ships", (1,), "all ships", "ships in the pile that nobody knows"),
    Piece("unseen_cards", (NUM_CARD_KINDS,), "the most copies of any kind", "cards the viewer has not seen"),
    Piece("unseen_monkeys", (NUM_MONKEY_KINDS,), "the most copies of any kind", "monkeys not seen yet"),
    Piece("unseen_ships", (NUM_SHIP_KINDS,), "the most copies of any kind", "ships not seen yet"),
)


def start_of(name: str) -> int:
    """Return the index in a flat observation at which the piece with this name begins.

    Raises:
        KeyError: there is no such piece.
    """
    before = 0
    for piece in LAYOUT:
        if piece.name == name:
            return before
        before += piece.size
    raise KeyError(name)


def slice_of(name: str) -> slice:
    """Return the slice of a flat observation that is the piece with this name, as in `observation[slice_of("hand")]`.

    Raises:
        KeyError: there is no such piece.
    """
    size_of = {piece.name: piece.size for piece in LAYOUT}
    return slice(start_of(name), start_of(name) + size_of[name])


def named(observation: NDArray[Number]) -> dict[str, NDArray[Number]]:
    """Return the pieces of a flat observation by name, in their shapes; they are views, so no numbers are copied."""
    return {piece.name: observation[slice_of(piece.name)].reshape(piece.shape) for piece in LAYOUT}


OBSERVATION_SIZE = sum(piece.size for piece in LAYOUT)

# An observation as a record of its pieces, which kernels write by name. Seen as float32 it is the flat vector.
# A record is passed as one pointer, whereas passing an array counts references each time.
_OVERLAYS = {  # names that span several pieces: name -> (first piece, length)
    "everything": (LAYOUT[0].name, OBSERVATION_SIZE),
    "constants": (LAYOUT[0].name, NUM_CONSTANTS),
    "unseen": ("unseen_cards", NUM_KINDS),
}
OBSERVATION_DTYPE = np.dtype(
    (
        np.record,
        {
            "names": [piece.name for piece in LAYOUT] + list(_OVERLAYS),
            "formats": [(np.float32, piece.shape) for piece in LAYOUT]
            + [(np.float32, size) for _, size in _OVERLAYS.values()],
            "offsets": [4 * start_of(piece.name) for piece in LAYOUT]
            + [4 * start_of(first) for first, _ in _OVERLAYS.values()],
            "itemsize": 4 * OBSERVATION_SIZE,
        },
    )
)


class View(Protocol):
    """What a seat sees, as a record with one array for each piece of LAYOUT.

    Three more arrays are other views of the same memory: `everything`, `constants` and `unseen`.
    """

    everything: Float32s
    num_players: Float32s
    options: Float32s
    white_dot: Float32s
    leader: Float32s
    undersecretary: Float32s
    scorn_vp: Float32s
    decision: Float32s
    seat: Float32s
    phase: Float32s
    rounds: Float32s
    start: Float32s
    active: Float32s
    turns_left: Float32s
    swapped: Float32s
    track: Float32s
    finish: Float32s
    supply: Float32s
    coins: Float32s
    scorn: Float32s
    hand: Float32s
    ship_colour: Float32s
    ship_seats: Float32s
    ship_vp: Float32s
    aboard: Float32s
    aboard_status: Float32s
    waiting: Float32s
    waiting_status: Float32s
    status: Float32s
    monkeys: Float32s
    ship_vp_won: Float32s
    monkey_pool: Float32s
    ship_pool: Float32s
    card: Float32s
    advancing: Float32s
    rival: Float32s
    auction_tribe: Float32s
    auction_status: Float32s
    standing: Float32s
    holder: Float32s
    still_in: Float32s
    bids: Float32s
    returned_ships: Float32s
    unknown_ships: Float32s
    unseen_cards: Float32s
    unseen_monkeys: Float32s
    unseen_ships: Float32s
    constants: Float32s
    unseen: Float32s


_PER_TRIBE = np.float32(1 / NUM_TRIBES)
_PER_SEAT = np.float32(1 / MAX_SEATS)
_PER_POINT = np.float32(1 / 49)  # MAX_COINS coins of each of three tribes: 7 * (3 + 2 + 2)


@part
def write_view(state: State, rules: Rules, viewer: int, view: View) -> None:
    """Write into `view` the observation of the seat `viewer`: what it may know, and 0 for all that does not apply."""
    view.everything[:] = 0
    for i in range(NUM_CONSTANTS):  # not `[:] =`: the error message for unequal shapes takes 3 s to compile
        view.constants[i] = rules.constants[i]
    write_moment(state, rules, viewer, view)
    write_tribes(state, rules, view)
    seat = viewer
    for relative in range(rules.num_players):
        write_seat(state, rules, seat, relative, view)
        write_ship(state, rules, seat, relative, view)
        seat = left_of(rules, seat)
    write_hand(state, rules, viewer, view)
    write_pools(state, rules, view)
    write_subject(state, rules, view)
    if state.auction_monkey != NONE:
        write_auction(state, rules, viewer, view)
    write_unseen(state, rules, viewer, view)


@part
def seen_from(rules: Rules, viewer: int, seat: int) -> int:
    """Return how many seats to the left of `viewer` the seat is, from 0 for `viewer` itself."""
    relative = seat - viewer
    return relative if relative >= 0 else relative + int(rules.num_players)


@part
def write_moment(state: State, rules: Rules, viewer: int, view: View) -> None:
    """Write into `view` who decides what, and where in the round the game is; seats are counted from `viewer`.

    These are the phase, the rounds played and left, the start seat, and whether Treachery has swapped tribes. Before
    the end they are also the decision, the seat to move, the seat whose turn it is, and the turns that are left.
    """
    view.phase[int(state.phase)] = 1
    view.rounds[0] = np.float32(state.round_number) * rules.per_round
    view.rounds[1] = np.float32(int(rules.rounds) - 1 - int(state.round_number)) * rules.per_round
    view.start[seen_from(rules, viewer, int(state.start))] = 1
    view.swapped[0] = np.float32(state.swapped)
    if state.phase == Phase.OVER:
        return
    view.decision[int(state.decision)] = 1
    view.seat[seen_from(rules, viewer, int(state.seat))] = 1
    view.active[seen_from(rules, viewer, active_seat(state, rules))] = 1
    write_turns_left(state, rules, viewer, view)


@part
def write_turns_left(state: State, rules: Rules, viewer: int, view: View) -> None:
    """Write into `view` for which seats the civilization turn and the bid turn of this round have not ended yet.

    Seats are counted from `viewer`. The flags are 0 or 1.
    """
    bids = state.phase == Phase.BID
    order = seen_from(rules, int(state.start), viewer)  # when the viewer's turn comes
    for relative in range(rules.num_players):
        is_left = order >= state.turn
        view.turns_left[relative, 0] = np.float32(is_left and not bids)
        view.turns_left[relative, 1] = np.float32(is_left or not bids)
        order = left_of(rules, order)


@part
def write_tribes(state: State, rules: Rules, view: View) -> None:
    """Write into `view`, by place in the circle, each tribe's spaces moved, order of arrival and supply of coins."""
    for tribe in range(NUM_TRIBES):
        view.track[tribe] = np.float32(state.track[tribe]) * rules.per_space
        view.supply[tribe] = np.float32(state.supply[tribe]) * rules.per_coin
        finish = int(state.finish[tribe])
        view.finish[tribe] = np.float32(NUM_TRIBES + 1 - finish) * _PER_TRIBE if finish > 0 else np.float32(0)


@part
def write_seat(state: State, rules: Rules, seat: int, relative: int, view: View) -> None:
    """Write into `view` coins, scorn and score pile of a seat; with `hidden_coins` the others' coins are left out (6).

    `relative` is how many seats to the left of the viewer the seat is, and 0 for the viewer.
    """
    per_coin = rules.per_coin if relative == 0 or not rules.hidden_coins else np.float32(0)
    for tribe in range(NUM_TRIBES):
        view.coins[relative, tribe] = np.float32(state.coins[seat, tribe]) * per_coin
    for tribe in range(NUM_TRIBES):
        view.status[relative, tribe] = np.float32(state.status[seat, tribe]) * rules.per_status
    for tribe in range(NUM_TRIBES):
        view.scorn[relative, tribe] = np.float32(state.scorn[tribe] == seat)
    view.monkeys[relative] = np.float32(state.monkeys[seat]) * rules.per_monkey
    view.ship_vp_won[relative] = np.float32(state.ship_vp[seat]) * rules.per_ship_vp


@part
def write_ship(state: State, rules: Rules, seat: int, relative: int, view: View) -> None:
    """Write into `view` the ship of a seat and the monkeys on board.

    `relative` is how many seats to the left of the viewer the seat is, and 0 for the viewer.
    """
    ship = int(state.ship[seat])
    if ship != NONE:
        view.ship_colour[relative, tribe_of_ship(ship)] = 1
        view.ship_seats[relative] = np.float32(seats_of(rules, ship)) * _PER_SEAT
        view.ship_vp[relative] = np.float32(vp_of_ship(rules, ship)) * rules.per_vp
    for i in range(MAX_SEATS):  # without branches, which are hard to predict; an empty place adds 0 to tribe 0
        monkey = max(int(state.aboard[seat, i]), 0)
        is_there = np.float32(state.aboard[seat, i] != NONE)
        tribe = tribe_of_monkey(monkey)
        view.aboard[relative, tribe] += is_there * _PER_SEAT
        view.aboard_status[relative, tribe] += is_there * np.float32(status_of(rules, monkey)) * rules.per_crew_status


@part
def write_hand(state: State, rules: Rules, viewer: int, view: View) -> None:
    """Write into `view` the civilization cards of the seat `viewer`, the only secret that an observation contains."""
    for i in range(MAX_HAND):
        if state.hand[viewer, i] != NONE:
            view.hand[int(state.hand[viewer, i])] += rules.per_hand


@part
def write_pools(state: State, rules: Rules, view: View) -> None:
    """Write into `view` the open monkeys, the open ships, and the ships in the pile that all saw return."""
    for i in range(MAX_MONKEY_POOL):
        if state.monkey_pool[i] == NONE:
            break
        view.monkey_pool[int(state.monkey_pool[i])] += rules.per_copy
    for i in range(MAX_SHIP_POOL):
        if state.ship_pool[i] == NONE:
            break
        view.ship_pool[int(state.ship_pool[i])] += rules.per_copy
    last = size(state.ship_pile[:])
    first_known = last - int(state.num_returned)
    view.unknown_ships[0] = np.float32(first_known) * rules.per_ship
    for i in range(last - 1, first_known - 1, -1):  # backwards, so that of equal ships the next to be drawn counts
        view.returned_ships[int(state.ship_pile[i])] = np.float32(1) / np.float32(i + 1)


@part
def write_subject(state: State, rules: Rules, view: View) -> None:
    """Write into `view` what the decision is about: the card just played, the rival to appease, or waiting monkeys.

    Monkeys wait for the next ship of the seat to move.
    """
    if state.pending_card != NONE:
        view.card[tribe_of_card(int(state.pending_card))] = 1
        view.card[NUM_TRIBES] = np.float32(move_of(rules, int(state.pending_card))) * rules.per_move
    if state.decision == Decision.APPEASE:
        view.advancing[int(state.pending_tribe)] = 1
        view.rival[rival_of(int(state.pending_tribe))] = 1
    for i in range(MAX_SEATS):
        if state.waiting[i] == NONE:
            break
        monkey = int(state.waiting[i])
        view.waiting[tribe_of_monkey(monkey)] += _PER_SEAT
        view.waiting_status[tribe_of_monkey(monkey)] += np.float32(status_of(rules, monkey)) * rules.per_crew_status


@part
def write_auction(state: State, rules: Rules, viewer: int, view: View) -> None:
    """Write into `view` the monkey that is up, the bids for it, and which seats are still in, counted from `viewer`.

    An auction must be open.
    """
    monkey = int(state.auction_monkey)
    view.auction_tribe[tribe_of_monkey(monkey)] = 1
    view.auction_status[0] = np.float32(status_of(rules, monkey)) * rules.per_monkey_status
    view.standing[0] = np.float32(state.standing) * _PER_POINT
    if state.holder != NONE:
        view.holder[seen_from(rules, viewer, int(state.holder))] = 1
    seat = viewer
    for relative in range(rules.num_players):
        view.still_in[relative] = np.float32(state.still_in[seat])
        for which in range(3):
            view.bids[relative, which] = np.float32(state.bids[seat, which]) * rules.per_coin
        seat = left_of(rules, seat)


@part
def write_unseen(state: State, rules: Rules, viewer: int, view: View) -> None:
    """Write into `view` how many cards of each kind the seat `viewer` has not seen, of all three sorts of cards.

    These are the cards that have not been open to all, less the hand of `viewer`.
    """
    for kind in range(NUM_KINDS):
        view.unseen[kind] = np.float32(state.unseen[kind]) * rules.per_copy
    for i in range(MAX_HAND):
        card = int(state.hand[viewer, i])
        if card != NONE:
            unseen = int(state.unseen[UNSEEN_CARDS + card]) - copies(state.hand[viewer], card)
            view.unseen_cards[card] = np.float32(unseen) * rules.per_copy
