"""11: What of a round is forgotten when it is over."""

from mom_env.four_monkeys.sizes import MAX_CARDS, MAX_PLAYERS, MAX_TICKS, MAX_TILES
from mom_env.four_monkeys.state import IN_DECK, State
from mom_env.kernel.jit import part


@part
def erase_deal(state: State) -> None:
    """11: Erase of the deal of this round what no check has shown: faces, tiles and orders."""
    number, deal = int(state.round_number), int(state.deal_number)
    for deck in range(MAX_PLAYERS):
        for place in range(MAX_CARDS):
            row = int(state.where[number, deck, place])
            if row >= MAX_TILES or state.row_check[number, row] == 0:
                state.where[number, deck, place] = IN_DECK
                state.decks[deal, deck, place] = 0
    for i in range(MAX_TILES):
        state.tiles[deal, i] = 0
    for tick in range(MAX_TICKS):
        state.orders[deal, tick] = 0
