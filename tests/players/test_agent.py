"""Agents in NumPy: folders that are checked before they play, and play that keeps to the mask."""

import json
import shutil
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mom_env.common.tensors import sha256, to_bytes
from mom_env.errors import CheckpointError, IllegalAction, OptionError
from mom_env.kernel.sparse_mlp import draw_range, rectify
from mom_env.monkeys_on_the_moon import VectorGame, symmetry
from mom_env.monkeys_on_the_moon.actions import NUM_ACTIONS
from mom_env.monkeys_on_the_moon.deck import load_deck
from mom_env.monkeys_on_the_moon.observe import start_of
from mom_env.monkeys_on_the_moon.ruleset import make_ruleset
from mom_env.players.agent import MANIFEST, WEIGHTS, Agent, deck_hash
from mom_env.players.policy_net import Draws, NetworkShape, PolicyNet
from mom_env.players.specs import make_player
from tests.support.fuzz import nested
from tests.support.own_agent import shape_of, weights_of, write_agent
from tests.support.sizes import smaller_without_jit

GAME = "monkeys_on_the_moon"
NUM_GAMES = smaller_without_jit(40, 3)


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    return write_agent(tmp_path / "first")


def rewrite(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())
    change(manifest)
    (folder / MANIFEST).write_text(json.dumps(manifest))


def plain_logits(shape: NetworkShape, arrays: Mapping[str, NDArray[np.float32]], observation: Any, mask: Any) -> Any:
    """The whole network in three lines of NumPy: all logits, then the mask."""
    turns = np.zeros(1, np.int64)
    if shape.symmetry == "focus":
        symmetry.find_turns(observation[None], np.zeros(1, np.int64), turns)
    hidden = observation[symmetry.OBSERVATION_TURNS[turns[0]]]
    for layer in range(len(shape.hidden)):
        hidden = np.maximum(arrays[f"layers.{layer}.weight"] @ hidden + arrays[f"layers.{layer}.bias"], 0)
    logits = arrays["policy.weight"] @ hidden + arrays["policy.bias"]
    return np.where(mask, logits[symmetry.ACTION_TURNS[turns[0]]], -np.inf)


@pytest.mark.parametrize("how", ["focus", "none"])
def test_legal_logits_are_those_of_the_whole_network(how: str) -> None:
    shape = shape_of(how)
    arrays, rng = weights_of(shape), np.random.default_rng(1)
    policy, games = PolicyNet(GAME, shape, arrays), VectorGame(NUM_GAMES, 3, seed=1)
    for _ in range(smaller_without_jit(50, 4)):
        logits = policy.logits(games.observations, games.action_masks)
        actions = policy.choose(games.observations, games.action_masks)
        for i in range(NUM_GAMES):
            wanted = plain_logits(shape, arrays, games.observations[i], games.action_masks[i])
            np.testing.assert_allclose(logits[i], wanted, rtol=1e-4, atol=1e-4)
            assert logits[i, actions[i]] == logits[i].max()
        games.step(games.sample(rng))


@pytest.mark.parametrize(("inputs", "units"), [(1, 1), (3, 5), (4, 8), (9, 7)])
def test_a_layer_is_that_of_linear_algebra(inputs: int, units: int) -> None:
    rng = np.random.default_rng(inputs)
    rows, weights, biases = (rng.normal(size=s).astype(np.float32) for s in ((6, inputs), (inputs, units), units))
    rows[rng.random(rows.shape) < 0.4] = 0
    rows[0] = 0
    out = np.full((6, units), np.nan, np.float32)
    rectify(rows, weights, biases, np.zeros(inputs + 1, np.int64), out)
    np.testing.assert_allclose(out, np.maximum(rows @ weights + biases, 0), rtol=1e-5, atol=1e-6)


def test_a_turned_position_gets_the_turned_action() -> None:
    policy, games = PolicyNet(GAME, shape_of(), weights_of(shape_of())), VectorGame(NUM_GAMES, 4, seed=3)
    rng = np.random.default_rng(0)
    for _ in range(smaller_without_jit(100, 30)):
        games.step(games.sample(rng))
    is_clear = games.observations[:, start_of("auction_tribe") :][:, :6].any(1)  # no ties for the focus
    assert is_clear.any()
    before = policy.choose(games.observations, games.action_masks)
    for turn in range(6):
        observations = np.ascontiguousarray(games.observations[:, symmetry.OBSERVATION_TURNS[turn]])
        masks = np.zeros_like(games.action_masks)
        masks[:, symmetry.ACTION_TURNS[turn]] = games.action_masks
        after = policy.choose(observations, masks)
        assert (after == symmetry.ACTION_TURNS[turn][before])[is_clear].all()


