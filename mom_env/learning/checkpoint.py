"""Checkpoints: the whole state of a training as arrays and JSON. A resumed training gives the same bits.

A checkpoint is a folder named by its iteration, with these files:

    manifest.json          counts, versions, the random stream, and the SHA-256 of all other files
    config.json            the configuration
    network.safetensors    weights
    optimizer.safetensors  Adam's two moments of each weight
    pool.safetensors       the past selves and, if there is one, the magnet
    games.safetensors      the records of the games in progress, the players at their seats, the league's scores

Loading a checkpoint runs no code from it. No name, path, type or size in these files is trusted: what must be there
follows from the configuration.
"""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import numpy as np
import torch
from numpy.typing import NDArray

from mom_env.common.files import UNFINISHED, remove_folder, write_file, write_folder
from mom_env.common.machine import machine, version_of
from mom_env.common.problems import checked_file
from mom_env.common.tensors import (
    MOST_BYTES,
    Arrays,
    Expected,
    NetworkArrays,
    as_network,
    from_bytes,
    length_of,
    read_file,
    read_json,
    sha256,
    to_bytes,
)
from mom_env.contract.records import Records
from mom_env.environments.spaces import observation_size
from mom_env.errors import CheckpointError, MomError, TrainingError
from mom_env.games import load
from mom_env.learning.batches import rulesets_of
from mom_env.learning.config import MOST_CONFIG_BYTES, Config, Section, checked_config
from mom_env.learning.config_checks import check_config
from mom_env.learning.devices import how_computed, usable_here
from mom_env.learning.folders import how_to_resume
from mom_env.learning.origin import InitialAgent, Number, Origin
from mom_env.learning.selfplay.league import SHADOW, League
from mom_env.learning.selfplay.network import expected_network
from mom_env.learning.selfplay.random_stream import StreamState, set_stream, stream_state
from mom_env.learning.selfplay.trainer import SelfPlay
from mom_env.learning.shape import network_shape, overview_inputs
from mom_env.players.agent import Hash, deck_hash
from mom_env.players.policy_net import NetworkShape

CHECKPOINTS, MANIFEST, CONFIG, LATEST = "checkpoints", "manifest.json", "config.json", "latest"
NETWORK, OPTIMIZER, POOL, GAMES = (f"{name}.safetensors" for name in ("network", "optimizer", "pool", "games"))
FILES = (CONFIG, NETWORK, OPTIMIZER, POOL, GAMES)
MOST_MANIFEST_BYTES = 1 << 20
NAME_DIGITS = 8
FIRST_RULES = "1"  # the version of the rules in manifests that name none
MOMENTS = ("exp_avg", "exp_avg_sq")
MAGNET = "magnet"  # in the file of past selves, in place of the number of a past self


class Manifest(Section):
    """The content of a checkpoint's `manifest.json`. `files` has the SHA-256 of each other file by its name."""

    format: Literal["mom-checkpoint/1"]
    trainer: Literal["selfplay"]
    game: str
    num_players: Number | list[Number]
    rules: str = FIRST_RULES
    deck: Hash
    network: NetworkShape
    iteration: Number
    decisions: Number
    optimizer_steps: Number
    past_selves: Number
    stream: StreamState
    threads: Number
    machine: dict[str, str]
    files: dict[str, Hash]
    origin: Origin | None = None  # only in a run that prolongs another
    initial: InitialAgent | None = None  # only in a run that began with an agent


def save(training: SelfPlay, folder: Path) -> Path:
    """Write a checkpoint of a training into `folder`, that of all its checkpoints, and return the new path.

    Raises:
        TrainingError: the checkpoint cannot be written; all older ones are unchanged.
    """
    path = folder / f"{training.iteration:0{NAME_DIGITS}}"
    files = contents(training)
    manifest = manifest_of(training, {name: sha256(content) for name, content in files.items()})
    files[MANIFEST] = (manifest.model_dump_json(indent=1) + "\n").encode()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_folder(path, files)
        write_file(folder / LATEST, path.name.encode())
    except OSError as error:
        raise TrainingError(
            f"{path}: cannot be written: {error.strerror}; older checkpoints are unchanged. When there is room, "
            f"continue with: {how_to_resume(folder.parent)}"
        ) from None
    return path


