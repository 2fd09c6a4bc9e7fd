"""What every game for people has. A game adds its names: those of choices, snapshots, results and setups."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar, Generic, NoReturn, Self, TypedDict, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from mom_env.base import position_text as text
from mom_env.base import replay as replays
from mom_env.base import setup as setups
from mom_env.base.replay import Past, Replay
from mom_env.base.seeds import checked_seed
from mom_env.common.arguments import checked_whole, players_in_words, shown, whole_of
from mom_env.contract.info import GameInfo
from mom_env.contract.options import OptionsSource
from mom_env.contract.people import DeckSource, Plain, Ruleset, Words
from mom_env.contract.records import NOBODY, Indices, Records
from mom_env.errors import GameNotOver, IllegalAction, PositionError, ReplayError
from mom_env.kernel.returns import Reward
from mom_env.loops import kernels_of, loop_of

OVER = "expected an unfinished game, found one that is over: there is nothing left to play"
SHOWN = 8  # legal actions that an error lists; it gives the number of the others


Rs = TypeVar("Rs", bound=Ruleset)


class Observation(TypedDict):
    """What a seat may know, and 1 for each of its legal actions."""

    observation: NDArray[np.float32]
    action_mask: NDArray[np.int8]


class Game(ABC, Generic[Rs]):
    """A game, at a decision of one seat or over.

    Attributes:
        info: what the game says about itself.
        decisions: the names of its decisions.
        short_result: what a replay keeps of a result; by default scores, winners and returns.
        ruleset: deck, options and number of players.
    """

    info: ClassVar[GameInfo]
    decisions: ClassVar[tuple[str, ...]]
    short_result: ClassVar[type[BaseModel]]

    def __init_subclass__(cls) -> None:
        """Let replays keep scores, winners and returns of a game that does not define `short_result`."""
        super().__init_subclass__()
        if "info" in vars(cls) and not hasattr(cls, "short_result"):
            cls.short_result = replays.short_result_form(cls.info.score_name)

    def __init__(
        self,
        num_players: int | None = None,
        seed: int | None = None,
        *,
        deck: DeckSource = "standard",
        options: OptionsSource = None,
        skip_forced: bool = True,
    ) -> None:
        """Deal a game.

        Args:
            num_players: how many seats, as the deck allows; by default those of `info`.
            seed: a whole number from 0 to 2**64 - 1; None draws one.
            deck: name, path or content of a data file.
            options: rule options, as on the rules page.
            skip_forced: play forced decisions without stopping at them.

        Raises:
            DeckError, OptionError: the error says what is allowed.
        """
        count = self.info.default_players if num_players is None else num_players
        ruleset = self.make_ruleset(count, deck, options, skip_forced=skip_forced)
        seed = checked_seed(seed)
        self._begin(ruleset, self.fresh_deal(ruleset, seed), seed)

    # What a game defines

    @staticmethod
    @abstractmethod
    def make_ruleset(num_players: int, deck: DeckSource, options: OptionsSource, *, skip_forced: bool) -> Rs:
        """Load and check deck and options; every game has a deck named "standard"."""

    @abstractmethod
    def words(self) -> Words:
        """Return the names that are right in this position.

        They turn action ids into named choices and words, and choices into ids.
        """

    def decision_name(self) -> str:
        """Return what is decided, one of `decisions`, in a game that is not over. By default the first one."""
        return self.decisions[0]

    @abstractmethod
    def snapshot(self, seat: int | None = None) -> Plain:
        """Return the position as plain JSON values, `situation` first; with a seat, only what it may know."""

    def situation(self) -> Plain:
        """Return how a snapshot begins: number of players, options, who decides what, and whether the game is over."""
        return {
            "num_players": self.num_players,
            "options": self.ruleset.options.plain(),
            "seat": self.seat,
            "decision": self.decision,
            "over": self.over,
        }

    def result_by_names(self) -> Plain:
        """Return how a finished game ended, lists by seat, without `returns`.

        By default these are the scores, the winners (nobody wins alone), and the places.
        """
        scores, places = self.standing()
        winners = [seat for seat, place in enumerate(places) if place == 1 and len(places) > 1]
        return {self.info.score_name: scores, "winners": winners, "places": places}

    def setup_block(self) -> Plain:
        """Return all of the deal's chance by names. The game has just been dealt; `go_on` has not been called.

        By default these are all fields of the record except its stream.
        """
        return setups.block_of(self._states)

    @classmethod
    def deal_from(cls, setup: Mapping[str, object], ruleset: Rs, stream: int) -> Records:
        """Return the record of a setup, as `deal` leaves it, its random stream at `stream`.

        By default the setup has all fields of the record, and the game's `checks`, if it has any, check them.

        Raises:
            PositionError: the setup is impossible; the error names the entry.
        """
        states = setups.record_of(setup, ruleset, kernels_of(cls.info.package).STATE_DTYPE, stream)
        if problem := text.violation(cls.info.package, ruleset, states):
            raise PositionError(f"setup: {problem}")
        return states

    @classmethod
    def num_players_of(cls, setup: Mapping[str, object], num_players: int | None) -> int:  # noqa: ARG003  # games may tell
        """Return how many players a setup is for: by its own entries, or else `num_players`.

        By default the entries do not say it.

        Raises:
            PositionError: the number is unknown, or the two differ.
        """
        if num_players is None:
            raise PositionError("setup: expected num_players as well, as the setup does not say how many play")
        return num_players

    def to_text(self) -> str:
        """Return the whole position as text, hidden things included; `from_text` reads it."""
        return text.to_text(self)

    @classmethod
    def from_text(cls, position: str) -> Self:
        """Return a game at the position of a text; it has no past, so no replay.

        Raises:
            PositionError: the text is damaged, or the position is impossible.
        """
        return text.from_text(cls, position)

    @classmethod
    def is_in_progress(cls, ruleset: Rs, states: Records) -> bool:
        """Return whether a record, of any bytes, is a game that waits for a decision."""
        try:
            again = cls.from_text(cls.from_record(ruleset, states).to_text())
        except text.DAMAGED:
            return False
        return not again.over and again.states.tobytes() == states.tobytes()

    def progress(self) -> str:
        """Return in a few words how far the game is, and who decides or has won."""
        if self.over:
            winners = [f"player_{seat}" for seat, place in enumerate(self.standing()[1]) if place == 1]
            return f"won by {' and '.join(winners)}"
        return f"player_{self.seat} has a {self.decision} decision"

    def to_svg(self, seat: int | None = None, names: Sequence[str] | None = None, *, embed_font: bool = True) -> str:
        """Return the position as a picture; with a seat, only what it may know. By default there are no pictures.

        Args:
            seat: whose view; None shows everything.
            names: the names of the players, by seat.
            embed_font: put the font into the picture, so that it looks the same everywhere.

        Raises:
            NotImplementedError: this game has no pictures.
        """
        raise NotImplementedError(f"{self.info.title} has no pictures")

    # Decisions

    @property
    def seat(self) -> int | None:
        """The seat that decides; None when the game is over."""
        seat: int = self._seat_field.item()
        return None if seat == NOBODY else seat

    @property
    def decision(self) -> str | None:
        """What is decided; None when the game is over."""
        return None if self.over else self.decision_name()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._seat_field.item() == NOBODY)

    @property
    def num_players(self) -> int:
        """The number of seats."""
        return self.ruleset.num_players

    def seats_to_move(self) -> list[int]:
        """Return the seats that may act now, in order; `seat` is the one that is asked next."""
        bits = int(self._loops.seats_to_move(self._states, self._rules))
        return [seat for seat in range(self.num_players) if bits >> seat & 1]

    def legal_actions(self) -> list[int]:
        """Return the ids of the legal actions, in order; none when the game is over."""
        count = self._loops.list_legal(self._states, self._rules, self._mask, self._ids)
        actions: list[int] = self._ids[:count].tolist()
        return actions

    def choices(self) -> list[Plain]:
        """Return the legal choices by name, in the order of their action ids."""
        words = self.words()
        return [words.choice(action) for action in self.legal_actions()]

    def describe(self, action: int) -> str:
        """Return an action in words, with the names that hold in this game.

        Raises:
            IllegalAction: there is no such id.
        """
        number, end = whole_of(action), self._kernels.NUM_ACTIONS
        if number is None or not 0 <= number < end:
            raise IllegalAction(f"expected an action id from 0 to {end - 1}, found {shown(action)}")
        return self.words().describe(number)

    def play(self, choice: int | Plain) -> None:
        """Play an action or a choice of the seat to move.

        Raises:
            IllegalAction: it cannot be played; the error says why, and nothing has changed.
        """
        action = choice if type(choice) is int else self._action_of(choice)
        if not 0 <= action < self._num_actions or not self._play_checked(self._states, self._rules, action):
            self._refuse(action)
        self._actions.append(action)

    def play_together(self, actions: Mapping[int, int]) -> None:
        """Play an action of each seat that may act, in a game in which several act at once.

        Args:
            actions: by seat.

        Raises:
            IllegalAction: a seat is missing or must not act, or its action is illegal; nothing has changed.
        """
        seats = self.seats_to_move()
        if sorted(actions) != seats or not seats:
            raise IllegalAction(f"expected an action of each of the seats {seats}, found some of {sorted(actions)}")
        for seat, action in actions.items():
            if not self._loops.is_legal(self._states, self._rules, seat, action):
                raise IllegalAction(f"player_{seat} has a {self.decision} decision; action {action} is not legal")
        ids = np.zeros(self.num_players, np.int64)
        ids[seats] = [actions[seat] for seat in seats]
        self._loops.play_together(self._states, self._rules, ids)
        self._actions += [actions[seat] for seat in seats]

    # What a seat sees, and how it ended

    def observe(self, seat: int) -> Observation:
        """Return what the seat may know and its mask, all 0 unless it may act, in fresh arrays."""
        seat, kernels = self._checked_seat(seat), self._kernels
        views, masks = np.zeros(1, kernels.OBSERVATION_DTYPE), np.zeros(1, kernels.MASK_DTYPE)
        self._loops.write_view(self._states, self._rules, seat, views)
        self._loops.write_mask(self._states, self._rules, seat, masks)
        return {"observation": views.view(number_type(views.dtype)), "action_mask": masks["ids"][0]}

    def result(self) -> Plain:
        """Return the score, the winners, the places, the game's own entries, and the returns.

        Raises:
            GameNotOver: the game is not over.
        """
        if not self.over:
            raise GameNotOver(f"result: expected a game that is over, found a {self.decision} decision")
        out = np.zeros(self._kernels.MAX_PLAYERS)
        self._loops.write_returns(self._states, self._rules, int(Reward.WIN), out)
        return {**self.result_by_names(), "returns": out[: self.num_players].tolist()}

    def standing(self) -> tuple[list[int], list[int]]:
        """Return scores and places by seat of a finished game; place 1 is the best, and ties share."""
        scores, places = (np.zeros(self._kernels.MAX_PLAYERS, np.int64) for _ in range(2))
        self._loops.write_standing(self._states, self._rules, scores, places)
        return scores[: self.num_players].tolist(), places[: self.num_players].tolist()

    @property
    def states(self) -> Records:
        """The record itself, as an array of one, for kernels; it is the live game, and contains its secrets."""
        return self._states

    @property
    def rules(self) -> Records:
        """Deck and options in the form that kernels read, as an array of one."""
        return self._rules

    # Copies

    def copy(self) -> Self:
        """Return an independent game at the same point, with the same past and the same future chance."""
        past = self._past and self._past._replace(actions=self._actions.copy())
        return self._made(self.ruleset, self._states.copy(), past)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Return what `copy` returns, as deck and options never change."""
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """Return the parts that pickle stores: rules, record and past."""
        return self._made, (self.ruleset, self._states, self._past)

    def resample_hidden(self, seat: int, seed: int) -> Self:
        """Return a copy in which all that the seat cannot know is dealt again; it has no past, so no replay."""
        states, unseen = self._states.copy(), np.zeros(self._kernels.UNSEEN_SIZE, np.int8)
        self._loops.redeal(states, self._rules, self._checked_seat(seat), np.uint64(checked_seed(seed)), unseen)
        return self._made(self.ruleset, states, None)

    def __eq__(self, other: object) -> bool:
        """Return whether both are at the same position of the same game; how they came there does not matter."""
        if not isinstance(other, Game) or type(self) is not type(other):
            return NotImplemented
        same_rules = self.rules.tobytes() == other.rules.tobytes() and self.ruleset.deck == other.ruleset.deck
        return same_rules and self.states.tobytes() == other.states.tobytes()

    __hash__ = None  # type: ignore[assignment]  # a game changes as it is played

    def again(self, seed: int | None = None, *, setup: Mapping[str, object] | None = None) -> Self:
        """Return a new deal with the same deck, options and number of players, which are not checked again.

        Args:
            seed: as for a new game.
            setup: deal this, as `from_setup` does.

        Raises:
            OptionError, PositionError: the seed or the setup is impossible.
        """
        if setup is None or seed is not None:
            seed = checked_seed(seed)
        ruleset, game = self.ruleset, type(self).__new__(type(self))
        deal = self.fresh_deal(ruleset, seed or 0) if setup is None else self.deal_of(setup, ruleset, seed or 0)
        type(self)._begin(game, ruleset, deal, seed)
        return game

    # Text, setups and replays

    def _repr_svg_(self) -> str:
        """Return what a notebook shows: the whole position, secrets included."""
        return self.to_svg()

    def __repr__(self) -> str:
        """Return what game this is, how far it is, and whose turn it is; `str(game)` has what is hidden."""
        dealt = "from a position" if self._past is None else f"seed {self._past.seed}"
        return f"<Game: {players_in_words(self.num_players)}, {dealt}, {self.progress()}>"

    def __str__(self) -> str:
        """Return what `to_text` returns."""
        return self.to_text()

    @classmethod
    def fresh_deal(cls, ruleset: Rs, seed: int) -> Records:
        """Return the record of a deal, before its first decision."""
        states = np.zeros(1, kernels_of(cls.info.package).STATE_DTYPE)
        loop_of(cls.info.package, "one").deal(states, ruleset.rules, np.uint64(seed), 0)
        return states

    @classmethod
    def deal_of(cls, setup: object, ruleset: Rs, seed: int = 0) -> Records:
        """Return the record of a setup; its random stream is where a deal of the seed leaves it.

        Raises:
            PositionError: the setup is impossible, or is for another number of players than the ruleset.
        """
        if not isinstance(setup, Mapping):
            raise PositionError(f"setup: expected a mapping, found {shown(setup)}")
        count = cls.num_players_of(setup, ruleset.num_players)
        if count != ruleset.num_players:
            raise PositionError(f"setup: expected one for {ruleset.num_players} players, found one for {count}")
        return cls.deal_from(setup, ruleset, int(cls.fresh_deal(ruleset, seed)[0].rng))

    @classmethod
    def from_setup(
        cls,
        setup: Mapping[str, object],
        *,
        num_players: int | None = None,
        deck: DeckSource = "standard",
        options: OptionsSource = None,
        skip_forced: bool = True,
        seed: int | None = None,
    ) -> Self:
        """Return a game from the setup block of a replay: duplicate deals, tests, real table games.

        Args:
            setup: the deal.
            num_players: how many seats, if the setup does not say it.
            deck: name, path or content of a data file.
            options: rule options.
            skip_forced: play forced decisions without stopping at them.
            seed: written into the replay. The deal is the setup's; later chance follows from the seed, or from 0.

        Raises:
            PositionError: the setup is impossible; the error names the entry.
        """
        count = cls.num_players_of(setup, num_players)
        ruleset = cls.make_ruleset(count, deck, options, skip_forced=skip_forced)
        seed = None if seed is None else checked_seed(seed)
        return cls.begun(ruleset, cls.deal_of(setup, ruleset, seed or 0), seed)

    def replay(self, players: list[str] | None = None) -> Replay:
        """Return the game so far as plain JSON values, format `mom-replay/1`.

        Args:
            players: who played, by seat; by default the names of the seats.

        Raises:
            ReplayError: this game was made by `resample_hidden` or from a text, so it has no past of its own.
        """
        if self._past is None:
            raise ReplayError("replay: expected a game played from its deal; this one has no past of its own")
        return replays.make_replay(type(self), self._past, self.ruleset, players)

    @classmethod
    def from_replay(cls, replay: Mapping[str, object]) -> Self:
        """Return the game of a replay, at its last move; every move and the result are checked.

        Raises:
            ReplayError: a move or field is wrong; the error names it.
        """
        record = replays.read_record(cls, replay)
        try:
            deal = cls.deal_of(record.setup, record.ruleset, record.seed or 0)
        except PositionError as error:
            raise ReplayError(f"setup: {str(error).removeprefix('setup: ')}") from None
        game = cls.begun(record.ruleset, deal, record.seed)
        replays.play_record(game, record)
        return game

    @classmethod
    def from_record(cls, ruleset: Rs, states: Records) -> Self:
        """Return a game at the position of a record, an array of one; it has no past, so no replay."""
        return cls._made(ruleset, states.copy(), None)

    @classmethod
    def begun(cls, ruleset: Rs, deal: Records, seed: int | None) -> Self:
        """Return a game that begins with the record of a deal; the seed is only written into replays."""
        game = cls.__new__(cls)
        cls._begin(game, ruleset, deal, seed)
        return game

    # Inside

    @classmethod
    def _made(cls, ruleset: Rs, states: Records, past: Past | None) -> Self:
        game = cls.__new__(cls)
        cls._set(game, ruleset, states, past)
        return game

    def _begin(self, ruleset: Rs, deal: Records, seed: int | None) -> None:
        self._set(ruleset, deal.copy(), Past(deal, seed, []))
        self._loops.go_on(self._states, self._rules)

    def _set(self, ruleset: Rs, states: Records, past: Past | None) -> None:
        self.ruleset, self._rules, self._states = ruleset, ruleset.rules, states
        self._seat_field = states["seat"]
        self._loops, self._kernels = loop_of(self.info.package, "one"), kernels_of(self.info.package)
        self._play_checked, self._num_actions = self._loops.play_checked, self._kernels.NUM_ACTIONS
        self._mask = np.zeros(1, self._kernels.MASK_DTYPE)
        self._ids: Indices = np.zeros(self._num_actions, np.int64)
        self._past, self._actions = past, past.actions if past else []

    def _checked_seat(self, seat: int) -> int:
        return checked_whole("seat", seat, 0, self.num_players - 1)

    def _action_of(self, choice: object) -> int:
        action = whole_of(choice)
        if action is not None:
            return action
        if self.over:
            raise IllegalAction(OVER)
        if isinstance(choice, Mapping):
            return self.words().action(self.decision_name(), choice)
        raise IllegalAction(f"expected an action id or a choice, found {shown(choice)}")

    def _refuse(self, action: int) -> NoReturn:
        if self.over:
            raise IllegalAction(OVER)
        what, legal = self.describe(action), [self.describe(legal) for legal in self.legal_actions()]
        raise IllegalAction(refusal(f"player_{self.seat}", str(self.decision), f"action {action} ({what})", legal))

    def why_illegal(self, action: int) -> str:
        """Return why an action cannot be played here, in one line."""
        end = self._num_actions
        what = self.words().describe(action) if 0 <= action < end else f"no id from 0 to {end - 1}"
        return f"player_{self.seat} has a {self.decision} decision; action {action} ({what}) is not legal"


@cache
def number_type(records: np.dtype[np.void]) -> np.dtype[np.float32]:
    """Return the type of the numbers of the first field of `records`; the caller makes sure that all fields have it.

    Nothing is converted: the return annotation says float32 because spaces declare that.

    >>> number_type(np.dtype([("a", np.float32, (3,)), ("b", np.float32)]))
    dtype('float32')
    """
    return next(iter((records.fields or {}).values()))[0].base


def refusal(who: str, decision: str, what: str, legal: list[str]) -> str:
    """Return why something cannot be played, and what can be, in words."""
    more = [f"{len(legal) - SHOWN} more"] if len(legal) > SHOWN else []
    return (
        f"{who} has a {decision} decision; {what} is not among its {len(legal)} legal actions: "
        f"{'; '.join([*legal[:SHOWN], *more])}"
    )
