"""Players by name: what a spec finds, what it refuses, and what a player is given."""

import re
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import pytest
from pydantic import Field

from mom_env.errors import IllegalAction, OptionError
from mom_env.games import load
from mom_env.loops import loop_of
from mom_env.monkeys_on_the_moon import Game
from mom_env.players import specs as policy
from mom_env.players.kinds import SEARCHES, SearchPlayer, see
from mom_env.players.kinds import Search as SearchKind
from mom_env.players.specs import make_player
from tests.support.own_agent import write_agent

GAME = "monkeys_on_the_moon"
BITS = np.arange(1, 9, dtype=np.uint64) << np.uint64(60)
RULES = Game(4, 1).rules


def stops() -> Any:
    """Eight games at their first decision."""
    states = np.zeros(8, load(GAME).kernels.STATE_DTYPE)
    loop_of(load(GAME).package, "match").deal_each(states, RULES, np.arange(8, dtype=np.uint64))
    return states


def first_legal(_: Any, action_mask: Any) -> int:
    return int(np.flatnonzero(action_mask)[0])


class Search:
    """A player with parameters, as a game may have."""

    def __init__(self, game: str, sims: Annotated[int, Field(ge=1)] = 10, depth: int = 1) -> None:
        self.game, self.sims, self.depth = game, sims, depth

    def choose(self, states: Any, rules: Any, games: Any, seed: int) -> Any:
        assert 0 <= seed < 2**64
        return see(GAME, states[games], rules)[1].argmax(axis=1)


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SEARCHES, "search", SearchKind(Search, "the first action of all"))


@pytest.mark.parametrize("who", [*load(GAME).people.BOTS, "search:sims=5", "examples.own_bot:choose", first_legal])
@pytest.mark.usefixtures("search")
def test_every_player_chooses_legal_actions_and_the_same_alone_as_in_a_batch(who: str | Callable[..., Any]) -> None:
    player, states = make_player(who), stops()
    before = states.tobytes()
    actions = player.choose(states, RULES, BITS)
    assert states.tobytes() == before
    assert see(GAME, states, RULES)[1][range(8), actions].all()
    alone = [int(player.choose(states[i : i + 1], RULES, BITS[i : i + 1])[0]) for i in range(8)]
    assert actions.tolist() == alone


def test_chance_comes_from_the_bits_alone() -> None:
    player, states = make_player("random"), stops()
    assert player.choose(states, RULES, BITS).tolist() == player.choose(states, RULES, BITS).tolist()
    assert player.choose(states, RULES, BITS).tolist() != player.choose(states, RULES, BITS[::-1].copy()).tolist()


def test_a_function_is_given_its_own_seat_s_view_and_cannot_touch_the_game() -> None:
    seen = []

    def meddler(observation: Any, action_mask: Any) -> int:
        seen.append((observation.copy(), action_mask.copy()))
        action = first_legal(observation, action_mask)
        observation[:], action_mask[:] = -1, -1
        return action

    states = stops()
    before = states.tobytes()
    make_player(meddler).choose(states, RULES, BITS)
    assert states.tobytes() == before
    for seed, (observation, mask) in enumerate(seen):
        game = Game(4, seed)
        view = game.observe(int(game.seat or 0))
        assert np.array_equal(view["observation"], observation)
        assert np.array_equal(view["action_mask"], mask)


@pytest.mark.parametrize("answer", [None, "pass", 1.0, True])
def test_a_function_that_answers_no_whole_number_is_refused(answer: Any) -> None:
    with pytest.raises(IllegalAction, match="whole number"):
        make_player(lambda *_: answer).choose(stops(), RULES, BITS)


