"""Games from one seat: who plays where, what the learner is shown and paid, and that nothing else matters."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from mom_env.environments.one_seat import OneSeat
from mom_env.environments.seat_settings import SeatSettings
from mom_env.errors import CallOrder, DeckError, IllegalAction, OptionError
from mom_env.games import GAMES
from mom_env.kernel.jit import is_compiled
from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.bots import BOTS
from mom_env.players.specs import make_player as make_real_player
from tests.support.kernels import write_potentials, write_returns
from tests.support.one_seat_deliveries import differences
from tests.support.sizes import smaller_without_jit

ARRAYS = ("observations", "action_masks", "final_observations", "rewards", "dones", "states")
two_threads = pytest.mark.skipif(numba.config.NUMBA_NUM_THREADS < 2, reason="this machine has one core")


def made(num_games: int = 1, *, deals_at_once: bool = True, num_threads: int = 1, **arguments: Any) -> OneSeat:
    settings = SeatSettings.checked(arguments)
    return OneSeat(GAMES[0], num_games, settings, deals_at_once=deals_at_once, num_threads=num_threads)


def dealt(seeds: list[int], **arguments: Any) -> OneSeat:
    table = made(len(seeds), **arguments)
    table.reset(seeds)
    return table


def first_legal(_observation: NDArray[np.float32], mask: NDArray[np.int8]) -> int:
    return int(np.argmax(mask))


def last_legal(_observation: NDArray[np.float32], mask: NDArray[np.int8]) -> int:
    return len(mask) - 1 - int(np.argmax(mask[::-1]))


def by_sight(table: OneSeat) -> NDArray[np.int64]:
    """A legal action for each game that depends on what the learner sees there alone."""
    sums = np.abs(table.observations.astype(np.float64)).sum(axis=1)
    legal = [np.flatnonzero(mask) for mask in table.action_masks]
    return np.array([ids[int(total * 1000) % len(ids)] for ids, total in zip(legal, sums, strict=True)])


def arrays_of(table: OneSeat) -> dict[str, bytes]:
    return {name: getattr(table, name).tobytes() for name in ARRAYS}


# Who sits where


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_opponents_sit_in_order_from_the_left_of_the_learner(num_players: int) -> None:
    """Each notes the numbers that it sees of itself; replayed by a `Game`, they are those of its seat."""
    for seat in range(num_players):
        seen: dict[int, list[bytes]] = {}
        opponents = [noting(seen, k) for k in range(num_players - 1)]
        game, table = Game(num_players, 5), dealt([5], num_players=num_players, seat=seat, opponents=opponents)
        expected: dict[int, list[bytes]] = {}
        for _ in range(8):
            while game.seat != seat:
                assert game.seat is not None
                view = game.observe(game.seat)
                place = (game.seat - seat - 1) % num_players
                expected.setdefault(place, []).append(view["observation"].tobytes())
                game.play(first_legal(view["observation"], view["action_mask"]))
            assert seen == expected
            assert np.array_equal(table.observations[0], game.observe(seat)["observation"])
            assert np.array_equal(table.action_masks[0], game.observe(seat)["action_mask"])
            action = game.legal_actions()[-1]
            game.play(action)
            table.step([action])


def noting(seen: dict[int, list[bytes]], k: int) -> Callable[[Any, Any], int]:
    def choose(observation: NDArray[np.float32], mask: NDArray[np.int8]) -> int:
        seen.setdefault(k, []).append(observation.tobytes())
        action = first_legal(observation, mask)
        observation[:], mask[:] = 9, 1  # its arrays are its own
        return action

    return choose


def test_a_random_seat_is_each_of_them_and_a_fixed_one_stays() -> None:
    table = dealt([1] * 2, num_players=4)
    seats = [table.seats()[0]]
    for _ in range(smaller_without_jit(40, 12)):
        table.reset()
        seats.append(table.seats()[0])
        assert table.states[0].seat == seats[-1]
    assert set(seats) == {0, 1, 2, 3}
    fixed = dealt([1, 2, 3], num_players=3, seat=2)
    for _ in range(5):
        fixed.reset()
        assert fixed.seats().tolist() == [2, 2, 2]


@pytest.mark.parametrize("name", list(BOTS))
def test_a_bot_plays_the_same_inside_a_kernel_and_asked(name: str) -> None:
    """`greedy` draws nothing; a bot that draws has the same chance either way."""
    inside, asked = (dealt([3, 4], num_players=3, seat=1, opponents=who) for who in (name, AsPlayer(name)))
    for _ in range(smaller_without_jit(60, 10)):
        actions = by_sight(inside)
        inside.step(actions)
        asked.step(actions)
        assert arrays_of(inside) == arrays_of(asked)


class AsPlayer:
    """A bot behind a function: the game must be told apart by its view alone."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.__name__ = self.__qualname__ = name

    def __call__(self, _observation: Any, _mask: Any) -> int:
        raise AssertionError("replaced by the fixture")


