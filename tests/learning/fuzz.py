"""Files that somebody has damaged or crafted, thousands of them: `python -m tests.learning.fuzz COUNT SEED`.

Whatever is in an agent, a manifest, a result, a protocol, a report or a configuration: it is read, or there is one of
our own errors. What is read is used, so that nothing waits in it for later.
"""

import json
import random
import shutil
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np

from mom_env.arena.game_records import Games
from mom_env.arena.games_file import GAMES_FILE, read_games
from mom_env.arena.run import Way, run
from mom_env.arena.summary import summarize
from mom_env.common.tensors import sha256
from mom_env.errors import MomError
from mom_env.learning import checkpoint
from mom_env.learning.benchmark.page import page_part, results_in
from mom_env.learning.benchmark.protocol import FILE as PROTOCOL
from mom_env.learning.benchmark.protocol import Protocol, claim, read_model, ruleset_of
from mom_env.learning.benchmark.result import FILE as RESULT
from mom_env.learning.benchmark.result import Result, Score, read_result, write_result
from mom_env.learning.config import Config, checked_config, load_config
from mom_env.learning.exploit_report import REPORT, Begun, read_begun
from mom_env.learning.sb3 import parts as sb3_parts
from mom_env.learning.selfplay.random_stream import stream_state
from mom_env.monkeys_on_the_moon import VectorGame
from mom_env.players.agent import MANIFEST, WEIGHTS, Agent
from mom_env.players.provenance import changes, provenance_of
from tests.support.arena_players import cheat, plan_of
from tests.support.fuzz import damaged, json_bytes, only, toml_bytes
from tests.support.own_agent import write_agent

AGENT = "agent"
MOST_BYTES = 1 << 20  # of a file: a longer one would only make this slow


class Target(NamedTuple):
    """A kind of file."""

    name: str
    write: Callable[[Path, random.Random], None]  # a damaged or crafted one, into an empty folder
    read: Callable[[Path], object]  # and use


GAMES = VectorGame(2, 2, seed=1)


def play(folder: Path) -> None:
    """Read an agent, and take a move."""
    agent = Agent(folder / AGENT)
    agent.check_can_play("monkeys_on_the_moon", 2, agent.manifest.deck)
    print(agent.unfamiliar({"raise": "free"}), agent.manifest.trained, file=Sink())
    agent.choose(GAMES.observations, GAMES.action_masks)


class Sink:
    """What is printed must have an encoding."""

    def write(self, text: str) -> None:
        text.encode()


def write_manifest(folder: Path, rng: random.Random) -> None:
    folder = write_agent(folder / AGENT, (2,))
    manifest = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).write_bytes(json_bytes(manifest, rng))


def write_weights(folder: Path, rng: random.Random) -> None:
    """Weights with their right hash: whoever crafts a file can write that, too."""
    folder = write_agent(folder / AGENT, (2,))
    content = (folder / WEIGHTS).read_bytes()
    length = int.from_bytes(content[:8], "little")
    if rng.random() < 0.8:
        header = json_bytes(json.loads(content[8 : 8 + length]), rng)
        content = len(header).to_bytes(8, "little") + header + content[8 + length :]
    else:
        content = damaged(content, rng)
    (folder / WEIGHTS).write_bytes(content)
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["files"][WEIGHTS] = sha256(content)
    (folder / MANIFEST).write_text(json.dumps(manifest))


def a_result() -> Result:
    zeros = "0" * 64
    scores = tuple(
        Score(against=who, made_from="x", deals=2, share=0.5, low=0.1, high=0.9, games=zeros)
        for who in ("random", "greedy")
    )
    provenance = provenance_of("monkeys_on_the_moon", ruleset_of(Protocol(), "2p"), [])
    config = json.loads(Config(trainer="sb3", num_players=2, decisions=9).model_dump_json())
    given: dict[str, Any] = {"algorithm": "sb3", "setting": "2p", "seed": 1}
    given |= {"decisions": 9, "spent": 9, "player": "agent"}
    known: dict[str, Any] = {"provenance": provenance.model_copy(update={"players": {"sb3": "x"}}), "made_from": "x"}
    return Result(**given, **known, config=config, scores=scores, minutes=1.0, machine={"system": "x"})


