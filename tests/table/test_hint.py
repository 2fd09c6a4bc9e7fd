"""Hints: what a player would do, and its reasons."""

import pytest

from mom_env.games import GAMES
from mom_env.players.search import Ismcts
from mom_env.table.session import Session, start

pytestmark = pytest.mark.once
GAME = GAMES[0]


def asked(hint: str, seed: int = 7) -> Session:
    """A session of two at the person's first question."""
    session = start(GAME, ["human", "random"], seed=seed, hint=hint)
    session.advance()
    return session


def test_a_bot_gives_no_reason() -> None:
    hint = asked("planner").hint(0)
    assert hint.spec == "planner"
    assert hint.words.startswith("play ")
    assert (hint.weighed, hint.reason) == ((), "")


@pytest.mark.parametrize("seed", range(3))
def test_an_agent_gives_its_probabilities(seed: int) -> None:
    session = asked("ppo-2p", seed)
    for _ in range(6):
        hint = session.hint(0)
        assert {one.action for one in hint.weighed} == set(session.game.legal_actions())
        if len(hint.weighed) > 1:
            assert sum(one.share for one in hint.weighed) == pytest.approx(1)
            assert hint.weighed[0].action == hint.action  # the likeliest
            first = hint.weighed[0]
            assert hint.reason.startswith(f"Its probabilities: {first.share:.0%} {first.words}; ")
        session.act(0, hint.action)
        session.advance()


def test_a_search_gives_its_visits_and_values() -> None:
    session = asked("ismcts:sims=50")
    hint = session.hint(0)
    assert hint.weighed[0].action == hint.action
    assert sum(one.share for one in hint.weighed) == pytest.approx(1)
    assert all(0 <= (one.value or 0) <= 1 for one in hint.weighed)
    shares = [one.share for one in hint.weighed]
    assert shares == sorted(shares, reverse=True)
    assert hint.reason.startswith(f"Of its 50 simulations: {shares[0]:.0%} {hint.words}, value 0.")
    before = session.game.copy()
    assert session.hint(0) == hint
    assert session.game == before


def test_a_hint_of_a_search_is_what_it_would_play() -> None:
    session = asked("ismcts:sims=50")
    same = start(GAME, ["ismcts:sims=50", "random"], seed=7)
    while same.seats_to_act != (0,):
        same.step()
    hint = session.hint(0)
    same.step()
    assert same.turns[-1].action == hint.action


def test_the_moves_of_a_search_are_forgotten_where_nothing_was_searched() -> None:
    session, search = asked("random"), Ismcts(GAME, sims=20)
    search.choose_one(session.game, 1)
    assert sum(move.visits for move in search.searched_moves()) == 20
    game = session.game
    while len(game.legal_actions()) > 1:
        game.play(game.legal_actions()[0])
        if game.over:
            pytest.fail("expected a decision with only one choice")
    search.choose_one(game, 1)
    assert search.searched_moves() == []