def test_drawn_actions_are_legal_and_as_likely_as_the_softmax_says() -> None:
    shape = shape_of()
    policy, games = PolicyNet(GAME, shape, weights_of(shape)), VectorGame(1, 2, seed=5)
    rng, draws = np.random.default_rng(2), smaller_without_jit(4000, 300)
    logits = policy.logits(games.observations, games.action_masks)[0]
    wanted = np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum()
    uniforms = rng.random((draws, 1), np.float32)
    seen = games.observations, games.action_masks
    drawn = [int(policy.choose(*seen, draws=Draws(uniform))[0]) for uniform in uniforms]
    found = np.bincount(drawn, minlength=NUM_ACTIONS) / draws
    assert abs(found - wanted).max() < 4 * np.sqrt(0.25 / draws)
    assert not found[games.action_masks[0] == 0].any()


@pytest.mark.parametrize("size", [1.0, 60.0, 1000.0])
def test_actions_are_drawn_from_the_softmax_however_large_scores_are(size: float) -> None:
    scores = (np.array([0.3, 0.7, -0.2, 1.0, 0.999, -1.0]) * size).astype(np.float32)
    offsets, uniforms = np.array([0, 3, 6]), np.array([0.4, 0.6], np.float32)
    for shift in (-size, 0, size):  # which changes no probability
        probabilities, chosen, log_probs = np.zeros(6, np.float32), np.zeros(2, np.int64), np.zeros(2, np.float32)
        draw_range(scores + np.float32(shift), offsets, uniforms, probabilities, chosen, log_probs, 0, 2)
        for row, (first, last) in enumerate(pairwise(offsets)):
            exact = scores[first:last].astype(np.float64)
            logs = exact - exact.max() - np.log(np.exp(exact - exact.max()).sum())
            np.testing.assert_allclose(probabilities[first:last], np.exp(logs), rtol=1e-3, atol=1e-6)
            assert log_probs[row] == pytest.approx(logs[chosen[row] - first], abs=1e-3)
            assert chosen[row] - first == np.searchsorted(np.cumsum(np.exp(logs)), uniforms[row], side="right")


def test_of_actions_that_are_equally_likely_the_first_is_taken() -> None:
    shape = shape_of()
    zeros = {name: np.zeros_like(array) for name, array in weights_of(shape).items()}
    games = VectorGame(NUM_GAMES, 3, seed=1)
    assert (games.action_masks.sum(1) > 1).any()
    chosen = PolicyNet(GAME, shape, zeros).choose(games.observations, games.action_masks)
    assert (chosen == games.action_masks.argmax(1)).all()


def test_some_rows_of_a_large_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mom_env.players.policy_net.BATCH", 5)  # rows of one pass
    policy, games = PolicyNet(GAME, shape_of(), weights_of(shape_of())), VectorGame(7, 2, seed=1)
    for _ in range(9):  # so that rows differ
        games.step(games.sample(np.random.default_rng(1)))
    repeats = smaller_without_jit(300, 2)
    observations, masks = np.tile(games.observations, (repeats, 1)), np.tile(games.action_masks, (repeats, 1))
    rows = np.arange(0, len(masks), 2)
    assert (policy.choose(observations, masks, rows=rows) == policy.choose(observations, masks)[rows]).all()


