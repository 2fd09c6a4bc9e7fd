"""Kill a process while it saves, again and again: `python -m tests.learning.saver FOLDER TIMES SEED`."""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from mom_env.errors import CheckpointError
from mom_env.learning import checkpoint
from mom_env.learning.selfplay.trainer import SelfPlay
from tests.learning.small import small, trained


def save_for_ever(training: SelfPlay, folder: Path) -> None:
    """Save, prune, and save again; every third time over the one that is there."""
    while True:
        checkpoint.save(training, folder)
        checkpoint.prune(folder, 2, None)
        training.iteration += training.iteration % 3 != 0 or random.random() < 0.5  # not for secrets


def unreadable(run: Path) -> list[str]:
    """What is wrong with any checkpoint, or with going on from the newest."""
    found = checkpoint.load_latest(run)[1]
    for path in checkpoint.all_checkpoints(run / "checkpoints"):
        try:
            checkpoint.load_checkpoint(path, run)
        except CheckpointError as error:
            found.append(str(error))
    return found


def kill_while_saving(run: Path, times: int, seed: int) -> dict[str, int]:
    """How often a process was killed, how often amid a checkpoint, how many could not be read afterwards."""
    rng, counts = random.Random(seed), {"killed": 0, "amid": 0, "unreadable": 0}  # not for secrets
    training = trained(small(), run, 1)
    checkpoint.save(training, run / "checkpoints")
    for _ in range(times):
        checkpoint.prune(run / "checkpoints", 2, None)  # what the last one left
        child = os.fork()
        if child == 0:
            save_for_ever(training, run / "checkpoints")
        time.sleep(rng.uniform(0.001, 0.05))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        counts["killed"] += 1
        counts["amid"] += any((run / "checkpoints").glob(".new-*"))
        counts["unreadable"] += len(unreadable(run))
        training, _ = checkpoint.load_latest(run)
    return counts


if __name__ == "__main__":
    sys.stdout.write(json.dumps(kill_while_saving(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))) + "\n")
