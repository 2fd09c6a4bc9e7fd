"""What a seat may know, as one vector of named pieces.

Seats are counted from the viewer: 0 is the viewer, 1 the seat to its left. Combos and kinds of cards are numbered as in
the action table. The secrets that are read here are the viewer's own: its hand, the cards beneath its tiles, and the
cards that it has drawn. What has been chosen in a tick that is not over shows nowhere, not even to the seat itself.
"""

from typing import Protocol

import numpy as np

from mom_env.base.layout import view_dtype
from mom_env.contract.people import Piece
from mom_env.four_monkeys import actions
from mom_env.four_monkeys.rules.stacks import top_of
from mom_env.four_monkeys.sizes import (
    MAX_AREAS,
    MAX_CARDS,
    MAX_COMBOS,
    MAX_PACE,
    MAX_PLAYERS,
    MAX_ROUNDS,
    MAX_TICKS,
    MAX_TILES,
    NUM_KINDS,
)
from mom_env.four_monkeys.state import (
    MISSED,
    NONE,
    NUM_CONSTANTS,
    NUM_PLANES,
    REPEATED,
    RIGHT,
    WRONG,
    Float32s,
    Phase,
    Rules,
    State,
)
from mom_env.kernel.jit import part

MOST_OF_KIND, MOST_BENEATH, MOST_IN_HAND, MOST_POINTS, MOST_HIGH = 8, 20, 40, 100, 20
MOST_OF_COMBO = 8  # tiles in an area: a set for each player

# Factors of one type: a division of each number would take half of the time.
(
    PER_KIND,
    PER_BENEATH,
    PER_IN_HAND,
    PER_POINT,
    PER_HIGH,
    PER_COMBO,
    PER_CARD,
    PER_TICK,
    PER_ROUND,
    PER_PACE,
    PER_SEAT,
) = (
    np.float32(1 / most)
    for most in (
        MOST_OF_KIND,
        MOST_BENEATH,
        MOST_IN_HAND,
        MOST_POINTS,
        MOST_HIGH,
        MOST_OF_COMBO,
        MAX_CARDS,
        MAX_TICKS,
        MAX_ROUNDS,
        MAX_PACE,
        MAX_PLAYERS,
    )
)

# What a seat did in the tick before; a grab that got nothing is of its own.
DEEDS = ("wait", "grab", "lay", "close", "burn", "replenish", "reveal", "stop", "skin", "miss")
DEED_OF = np.array(
    [DEEDS.index(actions.range_of(action).name) for action in range(actions.CHECK)]
    + [DEEDS.index("wait")] * MAX_COMBOS  # checks, which no tick has
    + [DEEDS.index("miss")] * MAX_COMBOS
)

# Of each number of `counts`: how much of it is shown at most, and the factor.
MOST_OF_PLANE = np.repeat(np.array([MAX_TILES, MAX_TILES, MOST_BENEATH], np.int8), MAX_COMBOS)
PER_PLANE = np.repeat(np.array([PER_COMBO, PER_COMBO, PER_BENEATH]), MAX_COMBOS)

_SEATS = (MAX_PLAYERS,)

LAYOUT = (
    Piece("num_players", (7,), "one-hot", "2 to 8 players"),
    Piece("options", (6,), "flag", "hidden timer, turns, skins, fresh skins count, family, check choice"),
    Piece("limits", (3,), "132 ticks; 4 rounds", "length of the timer, how much it can differ, rounds of the game"),
    Piece("points", (MAX_COMBOS,), "20 points", "of each combo; 0 if there is none"),
    Piece("decision", (2,), "one-hot", "act, check; none at the end"),
    Piece("time", (2,), "132 ticks", "ticks gone by; ticks left, 0 if that is hidden"),
    Piece("rounds", (2,), "4 rounds", "rounds scored, rounds to come after this one"),
    Piece("quickest", _SEATS, "one-hot", "with turns, the seat that is the quickest in this tick"),
    Piece("checking", _SEATS, "one-hot", "the seat that chooses which of its tiles is checked first"),
    Piece("near", _SEATS, "flag", "seats in the viewer's area"),
    Piece("pace", _SEATS, "every 10th tick", "how often each seat can act"),
    Piece("hand_size", _SEATS, "40 cards or more", "cards in hand"),
    Piece("deck", _SEATS, "40 cards", "cards left in the deck"),
    Piece("total", _SEATS, "100 points or more", "total of the rounds before"),
    Piece("last_score", _SEATS, "100 points or more", "score of the last round"),
    Piece("stops_left", _SEATS, "one", "false stops still allowed"),
    Piece("own_skin", _SEATS, "flag", "the own banana skin was never given"),
    Piece("handed_skins", _SEATS, "8 skins", "skins that somebody handed over"),
    Piece("gave", _SEATS, "flag", "a skin was given with the open tile"),
    Piece("replenished", _SEATS, "flag", "hand replenish is turned"),
    Piece("open", (MAX_PLAYERS, MAX_COMBOS), "one-hot", "combo of the open tile"),
    Piece("open_beneath", _SEATS, "20 cards or more", "cards beneath the open tile"),
    Piece("last", (MAX_PLAYERS, len(DEEDS)), "one-hot", f"what was done in the tick before: {', '.join(DEEDS)}"),
    Piece("tiles", (MAX_PLAYERS, NUM_PLANES, MAX_COMBOS), "8 tiles; 20 cards", "closed green, burned, cards beneath"),
    Piece("verdicts", (MAX_PLAYERS, 2, MAX_COMBOS), "flag", "in scoring: tiles that were right, tiles set aside"),
    Piece("hand", (NUM_KINDS,), "8 cards or more", "the viewer's cards of each kind"),
    Piece("laid", (NUM_KINDS,), "8 cards or more", "cards of each kind beneath the viewer's open tile"),
    Piece("laid_right", (1,), "flag", "these are right"),
    Piece("right", (MAX_COMBOS,), "flag", "the viewer's closed tile of each combo is right"),
    Piece("unseen", (NUM_KINDS,), "40 cards", "cards of the viewer's own deck that it has not drawn"),
    Piece("stacks", (MAX_AREAS, 3, MAX_COMBOS), "8 stacks; 20 tiles or more",
          "by combo on top, in the viewer's area, then in the other: stacks, height of the highest, height of all"),
)  # fmt: skip
OBSERVATION_DTYPE = view_dtype(LAYOUT)