def contents(training: SelfPlay) -> dict[str, bytes]:
    """Return the content of all files of a training's checkpoint except the manifest, by file name."""
    league, rollout = training.league, training.rollout
    games: Arrays = {
        "states": as_bytes(rollout.games.states),
        "players": rollout.players,
        "scores": league.scores,
        "games": league.games,
    }
    if training.config.rollout.random_share:
        games["random_left"] = rollout.random_left
    return {
        CONFIG: (training.config.model_dump_json(indent=1) + "\n").encode(),
        NETWORK: to_bytes(training.network.arrays()),
        OPTIMIZER: to_bytes(optimizer_arrays(training)),
        POOL: to_bytes(league.arrays() | magnet_arrays(training)),
        GAMES: to_bytes(games),
    }


def manifest_of(training: SelfPlay, files: Mapping[str, str]) -> Manifest:
    """Return the manifest of a training's checkpoint. `files` has the SHA-256 of each other file by its name."""
    steps = {int(state["step"]) for state in training.update.optimizer.state.values()}
    return Manifest(
        format="mom-checkpoint/1",
        trainer="selfplay",
        game=training.config.game,
        num_players=training.config.num_players,
        rules=load(training.config.game).info.rules_version,
        deck=deck_hash(training.rollout.games.ruleset.deck),
        network=training.network.shape,
        iteration=training.iteration,
        decisions=training.decisions,
        optimizer_steps=max(steps, default=0),
        past_selves=training.league.added,
        stream=stream_state(training.rng),
        threads=training.config.threads,
        machine={**versions(), **training.computed},
        files=dict(files),
        origin=training.origin,
        initial=training.initial,
    )


def versions() -> dict[str, str]:
    """Return the processor of this machine and the versions of libraries on which a training's last bits depend."""
    return {**machine(), "torch": version_of("torch") or "none"}


def load_checkpoint(path: Path, scratch: Path) -> SelfPlay:
    """Return the training of the checkpoint in the folder `path`, ready to continue.

    If this machine lacks its device, it is on the CPU, so that it can be looked at, and prolonged on another device.
    `scratch` is the folder into which the training writes a minibatch whose loss is not a number.

    Raises:
        CheckpointError: the checkpoint cannot be used; the message says why.
    """
    manifest = read_manifest(path)
    files = {CONFIG: read_verified(path, CONFIG, MOST_CONFIG_BYTES, manifest)}
    config = read_config(path, files[CONFIG])
    check_is_of(manifest, config)
    try:
        check_config(config)
    except MomError as error:  # for example an unknown bot
        raise CheckpointError(f"{path / CONFIG}: {error}") from None
    arrays = {}
    for name, expected in expected_files(manifest, config).items():
        content = read_verified(path, name, min(MOST_BYTES, length_of(expected)), manifest)
        arrays[name] = from_bytes(content, expected, name)
    training = restore_training(SelfPlay(usable_here(config), scratch), manifest, arrays)
    training.config = config
    return training


def read_manifest(path: Path) -> Manifest:
    """Return the manifest of the checkpoint in the folder `path`.

    Raises:
        CheckpointError: the manifest has been damaged or edited.
    """
    content = read_json(read_file(path / MANIFEST, MOST_MANIFEST_BYTES), MANIFEST)
    manifest = checked_file(Manifest, content, path / MANIFEST, CheckpointError)
    if set(manifest.files) != set(FILES):
        found = ", ".join(sorted(manifest.files))[:200]
        raise CheckpointError(f"{path / MANIFEST}: files: expected {', '.join(FILES)}, found {found}")
    return manifest


