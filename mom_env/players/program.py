"""Programs as players, with the spec `command:PROGRAM`: in any language, over their standard streams.

A program is told its position in a line of JSON, and answers with its choice in another; docs/programs.md describes
both. Such a spec runs a program, so it is allowed on a command line, but not in a file (`specs.names_code`).
"""

import hashlib
import json
import os
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from mom_env.base.game import Game
from mom_env.common.arguments import shown, whole_of
from mom_env.contract.people import Ruleset
from mom_env.contract.records import Bits, Records
from mom_env.contract.records import Indices as Actions
from mom_env.errors import NoAction, OptionError, UnclearChoice
from mom_env.games import load
from mom_env.players.child import Child
from mom_env.players.kinds import INT64, ClassPlayer
from mom_env.players.provenance import UNKNOWN

Rs = TypeVar("Rs", bound=Ruleset)

PREFIX = "command:"
PROTOCOL = "mom-program/1"
EXPECTED = 'expected {"action": 7} or {"choice": "words of a choice"}'


class ProgramSource(NamedTuple):
    """What a program is started from, for any seat of any game.

    Attributes:
        spec: the spec of the player.
        words: the program and its arguments.
        game: name of the game.
        ruleset: deck, options and number of players; None if the player is not to play yet.
        made_from: name and hash of the program's files.
    """

    spec: str
    words: tuple[str, ...]
    game: str
    ruleset: Ruleset | None
    made_from: str

    def sit_down(self, seat: int, num_players: int, seed: int, limit: float) -> "Program":
        """Return the program as a player at a seat of one game. Its process begins with its first decision.

        Args:
            seat: the seat, from 0.
            num_players: number of seats.
            seed: of the program's chance.
            limit: seconds for each answer.
        """
        return Program(self, seat, num_players, seed, limit)


class Program:
    """A program at one seat of one game. It has a process of its own until `close` is called."""

    def __init__(self, source: ProgramSource, seat: int, num_players: int, seed: int, limit: float) -> None:
        """Take what the process is started from, and what it is told first; `limit` is in seconds for each answer."""
        self.spec, self.made_from, self.limit = source.spec, source.made_from, limit
        self._source, self._seed = source, seed
        self._table = {"game": source.game, "seat": seat, "num_players": num_players}
        self._child: Child | None = None

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:  # noqa: ARG002 - the program has its own chance
        """Return the program's action for the seat to move in each position; it may be illegal.

        Args:
            states: N records of its game, each at a decision of its seat.
            rules: not used, as the ruleset is known.
            bits: not used, as the program draws its own chance.

        Raises:
            NoAction: the program fails, or answers with something else than an action.
        """
        if self._source.ruleset is None:
            raise NoAction("expected a table to play at, found none")
        game = load(self._source.game).people.Game
        positions = [game.from_record(self._source.ruleset, states[i : i + 1]) for i in range(len(states))]
        return np.array([self.choose_one(position) for position in positions], np.int64)

    def choose_one(self, position: Game[Rs]) -> int:
        """Return the action that the program answers for one position; it may be illegal.

        Raises:
            NoAction: the program fails, or answers with something else than an action.
        """
        question = message("choose", **self._table, **told_of(position))
        if self._child is None:
            self._child = start(self._source.words)
            question = self._introduction(position) + question
        return action_in(position, self._child.ask(question, self.limit))

    def close(self) -> None:
        """Tell the program that its game has ended, and end its process; a second call does nothing."""
        child, self._child = self._child, None
        if child is not None:
            child.end(message("end", **self._table))

    def _introduction(self, position: Game[Rs]) -> bytes:
        """Return what the program is told before its first decision, which is in `position`."""
        terms = {"options": position.ruleset.options.plain(), "seed": self._seed, "seconds_per_move": self.limit}
        return message("start", protocol=PROTOCOL, **self._table, **terms)


def start(words: Sequence[str]) -> Child:
    """Start a program, given with its arguments, and return its process.

    Raises:
        NoAction: it cannot be started.
    """
    try:
        return Child(words)
    except (OSError, ValueError) as error:
        raise NoAction(f"cannot be started: {error}") from error


