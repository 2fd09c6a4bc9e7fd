"""2. Setup."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from mom_env.errors import DeckError
from mom_env.kernel.rng import seed_stream
from mom_env.monkeys_on_the_moon.deck import load_deck
from mom_env.monkeys_on_the_moon.options import Options
from mom_env.monkeys_on_the_moon.ruleset import make_rules
from mom_env.monkeys_on_the_moon.state import STATE_DTYPE
from tests.support.build import Table, deck_with
from tests.support.kernels import reset
from tests.support.words import Position, Words, read

PLAYER_COUNTS = pytest.mark.parametrize("num_players", [2, 3, 4])
BOX = {"cards": [2, 2, 3, 3, 4, 4], "monkeys": [3, 3, 4, 4, 4, 5, 5], "ships": [2, 3, 4]}


def deals(num_players: int, count: int) -> Iterator[Position]:
    """Fresh deals, each from a stream of its own."""
    deck = load_deck()
    rules = make_rules(deck, Options(), num_players, skip_forced=True)
    states = np.zeros(1, STATE_DTYPE)
    for stream in range(count):
        seed_stream(states[0], np.uint64(5), stream)
        reset(states, 0, rules)
        yield read(Words(deck.tribes, states[0], rules[0]))


def box(name: str) -> list[str]:
    """All cards of a kind in the standard deck, in words."""
    return sorted(f"{tribe} {number}" for tribe in load_deck().tribes for number in BOX[name])


@pytest.mark.rule("2.1")
def test_the_tribes_lie_in_a_random_circle() -> None:
    circles = [now.circle for now in deals(4, 120)]
    assert all(sorted(circle) == sorted(load_deck().tribes) for circle in circles)
    for place in range(6):
        counts = Counter(circle[place] for circle in circles)
        assert len(counts) == 6
        assert max(counts.values()) < 60  # 20 each on average


@pytest.mark.rule("2.1")
def test_allies_are_the_neighbours_and_the_rival_is_opposite_all_around_the_circle() -> None:
    circle = ["red", "blue", "brown", "green", "purple", "black"]
    for place, tribe in enumerate(circle):
        clockwise, rival, counter = (circle[(place + steps) % 6] for steps in (1, 3, 5))
        table = Table(circle=" ".join(circle)).hand(0, f"{tribe} 2").play(f"play {tribe} 2")
        assert table.choices() == {f"advance {tribe}", f"advance {clockwise}", f"advance {counter}"}
        assert table.play(f"advance {tribe}").now.coins[0][rival] == 0
        table = Table(circle=" ".join(circle)).bid_turn(0).put_up(f"{tribe} 4")
        assert table.choices() >= {f"bid 1 {tribe} 1 {clockwise} 1 {counter}", f"bid 1 {clockwise} 1 {counter}"}


@pytest.mark.rule("2.2")
@PLAYER_COUNTS
def test_one_monkey_more_than_players_lies_open(num_players: int) -> None:
    for now in deals(num_players, 5):
        assert len(now.monkey_pool) == num_players + 1
        assert sorted(now.monkey_pool + now.monkey_pile) == box("monkeys")
        assert now.unseen_monkeys == sorted(now.monkey_pile)


@pytest.mark.rule("2.3")
@pytest.mark.parametrize(("num_players", "out_of_game", "rounds"), [(4, 4, 8), (3, 9, 9), (2, 12, 12)])
def test_cards_go_out_of_the_game_and_two_to_each_hand(num_players: int, out_of_game: int, rounds: int) -> None:
    for now in deals(num_players, 5):
        hands = [card for hand in now.hand for card in hand]
        assert [len(hand) for hand in now.hand] == [2] * num_players
        assert len(now.out_of_game) == out_of_game
        assert len(hands + now.civilization_pile) == rounds * num_players
        assert sorted(hands + now.civilization_pile + now.out_of_game) == box("cards") == now.unseen_cards


@pytest.mark.rule("2.3", "3.4", "4.1")
@pytest.mark.parametrize(("num_players", "rounds"), [(4, 8), (3, 9), (2, 12)])
def test_a_game_has_as_many_rounds_as_cards_for_each_and_none_is_left_over(num_players: int, rounds: int) -> None:
    table, last = Table(num_players, skip_forced=True), 0
    while table.now.phase != "over":
        last = table.now.round
        table.play(min(table.choices()))
    assert last + 1 == rounds
    assert len(table.now.discard) == rounds * num_players
    assert (table.now.hand, table.now.civilization_pile) == ([[] for _ in range(num_players)], [])


@pytest.mark.rule("2.4")
@PLAYER_COUNTS
def test_one_coin_of_each_tribe_for_each_player_and_three_in_each_supply(num_players: int) -> None:
    for now in deals(num_players, 3):
        assert now.coins == [dict.fromkeys(now.circle, 1)] * num_players
        assert now.supply == dict.fromkeys(now.circle, 3)


@pytest.mark.rule("2.5")
@PLAYER_COUNTS
def test_a_ship_each_and_two_in_the_pool(num_players: int) -> None:
    for now in deals(num_players, 5):
        open_ships = [ship for ship in now.ship if ship] + now.ship_pool
        assert (len(open_ships), len(now.ship_pool)) == (num_players + 2, 2)
        assert sorted(open_ships + now.ship_pile) == box("ships")
        assert now.unseen_ships == sorted(now.ship_pile)
        assert (now.aboard, now.returned_ships) == ([[] for _ in range(num_players)], [])


@pytest.mark.rule("2.6")
def test_stones_at_0_and_all_scorn_on_the_table() -> None:
    for now in deals(4, 3):
        assert now.track == now.finish == dict.fromkeys(now.circle, 0)
        assert now.scorn == dict.fromkeys(now.circle)


@pytest.mark.rule("2.6")
def test_nothing_of_a_game_before_stays_on_the_table() -> None:
    """Batches deal into the record of the game before."""
    used = Table(4, monkey_treachery=True, skip_forced=True)
    while used.now.phase != "over":
        used.play(max(used.choices()))
    fresh = np.zeros(1, STATE_DTYPE)
    fresh[0].rng = used.state.rng
    reset(used.states, 0, used.rules)
    reset(fresh, 0, used.rules)
    assert used.states.tobytes() == fresh.tobytes()


@pytest.mark.rule("2.7", "R15")
@PLAYER_COUNTS
def test_the_starting_player_is_random_and_begins(num_players: int) -> None:
    starts: Counter[int] = Counter()
    for now in deals(num_players, 120):
        starts[now.start] += 1
        assert (now.seat, now.decision, now.phase, now.round) == (now.start, "card", "civilization", 0)
    assert sorted(starts) == list(range(num_players))
    assert min(starts.values()) > 120 / num_players / 2


@pytest.mark.rule("2.7", "R15")
def test_the_order_that_decides_ties_is_random() -> None:
    dealt = list(deals(4, 120))
    assert all(sorted(now.tie_order) == sorted(load_deck().tribes) for now in dealt)
    for place in range(6):
        ranks = Counter(now.tie_order.index(now.circle[place]) for now in dealt)
        assert len(ranks) == 6
        assert max(ranks.values()) < 60  # 20 each on average


@pytest.mark.rule("R7", "2.3")
@pytest.mark.parametrize(("out_of_game", "is_fine"), [(4, True), (28, True), (5, False), (32, False)])
def test_civilization_cards_must_come_out_even_and_fill_the_hands(out_of_game: int, is_fine: bool) -> None:
    """Of 36 cards 4 players need a multiple of 4, at least 8."""
    if is_fine:
        deck_with(out_of_game={"4": out_of_game})
    else:
        with pytest.raises(DeckError, match=r"out_of_game\.4.*R7"):
            deck_with(out_of_game={"4": out_of_game})


def deck_for_four(**cards: Sequence[object]) -> None:
    """A deck for 4 players alone: 8 rounds, 32 monkeys up for bid."""
    content: Any = deck_with().plain()
    del content["out_of_game"]["2"], content["out_of_game"]["3"]
    for key, short in cards.items():
        content[key] = dict(zip(content["tribes"], short, strict=True))
        content["counts"][key] = sum(map(len, content[key].values()))
    load_deck(content)


@pytest.mark.rule("R7", "3.4")
def test_there_must_be_a_monkey_for_each_refill() -> None:
    """4 players and 8 rounds: 5 in the first pool, 4 at each of 7 refills."""
    deck_for_four(monkeys=[[3] * 6, [3] * 6, [3] * 6, [3] * 5, [3] * 5, [3] * 5])
    with pytest.raises(DeckError, match=r"monkeys: expected at least 33.*found 32 \(R7\)"):
        deck_for_four(monkeys=[[3] * 6, [3] * 6, [3] * 5, [3] * 5, [3] * 5, [3] * 5])


@pytest.mark.rule("R7", "3.3.3")
def test_there_must_be_a_ship_after_each_full_launch() -> None:
    """32 monkeys fill six ships of 2 seats and six of 3; with 4 on the ground and 2 in the pool that makes 18."""
    two, three, four = [2, 1], [3, 2], [4, 3]
    deck_for_four(ships=[[two, three, four]] * 6)
    with pytest.raises(DeckError, match=r"ships: .* 12 ships can launch full; .* 18 ships, found 17 \(R7\)"):
        deck_for_four(ships=[[two, three, four]] * 5 + [[two, three]])


@pytest.mark.rule("R7")
def test_each_number_of_players_is_checked() -> None:
    """12 cards out leave 24: fine for 2, and for 3, but with 11 left out only 3's 25 come out uneven."""
    with pytest.raises(DeckError, match=r"out_of_game\.3"):
        deck_with(out_of_game={"2": 12, "3": 11})
