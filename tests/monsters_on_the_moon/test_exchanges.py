"""The search finds the exchanges of monsters of a set, none where there is none, and what it finds holds in play."""

from functools import partial
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mom_env.monsters_on_the_moon import Game
from mom_env.monsters_on_the_moon.checks import find_violation
from mom_env.monsters_on_the_moon.exchanges import Exchange, exchanged_ids, exchanged_record, find_exchanges
from mom_env.monsters_on_the_moon.observe import LAYOUT, named
from mom_env.monsters_on_the_moon.ruleset import make_ruleset
from tests.monsters_on_the_moon.same_games import side_by_side
from tests.support.sizes import smaller_without_jit

load_deck = make_ruleset.load_deck
FACES = (("WW * H", "V * *"), ("W H V", "* * W"), ("* W *", "H * V"))
IDENTITY, CYCLE = (0, 1, 2), (1, 2, 0)
BY_CARD = ("held", "unseen", "chosen_card")
Views = dict[str, NDArray[np.float32]]


def content_with(cards: list[list[str]]) -> Any:
    """The standard file with other cards for 1 to 3 players."""
    content: Any = load_deck("standard").plain()
    content["set_20"]["cards"] = cards
    content["counts"] |= {"set_20": len(cards), "cards": 39 + len(cards)}
    return content


def every_way() -> Any:
    """A file in which each face is there with the monsters in every order."""
    orders = [str.maketrans("WHV", "".join(order)) for order in permutations("WHV")]
    return content_with([[row.translate(order) for row in face] for face in FACES for order in orders])


def with_cycle() -> Any:
    """The standard file without the two cards that have no counterpart."""
    cards: Any = load_deck("standard").plain()["set_20"]
    return content_with(cards["cards"][:18])


def with_a_card_lying_otherwise() -> Any:
    """A file with the cycle, in which card 7 is given as it looks after half a turn."""
    content = with_cycle()
    content["set_20"]["cards"][7] = ["V  *  V", "W  H  H"]
    return content


def monsters_of(content: Any, num_players: int) -> list[tuple[int, ...]]:
    return [found.monsters for found in find_exchanges(load_deck(content), num_players)]


def test_of_the_shipped_sets_that_of_four_players_has_the_cycle_and_its_repetitions() -> None:
    assert monsters_of("standard", 4) == [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    for name, num_players in (("standard", 1), ("standard", 2), ("standard", 3), ("mini", 2), ("mini_solo", 1)):
        (found,) = find_exchanges(load_deck(name), num_players)
        count = len(found.cards)
        assert found == (tuple(range(len(found.monsters))), tuple(range(count)), (0,) * count)


def test_two_cards_of_that_set_look_like_each_other_after_half_a_turn() -> None:
    cycle = find_exchanges(load_deck("standard"), 4)[1]
    assert [card for card, turn in enumerate(cycle.turns) if turn == 2] == [25]
    assert (cycle.cards[24], cycle.cards[25]) == (25, 24)


def test_invented_sets_have_the_cycle_or_all_orders() -> None:
    for content in (with_cycle(), with_a_card_lying_otherwise()):
        assert monsters_of(content, 3) == [IDENTITY, CYCLE, (2, 0, 1)]
        assert monsters_of(content, 1) == [IDENTITY]
    assert monsters_of(every_way(), 2) == list(permutations(range(3)))


def test_in_solo_play_the_monster_that_brings_points_stays() -> None:
    assert monsters_of(every_way(), 1) == [IDENTITY, (1, 0, 2)]


@pytest.mark.parametrize("square", ["H", "*"])
def test_a_single_square_ends_the_cycle(square: str) -> None:
    content = with_cycle()
    content["set_20"]["cards"][12] = [f"{square}  *  H", "W  V  *"]
    assert monsters_of(content, 3) == [IDENTITY]


def test_a_card_that_is_there_twice_needs_two_counterparts() -> None:
    cards = with_cycle()["set_20"]["cards"]
    assert monsters_of(content_with([*cards, cards[6]]), 3) == [IDENTITY]


def by_name(game: Game, seat: int) -> Views:
    return named(np.asarray(game.observe(seat)["observation"], np.float32))


def heads_of(view: Views, monster: int) -> NDArray[np.float32]:
    """The plane of a monster; nothing before it has a place in the order of the viewer."""
    found: NDArray[np.float32] = view["heads"][view["monster"][:, monster] > 0]
    return found


def check_views(ours: Views, theirs: Views, exchange: Exchange) -> None:
    """Every piece of the views of a seat in both games is what it has to be."""
    cards, changed = list(exchange.cards), {"heads", "monster", "chosen_turn", *BY_CARD}
    for piece in LAYOUT:
        if piece.name not in changed:
            assert np.array_equal(ours[piece.name], theirs[piece.name]), piece.name
    for name in BY_CARD:
        assert np.array_equal(ours[name][..., : len(cards)], theirs[name][..., cards]), name
    for monster, other in enumerate(exchange.monsters):
        assert np.array_equal(heads_of(ours, monster), heads_of(theirs, other))
        assert ours["monster"][0, monster] == theirs["monster"][0, other]
    chosen = np.flatnonzero(ours["chosen_card"])
    turns = exchange.turns[int(chosen[0])] if len(chosen) else 0
    assert np.array_equal(np.roll(ours["chosen_turn"], turns), theirs["chosen_turn"])


def ids_after(exchange: Exchange, _: Game) -> NDArray[np.int64]:
    """The id of each action after an exchange, which is the same in all positions."""
    return exchanged_ids(exchange)


GAMES: list[tuple[str, Any, int, dict[str, Any]]] = [
    ("solo", every_way, 1, {}),
    ("all orders", every_way, 2, {"missions": "secret", "walls": True}),
    ("half a turn", with_a_card_lying_otherwise, 3, {"tile_target": "opponent", "monsters": "draw"}),
    ("shipped", lambda: "standard", 4, {"missions": "open", "walls": True}),
]


@pytest.mark.parametrize(("file", "num_players", "options"), [row[1:] for row in GAMES], ids=[row[0] for row in GAMES])
def test_a_game_with_exchanged_monsters_is_the_same_game(file: Any, num_players: int, options: dict[str, Any]) -> None:
    exchanges = find_exchanges(load_deck(file()), num_players)[1:]
    assert exchanges
    for seed, exchange in enumerate(exchanges[: smaller_without_jit(3, 1)]):
        game, ids = Game(num_players, seed, deck=file(), options=options, skip_forced=False), exchanged_ids(exchange)
        both = side_by_side(game, partial(exchanged_record, exchange=exchange), partial(ids_after, exchange), seed)
        for one, twin in both:
            for seat in range(num_players):
                check_views(by_name(one, seat), by_name(twin, seat), exchange)
                masks = (which.observe(seat)["action_mask"] for which in (one, twin))
                assert np.array_equal(next(masks), next(masks)[ids])
            if one.decision in {None, "starter"}:
                assert find_violation(twin.states[0], twin.rules[0]) == ""