@pytest.mark.parametrize(
    ("who", "message"),
    [
        ("gredy", "random, greedy.*found 'gredy'; did you mean 'greedy'"),
        ("human", "mom play"),
        ("", "a name or a function"),
        (3, "a name or a function"),
        ("greedy:sims=3", "'greedy' without parameters"),
        ("search:sims=0", "sims: .*greater than or equal to 1, found '0'"),
        ("search:sims=many", "sims: .*valid integer.*found 'many'"),
        ("search:simms=5", "parameter: expected one of sims, depth, found 'simms'; did you mean 'sims'"),
        ("search:game=monkeys_on_the_moon", "parameter: expected one of sims, depth, found 'game'"),
        ("search:sims=5,sims=6", "each key once"),
        ("search:sims=", "name:key=value"),
        ("search:=5,sims=5", "name:key=value"),
        ("no_such_module:f", "cannot import no_such_module"),
        ("examples.own_bot:nothing", "'nothing' in examples.own_bot"),
        ("examples.own_bot:np.pi", "expected a function or a class, found 3.14"),
        ("../own_bot:choose", "expected one of"),
    ],
)
@pytest.mark.usefixtures("search")
def test_a_player_that_does_not_exist_is_answered_with_what_does(who: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make_player(who)


@pytest.mark.usefixtures("search")
def test_parameters_arrive_as_what_they_are_declared_to_be() -> None:
    player = make_player("search:sims=5, depth=2")
    assert isinstance(player, SearchPlayer)
    assert (player.made.sims, player.made.depth, player.spec) == (5, 2, "search:sims=5, depth=2")
    assert player.made.game == GAME


def test_a_module_in_the_current_directory_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bot_from_here.py").write_text(
        "def choose(observation, action_mask):\n    return action_mask.argmax()\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    assert make_player("bot_from_here:choose").choose(stops(), RULES, BITS).shape == (8,)


def test_a_module_that_breaks_is_the_user_s_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_bot.py").write_text("1 / 0\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    with pytest.raises(OptionError, match="broken_bot: ZeroDivisionError"):
        make_player("broken_bot:choose")


def test_an_installed_package_offers_players(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("mine", "examples.own_bot:choose", policy.ENTRY_POINTS)
    monkeypatch.setattr(policy, "entry_points", lambda group: [entry] if group == policy.ENTRY_POINTS else [])
    assert "mine" in policy.player_names()
    assert make_player("mine").choose(stops(), RULES, BITS).shape == (8,)
    with pytest.raises(OptionError, match="'mine' without parameters"):
        make_player("mine:x=1")


def test_a_kind_of_players_is_one_more_source(monkeypatch: pytest.MonkeyPatch) -> None:
    class Agent(NamedTuple):
        spec: str
        made_from: str = "nothing"

        def choose(self, states: Any, rules: Any, bits: Any) -> Any:
            return see(GAME, states, rules)[1].argmax(axis=1) + 0 * bits.astype(np.int64)

    agents = policy.PlayerSource(
        lambda _: ["agent"], lambda spec, _: Agent(spec.text) if spec.name == "agent" else None
    )
    monkeypatch.setattr(policy, "SOURCES", (*policy.SOURCES, agents))
    assert make_player("agent") == Agent("agent")
    assert policy.player_names()[-1] == "agent"


def test_an_agent_sits_where_it_was_trained_to_and_a_bot_everywhere(tmp_path: Path) -> None:
    agent = write_agent(tmp_path / "first", (2, 3))
    assert [policy.can_sit(str(agent), num_players) for num_players in (2, 3, 4)] == [True, True, False]
    assert all(policy.can_sit(who, 4) for who in ("greedy", first_legal))
    odd = write_agent(tmp_path / "odd", (2, 4))
    assert [policy.can_sit(str(odd), num_players) for num_players in (2, 3, 4)] == [True, False, True]


def test_an_agent_is_found_by_a_path_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_agent(tmp_path / "runs" / "first", (2,))
    monkeypatch.chdir(tmp_path)
    assert make_player("runs/first").spec == "runs/first"
    with pytest.raises(OptionError, match="found 'runs/second'"):
        make_player("runs/second")


@pytest.mark.parametrize("name", ["runs/x", "./runs/x", "runs/x/"])
def test_for_the_folder_of_a_training_that_of_its_agent_is_named(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_agent(tmp_path / "runs" / "x" / "agent", (2,))
    monkeypatch.chdir(tmp_path)
    told = "player: expected the folder of an agent, found that of a training; did you mean 'runs/x/agent'?"
    with pytest.raises(OptionError, match=re.escape(told)):
        make_player(name)
    assert make_player("runs/x/agent").spec == "runs/x/agent"


def test_a_search_is_asked_for_each_game_with_the_bits_of_that_game() -> None:
    asked: list[tuple[int, int]] = []

    class Search:
        def choose(self, states: Any, _: Any, games: Any, seed: int) -> Any:
            asked.append((int(states["seat"][0]), seed))
            return games + len(asked)

    states = np.repeat(Game(3, 1).states, 3)
    states["seat"] = [2, 0, 1]
    player = SearchPlayer("search", Search(), "search version 1")
    assert player.choose(states, Game(3, 1).rules, np.array([7, 2**63, 9], np.uint64)).tolist() == [1, 2, 3]
    assert asked == [(2, 7), (0, 2**63), (1, 9)]


def test_an_agent_at_a_table_of_other_options_plays_with_a_note(tmp_path: Path) -> None:
    agent = str(write_agent(tmp_path / "first", (2,)))
    usual, other = Game(2, 1), Game(2, 1, options={"maximum_scorn": True})
    assert policy.notes([make_player("greedy"), make_player(agent, GAME, usual.ruleset)], usual.ruleset) == []
    players = [make_player("greedy"), make_player(agent, GAME, other.ruleset)]
    assert policy.notes(players, other.ruleset) == [
        f"note: {agent} was trained without maximum_scorn=true, and may play badly here"
    ]


def test_the_module_of_players_names_no_game() -> None:
    from tests.repository.test_layers import WORDS

    assert WORDS.findall(Path(str(policy.__file__)).read_text(encoding="utf-8")) == []
    assert load(GAME).people.Game is Game


# Levels


def test_a_level_is_the_player_that_the_game_names_for_the_number_of_players() -> None:
    for count in load(GAME).info.num_players:
        table = load(GAME).people.Game(count, seed=1)
        levels = load(GAME).info.table(count).levels
        assert {"easy", "medium", "hard", f"best-{count}p"} == set(levels)
        for name, spec in levels.items():
            level, itself = (make_player(who, GAME, table.ruleset) for who in (name, spec))
            assert (level.spec, level.made_from) == (name, itself.made_from)
            assert type(level) is type(itself)
        assert load(GAME).info.table(count).levels["hard"] == levels[f"best-{count}p"]


def test_a_level_plays_as_the_player_it_stands_for() -> None:
    game = load(GAME).people.Game(3, seed=1)
    bits = np.arange(4, dtype=np.uint64)
    states = np.repeat(game.states, 4)
    for name, spec in (("easy", "greedy"), ("medium", "planner")):
        found = make_player(name, GAME, game.ruleset).choose(states, game.rules, bits)
        assert found.tolist() == make_player(spec, GAME, game.ruleset).choose(states, game.rules, bits).tolist()


def test_a_level_has_no_parameters_and_no_table_of_another_size() -> None:
    two = load(GAME).people.Game(2, seed=1).ruleset
    with pytest.raises(OptionError, match="expected 'hard' without parameters"):
        make_player("hard:sims=3", GAME, two)
    with pytest.raises(OptionError, match=r"player: expected one of .*, found 'best-3p'"):
        make_player("best-3p", GAME, two)
