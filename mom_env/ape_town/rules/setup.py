"""2: Setup."""

from mom_env.ape_town.rules.track import turn_up_section
from mom_env.ape_town.state import MAX_DISTRICTS, MAX_FIELDS, NONE, NUM_MOTIFS, OPEN_SECTIONS, Decision, Rules, State
from mom_env.kernel.jit import part
from mom_env.kernel.rng import next_below, shuffle


@part
def deal(state: State, rules: Rules) -> None:
    """2: Set up a new game in `state`, by its random stream."""
    fill_row(state, rules)
    shuffle(state, state.row[:], int(rules.num_tiles))
    begin(state, rules, next_below(state, int(rules.num_players)))


@part
def fill_row(state: State, rules: Rules) -> None:
    """2.1: Lay all tiles into the row, in the order of the motifs, face down."""
    count = 0
    state.row[:] = NONE
    for motif in range(NUM_MOTIFS):
        for _ in range(rules.tiles[motif]):
            state.row[count] = motif
            count += 1


@part
def begin(state: State, rules: Rules, start: int) -> None:
    """2.1, 2.2, R2: Set up all but the row, which is there already; the first turn is that of the seat `start`."""
    state.start = start
    state.seat = start
    state.turn = 0
    state.decision = Decision.TAKE
    clear_board(state, rules)
    give_out(state, rules)
    lay_out_track(state, rules)


@part
def clear_board(state: State, rules: Rules) -> None:
    """1, 3.3, R6: Remove all tiles from the fields; beside some of them, printed tiles remain."""
    state.hand = NONE
    state.hand_place = NONE
    state.tile[:] = NONE
    state.disc[:] = NONE
    state.worth[:] = 0
    state.all_lemurs[:] = 0
    state.orangutans[:] = 0
    state.lemurs[:] = 0
    for field in range(MAX_FIELDS):  # not `[:] =`: the error message for unequal shapes takes long to compile
        state.sites_beside[field] = rules.printed_sites[field]
        state.worth_beside[field] = rules.printed_worth[field]
    for district in range(MAX_DISTRICTS):
        state.free[district] = rules.num_in[district]


@part
def give_out(state: State, rules: Rules) -> None:
    """2.3: Give each player bundles of money and discs, and no points."""
    state.money[:] = 0
    state.discs[:] = 0
    state.points[:] = 0
    state.ways[:] = 0
    state.place[:] = 0
    for seat in range(rules.num_players):
        state.money[seat] = rules.first_money
        state.discs[seat] = rules.first_discs


@part
def lay_out_track(state: State, rules: Rules) -> None:
    """2.1, 2.2: Leave in the reserve what has no segment, and turn up the tiles of the first two sections."""
    state.reserve = int(rules.num_tiles) - int(rules.num_segments)
    state.opened = 0
    state.num_shown = 0
    state.display[:] = NONE
    state.bundles[:] = 0
    for motif in range(NUM_MOTIFS):
        state.unseen[motif] = rules.tiles[motif]
    for _ in range(OPEN_SECTIONS):
        turn_up_section(state, rules)
