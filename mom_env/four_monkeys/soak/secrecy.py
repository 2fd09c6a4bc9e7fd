"""11, R32: Which parts of a record a seat cannot know."""

from mom_env.four_monkeys.sizes import MAX_CARDS, MAX_TILES, NUM_KINDS
from mom_env.four_monkeys.state import DISCARDED, IN_HAND, Phase, Rules, State
from mom_env.kernel.jit import part


@part
def expected_steps(rules: Rules) -> int:
    """3.1: Return about how many decisions a game has, rather more than fewer."""
    return int(rules.rounds) * int(rules.ticks) * int(rules.num_players)


@part
def restore_hidden(state: State, rules: Rules, seat: int, restored: State) -> None:
    """11: Copy from `state` into `restored`, a redeal of it for `seat`, exactly what the seat cannot know.

    If the redeal was right, both records are equal then.
    """
    restored.rng = state.rng
    if state.phase == Phase.OVER:
        return
    deal = int(state.deal_number)
    for deck in range(rules.num_players):
        for place in range(MAX_CARDS):
            if not sees(state, seat, int(state.where[int(state.round_number), deck, place])):
                restored.decks[deal, deck, place] = state.decks[deal, deck, place]
    for other in range(rules.num_players):
        if other != seat:
            restore_counts(state, other, restored)
    restore_covered(state, rules, restored)
    if state.phase == Phase.ACT:
        if rules.hidden_timer:
            restored.ticks[deal] = state.ticks[deal]
        for tick in range(state.tick, len(state.orders[deal])):
            restored.orders[deal, tick] = state.orders[deal, tick]
    for later in range(deal + 1, rules.num_deals):
        restore_deal(state, later, restored)


@part
def sees(state: State, seat: int, where: int) -> bool:
    """11: Return whether `seat` knows the face of a card that is at `where`."""
    if where < MAX_TILES:
        number = int(state.round_number)
        return bool(state.row_seat[number, where] == seat or state.row_check[number, where] > 0)
    return where in (IN_HAND + seat, DISCARDED + seat)


@part
def restore_counts(state: State, seat: int, restored: State) -> None:
    """11: Copy what follows from the faces of the cards of `seat`, and its choice in this tick."""
    for kind in range(NUM_KINDS):
        restored.hand[seat, kind] = state.hand[seat, kind]
        restored.seen[seat, kind] = state.seen[seat, kind]
        restored.open_kinds[seat, kind] = state.open_kinds[seat, kind]
    restored.right[seat], restored.open_right[seat] = state.right[seat], state.open_right[seat]
    restored.pending[seat] = state.pending[seat]


@part
def restore_covered(state: State, rules: Rules, restored: State) -> None:
    """11: Copy the tiles that lie beneath the tops of stacks."""
    deal = int(state.deal_number)
    for area in range(rules.num_areas):
        first = int(rules.first_tile[area])
        for stack in range(first, first + int(state.num_stacks[area])):
            for depth in range(1, state.stack_height[stack]):
                tile = int(state.stack_tile[stack]) + depth
                restored.tiles[deal, tile] = state.tiles[deal, tile]


@part
def restore_deal(state: State, deal: int, restored: State) -> None:
    """11: Copy a deal of a later round."""
    restored.ticks[deal] = state.ticks[deal]
    for tick in range(len(state.orders[deal])):
        restored.orders[deal, tick] = state.orders[deal, tick]
    for tile in range(MAX_TILES):
        restored.tiles[deal, tile] = state.tiles[deal, tile]
    for deck in range(len(state.drawn)):
        for place in range(MAX_CARDS):
            restored.decks[deal, deck, place] = state.decks[deal, deck, place]
