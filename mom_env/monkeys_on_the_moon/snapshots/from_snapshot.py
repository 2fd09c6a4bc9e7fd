"""From names back to the record: a position from a snapshot, a fresh deal from a setup block."""

from collections.abc import Iterable, Mapping
from typing import cast

import numpy as np

from mom_env.contract.people import Plain
from mom_env.contract.records import Records
from mom_env.errors import PositionError
from mom_env.kernel.masks import NO_ACTION
from mom_env.monkeys_on_the_moon.naming import Words
from mom_env.monkeys_on_the_moon.pieces import rival_of
from mom_env.monkeys_on_the_moon.rules.civilization import count_appeasements
from mom_env.monkeys_on_the_moon.rules.forced import forced_action
from mom_env.monkeys_on_the_moon.rules.scoring import count_up
from mom_env.monkeys_on_the_moon.rules.setup import clear_table
from mom_env.monkeys_on_the_moon.ruleset import Ruleset
from mom_env.monkeys_on_the_moon.snapshots import shapes
from mom_env.monkeys_on_the_moon.snapshots.inspection import expect
from mom_env.monkeys_on_the_moon.snapshots.schemas import Position, Setup, check_entries
from mom_env.monkeys_on_the_moon.snapshots.snapshot import cards, full_snapshot
from mom_env.monkeys_on_the_moon.snapshots.validate import check_position
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
    Int8s,
    Phase,
    Rules,
    State,
)

UNORDERED = ("pile", "monkeys_out")  # the record keeps how many there are, not their order


def state_from(view: Plain, ruleset: Ruleset, stream: int = 0) -> Records:
    """Return the record of a full snapshot, as an array of one record.

    `stream` is the state of its random stream, from 0 to 2**64 - 1. For a finished game, ranking, VP and places are
    worked out again.

    Raises:
        PositionError: an entry is impossible, or there is nothing to decide; the error says which and why.
    """
    check_entries(Position, view)
    states = build_state(cast(shapes.Position, view), ruleset, stream)
    if states[0].phase == Phase.OVER:
        count_up(states[0], ruleset.rules[0])
    else:
        check_is_a_stop(states[0], ruleset.rules[0])
    return states


def state_from_setup(setup: Plain, ruleset: Ruleset, stream: int) -> Records:
    """Return the record of a fresh deal, before the first card is played, as an array of one record.

    `stream` is the state of its random stream, from 0 to 2**64 - 1.

    Raises:
        PositionError: an entry is impossible; the error says which and why.
    """
    check_entries(Setup, setup)
    return build_state(first_position(cast(shapes.Setup, setup), ruleset), ruleset, stream)


def num_players_of(setup: object) -> int:
    """Return how many players a setup is for: the number of hands.

    Raises:
        PositionError: the setup has no list of hands.
    """
    hands = setup.get("hands") if isinstance(setup, Mapping) else None
    if not isinstance(hands, list):
        raise PositionError("setup: expected a mapping with an entry 'hands', a list for each seat")
    return len(hands)


def first_position(setup: shapes.Setup, ruleset: Ruleset) -> shapes.Position:
    """2: Return the full snapshot of a setup, before the first card is played.

    All that is not in the setup begins the same in every game. Nothing is checked.
    """
    deck, seats = ruleset.deck, range(ruleset.num_players)
    return {
        "num_players": len(seats),
        "options": ruleset.options.plain(),
        "round": 0,
        "phase": "civilization",
        "start": setup["start"],
        "active": setup["start"],
        "seat": setup["start"],
        "decision": "card",
        "circle": setup["circle"],
        "swapped": False,
        "track": dict.fromkeys(deck.tribes, 0),
        "finished": [],
        "supply": dict.fromkeys(deck.tribes, deck.setup.supply),
        "scorn": dict.fromkeys(deck.tribes),
        "monkey_pool": setup["monkey_pool"],
        "ship_pool": setup["ship_pool"],
        "auction": None,
        "discard": [],
        "pending": None,
        "waiting": [],
        "monkeys_out": [],
        "returned_ships": [],
        "ships_out": [],
        "coins": [dict.fromkeys(deck.tribes, deck.setup.coins) for _ in seats],
        "hand": setup["hands"],
        "ship": [*setup["ships"]],
        "aboard": [[] for _ in seats],
        "pile": [[] for _ in seats],
        "ships_won": [[] for _ in seats],
        "civilization_pile": setup["civilization_pile"],
        "monkey_pile": setup["monkey_pile"],
        "ship_pile": setup["ship_pile"],
        "out_of_game": setup["out_of_game"],
        "tie_order": setup["tie_order"],
    }


