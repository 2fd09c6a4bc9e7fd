"""A game with people and players at its seats, without a console: for terminals, browsers and programs."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mom_env.base.game import Game
from mom_env.base.replay import Replay, read_replay, write_replay
from mom_env.base.sentences import YOU
from mom_env.common.arguments import checked_whole, shown
from mom_env.contract.info import OptionValue
from mom_env.contract.people import MenuEntry, Plain, Ruleset, ScoreLine
from mom_env.contract.records import Bits
from mom_env.errors import GameNotOver, IllegalAction, NothingToUndo, NotYourTurn, OptionError, OutputError, PlayerError
from mom_env.games import load
from mom_env.players.kinds import Player
from mom_env.players.program import is_program
from mom_env.players.specs import HUMAN, make_player, notes
from mom_env.table.hint import Hint, hint_of
from mom_env.table.seating import bits_for, blamed, dismiss, make_players, seated
from mom_env.table.steps import steps_of


class MadeChoice(NamedTuple):
    """A choice that was made: the game before it, the seat, and the action."""

    before: Game[Ruleset]
    seat: int
    action: int


class Session:
    """A game in which people act through `act`, and players through `advance`.

    Example:
        >>> from mom_env.games import GAMES
        >>> session = start(GAMES[0], ["human", "random"], seed=7)
        >>> session.advance()
        >>> while seats := session.seats_to_act:
        ...     session.act(seats[0], session.choices(seats[0])[0].action)
        ...     session.advance()
        >>> session.scoring()[-1].points == tuple(session.game.standing()[0])
        True

    Attributes:
        name: the game's name.
        game: the live game; only the session may play it.
        specs: the specs of the players by seat, "human" for people.
        hinter: the player who gives hints.
        seed: of the players' chance.
        turns: all choices so far.
        unsaved: why the file lacks the last choice; None if it has it, or if there is no file.
    """

    def __init__(
        self, name: str, game: Game[Ruleset], players: Sequence[Player | None], hinter: Player, seed: int
    ) -> None:
        """Seat people and players.

        Args:
            name: the game's name.
            game: the game itself, just dealt or with its past.
            players: by seat, None for people.
            hinter: the player who gives hints.
            seed: of the players' chance.
        """
        self.name, self.game, self.hinter, self.seed = name, game, hinter, seed
        self.specs = [HUMAN if player is None else player.spec for player in players]
        self.turns = turns_of(game)
        self.file: Path | None = None
        self.unsaved: OutputError | None = None
        self._players = list(players)
        self._seated: list[Player | None] = []
        self._seat_players()

    # Who may act, and how

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, spec in enumerate(self.specs) if spec == HUMAN)

    @property
    def seats_to_act(self) -> tuple[int, ...]:
        """The seats that may act now, of people and of players; empty at the end of the game."""
        return () if self.game.seat is None else (self.game.seat,)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over

    def names(self, seat: int) -> list[str]:
        """Return the names of all seats as `seat` knows them: "you" for itself, and such as "p1 random" for others."""
        return [YOU if at == seat else f"p{at} {spec}" for at, spec in enumerate(self.specs)]

    def choices(self, seat: int) -> list[MenuEntry]:
        """Return the choices of `seat`, each with its words and its action.

        Raises:
            NotYourTurn: it is not the turn of `seat`.
        """
        self._check_turn(seat)
        entries: list[MenuEntry] = load(self.name).people.menu(self.game)
        return entries

    def act(self, seat: int, choice: int | Plain) -> None:
        """Play the choice of a person, and save the game. If an error is raised, nothing has changed.

        Args:
            seat: the person's.
            choice: an action, or a choice by names such as those of `game.choices()`.

        Raises:
            NotYourTurn: it is not the turn of `seat`, or a player has that seat.
            IllegalAction: the choice is not legal; the error lists what is.
        """
        if self.specs[self._checked_seat(seat)] != HUMAN:
            found = f"{seat} of {self.specs[seat]}"
            raise NotYourTurn(f"seat: expected that of a person, one of {list(self.people)}, found {found}")
        self._check_turn(seat)
        self._play(seat, choice)

    def advance(self) -> None:
        """Let the players choose until it is a person's turn or the game is over, and save each choice.

        Raises:
            PlayerError: a player raises an error, exits, or answers with an illegal action; the others' choices stay.
        """
        while self.step():
            pass

    def step(self) -> bool:
        """Let the player whose turn it is make one choice, and save it; return False if it is no player's turn.

        Raises:
            PlayerError: the player raises an error, exits, or answers with an illegal action.
        """
        seat = self.game.seat
        player = None if seat is None else self._seated[seat]
        if seat is None or player is None:
            return False
        try:
            with blamed(player.spec):
                action = int(player.choose(self.game.states.copy(), self.game.rules, self._bits())[0])
            self._play(seat, action)
        except IllegalAction as error:
            raise PlayerError(f"player {player.spec}: {error}") from None
        return True

    def hint(self, seat: int) -> Hint:
        """Return what the player who gives hints would do for `seat`, and why. Nothing is played.

        Raises:
            NotYourTurn: it is not the turn of `seat`.
            PlayerError: the player who gives hints raises an error or exits.
        """
        self._check_turn(seat)
        hinter = seated(self.hinter, seat, self.game, self.seed)
        try:
            with blamed(hinter.spec):
                return hint_of(hinter, self.game, self._bits())
        finally:
            dismiss([hinter])

    def can_undo(self, seat: int) -> bool:
        """Return whether `seat` has made a choice that `undo` can take back."""
        return any(turn.seat == seat for turn in self.turns)

    def undo(self, seat: int) -> None:
        """Take back the last choice of `seat`, and all that were made after it, and save the game.

        The players then choose the same again, as their chance follows from the seed.

        Raises:
            NothingToUndo: `seat` has made no choice.
        """
        if not self.can_undo(self._checked_seat(seat)):
            raise NothingToUndo(f"undo: expected a seat that has made a choice, found {seat}, which has made none")
        while self.turns[-1].seat != seat:
            self.turns.pop()
        self.game = self.turns.pop().before
        self._seat_players()
        self.save()

    def notes(self) -> list[str]:
        """Return warnings about players that may play badly here, or whose files run code, each as a line of text."""
        players = [*(player for player in self._players if player is not None), self.hinter]
        return notes(players, self.game.ruleset)

    # What has happened

    def news(self, seat: int) -> list[str]:
        """Return in sentences what has happened since the last choice of `seat`, and what that choice has led to.

        Before its first choice, these are the sentences since the deal. They say nothing that `seat` may not know.
        """
        self._checked_seat(seat)
        own = [at for at, turn in enumerate(self.turns) if turn.seat == seat]
        told, names = load(self.name).people.news, self.names(seat)
        return [
            sentence
            for turn in self.turns[own[-1] if own else 0 :]
            for step in steps_of(turn.before, turn.action)
            for sentence in told(*step, seat, names)
        ]

    def scoring(self) -> list[ScoreLine]:
        """Return where the scores of the finished game come from, line by line; the last line is the whole score.

        Raises:
            GameNotOver: the game is not over.
        """
        if not self.over:
            raise GameNotOver(f"scoring: expected a game that is over, found the decision {self.game.decision}")
        lines: list[ScoreLine] = load(self.name).people.score_lines(self.game)
        return lines

    # The file

    def replay(self) -> Replay:
        """Return the game so far as a replay, which `resume` continues."""
        return self.game.replay(players=self.specs)

    def save_in(self, file: Path) -> None:
        """Save the game in `file`, now and after every choice.

        Raises:
            OutputError: the file cannot be written now. Later `unsaved` says so, and the game continues.
        """
        write_replay(file, self.replay())
        self.file = file

    def save(self) -> None:
        """Save the game as it is in its file, if it has one; `unsaved` then says whether that has failed, and why."""
        self.unsaved = None
        if self.file is None:
            return
        try:
            write_replay(self.file, self.replay())
        except OutputError as error:
            self.unsaved = error

    def close(self) -> None:
        """End what belongs to the players in this game, such as the processes of programs; nothing is played on."""
        dismiss(self._seated)
        self._seated = []

    # Inside

    def _play(self, seat: int, choice: int | Plain) -> None:
        """Play a choice of the seat to move, append it to `turns`, save the game, and close the players at its end.

        Raises:
            IllegalAction: the choice is not legal; nothing has changed.
        """
        before = self.game.copy()
        action = action_of(before, choice)
        self.game.play(action)
        self.turns.append(MadeChoice(before, seat, int(action)))
        self.save()
        if self.game.over:
            self.close()

    def _bits(self) -> Bits:
        """Return the random bits of the pending decision, which follow from the seed and the number of turns so far."""
        return bits_for(self.seed, len(self.turns))

    def _seat_players(self) -> None:
        """Make the players ready for the game as it is now; those with a memory are shown again what they have seen."""
        self.close()
        try:
            for seat, player in enumerate(self._players):
                self._seated.append(None if player is None else seated(player, seat, self.game, self.seed))
        except BaseException:
            self.close()
            raise

    def _checked_seat(self, seat: int) -> int:
        """Return `seat` if the game has it.

        Raises:
            OptionError: it has not.
        """
        return checked_whole("seat", seat, 0, self.game.num_players - 1)

    def _check_turn(self, seat: int) -> None:
        """Refuse a seat that may not act now.

        Raises:
            NotYourTurn: it may not.
        """
        if self._checked_seat(seat) not in self.seats_to_act:
            now = "a game that is not over" if self.over else f"one of {list(self.seats_to_act)}"
            raise NotYourTurn(f"seat: expected {now}, found {seat}")


def start(
    game: str,
    seats: Sequence[str],
    *,
    hint: str | None = None,
    seed: int | None = None,
    deck: str = "standard",
    options: Mapping[str, OptionValue] | None = None,
) -> Session:
    """Deal a new game, and return the session of its people and players.

    Args:
        game: name of the game.
        seats: who plays, by seat: "human" for a person, else a spec, which names a player such as "random".
        hint: spec of the player who gives hints; by default the game's own one.
        seed: of the deal and of the players' chance; None draws it.
        deck: name or path of a deck file.
        options: rule options by name.

    Raises:
        OptionError, DeckError, CheckpointError: the error says what was expected, and what was found.
    """
    seed = int(np.random.default_rng().integers(2**31)) if seed is None else seed
    table = load(game).people.Game(len(seats), seed, deck=deck, options=options)
    return seated_session(game, table, seats, hint, seed)


def resume(
    game: str, past: Path | Mapping[str, object], *, hint: str | None = None, programs: Collection[str] = ()
) -> Session:
    """Return the session of an unfinished game that continues from its replay.

    Args:
        game: name of the game.
        past: the replay, or the file with it. Nothing is saved there unless `save_in` is called.
        hint: spec of the player who gives hints; by default the game's own one.
        programs: specs `command:PROGRAM` that the replay may name; a file alone may not start a program.

    Raises:
        MomError: it is not the replay of an unfinished game, or one of its players cannot be made.
    """
    replay: Mapping[str, Any] = read_replay(past) if isinstance(past, Path) else past
    where = f"{past}: " if isinstance(past, Path) else ""
    check_programs(replay["players"], programs, where)
    table = load(game).people.Game.from_replay(replay)
    if table.over:
        raise OptionError(f"{where}expected an unfinished game, found one that is over")
    return seated_session(game, table, replay["players"], hint, replay["seed"] or 0)


def check_programs(specs: Sequence[str], allowed: Collection[str], where: str) -> None:
    """Refuse specs `command:PROGRAM` that are not `allowed`; `where` begins the error.

    Raises:
        OptionError: there is one; the error says how to allow it.
    """
    for spec in specs:
        if is_program(spec) and spec not in allowed:
            found = f"found {shown(spec)}; to start it, name it with --program"
            raise OptionError(f"{where}players: expected no program, as no file may start one, {found}")


def seated_session(game: str, table: Game[Ruleset], seats: Sequence[str], hint: str | None, seed: int) -> Session:
    """Make the players, and return the session of the game `table`; the arguments are those of `start`.

    Raises:
        OptionError, CheckpointError: there is no such player, or it cannot play with this ruleset.
    """
    hinter = make_player(load(game).info.hint if hint is None else hint, game, table.ruleset)
    return Session(game, table, make_players(seats, game, table.ruleset), hinter, seed)


def turns_of(game: Game[Ruleset]) -> list[MadeChoice]:
    """Return all choices that have been made in a game, each with a copy of the game before it."""
    past = game.replay()
    table = game.again(past["seed"], setup=past["setup"])
    turns = []
    for move in past["moves"]:
        before, action = table.copy(), action_of(table, move["choice"])
        table.play(action)
        turns.append(MadeChoice(before, before.seat or 0, action))
    return turns


def action_of(game: Game[Ruleset], choice: int | Plain) -> int:
    """Return the action that a choice by names stands for, without checking that it is legal; an action is returned.

    Raises:
        IllegalAction: the choice does not have the form of this decision, or the game is over.
    """
    if not isinstance(choice, Mapping):
        return choice
    if game.decision is None:
        raise IllegalAction("expected an unfinished game, found one that is over: there is nothing left to play")
    return game.words().action(game.decision, choice)
