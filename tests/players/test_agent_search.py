"""`search`: a tree search over an agent. What the agent says is what it says to NumPy, and no hidden card is seen."""

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from mom_env import cli
from mom_env.bench.moves import choices
from mom_env.common.tensors import sha256, to_bytes
from mom_env.errors import CheckpointError, OptionError
from mom_env.games import load
from mom_env.loops import loop_of
from mom_env.monkeys_on_the_moon import Game, VectorGame
from mom_env.players.agent import WEIGHTS, Agent
from mom_env.players.agent_search import AgentSearch
from mom_env.players.kinds import SearchPlayer
from mom_env.players.net import make_net
from mom_env.players.policy_net import NetworkShape
from mom_env.players.specs import can_sit, make_player, notes
from tests.players.test_agent import rewrite
from tests.support import peeking
from tests.support.kernels import is_legal
from tests.support.own_agent import shape_of, weights_of, write_agent
from tests.support.sizes import smaller_without_jit

GAME = "monkeys_on_the_moon"
SIMS = smaller_without_jit(40, 4)
KINDS: list[dict[str, Any]] = [
    {},
    {"prior": "guide"},
    {"leaf": "playout"},
    {"prior": "guide", "leaf": "playout", "playout": "random"},
    {"depth": 2},
    {"root": "halving"},
]


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_agent(tmp_path_factory.mktemp("agents") / "first", (2, 3, 4))


def stopped(num_players: int, decisions: int, **options: Any) -> Game:
    game, rng = Game(num_players, seed=decisions, options=options), np.random.default_rng(decisions)
    for _ in range(decisions):
        game.play(int(rng.choice(game.legal_actions())))
    return game


def with_more_moves_than(count: int) -> Game:
    """A position with many bids, which random moves have led to."""
    games, rng = VectorGame(100, 2, seed=4), np.random.default_rng(4)
    while games.action_masks.sum(1).max() <= count:
        games.step(games.sample(rng))
    most = int(games.action_masks.sum(1).argmax())
    return Game.from_record(Game(2).ruleset, games.states[most : most + 1].copy())


# The network in the kernels


@pytest.mark.parametrize("symmetry", ["focus", "none"])
@pytest.mark.parametrize("hidden", [[12, 8], [9], [6, 14, 5]])
def test_the_network_says_in_the_kernels_what_it_says_to_numpy(symmetry: str, hidden: list[int]) -> None:
    shape = NetworkShape.model_validate(shape_of(symmetry).model_dump() | {"hidden": hidden})
    arrays = weights_of(shape)
    policy, net = load_policy(shape, arrays), make_net(GAME, shape, arrays)
    loop = loop_of(load(GAME).package, "net")
    for num_players in (2, 3, 4):
        games, rng = VectorGame(5, num_players, seed=num_players), np.random.default_rng(1)
        for _ in range(25):
            games.step(games.sample(rng))
            logits = policy.logits(games.observations, games.action_masks)
            payoffs = policy.payoffs(games.observations, games.action_masks, num_players)
            for i in range(5):
                loop.consult(games.states[i], games.rules[0], net)
                moves = np.flatnonzero(games.action_masks[i])[::-1].copy()
                priors, shares = np.zeros(len(moves)), np.zeros(4)
                loop.write_priors(net, moves, len(moves), priors)
                weights = np.exp(logits[i][moves] - logits[i].max())
                np.testing.assert_allclose(priors, weights / weights.sum(), rtol=1e-3, atol=1e-5)
                seat = int(games.seats[i])
                loop.write_shares(net, seat, num_players, shares)
                np.testing.assert_allclose(np.roll(shares[:num_players], -seat), payoffs[i], rtol=1e-3, atol=1e-5)


def load_policy(shape: NetworkShape, arrays: Any) -> Any:
    from mom_env.players.policy_net import PolicyNet

    return PolicyNet(GAME, shape, arrays)


# What it plays


def test_every_move_is_legal_and_the_same_whatever_is_hidden(agent: Path) -> None:
    players = [AgentSearch(GAME, str(agent), sims=SIMS, **kind) for kind in KINDS]
    decisions = set()
    for at in peeking.positions(smaller_without_jit(300, 10)):
        player = players[at.number % len(players)]
        action = peeking.move(player, at, at.states)
        assert action == peeking.move(player, at, at.redealt())
        assert is_legal(at.states, 0, at.rules, action)
        decisions.add(int(at.states[0].decision))
    assert len(decisions) >= smaller_without_jit(5, 3)


