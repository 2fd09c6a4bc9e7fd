"""`VectorGame`: arrays filled in place, fresh deals by themselves, and a refused batch in which nothing has moved."""

import copy
import pickle
import tracemalloc
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from mom_env.errors import IllegalAction, OptionError
from mom_env.kernel.jit import is_compiled
from mom_env.monkeys_on_the_moon import Game, VectorGame
from mom_env.monkeys_on_the_moon.actions import ADVANCE, MASK_DTYPE, NUM_ACTIONS
from mom_env.monkeys_on_the_moon.observe import OBSERVATION_SIZE
from mom_env.monkeys_on_the_moon.state import STATE_DTYPE, Decision
from tests.support.sizes import smaller_without_jit
from tests.support.untyped import untyped

ARRAYS = ("seats", "observations", "action_masks", "returns", "dones")
needs_two_threads = pytest.mark.skipif(
    not is_compiled() or numba.config.NUMBA_NUM_THREADS < 2, reason="needs compiled kernels and two cores"
)


def arrays_of(games: VectorGame) -> dict[str, Any]:
    """The bytes of everything that a batch shows, and of its records."""
    shown = {name: getattr(games, name).tobytes() for name in ARRAYS}
    return {**shown, "states": games.states.tobytes()}


def first_legal(games: VectorGame) -> NDArray[np.int64]:
    actions: NDArray[np.int64] = games.action_masks.argmax(axis=1)
    return actions


def play(games: VectorGame, steps: int, seed: int = 0) -> VectorGame:
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        games.step(games.sample(rng))
    return games


# Arrays


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_arrays_have_a_row_for_each_game(num_players: int) -> None:
    games = VectorGame(5, num_players, seed=1)
    assert (games.num_games, games.num_players) == (5, num_players)
    expected = {
        "seats": ((5,), np.int8),
        "observations": ((5, OBSERVATION_SIZE), np.float32),
        "action_masks": ((5, NUM_ACTIONS), np.int8),
        "returns": ((5, 4), np.float32),
        "dones": ((5,), np.bool_),
    }
    assert {name: (getattr(games, name).shape, getattr(games, name).dtype) for name in ARRAYS} == expected
    assert (games.states.shape, games.states.dtype) == ((5,), STATE_DTYPE)
    assert all(getattr(games, name).flags.c_contiguous for name in ARRAYS)


def test_the_arrays_are_filled_in_place() -> None:
    games = VectorGame(4, seed=1)
    before = {name: getattr(games, name) for name in (*ARRAYS, "states")}
    addresses = {name: array.ctypes.data for name, array in before.items()}
    seen = [games.observations.copy()]
    play(games, 20)
    games.reset(2)
    assert all(getattr(games, name) is array for name, array in before.items())
    assert {name: getattr(games, name).ctypes.data for name in before} == addresses
    assert (before["observations"] != seen[0]).any()


def test_rows_show_what_a_game_shows_to_the_seat_that_decides() -> None:
    games = play(VectorGame(smaller_without_jit(40, 6), 3, seed=1), 30)
    for i in range(games.num_games):
        game = Game(3, seed=0)
        game.states[0] = games.states[i]
        seen = game.observe(int(games.seats[i]))
        assert games.seats[i] == game.seat
        assert games.observations[i].tobytes() == seen["observation"].tobytes()
        assert games.action_masks[i].tobytes() == seen["action_mask"].tobytes()


def test_without_observations_a_batch_plays_the_same_games() -> None:
    full, bare = VectorGame(8, seed=1), VectorGame(8, seed=1, observe=False)
    assert (bare.observations.shape, bare.action_masks.shape) == ((0, OBSERVATION_SIZE), (0, NUM_ACTIONS))
    for _ in range(smaller_without_jit(300, 60)):
        actions = first_legal(full)
        full.step(actions)
        bare.step(actions)
        for name in ("seats", "returns", "dones", "states"):
            assert arrays_of(full)[name] == arrays_of(bare)[name]
    with pytest.raises(OptionError, match="sample: expected a batch made with observe=True"):
        bare.sample(np.random.default_rng(0))


