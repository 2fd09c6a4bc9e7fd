"""A position as plain JSON values, by names: snapshots, and the setup block of replays."""

import numpy as np

from mom_env.contract.records import Records
from mom_env.monkeys_on_the_moon.naming import Words
from mom_env.monkeys_on_the_moon.options import Options
from mom_env.monkeys_on_the_moon.pieces import active_seat, rival_of
from mom_env.monkeys_on_the_moon.ruleset import Ruleset
from mom_env.monkeys_on_the_moon.snapshots.shapes import (
    Auction,
    Bid,
    Card,
    Holdings,
    Moment,
    Monkey,
    OpenCards,
    Pending,
    Piles,
    Position,
    Setup,
    Snapshot,
    TablePosition,
    Tribes,
)
from mom_env.monkeys_on_the_moon.state import MAX_STATUSES, NONE, NUM_TRIBES, Decision, Int8s, Phase, Rules, State


def snapshot(states: Records, ruleset: Ruleset, seat: int | None = None) -> Snapshot:
    """Return the position of game 0, the first record, as plain JSON values by name.

    With a seat, it has only what the seat may know, and None for hidden hands and coins. With None, it has everything,
    piles included.
    """
    if seat is None:
        return full_snapshot(states, ruleset)
    table = _table(states[0], ruleset, Words(ruleset.deck, states[0].colour))
    coins: list[dict[str, int] | None] = [*table["coins"]]
    hand: list[list[Card] | None] = [*table["hand"]]
    for other in range(ruleset.num_players):
        if other != seat:
            hand[other] = None
            if ruleset.options.hidden_coins:
                coins[other] = None
    return {**table, "coins": coins, "hand": hand}


def full_snapshot(states: Records, ruleset: Ruleset) -> Position:
    """Return the position of game 0, the first record, by name, with all that is hidden."""
    state, words = states[0], Words(ruleset.deck, states[0].colour)
    return {**_table(state, ruleset, words), **_hidden(state, words)}


def setup_block(states: Records, ruleset: Ruleset) -> Setup:
    """Return the setup of game 0, the first record, by name; the game has just been dealt."""
    view = full_snapshot(states, ruleset)
    return {
        "circle": view["circle"],
        "start": view["start"],
        "hands": view["hand"],
        "civilization_pile": view["civilization_pile"],
        "monkey_pool": view["monkey_pool"],
        "monkey_pile": view["monkey_pile"],
        "ships": [ship for ship in view["ship"] if ship],  # every seat has one
        "ship_pool": view["ship_pool"],
        "ship_pile": view["ship_pile"],
        "out_of_game": view["out_of_game"],
        "tie_order": view["tie_order"],
    }


def _table(state: State, ruleset: Ruleset, words: Words) -> TablePosition:
    """Return the position without its piles, with all hands and coins, by name."""
    seats = range(ruleset.num_players)
    return {
        **_moment(state, ruleset.rules[0], ruleset.options),
        **_tribes(state, words),
        **_open_cards(state, seats, words),
        "coins": [dict(zip(words.tribes, map(int, state.coins[seat]), strict=True)) for seat in seats],
        "hand": [words.cards(cards(state.hand[seat])) for seat in seats],
        **_holdings(state, seats, words),
    }


def _moment(state: State, rules: Rules, options: Options) -> Moment:
    """Return how far the game is, and who decides what, by name."""
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


def _tribes(state: State, words: Words) -> Tribes:
    """Return what is counted by tribe, by name."""
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


def _open_cards(state: State, seats: range, words: Words) -> OpenCards:
    """Return the cards that all see and that belong to no seat, by name; `seats` is the range of all seats."""
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


def _auction(state: State, seats: range, words: Words) -> Auction:
    """Return the auction that is open, by name; `seats` are all seats."""
    return {
        "monkey": words.monkey(int(state.auction_monkey)),
        "standing": int(state.standing),
        "holder": _or_null(state.holder),
        "in": [seat for seat in seats if state.still_in[seat]],
        "bids": [_bid(state.bids[seat]) for seat in seats],
    }


def _bid(coins: Int8s) -> Bid | None:
    """Return a bid, given as the coins own, clockwise and counter-clockwise, by name; None if there are no coins."""
    own, clockwise, counter = map(int, coins)
    return {"own": own, "cw": clockwise, "ccw": counter} if own or clockwise or counter else None


def _pending(state: State, words: Words) -> Pending | None:
    """Return by name what the decision is about, or None.

    It is the card just played, the rival to appease, or the two tribes of which one stays behind.
    """
    if state.decision == Decision.TRIBE:
        card = words.card(int(state.pending_card))
        return {"tribe": card["tribe"], "move": card["move"]}
    if state.decision == Decision.APPEASE:
        return {"tribe": words.tribes[rival_of(int(state.pending_tribe))]}
    if state.decision == Decision.STAY:
        aboard = {monkey // MAX_STATUSES for monkey in cards(state.aboard[int(state.seat)])}
        return {"tribes": [words.tribes[tribe] for tribe in sorted(aboard) if rival_of(tribe) in aboard]}
    return None


def _holdings(state: State, seats: range, words: Words) -> Holdings:
    """Return what all see of each seat, by name; `seats` are all seats."""
    return {
        "ship": [None if state.ship[seat] == NONE else words.ship(int(state.ship[seat])) for seat in seats],
        "aboard": [words.monkeys(cards(state.aboard[seat])) for seat in seats],
        "pile": [_counted(state.pile[seat], words) for seat in seats],
        "ships_won": [words.ships(cards(state.ships_won[seat])) for seat in seats],
    }


def _hidden(state: State, words: Words) -> Piles:
    """Return what no seat sees, by name: the piles and the tie order."""
    return {
        "civilization_pile": words.cards(cards(state.civilization_pile)),
        "monkey_pile": words.monkeys(cards(state.monkey_pile)),
        "ship_pile": words.ships(cards(state.ship_pile)),
        "out_of_game": words.cards(cards(state.out_of_game)),
        "tie_order": [words.tribes[tribe] for tribe in np.argsort(state.tie_rank)],
    }


def cards(pile: Int8s) -> list[int]:
    """Return the kinds of the cards of a pile as a list, the next card first, without empty entries."""
    return [int(card) for card in pile if card != NONE]


def _counted(counts: Int8s, words: Words) -> list[Monkey]:
    """Return monkeys, given as their number by kind, by name: in the deck's order of tribes, and by status."""
    monkeys = words.monkeys([kind for kind, count in enumerate(counts) for _ in range(count)])
    return sorted(monkeys, key=lambda monkey: (words.deck.tribes.index(monkey["tribe"]), monkey["status"]))


def _or_null(seat: int) -> int | None:
    """Return the seat as an int, or None if it is NONE."""
    return None if seat == NONE else int(seat)
