"""Checks of any game: scores, places and returns fit each other and what the game declares."""

from importlib import import_module
from typing import Any

import numpy as np

from mom_env.base.game import Game
from mom_env.environments.endings import forfeit_return
from mom_env.environments.spaces import bounds_of
from mom_env.kernel.returns import reward_named
from mom_env.loops import loop_of
from tests.every_game.subject import Subject, play_on


def returns_of(game: Game[Any], reward: str) -> list[float]:
    """What the game is worth to each seat."""
    out = np.zeros(8)
    loop_of(game.info.package, "one").write_returns(game.states, game.rules, int(reward_named(reward)), out)
    return [float(value) for value in out[: game.num_players]]


def check_places(subject: Subject) -> None:
    """Places rank the scores: ties share the first of their places."""
    has_tie = False
    for game in subject.ends(80):
        scores, places = game.standing()
        for own, place in zip(scores, places, strict=True):
            assert place == 1 + sum(other < place for other in places)
            assert all(place <= other for other, score in zip(places, scores, strict=True) if score < own)
        has_tie |= len(set(places)) < len(places)
        result = game.result()
        assert result[game.info.score_name] == scores
        assert result["places"] == places
        alone = game.num_players == 1
        assert result["winners"] == ([] if alone else [seat for seat, place in enumerate(places) if place == 1])
        assert result["returns"] == returns_of(game, "win")
    assert has_tie or subject.is_long


def check_returns(subject: Subject) -> None:
    """Returns follow from places and scores as every game's do; those of one player are the game's own."""
    unit = subject.modules.info.score_unit
    own_module = import_module(f"{subject.modules.package}.kernels")
    is_own = hasattr(own_module, "return_of") or hasattr(own_module, "solo_return_of")
    for game in subject.ends(40):
        count, (scores, places) = game.num_players, game.standing()
        if count == 1 and is_own:
            continue
        for reward in subject.modules.info.table(count).rewards:
            found = returns_of(game, reward)
            if reward == "vp":
                others = [(sum(scores) - own) / max(1, count - 1) for own in scores]
                assert np.allclose(found, [(own - mean) / unit for own, mean in zip(scores, others, strict=True)])
            elif count > 1:
                assert np.allclose(found, expected(reward, places))


def expected(reward: str, places: list[int]) -> list[float]:
    """The returns by places: +1 for a winner and -1 shared by the others, or evenly from +1 to -1; ties share."""
    count = len(places)
    by_place = np.linspace(1, -1, count) if reward == "rank" else np.array([1.0] + [-1 / (count - 1)] * (count - 1))
    shared = {place: by_place[place - 1 : place - 1 + places.count(place)].mean() for place in places}
    return [float(shared[place]) for place in places]


def check_zero_sum(subject: Subject) -> None:
    """Returns sum to 0 where the table says so, in every way to count that it names; else they do not always."""
    info = subject.modules.info
    sums: dict[int, list[float]] = {count: [] for count in info.num_players}
    for game in subject.ends(40):
        rewards = info.table(game.num_players).rewards
        assert len(set(rewards)) == len(rewards) > 0
        sums[game.num_players] += [sum(returns_of(game, reward)) for reward in rewards]
    for count, found in sums.items():
        assert np.allclose(found, 0) == info.table(count).zero_sum, (count, found)


def check_forfeit(subject: Subject) -> None:
    """A forfeit never pays more than the worst result, and a game that goes on pays nothing."""
    for game in subject.games(40):
        for reward in subject.modules.info.table(game.num_players).rewards:
            assert returns_of(game, reward) == [0.0] * game.num_players
        play_on(game, np.random.default_rng(len(game.info.name)))
        for reward in subject.modules.info.table(game.num_players).rewards:
            assert forfeit_return(subject.name, int(reward_named(reward)), game.ruleset) <= min(
                returns_of(game, reward)
            )


def check_leads(subject: Subject) -> None:
    """Potentials are finite, 0 where nobody sits and at the end, and no secret moves them."""
    loops = loop_of(subject.modules.package, "one")
    for game in subject.stops(6, every=4):
        leads = np.full(subject.kernels.MAX_PLAYERS, np.nan)
        loops.write_potentials(game.states, game.rules, leads)
        assert np.isfinite(leads).all()
        assert not leads[game.num_players :].any()
        assert not game.over or not leads.any()
        for seat in range(game.num_players):
            again = np.zeros_like(leads)
            other = game.resample_hidden(seat, 4)
            loops.write_potentials(other.states, other.rules, again)
            assert np.array_equal(leads, again)


def check_observation(subject: Subject) -> None:
    """Numbers stay in their bounds, fill their pieces, are the same whatever was in the room, and tell seats apart."""
    people, kernels = subject.modules.people, subject.kernels
    size = sum(piece.size for piece in people.LAYOUT)
    loops, used = loop_of(subject.modules.package, "one"), np.zeros(size, bool)
    least, most = bounds_of(subject.name)
    for game in subject.stops(8, every=3):
        for seat in range(game.num_players):
            seen = game.observe(seat)["observation"]
            assert seen.shape == (size,)
            assert np.isfinite(seen).all()
            assert least <= seen.min() <= seen.max() <= most
            room = np.full(size, 7, seen.dtype).view(kernels.OBSERVATION_DTYPE)
            loops.write_view(game.states, game.rules, seat, room)
            assert room.tobytes() == seen.tobytes(), "expected every number of the room to be written"
            used |= seen != 0
        hidden = np.full(kernels.HIDDEN_SIZE, np.nan)
        loops.write_hidden(game.states, game.rules, hidden)
        assert np.isfinite(hidden).all()
        assert (np.abs(hidden) <= 1).all()
    first = np.cumsum([0, *(piece.size for piece in people.LAYOUT)])[:-1]
    assert np.logical_or.reduceat(used, first).mean() > 0.5, "expected most pieces to be used"
