"""The plan of a sweep: all combinations of the varied settings, and a training of each with each seed."""

import hashlib
import math
import re
from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

from mom_env.common.arguments import checked_whole
from mom_env.errors import ConfigError, OptionError
from mom_env.learning.config import Config, checked_config, read_tables, with_settings
from mom_env.learning.config_checks import check_config

MOST_RUNS = 1000
ONE_THREAD = "threads=1"
UNCHANGED = "unchanged"  # the name of the only combination if nothing is varied
VALUE = re.compile(r"""(?:"[^"]*"|'[^']*'|\[[^]]*\]|\{[^}]*\}|[^,"'\[{])+""")
# Strengths can only be compared if the same games against the same opponents are evaluated.
OF_EVALUATIONS = ("game", "num_players", "deck", "options", "evaluation")
MOST_NAME = 100  # characters of a folder's name
MOST_WORDS = 60  # characters that begin the name of a folder if not all fit, before the digits of a hash
DIGITS = 8

Combination = tuple[str, ...]  # one setting for each varied key, such as ppo.entropy=0.01, in the order of --vary


class Variation(NamedTuple):
    """A key of the configuration that is varied, and its values as they were typed."""

    key: str
    values: tuple[str, ...]

    def settings(self) -> list[str]:
        """Return a setting for each value, in the form of `--set`."""
        return [f"{self.key}={value}" for value in self.values]


class Training(NamedTuple):
    """One run of a sweep: a combination of settings, trained with one seed."""

    combination: Combination
    config: Config

    @property
    def name(self) -> str:
        """Name of the run for people: its settings and its seed."""
        return f"{in_words(self.combination)}, seed {self.config.seed}"

    @property
    def folder(self) -> Path:
        """Path of the run's folder in that of the sweep."""
        return Path(folder_name(self.combination)) / str(self.config.seed)


class SweepPlan(NamedTuple):
    """What a sweep trains.

    Attributes:
        tables: what all runs have in common: the configuration file as it is changed by `--set`, unchecked.
        variations: the varied keys with their values.
        trainings: all runs, ordered by seed, so that the table fills evenly.
    """

    tables: dict[str, object]
    variations: tuple[Variation, ...]
    trainings: tuple[Training, ...]

    @property
    def combinations(self) -> list[Combination]:
        """All combinations of settings, in the order in which their values were typed."""
        return list(dict.fromkeys(training.combination for training in self.trainings))

    @property
    def seeds(self) -> list[int]:
        """The seeds with which each combination is trained."""
        return list(dict.fromkeys(training.config.seed for training in self.trainings))


def in_words(combination: Combination) -> str:
    """Return a combination of settings as text."""
    return ", ".join(combination) or UNCHANGED


def folder_name(combination: Combination) -> str:
    """Return the name of the folder of a combination, which no other combination of the same keys has.

    >>> folder_name(("ppo.epochs=2", "ppo.clip=0.1")), folder_name(("network.hidden=[64]",))
    ('ppo.clip=0.1+ppo.epochs=2', 'network.hidden=-64-308a0c30')
    """
    words = "+".join(sorted(combination)) or UNCHANGED
    if len(words) <= MOST_NAME and re.fullmatch(r"[\w.=+-]*\w", words, re.ASCII):
        return words
    begin = re.sub(r"[^A-Za-z0-9.=+]+", "-", words)[:MOST_WORDS].rstrip("-.")
    return f"{begin}-{hashlib.sha256(words.encode()).hexdigest()[:DIGITS]}"


def make_plan(path: Path, settings: Sequence[str], varied: Sequence[str], seeds: int) -> SweepPlan:
    """Return the plan of a sweep, after checking that each of its runs could be trained to its end.

    Args:
        path: of the configuration file.
        settings: changes of the configuration for all runs, such as `decisions=60000`.
        varied: keys with their values, such as `ppo.entropy=0.01,0.03`.
        seeds: with how many seeds each combination is trained, counted up from the seed of the configuration.

    Raises:
        ConfigError: the file or a setting is wrong, or two settings are about the same key.
        OptionError: there would be no run, or more than MOST_RUNS.
    """
    checked_whole("seeds", seeds, 1)
    tables = read_tables(path)
    variations = tuple(variation_of(text) for text in varied)
    check_keys(settings, [variation.key for variation in variations])
    check_number([len(variation.values) for variation in variations], seeds)
    common = [*settings, ONE_THREAD]
    found = [
        (combination, checked_combination(tables, str(path), common, combination))
        for combination in product(*(variation.settings() for variation in variations))
    ]
    check_different(found)
    trainings = tuple(
        Training(combination, checked_config(tables, str(path), [*common, *combination, f"seed={config.seed + more}"]))
        for more in range(seeds)
        for combination, config in found
    )
    return SweepPlan(with_settings(tables, common), variations, trainings)


