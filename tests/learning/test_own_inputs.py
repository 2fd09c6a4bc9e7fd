"""Own inputs: what a head adds that looks at each legal action by itself, in training, in play and in a search."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from mom_env.common.tensors import DTYPES, sha256
from mom_env.environments.spaces import observation_size
from mom_env.errors import CheckpointError, ConfigError
from mom_env.games import load, make_ruleset
from mom_env.kernel.own_inputs import NOTHING, add_own
from mom_env.learning import checkpoint
from mom_env.learning.config_checks import check_config
from mom_env.learning.initial import begin_with, initial_agent
from mom_env.learning.selfplay.legal_head import legal_of
from mom_env.learning.selfplay.own_inputs import OwnInputs
from mom_env.learning.selfplay.thread_team import Team
from mom_env.learning.selfplay.torch_head import lists_on
from mom_env.learning.selfplay.trainer import SelfPlay
from mom_env.learning.ship import Changes, ship
from mom_env.loops import loop_of
from mom_env.players.agent import MANIFEST, WEIGHTS, Agent
from mom_env.players.net import make_net
from mom_env.players.own_inputs import OwnShape, OwnTables, own_head, own_tables
from mom_env.players.policy_net import MOST_INPUTS, NetworkShape, PolicyNet
from tests.every_game.installed import GAMES
from tests.learning.small import fingerprint, small, trained

pytestmark = pytest.mark.train
BERRIES: dict[str, Any] = {"game": "berries", "num_players": [2, 3]}
SETTINGS = ("network.own_units=5", "network.precision=fp32", "rollout.reward=vp")
# Six actions: two of kind 0 with two own inputs, three of kind 1 with one, and one without any.
TABLES = OwnTables(np.array([0, 0, NOTHING, 1, 1, 1]), np.array([[3, 4], [5, 6], [-1, -1], [0, -1], [1, -1], [2, -1]]))
LISTS = [[0, 2, 5], [3, 4], [1], [0, 1, 2, 3, 4, 5]]


def own_inputs(units: int = 4, hidden: int = 3) -> OwnInputs:
    shape = OwnShape(units=units, kinds=2, inputs=2)
    own = OwnInputs(shape, TABLES, hidden, torch.Generator().manual_seed(1))
    torch.nn.init.normal_(own.biases, generator=torch.Generator().manual_seed(2))
    return own


def by_definition(own: OwnInputs, seen: Any, hidden: Any, action: int) -> Any:
    """The sum of the units of an action's kind, one action at a time."""
    kind = TABLES.kinds[action]
    if kind == NOTHING:
        return torch.zeros(())
    places = [place for place in TABLES.places[action] if place != NOTHING]
    inputs = sum(seen[place] * own.from_inputs[kind, k] for k, place in enumerate(places))
    return torch.relu(own.from_hidden[kind] @ hidden + own.biases[action] + inputs) @ own.outputs[kind]


def training(tmp_path: Path, *settings: str) -> SelfPlay:
    return trained(small(*SETTINGS, *settings, **BERRIES), tmp_path, 2)


# What is added


@pytest.mark.parametrize("how", ["one thread", "three threads", "plain torch"])
def test_kernels_and_plain_torch_add_what_the_definition_says_with_its_gradients(how: str) -> None:
    offsets, ids = np.cumsum([0, *map(len, LISTS)]), np.concatenate(LISTS).astype(np.int32)
    taken, rows = np.zeros(len(LISTS), np.int64), np.array([3, 0, 1, 2, 0])
    rng = np.random.default_rng(5)
    seen = torch.from_numpy(rng.normal(size=(len(rows), 7)).astype(np.float32))
    slopes = torch.from_numpy(rng.normal(size=sum(len(LISTS[row]) for row in rows)).astype(np.float32))
    found: list[dict[str, Any]] = []
    for defined in (True, False):
        own = own_inputs()
        hidden = torch.from_numpy(np.random.default_rng(6).normal(size=(len(rows), 3)).astype(np.float32))
        hidden.requires_grad_()
        if defined:
            pairs = [(i, action) for i, row in enumerate(rows) for action in LISTS[row]]
            scores = torch.stack([by_definition(own, seen[i], hidden[i], action) for i, action in pairs])
        elif how == "plain torch":
            table = lists_on(torch.device("cpu"), offsets, ids, taken).table(torch.from_numpy(rows))
            scores = own(seen, hidden, table)[table.is_legal]
        else:
            team = Team(3 if how == "three threads" else 1)
            scores = own(seen, hidden, legal_of(rows, offsets, ids, taken[rows], team))
        (scores @ slopes).backward()  # type: ignore[no-untyped-call]  # torch has no types for it
        gradients = {name: weight.grad for name, weight in own.named_parameters()}
        found.append({"scores": scores.detach(), "hidden": hidden.grad, **gradients})
    assert set(found[0]) == {"scores", "hidden", "from_hidden", "from_inputs", "biases", "outputs"}
    for name, wanted in found[0].items():
        assert wanted is not None
        assert wanted.abs().max() > 0.1
        np.testing.assert_allclose(found[1][name], wanted, rtol=1e-4, atol=1e-5)


