"""A position as plain JSON values, by names: snapshots, and the setup block of replays."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.monkeys_on_the_moon.entries import Setup
from mom_env.monkeys_on_the_moon.options import Options
from mom_env.monkeys_on_the_moon.pieces import active_seat, rival_of
from mom_env.monkeys_on_the_moon.ruleset import Ruleset
from mom_env.monkeys_on_the_moon.state import MAX_STATUSES, NONE, NUM_TRIBES, Decision, Phase
from mom_env.monkeys_on_the_moon.words import Words

Snapshot = dict[str, Any]
Games = NDArray[Any]


def snapshot(states: Games, ruleset: Ruleset, seat: int | None = None) -> Snapshot:
    """The position of game 0; for a seat, only what it may know: null where it cannot."""
    state, words = states[0], Words(ruleset.deck, states[0].colour)
    seats = range(ruleset.num_players)
    view = _moment(state, ruleset.rules[0], ruleset.options) | _tribes(state, words)
    view |= _open_cards(state, seats, words) | _by_seat(state, seats, words)
    if seat is None:
        return view | _hidden(state, words)
    for other in seats:
        if other != seat:
            view["hand"][other] = None
            if ruleset.options.hidden_coins:
                view["coins"][other] = None
    return view


def setup_block(states: Games, ruleset: Ruleset) -> Snapshot:
    """The setup of a game that has just been dealt."""
    view = snapshot(states, ruleset)
    view |= {"hands": view["hand"], "ships": view["ship"]}
    return {key: view[key] for key in Setup.model_fields}


def _moment(state: Any, rules: Any, options: Options) -> Snapshot:
    over = state.phase == Phase.OVER
    return {
        "num_players": int(rules.num_players),
        "options": options.plain(),
        "round": int(state.round_number),
        "phase": Phase(int(state.phase)).name.lower(),
        "start": int(state.start),
        "active": None if over else active_seat(state, rules),
        "seat": None if over else int(state.seat),
        "decision": None if over else Decision(int(state.decision)).name.lower(),
    }


def _tribes(state: Any, words: Words) -> Snapshot:
    by_tribe = dict(zip(words.tribes, range(NUM_TRIBES), strict=True))
    arrived = sorted((int(state.finish[tribe]), name) for name, tribe in by_tribe.items() if state.finish[tribe])
    return {
        "circle": list(words.tribes),
        "swapped": bool(state.swapped),
        "track": {name: int(state.track[tribe]) for name, tribe in by_tribe.items()},
        "finished": [name for _, name in arrived],
        "supply": {name: int(state.supply[tribe]) for name, tribe in by_tribe.items()},
        "scorn": {name: _or_null(state.scorn[tribe]) for name, tribe in by_tribe.items()},
    }


def _open_cards(state: Any, seats: range, words: Words) -> Snapshot:
    known = np.count_nonzero(state.ship_pile != NONE) - int(state.num_returned)
    return {
        "monkey_pool": words.monkeys(cards(state.monkey_pool)),
        "ship_pool": words.ships(cards(state.ship_pool)),
        "auction": None if state.auction_monkey == NONE else _auction(state, seats, words),
        "discard": words.cards(cards(state.discard)),
        "pending": _pending(state, words),
        "waiting": words.monkeys(cards(state.waiting)),
        "monkeys_out": _counted(state.monkeys_out, words),
        "returned_ships": words.ships(cards(state.ship_pile)[known:]),
        "ships_out": words.ships(cards(state.ships_out[: len(seats)])),
    }


def _auction(state: Any, seats: range, words: Words) -> Snapshot:
    bids = [[int(count) for count in state.bids[seat]] for seat in seats]
    return {
        "monkey": words.monkey(int(state.auction_monkey)),
        "standing": int(state.standing),
        "holder": _or_null(state.holder),
        "in": [seat for seat in seats if state.still_in[seat]],
        "bids": [dict(zip(("own", "cw", "ccw"), bid, strict=True)) if any(bid) else None for bid in bids],
    }


def _pending(state: Any, words: Words) -> Snapshot | None:
    if state.decision == Decision.TRIBE:
        return words.card(int(state.pending_card))
    if state.decision == Decision.APPEASE:
        return {"tribe": words.tribes[rival_of(int(state.pending_tribe))]}
    if state.decision == Decision.STAY:
        aboard = {monkey // MAX_STATUSES for monkey in cards(state.aboard[int(state.seat)])}
        return {"tribes": [words.tribes[tribe] for tribe in sorted(aboard) if rival_of(tribe) in aboard]}
    return None


def _by_seat(state: Any, seats: range, words: Words) -> Snapshot:
    return {
        "coins": [dict(zip(words.tribes, map(int, state.coins[seat]), strict=True)) for seat in seats],
        "hand": [words.cards(cards(state.hand[seat])) for seat in seats],
        "ship": [None if state.ship[seat] == NONE else words.ship(int(state.ship[seat])) for seat in seats],
        "aboard": [words.monkeys(cards(state.aboard[seat])) for seat in seats],
        "pile": [_counted(state.pile[seat], words) for seat in seats],
        "ships_won": [words.ships(cards(state.ships_won[seat])) for seat in seats],
    }


def _hidden(state: Any, words: Words) -> Snapshot:
    return {
        "civilization_pile": words.cards(cards(state.civilization_pile)),
        "monkey_pile": words.monkeys(cards(state.monkey_pile)),
        "ship_pile": words.ships(cards(state.ship_pile)),
        "out_of_game": words.cards(cards(state.out_of_game)),
        "tie_order": [words.tribes[tribe] for tribe in np.argsort(state.tie_rank)],
    }


def cards(pile: NDArray[Any]) -> list[int]:
    """The cards of a pile, the next one first."""
    return [int(card) for card in pile if card != NONE]


def _counted(counts: NDArray[Any], words: Words) -> list[Snapshot]:
    """Monkeys given as counts by kind, in the deck's order of tribes and by status."""
    monkeys = words.monkeys([kind for kind, count in enumerate(counts) for _ in range(count)])
    return sorted(monkeys, key=lambda monkey: (words.deck.tribes.index(monkey["tribe"]), monkey["status"]))


def _or_null(seat: Any) -> int | None:
    return None if seat == NONE else int(seat)
