"""The position as JSON values by name, whole or as a seat knows it."""

from typing import Any

from mom_env.contract.people import Plain
from mom_env.contract.records import Records
from mom_env.four_monkeys.actions import LAY, NUM_ACTIONS, choice_of
from mom_env.four_monkeys.result import KNOWN, cards_beneath, rows_of, state_word
from mom_env.four_monkeys.ruleset import Ruleset
from mom_env.four_monkeys.setup_block import deal_of
from mom_env.four_monkeys.sizes import KINDS
from mom_env.four_monkeys.state import DISCARDED, NONE, REPEATED, WRONG, Int8s, Phase, State


def position(states: Records, ruleset: Ruleset, seat: int | None) -> dict[str, Any]:
    """Return what follows the situation in a snapshot; with a `seat`, only what it may know."""
    state, rules = states[0], ruleset.rules[0]
    view: dict[str, Any] = {
        "round": number_of_round(state),
        "tick": int(state.tick),
        "ticks": None if seat is not None and rules.hidden_timer else int(state.ticks[state.deal_number]),
        "areas": [
            [other for other in range(ruleset.num_players) if state.area[other] == area]
            for area in range(int(rules.num_areas))
        ],
        "stacks": [stacks_of(state, ruleset, area) for area in range(int(rules.num_areas))],
        **by_seat(state, ruleset, seat),
        "last_tick": [last_deed(state, ruleset, other) for other in range(ruleset.num_players)],
        "last_checked": None if state.last_checked == NONE else int(state.last_checked),
    }
    return view if seat is not None else view | secrets_of(state, ruleset)


def number_of_round(state: State) -> int:
    """Return the number of the round that is played, or of the last one when the game is over."""
    return int(state.round_number) - int(state.phase == Phase.OVER)


def stacks_of(state: State, ruleset: Ruleset, area: int) -> list[Plain]:
    """Return top and height of each stack of `area`, the oldest first, without those that are empty."""
    first = int(ruleset.rules[0].first_tile[area])
    tiles = state.tiles[state.deal_number]
    return [
        {"top": int(tiles[state.stack_tile[place]]) + 1, "height": int(state.stack_height[place])}
        for place in range(first, first + int(state.num_stacks[area]))
        if state.stack_height[place] > 0
    ]


def by_seat(state: State, ruleset: Ruleset, viewer: int | None) -> dict[str, list[object]]:
    """Return the entries that are lists by seat, as `viewer` knows them; None knows all."""
    rows = [of_seat(state, ruleset, seat, viewer) for seat in range(ruleset.num_players)]
    return {name: [row[name] for row in rows] for name in rows[0]}


def of_seat(state: State, ruleset: Ruleset, seat: int, viewer: int | None) -> dict[str, object]:
    """Return the part of a snapshot about `seat`, as `viewer` knows it; None knows all."""
    is_known, number = viewer in (None, seat), number_of_round(state)
    is_over = state.phase == Phase.OVER
    return {
        "hand": by_kind(state.hand[seat]) if is_known else None,
        "hand_size": int(state.hand_size[seat]),
        "deck": 0 if is_over else int(ruleset.rules[0].num_cards) - int(state.drawn[seat]),
        "tiles": [tile_of(state, row, is_known=is_known) for row in rows_of(state, number, seat)],
        "replenished": bool(state.replenished[seat]),
        "skins": {"own": int(state.own_skins[seat]), "handed": int(state.handed_skins[seat])},
        "gave": bool(state.gave[seat]),
        "aside": sum(int(state.row_verdict[number, row]) in (REPEATED, WRONG) for row in rows_of(state, number, seat)),
        "discarded": discarded_by(state, seat) if is_known else None,
        "pending": pending_of(state, ruleset, seat, viewer) if is_known else None,
        "stops_left": int(state.stops_left[seat]),
        "total": int(state.total[seat]),
    }


def by_kind(counts: Int8s) -> dict[str, int]:
    """Return numbers of cards by the names of all ten kinds."""
    return {kind: int(count) for kind, count in zip(KINDS, counts, strict=True)}


def tile_of(state: State, row: int, *, is_known: bool) -> Plain:
    """Return the tile in `row` of this round; its cards only if they are known, or a check has shown them.

    When the game is over, only checked cards are left.
    """
    number, verdict = number_of_round(state), int(state.row_verdict[number_of_round(state), row])
    is_shown = verdict in KNOWN or (is_known and state.phase != Phase.OVER)
    return {
        "combo": int(state.row_combo[number, row]) + 1,
        "orange": bool(state.row_orange[number, row]),
        "beneath": int(state.row_beneath[number, row]),
        "cards": cards_beneath(state, number, row, int(state.deal_of[number])) if is_shown else None,
        "open": row in [int(other) for other in state.open_row],
        "checked": bool(state.row_check[number, row]),
        "state": state_word(verdict),
    }


def discarded_by(state: State, seat: int) -> dict[str, int]:
    """Return the cards that `seat` has discarded in this round, by kind."""
    counts = dict.fromkeys(KINDS, 0)
    if state.phase != Phase.OVER:
        kinds = state.decks[state.deal_number][state.where[state.round_number] == DISCARDED + seat]
        for kind in kinds.tolist():
            counts[KINDS[kind]] += 1
    return counts


def pending_of(state: State, ruleset: Ruleset, seat: int, viewer: int | None) -> Plain:
    """Return whether `seat` has chosen in this tick, and what; the choice only to None, which knows all."""
    action = int(state.pending[seat])
    is_told = viewer is None and action != NONE
    return {"chosen": action != NONE, "choice": choice_of(action, seat, ruleset.num_players) if is_told else None}


def last_deed(state: State, ruleset: Ruleset, seat: int) -> Plain | None:
    """Return what `seat` did in the tick before, without faces; None in the first tick of a round."""
    deed = int(state.last[seat])
    if deed == NONE:
        return None
    if deed >= NUM_ACTIONS:
        return {"grab": deed - NUM_ACTIONS + 1, "missed": True}
    return {"lay": True} if deed == LAY else choice_of(deed, seat, ruleset.num_players)


def secrets_of(state: State, ruleset: Ruleset) -> dict[str, Any]:
    """Return what nobody knows: the cards left in each deck, the tiles beneath tops, and the rounds to come."""
    rules, deal = ruleset.rules[0], int(state.deal_number)
    seats, is_over = range(ruleset.num_players), state.phase == Phase.OVER
    decks = [[KINDS[kind] for kind in state.decks[deal, seat, state.drawn[seat] : rules.num_cards]] for seat in seats]
    return {
        "decks": [[] for _ in seats] if is_over else decks,
        "covered": [covered_of(state, ruleset, area) for area in range(int(rules.num_areas))],
        "later": [] if is_over else [deal_of(state, ruleset, later) for later in range(deal + 1, int(rules.num_deals))],
    }


def covered_of(state: State, ruleset: Ruleset, area: int) -> list[list[int]]:
    """Return the combos beneath the top of each stack of `area`, stack after stack, without empty stacks."""
    first, tiles = int(ruleset.rules[0].first_tile[area]), state.tiles[state.deal_number]
    tops = [
        (int(state.stack_tile[place]), int(state.stack_height[place]))
        for place in range(first, first + int(state.num_stacks[area]))
    ]
    return [[int(combo) + 1 for combo in tiles[top + 1 : top + height]] for top, height in tops if height > 0]