def variation_of(text: str) -> Variation:
    """Return the key and the values in `text`, such as `ppo.entropy=0.01,0.03`.

    Commas inside of brackets and quotes belong to a value.

    >>> variation_of("network.hidden=[64,64],[128]").values
    ('[64,64]', '[128]')

    Raises:
        ConfigError: the text has another form.
    """
    key, _, values = text.partition("=")
    found = tuple(VALUE.findall(values))
    if not key.strip() or not values or ",".join(found) != values or not all(value.strip() for value in found):
        raise ConfigError(f"--vary: expected section.key=value,value, found {text!r}")
    return Variation(key.strip(), tuple(value.strip() for value in found))


def check_keys(settings: Sequence[str], varied: Sequence[str]) -> None:
    """Check that a sweep may vary the keys in `varied`, and that no key is given twice, there or in `settings`.

    Raises:
        ConfigError: the message names the key.
    """
    given = [setting.partition("=")[0].strip() for setting in settings]
    for key in [*given, *varied]:
        if key == "threads":
            raise ConfigError("threads: expected no setting, as each run of a sweep has one thread; use --jobs")
    for key in varied:
        if key == "seed":
            raise ConfigError("--vary seed: expected --seeds, which counts up from the seed of the configuration")
        if any(overlap(key, other) for other in OF_EVALUATIONS):
            raise ConfigError(
                f"--vary {key}: expected a setting that leaves the games of evaluations as they are, "
                f"as strengths cannot be compared otherwise; found one of {', '.join(OF_EVALUATIONS)}"
            )
        if any(overlap(key, other) for other in given):
            raise ConfigError(f"--vary {key}: expected a setting that --set does not change, found it in both")
    for key, other in combinations(varied, 2):
        if overlap(key, other):
            raise ConfigError(f"--vary {other}: expected each setting once, found it varied twice")


def overlap(key: str, other: str) -> bool:
    """Return whether two keys are equal, or one names a section that has the other.

    >>> overlap("ppo", "ppo.clip"), overlap("ppo.clip", "ppo.clip"), overlap("ppo.entropy", "ppo.epochs")
    (True, True, False)
    """
    return f"{key}.".startswith(f"{other}.") or f"{other}.".startswith(f"{key}.")


def check_number(counts: Sequence[int], seeds: int) -> None:
    """Check that there are at most MOST_RUNS runs: each combination of values once with each seed.

    `counts` has the number of values of each varied setting.

    Raises:
        OptionError: there are more.
    """
    num_combinations = math.prod(counts)
    if num_combinations * seeds > MOST_RUNS:
        raise OptionError(
            f"--vary and --seeds: expected at most {MOST_RUNS:,} runs, found {num_combinations * seeds:,} "
            f"({num_combinations:,} combinations, {seeds:,} seeds)"
        )


def checked_combination(
    tables: dict[str, object], where: str, common: Sequence[str], combination: Combination
) -> Config:
    """Return the configuration of a combination, with the file's own seed, after checking that it can be trained.

    The other seeds of a sweep are counted up from that one.

    Args:
        tables: of the configuration file.
        where: the file's name, for messages.
        common: settings of all runs.
        combination: settings of this one.

    Raises:
        ConfigError: the message names the varied setting, or the `--set`, that is to blame.
    """
    try:
        config = checked_config(tables, where, [*common, *combination])
    except ConfigError as error:
        raise ConfigError(as_varied(str(error), combination)) from None
    try:
        check_config(config)
    except ConfigError as error:
        raise ConfigError(f"{in_words(combination)}: {error}" if combination else str(error)) from None
    return config


def as_varied(message: str, combination: Combination) -> str:
    """Return an error message that blames a `--set`, with `--vary` in its place if the setting is a varied one."""
    for setting in combination:
        if message.startswith(f"--set {setting}: "):
            return f"--vary {message.removeprefix('--set ')}"
    return message


def check_different(found: Sequence[tuple[Combination, Config]]) -> None:
    """Check that no two combinations have the same configuration, as 0.01 and 1e-2 have.

    Raises:
        ConfigError: two have; the message names both.
    """
    names: dict[str, str] = {}
    for combination, config in found:
        name, content = in_words(combination), config.model_dump_json()
        if content in names:
            raise ConfigError(f"--vary: expected different values, found {names[content]} and {name}")
        names[content] = name
