"""What a result was made from. Results that were made from different things are never combined.

A `Provenance` holds the version of the game's rules, the deck, the options, and for each player what it was made from:

| player | what is recorded |
| --- | --- |
| a bot or a search of the game | its version; a test fails if its moves change and its version does not |
| a trained agent | the SHA-256 of its manifest, which holds that of its weights, and the version of its guide |
| a function or class of your own | the SHA-256 of its source file; files that it imports are not covered |
| a program | the SHA-256 of its file and of all arguments that are files; files that these load are not covered |

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
    """The part of a player that its provenance needs: its name and what it was made from."""

    @property
    def spec(self) -> str:
        """The string that names the player."""

    @property
    def made_from(self) -> str:
        """What the player was made from, in words with a version or a hash."""


class Provenance(BaseModel):
    """What a result was made from.

    Attributes:
        game: name of the game.
        version: version of the game's rules.
        deck: SHA-256 of the content of the deck.
        options: all rule options, defaults included.
        players: what each player was made from, by spec (the string that names the player).
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
    """Return the provenance of a result of `players`, for the game called `game` with this deck and these options."""
    return Provenance(
        game=game,
        version=load(game).info.rules_version,
        deck=deck_hash(ruleset.deck),
        options=ruleset.options.plain(),
        players={player.spec: player.made_from for player in players},
    )


def changes(before: Provenance, now: Provenance) -> list[str]:
    """Return the differences for which results of two provenances may not be combined, a line of text for each.

    If the list is empty, they may be combined. The differences are those in game, rules, deck or options, and each
    player in both provenances that has changed or whose source is unknown. `package` is not compared.
    """
    found = [
        f"{name}: {shorten(was)} then, {shorten(is_)} now"
        for name in ("game", "version", "deck")
        if (was := getattr(before, name)) != (is_ := getattr(now, name))
    ]
    found += _changed_entries("option", before.options, now.options)
    return found + [f"player {line}" for line in _changed_players(before.players, now.players)]


def changed_players(before: Provenance, now: Provenance) -> set[str]:
    """Return the specs of the players in both provenances that have changed, or whose source is unknown now."""
    both = before.players.keys() & now.players.keys()
    return {spec for spec in both if before.players[spec] != now.players[spec] or now.players[spec] == UNKNOWN}


def in_words(*provenances: Provenance) -> str:
    """Return one line that says what results were made from, for the foot of a page.

    Game, rules, deck and package are those of the first of `provenances`; the players are those of all.
    """
    first, players = provenances[0], dict[str, str]()
    for provenance in provenances:
        players |= provenance.players
    rules = [f"{first.game} version {first.version}", f"deck {first.deck[:SHOWN]}..."]
    sources = [f"{spec} ({shorten(made_from)})" for spec, made_from in players.items()]
    return f"{', '.join(rules + sources)}; mom_env {first.package}"


def _changed_players(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Return a line of text for each player in both mappings that has changed or whose source is unknown.

    Args:
        before: what each player was made from, by spec.
        now: the same at a later time.
    """
    found = []
    for spec in sorted(before.keys() & now.keys()):
        if now[spec] == UNKNOWN or before[spec] == UNKNOWN:
            found.append(f"{spec}: its source is unknown, so it may have changed")
        elif before[spec] != now[spec]:
            found.append(f"{spec}: {shorten(before[spec])} then, {shorten(now[spec])} now")
    return found


def _changed_entries(what: str, before: Mapping[str, object], now: Mapping[str, object]) -> list[str]:
    """Return a line of text for each entry that differs between two mappings; a missing entry counts as None.

    `what` names the kind of entries in these lines.
    """
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
    """Return the name and hash of the source file in which a function or class is written, or `UNKNOWN`.

    A function in a notebook has no file, so its text is hashed. The source of a closure, a partial function or a
    callable object is unknown, as the values that it holds are not in a file, unless `module` is given, whose file then
    counts.

    Args:
        function: a function, a class, or another callable.
        module: the module in which a spec names the function; its file is hashed too.
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
    """Return "text " and the SHA-256 of the source text of a function that has no file, such as one in a notebook.

    Return `UNKNOWN` if there is no such text.
    """
    try:
        text = inspect.getsource(function)  # a cell of a notebook has one, though no file
    except (OSError, TypeError):
        return UNKNOWN
    return f"text {hashlib.sha256(text.encode()).hexdigest()}"
