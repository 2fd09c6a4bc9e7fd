"""How a finished game ended, and the scoring of all its rounds."""

import numpy as np

from mom_env.contract.people import Plain
from mom_env.contract.records import Records
from mom_env.four_monkeys.ruleset import Ruleset
from mom_env.four_monkeys.sizes import KINDS
from mom_env.four_monkeys.state import EndedBy, State, Verdict

KNOWN = (Verdict.RIGHT, Verdict.WRONG)  # a check has shown the cards


def state_word(verdict: int) -> str:
    """Return what the scoring has said of a tile, in a word."""
    return Verdict(verdict).name.lower()


def cards_beneath(state: State, number: int, row: int, deal: int) -> list[str]:
    """Return the cards beneath the tile in `row` of the round `number`, played with the deal `deal`, by kind."""
    kinds = state.decks[deal][state.where[number] == row]
    return [KINDS[kind] for kind in sorted(kinds.tolist())]


def rows_of(state: State, number: int, seat: int) -> list[int]:
    """Return the rows of the tiles of `seat` in the round `number`, in the order of grabbing."""
    rows: list[int] = np.flatnonzero(state.row_seat[number, : int(state.num_rows[number])] == seat).tolist()
    return rows


def history_of(states: Records, ruleset: Ruleset) -> list[Plain]:
    """Return the scoring of each scored round."""
    return [scored_round(states[0], ruleset, number) for number in range(int(states[0].round_number))]


def scored_round(state: State, ruleset: Ruleset, number: int) -> Plain:
    """Return how the round `number` ended: all tiles with their verdicts, the checks in order, and the scores."""
    seats = range(ruleset.num_players)
    return {
        "ticks": int(state.num_ticks[number]),
        "ended_by": EndedBy(int(state.ended_by[number])).name.lower(),
        "tiles": [[scored_tile(state, number, row) for row in rows_of(state, number, seat)] for seat in seats],
        "checks": checks_of(state, number),
        "smartest": [seat for seat in seats if int(state.smartest[number]) >> seat & 1],
        "score": [int(state.scores[number, seat]) for seat in seats],
    }


def scored_tile(state: State, number: int, row: int) -> Plain:
    """Return a tile of the scored round `number`; its cards only if a check has shown them."""
    verdict, deal = int(state.row_verdict[number, row]), int(state.deal_of[number])
    return {
        "combo": int(state.row_combo[number, row]) + 1,
        "orange": bool(state.row_orange[number, row]),
        "beneath": int(state.row_beneath[number, row]),
        "cards": cards_beneath(state, number, row, deal) if verdict in KNOWN else None,
        "state": state_word(verdict),
    }


def checks_of(state: State, number: int) -> list[list[object]]:
    """Return the checks of the scored round `number` in order: seat, combo, and whether it was right."""
    rows = [row for row in range(int(state.num_rows[number])) if state.row_check[number, row] > 0]
    return [
        [
            int(state.row_seat[number, row]),
            int(state.row_combo[number, row]) + 1,
            int(state.row_verdict[number, row]) == Verdict.RIGHT,
        ]
        for row in sorted(rows, key=lambda row: int(state.row_check[number, row]))
    ]