class View(Protocol):
    """What a seat sees, as a record with one array for each piece of LAYOUT, and all together as `everything`."""

    everything: Float32s
    num_players: Float32s
    options: Float32s
    limits: Float32s
    points: Float32s
    decision: Float32s
    time: Float32s
    rounds: Float32s
    quickest: Float32s
    checking: Float32s
    near: Float32s
    pace: Float32s
    hand_size: Float32s
    deck: Float32s
    total: Float32s
    last_score: Float32s
    stops_left: Float32s
    own_skin: Float32s
    handed_skins: Float32s
    gave: Float32s
    replenished: Float32s
    open: Float32s
    open_beneath: Float32s
    last: Float32s
    tiles: Float32s
    verdicts: Float32s
    hand: Float32s
    laid: Float32s
    laid_right: Float32s
    right: Float32s
    unseen: Float32s
    stacks: Float32s


@part
def write_view(state: State, rules: Rules, viewer: int, view: View) -> None:
    """11: Write into `view` what the seat `viewer` may know, and 0 for all that does not apply."""
    view.everything[:] = 0
    for i in range(NUM_CONSTANTS):
        view.everything[i] = rules.constants[i]
    write_moment(state, rules, viewer, view)
    seat = viewer
    for away in range(rules.num_players):
        write_seat(state, rules, viewer, seat, away, view)
        write_tiles(state, seat, away, view)
        seat = 0 if seat + 1 == rules.num_players else seat + 1
    write_own(state, rules, viewer, view)
    if state.phase == Phase.CHECK:
        write_verdicts(state, rules, viewer, view)
    elif state.phase == Phase.ACT:
        write_stacks(state, rules, int(state.area[viewer]), 0, view)
        if rules.num_areas > 1:
            write_stacks(state, rules, 1 - int(state.area[viewer]), 1, view)


@part
def away_from(rules: Rules, viewer: int, seat: int) -> int:
    """Return how many seats to the left of `viewer` the seat is, and 0 for `viewer` itself."""
    return (seat - viewer) % int(rules.num_players)


@part
def write_moment(state: State, rules: Rules, viewer: int, view: View) -> None:
    """3.1, R4, R5: Write what is decided, the time as far as it is known, and who is quick or chooses."""
    view.rounds[0] = np.float32(state.round_number) * PER_ROUND
    if state.phase == Phase.OVER:
        return
    view.rounds[1] = np.float32(int(rules.rounds) - 1 - int(state.round_number)) * PER_ROUND
    view.time[0] = np.float32(state.tick) * PER_TICK
    view.decision[int(state.phase)] = 1
    if state.phase == Phase.CHECK:
        view.checking[away_from(rules, viewer, int(state.seat))] = 1
        return
    if not rules.hidden_timer:
        view.time[1] = np.float32(int(rules.ticks) - int(state.tick)) * PER_TICK
    if rules.rotate:
        first = (int(state.round_number) + int(state.tick)) % int(rules.num_players)
        view.quickest[away_from(rules, viewer, first)] = 1