def write_a_result(folder: Path, rng: random.Random) -> None:
    """A result with its right hash, as far as what is in it can have one."""
    cell = folder / "sb3" / "2p" / "1"
    write_result(cell, a_result())
    content = json_bytes(json.loads((cell / RESULT).read_text()), rng)
    with suppress(Exception), warnings.catch_warnings(action="ignore"):  # what is no result at all has no hash
        crafted = json.loads(content)
        crafted["hash"] = Result.model_construct(**crafted).content_hash()
        content = json.dumps(crafted).encode()
    (cell / RESULT).write_bytes(content)


def read_results(folder: Path) -> None:
    result = read_result(folder / "sb3" / "2p" / "1")
    assert result is not None
    page_part(results_in(folder, Protocol(decisions=9, deals=2)), "x.png").encode()


def write_protocol(folder: Path, rng: random.Random) -> None:
    claim(folder, Protocol())
    (folder / PROTOCOL).write_bytes(json_bytes(json.loads((folder / PROTOCOL).read_text()), rng))


def read_protocol(folder: Path) -> None:
    print(read_model(folder / PROTOCOL, Protocol).options, file=Sink())
    claim(folder, Protocol())


def write_a_report(folder: Path, rng: random.Random) -> None:
    target = Begun(target="greedy", provenance=a_result().provenance, beginning="imitation")
    report = target.model_dump(mode="json")
    (folder / REPORT).write_bytes(json_bytes(report, rng))


TOML = """trainer = "selfplay"
num_players = 2
decisions = 1000000
options = { hidden_coins = true }
network = { hidden = [256, 256], precision = "bf16" }

[ppo]
learning_rate = 1e-3
epochs = 4

[league]
bots = ["greedy", "ismcts:sims=9"]
past_share = 0.5
"""


def write_toml(folder: Path, rng: random.Random) -> None:
    (folder / "run.toml").write_bytes(toml_bytes(TOML, rng))


def read_config(folder: Path) -> None:
    settings = ["ppo.epochs=2", "league.bots=['random']"]
    for chosen in ([], settings):
        load_config(folder / "run.toml", chosen).model_dump_json().encode()


def write_tables(folder: Path, rng: random.Random) -> None:
    tables = Config(trainer="sb3", num_players=2, decisions=9).model_dump(mode="json")
    (folder / "config.json").write_bytes(json_bytes(tables, rng))


def read_tables(folder: Path) -> None:
    config = checkpoint.read_config(folder, (folder / "config.json").read_bytes())
    checked_config(config.model_dump(mode="json"), "again", ["seed=3"]).model_dump_json().encode()


def a_manifest() -> dict[str, Any]:
    stream = stream_state(np.random.Generator(np.random.PCG64(1))).model_dump()
    network = {"inputs": 533, "hidden": [8], "actions": 632, "symmetry": "focus"}
    hashes = dict.fromkeys(checkpoint.FILES, "0" * 64)
    counts = dict.fromkeys(("num_players", "iteration", "decisions", "optimizer_steps", "past_selves", "threads"), 2)
    given = {"format": "mom-checkpoint/1", "trainer": "selfplay", "game": "monkeys_on_the_moon", "deck": "0" * 64}
    origin = {"run": "runs/x", "iteration": 1, "decisions": 9, "manifest": "0" * 64}
    return {**given, **counts, "network": network, "stream": stream, "machine": {}, "files": hashes, "origin": origin}


def write_a_manifest(folder: Path, rng: random.Random) -> None:
    (folder / checkpoint.MANIFEST).write_bytes(json_bytes(a_manifest(), rng))


