"""6: All that a seat may know of a position, in lines of plain words, for programs and language models."""

from collections import Counter
from collections.abc import Iterator

from mom_env.base.lists_in_words import NOTHING, amounts, copies, counted_names, listed, name_of
from mom_env.monkeys_on_the_moon.game import Game
from mom_env.monkeys_on_the_moon.naming import Words
from mom_env.monkeys_on_the_moon.pieces import rival_of
from mom_env.monkeys_on_the_moon.result import awards_at
from mom_env.monkeys_on_the_moon.snapshots.shapes import Auction, Card, Monkey, Ship, Snapshot
from mom_env.monkeys_on_the_moon.snapshots.snapshot import cards
from mom_env.monkeys_on_the_moon.state import (
    NONE,
    NUM_TRIBES,
    UNSEEN_CARDS,
    UNSEEN_MONKEYS,
    UNSEEN_SHIPS,
    State,
)
from mom_env.monkeys_on_the_moon.terminal.auction_text import bid_text

Lines = Iterator[str]


def position_lines(game: Game, seat: int) -> list[str]:
    """6: Return all that `seat` may know of the position in lines of text, without the choices of the seat to move."""
    view, state, words = game.snapshot(seat), game.states[0], game.words()
    return [
        *moment_lines(game, view),
        *tribe_lines(game, view),
        *(line for other in range(game.num_players) for line in seat_lines(view, state, other, seat)),
        *pool_lines(view, state),
        *turn_lines(state, words),
        *(auction_lines(view["auction"], view["circle"]) if view["auction"] else ()),
        *unseen_lines(state, words, seat),
        *(end_lines(game, view) if game.over else ()),
    ]


# The moment, the tribes and the seats


def moment_lines(game: Game, view: Snapshot) -> Lines:
    """Yield how far the game is, and which seats have still to take their turns in this round."""
    when = f"Round {view['round'] + 1} of {int(game.ruleset.rules[0].rounds)}"
    if view["active"] is None:
        yield f"{when}; the starting player was {name_of(view['start'])}."
        return
    order = [(view["start"] + k) % game.num_players for k in range(game.num_players)]
    left = order[order.index(view["active"]) :]
    is_bidding = view["phase"] == "bid"
    yield f"{when}, {'bid' if is_bidding else 'civilization'} turns; the starting player is {name_of(view['start'])}."
    yield f"It is the turn of {name_of(view['active'])}."
    if not is_bidding:
        yield f"Civilization turns still to end: {listed(map(name_of, left))}."
    yield f"Bid turns still to end: {listed(map(name_of, left if is_bidding else order))}."


def tribe_lines(game: Game, view: Snapshot) -> Lines:
    """Yield what is counted by tribe, and what the tribes' titles and scorn cards are worth at the end."""
    deck, circle = game.ruleset.deck, view["circle"]
    yield f"Circle of tribes, clockwise: {listed(circle)}. Neighbours are allies, opposite tribes are rivals."
    if view["swapped"]:
        yield "The swap of Treachery is done."
    yield f"The track has {deck.track.spaces} spaces; the white dot is at space {deck.track.white_dot}."
    for tribe in circle:
        holder = view["scorn"][tribe]
        scorn = "nobody" if holder is None else name_of(holder)
        yield f"{tribe}: {place(view, tribe)}; coins in its supply: {view['supply'][tribe]}; its scorn is with {scorn}."
    awards = [awards_at(deck, rank, game.num_players) for rank in range(NUM_TRIBES)]
    yield f"VP of the leader of each tribe, 1st place first: {listed(first for first, _ in awards)}."
    yield f"VP of the undersecretary, 1st place first: {listed(second for _, second in awards)}."
    yield f"Each scorn card costs {deck.setup.scorn_penalty} VP at the end."


def place(view: Snapshot, tribe: str) -> str:
    """Return where the stone of a tribe is, in words."""
    if tribe in view["finished"]:
        return f"number {view['finished'].index(tribe) + 1} to arrive"
    return f"on space {view['track'][tribe]}"


def seat_lines(view: Snapshot, state: State, seat: int, viewer: int) -> Lines:
    """Yield what `viewer` may know of the player at `seat`."""
    coins, hand, ship = view["coins"][seat], view["hand"][seat], view["ship"][seat]
    status = dict(zip(view["circle"], map(int, state.status[seat]), strict=True))
    yield f"{name_of(seat)}{', you' if seat == viewer else ''}:"
    yield f"  coins: {'hidden' if coins is None else amounts(coins)}"
    yield f"  ship: {ship_name(ship) if ship else NOTHING}; aboard: {listed(map(monkey_name, view['aboard'][seat]))}"
    yield f"  full ships: {listed(map(ship_name, view['ships_won'][seat]))}; together {int(state.ship_vp[seat])} VP"
    yield f"  score pile: {counted_names(map(monkey_name, view['pile'][seat]))}; in all: {int(state.monkeys[seat])}"
    yield f"  status in the score pile: {amounts(status)}"
    if hand is not None:
        yield f"  civilization cards: {counted_names(sorted(map(card_name, hand)))}"