@pytest.mark.parametrize("kind", KINDS)
def test_a_move_follows_from_seed_and_view_alone(agent: Path, kind: dict[str, Any]) -> None:
    games, rng = VectorGame(6, 3, seed=1), np.random.default_rng(2)
    for _ in range(10):
        games.step(games.sample(rng))
    bits = np.arange(100, 106, dtype=np.uint64)
    player = AgentSearch(GAME, str(agent), sims=SIMS, **kind)
    together = player.choose_each(games.states, games.rules, bits).tolist()
    again = pickle.loads(pickle.dumps(player))
    alone = [int(again.choose_each(games.states[i : i + 1], games.rules, bits[i : i + 1])[0]) for i in range(6)]
    assert alone == together
    assert all(games.action_masks[i, action] for i, action in enumerate(together))


class Told:
    """An agent without hidden units that matter: its biases alone say what it finds likely, and what seats get."""

    def __init__(self, folder: Path, policy: dict[int, float], payoffs: list[float]) -> None:
        arrays = {name: np.zeros_like(array) for name, array in weights_of(shape_of("none")).items()}
        for action, logit in policy.items():
            arrays["policy.bias"][action] = logit
        arrays["payoff.bias"][: len(payoffs)] = payoffs
        self.folder, weights = write_agent(folder, (2, 3, 4)), to_bytes(arrays)
        (self.folder / WEIGHTS).write_bytes(weights)
        network = shape_of("none").model_dump()
        rewrite(self.folder, lambda m: m.update(files={WEIGHTS: sha256(weights)}, network=network))


def test_visits_are_drawn_to_what_the_agent_finds_likely(tmp_path: Path) -> None:
    """If all positions are worth the same, nothing but the prior tells moves apart."""
    game = stopped(3, 0)
    moves = game.legal_actions()
    told = Told(tmp_path / "told", {moves[0]: 3.0}, [])
    player = AgentSearch(GAME, str(told.folder), sims=200)
    assert player.choose_one(game, 1) == moves[0]
    visits = {move.action: move.visits for move in player.searched_moves()}
    assert set(visits) == set(moves)
    rest = [visits[move] for move in moves[1:]]
    weight = 0.3 / len(moves) + 0.7 * np.exp(3) / (np.exp(3) + len(rest))  # three tenths are spread evenly
    assert visits[moves[0]] / sum(visits.values()) == pytest.approx(weight, abs=0.05)
    assert max(rest) - min(rest) <= max(4, 0.2 * max(rest))


def test_halving_spends_its_simulations_on_ever_fewer_of_the_likeliest_moves(tmp_path: Path) -> None:
    """Five moves: rounds of 5, 3 and 2 candidates with 60 simulations each, of which each candidate gets its share."""
    game = next(one for one in (stopped(4, count) for count in range(60)) if len(one.legal_actions()) == 5)
    moves = game.legal_actions()
    told = Told(tmp_path / "told", {move: float(at) for at, move in enumerate(moves)}, [])
    player = AgentSearch(GAME, str(told.folder), sims=180, root="halving")
    assert player.choose_one(game, 1) in moves
    visits = sorted((move.visits for move in player.searched_moves()), reverse=True)
    assert visits == [12 + 20 + 30, 12 + 20 + 30, 12 + 20, 12, 12]


def test_halving_considers_the_sixteen_likeliest_of_many_moves(tmp_path: Path) -> None:
    game = with_more_moves_than(20)
    moves = game.legal_actions()
    likely = moves[-16:]
    told = Told(tmp_path / "told", dict.fromkeys(likely, 2.0), [])
    player = AgentSearch(GAME, str(told.folder), sims=64, root="halving")
    player.choose_one(game, 1)
    assert {move.action for move in player.searched_moves() if move.visits} == set(likely)


def test_a_leaf_is_worth_what_the_agent_says_to_the_seat_that_moves_there(tmp_path: Path) -> None:
    """An agent that gives everything to whoever moves makes each seat love positions in which it moves itself."""
    told = Told(tmp_path / "told", {}, [20.0])
    player = AgentSearch(GAME, str(told.folder), sims=1)
    game = stopped(3, 0)
    player.choose_one(game, 1)
    (move,) = [one for one in player.searched_moves() if one.visits]
    after = Game.from_record(game.ruleset, game.states.copy())
    after.play(move.action)
    assert move.value == pytest.approx(float(after.seat == game.seat), abs=1e-6)


def test_the_end_of_a_game_is_worth_its_result_and_not_what_the_agent_says(tmp_path: Path) -> None:
    told = Told(tmp_path / "told", {}, [20.0])
    search = AgentSearch(GAME, str(told.folder), sims=30)
    game, rng = Game(2, seed=3), np.random.default_rng(3)
    while True:
        before = game.states.copy()
        game.play(int(rng.choice(game.legal_actions())))
        if game.over:
            break
    last = Game.from_record(game.ruleset, before)
    action = search.choose_one(last, 1)
    if len(last.legal_actions()) > 1:
        values = {move.action: move.value for move in search.searched_moves() if move.visits}
        assert action in values
        assert not any(value > 1 - 1e-6 for value in values.values())


# Specs, and what is refused