@pytest.fixture(autouse=True)
def bots_as_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `AsPlayer` stand for the same bot, chosen from outside of the kernel."""
    from mom_env.environments import opponents

    make = make_real_player

    def make_player(who: Any, *where: Any) -> Any:
        return Outside(make(who.name, *where)) if isinstance(who, AsPlayer) else make(who, *where)

    monkeypatch.setattr(opponents, "make_player", make_player)


class Outside:
    """A kernel's bot that does not look like one."""

    def __init__(self, bot: Any) -> None:
        self.spec, self.choose = bot.spec, bot.choose


def test_one_spec_may_sit_on_some_seats_and_others_on_others() -> None:
    table = dealt([1, 2, 3], num_players=4, opponents=["greedy", last_legal, last_legal])
    for _ in range(smaller_without_jit(80, 10)):
        table.step(by_sight(table))
    assert len(table.opponents.asked) == 1  # asked once for both of its seats
    assert (table.action_masks.sum(axis=1) > 0).all()


# What the learner is paid


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_every_reward_is_delivered(num_players: int) -> None:
    """Against the result by the rules page; 100,000 episodes: `python -m tests.support.one_seat_deliveries 100000`."""
    found = differences(num_players, smaller_without_jit(1000, 16), seed=1)
    assert found.different == 0
    assert found.negative > 0
    assert found.episodes >= smaller_without_jit(1000, 16)


REWARDS = [("win", None, 1.0), ("vp", None, 1.0), ("rank", "potential", 1.0), ("win", "potential", 0.97)]


@pytest.mark.parametrize(("reward", "shaping", "gamma"), REWARDS)
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_what_the_learner_gets_adds_up_to_the_return_of_its_game(
    num_players: int, reward: str, shaping: str | None, gamma: float
) -> None:
    """Losses too. With shaping, discounted by its gamma, the sum is the discounted return."""
    arguments: dict[str, Any] = {"num_players": num_players, "reward": reward, "shaping": shaping, "gamma": gamma}
    ended: list[float] = []
    table = made(smaller_without_jit(100, 2), deals_at_once=False, **arguments)
    table.reset(list(range(table.num_games)))
    reward_number, wanted = ["win", "vp", "rank"].index(reward), smaller_without_jit(300, 3)
    sums, steps, out, early = np.zeros(table.num_games), np.zeros(table.num_games), np.zeros(4), 0
    while len(ended) < wanted:
        was_over = table.dones.copy()
        table.step(by_sight_unless_over(table))
        sums += table.rewards * gamma ** np.where(was_over, 0, steps)
        early += int(np.count_nonzero(table.rewards[~table.dones]))
        for i in np.flatnonzero(table.dones):
            write_returns(table.states, int(i), table.ruleset.rules, reward_number, out)
            expected = out[table.seats()[i]] * gamma ** steps[i]
            assert abs(sums[i] - expected) < 1e-5
            ended.append(expected)
        steps = np.where(table.dones | was_over, 0, steps + 1)
        sums[table.dones] = 0
    assert min(ended) < 0
    assert max(ended) > 0 or not is_compiled()  # plain Python plays few games
    assert bool(early) == bool(shaping)