def read_verified(path: Path, name: str, most_bytes: int, manifest: Manifest) -> bytes:
    """Return the content of the file `name` of the checkpoint in the folder `path`, after checking its hash.

    Raises:
        CheckpointError: the file has more than `most_bytes` bytes, or its hash is not the one in the manifest.
    """
    content = read_file(path / name, most_bytes)
    if sha256(content) != manifest.files[name]:
        found = sha256(content)
        raise CheckpointError(f"{path / name}: expected the SHA-256 {manifest.files[name]}, found {found}")
    return content


def read_config(path: Path, content: bytes) -> Config:
    """Return the configuration of a checkpoint from `content`, the bytes of its file.

    `path` is the checkpoint's folder, for messages.

    Raises:
        CheckpointError: the configuration is not valid.
    """
    try:
        return checked_config(read_json(content, CONFIG), str(path / CONFIG))
    except CheckpointError:
        raise
    except MomError as error:
        raise CheckpointError(str(error)) from None


def check_is_of(manifest: Manifest, config: Config) -> None:
    """Check that a checkpoint's manifest fits its configuration, the installed deck and the version of the rules.

    Raises:
        CheckpointError: something differs; the message says what.
    """
    try:
        deck = rulesets_of(config)[0].deck
    except MomError as error:
        raise CheckpointError(f"{CONFIG}: {error}") from None
    expect("trainer", config.trainer, manifest.trainer)
    expect("game", config.game, manifest.game)
    expect("num_players", config.num_players, manifest.num_players)
    check_rules(config.game, manifest.rules)
    expect("deck", deck_hash(deck), manifest.deck)
    expect("network", network_shape(config).model_dump(), manifest.network.model_dump())
    expect("network: inputs", observation_size(config.game), manifest.network.inputs)


def check_rules(game: str, rules: str) -> None:
    """Check that a training of the game was begun under the present version of the rules, as it must not mix two.

    `rules` is the version under which it was begun.

    Raises:
        CheckpointError: the version of the rules has changed.
    """
    now = load(game).info.rules_version
    if rules != now:
        raise CheckpointError(f"rules: expected version {now} of {game}, found a training under version {rules[:20]}")


def expected_files(manifest: Manifest, config: Config) -> dict[str, dict[str, Expected]]:
    """Return which arrays each file of a checkpoint must have: types and shapes, by file name and array name."""
    network = expected_network(manifest.network, overview_inputs(config))
    past, magnet = range(min(manifest.past_selves, config.league.pool)), [MAGNET] if config.ppo.magnet else []
    num_games, opponents = config.rollout.games, config.league.pool + len(config.league.bots)
    record = load(config.game).kernels.STATE_DTYPE.itemsize
    beginnings = {"random_left": Expected("I64", (num_games,))} if config.rollout.random_share else {}
    return {
        NETWORK: network,
        OPTIMIZER: {f"{moment}.{name}": e for moment in MOMENTS for name, e in network.items()},
        POOL: {f"{place}.{name}": e for place in (*past, *magnet) for name, e in network.items()},
        GAMES: {
            "states": Expected("U8", (num_games, record)),
            "players": Expected("I64", (num_games, max(config.player_counts))),
            "scores": Expected("F64", (opponents,)),
            "games": Expected("I64", (opponents,)),
            **beginnings,
        },
    }