def test_each_kind_is_mixed_anew() -> None:
    own, rng = own_inputs(), np.random.default_rng(7)
    arrays = {f"own.{name}": tensor.detach().numpy() for name, tensor in own.named_parameters()} | own.table_arrays()
    seen, hidden = (rng.normal(size=(2, size)).astype(np.float32) for size in (7, 3))
    lists = [[3, 0, 2, 1, 5], [0, 4, 2]]
    ids, offsets = np.concatenate(lists).astype(np.int32), np.array([0, 5, 8])
    scores = np.ones(8, np.float32)
    add_own(seen, hidden, own_head(arrays, 6, 3), offsets, ids, scores, 0, 2)
    pairs = [(i, action) for i in (0, 1) for action in lists[i]]
    wanted = [by_definition(own, torch.from_numpy(seen[i]), torch.from_numpy(hidden[i]), action) for i, action in pairs]
    np.testing.assert_allclose(scores - 1, torch.stack(wanted).detach().numpy(), rtol=1e-4, atol=1e-5)


def test_inputs_that_play_the_same_part_are_of_one_group() -> None:
    assert TABLES.groups(9).tolist() == [0, 0, 0, 3, 4, 3, 4, 7, 8]
    shared = OwnTables(np.array([0, 0, 1]), np.array([[1, 2], [2, 3], [3, 0]]))
    assert shared.groups(5).tolist() == [0, 1, 1, 1, 4]


# In play


def test_an_agent_plays_as_its_network_does(tmp_path: Path) -> None:
    """Scales are a part of the agent's weights, in the head for own inputs as well."""
    network, games = (found := training(tmp_path)).network, found.rollout.games
    own = network.own
    assert own is not None
    torch.nn.init.normal_(own.biases)
    policy = found.policy()
    assert policy.shape.own == OwnShape(units=5, kinds=1, inputs=5)
    for _ in range(4):
        seen, masks = games.observations, games.action_masks
        prepared = network.prepare(seen)
        with torch.no_grad():
            hidden = network.hidden(prepared, network.cast())
            logits = network.policy(hidden)
            for i in range(len(seen)):
                for action in np.flatnonzero(masks[i]):
                    if action:  # 0 is to wait, and has no own inputs
                        units = own.from_hidden[0] @ hidden[i] + own.biases[action]
                        units = units + prepared[i, own.places[action].long()] @ own.from_inputs[0]
                        logits[i, action] += torch.relu(units) @ own.outputs[0]
        wanted = np.where(masks == 1, logits.numpy(), -np.inf)
        np.testing.assert_allclose(policy.logits(seen, masks), wanted, rtol=1e-3, atol=1e-4)
        games.step(games.sample(np.random.default_rng(1)))


def test_a_search_asks_the_same_network(tmp_path: Path) -> None:
    found = training(tmp_path)
    policy, games = found.policy(), found.rollout.games
    net = make_net("berries", policy.shape, policy.arrays)
    loop = loop_of(load("berries").package, "net")
    compared = 0
    for _ in range(5):
        logits = policy.logits(games.observations, games.action_masks)
        for i, block in ((0, games.blocks[0]), (len(logits) - 1, games.blocks[-1])):
            moves = np.flatnonzero(games.action_masks[i])[::-1].copy()
            priors = np.zeros(len(moves))
            loop.consult(games.states[i], block.ruleset.rules[0], net)
            loop.write_priors(net, moves, len(moves), priors)
            wanted = np.exp(logits[i][moves] - logits[i].max())
            np.testing.assert_allclose(priors, wanted / wanted.sum(), rtol=1e-3, atol=1e-5)
            compared += len(moves) > 1
        games.step(games.sample(np.random.default_rng(2)))
    assert compared >= 4


