"""R32: a redeal is even: each hidden place takes each value that it may have, as often as it should.

On the mini file, where the cards of a deck are few. Each weakened redeal at the end fails the same test.
"""

import random
from collections import Counter
from collections.abc import Callable
from itertools import permutations, product
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from mom_env.four_monkeys import Game
from mom_env.four_monkeys.hidden import UNSEEN_SIZE
from mom_env.four_monkeys.state import DISCARDED, IN_HAND
from mom_env.loops import loop_of
from tests.four_monkeys.random_play import choose
from tests.support.evenness import LEAST_P, p_of

pytestmark = pytest.mark.outside  # fewer redeals would leave out some of the rarer pairs, and plain Python is slow

NUM_REDEALS = 5_000
FIELDS = ("decks", "tiles", "orders", "ticks")  # all that is dealt, by deal
one: Any = loop_of("mom_env.four_monkeys", "one")

Dealt = dict[str, NDArray[Any]]  # each of FIELDS, by redeal
Redeal = Callable[["Position", NDArray[Any], int], None]


class Position(NamedTuple):
    """A position, its rules, and the seat that is to know no more of it."""

    states: NDArray[Any]
    rules: NDArray[Any]
    seat: int

    @property
    def now(self) -> Any:
        return self.states[0]


def position(num_players: int, seed: int, seat: int = 0, **options: Any) -> Position:
    """A game of the mini file after some ticks of random play, as soon as the others hide enough."""
    game, rng = Game(num_players, seed, deck="mini", options=options), random.Random(seed)
    while not hides_enough(game, seat):
        game.play(choose(game.legal_actions(), rng))
    return Position(game.states.copy(), game.rules, seat)


def hides_enough(game: Game, seat: int) -> bool:
    """Whether the others have cards in hand and beneath tiles in the first round, with ticks and tiles to come."""
    state, others = game.states[0], [other for other in range(game.num_players) if other != seat]
    beneath = {int(state.row_seat[0, row]) for row in range(state.num_rows[0]) if state.row_beneath[0, row] > 0}
    assert game.round == 0
    assert game.tick < 5
    return max(int(state.hand_size[other]) for other in others) > 0 and not beneath.isdisjoint(others)


def redeal(at: Position, states: NDArray[Any], seed: int) -> None:
    """The redeal of the package."""
    one.redeal(states, at.rules, at.seat, np.uint64(seed), np.zeros(UNSEEN_SIZE, np.int8))


def redealt(at: Position, how: Redeal) -> Dealt:
    """What is dealt in many redeals of one position."""
    found: dict[str, list[NDArray[Any]]] = {name: [] for name in FIELDS}
    for seed in range(NUM_REDEALS):
        states = at.states.copy()
        how(at, states, seed)
        for name in FIELDS:
            found[name].append(states[name][0].copy())
    return {name: np.array(values) for name, values in found.items()}


# The places


def unknown_places(at: Position, deck: int) -> list[int]:
    """The places of a deck whose faces the seat does not know: it has not held these cards."""
    number = int(at.now.round_number)
    own = [row for row in range(at.now.num_rows[number]) if at.now.row_seat[number, row] == at.seat]
    known = {*own, IN_HAND + at.seat, DISCARDED + at.seat}
    return [place for place in range(int(at.rules[0].num_cards)) if int(at.now.where[number, deck, place]) not in known]


def covered_places(at: Position, area: int) -> list[int]:
    """The places in the deal of the tiles beneath the tops of an area."""
    first = int(at.rules[0].first_tile[area])
    stacks = range(first, first + int(at.now.num_stacks[area]))
    tops = [(int(at.now.stack_tile[stack]), int(at.now.stack_height[stack])) for stack in stacks]
    return [place for top, height in tops for place in range(top + 1, top + height)]


def heap_p_values(name: str, values: list[int], found: NDArray[Any]) -> dict[str, float]:
    """Each place of a heap that is shuffled, and its first two and last two together; `found` is by redeal, place."""
    each = {f"{name} {i}": p_of(found[:, i].tolist(), Counter(values)) for i in range(len(values))}
    pairs = Counter(permutations(values, 2))
    ends = {"first": found[:, :2], "last": found[:, -2:]}
    return each | {f"{name}, {end} two": p_of([*map(tuple, two.tolist())], pairs) for end, two in ends.items()}


def hidden_heaps(at: Position) -> dict[str, tuple[str, tuple[int, ...], list[int]]]:
    """The heaps of this round that the seat does not know: field, index in it, and places."""
    deal, rules = int(at.now.deal_number), at.rules[0]
    decks = {f"deck {deck}": ("decks", (deal, deck), unknown_places(at, deck)) for deck in range(rules.num_players)}
    tiles = {f"tiles {area}": ("tiles", (deal,), covered_places(at, area)) for area in range(rules.num_areas)}
    return {**decks, **tiles}


def p_values(at: Position, how: Redeal) -> dict[str, float]:
    """Each hidden place, and some together: they have to be independent."""
    dealt = redealt(at, how)
    found: dict[str, float] = {}
    firsts = []
    for name, (field, index, places) in hidden_heaps(at).items():
        every: Any = (slice(None), *index)  # of all redeals
        values, drawn = at.now[field][index][places].tolist(), dealt[field][every][:, places]
        found |= heap_p_values(name, values, drawn)
        firsts.append((values, drawn[:, 0].tolist()))
    (one_deck, first), (other_deck, second) = firsts[:2]
    found["two decks"] = p_of([*zip(first, second, strict=True)], Counter(product(one_deck, other_deck)))
    return found | future_p_values(at, dealt)