def build_state(view: shapes.Position, ruleset: Ruleset, stream: int) -> Records:
    """Check a position, and return its record, as an array of one record, with the random stream at `stream`.

    Raises:
        PositionError: the position is impossible, or has an entry that the record cannot hold as it is.
    """
    check_position(view, ruleset)
    states = np.zeros(1, STATE_DTYPE)
    clear_table(states[0])
    states[0].rng = np.uint64(stream)
    fill_state(states[0], ruleset, view)
    given: Plain = view
    for entry, value in full_snapshot(states, ruleset).items():
        if entry not in UNORDERED:
            expect(entry, value, given[entry])
    return states


def check_is_a_stop(state: State, rules: Rules) -> None:
    """Raise PositionError if nothing is to be decided, or only a forced decision that the engine would skip.

    The error names the decision.
    """
    if state.decision == Decision.APPEASE and count_appeasements(state) == 0:
        raise PositionError("decision: expected something to appease with, found neither a coin nor a scorn card")
    if rules.skip_forced and forced_action(state, rules) != NO_ACTION:
        name = Decision(int(state.decision)).name.lower()
        raise PositionError(
            f"decision: expected a real one, as forced ones are skipped, found a forced {name} decision"
        )


# Filling the record, entry by entry. All entries have been checked, so nothing can fail from here on.


def fill_state(state: State, ruleset: Ruleset, view: shapes.Position) -> None:
    """Fill the record with all entries of the snapshot, and with what follows from them.

    The record must be as `clear_table` leaves it, and the entries must have been checked.
    """
    state.colour[:] = [ruleset.deck.tribes.index(name) for name in view["circle"]]
    words = Words(ruleset.deck, state.colour)
    fill_moment(state, view)
    fill_tribes(state, words, view)
    fill_piles(state, words, view)
    for seat in range(ruleset.num_players):
        fill_seat(state, words, view, seat)
        count_score(state, ruleset.rules[0], seat)
    fill_subject(state, words, view)
    count_unseen(state)


def fill_moment(state: State, view: shapes.Position) -> None:
    """3: Fill in round, phase, whose turn it is, what is decided, and how many ships still have to be checked.

    These are the ships that may carry rivals after the swap of Treachery. At the end of the game, no seat decides.
    """
    players, active, seat, decision = view["num_players"], view["active"], view["seat"], view["decision"]
    state.phase, state.start = Phase[view["phase"].upper()], view["start"]
    state.round_number, state.swapped = view["round"], view["swapped"]
    if active is None or seat is None or decision is None:
        state.turn, state.seat, state.decision = players - 1, NONE, Decision.NOTHING
        return
    state.turn = (active - view["start"]) % players
    state.seat, state.decision = seat, Decision[decision.upper()]
    if state.phase == Phase.CIVILIZATION and state.decision in (Decision.STAY, Decision.SHIP):
        state.owners_to_check = players - 1 - (seat - active) % players


def fill_tribes(state: State, words: Words, view: shapes.Position) -> None:
    """2.4, 2.6: Fill in what is counted by tribe: stones, supplies, scorn, the tie order and the order of arrival."""
    for tribe, name in enumerate(words.tribes):
        state.track[tribe] = view["track"][name]
        state.supply[tribe] = view["supply"][name]
        holder = view["scorn"][name]
        state.scorn[tribe] = NONE if holder is None else holder
        state.tie_rank[tribe] = view["tie_order"].index(name)
        state.finish[tribe] = view["finished"].index(name) + 1 if name in view["finished"] else 0


def fill_piles(state: State, words: Words, view: shapes.Position) -> None:
    """2.2, 2.3, 2.5: Fill in all cards, monkeys and ships that belong to no seat, but for those in an auction."""
    fill_pile(state.civilization_pile, map(words.card_kind, view["civilization_pile"]))
    fill_pile(state.out_of_game, map(words.card_kind, view["out_of_game"]))
    fill_pile(state.discard, map(words.card_kind, view["discard"]))
    fill_pile(state.monkey_pool, map(words.monkey_kind, view["monkey_pool"]))
    fill_pile(state.monkey_pile, map(words.monkey_kind, view["monkey_pile"]))
    fill_pile(state.waiting, map(words.monkey_kind, view["waiting"]))
    fill_pile(state.ship_pool, map(words.ship_kind, view["ship_pool"]))
    fill_pile(state.ship_pile, map(words.ship_kind, view["ship_pile"]))
    fill_pile(state.ships_out, map(words.ship_kind, view["ships_out"]))
    state.num_returned = len(view["returned_ships"])
    for monkey in view["monkeys_out"]:
        state.monkeys_out[words.monkey_kind(monkey)] += 1


