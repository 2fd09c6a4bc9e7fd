"""From names back to the record: a position out of a snapshot, a fresh deal out of a setup block."""

from collections.abc import Iterable, Mapping
from typing import cast

import numpy as np

from mom_env.contract.people import Plain
from mom_env.contract.records import Records
from mom_env.errors import PositionError
from mom_env.kernel.masks import NO_ACTION
from mom_env.monkeys_on_the_moon.engine import forced_action
from mom_env.monkeys_on_the_moon.naming import Words
from mom_env.monkeys_on_the_moon.pieces import rival_of
from mom_env.monkeys_on_the_moon.rules.civilization import count_appeasements
from mom_env.monkeys_on_the_moon.rules.scoring import count_up
from mom_env.monkeys_on_the_moon.rules.setup import clear_table
from mom_env.monkeys_on_the_moon.ruleset import Ruleset
from mom_env.monkeys_on_the_moon.snapshots import shapes
from mom_env.monkeys_on_the_moon.snapshots.inspection import expect
from mom_env.monkeys_on_the_moon.snapshots.schemas import Position, Setup, check_entries
from mom_env.monkeys_on_the_moon.snapshots.snapshot import cards, everything
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

UNORDERED = ("pile", "monkeys_out")  # the record keeps how many, not in which order


def state_from(view: Plain, ruleset: Ruleset, stream: int = 0) -> Records:
    """The record of a snapshot of everything, as an array of one; its random stream stands at `stream`.

    Raises:
        PositionError: it says which entry cannot be, and why.
    """
    check_entries(Position, view)
    states = laid_out(cast(shapes.Position, view), ruleset, stream)
    if states[0].phase == Phase.OVER:
        count_up(states[0], ruleset.rules[0])
    else:
        check_is_a_stop(states[0], ruleset.rules[0])
    return states


def state_from_setup(setup: Plain, ruleset: Ruleset, stream: int) -> Records:
    """The record of a fresh deal, up to the first card; its random stream stands at `stream`.

    Raises:
        PositionError: it says which entry cannot be, and why.
    """
    check_entries(Setup, setup)
    return laid_out(first_position(cast(shapes.Setup, setup), ruleset), ruleset, stream)


def num_players_of(setup: object) -> int:
    """Return how many players a setup is for: as many as have hands."""
    hands = setup.get("hands") if isinstance(setup, Mapping) else None
    if not isinstance(hands, list):
        raise PositionError("setup: expected a mapping with an entry 'hands', a list for each seat")
    return len(hands)


def first_position(setup: shapes.Setup, ruleset: Ruleset) -> shapes.Position:
    """2: the snapshot of a setup; what is not dealt is as it always is at the start."""
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


def laid_out(view: shapes.Position, ruleset: Ruleset, stream: int) -> Records:
    """The record of a position that can be; nothing that was written may be lost in it."""
    check_position(view, ruleset)
    states = np.zeros(1, STATE_DTYPE)
    clear_table(states[0])
    states[0].rng = np.uint64(stream)
    lay_out(states[0], ruleset, view)
    given: Plain = view
    for entry, value in everything(states, ruleset).items():
        if entry not in UNORDERED:
            expect(entry, value, given[entry])
    return states


def check_is_a_stop(state: State, rules: Rules) -> None:
    """A game stops only where there is something to decide; with `skip_forced`, something real."""
    if state.decision == Decision.APPEASE and count_appeasements(state) == 0:
        raise PositionError("decision: expected something to appease with, found neither a coin nor a scorn card")
    if rules.skip_forced and forced_action(state, rules) != NO_ACTION:
        name = Decision(int(state.decision)).name.lower()
        raise PositionError(
            f"decision: expected a real one, as forced ones are skipped, found a forced {name} decision"
        )


# The record, entry by entry. All of them have been checked: nothing can fail from here on.


def lay_out(state: State, ruleset: Ruleset, view: shapes.Position) -> None:
    """Everything where the snapshot has it, and what follows from that."""
    state.colour[:] = [ruleset.deck.tribes.index(name) for name in view["circle"]]
    words = Words(ruleset.deck, state.colour)
    lay_moment(state, view)
    lay_tribes(state, words, view)
    lay_piles(state, words, view)
    for seat in range(ruleset.num_players):
        lay_seat(state, words, view, seat)
        count_score(state, ruleset.rules[0], seat)
    lay_subject(state, words, view)
    count_unseen(state)


def lay_moment(state: State, view: shapes.Position) -> None:
    """3: whose turn it is, and what is decided."""
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


def lay_tribes(state: State, words: Words, view: shapes.Position) -> None:
    """2.4, 2.6: stones, supplies, scorn."""
    for tribe, name in enumerate(words.tribes):
        state.track[tribe] = view["track"][name]
        state.supply[tribe] = view["supply"][name]
        holder = view["scorn"][name]
        state.scorn[tribe] = NONE if holder is None else holder
        state.tie_rank[tribe] = view["tie_order"].index(name)
        state.finish[tribe] = view["finished"].index(name) + 1 if name in view["finished"] else 0