def test_a_spec_names_the_agent_also_by_its_path(agent: Path) -> None:
    game = Game(3, seed=1)
    player = make_player(f"search:agent={agent},sims=8,c=0.5", GAME, game.ruleset)
    assert isinstance(player, SearchPlayer)
    assert player.agent is not None
    assert player.made_from == f"search version {load(GAME).search.VERSION} over {Agent(agent).hash}"
    assert player.choose(game.states, game.rules, np.ones(1, np.uint64))[0] in game.legal_actions()
    assert can_sit(f"search:agent={agent}", 3)
    strange = Game(3, seed=1, options={"hidden_coins": True})
    assert "was trained without" not in " ".join(notes([player], game.ruleset))
    assert "was trained without hidden_coins" in " ".join(notes([player], strange.ruleset))


@pytest.mark.parametrize(
    ("words", "error", "reason"),
    [
        ("sims=8", OptionError, "agent: expected the name or folder of a trained agent, found ''"),
        ("agent=nobody", OptionError, "agent: expected the name or folder of a trained agent, found 'nobody'"),
        ("agent={agent},sims=8,ms=5", OptionError, "sims and ms: expected only one of them"),
        ("agent={agent},sims=0", OptionError, "sims: expected a whole number"),
        ("agent={agent},prior=luck", OptionError, "parameter prior"),
        ("agent={agent},leaf=luck", OptionError, "parameter leaf"),
        ("agent={agent},root=luck", OptionError, "parameter root"),
        ("agent={agent},root=halving,ms=5", OptionError, "root: expected 'visits' with ms"),
        ("agent={agent},depth=-1", OptionError, "depth: expected"),
    ],
)
def test_a_wrong_parameter_is_refused(agent: Path, words: str, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        make_player(f"search:{words.format(agent=agent)}", GAME)


def test_an_agent_without_payoffs_searches_with_playouts_alone(tmp_path: Path) -> None:
    folder = write_agent(tmp_path / "old", (2, 3))
    weights = to_bytes({name: one for name, one in weights_of(shape_of()).items() if not name.startswith("payoff")})
    (folder / WEIGHTS).write_bytes(weights)
    rewrite(folder, lambda m: m["network"].update(payoffs=0))
    rewrite(folder, lambda m: m["files"].update({WEIGHTS: sha256(weights)}))
    with pytest.raises(CheckpointError, match="old: expected an agent that says what positions are worth"):
        AgentSearch(GAME, str(folder))
    game = Game(3, seed=1)
    assert AgentSearch(GAME, str(folder), sims=4, leaf="playout").choose_one(game, 1) in game.legal_actions()


def test_an_agent_for_another_table_is_refused(tmp_path: Path) -> None:
    folder = write_agent(tmp_path / "two", (2,))
    game = Game(3, seed=1)
    with pytest.raises(CheckpointError, match="two: expected 2 players, found 3"):
        make_player(f"search:agent={folder}", GAME, game.ruleset)
    crowd = NetworkShape.model_validate(shape_of().model_dump() | {"payoffs": 2})
    weights = to_bytes(weights_of(crowd))
    (folder / WEIGHTS).write_bytes(weights)
    rewrite(folder, lambda m: m.update(network=crowd.model_dump(), files={WEIGHTS: sha256(weights)}))
    with pytest.raises(CheckpointError, match="expected a table of at most 2 players, found 3"):
        AgentSearch(GAME, str(folder), sims=4).choose_one(game, 1)


# Benches


def test_the_bench_measures_searches_over_an_agent_beside_playouts(agent: Path, tmp_path: Path) -> None:
    words = ["bench", "search", "--rounds", "1", "--simulations", "20", "--players", "3", "--agent", str(agent)]
    result = CliRunner().invoke(cli.app, [*words, "--json", str(tmp_path / "search.json")])
    assert result.exit_code == 0, result.output
    names = [figure["name"] for figure in json.loads((tmp_path / "search.json").read_text())["figures"]]
    kinds = [f"{playout} playouts" for playout in load(GAME).search.PLAYOUTS]
    wanted = [*kinds, "an agent at the leaf", "an agent's prior, then playouts"]
    assert names == [f"{kind}, 3 players" for kind in wanted]


def test_players_are_timed_on_the_same_positions_with_a_choice(tmp_path: Path) -> None:
    tables = choices(GAME, 3, 5)
    assert len(tables) == 5
    assert all(len(table.legal_actions()) > 1 for table in tables)
    file = tmp_path / "moves.json"
    words = ["bench", "moves", "ismcts:sims=2", "greedy", "--players", "3", "--positions", "5", "--rounds", "2"]
    result = CliRunner().invoke(cli.app, [*words, "--json", str(file)])
    assert result.exit_code == 0, result.output
    figures = json.loads(file.read_text())["figures"]
    assert [figure["name"] for figure in figures] == ["ismcts:sims=2", "greedy"]
    assert all(value > 0 for figure in figures for value in figure["values"])