def restore_training(training: SelfPlay, manifest: Manifest, arrays: Mapping[str, Arrays]) -> SelfPlay:
    """Set a new training to the state of a checkpoint, and return this training.

    Args:
        training: a training of the checkpoint's configuration that has not begun.
        manifest: of the checkpoint.
        arrays: the checkpoint's arrays, by file name and then by array name.

    Raises:
        CheckpointError: a record is not that of a position, a player is not a member of the league, or a number of
            random decisions is out of range.
    """
    games = arrays[GAMES]
    players, counts = (np.asarray(games[name], np.int64) for name in ("players", "games"))
    check_players(players, manifest.past_selves, training.league)
    states = checked_states(np.asarray(games["states"], np.uint8), training)
    training.network.set_arrays(as_network(arrays[NETWORK]))
    set_optimizer(training, as_network(arrays[OPTIMIZER]), manifest.optimizer_steps)
    training.league.restore(
        manifest.past_selves, np.asarray(games["scores"], np.float64), counts, as_network(arrays[POOL])
    )
    if training.update.magnet:
        training.update.magnet.set_arrays(as_network(arrays[POOL]), f"{MAGNET}.")
    training.rollout.players[:] = players
    if "random_left" in games:
        training.rollout.random_left[:] = checked_beginnings(np.asarray(games["random_left"], np.int64), training)
    training.rollout.games.restore(states)
    training.iteration, training.decisions = manifest.iteration, manifest.decisions
    training.origin, training.initial = manifest.origin, manifest.initial
    set_stream(training.rng, manifest.stream)
    return training


def check_players(players: NDArray[np.int64], past_selves: int, league: League) -> None:
    """Check that each player at the tables is an opponent of the league, the learner, or the learner's shadow.

    The shadow is the learner's network, at seats whose decisions are not learnt from.

    Args:
        players: numbers of players, by game and seat.
        past_selves: how many past selves were ever added to the league.
        league: the league.

    Raises:
        CheckpointError: there is another number.
    """
    is_past = players < min(past_selves, league.config.pool)
    is_bot = (players >= league.config.pool) & (players < league.num_opponents)
    if not ((players >= SHADOW) & (is_past | is_bot)).all():
        raise CheckpointError(f"{GAMES}: players: expected numbers of opponents, found others")


def checked_beginnings(left: NDArray[np.int64], training: SelfPlay) -> NDArray[np.int64]:
    """Return how many random decisions are left in each game, after checking these numbers.

    Args:
        left: the numbers, by game.
        training: the training to which the games belong, for its configuration.

    Raises:
        CheckpointError: a number is below 0 or above the configured one.
    """
    most = training.config.rollout.random_plies
    if left.min() < 0 or left.max() > most:
        raise CheckpointError(f"{GAMES}: random_left: expected 0 to {most}, found {left.min()} to {left.max()}")
    return left


def checked_states(content: NDArray[np.uint8], training: SelfPlay) -> Records:
    """Return the records of the games in progress, after checking each of them.

    Kernels trust a record: a piece that does not exist would make them write outside of their arrays. Each game
    therefore checks its records as thoroughly as a snapshot from a user.

    Args:
        content: the bytes of the records, a row for each game.
        training: the training to which the games belong, for its rules.

    Raises:
        CheckpointError: a record is not that of a position.
    """
    game, games = training.config.game, training.rollout.games
    states: Records = content.reshape(-1).view(load(game).kernels.STATE_DTYPE)
    for block in games.blocks:
        for i in range(block.first, block.last):
            if not load(game).people.Game.is_in_progress(block.ruleset, states[i : i + 1]):
                raise CheckpointError(f"{GAMES}: states: expected records of positions, found none at {i}")
    return states


def magnet_arrays(training: SelfPlay) -> NetworkArrays:
    """Return copies of the magnet's weights, under names such as `magnet.value.bias`; none if the training has none.

    If its configuration was given a magnet only now, that is the network as it is.
    """
    if not training.config.ppo.magnet:
        return {}
    magnet = training.update.magnet.network if training.update.magnet else training.network
    return {f"{MAGNET}.{name}": array for name, array in magnet.arrays().items()}


def optimizer_arrays(training: SelfPlay) -> NetworkArrays:
    """Return Adam's moments of each weight, under names such as `exp_avg.value.bias`; zeros before the first step."""
    state, arrays = training.update.optimizer.state, {}
    for name, weight in training.update.trained.named_parameters():
        for moment in MOMENTS:
            tensor = state[weight][moment] if weight in state else torch.zeros_like(weight)
            arrays[f"{moment}.{name}"] = np.array(tensor.detach().cpu().numpy())
    return arrays