def test_a_game_is_small() -> None:
    assert STATE_DTYPE.itemsize <= 1024
    games = VectorGame(100, seed=1)
    size = games.states.nbytes + sum(getattr(games, name).nbytes for name in ARRAYS)
    assert size / games.num_games < 4000
    assert games.action_masks.itemsize * NUM_ACTIONS == MASK_DTYPE.itemsize


@pytest.mark.skipif(not is_compiled(), reason="plain Python allocates for every number")
def test_a_step_allocates_nothing_for_its_games() -> None:
    peaks = []
    for num_games in (100, 10_000):
        games, rng = VectorGame(num_games, seed=1), np.random.default_rng(0)
        play(games, 3)
        tracemalloc.start()
        for _ in range(20):
            games.step(games.sample(rng))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert max(peaks) < 5_000  # bytes: not even one for each game


# Fresh deals


@pytest.mark.parametrize("num_players", [2, 4])
def test_a_finished_game_gives_way_to_a_fresh_deal(num_players: int) -> None:
    games, rng = VectorGame(6, num_players, seed=3), np.random.default_rng(0)
    first_circles, ended = games.states["colour"].copy(), np.zeros(6, int)
    while ended.sum() < 12:
        games.step(games.sample(rng))
        assert (games.returns[~games.dones] == 0).all()
        for i in np.flatnonzero(games.dones):
            ended[i] += 1
            assert (int(games.states[i].round_number), int(games.states[i].phase)) == (0, 0)
            assert np.isclose(games.returns[i].sum(), 0, atol=1e-6)
            assert games.returns[i].any()
            assert (games.returns[i, num_players:] == 0).all()
        assert (games.action_masks.sum(axis=1) > 0).all()
    assert (games.states["colour"] != first_circles).any()


def test_every_game_of_a_batch_and_every_next_deal_is_another() -> None:
    games, deals = VectorGame(4, 2, seed=3), []
    rng = np.random.default_rng(0)
    deals += [state.tobytes() for state in games.states]
    while len(deals) < 16:
        games.step(games.sample(rng))
        deals += [games.states[i].tobytes() for i in np.flatnonzero(games.dones)]
    assert len(set(deals)) == len(deals)


@pytest.mark.parametrize("reward", ["win", "vp", "rank"])
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_whatever_the_reward_one_s_gain_is_the_others_loss(reward: str, num_players: int) -> None:
    games, rng = VectorGame(smaller_without_jit(64, 3), num_players, seed=4, reward=reward), np.random.default_rng(1)
    returns, ended = np.zeros((games.num_games, 4)), np.zeros(games.num_games, bool)
    while not ended.all():
        games.step(games.sample(rng))
        returns[games.dones] = games.returns[games.dones]
        ended |= games.dones
    assert np.allclose(returns.sum(axis=1), 0, atol=1e-5)
    assert (returns[:, num_players:] == 0).all()
    assert returns.any(axis=1).mean() > 0.8  # a tie of all is worth nothing, and rare


@pytest.mark.parametrize("reward", ["win", "vp", "rank"])
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_returns_are_those_of_the_finished_game(reward: str, num_players: int) -> None:
    """Replayed by a `Game`, whose result tells VP and places."""
    games, rng = VectorGame(1, num_players, seed=9, reward=reward), np.random.default_rng(num_players)
    game = Game(num_players, seed=9)
    while not games.dones[0]:
        action = int(games.sample(rng)[0])
        games.step(np.array([action]))
        game.play(action)
    result, seats = untyped(game.result()), range(num_players)
    vp, places = result["vp"], result["places"]
    others = num_players - 1
    expected = {
        "win": result["returns"],
        "vp": [(vp[seat] - (sum(vp) - vp[seat]) / others) / 20 for seat in seats],
        "rank": [1 - 2 * (places[seat] - 1 + (places.count(places[seat]) - 1) / 2) / others for seat in seats],
    }[reward]
    assert np.allclose(games.returns[0, :num_players], expected, atol=1e-6)
    assert abs(games.returns[0].sum()) < 1e-6