def test_what_comes_of_a_position_does_not_depend_on_the_others() -> None:
    """To the last bit: an agent plays the same game alone and beside a thousand others."""
    policy, games = PolicyNet(GAME, shape_of(), weights_of(shape_of())), VectorGame(NUM_GAMES, 3, seed=1)
    rng = np.random.default_rng(4)
    for _ in range(smaller_without_jit(30, 2)):
        games.step(games.sample(rng))
    together = policy.logits(games.observations, games.action_masks)
    for some in (slice(0, 1), slice(1, 3), slice(NUM_GAMES // 2, NUM_GAMES)):
        assert (policy.logits(games.observations[some], games.action_masks[some]) == together[some]).all()


def test_a_row_without_a_legal_action_is_refused() -> None:
    policy, games = PolicyNet(GAME, shape_of(), weights_of(shape_of())), VectorGame(3, 2, seed=1)
    masks = games.action_masks.copy()
    masks[1] = 0
    with pytest.raises(IllegalAction, match="none in row 1"):
        policy.choose(games.observations, masks)


def test_an_agent_plays_by_the_path_of_its_folder(agent: Path) -> None:
    ruleset = make_ruleset(2, "standard", None, skip_forced=True)
    player = make_player(str(agent), GAME, ruleset)
    games = VectorGame(4, 2, seed=1)
    actions = player.choose(games.states, games.rules, np.zeros(4, np.uint64))
    assert (actions == Agent(agent).choose(games.observations, games.action_masks)).all()
    with pytest.raises(OptionError, match="parameter: expected one of temperature"):
        make_player(f"{agent}:x=1", GAME, ruleset)


def test_a_path_is_looked_for_in_the_current_directory(agent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(agent.parent)
    ruleset = make_ruleset(2, "standard", None, skip_forced=True)
    assert make_player(agent.name, GAME, ruleset).made_from == make_player(str(agent), GAME, ruleset).made_from


def test_an_agent_refuses_another_game_deck_or_number_of_players(agent: Path) -> None:
    with pytest.raises(CheckpointError, match="expected 2, 3 players, found 4"):
        make_player(str(agent), GAME, make_ruleset(4, "standard", None, skip_forced=True))
    with pytest.raises(CheckpointError, match=r"deck: .* trained with, [0-9a-f]{12}\.\.\., found"):
        make_player(str(agent), GAME, make_ruleset(2, "mini", None, skip_forced=True))
    told = f"^{agent.name}: expected an agent of ape_town, found one of {GAME}$"
    with pytest.raises(CheckpointError, match=told):
        Agent(agent).check_can_play("ape_town", 2, deck_hash(load_deck("standard")))


def test_an_agent_plays_with_a_deck_of_another_name_and_other_labels(agent: Path) -> None:
    deck: dict[str, Any] = {**load_deck("standard").plain(), "name": "my box"}
    deck["sources"]["ships"] = {"known": "published", "reason": "read from the cards"}
    assert make_player(str(agent), GAME, make_ruleset(2, deck, None, skip_forced=True))
    deck["track"]["spaces"] += 1
    with pytest.raises(CheckpointError, match="deck: expected the one that it was trained with"):
        make_player(str(agent), GAME, make_ruleset(2, deck, None, skip_forced=True))


def test_an_agent_knows_with_which_options_it_was_not_trained(agent: Path) -> None:
    rewrite(agent, lambda m: m["options"].update(hidden_coins=True))
    assert Agent(agent).unfamiliar({"raise": "free", "hidden_coins": False}) == {"hidden_coins": False}


def test_an_agent_of_the_first_format_is_read_and_plays_as_before(agent: Path) -> None:
    """Its file had no payoffs, and its manifest had none of the later keys."""
    policy = {name: array for name, array in weights_of(shape_of()).items() if not name.startswith("payoff")}
    weights = to_bytes(policy)
    (agent / WEIGHTS).write_bytes(weights)

    def make_old(manifest: dict[str, Any]) -> None:
        manifest.update(format="mom-agent/1", files={WEIGHTS: sha256(weights)})
        del manifest["network"]["payoffs"], manifest["network"]["precision"]

    games = VectorGame(5, 3, seed=2)
    seen = games.observations, games.action_masks
    before = Agent(write_agent(agent.parent / "new")).choose(*seen)
    rewrite(agent, make_old)
    old = Agent(agent)
    assert (old.choose(*seen) == before).all()
    assert (old.manifest.version, old.manifest.rules, old.manifest.temperature) == (1, "1", 0)
    with pytest.raises(CheckpointError, match="payoffs: expected those of 3 seats, found 0"):
        old.payoffs(*seen, 3)


def test_weights_of_half_precision_are_read_as_they_were_rounded(agent: Path) -> None:
    shape = shape_of().model_copy(update={"precision": "F16"})
    arrays = weights_of(shape_of())
    weights = to_bytes({name: array.astype(np.float16) for name, array in arrays.items()})
    (agent / WEIGHTS).write_bytes(weights)
    rewrite(agent, lambda m: m.update(network=shape.model_dump(), files={WEIGHTS: sha256(weights)}))
    rounded = {name: array.astype(np.float16).astype(np.float32) for name, array in arrays.items()}
    games = VectorGame(5, 3, seed=2)
    seen = games.observations, games.action_masks
    found = Agent(agent)
    assert all(array.dtype == np.float32 for array in found.arrays.values())
    assert np.array_equal(found.logits(*seen), PolicyNet(GAME, shape, rounded).logits(*seen))
    assert not np.array_equal(found.logits(*seen), PolicyNet(GAME, shape, arrays).logits(*seen))


def soften(folder: Path) -> None:
    """Make the logits of an agent so small that none of its actions is nearly certain."""
    weights = to_bytes({name: array / 4 for name, array in weights_of(shape_of()).items()})
    (folder / WEIGHTS).write_bytes(weights)
    rewrite(folder, lambda m: m.update(files={WEIGHTS: sha256(weights)}))


def test_an_agent_mixes_as_its_temperature_says_by_the_bits_that_it_gets(agent: Path) -> None:
    soften(agent)
    count = 400
    games = VectorGame(1, 2, seed=5)
    states, bits = np.repeat(games.states, count), np.random.default_rng(1).integers(2**64, size=count, dtype=np.uint64)
    found = {}
    for words in ("", ":temperature=0", ":temperature=1", ":temperature=0.2"):
        player = make_player(f"{agent}{words}", GAME)
        found[words] = player.choose(states, games.rules, bits)
        alone = [int(player.choose(states[i : i + 1], games.rules, bits[i : i + 1])[0]) for i in range(9)]
        assert found[words][:9].tolist() == alone
    assert len(set(found[""].tolist())) == 1
    assert (found[""] == found[":temperature=0"]).all()
    logits = Agent(agent).logits(games.observations, games.action_masks)[0]
    for temperature in (1, 0.2):
        weights = np.exp((logits - logits.max()) / temperature)
        shares = np.bincount(found[f":temperature={temperature}"], minlength=NUM_ACTIONS) / count
        assert abs(shares - weights / weights.sum()).max() < 4 * np.sqrt(0.25 / count)
    assert len(set(found[":temperature=1"].tolist())) > 1
    rewrite(agent, lambda m: m.update(temperature=1.0))
    assert (make_player(str(agent), GAME).choose(states, games.rules, bits) == found[":temperature=1"]).all()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("temperature=-1", "parameter temperature: "),
        ("temperature=nan", "parameter temperature: "),
        ("temperature=hot", "parameter temperature: "),
        ("warmth=1", "parameter: expected one of temperature"),
        ("spec=1", "parameter: expected one of temperature"),
    ],
)
def test_a_wrong_temperature_is_refused(agent: Path, words: str, reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        make_player(f"{agent}:{words}", GAME)


WRONG: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "format": (lambda m: m.update(format="mom-agent/3"), "format: expected 'mom-agent/1'"),
    "format before payoffs": (lambda m: m.update(format="mom-agent/1"), "expected 'mom-agent/2' with payoffs"),
    "payoffs": (lambda m: m["network"].update(payoffs=3), r"payoff.weight: expected F32 \[3, 8\]"),
    "no payoffs": (lambda m: m["network"].update(payoffs=0), "not expected 'payoff.bias', 'payoff.weight'"),
    "payoffs of a crowd": (lambda m: m["network"].update(payoffs=9), "payoffs"),
    "precision": (lambda m: m["network"].update(precision="F16"), "expected F16"),
    "another precision": (lambda m: m["network"].update(precision="F64"), "precision"),
    "temperature": (lambda m: m.update(temperature=-1.0), "temperature"),
    "version": (lambda m: m.update(version=0), "version"),
    "key more": (lambda m: m.update(code="import os"), "code: expected no such key"),
    "key missing": (lambda m: m.pop("deck"), "deck: expected, but missing"),
    "game": (lambda m: m.update(game="another_game"), "game: expected one of"),
    "name of a path": (lambda m: m.update(name="../../x"), "name: expected 1 to 64 of A-Z"),
    "inputs": (lambda m: m["network"].update(inputs=532), r"expected F32 \[12, 532\]"),
    "actions": (lambda m: m["network"].update(actions=631), r"expected F32 \[631, 8\]"),
    "no layers": (lambda m: m["network"].update(hidden=[]), "hidden"),
    "layers for ever": (lambda m: m["network"].update(hidden=[1] * 100), "hidden"),
    "huge layer": (lambda m: m["network"].update(hidden=[1 << 50]), "hidden"),
    "other layer": (lambda m: m["network"].update(hidden=[12, 9]), "expected F32"),
    "symmetry": (lambda m: m["network"].update(symmetry="mirror"), "symmetry"),
    "hash": (lambda m: m["files"].update({WEIGHTS: "0" * 64}), "expected the SHA-256"),
    "hash of a file elsewhere": (lambda m: m["files"].update({"../x": "0" * 64}), "files"),
    "no players": (lambda m: m.update(num_players=[]), "num_players"),
    "no files": (lambda m: m.update(files={}), "files: expected at least 1 item"),
    "a file more": (lambda m: m["files"].update({MANIFEST: "0" * 64}), "files"),
    "a number without end": (lambda m: m["trained"].update(decisions=float("1e999")), "expected JSON"),
    "half a character": (lambda m: m["options"].update(raise_="\ud800"), "expected JSON"),
    "nested without end": (lambda m: m.update(options=nested(300)), "options"),
}


@pytest.mark.parametrize(("change", "reason"), WRONG.values(), ids=WRONG)
def test_a_wrong_manifest_is_refused(agent: Path, change: Callable[[dict[str, Any]], object], reason: str) -> None:
    rewrite(agent, change)
    with pytest.raises(CheckpointError, match=reason):
        Agent(agent)


def test_a_changed_or_linked_file_is_refused(agent: Path) -> None:
    content = bytearray((agent / WEIGHTS).read_bytes())
    content[-1] ^= 1
    (agent / WEIGHTS).write_bytes(content)
    with pytest.raises(CheckpointError, match="expected the SHA-256"):
        Agent(agent)
    shutil.move(agent / WEIGHTS, agent.parent / "elsewhere")
    (agent / WEIGHTS).symlink_to(agent.parent / "elsewhere")
    with pytest.raises(CheckpointError, match="regular file"):
        Agent(agent)


def test_what_is_no_agent_is_looked_for_elsewhere(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="player"):
        make_player(str(tmp_path / "nothing"), GAME, None)
    with pytest.raises(OptionError, match="player"):
        make_player("no such\0name", GAME, None)


@pytest.mark.parametrize("lost", [(MANIFEST,), (WEIGHTS,), (MANIFEST, WEIGHTS)], ids=str)
@pytest.mark.parametrize("spec", ["{}", "{}:temperature=1", "search:agent={}"])
def test_a_folder_without_a_file_of_an_agent_is_a_damaged_agent(agent: Path, lost: tuple[str, ...], spec: str) -> None:
    for file in lost:
        (agent / file).unlink()
    told = f"^{agent}: expected the folder of an agent, found no {' and no '.join(lost)} in it$"
    with pytest.raises(CheckpointError, match=told):
        make_player(spec.format(agent), GAME, None)


def test_parts_of_a_large_batch_are_put_together(monkeypatch: pytest.MonkeyPatch) -> None:
    shape, games = shape_of(), VectorGame(7, 2, seed=1)
    rows = np.array([6, 1, 5, 0, 3])
    whole = PolicyNet(GAME, shape, weights_of(shape)).choose(games.observations, games.action_masks, rows=rows)
    monkeypatch.setattr("mom_env.players.policy_net.BATCH", 2)
    parts = PolicyNet(GAME, shape, weights_of(shape)).choose(games.observations, games.action_masks, rows=rows)
    assert parts.tolist() == whole.tolist()
    assert games.action_masks[rows, parts].all()


def test_an_agent_plays_with_the_numbers_of_players_that_it_names_and_no_others(tmp_path: Path) -> None:
    for counts in ((3,), (2, 4)):
        folder = write_agent(tmp_path / str(counts[0]), counts)
        for count in (2, 3, 4):
            ruleset = make_ruleset(count, "standard", None, skip_forced=True)
            if count in counts:
                assert make_player(str(folder), GAME, ruleset).spec == str(folder)
            else:
                with pytest.raises(CheckpointError, match=f"players, found {count}"):
                    make_player(str(folder), GAME, ruleset)
