"""Rule options of all kinds in every kind of file: replays, texts, tournaments, agents, trainings."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pydantic import BaseModel, ValidationError

from mom_env.arena.game_records import game_dtype
from mom_env.arena.games_file import GAMES_FILE, SavedGames, read_games, save_games
from mom_env.arena.plan import Plan, differences, plan_of
from mom_env.arena.run import Way, run
from mom_env.base.replay import hash_of, read_replay, write_replay
from mom_env.common.arguments import shown
from mom_env.common.resources import resource
from mom_env.contract.options import (
    OptionValue,
    is_same,
)
from mom_env.errors import OptionError, ReplayError
from mom_env.games import load
from mom_env.monkeys_on_the_moon import Game, VectorGame
from mom_env.monkeys_on_the_moon import options as game_options
from mom_env.players.agent import AgentManifest
from mom_env.players.provenance import Provenance, changes
from tests.support.invented_options import CHOSEN, GAME, PLAN, Extended

pytestmark = pytest.mark.once


@pytest.fixture
def extended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_options, "Options", Extended)
    monkeypatch.setattr(load(GAME).people, "OPTIONS", Extended)


@pytest.mark.usefixtures("extended")
def test_a_game_and_its_files_have_options_of_all_kinds(tmp_path: Path) -> None:
    game = Game(2, 7, options=CHOSEN)
    assert Game(2, 7, options=CHOSEN | {"pace": (1, 2)}) == game
    assert game.ruleset is Game(2, 8, options=CHOSEN).ruleset  # one for all games of these options
    while not game.over:
        game.play(game.legal_actions()[0])
    write_replay(tmp_path / "game.json", game.replay())
    again = Game.from_replay(read_replay(tmp_path / "game.json"))
    assert again == game
    assert again.replay() == game.replay()
    assert Game.from_text(game.to_text()) == game
    assert game.snapshot()["options"] == Extended.checked(CHOSEN).plain()
    assert VectorGame(2, 2, options=CHOSEN).options == game.ruleset.options
    wrong = game.replay() | {"options": CHOSEN | {"ticks": 2.5}}
    with pytest.raises(ReplayError, match=r"options.ticks: expected a valid integer, found 2.5"):
        Game.from_replay(wrong | {"hash": hash_of(wrong)})


@pytest.mark.usefixtures("extended")
def test_a_tournament_continues_with_the_same_options_alone(tmp_path: Path) -> None:
    def plan(**options: Any) -> Any:
        return plan_of(["greedy", "random"], [(0, 1)], 2, 2, 5, options=options)

    way = Way(directory=tmp_path)
    games = run(plan(**CHOSEN), ["greedy", "random"], way).games
    kept = read_games(tmp_path / GAMES_FILE)
    assert kept.plan.options == CHOSEN
    assert kept.provenance.options == Extended.checked(CHOSEN).plain()
    same = plan(**dict(reversed(CHOSEN.items())) | {"pace": (1, np.int64(2))})
    assert run(same, ["greedy", "random"], way._replace(resume=True)).games.tobytes() == games.tobytes()
    for other in ({"pace": [2, 1]}, {"ticks": 31}, {"layout": "random"}):
        with pytest.raises(OptionError, match="expected games of the same plan, found another: options: "):
            run(plan(**CHOSEN | other), ["greedy", "random"], way._replace(resume=True))


@pytest.mark.parametrize("value", [2.5, 1, None, [], 10**400], ids=shown)
def test_a_plan_s_options_are_refused_as_everywhere(value: Any) -> None:
    with pytest.raises(OptionError, match=r"options\.hidden_coins: expected a valid boolean, found"):
        plan_of(["greedy", "random"], [(0, 1)], 2, 2, 5, options={"hidden_coins": value})


@pytest.mark.parametrize("value", [2.5, None, [], [[1]], [1, True], {"a": 1}, 10**400, "\udc80"], ids=shown)
def test_a_value_of_no_option_is_refused_in_every_file(value: Any) -> None:
    from mom_env.learning.config import Config

    config = {"trainer": "selfplay", "num_players": 2, "decisions": 1}
    manifest = json.loads((resource("agents", "ppo-2p") / "manifest.json").read_text())
    made = Provenance(game="g", version="1", deck="0", options={}, players={})
    files: list[tuple[type[BaseModel], dict[str, Any]]] = [
        (AgentManifest, manifest),
        (Plan, PLAN.model_dump()),
        (Provenance, made.model_dump()),
        (Config, config),
    ]
    for model, content in files:
        assert model.model_validate(content | {"options": {"x": 1, "y": [1, 2], "z": "a", "u": True}})
        with pytest.raises(ValidationError, match=r"options\.(~one\.)?x\n.*expected"):
            model.model_validate(content | {"options": {"x": value}})


def test_a_kept_tournament_has_options_of_all_kinds(tmp_path: Path) -> None:
    plan = PLAN.model_copy(update={"options": CHOSEN})
    made = Provenance(game="g", version="1", deck="0", options=CHOSEN, players={})
    save_games(tmp_path / GAMES_FILE, SavedGames(plan, made, np.zeros(0, game_dtype(2)), []))
    kept = read_games(tmp_path / GAMES_FILE)
    assert (kept.plan, kept.provenance) == (plan, made)
    assert type(kept.plan.options["pace"]) is list  # type: ignore[index]


def test_equal_options_are_equal_provenances_and_one_is_not_true() -> None:
    def made(**options: Any) -> Provenance:
        return Provenance(game="g", version="1", deck="0", options=options, players={})

    assert made(pace=(1, 2)).model_dump_json() == made(pace=[1, 2]).model_dump_json()
    assert changes(made(pace=(1, 2), ticks=1), made(ticks=1, pace=[1, 2])) == []
    assert changes(made(ticks=1), made(ticks=True)) == ["option ticks: 1 then, True now"]
    assert changes(made(pace=[1, 2]), made(pace=[2, 1])) == ["option pace: [1, 2] then, [2, 1] now"]
    one, true = (PLAN.model_copy(update={"options": {"ticks": value}}) for value in (1, True))
    assert differences(one, true) == ["options: {'ticks': True} there, {'ticks': 1} asked for"]


def test_an_agent_knows_options_of_all_kinds() -> None:
    from mom_env.players.agent import Agent

    agent = Agent(resource("agents", "ppo-2p"))
    content = agent.manifest.model_dump() | {"options": {"ticks": 1, "pace": (1, 2), "layout": "random"}}
    agent.manifest = AgentManifest.model_validate(content)
    assert AgentManifest.model_validate_json(agent.manifest.model_dump_json()) == agent.manifest
    table: dict[str, OptionValue] = {"ticks": True, "pace": [1, 2], "layout": 2}
    assert agent.unfamiliar(table) == {"ticks": True, "layout": 2}


CONFIG = """
trainer = "selfplay"
num_players = 2
decisions = 1000
[options]
ticks = 30
pace = [1, 2]
layout = "random"
hidden_coins = true
"""


def test_a_training_s_file_has_options_of_all_kinds(tmp_path: Path) -> None:
    from mom_env.learning.config import Config, load_config

    (tmp_path / "a.toml").write_text(CONFIG)
    config = load_config(tmp_path / "a.toml")
    assert config.options == CHOSEN | {"layout": "random"}
    assert Config.model_validate_json(config.model_dump_json()) == config
    settings = ["options.pace=[3]", "options.ticks=40", "options.layout=2", "options.hidden_coins=false"]
    changed = load_config(tmp_path / "a.toml", settings)
    assert is_same(changed.options, {"ticks": 40, "pace": [3], "layout": 2, "hidden_coins": False})


@pytest.mark.parametrize(
    "setting", ["options.ticks=2.5", "options.pace=[]", "options.pace=[[1]]", "options.pace=[1.5]"]
)
def test_a_training_s_options_are_of_these_kinds(tmp_path: Path, setting: str) -> None:
    from mom_env.errors import ConfigError
    from mom_env.learning.config import load_config

    (tmp_path / "a.toml").write_text(CONFIG)
    with pytest.raises(
        ConfigError,
        match=rf"--set {setting.split('=', maxsplit=1)[0]}.*: options\.\w+: expected true or false, a whole",
    ):
        load_config(tmp_path / "a.toml", [setting])


@pytest.mark.usefixtures("extended")
@pytest.mark.train
def test_a_training_s_checkpoint_and_agent_have_options_of_all_kinds(tmp_path: Path) -> None:
    from mom_env.learning import checkpoint
    from mom_env.learning.export import export_agent
    from mom_env.learning.shape import network_shape
    from mom_env.players.agent import Agent, read_agent_manifest
    from tests.learning.small import small, trained

    config = small(options=CHOSEN, num_players=2)
    training = trained(config, tmp_path / "run", 1)
    loaded = checkpoint.load_checkpoint(checkpoint.save(training, tmp_path / "checkpoints"), tmp_path / "again")
    assert loaded.config == config
    assert is_same(loaded.config.options, CHOSEN)
    export_agent(training.network.agent_arrays(), network_shape(config), config, {}, tmp_path / "agent")
    assert read_agent_manifest(tmp_path / "agent").options == Extended.checked(CHOSEN).plain()
    table = Extended.checked(CHOSEN | {"pace": [2]}).plain()
    assert Agent(tmp_path / "agent").unfamiliar(table) == {"pace": [2]}
    options: Any = read_agent_manifest(tmp_path / "agent").options
    assert Game(2, 1, options=options).ruleset.options == Extended.checked(CHOSEN)