def test_each_kind_is_mixed_anew_in_a_search(tmp_path: Path) -> None:
    """No game lists actions of several kinds at once yet, so bushes are said to be of two kinds."""
    found = training(tmp_path)
    shape = found.policy().shape.model_copy(update={"own": OwnShape(units=5, kinds=2, inputs=5)})
    rng = np.random.default_rng(3)
    arrays = {name: rng.normal(size=each.shape).astype(np.float32) for name, each in shape.expected().items()}
    arrays["own.kinds"] = np.array([NOTHING, 0, 1, 0, 1, 1], np.float32)
    arrays["own.places"] = found.policy().arrays["own.places"]
    policy, net = PolicyNet("berries", shape, arrays), make_net("berries", shape, arrays)
    games, loop = found.rollout.games, loop_of(load("berries").package, "net")
    logits = policy.logits(games.observations, games.action_masks)
    compared = 0
    for i in range(len(logits)):
        moves, priors = np.flatnonzero(games.action_masks[i])[::-1].copy(), np.zeros(6)
        block = next(block for block in games.blocks if i < block.last)
        loop.consult(games.states[i], block.ruleset.rules[0], net)
        loop.write_priors(net, moves, len(moves), priors)
        wanted = np.exp(logits[i][moves] - logits[i].max())
        np.testing.assert_allclose(priors[: len(moves)], wanted / wanted.sum(), rtol=1e-3, atol=1e-5)
        compared += len(moves) > 3
    assert compared > 2


def test_it_learns_and_its_checkpoints_continue_to_the_bit(tmp_path: Path) -> None:
    found = training(tmp_path)
    before = {name: array.copy() for name, array in found.network.arrays().items()}
    again = checkpoint.load_checkpoint(checkpoint.save(found, tmp_path / "checkpoints"), tmp_path)
    for one in (found, again):
        one.iterate()
    assert fingerprint(found) == fingerprint(again)
    for name, array in found.network.arrays().items():
        assert not np.array_equal(array, before[name])
    assert {"own.from_hidden", "own.from_inputs", "own.biases", "own.outputs"} <= set(before)


def write_agent(found: SelfPlay, folder: Path) -> Path:
    from mom_env.learning.export import export_agent

    export_agent(found.network.agent_arrays(), found.network.shape, found.config, {"decisions": 1}, folder)
    return folder


def test_a_training_begins_as_an_agent_with_own_inputs_plays(tmp_path: Path) -> None:
    found = training(tmp_path)
    agent = write_agent(found, tmp_path / "first")
    config = small(*SETTINGS, "seed=9", **BERRIES)
    later = SelfPlay(config, tmp_path)
    begin_with(later, initial_agent(str(agent), config))
    games = later.rollout.games
    seen = games.observations, games.action_masks
    np.testing.assert_allclose(later.policy().logits(*seen), Agent(agent).logits(*seen), rtol=1e-3, atol=1e-3)


def test_halved_weights_keep_the_tables(tmp_path: Path) -> None:
    found = training(tmp_path)
    write_agent(found, tmp_path / "run" / "agent")
    shipped = ship(tmp_path / "run", "small", tmp_path / "agents", None, Changes(half=True))
    arrays, whole = Agent(shipped).arrays, Agent(tmp_path / "run" / "agent").arrays
    for name in ("own.kinds", "own.places"):
        assert np.array_equal(arrays[name], whole[name])
    assert not np.array_equal(arrays["own.from_inputs"], whole["own.from_inputs"])
    np.testing.assert_allclose(arrays["own.from_inputs"], whole["own.from_inputs"], rtol=1e-3, atol=1e-3)
    assert initial_agent(str(shipped), small(*SETTINGS, **BERRIES)) is not None


