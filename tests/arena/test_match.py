"""Some games side by side: chance of their own, what a forfeit makes of a game, time limits, players that scribble."""

import signal
import time
from typing import Any

import numpy as np
import pytest

from mom_env.arena.game_records import hash_of
from mom_env.arena.match import Match, OutOfTime, time_limit
from mom_env.arena.run import Way, run
from mom_env.contract.records import NOBODY
from mom_env.kernel.rng import STREAM_DTYPE, draw_bits, next_bits, seed_stream
from mom_env.loops import loop_of
from mom_env.players.specs import make_player
from tests.support.arena_players import cheat, plan_of
from tests.support.kernels import PACKAGE


def test_players_of_each_game_of_a_deal_have_chance_of_their_own() -> None:
    """Games of a deal differ in what players draw, and nobody draws what the deal was made of."""
    seeds, games = np.full(3, 5, np.uint64), np.arange(3)
    streams = streams_of(seeds, games)
    drawn = np.concatenate([draw(streams) for _ in range(50)])
    assert len(np.unique(drawn)) == len(drawn)
    deal = np.zeros(1, np.dtype((np.record, STREAM_DTYPE)))
    seed_stream(deal[0], np.uint64(5), 0)
    assert not {int(next_bits(deal[0])) for _ in range(500)} & set(drawn.tolist())
    again = streams_of(seeds[1:], games[1:])
    assert draw(again).tolist() == drawn[1:3].tolist()


def streams_of(seeds: Any, numbers: Any) -> Any:
    streams = np.zeros(len(seeds), np.dtype((np.record, STREAM_DTYPE)))
    loop_of(PACKAGE, "match").begin_streams(streams, seeds, numbers)
    return streams


def draw(streams: Any) -> Any:
    bits = np.zeros(len(streams), np.uint64)
    draw_bits(streams, np.arange(len(streams)), bits)
    return bits


def test_a_forfeit_puts_its_player_last_and_all_others_first() -> None:
    outcome = run(plan_of("cheat", "greedy", "random", deals=2), [cheat, "greedy", "random"], Way())
    assert len(outcome.games) == len(outcome.forfeits) == 12
    for game in outcome.games:
        assert game["forfeit"] == game["players"].tolist().index(0)
        assert game["places"].tolist() == [3 if player == 0 else 1 for player in game["players"]]
        assert game["score"].tolist() == [0, 0, 0]
    fair = run(plan_of("greedy", "random", num_players=2, deals=2), ["greedy", "random"], Way()).games
    assert set(fair["forfeit"].tolist()) == {NOBODY}


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="there are no timers here")
def test_the_time_of_a_move_ends_with_the_move() -> None:
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, _: rung.append(number))
    try:
        with time_limit(0.05):
            pass
        time.sleep(0.15)
        assert rung == []
        with pytest.raises(OutOfTime), time_limit(0.05):
            time.sleep(10)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)  # one that still runs would end this process
        signal.signal(signal.SIGALRM, before)


class Scribbler:
    """Plays as `random` does, one game at a time, and leaves nothing of the records that it was given."""

    spec, made_from = "scribbler", "this file"

    def __init__(self, *, scribbles: bool) -> None:
        self.scribbles, self.bot = scribbles, make_player("random")

    def choose(self, states: Any, rules: Any, bits: Any) -> Any:
        actions = self.bot.choose(states, rules, bits)
        if self.scribbles:
            states[:] = np.zeros(1, states.dtype)
            if len(states) > 1:
                raise ValueError("one at a time, please")
        return actions


def test_a_player_that_writes_into_its_records_changes_no_game() -> None:
    plan, hashes = plan_of("scribbler", "greedy", num_players=2, deals=2), set()
    for scribbles in (False, True):
        match = Match(plan, [Scribbler(scribbles=scribbles), make_player("greedy")], plan.ruleset(), range(2), 60.0)
        match.play()
        assert match.forfeits == {}
        hashes.add(hash_of(match.results()))
    assert len(hashes) == 1