# Cards that belong to nobody


def pool_lines(view: Snapshot, state: State) -> Lines:
    """Yield the open pools, how large the piles are, and all that was put back or has left the game."""
    returned = view["returned_ships"]
    unknown = len(cards(state.ship_pile)) - len(returned)
    yield f"Monkeys in the pool: {counted_names(map(monkey_name, view['monkey_pool']))}"
    yield f"Ships in the pool: {counted_names(map(ship_name, view['ship_pool']))}"
    yield f"Ships in the pile: {unknown} that nobody knows; below them, next first: {listed(map(ship_name, returned))}"
    yield f"Monkeys in the pile: {len(cards(state.monkey_pile))}"
    yield f"Civilization cards in the pile: {len(cards(state.civilization_pile))}"
    yield f"Civilization cards out of the game that nobody has seen: {len(cards(state.out_of_game))}"
    yield f"Civilization cards played, first to last: {listed(map(card_name, view['discard']))}"
    yield f"Monkeys that have left the game: {counted_names(map(monkey_name, view['monkeys_out']))}"


def unseen_lines(state: State, words: Words, seat: int) -> Lines:
    """Yield which cards `seat` has not seen: they are in hidden hands and piles, or out of the game."""
    own = Counter(cards(state.hand[seat]))
    parts = [(card, int(state.unseen[UNSEEN_CARDS + card]) - own[card]) for card in range(UNSEEN_MONKEYS)]
    yield f"Civilization cards that you have not seen: {copies((card_name(words.card(k)), n) for k, n in parts if n)}"
    monkeys = enumerate(map(int, state.unseen[UNSEEN_MONKEYS:UNSEEN_SHIPS]))
    yield f"Monkeys that nobody has seen yet: {copies((monkey_name(words.monkey(k)), n) for k, n in monkeys if n)}"
    ships = enumerate(map(int, state.unseen[UNSEEN_SHIPS:]))
    yield f"Ships that nobody has seen yet: {copies((ship_name(words.ship(k)), n) for k, n in ships if n)}"


# What is going on


def turn_lines(state: State, words: Words) -> Lines:
    """Yield what the present turn is about: the card just played, the tribe that advances, and monkeys that wait."""
    if state.pending_card != NONE:
        yield f"The card just played: {card_name(words.card(int(state.pending_card)))}"
    if state.pending_tribe != NONE:
        tribe = int(state.pending_tribe)
        yield f"{words.tribes[tribe]} is to advance, and {words.tribes[rival_of(tribe)]} is its angry rival."
    if waiting := cards(state.waiting):
        yield f"Monkeys that wait for the next ship: {listed(map(monkey_name, words.monkeys(waiting)))}"


def auction_lines(up: Auction, circle: list[str]) -> Lines:
    """Yield the monkey that is up, the standing bid, and what each seat has bid for it; `circle` is clockwise."""
    holder = "nobody" if up["holder"] is None else name_of(up["holder"])
    yield f"Up for auction: {monkey_name(up['monkey'])}; still in: {listed(map(name_of, up['in']))}"
    yield f"The highest bid so far: {up['standing']} points by {holder}"
    for seat, bid in enumerate(up["bids"]):
        if bid:
            yield f"Last bid of {name_of(seat)}: {bid_text(bid, up['monkey']['tribe'], circle)}"


def end_lines(game: Game, view: Snapshot) -> Lines:
    """Yield the final ranking of the tribes, and the ships that left before they were full."""
    yield f"Final ranking of the tribes: {listed(game.result_by_names()['ranking'])}"
    yield f"Ships that were not full at the end: {listed(map(ship_name, view['ships_out']))}"


# Words


def card_name(card: Card) -> str:
    """Return a civilization card in words, such as "black 4"."""
    return f"{card['tribe']} {card['move']}"


def monkey_name(monkey: Monkey) -> str:
    """Return a monkey in words, such as "black 3", its tribe and its status."""
    return f"{monkey['tribe']} {monkey['status']}"


def ship_name(ship: Ship) -> str:
    """Return a ship in words, such as "black with 3 seats for 5 VP"."""
    return f"{ship['tribe']} with {ship['seats']} seats for {ship['vp']} VP"