def set_optimizer(training: SelfPlay, arrays: NetworkArrays, steps: int) -> None:
    """Set the optimiser (Adam) to its state after `steps` steps. Without steps, do nothing.

    `arrays` has Adam's moments, under the names that `optimizer_arrays` gives them.
    """
    if not steps:
        return
    for name, weight in training.update.trained.named_parameters():
        moments = {moment: torch.from_numpy(arrays[f"{moment}.{name}"]).to(weight.device) for moment in MOMENTS}
        training.update.optimizer.state[weight] = {"step": torch.tensor(float(steps)), **moments}


def as_bytes(states: Records) -> NDArray[np.uint8]:
    """Return a copy of records as rows of bytes, shape (records, bytes)."""
    return np.frombuffer(states.tobytes(), np.uint8).reshape(len(states), states.itemsize)


def all_checkpoints(folder: Path) -> list[Path]:
    """Return the paths of the checkpoints in a folder, the newest first; other files and folders are ignored."""
    if not folder.is_dir():
        return []
    named = [path for path in folder.iterdir() if len(path.name) == NAME_DIGITS and path.name.isdigit()]
    return sorted(named, reverse=True)


def load_latest(run: Path) -> tuple[SelfPlay, list[str]]:
    """Return the training of a run's newest readable checkpoint, and in words the problems of newer ones.

    `run` is the run's folder.

    Raises:
        CheckpointError: no checkpoint can be read.
    """
    problems: list[str] = []
    for path in all_checkpoints(run / CHECKPOINTS):
        try:
            return load_checkpoint(path, run), problems
        except CheckpointError as error:
            problems.append(str(error))
    raise CheckpointError(f"{run}: expected a checkpoint to continue from, found {'; '.join(problems) or 'none'}"[:800])


def origin_of(run: Path, training: SelfPlay) -> Origin:
    """Return the checkpoint from which a training was just loaded, as the entry about the origin of another run.

    `run` is the folder of the training.
    """
    path = run / CHECKPOINTS / f"{training.iteration:0{NAME_DIGITS}}"
    manifest = sha256(read_file(path / MANIFEST, MOST_MANIFEST_BYTES))
    return Origin(run=str(run), iteration=training.iteration, decisions=training.decisions, manifest=manifest)


def prune(folder: Path, keep: int, best: str | None) -> None:
    """Remove all checkpoints in a folder but the newest `keep` and the best one, and rests of interrupted writes.

    `best` is the name of the best checkpoint, or None.
    """
    for path in all_checkpoints(folder)[keep:]:
        if path.name != best:
            remove_folder(path)
    for path in folder.glob(f"{UNFINISHED}*"):
        shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)


def differences(path: Path) -> list[str]:
    """Return how the checkpoint in the folder `path` was computed in another way than it would be continued here.

    There is a line of text for each difference of processor, versions, device, precision and number of threads. With
    differences, the last bits of results may differ, too.
    """
    manifest = read_manifest(path)
    config = read_config(path, read_verified(path, CONFIG, MOST_CONFIG_BYTES, manifest))
    return differences_from(manifest.machine, config)


def differences_from(then: Mapping[str, str], config: Config) -> list[str]:
    """Return how a training that was computed in the way `then` would be continued in another way here.

    Args:
        then: processor, versions and settings by name, as a manifest has them; older ones have no settings.
        config: with which the training would be continued.
    """
    settings = how_computed(usable_here(config))
    now = {**versions(), **{name: value for name, value in settings.items() if name in then}}
    return [f"{what}: {then.get(what)} then, {now[what]} now" for what in now if then.get(what) != now[what]]


def expect(what: str, expected: object, found: object) -> None:
    """Raise an error if `found` differs from `expected`; `what` names the value in the message.

    Raises:
        CheckpointError: the values differ.
    """
    if expected != found:
        raise CheckpointError(f"{what}: expected {json.dumps(expected)}, found {json.dumps(found)}"[:500])
