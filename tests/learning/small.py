"""Trainings that take a second."""

import hashlib
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from mom_env.learning import checkpoint
from mom_env.learning.config import Config, checked_config, with_settings
from mom_env.learning.selfplay.trainer import SelfPlay

SMALL = (
    "threads=1",
    "network.hidden=[16,8]",
    "rollout.games=10",
    "rollout.steps=24",
    "ppo.minibatch=64",
    "ppo.epochs=2",
    "league.past_share=0.4",
    "league.bot_share=0.2",
    "league.add_every=1",
    "league.pool=2",
    "evaluation.deals=2",
    "evaluation.every=2",
    "checkpoint.every=1",
)


def small(*settings: str, **tables: Any) -> Config:
    """A small configuration, changed by settings."""
    given = {"trainer": "selfplay", "num_players": 3, "decisions": 900, "seed": 3, **tables}
    return checked_config(with_settings(given, (*SMALL, *settings)), "test")


def fingerprint(training: SelfPlay) -> dict[str, Any]:
    """All that a training is."""
    files = {name: hashlib.sha256(content).hexdigest() for name, content in checkpoint.contents(training).items()}
    stream = training.rng.bit_generator.state
    return {**files, "stream": stream, "at": (training.iteration, training.decisions, training.league.added)}


def trained(config: Config, folder: Path, iterations: int) -> SelfPlay:
    """A training after so many iterations."""
    training = SelfPlay(config, folder)
    for _ in range(iterations):
        training.iterate()
    return training


def interrupt_after(iterations: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C at the end of an iteration."""
    original = SelfPlay.iterate

    def iterate(training: SelfPlay) -> Any:
        metrics = original(training)
        if training.iteration == iterations:
            os.kill(os.getpid(), signal.SIGINT)
        return metrics

    monkeypatch.setattr(SelfPlay, "iterate", iterate)
