"""What a result was made from. Results that were made from different things are never combined.

A `Provenance` holds the version of the game's rules, the deck, the options, and for each player what it was made from:

| player | what is recorded |
| --- | --- |
| a bot or a search of the game | its version; a test fails if its moves change and its version does not |
| a trained agent | the SHA-256 of its manifest, which holds that of its weights |
| a function or class of your own | the SHA-256 of its source file; files that it imports are not covered |

The version of this package is recorded too, but not compared: most releases change no result.
"""

import hashlib
import inspect
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Protocol

from pydantic import BaseModel, ConfigDict

from mom_env import __version__
from mom_env.contract.options import FileOptions, is_same
from mom_env.contract.people import Ruleset
from mom_env.games import load
from mom_env.players.agent import deck_hash

UNKNOWN = "source unknown"  # of a function that was typed in or compiled; it never counts as unchanged
SHOWN = 12  # digits of a hash in messages


class MadeFrom(Protocol):
    """The part of a player that its provenance needs."""

    @property
    def spec(self) -> str:
        """Its name."""

    @property
    def made_from(self) -> str:
        """What it was made from, in words with a version or a hash."""


class Provenance(BaseModel):
    """What a result was made from.

    Attributes:
        game: name of the game.
        version: version of its rules.
        deck: SHA-256 of the content of the deck.
        options: all rule options, defaults included.
        players: what each player was made from, by spec.
        package: version of this package; recorded, not compared.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    game: str
    version: str
    deck: str
    options: FileOptions
    players: dict[str, str]
    package: str = __version__

    def plain(self) -> dict[str, object]:
        """Return the provenance as plain JSON values."""
        return self.model_dump(mode="json")


def provenance_of(game: str, ruleset: Ruleset, players: Iterable[MadeFrom]) -> Provenance:
    """Return the provenance of a result of `players` under a ruleset."""
    return Provenance(
        game=game,
        version=load(game).info.rules_version,
        deck=deck_hash(ruleset.deck),
        options=ruleset.options.plain(),
        players={player.spec: player.made_from for player in players},
    )


def changes(before: Provenance, now: Provenance) -> list[str]:
    """Return a line for each difference for which results may not be combined; without any line, they may be.

    These are differences in game, rules, deck or options, and each player in both provenances that has changed or whose
    source is unknown. `package` is not compared.
    """
    found = [
        f"{name}: {shorten(was)} then, {shorten(is_)} now"
        for name in ("game", "version", "deck")
        if (was := getattr(before, name)) != (is_ := getattr(now, name))
    ]
    found += _changed_entries("option", before.options, now.options)
    return found + [f"player {line}" for line in _changed_players(before.players, now.players)]


def changed_players(before: Provenance, now: Provenance) -> set[str]:
    """Return the specs of the players in both provenances that have changed, or whose source is unknown."""
    both = before.players.keys() & now.players.keys()
    return {spec for spec in both if before.players[spec] != now.players[spec] or now.players[spec] == UNKNOWN}


def in_words(*provenances: Provenance) -> str:
    """Return a line that says what results were made from, for the foot of a page.

    Game, rules, deck and package are those of the first provenance; players are those of all.
    """
    first, players = provenances[0], dict[str, str]()
    for provenance in provenances:
        players |= provenance.players
    rules = [f"{first.game} version {first.version}", f"deck {first.deck[:SHOWN]}..."]
    sources = [f"{spec} ({shorten(made_from)})" for spec, made_from in players.items()]
    return f"{', '.join(rules + sources)}; mom_env {first.package}"


def _changed_players(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    found = []
    for spec in sorted(before.keys() & now.keys()):
        if now[spec] == UNKNOWN or before[spec] == UNKNOWN:
            found.append(f"{spec}: its source is unknown, so it may have changed")
        elif before[spec] != now[spec]:
            found.append(f"{spec}: {shorten(before[spec])} then, {shorten(now[spec])} now")
    return found


def _changed_entries(what: str, before: Mapping[str, object], now: Mapping[str, object]) -> list[str]:
    names = [name for name in {**before, **now} if not is_same(before.get(name), now.get(name))]
    return [f"{what} {name}: {before.get(name)} then, {now.get(name)} now" for name in names]


def shorten(text: str) -> str:
    """Return a text with its hashes cut to their first digits.

    >>> shorten("agent " + 64 * "a")
    'agent aaaaaaaaaaaa...'
    """
    words = [f"{word[:SHOWN]}..." if len(word) == 2 * hashlib.sha256().digest_size else word for word in text.split()]
    return " ".join(words)


# What players are made from


def made_from_source(function: Callable[..., object], module: ModuleType | None = None) -> str:
    """Return the name and hash of the source file that a function or class is written in.

    The source of a closure, a partial function or a callable object is unknown, as the values that it holds are not in
    a file. If a spec names it in a module, the file of that module counts.

    Args:
        function: a function, a class, or another callable.
        module: the module that a spec names; its file is hashed too.
    """
    holds_more = not inspect.isroutine(function) and not inspect.isclass(function)
    if module is None and (holds_more or getattr(function, "__closure__", None)):
        return UNKNOWN
    try:
        named = inspect.getsourcefile(type(function) if holds_more else inspect.unwrap(function))
        paths = dict.fromkeys([str(named), str(getattr(module, "__file__", named))])
        content = b"".join(Path(path).read_bytes() for path in paths)
    except (OSError, TypeError):
        return _made_from_text(function)
    return f"{Path(str(named)).name} {hashlib.sha256(content).hexdigest()}"


def _made_from_text(function: Callable[..., object]) -> str:
    try:
        text = inspect.getsource(function)  # a cell of a notebook has one, though no file
    except (OSError, TypeError):
        return UNKNOWN
    return f"text {hashlib.sha256(text.encode()).hexdigest()}"