def future_p_values(at: Position, dealt: Dealt) -> dict[str, float]:
    """The orders of the ticks to come that every length has, the length, and the deal of the next round."""
    deal, tick, rules = int(at.now.deal_number), int(at.now.tick), at.rules[0]
    lengths = range(max(int(rules.ticks - rules.spread), tick + 1), int(rules.ticks + rules.spread) + 1)
    orders = range(int(rules.num_orders))
    found = {"length": p_of(dealt["ticks"][:, deal].tolist(), Counter(lengths))}
    for later in range(tick, lengths[0]):
        found[f"order {later}"] = p_of(dealt["orders"][:, deal, later].tolist(), Counter(orders))
    pairs = [*map(tuple, dealt["orders"][:, deal, tick : tick + 2].tolist())]
    found["two orders"] = p_of(pairs, Counter(product(orders, repeat=2)))
    return found | (next_p_values(at, dealt, deal + 1) if rules.num_deals > deal + 1 else {})


def next_p_values(at: Position, dealt: Dealt, deal: int) -> dict[str, float]:
    """The decks, the tiles, the length and the first order of a deal that has not been played."""
    rules = at.rules[0]
    cards = [kind for kind, copies in enumerate(rules.copies) for _ in range(copies)]
    tiles = [i % int(rules.num_combos) for i in range(int(rules.num_tiles[0]))]
    lengths = range(int(rules.ticks - rules.spread), int(rules.ticks + rules.spread) + 1)
    found = {
        "next length": p_of(dealt["ticks"][:, deal].tolist(), Counter(lengths)),
        "next order": p_of(dealt["orders"][:, deal, 0].tolist(), Counter(range(int(rules.num_orders)))),
        **heap_p_values("next tiles", tiles, dealt["tiles"][:, deal, : len(tiles)]),
    }
    for deck in range(rules.num_players):
        found |= heap_p_values(f"next deck {deck}", cards, dealt["decks"][:, deal, deck, : len(cards)])
    return found


# Positions

SMALL = position(2, seed=3, timer="hidden")
POSITIONS = {
    "two players, hidden timer": SMALL,
    "the same, for the other seat": SMALL._replace(seat=1),
    "three players, two rounds": position(3, seed=1, seat=2),
    "four players in two areas": position(4, seed=0, seat=3, timer="hidden"),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_every_hidden_place_takes_every_value_evenly(name: str) -> None:
    found = p_values(POSITIONS[name], redeal)
    assert {place: p for place, p in found.items() if p < LEAST_P} == {}


# Weakened redeals: each must fail in the place that it neglects


def put_back(at: Position, states: NDArray[Any], seed: int, field: str, deal: int = 0) -> None:
    redeal(at, states, seed)
    states[field][0, deal] = at.states[field][0, deal]


def leaves_the_cards(at: Position, states: NDArray[Any], seed: int) -> None:
    put_back(at, states, seed, "decks")


def leaves_the_tiles(at: Position, states: NDArray[Any], seed: int) -> None:
    put_back(at, states, seed, "tiles")


def leaves_the_orders(at: Position, states: NDArray[Any], seed: int) -> None:
    put_back(at, states, seed, "orders")


def leaves_the_length(at: Position, states: NDArray[Any], seed: int) -> None:
    put_back(at, states, seed, "ticks")


def keeps_the_last_card_last(at: Position, states: NDArray[Any], seed: int) -> None:
    put_back(at, states, seed, "decks")
    cards = states["decks"][0, 0, 1]
    *places, _ = unknown_places(at, 1)
    cards[places] = np.random.default_rng(seed).permutation(cards[places])


def shuffles_unevenly(at: Position, states: NDArray[Any], seed: int) -> None:
    """Each card changes places with any other: the well-known wrong shuffle."""
    put_back(at, states, seed, "decks")
    cards, places = states["decks"][0, 0, 1], unknown_places(at, 1)
    for place, other in zip(places, np.random.default_rng(seed).choice(places, len(places)), strict=True):
        cards[[place, other]] = cards[[other, place]]


def deals_both_decks_alike(at: Position, states: NDArray[Any], seed: int) -> None:
    """Each deck is even, but who sees the one knows the other."""
    put_back(at, states, seed, "decks")
    for deck in range(2):
        places = unknown_places(at, deck)
        order = np.random.default_rng(seed).permutation(len(places))
        states["decks"][0, 0, deck, places] = at.states["decks"][0, 0, deck, places][order]


def draws_no_long_timer(at: Position, states: NDArray[Any], seed: int) -> None:
    redeal(at, states, seed)
    states["ticks"][0, 0] = min(int(states["ticks"][0, 0]), int(at.rules[0].ticks))


WEAK: dict[Redeal, str] = {
    leaves_the_cards: "deck 1 0",
    leaves_the_tiles: "tiles 0 0",
    leaves_the_orders: "two orders",
    leaves_the_length: "length",
    keeps_the_last_card_last: "deck 1, last two",
    shuffles_unevenly: "deck 1, first two",
    deals_both_decks_alike: "two decks",
    draws_no_long_timer: "length",
}


@pytest.mark.parametrize("weak", WEAK)
def test_a_weakened_redeal_fails(weak: Redeal) -> None:
    assert p_values(SMALL, weak)[WEAK[weak]] < LEAST_P


def test_a_redeal_that_leaves_the_next_round_fails() -> None:
    def leaves_the_next_round(at: Position, states: NDArray[Any], seed: int) -> None:
        put_back(at, states, seed, "decks", deal=1)

    assert p_values(POSITIONS["three players, two rounds"], leaves_the_next_round)["next deck 0 0"] < LEAST_P
