"""3.1, R31: All choose at once: one game through each way in, secret choices, bad input that changes nothing."""

import re
from typing import Any

import numpy as np
import pytest

from mom_env.environments.aec import RawEnv
from mom_env.environments.parallel import ParallelGames
from mom_env.errors import IllegalAction, MomError, OptionError
from mom_env.four_monkeys import Game, VectorGame
from tests.four_monkeys.build import Table, grab

GAME = "four_monkeys"
OPTIONS: dict[str, Any] = {"banana_skins": True, "check_choice": True, "pace": [1, 2, 1]}
SETTINGS: dict[str, Any] = {"num_players": 3, "deck": "mini", "options": OPTIONS}


def draw(rng: np.random.Generator, mask: Any) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def tick_of(env: RawEnv | ParallelGames) -> int:
    return int(env.game.states["tick"][0])


def test_the_same_actions_give_the_same_bytes_through_all_ways_in() -> None:
    aec, both = RawEnv(GAME, SETTINGS), ParallelGames(GAME, SETTINGS)
    aec.reset(seed=4)
    seen, _ = both.reset(seed=4)
    game, batch = Game(3, 4, deck="mini", options=OPTIONS), VectorGame(1, 3, 4, deck="mini", options=OPTIONS)
    batch.restore(game.states)
    rng, ticks = np.random.default_rng(1), 0
    while both.agents:
        asked = game.seats_to_move()
        chosen = {agent: draw(rng, seen[agent]["action_mask"]) for agent in both.agents}
        for seat in asked:
            action = chosen[f"player_{seat}"]
            assert (aec.agent_selection, int(batch.seats[0])) == (f"player_{seat}", seat)
            assert aec.observe(aec.agent_selection)["observation"].tobytes() == batch.observations[0].tobytes()
            aec.step(action)
            game.play(action)
            batch.step(np.array([action]))
        seen, *_ = both.step(chosen)
        ticks += 1
        assert both.game.states.tobytes() == game.states.tobytes() == aec.game.states.tobytes()
        if not game.over:
            assert batch.states.tobytes() == game.states.tobytes()
    assert game.over
    assert both.game.replay() == game.replay()
    assert ticks > 8


def test_max_cycles_counts_decisions_in_aec_and_ticks_in_parallel() -> None:
    both, aec = ParallelGames(GAME, SETTINGS | {"max_cycles": 2}), RawEnv(GAME, SETTINGS | {"max_cycles": 2})
    both.reset(seed=1)
    both.step(dict.fromkeys(both.agents, 0))
    *_, cut, _ = both.step(dict.fromkeys(both.agents, 0))
    assert all(cut.values())
    assert tick_of(both) == 2
    aec.reset(seed=1)
    aec.step(0)
    aec.step(0)
    assert all(aec.truncations.values())
    assert tick_of(aec) == 0


def shown_by(env: RawEnv, agents: list[str]) -> list[Any]:
    """All that agents are given, but for whose turn it is."""
    seen = [env.observe(agent)["observation"].tobytes() for agent in agents]
    return [seen, env.rewards, env.terminations, env.truncations]


def test_what_the_first_seat_chooses_shows_nowhere() -> None:
    env = RawEnv(GAME, {"num_players": 3, "options": {"banana_skins": True}})
    env.reset(seed=2)
    legal, shown, masks = env.game.legal_actions(), [], []
    for action in legal:
        env.reset(seed=2)
        env.step(action)
        assert env.agent_selection == "player_1"
        shown.append(shown_by(env, ["player_1", "player_2"]))
        masks.append(env.infos["player_1"]["action_mask"].tobytes())
        with pytest.raises(IllegalAction) as caught:
            env.step(52)
        shown[-1].append(str(caught.value))
    assert len(legal) > 3
    assert all(one == shown[0] for one in shown)
    assert len(set(masks)) == 1


def refused(env: ParallelGames, actions: dict[str, Any], error: type[MomError]) -> None:
    before, cycle = env.game.states.tobytes(), tick_of(env)
    with pytest.raises(error):
        env.step(actions)
    assert (env.game.states.tobytes(), tick_of(env)) == (before, cycle)