# The same games


def test_a_game_does_not_depend_on_how_many_there_are() -> None:
    few, many = VectorGame(3, seed=5), VectorGame(40, seed=5)
    for _ in range(smaller_without_jit(300, 50)):
        actions = first_legal(many)
        many.step(actions)
        few.step(actions[:3].copy())
        assert few.states.tobytes() == many.states[:3].tobytes()
        assert few.observations.tobytes() == many.observations[:3].tobytes()


def test_the_first_game_of_a_batch_is_the_game_of_that_seed() -> None:
    games, game = VectorGame(3, 3, seed=5), Game(3, seed=5)
    while not game.over:
        assert games.states[0].tobytes() == game.states[0].tobytes()
        game.play(int(first_legal(games)[0]))
        games.step(first_legal(games))


@needs_two_threads
def test_two_threads_play_the_same_games() -> None:
    one, two = (VectorGame(101, seed=5, num_threads=threads) for threads in (1, 2))
    rngs = np.random.default_rng(0), np.random.default_rng(0)
    for _ in range(300):
        actions = one.sample(rngs[0]), two.sample(rngs[1])
        assert (actions[0] == actions[1]).all()
        one.step(actions[0])
        two.step(actions[1])
    assert arrays_of(one) == arrays_of(two)


@needs_two_threads
def test_more_threads_than_games_do_no_harm() -> None:
    assert arrays_of(play(VectorGame(1, seed=5, num_threads=2), 50)) == arrays_of(play(VectorGame(1, seed=5), 50))


def ended(num_games: int) -> VectorGame:
    """Games of two of which some ended with the last step."""
    games, rng = VectorGame(num_games, 2, seed=1), np.random.default_rng(0)
    while not games.dones.any():
        games.step(games.sample(rng))
    return games


def test_a_reset_deals_what_the_seed_says() -> None:
    games = ended(6)
    games.reset(2)
    assert arrays_of(games) == arrays_of(VectorGame(6, 2, seed=2))
    games.reset()
    assert arrays_of(games) != arrays_of(VectorGame(6, 2, seed=2))


def test_restored_games_are_copies_and_all_arrays_show_them() -> None:
    games, other = play(VectorGame(6, 2, seed=3), 10), ended(6)
    shown = arrays_of(games)
    other.restore(games.states)
    assert arrays_of(other) == shown
    play(other, 10)
    assert arrays_of(games) == shown
    assert arrays_of(other) == arrays_of(play(games, 10))


def test_a_reward_may_be_changed_between_two_games() -> None:
    games, other = VectorGame(4, 2, seed=1, reward="win"), VectorGame(4, 2, seed=1, reward="vp")
    games.set_reward("vp")
    while not games.dones.any():
        actions = first_legal(games)
        games.step(actions)
        other.step(actions)
    assert arrays_of(games) == arrays_of(other)


def test_a_copy_goes_on_by_itself() -> None:
    games = play(VectorGame(6, seed=1), 20)
    before = arrays_of(games)
    for other in (copy.deepcopy(games), pickle.loads(pickle.dumps(games))):
        assert arrays_of(other) == before
        play(other, 5)
        assert arrays_of(games) == before
        assert arrays_of(other) == arrays_of(play(copy.deepcopy(games), 5))
        assert arrays_of(other)["observations"] != before["observations"]
        with pytest.raises(ValueError, match="read-only"):
            other.rules["num_players"] = 3


# Draws


def test_draws_are_legal_uniform_and_in_the_same_array() -> None:
    games, rng = VectorGame(2000, 4, seed=1), np.random.default_rng(0)
    games.states[:] = games.states[0]
    games.action_masks[:] = games.action_masks[0]
    actions = games.sample(rng)
    assert games.sample(rng) is actions
    counts = np.bincount(actions, minlength=NUM_ACTIONS)
    legal = np.flatnonzero(games.action_masks[0])
    assert np.flatnonzero(counts).tolist() == legal.tolist()
    assert counts[legal].min() > 0.8 * len(actions) / len(legal)


