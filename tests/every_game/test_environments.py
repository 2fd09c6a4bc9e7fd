"""The environments of every game by its name: as a module, in registries, for Stable-Baselines3; and their page."""

import inspect
import pickle
import sys
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from mom_env.contract.info import GameInfo
from mom_env.environments.docs_page import environment_page
from mom_env.environments.of_game import Environments, env, parallel_env
from mom_env.errors import GameError
from mom_env.games import GAMES, load, registration
from mom_env.kernel.masks import draw_action, random_draws
from tests.every_game.installed import GAMES as ALL

each_game = pytest.mark.parametrize("game", ALL)


@each_game
def test_the_environments_of_a_game_play_to_its_end(game: str) -> None:
    made, draws = Environments(game), random_draws(1)
    for make in (made.env, made.raw_env, lambda **arguments: env(game, **arguments)):
        table = make(num_players=2)
        table.reset(seed=3)
        while table.agents:
            observation, _, is_over, _, _ = table.last()
            assert observation is not None
            table.step(None if is_over else draw_action(observation["action_mask"], draws))
    assert parallel_env(game, num_players=2).max_num_agents == made.parallel_env(num_players=2).max_num_agents == 2
    assert made.env().max_num_agents == load(game).info.default_players
    assert made.env().metadata["name"] == load(game).info.environments


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_the_package_has_a_module_of_its_environments(game: str) -> None:
    info = load(game).info
    module = import_module(f"mom_env.{info.environments}")
    assert module.__doc__ == info.about
    assert sorted(module.__all__) == ["env", "parallel_env", "raw_env"]
    assert pickle.loads(pickle.dumps(module.env))(num_players=2).max_num_agents == 2
    camel = "".join(word.capitalize() for word in game.split("_"))
    assert info.environment == f"mom_env/{camel}-{list(info.versions)[-1]}"
    assert inspect.getsource(module).count("\n") < 15


@each_game
def test_the_page_of_a_game_names_it_and_its_numbers(game: str) -> None:
    info, page = load(game).info, environment_page(game)
    assert page.startswith(f"# {info.title}\n")
    assert f"The potential is the {info.score} that open information gives the seat now" in " ".join(page.split())
    assert f"over {info.score_unit:g}; it is 0 at the deal" in " ".join(page.split())
    assert ("has one more action" in page) == (info.wait is None)
    assert ("ask them one after the other: nothing happens" in page) == (info.kind == "simultaneous")
    assert "break the game off after this number of decisions, in `parallel_env` of steps, or never" in page
    assert f"| `num_players` | a whole number | `{info.default_players}` |" in page
    assert ("Every reward is zero-sum" in page) == all(table.zero_sum for table in info.tables.values())


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """What is registered in a registry of Gymnasium that was loaded before."""
    found: list[tuple[str, dict[str, Any]]] = []
    name = "gymnasium.envs.registration"
    loaded = SimpleNamespace(register=lambda id, **named: found.append((id, named["kwargs"])))  # noqa: A006  # its name
    monkeypatch.setitem(sys.modules, name, loaded)
    monkeypatch.setattr(registration, "REGISTRIES", {name: registration.register_in_gymnasium})
    monkeypatch.setattr(registration, "known", [])
    monkeypatch.setattr(registration, "waiting", set())
    return found


def info_of(name: str, environment: str) -> GameInfo:
    return GameInfo(name, name, name, {}, environment=environment)


def test_a_game_is_registered_once_when_it_is_loaded(registered: list[tuple[str, dict[str, Any]]]) -> None:
    for _ in range(2):
        registration.register(info_of("chess", "own/Chess-v0"))
    registration.register(info_of("go", ""))
    assert registered == [("own/Chess-v0", {"game": "chess"})]


def test_two_games_of_one_name_in_registries_are_refused(registered: list[tuple[str, dict[str, Any]]]) -> None:
    registration.register(info_of("chess", "own/Chess-v0"))
    with pytest.raises(GameError, match=r"^game 'go': INFO\.environment: expected a name of its own, found .*'chess'$"):
        registration.register(info_of("go", "own/Chess-v0"))
    assert len(registered) == 1


def test_a_registry_that_comes_later_gets_all_games(registered: list[tuple[str, dict[str, Any]]]) -> None:
    registration.waiting.add("gymnasium.envs.registration")
    registration.register(info_of("chess", "own/Chess-v0"))
    assert (registered, [info.name for info in registration.known]) == ([], ["chess"])


@each_game
def test_stable_baselines3_has_an_environment_of_every_game(game: str) -> None:
    pytest.importorskip("stable_baselines3")
    from mom_env.sb3 import GameVecEnv

    envs, rng = GameVecEnv(game, 3, seed=1), np.random.default_rng(1)
    envs.reset()
    for _ in range(20):
        observations, *_ = envs.step(envs.table.sample(rng))
    assert isinstance(observations, np.ndarray)
    assert envs.observation_space.shape is not None
    assert observations.shape == (3, *envs.observation_space.shape)
    assert envs.settings.num_players == load(game).info.default_players
    assert f"3 games of {game}" in repr(envs)


def test_monkeys_vec_env_is_another_name_for_the_first_game() -> None:
    pytest.importorskip("stable_baselines3")
    from mom_env.sb3 import GameVecEnv, MonkeysVecEnv

    named, same = MonkeysVecEnv(4, 3, "random", seed=5), GameVecEnv(GAMES[0], 4, 3, "random", seed=5)
    assert np.array_equal(named.reset(), same.reset())
    assert isinstance(named, GameVecEnv)
    ours, theirs = (list(inspect.signature(each).parameters) for each in (MonkeysVecEnv, GameVecEnv))
    assert (
        ours
        == theirs[1:]
        == [
            *("num_envs", "num_players", "opponents", "seat", "reward", "deck", "options", "seed", "num_threads"),
            "arguments",
        ]
    )