def write_part(folder: Path, rng: random.Random) -> None:
    hashes = dict.fromkeys((sb3_parts.WEIGHTS, sb3_parts.CONFIG), "0" * 64)
    manifest = {"format": "mom-sb3-part/1", "part": 3, "decisions": 9, "files": hashes, "origin": None}
    (folder / sb3_parts.MANIFEST).write_bytes(json_bytes(manifest, rng))


PLAN = plan_of("cheat", "greedy", num_players=2, deals=2)


@cache
def a_tournament() -> tuple[dict[str, Any], Games, str]:
    """The head, the games and the hash of a small tournament in which somebody forfeits every game."""
    with tempfile.TemporaryDirectory() as folder:
        run(PLAN, [cheat, "greedy"], Way(directory=Path(folder)))
        with np.load(Path(folder) / GAMES_FILE, allow_pickle=False) as found:
            return json.loads(str(found["head"])), found["games"], str(found["hash"])


def write_games(folder: Path, rng: random.Random) -> None:
    """Games and what stands beside them, mostly with their right hash; or a file that is damaged as a whole."""
    head, games, digest = a_tournament()
    text, games = json.dumps(head), games.copy()
    if rng.random() < 0.6:
        text = json_bytes(head, rng).decode(errors="replace")
    else:
        field, row = rng.choice(games.dtype.names or ()), rng.randrange(len(games))
        games[field][row] = np.array(rng.choice([-1, 0, 1, 2, 99, 2**40])).astype(games.dtype[field].base)
    if rng.random() < 0.8:
        digest = sha256(games.tobytes() + text.encode())
    file = BytesIO()
    np.savez_compressed(file, games=games, head=text, hash=digest)
    content = file.getvalue()
    (folder / GAMES_FILE).write_bytes(damaged(content, rng) if rng.random() < 0.1 else content)


def read_saved_games(folder: Path) -> None:
    kept = read_games(folder / GAMES_FILE)
    summarize(kept.plan, kept.games)
    for forfeit in kept.forfeits:
        print(*forfeit, file=Sink())
    changes(kept.provenance, provenance_of("monkeys_on_the_moon", PLAN.ruleset(), []))


TARGETS = (
    Target("agent manifest", write_manifest, play),
    Target("agent weights", write_weights, play),
    Target("games of a tournament", write_games, read_saved_games),
    Target("result", write_a_result, read_results),
    Target("protocol", write_protocol, read_protocol),
    Target("report of an exploit", write_a_report, read_begun),
    Target("configuration", write_toml, read_config),
    Target("configuration of a checkpoint", write_tables, read_tables),
    Target("manifest of a checkpoint", write_a_manifest, checkpoint.read_manifest),
    Target("manifest of a part", write_part, sb3_parts.read_part),
)


def fuzz(target: Target, count: int, seed: int, root: Path) -> Counter[str]:
    """Return how many files were read and how many were refused; raise any other error, with the folder it is from."""
    found: Counter[str] = Counter()
    with patch("os.fsync"):  # a disk takes milliseconds for each
        for number in range(count):
            folder = root / f"{target.name}-{seed}-{number}"
            folder.mkdir()
            target.write(folder, random.Random(f"{target.name} {seed} {number}"))
            found[what_comes_of(target, folder)] += 1
            shutil.rmtree(folder)
    return found


def what_comes_of(target: Target, folder: Path) -> str:
    """Whether a file is read or refused."""
    with only(MomError, folder):
        target.read(folder)
        return "read"
    return "refused"


def main(count: int, seed: int) -> None:
    """As many files as asked for, equally many of each kind."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for target in TARGETS:
            found = fuzz(target, count // len(TARGETS), seed, Path(folder))
            sys.stdout.write(f"{target.name}: {found['read']:,} read, {found['refused']:,} refused\n")
    sys.stdout.write(f"{time.monotonic() - began:.0f} s\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
