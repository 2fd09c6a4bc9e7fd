"""6: a redeal is rich: every hidden place takes every value that it may have, and each as often as it should.

On decks so small that all consistent deals can be listed. Each weakened redeal at the end fails the same test.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise, permutations
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from mom_env.kernel.jit import is_compiled
from mom_env.monkeys_on_the_moon.actions import MASK_DTYPE
from mom_env.monkeys_on_the_moon.deck import Deck, load_deck
from mom_env.monkeys_on_the_moon.hidden import MAX_UNSEEN
from mom_env.monkeys_on_the_moon.options import load_options
from mom_env.monkeys_on_the_moon.ruleset import make_rules
from mom_env.monkeys_on_the_moon.state import NONE, NUM_TRIBES, STATE_DTYPE, Phase
from tests.support.evenness import LEAST_P, Cells, p_of
from tests.support.kernels import begin_many, go_on_many, resample_hidden, step, write_mask
from tests.support.sizes import smaller_without_jit

NUM_REDEALS = smaller_without_jit(20_000, 3_000)
TIES_LOOKED_AT = NUM_TRIBES if is_compiled() else 2  # of the tie order: 720 cells, or 30

Redeal = Callable[["Table", NDArray[Any], int], None]


class Table(NamedTuple):
    """A position of one game and its rules, as arrays of one record, and who is to know no more of it."""

    states: NDArray[Any]
    rules: NDArray[Any]
    seat: int

    @property
    def now(self) -> Any:
        return self.states[0]


def small_deck() -> Deck:
    """The mini deck with hands of one card: then there is a draw pile, cards out of the game and a hidden hand."""
    content: Any = load_deck("mini").plain()
    return load_deck({**content, "name": "small", "setup": {**content["setup"], "hand": 1}})


def table(deck: Deck, num_players: int, seed: int, decisions: int, seat: int = 0) -> Table:
    """A game after some random decisions, or at its end."""
    rules = make_rules(deck, load_options(), num_players, skip_forced=True)
    states = np.zeros(1, STATE_DTYPE)
    begin_many(states, rules, np.uint64(seed))
    go_on_many(states, rules)
    chance = np.random.default_rng(seed)
    masks = np.zeros(1, MASK_DTYPE)
    for _ in range(decisions):
        if states[0].phase == Phase.OVER:
            break
        write_mask(states, 0, rules, masks)
        step(states, 0, rules, int(chance.choice(np.flatnonzero(masks["ids"][0]))))
    return Table(states, rules, seat)


def redeal(at: Table, states: NDArray[Any], seed: int) -> None:
    """The redeal of the package, in one record of many."""
    resample_hidden(states, seed, at.rules, at.seat, np.uint64(seed), np.zeros(MAX_UNSEEN, np.int8))


def redealt(at: Table, how: Redeal) -> NDArray[Any]:
    """Many redeals of one position."""
    states = np.repeat(at.states, NUM_REDEALS)
    for i in range(NUM_REDEALS):
        how(at, states, i)
    return states


def rows(*columns: NDArray[Any]) -> list[tuple[int, ...]]:
    """What lay in these places in each redeal."""
    side_by_side = np.concatenate([column.reshape(len(column), -1) for column in columns], axis=1)
    return [tuple(row) for row in side_by_side.tolist()]


# The places


def hidden_cards(at: Table, states: NDArray[Any]) -> NDArray[Any]:
    """All civilization cards that the seat cannot see, place by place: hands, draw pile, out of the game."""
    others = [other for other in range(int(at.rules[0].num_players)) if other != at.seat]
    hands = states["hand"][:, others].reshape(len(states), -1)
    whole = np.concatenate([hands, states["civilization_pile"], states["out_of_game"]], axis=1)
    is_place = np.concatenate([at.now.hand[others].reshape(-1), at.now.civilization_pile, at.now.out_of_game]) != NONE
    places: NDArray[Any] = whole[:, is_place]
    return places


def all_orders(values: Sequence[int]) -> Cells:
    """Every order of some cards, of equal ones as often as they can be exchanged."""
    return Counter(permutations(values))


def num_unknown_ships(at: Table) -> int:
    return int((at.now.ship_pile != NONE).sum()) - int(at.now.num_returned)


def pile_p_values(at: Table, states: NDArray[Any], pile: str, count: int) -> dict[str, float]:
    """Each place of a pile, and its first two together."""
    values = at.now[pile][:count].tolist()
    found = {f"{pile} {i}": p_of(states[pile][:, i].tolist(), Counter(values)) for i in range(count)}
    found[f"{pile}, first two"] = p_of(rows(states[pile][:, :2]), Counter(permutations(values, 2)))
    return found


def p_values(at: Table, how: Redeal) -> dict[str, float]:
    """Each hidden place, and some together: they have to be independent."""
    states = redealt(at, how)
    cards = hidden_cards(at, states)
    found = {"cards": p_of(rows(cards), all_orders(hidden_cards(at, at.states)[0].tolist()))}
    found |= pile_p_values(at, states, "monkey_pile", int((at.now.monkey_pile != NONE).sum()))
    found |= pile_p_values(at, states, "ship_pile", num_unknown_ships(at))
    ties = [tuple(order) for order in states["tie_rank"][:, :TIES_LOOKED_AT].tolist()]
    found["tie order"] = p_of(ties, Counter(order[:TIES_LOOKED_AT] for order in consistent_ties(at)))
    return found | together(at, states, cards)


def together(at: Table, states: NDArray[Any], cards: NDArray[Any]) -> dict[str, float]:
    """The first of each sort."""
    firsts = rows(cards[:, :1], states["monkey_pile"][:, :1], states["ship_pile"][:, :1])
    one_by_one = (
        hidden_cards(at, at.states)[0],
        at.now.monkey_pile[at.now.monkey_pile != NONE],
        at.now.ship_pile[: num_unknown_ships(at)],
    )
    expected = Counter(
        (int(card), int(monkey), int(ship))
        for card in one_by_one[0]
        for monkey in one_by_one[1]
        for ship in one_by_one[2]
    )
    return {"first card, monkey and ship": p_of(firsts, expected)}


def consistent_ties(at: Table) -> list[tuple[int, ...]]:
    """4.2: all orders; at the end those that rank the tribes as they have been ranked."""
    orders = list(permutations(range(NUM_TRIBES)))
    if at.now.phase != Phase.OVER:
        return orders
    ranking = at.now.ranking.tolist()
    level = [
        (ahead, behind)
        for ahead, behind in pairwise(ranking)
        if at.now.finish[ahead] == 0 and at.now.track[ahead] == at.now.track[behind]
    ]
    return [order for order in orders if all(order[ahead] < order[behind] for ahead, behind in level)]


# Positions

DECK = small_deck()
START = table(DECK, 2, seed=1, decisions=0)
TABLES = {
    "small deck, 2 players, at the start": START,
    "the same, for the other seat": START._replace(seat=1),
    "mini deck, 2 players, at the start": table(load_deck("mini"), 2, seed=2, decisions=0),
    "mini deck, 3 players, at the start": table(load_deck("mini"), 3, seed=3, decisions=0, seat=2),
    "small deck, in the first bid turn": table(DECK, 2, seed=4, decisions=6),
}


RETURNED = table(load_deck("mini"), 3, seed=4, decisions=15)  # a ship has left early


@pytest.mark.parametrize("name", TABLES)
def test_every_hidden_place_takes_every_value_evenly(name: str) -> None:
    found = p_values(TABLES[name], redeal)
    assert {place: p for place, p in found.items() if p < LEAST_P} == {}


def test_all_deals_of_the_small_deck_come() -> None:
    cards = rows(hidden_cards(START, redealt(START, redeal)))
    assert len(set(cards)) == 120  # a hand of one, two in the draw pile, two out of the game: 5 * 4 * 3 * 2


def known_ships(at: Table) -> slice:
    """The places of the ships that all saw return."""
    unknown = num_unknown_ships(at)
    return slice(unknown, unknown + int(at.now.num_returned))


def test_a_ship_that_all_saw_return_stays_and_the_others_are_dealt_evenly() -> None:
    assert RETURNED.now.num_returned == 1
    states = redealt(RETURNED, redeal)
    known = known_ships(RETURNED)
    assert set(rows(states["ship_pile"][:, known])) == {tuple(RETURNED.now.ship_pile[known].tolist())}
    found = p_values(RETURNED, redeal)
    assert {place: p for place, p in found.items() if p < LEAST_P} == {}


def test_several_ships_that_all_saw_return_stay_in_their_order() -> None:
    at = table(load_deck("standard"), 4, seed=3, decisions=70)
    assert at.now.num_returned >= 3
    states = redealt(at, redeal)
    known = known_ships(at)
    assert set(rows(states["ship_pile"][:, known])) == {tuple(at.now.ship_pile[known].tolist())}
    assert min(pile_p_values(at, states, "ship_pile", num_unknown_ships(at)).values()) > LEAST_P


def test_after_the_end_only_tie_orders_come_that_give_the_ranking_and_these_evenly() -> None:
    ends = [table(load_deck("mini"), 3, seed=seed, decisions=200) for seed in range(12)]
    counts = [len(consistent_ties(at)) for at in ends]
    assert min(counts) < max(counts) < 720  # of two kinds, and never all orders
    for at in (ends[counts.index(min(counts))], ends[counts.index(max(counts))]):
        ties = rows(redealt(at, redeal)["tie_rank"][:, :TIES_LOOKED_AT])
        expected = Counter(order[:TIES_LOOKED_AT] for order in consistent_ties(at))
        assert p_of(ties, expected) > LEAST_P


def test_after_the_end_nobody_knows_how_ties_of_arrived_tribes_would_fall() -> None:
    """They are ranked by their arrival: the ranking tells nothing of their tie order."""
    ends = (table(load_deck("mini"), 3, seed=seed, decisions=200) for seed in range(100))
    at = next(end for end in ends if (end.now.finish > 0).sum() > 1)
    one, other = np.flatnonzero(at.now.finish > 0)[:2]
    ranks = redealt(at, redeal)["tie_rank"]
    assert p_of((ranks[:, one] < ranks[:, other]).tolist(), Counter([True, False])) > LEAST_P


def test_equal_cards_come_as_often_as_there_are_of_them() -> None:
    at = table(load_deck("standard"), 4, seed=5, decisions=60)
    states = redealt(at, redeal)
    unseen = Counter(hidden_cards(at, at.states)[0].tolist())
    assert max(unseen.values()) > min(unseen.values())
    places = hidden_cards(at, states)
    assert min(p_of(places[:, i].tolist(), unseen) for i in range(places.shape[1])) > LEAST_P
    monkeys = Counter(at.now.monkey_pile[at.now.monkey_pile != NONE].tolist())
    assert p_of(states["monkey_pile"][:, 0].tolist(), monkeys) > LEAST_P


def test_redeals_of_one_seed_are_equal_and_of_two_are_not() -> None:
    states = np.repeat(START.states, 3)
    for i, seed in enumerate((7, 7, 8)):
        resample_hidden(states, i, START.rules, 0, np.uint64(seed), np.zeros(MAX_UNSEEN, np.int8))
    assert states[0].tobytes() == states[1].tobytes() != states[2].tobytes()


# Weakened redeals: each must fail in the place that it neglects


def put_back(at: Table, states: NDArray[Any], i: int, *fields: str) -> None:
    redeal(at, states, i)
    for field in fields:
        states[field][i] = at.states[field][0]


def leaves_what_is_out_of_the_game(at: Table, states: NDArray[Any], i: int) -> None:
    put_back(at, states, i, "hand", "civilization_pile", "out_of_game")
    chance = np.random.default_rng(i)
    heap = chance.permutation([states["hand"][i, 1, 0], *states["civilization_pile"][i, :2]])
    states["hand"][i, 1, 0], states["civilization_pile"][i, :2] = heap[0], heap[1:]


def swaps_only_hands(at: Table, states: NDArray[Any], i: int) -> None:
    put_back(at, states, i, "civilization_pile", "out_of_game", "hand")


def leaves_the_tie_order(at: Table, states: NDArray[Any], i: int) -> None:
    put_back(at, states, i, "tie_rank")


def leaves_the_monkeys(at: Table, states: NDArray[Any], i: int) -> None:
    put_back(at, states, i, "monkey_pile")


def leaves_the_ships(at: Table, states: NDArray[Any], i: int) -> None:
    put_back(at, states, i, "ship_pile")


def keeps_the_last_monkey_last(at: Table, states: NDArray[Any], i: int) -> None:
    put_back(at, states, i, "monkey_pile")
    states["monkey_pile"][i, :8] = np.random.default_rng(i).permutation(states["monkey_pile"][i, :8])


def shuffles_unevenly(at: Table, states: NDArray[Any], i: int) -> None:
    """Each card changes places with any other: the well-known wrong shuffle."""
    put_back(at, states, i, "monkey_pile")
    pile = states["monkey_pile"][i]
    for place, other in enumerate(np.random.default_rng(i).integers(9, size=9)):
        pile[[place, other]] = pile[[other, place]]


def deals_monkeys_and_ships_alike(at: Table, states: NDArray[Any], i: int) -> None:
    """Each pile is even, but who sees the one knows the other."""
    put_back(at, states, i, "monkey_pile", "ship_pile")
    order = np.random.default_rng(i).permutation(8)
    states["ship_pile"][i, :8] = states["ship_pile"][i, order]
    states["monkey_pile"][i, :8] = states["monkey_pile"][i, order]


WEAK: dict[Redeal, str] = {
    leaves_what_is_out_of_the_game: "cards",
    swaps_only_hands: "cards",
    leaves_the_tie_order: "tie order",
    leaves_the_monkeys: "monkey_pile 0",
    leaves_the_ships: "ship_pile 0",
    keeps_the_last_monkey_last: "monkey_pile 8",
    shuffles_unevenly: "monkey_pile, first two",
    deals_monkeys_and_ships_alike: "first card, monkey and ship",
}


@pytest.mark.parametrize("weak", WEAK)
def test_a_weakened_redeal_fails(weak: Redeal) -> None:
    assert p_values(START, weak)[WEAK[weak]] < LEAST_P


def test_a_redeal_that_moves_known_ships_fails() -> None:
    def shuffles_the_whole_pile(at: Table, states: NDArray[Any], i: int) -> None:
        redeal(at, states, i)
        last = known_ships(at).stop
        states["ship_pile"][i, :last] = np.random.default_rng(i).permutation(at.now.ship_pile[:last])

    assert p_values(RETURNED, shuffles_the_whole_pile)["ship_pile 0"] < LEAST_P