def test_a_parallel_step_with_a_wrong_set_of_agents_changes_nothing() -> None:
    env = ParallelGames(GAME, {"num_players": 3})
    env.reset(seed=1)
    whole = dict.fromkeys(env.agents, 0)
    refused(env, {"player_0": 0, "player_1": 0}, IllegalAction)
    refused(env, whole | {"player_3": 0}, OptionError)
    refused(env, whole | {"nobody": 0}, OptionError)
    refused(env, whole | {"player_1": 53}, IllegalAction)
    refused(env, whole | {"player_1": "wait"}, IllegalAction)
    env.step(whole)
    assert tick_of(env) == 1


def test_who_has_chosen_or_can_only_wait_is_not_asked_again() -> None:
    game = Table(3, tops={0: [1]}, pace=[1, 2, 1]).tick().game
    assert game.seats_to_move() == [0, 2]
    game.play(grab(1))
    before = game.states.tobytes()
    for wrong in ({0: 0}, {0: 0, 2: 0}, {1: 0, 2: 0}, {2: 0, 3: 0}, {}):
        with pytest.raises(IllegalAction):
            game.play_together(wrong)
        assert game.states.tobytes() == before
    game.play_together({2: 0})
    assert game.tick == 2


WHO = "expected an action of each of the seats [0, 2], found seats "
WHAT = "player_2: expected an action id from 0 to 52, found "


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        ({0: 0, 2: "x"}, f"{WHAT}'x'"),
        ({0: 0, 2: 0.5}, f"{WHAT}0.5"),
        ({0: 0, 2: {"wait": True}}, f"{WHAT}{{'wait': True}}"),
        ({0: 0, 2: None}, f"{WHAT}None"),
        ({0: 0, 2: True}, f"{WHAT}True"),
        ({0: 0, 2: 2**70}, f"{WHAT}{2**70}"),
        ({0: 0, 2: 53}, f"{WHAT}53"),
        ({0: 0, 2: 52}, "action 52 (check 10) is not among its"),
        ({0: 0}, f"{WHO}[0]"),
        ({0: 0, 1: 0, 2: 0}, f"{WHO}[0, 1, 2]; seat 1 has chosen already, or has nothing to choose"),
        ({0: 0, 3: 0}, f"{WHO}[0, 3]"),
        ({False: 0, 2: 0}, f"{WHO}[False, 2]"),
        ({0: 0, "2": 0}, f"{WHO}[0, '2']"),
        ([0, 0], "expected a mapping with an action id for each seat, found [0, 0]"),
        (None, "expected a mapping with an action id for each seat, found None"),
    ],
)
def test_play_together_says_what_is_no_action(actions: Any, says: str) -> None:
    game = Table(3, tops={0: [1]}, pace=[1, 2, 1]).tick().game
    before = game.states.tobytes()
    with pytest.raises(IllegalAction, match=re.escape(says)):
        game.play_together(actions)
    assert game.states.tobytes() == before


def test_play_together_takes_whole_numbers_of_numpy_and_keeps_plain_ones_in_the_replay() -> None:
    game = Table(3, tops={0: [1]}).game
    before = len(game._actions)
    game.play_together({np.int8(seat): np.int64(0) for seat in range(3)})  # type: ignore[misc]
    assert [type(action) for action in game._actions[before:]] == [int] * 3


def test_the_other_area_s_stack_is_refused_and_choices_are_kept() -> None:
    made = Table(8, tops={0: [1]})
    made.game.play({"wait": True})
    tops = [{stack["top"] for stack in area} for area in made.now["stacks"]]
    other = max(tops[1] - tops[0])
    before = made.game.states.tobytes()
    with pytest.raises(IllegalAction, match="not among its"):
        made.game.play(grab(other))
    assert made.game.states.tobytes() == before
    assert made.now["pending"][0] == {"chosen": True, "choice": {"wait": True}}