def test_halved_numbers_have_two_bytes_which_hold_every_place_of_an_observation() -> None:
    own = OwnShape(units=4, kinds=1, inputs=2)
    shape = NetworkShape(inputs=MOST_INPUTS, hidden=[8], actions=3, symmetry="none", own=own)
    expected = shape.halved().expected()
    assert {one.dtype for one in expected.values()} == {"F16", "I16"}
    assert np.iinfo(DTYPES[expected["own.places"].dtype]).max >= MOST_INPUTS - 1


# What games tell


@pytest.mark.parametrize("game", GAMES)
def test_own_inputs_are_places_of_the_observation(game: str) -> None:
    for num_players in load(game).info.num_players:
        kinds, places = own_tables(game, make_ruleset(game, num_players))
        assert len(kinds) == len(places) == load(game).kernels.NUM_ACTIONS
        assert (places[kinds == NOTHING] == NOTHING).all()
        assert ((places >= NOTHING) & (places < observation_size(game))).all()
        for kind in range(kinds.max() + 1):
            own = places[kinds == kind]
            assert (own[0] != NOTHING).any()
            assert ((own == NOTHING) == (own[0] == NOTHING)).all()


def test_each_bush_has_its_own_berries() -> None:
    kinds, places = own_tables("berries", make_ruleset("berries", 3))
    assert kinds.tolist() == [NOTHING, 0, 0, 0, 0, 0]
    # After the numbers of players (3) and the favourites (3 times 5) come the bushes, then what each seat has picked.
    assert places[1].tolist() == [18, 23, 28, 33, 3]
    assert places[5].tolist() == [22, 27, 32, 37, 7]


# Refusals


@pytest.mark.parametrize(
    ("settings", "tables", "message"),
    [
        ((), {"game": "high_card"}, "network.own_units: expected 0 for high_card, which has no own inputs, found 5"),
        (("trainer=sb3",), {}, "network.own_units: expected 0 with the trainer sb3, found 5"),
    ],
)
def test_whoever_cannot_have_own_inputs_says_so(
    settings: tuple[str, ...], tables: dict[str, Any], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        check_config(small(*SETTINGS, *settings, **(BERRIES | {"num_players": 2} | tables)))


@pytest.mark.parametrize(
    ("name", "number", "message"),
    [
        ("own.places", 10**6, r"own\.places: expected numbers from -1 to \d+, found 1000000"),
        ("own.places", -2, r"own\.places: expected numbers from -1 to \d+, found -2"),
        ("own.kinds", 1, r"own\.kinds: expected numbers from -1 to 0, found 1"),
    ],
)
def test_tables_that_no_network_can_have_are_refused(name: str, number: int, message: str, tmp_path: Path) -> None:
    folder = write_agent(training(tmp_path), tmp_path / "bad")
    arrays = dict(Agent(folder).arrays)
    arrays[name] = arrays[name].copy()
    arrays[name].flat[-1] = number
    rewrite_weights(folder, arrays)
    with pytest.raises(CheckpointError, match=message):
        Agent(folder)


def rewrite_weights(folder: Path, arrays: Any) -> None:
    """Write weights anew, with a manifest that has their hash."""
    from mom_env.common.tensors import to_bytes

    tables = {name: array.astype(np.int32) for name, array in arrays.items() if name in {"own.kinds", "own.places"}}
    content = to_bytes({**arrays, **tables})
    (folder / WEIGHTS).write_bytes(content)
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["files"] = {WEIGHTS: sha256(content)}
    (folder / MANIFEST).write_text(json.dumps(manifest))


def test_no_training_begins_with_an_agent_whose_own_inputs_are_others(tmp_path: Path) -> None:
    folder = write_agent(training(tmp_path), tmp_path / "old")
    arrays = dict(Agent(folder).arrays)
    arrays["own.places"] = arrays["own.places"][:, ::-1]
    rewrite_weights(folder, arrays)
    with pytest.raises(
        ConfigError, match=r"own\.places: expected those that berries tells now, found those of another"
    ):
        initial_agent(str(folder), small(*SETTINGS, **BERRIES))


def test_an_agent_with_own_inputs_cannot_be_turned(tmp_path: Path) -> None:
    folder = write_agent(training(tmp_path), tmp_path / "bad")
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["network"]["symmetry"] = "focus"
    (folder / MANIFEST).write_text(json.dumps(manifest))
    with pytest.raises(CheckpointError, match="symmetry"):
        Agent(folder)