def test_the_same_generator_draws_the_same() -> None:
    games = VectorGame(50, seed=1)
    one, same, other = (games.sample(np.random.default_rng(seed)).copy() for seed in (1, 1, 2))
    assert (one == same).all()
    assert (one != other).any()


# What is refused


def refusal(games: VectorGame, actions: Any) -> str:
    """Why a batch of actions is refused; no game has moved, and no array has changed."""
    before = arrays_of(games)
    with pytest.raises(IllegalAction) as caught:
        games.step(actions)
    assert arrays_of(games) == before
    return str(caught.value)


@pytest.mark.parametrize("action", [-1, NUM_ACTIONS, 2**62, -(2**62), 3])
@pytest.mark.parametrize("game", [0, 7, 9])
def test_an_illegal_action_is_named_with_its_game_seat_and_decision(action: int, game: int) -> None:
    games = play(VectorGame(10, seed=1), 30)
    actions = first_legal(games)
    actions[game] = action
    message = refusal(games, actions)
    assert message.startswith(f"game {game}: player_{games.seats[game]}'s decision is ")
    assert f"; action {action} (" in message
    assert message.endswith(") is not legal")
    decision = message.split("'s decision is ")[1].split(";")[0]
    assert decision == ["card", "tribe", "appease", "monkey", "bid", "ship", "stay"][int(games.states[game].decision)]


@needs_two_threads
def test_two_threads_refuse_as_one_does() -> None:
    for bad in ([0], [9], [4, 7]):
        messages = []
        for threads in (1, 2):
            games = play(VectorGame(10, seed=1, num_threads=threads), 25)
            actions = first_legal(games)
            actions[bad] = -1
            messages.append(refusal(games, actions))
        assert messages[0] == messages[1]
        assert messages[0].startswith(f"game {bad[0]}: ")


def test_every_action_that_the_mask_does_not_allow_is_refused() -> None:
    games = play(VectorGame(4, seed=1), 25)
    before = arrays_of(games)
    for game in range(4):
        for action in np.flatnonzero(games.action_masks[game] == 0):
            actions = first_legal(games)
            actions[game] = action
            with pytest.raises(IllegalAction, match=f"^game {game}: "):
                games.step(actions)
    assert arrays_of(games) == before


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0.0, 0.0], "actions: expected whole numbers, found 0.0"),
        (np.zeros(2, np.float32), "actions: expected whole numbers, found float32"),
        ([0, float("nan")], "actions: expected whole numbers, found nan"),
        ([0, True], "actions: expected whole numbers, found True"),
        ([0, np.True_], "actions: expected whole numbers, found np.True_"),
        (np.ones(2, np.bool_), "actions: expected whole numbers, found bool"),
        (["0", "1"], "actions: expected whole numbers, found '0'"),
        ([None, None], "actions: expected whole numbers, found None"),
        ([0, -(10**30)], f"actions: expected ids from 0 to {NUM_ACTIONS - 1}, found -1000000"),
        ([10**30, 0], f"actions: expected ids from 0 to {NUM_ACTIONS - 1}, found 1000000"),
        (None, "actions: expected whole numbers, found object"),
        ("pass", "actions: expected whole numbers, found <U4"),
        ([[0], [0, 1]], "actions: expected whole numbers, found [0]"),
        (0, "actions: expected shape (2,), found ()"),
        ([0], "actions: expected shape (2,), found (1,)"),
        ([0, 0, 0], "actions: expected shape (2,), found (3,)"),
        (np.zeros((2, 1), np.int64), "actions: expected shape (2,), found (2, 1)"),
        (np.zeros((0,), np.int64), "actions: expected shape (2,), found (0,)"),
        ([], "actions: expected shape (2,), found (0,)"),
        (np.full(2, 2**64 - 1, np.uint64), "game 0: "),
    ],
)
def test_actions_are_one_whole_number_for_each_game(actions: Any, message: str) -> None:
    assert refusal(VectorGame(2, seed=1), actions).startswith(message)


