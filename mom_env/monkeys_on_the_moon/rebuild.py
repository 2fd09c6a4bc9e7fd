"""From names back to the record: a position out of a snapshot, a fresh deal out of a setup block."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.errors import PositionError
from mom_env.kernel.rng import seed_stream
from mom_env.monkeys_on_the_moon.deck import Deck
from mom_env.monkeys_on_the_moon.position import SETUP_KEYS, Snapshot
from mom_env.monkeys_on_the_moon.rules.scoring import count_up
from mom_env.monkeys_on_the_moon.rules.setup import clear_table
from mom_env.monkeys_on_the_moon.state import (
    MAX_SHIP_TYPES,
    MAX_STATUSES,
    NONE,
    NUM_KINDS,
    NUM_TRIBES,
    STATE_DTYPE,
    UNSEEN_CARDS,
    UNSEEN_MONKEYS,
    UNSEEN_SHIPS,
    Decision,
    Phase,
)
from mom_env.monkeys_on_the_moon.words import Words

Games = NDArray[Any]
Rows = list[Any]


def state_from(view: Mapping[str, Any], deck: Deck, rules: Games, stream: int = 0) -> Games:
    """The record of a snapshot of everything, as an array of one; its random stream stands at `stream`.

    Raises:
        PositionError: it says which entry cannot be, and why.
    """
    entry = "circle"
    try:
        states = np.zeros(1, STATE_DTYPE)
        clear_table(states[0])
        states[0].colour = _colours(view["circle"], deck)
        words = Words(deck, states[0].colour)
        for entry, fill in _FILL.items():
            fill(states[0], rules[0], words, view)
    except KeyError as error:
        raise PositionError(f"{entry}: expected an entry {error.args[0]!r}") from None
    except (ValueError, TypeError, IndexError, OverflowError, AttributeError) as error:
        raise PositionError(f"{entry}: {error}") from None
    _count_unseen(states[0], rules[0])
    states[0].rng = np.uint64(stream)
    if states[0].phase == Phase.OVER:
        count_up(states[0], rules[0])
    return states


def state_from_setup(setup: Mapping[str, Any], deck: Deck, rules: Games, seed: int = 0) -> Games:
    """The record of a fresh deal, up to the first card.

    Raises:
        PositionError: it says which entry cannot be, and why.
    """
    if not isinstance(setup, Mapping):
        raise PositionError(f"setup: expected a mapping, found {type(setup).__name__}")
    if set(setup) != set(SETUP_KEYS):
        raise PositionError(f"setup: expected the entries {', '.join(SETUP_KEYS)}, found {', '.join(map(str, setup))}")
    states = state_from(_first_snapshot(setup, deck, rules[0]), deck, rules)
    seed_stream(states[0], np.uint64(seed), 0)
    return states


def num_players_of(setup: Mapping[str, Any]) -> int:
    """How many players a setup is for: as many as have hands."""
    hands = setup.get("hands") if isinstance(setup, Mapping) else None
    if not isinstance(hands, list):
        raise PositionError("setup: expected an entry 'hands' with a list for each seat")
    return len(hands)


def _first_snapshot(setup: Mapping[str, Any], deck: Deck, rules: Any) -> Snapshot:
    seats = range(int(rules.num_players))
    return dict(setup) | {
        "hand": setup["hands"],
        "ship": setup["ships"],
        "round": 0,
        "phase": "civilization",
        "active": setup["start"],
        "seat": setup["start"],
        "decision": "card",
        "swapped": False,
        "track": dict.fromkeys(deck.tribes, 0),
        "finished": [],
        "supply": dict.fromkeys(deck.tribes, deck.setup.supply),
        "scorn": dict.fromkeys(deck.tribes),
        "auction": None,
        "discard": [],
        "pending": None,
        "waiting": [],
        "monkeys_out": [],
        "returned_ships": [],
        "coins": [dict.fromkeys(deck.tribes, deck.setup.coins) for _ in seats],
        "aboard": [[] for _ in seats],
        "pile": [[] for _ in seats],
        "ships_won": [[] for _ in seats],
        "ships_out": [],
    }


# How each entry fills its fields; `_FILL` names them for messages.


def _colours(circle: Rows, deck: Deck) -> list[int]:
    if sorted(circle) != sorted(deck.tribes):
        raise ValueError(f"expected each of {', '.join(deck.tribes)} once, found {circle}")
    return [deck.tribes.index(name) for name in circle]


def _fill_moment(state: Any, rules: Any, words: Words, view: Mapping[str, Any]) -> None:
    num_players = int(rules.num_players)
    state.phase = Phase[view["phase"].upper()]
    state.round_number = view["round"]
    state.start = _seat(view["start"], num_players)
    if state.phase == Phase.OVER:
        state.turn, state.seat, state.decision = num_players - 1, NONE, Decision.NOTHING
        return
    active = _seat(view["active"], num_players)
    state.turn = (active - state.start) % num_players
    state.seat = _seat(view["seat"], num_players)
    state.decision = Decision[view["decision"].upper()]
    if state.phase == Phase.CIVILIZATION and state.decision in (Decision.STAY, Decision.SHIP):
        state.owners_to_check = num_players - 1 - (int(state.seat) - active) % num_players


def _fill_tribes(state: Any, rules: Any, words: Words, view: Mapping[str, Any]) -> None:
    state.swapped = view["swapped"]
    for tribe, name in enumerate(words.tribes):
        state.track[tribe] = view["track"][name]
        state.supply[tribe] = view["supply"][name]
        holder = view["scorn"][name]
        state.scorn[tribe] = NONE if holder is None else _seat(holder, int(rules.num_players))
        state.tie_rank[tribe] = view["tie_order"].index(name)
        state.finish[tribe] = view["finished"].index(name) + 1 if name in view["finished"] else 0
    for entry in ("track", "supply", "scorn"):
        if set(view[entry]) != set(words.tribes):
            raise ValueError(f"{entry}: expected exactly the tribes {', '.join(words.tribes)}")
    if len(view["tie_order"]) != NUM_TRIBES:
        raise ValueError(f"tie_order: expected {NUM_TRIBES} tribes, found {len(view['tie_order'])}")


def _fill_piles(state: Any, rules: Any, words: Words, view: Mapping[str, Any]) -> None:
    _lay(state.monkey_pool, map(words.monkey_kind, view["monkey_pool"]), "monkey_pool")
    _lay(state.monkey_pile, map(words.monkey_kind, view["monkey_pile"]), "monkey_pile")
    _lay(state.waiting, map(words.monkey_kind, view["waiting"]), "waiting")
    _lay(state.ship_pool, map(words.ship_kind, view["ship_pool"]), "ship_pool")
    _lay(state.ship_pile, map(words.ship_kind, view["ship_pile"]), "ship_pile")
    _lay(state.civilization_pile, map(words.card_kind, view["civilization_pile"]), "civilization_pile")
    _lay(state.out_of_game, map(words.card_kind, view["out_of_game"]), "out_of_game")
    _lay(state.discard, map(words.card_kind, view["discard"]), "discard")
    _lay(state.ships_out, map(words.ship_kind, view["ships_out"]), "ships_out")
    state.num_returned = len(view["returned_ships"])
    for monkey in view["monkeys_out"]:
        state.monkeys_out[words.monkey_kind(monkey)] += 1


def _fill_seats(state: Any, rules: Any, words: Words, view: Mapping[str, Any]) -> None:
    for entry in ("coins", "hand", "ship", "aboard", "pile", "ships_won"):
        if len(view[entry]) != rules.num_players:
            raise ValueError(f"{entry}: expected one for each of {rules.num_players} seats, found {len(view[entry])}")
    for seat in range(int(rules.num_players)):
        for tribe, name in enumerate(words.tribes):
            state.coins[seat, tribe] = view["coins"][seat][name]
        _lay(state.hand[seat], map(words.card_kind, view["hand"][seat]), "hand")
        _lay(state.aboard[seat], map(words.monkey_kind, view["aboard"][seat]), "aboard")
        _lay(state.ships_won[seat], map(words.ship_kind, view["ships_won"][seat]), "ships_won")
        ship = view["ship"][seat]
        state.ship[seat] = NONE if ship is None else words.ship_kind(ship)
        _fill_score(state, rules, words, seat, view["pile"][seat])


def _fill_score(state: Any, rules: Any, words: Words, seat: int, pile: Rows) -> None:
    for monkey in map(words.monkey_kind, pile):
        state.pile[seat, monkey] += 1
        state.status[seat, monkey // MAX_STATUSES] += rules.monkey_status[monkey % MAX_STATUSES]
    state.monkeys[seat] = len(pile)
    won = state.ships_won[seat]
    state.ship_vp[seat] = sum(int(rules.ship_vp[ship % MAX_SHIP_TYPES]) for ship in won if ship != NONE)


def _fill_decision(state: Any, rules: Any, words: Words, view: Mapping[str, Any]) -> None:
    if state.decision in (Decision.TRIBE, Decision.APPEASE):
        state.pending_card = words.card_kind(view["discard"][-1])
    if state.decision == Decision.APPEASE:
        state.pending_tribe = (words.tribe(view["pending"]["tribe"]) + NUM_TRIBES // 2) % NUM_TRIBES
    if (view["auction"] is not None) != (state.decision == Decision.BID):
        raise ValueError("auction: expected one exactly when the decision is a bid")
    if view["auction"] is not None:
        _fill_auction(state, int(rules.num_players), words, view["auction"])


def _fill_auction(state: Any, num_players: int, words: Words, auction: Mapping[str, Any]) -> None:
    state.auction_monkey = words.monkey_kind(auction["monkey"])
    state.standing = auction["standing"]
    state.holder = NONE if auction["holder"] is None else _seat(auction["holder"], num_players)
    for seat in auction["in"]:
        state.still_in[_seat(seat, num_players)] = 1
    for seat, bid in enumerate(auction["bids"]):
        if bid is not None:
            state.bids[seat] = [bid["own"], bid["cw"], bid["ccw"]]


_FILL = {
    "moment": _fill_moment,
    "tribes": _fill_tribes,
    "piles": _fill_piles,
    "seats": _fill_seats,
    "decision": _fill_decision,
}


def _lay(pile: NDArray[Any], kinds: Iterable[int], entry: str) -> None:
    cards = list(kinds)
    if len(cards) > len(pile):
        raise ValueError(f"{entry}: expected at most {len(pile)} cards, found {len(cards)}")
    pile[:] = NONE
    pile[: len(cards)] = cards


def _seat(seat: Any, num_players: int) -> int:
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < num_players:
        raise ValueError(f"expected a seat from 0 to {num_players - 1}, found {seat!r}")
    return seat


def _count_unseen(state: Any, rules: Any) -> None:
    """What follows from where the cards lie: how many of each kind are not open to all."""
    known = state.ship_pile[state.ship_pile != NONE]
    unknown_ships = known[: len(known) - int(state.num_returned)]
    state.unseen[UNSEEN_SHIPS:NUM_KINDS] = np.bincount(unknown_ships, minlength=len(state.unseen[UNSEEN_SHIPS:NUM_KINDS]))
    monkeys = state.monkey_pile[state.monkey_pile != NONE]
    state.unseen[UNSEEN_MONKEYS:UNSEEN_SHIPS] = np.bincount(monkeys, minlength=len(state.unseen[UNSEEN_MONKEYS:UNSEEN_SHIPS]))
    hidden = np.concatenate([state.hand.ravel(), state.civilization_pile, state.out_of_game])
    state.unseen[UNSEEN_CARDS:UNSEEN_MONKEYS] = np.bincount(hidden[hidden != NONE], minlength=len(state.unseen[UNSEEN_CARDS:UNSEEN_MONKEYS]))
