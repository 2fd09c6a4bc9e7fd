"""The potential: open information alone, zero-sum, 0 at both ends, and what the rules would pay now."""

import numpy as np
from hypothesis import given
from numpy.typing import NDArray

from mom_env.kernel.rng import bits_at
from mom_env.monkeys_on_the_moon import Game, write_potentials
from mom_env.monkeys_on_the_moon.state import MAX_PLAYERS
from tests.games import Start, examples, games, play_on, starts


def potentials(game: Game) -> NDArray[np.float64]:
    out = np.full(MAX_PLAYERS, np.nan)
    write_potentials(game.states, 0, game.rules, out)
    return out


@examples(60, 10)
@given(starts())
def test_it_is_0_at_the_deal_and_at_the_end(start: Start) -> None:
    game = start.deal()
    if game.ruleset.deck.setup.hand > 1:  # a hand of one card is played at once
        assert not potentials(game).any()
    assert not potentials(play_on(game, 1)).any()


@examples(100, 10)
@given(games())
def test_it_adds_up_to_0_over_the_seats(game: Game) -> None:
    leads = potentials(game)
    assert abs(leads.sum()) < 1e-12
    assert not leads[game.num_players :].any()


@examples(100, 10)
@given(games())
def test_it_knows_no_secret(game: Game) -> None:
    leads = potentials(game)
    for seat in range(game.num_players):
        for seed in range(3):
            assert np.array_equal(potentials(game.resample_hidden(seat, seed)), leads)


def test_it_is_the_lead_that_counting_up_would_give() -> None:
    """Checked against the rules' own counting, in positions without ties, where nothing is secret or rounded."""
    compared = 0
    for seed in range(60):
        for num_players in (2, 3, 4):
            game = Game(num_players, seed)
            decisions = 30 + int(bits_at(np.uint64(seed), 0)) % 60
            play_on(game, seed, decisions)
            if game.over or has_ties(game):
                continue
            leads = potentials(game)[:num_players]
            vp = np.array(counted(game), dtype=float)
            others = (vp.sum() - vp) / (num_players - 1)
            assert np.allclose(leads, (vp - others) / 20)
            compared += 1
    assert compared > 2


def has_ties(game: Game) -> bool:
    view = game.snapshot()
    spaces = [view["track"][tribe] for tribe in view["circle"] if tribe not in view["finished"]]
    status = [[status_in(pile, tribe) for pile in view["pile"]] for tribe in view["circle"]]
    return len(set(spaces)) < len(spaces) or any(len(set(points)) < len(points) for points in status)


def status_in(pile: list[dict[str, object]], tribe: str) -> int:
    return sum(int(str(monkey["status"])) for monkey in pile if monkey["tribe"] == tribe)


def counted(game: Game) -> list[int]:
    """VP by the rules page, for a position without ties."""
    view, deck = game.snapshot(), game.ruleset.deck
    seats = range(game.num_players)
    vp = [sum(ship["vp"] for ship in view["ships_won"][seat]) for seat in seats]
    for holder in view["scorn"].values():
        if holder is not None:
            vp[holder] -= deck.setup.scorn_penalty
    running = [tribe for tribe in view["circle"] if tribe not in view["finished"]]
    ranking = [*view["finished"], *sorted(running, key=lambda tribe: -view["track"][tribe])]
    for rank, tribe in enumerate(ranking):
        order = sorted(seats, key=lambda seat: -status_in(view["pile"][seat], tribe))
        vp[order[0]] += deck.titles.leader[rank]
        if game.num_players > 2:
            vp[order[1]] += deck.titles.undersecretary[rank]
    return vp