@part
def write_seat(state: State, rules: Rules, viewer: int, seat: int, away: int, view: View) -> None:
    """11: Write what all know of `seat`, which is `away` seats to the left of `viewer`, but for its closed tiles."""
    view.near[away] = state.area[seat] == state.area[viewer]
    view.pace[away] = np.float32(rules.pace[seat]) * PER_PACE
    view.hand_size[away] = np.float32(min(int(state.hand_size[seat]), MOST_IN_HAND)) * PER_IN_HAND
    left = int(rules.num_cards) - int(state.drawn[seat])
    view.deck[away] = np.float32(left if state.phase == Phase.ACT else 0) * PER_CARD
    view.total[away] = share_of(int(state.total[seat]))
    view.last_score[away] = share_of(int(state.last_score[seat]))
    view.replenished[away] = np.float32(state.replenished[seat])
    if rules.false_stops:
        view.stops_left[away] = np.float32(state.stops_left[seat])
    if rules.banana_skins:
        write_skins(state, seat, away, view)
    if state.open_row[seat] != NONE:
        write_open(state, seat, away, view)
    if state.last[seat] != NONE:
        view.last[away, int(DEED_OF[int(state.last[seat])])] = 1


@part
def write_skins(state: State, seat: int, away: int, view: View) -> None:
    """8: Write the banana skins of `seat`, which is `away` seats to the left of the viewer."""
    view.own_skin[away] = np.float32(state.own_skins[seat])
    view.handed_skins[away] = np.float32(state.handed_skins[seat]) * PER_SEAT
    view.gave[away] = np.float32(state.gave[seat])


@part
def write_open(state: State, seat: int, away: int, view: View) -> None:
    """3.2: Write the open tile of `seat`, which is `away` seats to the left of the viewer, and the cards beneath."""
    number, row = int(state.round_number), int(state.open_row[seat])
    view.open[away, int(state.row_combo[number, row])] = 1
    beneath = min(int(state.row_beneath[number, row]), MOST_BENEATH)
    view.open_beneath[away] = np.float32(beneath) * PER_BENEATH


@part
def share_of(points: int) -> np.float32:
    """Return points as a share of MOST_POINTS, between -1 and 1."""
    return np.float32(min(max(points, -MOST_POINTS), MOST_POINTS)) * PER_POINT


@part
def write_tiles(state: State, seat: int, away: int, view: View) -> None:
    """11: Write the closed tiles of `seat`, which is `away` seats to the left of the viewer, by side and combo."""
    for i in range(NUM_PLANES * MAX_COMBOS):  # one loop, long enough for vector instructions
        plane, combo = i // MAX_COMBOS, i % MAX_COMBOS
        count = min(state.counts[seat, plane, combo], MOST_OF_PLANE[i])
        view.tiles[away, plane, combo] = np.float32(count) * PER_PLANE[i]


@part
def write_own(state: State, rules: Rules, viewer: int, view: View) -> None:
    """11, R30: Write the secrets of the seat `viewer`, the only ones that an observation contains."""
    if state.phase == Phase.OVER:
        return
    for kind in range(NUM_KINDS):
        view.hand[kind] = np.float32(min(int(state.hand[viewer, kind]), MOST_OF_KIND)) * PER_KIND
        view.laid[kind] = np.float32(min(int(state.open_kinds[viewer, kind]), MOST_OF_KIND)) * PER_KIND
        view.unseen[kind] = np.float32(int(rules.copies[kind]) - int(state.seen[viewer, kind])) * PER_CARD
    view.laid_right[0] = np.float32(state.open_right[viewer])
    for combo in range(MAX_COMBOS):
        view.right[combo] = np.float32(int(state.right[viewer]) >> combo & 1)


@part
def write_verdicts(state: State, rules: Rules, viewer: int, view: View) -> None:
    """5: Write which tiles were right and which are set aside, by seats counted from `viewer`, and by combo."""
    number = int(state.round_number)
    for row in range(state.num_rows[number]):
        away, combo = away_from(rules, viewer, int(state.row_seat[number, row])), int(state.row_combo[number, row])
        verdict = state.row_verdict[number, row]
        if verdict == RIGHT:
            view.verdicts[away, 0, combo] = 1
        elif verdict in (WRONG, REPEATED):
            view.verdicts[away, 1, combo] = 1


@part
def write_stacks(state: State, rules: Rules, area: int, place: int, view: View) -> None:
    """11: Write at `place` of the observation how many stacks of `area` show each combo, and how high they are."""
    first = int(rules.first_tile[area])
    for stack in range(first, first + int(state.num_stacks[area])):
        height = int(state.stack_height[stack])
        if height > 0:
            combo = top_of(state, stack)
            share = np.float32(min(height, MOST_HIGH)) * PER_HIGH
            view.stacks[place, 0, combo] = min(view.stacks[place, 0, combo] + PER_COMBO, np.float32(1))
            view.stacks[place, 1, combo] = max(view.stacks[place, 1, combo], share)
            view.stacks[place, 2, combo] = min(view.stacks[place, 2, combo] + share, np.float32(1))


assert MISSED == actions.NUM_ACTIONS  # noqa: S101  # the table and the record agree