@pytest.mark.parametrize("kind", [np.int16, np.int32, np.uint16, np.uint64, list, tuple])
def test_actions_may_be_any_integers(kind: Any) -> None:
    games, other = VectorGame(6, seed=1), VectorGame(6, seed=1)
    actions = first_legal(games)
    games.step(actions)
    other.step(kind(actions.tolist()) if kind in (list, tuple) else actions.astype(kind))
    assert arrays_of(games) == arrays_of(other)


def test_actions_may_lie_anywhere_in_memory() -> None:
    games, other = VectorGame(6, seed=1), VectorGame(6, seed=1)
    actions = first_legal(games)
    games.step(actions)
    other.step(np.stack([actions, actions], axis=1)[:, 1])
    assert arrays_of(games) == arrays_of(other)
    games.step(first_legal(games)[::1])
    read_only = first_legal(other)
    read_only.flags.writeable = False
    other.step(read_only)
    assert arrays_of(games) == arrays_of(other)


def test_the_check_can_be_left_out() -> None:
    checked, trusting = VectorGame(20, seed=1), VectorGame(20, seed=1, check=False)
    for _ in range(smaller_without_jit(200, 40)):
        actions = first_legal(checked)
        checked.step(actions)
        trusting.step(actions)
    assert arrays_of(checked) == arrays_of(trusting)
    while not (checked.states["decision"] == Decision.TRIBE).any():
        actions = first_legal(checked)
        checked.step(actions)
        trusting.step(actions)
    game = int(np.argmax(checked.states["decision"] == Decision.TRIBE))
    actions = first_legal(checked)
    actions[game] = next(action for action in range(ADVANCE, ADVANCE + 6) if not checked.action_masks[game, action])
    assert refusal(checked, actions).startswith(f"game {game}: ")
    trusting.step(actions)
    assert arrays_of(checked) != arrays_of(trusting)


# Arguments


@pytest.mark.parametrize("number", [0, -1, 1.0, "3", True, None, float("nan"), [3], np.float64(3), 2**20 + 1, 10**20])
def test_the_number_of_games_has_limits(number: Any) -> None:
    with pytest.raises(OptionError, match="num_games: expected a whole number from 1 to 1048576, found"):
        VectorGame(number)


@pytest.mark.parametrize("number", [0, -1, 1.0, "1", True, None, float("nan"), 10**6, 10**30])
def test_threads_are_as_many_as_there_are(number: Any) -> None:
    most = numba.config.NUMBA_NUM_THREADS
    with pytest.raises(OptionError, match=f"num_threads: expected a whole number from 1 to {most}, found"):
        VectorGame(2, num_threads=number)


@pytest.mark.parametrize("reward", ["points", "", "WIN", None, 0, ["win"], {"win": 1}])
def test_a_reward_is_one_of_those_there_are(reward: Any) -> None:
    with pytest.raises(OptionError, match="reward: expected one of win, vp, rank, found"):
        VectorGame(2, reward=reward)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "7", True, float("nan")])
def test_a_seed_is_a_whole_number_of_64_bits(seed: Any) -> None:
    with pytest.raises(OptionError, match=r"seed: expected a whole number from 0 to 2\*\*64 - 1, found"):
        VectorGame(2, seed=seed)
    games = VectorGame(2, seed=1)
    before = arrays_of(games)
    with pytest.raises(OptionError, match="seed: expected a whole number"):
        games.reset(seed)
    assert arrays_of(games) == before


@pytest.mark.parametrize("number", [np.int8(3), np.int64(3), 3])
def test_numbers_may_be_any_integers(number: Any) -> None:
    games = VectorGame(number, number, seed=number)
    assert (games.num_games, games.num_players) == (3, 3)
    assert arrays_of(games) == arrays_of(VectorGame(3, 3, 3))