def fill_seat(state: State, words: Words, view: shapes.Position, seat: int) -> None:
    """2.3 to 2.5: Fill in what a seat has: coins, hand, ship, monkeys on board, and score pile."""
    state.coins[seat] = [view["coins"][seat][name] for name in words.tribes]
    fill_pile(state.hand[seat], map(words.card_kind, view["hand"][seat]))
    fill_pile(state.aboard[seat], map(words.monkey_kind, view["aboard"][seat]))
    fill_pile(state.ships_won[seat], map(words.ship_kind, view["ships_won"][seat]))
    ship = view["ship"][seat]
    state.ship[seat] = NONE if ship is None else words.ship_kind(ship)
    for monkey in view["pile"][seat]:
        state.pile[seat, words.monkey_kind(monkey)] += 1


def fill_subject(state: State, words: Words, view: shapes.Position) -> None:
    """3.1, 3.2: Fill in what is decided about: the card just played, the tribe that is advanced, and the auction."""
    if state.decision in (Decision.TRIBE, Decision.APPEASE):
        state.pending_card = words.card_kind(view["discard"][-1])
    if state.decision == Decision.APPEASE and view["pending"]:
        state.pending_tribe = rival_of(words.tribe(view["pending"]["tribe"]))
    if view["auction"]:
        fill_auction(state, words, view["auction"])


def fill_auction(state: State, words: Words, auction: shapes.Auction) -> None:
    """3.2.2: Fill in the monkey that is up, the standing bid and its holder, the seats still in, and all last bids."""
    state.auction_monkey = words.monkey_kind(auction["monkey"])
    state.standing = auction["standing"]
    state.holder = NONE if auction["holder"] is None else auction["holder"]
    state.still_in[auction["in"]] = 1
    for seat, bid in enumerate(auction["bids"]):
        if bid:
            state.bids[seat] = [bid["own"], bid["cw"], bid["ccw"]]


def fill_pile(pile: Int8s, kinds: Iterable[int]) -> None:
    """Write `kinds` into a pile, in their order, and NONE behind them; the pile must have room for all."""
    found = list(kinds)
    pile[:] = found + [NONE] * (len(pile) - len(found))


# What follows from where the cards are


def count_score(state: State, rules: Rules, seat: int) -> None:
    """3.3.1: Write into the record status, number of monkeys and VP of ships that follow from a seat's score pile."""
    by_tribe = state.pile[seat].reshape(NUM_TRIBES, MAX_STATUSES).astype(int)
    state.status[seat] = by_tribe @ rules.monkey_status.astype(int)
    state.monkeys[seat] = by_tribe.sum()
    state.ship_vp[seat] = sum(int(rules.ship_vp[ship % MAX_SHIP_TYPES]) for ship in cards(state.ships_won[seat]))


def count_unseen(state: State) -> None:
    """6: Write into `state.unseen` how many cards of each kind have not been open to all."""
    hidden = [*state.hand.flat, *state.civilization_pile, *state.out_of_game]
    ships = cards(state.ship_pile)
    count_kinds(state.unseen[UNSEEN_CARDS:UNSEEN_MONKEYS], [card for card in hidden if card != NONE])
    count_kinds(state.unseen[UNSEEN_MONKEYS:UNSEEN_SHIPS], cards(state.monkey_pile))
    count_kinds(state.unseen[UNSEEN_SHIPS:NUM_KINDS], ships[: len(ships) - int(state.num_returned)])


def count_kinds(counts: Int8s, kinds: list[int]) -> None:
    """Write into `counts[kind]` how often each kind is in `kinds`."""
    counts[:] = np.bincount(np.array(kinds, int), minlength=len(counts))


def is_in_progress(states: Records, ruleset: Ruleset) -> bool:
    """Return whether the one record in `states` is of a possible game that waits for a decision.

    The record may be any bytes; no kernel reads it unchecked.
    """
    try:
        rebuilt = state_from(full_snapshot(states, ruleset), ruleset, int(states[0].rng))
    except (ValueError, IndexError, KeyError):
        return False
    return rebuilt[0].phase != Phase.OVER and rebuilt.tobytes() == states.tobytes()