def test_shaping_pays_the_change_of_the_learner_s_own_potential() -> None:
    table, leads = dealt([1, 2, 3], num_players=3, shaping="potential", gamma=0.9), np.zeros((3, 4))
    is_new, paid = np.ones(3, bool), 0
    for _ in range(smaller_without_jit(300, 60)):
        before = np.where(is_new, 0.0, leads[range(3), table.seats()])
        seats = table.seats().copy()
        table.step(by_sight(table))
        for i in range(3):
            write_potentials(table.states, i, table.ruleset.rules, leads[i])
        gained = 0.9 * leads[range(3), seats] - before
        assert table.rewards[~table.dones] == pytest.approx(gained[~table.dones], abs=1e-6)
        is_new, paid = table.dones.copy(), paid + int(np.count_nonzero(gained[~table.dones]))
    assert paid > 10


def by_sight_unless_over(table: OneSeat) -> NDArray[np.int64]:
    if not table.dones.any():
        return by_sight(table)
    actions = np.zeros(table.num_games, np.int64)  # where a game is over, nothing is played
    legal = [(i, np.flatnonzero(mask)) for i, mask in enumerate(table.action_masks) if mask.any()]
    for i, ids in legal:
        actions[i] = ids[len(ids) // 2]
    return actions


@pytest.mark.parametrize("shaping", [None, "potential"])
def test_games_dealt_at_once_are_those_that_are_dealt_a_step_later(shaping: str | None) -> None:
    arguments = {"num_players": 2, "shaping": shaping}
    at_once, later = (dealt([1, 2, 3], deals_at_once=flag, **arguments) for flag in (True, False))
    games = [[list[bytes]() for _ in range(3)] for _ in range(2)]
    for table, seen in zip((at_once, later), games, strict=True):
        for _ in range(smaller_without_jit(200, 60)):
            over = table.dones.copy() & (table is later)
            actions = np.argmax(table.action_masks, axis=1)
            table.step(actions)
            for i in range(3):
                if table.dones[i]:
                    seen[i].append(table.final_observations[i].tobytes() + table.rewards[i].tobytes())
                if not (table is later and table.dones[i]):
                    seen[i].append(table.observations[i].tobytes())
                assert not (over[i] and (table.dones[i] or table.rewards[i]))
    for one, other in zip(*games, strict=True):
        shortest = min(len(one), len(other))
        assert one[:shortest] == other[:shortest]
        assert shortest > smaller_without_jit(150, 40)


def test_the_end_is_shown_as_the_learner_sees_it() -> None:
    table = dealt([8], num_players=2, seat=1, opponents=first_legal, reward="vp")
    game = Game(2, 8)
    while not table.dones[0]:
        while game.seat == 0:
            game.play(game.legal_actions()[0])
        table.step([game.legal_actions()[0]])
        game.play(game.legal_actions()[0])
        while game.seat == 0:
            game.play(game.legal_actions()[0])
    assert game.over
    assert np.array_equal(table.final_observations[0], game.observe(1)["observation"])
    vp: Any = game.result()["vp"]
    assert abs(table.rewards[0] - (vp[1] - vp[0]) / 20) < 1e-6
    assert table.action_masks.any()  # the next game is dealt


def test_every_real_decision_is_counted() -> None:
    counts = []
    game, table = Game(3, 2), dealt([2], num_players=3, seat=0, opponents=first_legal, deals_at_once=False)
    while not game.over:
        if game.seat == 0:
            table.step([game.legal_actions()[0]])
        game.play(game.legal_actions()[0])
        counts.append(1)
    assert table.num_decisions() == len(counts)


# The same games


def test_a_game_does_not_depend_on_the_batch() -> None:
    many = dealt(list(range(20, 32)), num_players=3, opponents=["random", first_legal], shaping="potential")
    alone = [dealt([20 + i], num_players=3, opponents=["random", first_legal], shaping="potential") for i in range(12)]
    for _ in range(smaller_without_jit(120, 10)):
        many.step(by_sight(many))
        for table in alone:
            table.step(by_sight(table))
        for name in ARRAYS:
            assert getattr(many, name).tobytes() == b"".join(getattr(table, name).tobytes() for table in alone)


@two_threads
def test_threads_change_nothing() -> None:
    one, two = (dealt(list(range(30)), opponents="greedy", num_threads=threads) for threads in (1, 2))
    for _ in range(smaller_without_jit(60, 5)):
        actions = by_sight(one)
        one.step(actions)
        two.step(actions)
    assert arrays_of(one) == arrays_of(two)


def test_seeds_settle_everything_and_without_them_the_chance_goes_on() -> None:
    one, other = dealt([4, 5]), dealt([4, 5])
    first = arrays_of(one)
    assert first == arrays_of(other)
    one.reset()
    other.reset()
    assert arrays_of(one) == arrays_of(other)
    assert arrays_of(one) != first
    other.reset([4, None])
    assert other.states[0].tobytes() != one.states[0].tobytes()
    other.reset([None, 5])
    one.reset([4, 5])
    assert other.states[1].tobytes() == one.states[1].tobytes()
    assert arrays_of(one) == first
    fresh = made(2), made(2)
    for table in fresh:
        table.reset()
    assert fresh[0].states.tobytes() != fresh[1].states.tobytes()


def test_nothing_is_played_before_it_is_dealt() -> None:
    with pytest.raises(CallOrder, match="call reset"):
        made(1).step([0])


def test_a_copy_goes_on_by_itself() -> None:
    table = dealt([1, 2, 3], opponents=["random", first_legal, "greedy"])
    table.step(by_sight(table))
    before = arrays_of(table)
    for other in (copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert arrays_of(other) == before
        for _ in range(5):
            other.step(by_sight(other))
        assert arrays_of(other)["observations"] != before["observations"]
        assert arrays_of(table) == before
        again = copy.deepcopy(table)
        for _ in range(5):
            again.step(by_sight(again))
        assert arrays_of(again) == arrays_of(other)


class Remembering:
    """A player with a memory, which has to be told where a game begins."""

    def reset(self, *_: int) -> None:
        raise AssertionError

    def choose(self, *_: Any) -> int:
        raise AssertionError


# What is refused


@pytest.mark.parametrize("game", range(3))
def test_an_illegal_action_of_the_learner_changes_nothing(game: int) -> None:
    table = dealt([1, 2, 3], num_players=3)
    before, decisions = arrays_of(table), table.num_decisions()
    actions = by_sight(table)
    actions[game] = int(np.argmin(table.action_masks[game]))
    with pytest.raises(
        IllegalAction, match=rf"^game {game}: player_\d's decision is \w+; action \d+ .* is not legal; "
    ):
        table.step(actions)
    for wrong in ([0.5] * 3, [0], "pass", None):
        with pytest.raises(IllegalAction, match=r"^actions: expected "):
            table.step(wrong)
    assert (arrays_of(table), table.num_decisions()) == (before, decisions)


@pytest.mark.parametrize("action", [-1, 10**9, "masked"])
def test_an_illegal_action_loses_the_game_if_that_is_asked_for(action: Any) -> None:
    table = dealt([1, 2], num_players=3, illegal="lose", deals_at_once=False)
    actions = by_sight(table)
    actions[1] = int(np.argmin(table.action_masks[1])) if action == "masked" else action
    seen = table.observations[1].copy()
    table.step(actions)
    assert table.dones.tolist() == [False, True]
    assert table.rewards.tolist() == [0, -1]
    assert np.array_equal(table.final_observations[1], seen)
    assert not table.action_masks[1].any()
    table.step(np.argmax(table.action_masks, axis=1))
    assert table.dones.tolist() == [False, False]
    assert table.action_masks.any(axis=1).all()


def illegal_answer(_observation: Any, mask: Any) -> int:
    return int(np.argmin(mask))


def no_number(_observation: Any, _mask: Any) -> Any:
    return "pass"


def broken(_observation: Any, _mask: Any) -> int:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("opponent", "error", "message"),
    [
        (illegal_answer, IllegalAction, r"opponent .*illegal_answer: player_\d's decision is .* is not legal"),
        (no_number, IllegalAction, r"no_number: answered 'pass'; expected an action id, a whole number"),
        (broken, ZeroDivisionError, None),
    ],
)
def test_what_an_opponent_does_wrong_leaves_all_as_it_was(opponent: Any, error: Any, message: str) -> None:
    failing = False

    def choose(observation: Any, mask: Any) -> Any:
        return (opponent if failing else first_legal)(observation, mask)

    choose.__qualname__ = opponent.__name__
    table = dealt([1, 2, 3], num_players=2, opponents=choose)
    table.step(by_sight(table))  # a card; after its tribe it is the opponent's turn
    before, decisions = arrays_of(table), table.num_decisions()
    actions, failing = by_sight(table), True
    with pytest.raises(error, match=message):
        table.step(actions)
    assert (arrays_of(table), table.num_decisions()) == (before, decisions)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"opponents": "gredy"}, r"player: expected one of random, greedy.*found 'gredy'; did you mean 'greedy'"),
        ({"opponents": ["greedy"]}, "opponents: expected one player, or a list of 3, one for each other seat, found 1"),
        ({"opponents": []}, "opponents: expected one player, or a list of 3"),
        ({"opponents": 7}, "player: expected a name or a function, found 7"),
        ({"opponents": {"greedy": 1}}, "player: expected a name or a function, found {'greedy': 1}"),
        ({"opponents": None}, "player: expected a name or a function, found None"),
        ({"opponents": Remembering}, "opponents: expected players without a memory, found .*Remembering"),
        ({"seat": 4}, "seat: expected 0 to 3 or 'random', found 4"),
        ({"seat": -1}, "seat: expected 0 to 3 or 'random', found -1"),
        ({"seat": True}, "seat: expected 0 to 3 or 'random', found True"),
        ({"seat": "left"}, "seat: expected 0 to 3 or 'random', found 'left'"),
        ({"illegal": "ignore"}, "illegal: expected 'raise' or 'lose', found 'ignore'"),
        ({"reward": "points"}, "reward: expected 'win', 'vp' or 'rank', found 'points'"),
        ({"gamma": 0.0}, "gamma: expected greater than 0|gamma: .*found 0.0"),
        ({"players": 3}, "argument .*: expected one of num_players, .*found 'players'; did you mean 'num_players'"),
        ({"options": {"maximum": True}}, "maximum_scorn"),
        ({"deck": "huge"}, "standard"),
        ({"num_players": 5}, "is for 2, 3 or 4 players, found 5"),
    ],
)
def test_arguments_that_do_not_exist_are_refused_with_those_that_do(arguments: Any, message: str) -> None:
    with pytest.raises((OptionError, DeckError), match=message):
        made(**arguments)


@pytest.mark.parametrize("number", [0, -1, 1.0, "3", True, None])
def test_games_and_threads_are_at_least_one(number: Any) -> None:
    with pytest.raises(OptionError, match="num_games: expected a whole number from 1 to 1048576, found"):
        made(number)
    with pytest.raises(OptionError, match="num_threads: expected a whole number from 1 to"):
        made(1, num_threads=number)


@pytest.mark.parametrize("seeds", [[1], [1, 2, 3], [1, -1], [1, 2**64], [1, 1.5], [True, 1]])
def test_seeds_are_one_a_game_and_whole(seeds: Any) -> None:
    table = dealt([1, 2])
    before = arrays_of(table)
    with pytest.raises(OptionError, match="seed: expected a "):
        table.reset(seeds)
    assert arrays_of(table) == before
