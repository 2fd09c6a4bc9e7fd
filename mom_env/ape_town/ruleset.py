"""All that is fixed for a game: board and options, and the record of both that kernels call `rules`."""

from mom_env.ape_town.deck import DECKS, Board, Cell
from mom_env.ape_town.options import Options
from mom_env.ape_town.state import MAX_PLAYERS, NUM_APES, Colour, Motif, Rules
from mom_env.base import ruleset

Ruleset = ruleset.Ruleset[Board, Options]


def fill(rules: Rules, board: Board, options: Options) -> None:
    """Write board and options into `rules`, a record that is 0 but for `num_players` and `skip_forced`."""
    rules.all_districts = options.final_scoring == "all_districts"
    _fill_numbers(rules, board)
    _fill_fields(rules, board)
    _fill_districts(rules, board)
    _fill_outside(rules, board)
    _fill_reciprocals(rules, board)


def _fill_numbers(rules: Rules, board: Board) -> None:
    """Write into the record the numbers of the box and the colours of the track."""
    rules.num_fields = len(board.cells)
    rules.num_tiles = board.tiles.total
    rules.num_districts = len(board.district)
    rules.num_segments = len(board.track.segments)
    rules.length = board.track.length
    rules.first_money = board.setup.money
    rules.first_discs = board.setup.discs
    rules.value[:] = [board.values.of(motif) for motif in Motif]
    rules.tiles[:] = [board.tiles.of(motif) for motif in Motif]
    colours = [number_of(name) for name in board.track.segments]
    for place in range(board.tiles.total):  # not by segment: a remainder would take a kernel longer than a table
        rules.segment_colour[place] = colours[place % len(colours)]


def number_of(colour: str) -> int:
    """Return the number of a colour by its name in the board file."""
    return int(Colour[colour.upper()])


def _fill_fields(rules: Rules, board: Board) -> None:
    """Write into the record which district each field is in, and what lies or is printed beside it."""
    rules.district[: len(board.cells)] = board.district_of
    for field, cell in enumerate(board.cells):
        beside = board.fields_beside(cell)
        rules.num_beside[field] = len(beside)
        rules.beside[field, : len(beside)] = beside
        rules.printed_sites[field] = board.printed_beside(cell).count(Motif.BANANA)
        rules.printed_worth[field] = printed_worth(board, cell)


def printed_worth(board: Board, cell: Cell) -> int:
    """3.3.2, R6: Return the sum of the values of the printed apes beside `cell`."""
    return sum(board.values.of(motif) for motif in board.printed_beside(cell) if motif < NUM_APES)


def _fill_districts(rules: Rules, board: Board) -> None:
    """Write into the record the fields, the colour and the neighbours of each district."""
    first = 0
    for number, district in enumerate(board.district):
        rules.first_field[number], rules.num_in[number] = first, len(district.fields)
        rules.colour[number] = number_of(district.colour)
        near = [max(pair) if min(pair) == number else min(pair) for pair in board.neighbour_pairs if number in pair]
        rules.num_neighbours[number] = len(near)
        rules.neighbours[number, : len(near)] = near
        first += len(district.fields)


def _fill_outside(rules: Rules, board: Board) -> None:
    """R6, R12: Write into the record which fields lie around each cell of the pond and each printed tile."""
    cells = [*board.pond_cells, *board.printed_at]
    rules.num_outside = len(cells)
    rules.is_pond[: len(board.pond_cells)] = 1
    for number, cell in enumerate(cells):
        around = board.fields_beside(cell)
        rules.num_around[number] = len(around)
        rules.around[number, : len(around)] = around


def _fill_reciprocals(rules: Rules, board: Board) -> None:
    """Write into the record the factors that scale an observation, so that the largest usual value becomes 1."""
    best, largest = max(value for _, value in board.values), max(len(district.fields) for district in board.district)
    rules.per_turn = 1 / len(board.cells)
    rules.per_opening = board.track.length / board.tiles.total
    rules.per_bundle = 1 / max(1, MAX_PLAYERS * board.setup.money)
    rules.per_disc = 1 / max(1, board.setup.discs)
    rules.per_value = 1 / best
    rules.per_field = 1 / largest
    rules.per_worth = 1 / (largest * best)
    rules.per_tile = 1 / max(count for _, count in board.tiles)


make_ruleset = ruleset.Rulesets(__package__, DECKS, Options, fill)
load_deck = make_ruleset.load_deck