def lay_piles(state: State, words: Words, view: shapes.Position) -> None:
    """2.2, 2.3, 2.5: all cards that are nobody's."""
    lay(state.civilization_pile, map(words.card_kind, view["civilization_pile"]))
    lay(state.out_of_game, map(words.card_kind, view["out_of_game"]))
    lay(state.discard, map(words.card_kind, view["discard"]))
    lay(state.monkey_pool, map(words.monkey_kind, view["monkey_pool"]))
    lay(state.monkey_pile, map(words.monkey_kind, view["monkey_pile"]))
    lay(state.waiting, map(words.monkey_kind, view["waiting"]))
    lay(state.ship_pool, map(words.ship_kind, view["ship_pool"]))
    lay(state.ship_pile, map(words.ship_kind, view["ship_pile"]))
    lay(state.ships_out, map(words.ship_kind, view["ships_out"]))
    state.num_returned = len(view["returned_ships"])
    for monkey in view["monkeys_out"]:
        state.monkeys_out[words.monkey_kind(monkey)] += 1


def lay_seat(state: State, words: Words, view: shapes.Position, seat: int) -> None:
    """2.3 to 2.5: all that is in front of a seat, or in its hand."""
    state.coins[seat] = [view["coins"][seat][name] for name in words.tribes]
    lay(state.hand[seat], map(words.card_kind, view["hand"][seat]))
    lay(state.aboard[seat], map(words.monkey_kind, view["aboard"][seat]))
    lay(state.ships_won[seat], map(words.ship_kind, view["ships_won"][seat]))
    ship = view["ship"][seat]
    state.ship[seat] = NONE if ship is None else words.ship_kind(ship)
    for monkey in view["pile"][seat]:
        state.pile[seat, words.monkey_kind(monkey)] += 1


def lay_subject(state: State, words: Words, view: shapes.Position) -> None:
    """3.1, 3.2: the card just played, the tribe that is advanced, the auction."""
    if state.decision in (Decision.TRIBE, Decision.APPEASE):
        state.pending_card = words.card_kind(view["discard"][-1])
    if state.decision == Decision.APPEASE and view["pending"]:
        state.pending_tribe = rival_of(words.tribe(view["pending"]["tribe"]))
    if view["auction"]:
        lay_auction(state, words, view["auction"])


def lay_auction(state: State, words: Words, auction: shapes.Auction) -> None:
    """3.2.2: the monkey and the bids."""
    state.auction_monkey = words.monkey_kind(auction["monkey"])
    state.standing = auction["standing"]
    state.holder = NONE if auction["holder"] is None else auction["holder"]
    state.still_in[auction["in"]] = 1
    for seat, bid in enumerate(auction["bids"]):
        if bid:
            state.bids[seat] = [bid["own"], bid["cw"], bid["ccw"]]


def lay(pile: Int8s, kinds: Iterable[int]) -> None:
    """These cards and no others."""
    found = list(kinds)
    pile[:] = found + [NONE] * (len(pile) - len(found))


# What follows from where the cards lie


def count_score(state: State, rules: Rules, seat: int) -> None:
    """3.3.1: status, monkeys and VP of ships in a score pile."""
    by_tribe = state.pile[seat].reshape(NUM_TRIBES, MAX_STATUSES).astype(int)
    state.status[seat] = by_tribe @ rules.monkey_status.astype(int)
    state.monkeys[seat] = by_tribe.sum()
    state.ship_vp[seat] = sum(int(rules.ship_vp[ship % MAX_SHIP_TYPES]) for ship in cards(state.ships_won[seat]))


def count_unseen(state: State) -> None:
    """6: how many cards of each kind are not open to all."""
    hidden = [*state.hand.flat, *state.civilization_pile, *state.out_of_game]
    ships = cards(state.ship_pile)
    count_kinds(state.unseen[UNSEEN_CARDS:UNSEEN_MONKEYS], [card for card in hidden if card != NONE])
    count_kinds(state.unseen[UNSEEN_MONKEYS:UNSEEN_SHIPS], cards(state.monkey_pile))
    count_kinds(state.unseen[UNSEEN_SHIPS:NUM_KINDS], ships[: len(ships) - int(state.num_returned)])


def count_kinds(counts: Int8s, kinds: list[int]) -> None:
    """How many there are of each kind."""
    counts[:] = np.bincount(np.array(kinds, int), minlength=len(counts))


def is_in_progress(states: Records, ruleset: Ruleset) -> bool:
    """Whether a record is that of a game that waits for a decision. It may be any bytes: no kernel sees it before."""
    try:
        rebuilt = state_from(everything(states, ruleset), ruleset, int(states[0].rng))
    except (ValueError, IndexError, KeyError):
        return False
    return rebuilt[0].phase != Phase.OVER and rebuilt.tobytes() == states.tobytes()
