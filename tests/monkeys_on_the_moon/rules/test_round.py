"""3, 3.4, 4.1: whose turn it is, and what happens between two rounds."""

import pytest

from tests.support.build import Table


def turns(table: Table, decision: str) -> list[int]:
    """The seats that are asked for this decision until another phase or round begins, always with the first choice."""
    seats, start = [], table.now
    while (table.now.phase, table.now.round) == (start.phase, start.round):
        if table.now.decision == decision:
            seats.append(table.now.seat or 0)
        table.play("pass" if "pass" in table.choices() else min(table.choices()))
    return seats


@pytest.mark.rule("3.1.1", "3.2.1")
@pytest.mark.parametrize(("num_players", "order"), [(4, [2, 3, 0, 1]), (3, [2, 0, 1])])
def test_all_civilization_turns_then_all_bid_turns_from_the_start_to_the_left(
    num_players: int, order: list[int]
) -> None:
    table = Table(num_players).start(2)
    assert turns(table, "card") == order
    assert (table.now.phase, table.now.round) == ("bid", 0)
    assert turns(table, "monkey") == order
    assert (table.now.phase, table.now.round) == ("civilization", 1)


@pytest.mark.rule("3.4")
@pytest.mark.parametrize(("num_players", "last", "following"), [(4, 3, 1), (4, 2, 0), (3, 2, 1), (2, 0, 0)])
def test_the_start_passes_to_the_left(num_players: int, last: int, following: int) -> None:
    """`last` has the last bid turn of the round, so the round's start sat to its left."""
    now = Table(num_players).bid_turn(last, turn=num_players - 1).discard().now
    assert (now.start, now.seat, now.decision) == (following, following, "card")


@pytest.mark.rule("3.4", "3.2.6")
def test_the_pool_is_refilled_only_when_the_round_ends() -> None:
    table = Table().bid_turn(0, turn=2)
    pool, pile = table.now.monkey_pool, table.now.monkey_pile
    table.discard(pool[0])
    assert (table.now.monkey_pool, table.now.monkey_pile) == (pool[1:], pile)
    now = table.discard(pool[1]).now
    assert (now.monkey_pool, now.monkey_pile) == ([*pool[2:], *pile[:4]], pile[4:])
    assert now.unseen_monkeys == sorted(pile[4:])


@pytest.mark.rule("3.4")
def test_no_card_is_drawn_where_none_is_left() -> None:
    """In the last two rounds: what is in the hands when the pile runs out is one card each, then none."""
    table = Table()
    rounds = int(table.rules[0].rounds)
    left = []
    while table.now.phase != "over":
        if table.now.decision == "card" and table.now.seat == table.now.start:
            left.append((len(table.now.civilization_pile), {len(hand) for hand in table.now.hand}))
        table.play("pass" if "pass" in table.choices() else min(table.choices()))
    assert left == [(max(0, 4 * (rounds - 2 - i)), {2 if i < rounds - 1 else 1}) for i in range(rounds)]


@pytest.mark.rule("4.1", "3.4")
def test_no_wrap_up_after_the_last_bid_turn() -> None:
    table = Table().rounds_left(1).bid_turn(1, turn=3)
    before = table.now
    now = table.discard(before.monkey_pool[0]).now
    assert (now.phase, now.seat, now.decision, table.choices()) == ("over", None, None, set())
    assert (now.monkey_pool, now.start) == (before.monkey_pool[1:], 2)


@pytest.mark.rule("4.1")
def test_the_round_before_the_last_is_not_the_end() -> None:
    now = Table().rounds_left(2).bid_turn(1, turn=3).discard().now
    assert (now.phase, now.decision, len(now.monkey_pool)) == ("civilization", "card", 5)
