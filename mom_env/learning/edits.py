"""Edits of a run's configuration by hand: a run continues as its checkpoint says, so they have no effect."""

import json
from collections.abc import Iterator
from pathlib import Path

from mom_env.common.tensors import read_file, read_json
from mom_env.errors import CheckpointError
from mom_env.learning.config import MOST_CONFIG_BYTES, Config

CONFIG = "config.json"  # in a run's folder


def edits(run: Path, config: Config) -> str:
    """Return in words which settings of the run's `config.json` were edited, or an empty text if none was.

    Args:
        run: the folder of the run; if there is no such file that can be read, nothing was edited.
        config: that of the checkpoint from which the run continues.
    """
    try:
        tables = read_json(read_file(run / CONFIG, MOST_CONFIG_BYTES), CONFIG)
    except CheckpointError:
        return ""
    saved = dict(settings_in(json.loads(config.model_dump_json())))
    edited = [name for name, value in settings_in(tables) if saved.get(name) != value]
    if not edited:
        return ""
    return f"{run / CONFIG}: {', '.join(edited)} edited, to no effect: the checkpoint's configuration counts"[:500]


def settings_in(tables: dict[str, object]) -> Iterator[tuple[str, object]]:
    """Yield all settings of a configuration's tables, with names such as `ppo.epochs`."""
    for key, value in tables.items():
        if isinstance(value, dict):
            yield from ((f"{key}.{name}", one) for name, one in value.items())
        else:
            yield key, value