# What is said


def message(kind: str, **entries: object) -> bytes:
    """Return a message of a kind, "start", "choose" or "end", as a line of JSON in ASCII."""
    return json.dumps({"type": kind, **entries}, separators=(",", ":")).encode() + b"\n"


def told_of(position: Game[Rs]) -> dict[str, object]:
    """Return what a program is told of a position in which its seat is to move: text, names and choices."""
    seat, entries = position.seat or 0, load(position.info.name).people.menu(position)
    return {
        "text": position.observe_text(seat),
        "position": position.snapshot(seat),
        "choices": [{"action": entry.action, "label": entry.label, "words": entry.words} for entry in entries],
    }


def action_in(position: Game[Rs], line: bytes) -> int:
    """Return the action in a program's answer, which is a line of JSON; it may be illegal.

    Raises:
        NoAction: the answer has another form, or its words fit none of the choices, or several.
    """
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise NoAction(f"answered {shown(line.decode(errors='replace'))}, which is not JSON; {EXPECTED}") from None
    if isinstance(answer, dict) and len(answer) == 1:
        action = whole_of(answer.get("action"))
        if action is not None and INT64.min <= action <= INT64.max:
            return action
        if isinstance(words := answer.get("choice"), str):
            return choice_in(position, words)
    raise NoAction(f"answered {shown(answer)}; {EXPECTED}")


def choice_in(position: Game[Rs], words: str) -> int:
    """Return the action that the words of an answer mean.

    Raises:
        NoAction: they fit none of the choices, or several.
    """
    try:
        return position.parse(words)
    except UnclearChoice as error:
        raise NoAction(f"answered with words: {error}") from None


# The spec


def is_program(spec: str) -> bool:
    """Return whether a spec has the form `command:PROGRAM`; there need not be such a program."""
    return spec.strip().startswith(PREFIX)


def program_player(spec: str, game: str, ruleset: Ruleset | None) -> ClassPlayer:
    """Return the player that a spec `command:PROGRAM` names. Nothing is started yet.

    Args:
        spec: the whole spec; PROGRAM is split into words as a shell does.
        game: name of the game.
        ruleset: deck, options and number of players; None if the player is not to play yet.

    Raises:
        OptionError: there is no such program, it may not be run, or this system cannot run programs as players.
    """
    words = words_of(spec)
    if os.name != "posix":
        raise OptionError(f"player {shown(spec)}: expected a system with process groups, as Unix has, found {os.name}")
    if shutil.which(words[0]) is None:
        raise OptionError(f"player {shown(spec)}: expected a program that can be run, found none at {shown(words[0])}")
    source = ProgramSource(spec, words, game, ruleset, made_from_files(words))
    return ClassPlayer(spec, source.sit_down, source.made_from)


def words_of(spec: str) -> tuple[str, ...]:
    """Return the program and its arguments in a spec, split as a shell does.

    >>> words_of("command:python 'my bot.py' --level=3")
    ('python', 'my bot.py', '--level=3')

    Raises:
        OptionError: there is no program in it, or a quotation is not closed.
    """
    try:
        words = tuple(shlex.split(spec.removeprefix(PREFIX)))
    except ValueError as error:
        raise OptionError(f"player {shown(spec)}: expected a command line, found an error: {error}") from None
    if not words or not words[0]:
        raise OptionError(f"player {shown(spec)}: expected a program after {PREFIX!r}, found none")
    return words


def made_from_files(words: Sequence[str]) -> str:
    """Return "program NAME HASH", with the SHA-256 of the file of a program and of all its arguments that are files.

    `words` are the program, which is found as a shell finds it, and its arguments. So a change of a script is noticed,
    and that of its interpreter. If a file cannot be read, return `UNKNOWN`.
    """
    content = hashlib.sha256()
    try:
        for word in (str(shutil.which(words[0])), *words[1:]):
            if Path(word).is_file():
                content.update(Path(word).read_bytes())
    except (OSError, ValueError):
        return UNKNOWN
    return f"program {Path(words[0]).name} {content.hexdigest()}"
