"""What every game for people has. A game adds its names: those of choices, snapshots, results and setups."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar, Generic, NoReturn, Self, TypedDict, TypeVar, cast

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from mom_env.base import position_text as text
from mom_env.base import replay as replays
from mom_env.base import setup as setups
from mom_env.base.choice_words import find_choice
from mom_env.base.ids import checked_id
from mom_env.base.replay import Past, Replay
from mom_env.base.seat_text import choice_lines, seat_text
from mom_env.base.seeds import checked_seed
from mom_env.common.arguments import checked_whole, players_in_words, shown, whole_of
from mom_env.contract.info import GameInfo
from mom_env.contract.options import OptionsSource
from mom_env.contract.people import DeckSource, People, Plain, Ruleset, Words
from mom_env.contract.records import NOBODY, Indices, Records
from mom_env.errors import GameNotOver, IllegalAction, PositionError, ReplayError
from mom_env.kernel.returns import Reward
from mom_env.loops import kernels_of, loop_of

OVER = "expected an unfinished game, found one that is over: there is nothing left to play"
SHOWN = 8  # legal actions that an error lists; it gives the number of the others


Rs = TypeVar("Rs", bound=Ruleset)


class Observation(TypedDict):
    """What a seat may know, and its mask: 1 for each of its legal actions, else 0."""

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
        """Let replays keep scores, winners and returns of a game that does not define `short_result`.

        The attribute is set on each new subclass that has `info`.
        """
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
        """Deal a game, and advance it to its first decision.

        Args:
            num_players: how many seats, as the deck allows; by default those of `info`.
            seed: a whole number from 0 to 2**64 - 1; None draws one.
            deck: name, path or content of a data file.
            options: rule options by name, as on the rules page; None for the defaults.
            skip_forced: whether forced decisions, with one option that everybody can see, are played without stopping
                at them.

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
        """Return the ruleset made of deck and options, loaded and checked; every game has a deck named "standard".

        Args:
            num_players: how many seats.
            deck: name, path or content of a data file.
            options: rule options by name, or None for the defaults.
            skip_forced: whether forced decisions, with one option that everybody can see, are played without stopping
                at them.
        """

    @abstractmethod
    def words(self) -> Words:
        """Return the names that are right in this position.

        They turn action ids into named choices (dicts) and words, and choices into ids.
        """

    def decision_name(self) -> str:
        """Return the name of the pending decision, one of `decisions`, before the end. By default the first one."""
        return self.decisions[0]

    @abstractmethod
    def snapshot(self, seat: int | None = None) -> Plain:
        """Return the position as JSON values by name, those of `situation` first; with a `seat`, only what it may know.

        None stands for no seat, and shows everything.
        """

    def situation(self) -> Plain:
        """Return how a snapshot begins: number of players, options, who decides what, and whether the game is over.

        They are JSON values by name.
        """
        return {
            "num_players": self.num_players,
            "options": self.ruleset.options.plain(),
            "seat": self.seat,
            "decision": self.decision,
            "over": self.over,
        }

    def result_by_names(self) -> Plain:
        """Return how a finished game ended, as lists by the names of results, but without `returns`.

        By default these are the scores by seat under `info.score_name`, `winners`, the seats with place 1 ([] if one
        plays alone), and `places` by seat.
        """
        scores, places = self.standing()
        winners = [seat for seat, place in enumerate(places) if place == 1 and len(places) > 1]
        return {self.info.score_name: scores, "winners": winners, "places": places}

    def setup_block(self) -> Plain:
        """Return all that the deal has drawn, by name. The game has just been dealt; `go_on` has not been called.

        By default these are all fields of the record except its stream.
        """
        return setups.block_of(self._states)

    @classmethod
    def deal_from(cls, setup: Mapping[str, object], ruleset: Rs, stream: int) -> Records:
        """Return the record of a setup, an array of one, as the kernel `deal` leaves it, its random stream at `stream`.

        `setup` has what a deal has drawn, by name. By default the setup has all fields of the record, and the game's
        `checks`, if it has any, check them.

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
            PositionError: `num_players` is None and the entries do not say it.
        """
        if num_players is None:
            raise PositionError("setup: expected num_players as well, as the setup does not say how many play")
        return num_players

    def to_text(self) -> str:
        """Return the whole position as text that `from_text` reads, hidden things included."""
        return text.to_text(self)

    @classmethod
    def from_text(cls, position: str) -> Self:
        """Return a game at the position of a text that `to_text` has written; it has no past, so no replay.

        Raises:
            PositionError: the text is damaged, or the position is impossible.
        """
        return text.from_text(cls, position)

    @classmethod
    def is_in_progress(cls, ruleset: Rs, states: Records) -> bool:
        """Return whether a record, an array of one with any bytes, is a game that waits for a decision.

        That is the case if it is possible with this ruleset, and not over.
        """
        try:
            again = cls.from_text(cls.from_record(ruleset, states).to_text())
        except text.DAMAGED:
            return False
        return not again.over and again.states.tobytes() == states.tobytes()

    def progress(self) -> str:
        """Return in a few words how far the game is: the seat that decides and its decision, or the winners.

        Who plays alone has no winners: then it is the score.
        """
        if self.over:
            scores, places = self.standing()
            if len(scores) == 1:
                return f"ended with {scores[0]} {self.info.score}"
            winners = [f"player_{seat}" for seat, place in enumerate(places) if place == 1]
            return f"won by {' and '.join(winners)}"
        return f"player_{self.seat}'s decision is {self.decision}"

    def to_svg(self, seat: int | None = None, names: Sequence[str] | None = None, *, embed_font: bool = True) -> str:
        """Return the position as an SVG; with a `seat`, only what that seat may know. By default there are no pictures.

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
        """The seat that decides, counted from 0; None when the game is over."""
        seat: int = self._seat_field.item()
        return None if seat == NOBODY else seat

    @property
    def decision(self) -> str | None:
        """The name of the pending decision; None when the game is over."""
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
        """Return the seats that may act now, ascending, [] at the end; `seat` is the one that is asked next."""
        bits = int(self._loops.seats_to_move(self._states, self._rules))
        return [seat for seat in range(self.num_players) if bits >> seat & 1]

    def legal_actions(self) -> list[int]:
        """Return the ids of the legal actions of the seat that decides, ascending; [] when the game is over."""
        count = self._loops.list_legal(self._states, self._rules, self._mask, self._ids)
        actions: list[int] = self._ids[:count].tolist()
        return actions

    def choices(self) -> list[Plain]:
        """Return the legal choices as dicts with names, in the order of their action ids."""
        words = self.words()
        return [words.choice(action) for action in self.legal_actions()]

    def describe(self, action: int) -> str:
        """Return the action id `action` in words, with the names that are right in this position; it need not be legal.

        Raises:
            IllegalAction: there is no such id.
        """
        return self.words().describe(checked_id(action, self._num_actions))

    def play(self, choice: int | Plain) -> None:
        """Play an action of the seat to move, given as its id or as a dict such as those of `choices`.

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
            actions: action ids by seat, for exactly the seats of `seats_to_move`.

        Raises:
            IllegalAction: a seat is missing or must not act, or its action is illegal; nothing has changed.
        """
        chosen = self._ids_by_seat(actions)
        for seat, action in chosen.items():
            if not self._loops.is_legal(self._states, self._rules, seat, action):
                self.asking(seat)._refuse(action)
        ids = np.zeros(self.num_players, np.int64)
        ids[list(chosen)] = list(chosen.values())
        self._loops.play_together(self._states, self._rules, ids)
        self._actions += chosen.values()

    def play_and_show(self, actions: Indices, asked: list[int], views: Records, masks: Records) -> int:
        """Play a legal action of each seat that may act, which is not checked, and write what all seats see then.

        Args:
            actions: action ids by seat; those of other seats are ignored.
            asked: the seats that may act, ascending.
            views: gets what each seat sees, by seat.
            masks: gets the legal actions of each seat, by seat.

        Returns:
            The seats that may act then, as bits.
        """
        self._actions += [int(actions[seat]) for seat in asked]
        return int(self._loops.play_and_show(self._states, self._rules, actions, views, masks))

    # What a seat sees, and how it ended

    def observe(self, seat: int) -> Observation:
        """Return what `seat` may know, and its mask of legal actions, all 0 unless it may act, in fresh arrays.

        Their shapes are (OBSERVATION_SIZE,) and (NUM_ACTIONS,).

        Raises:
            OptionError: the game has no such seat.
        """
        seat, kernels = self._checked_seat(seat), self._kernels
        views, masks = np.zeros(1, kernels.OBSERVATION_DTYPE), np.zeros(1, kernels.MASK_DTYPE)
        self._loops.write_view(self._states, self._rules, seat, views)
        self._loops.write_mask(self._states, self._rules, seat, masks)
        return {"observation": views.view(number_type(views.dtype)), "action_mask": masks["ids"][0]}

    def observe_text(self, seat: int) -> str:
        """Return all that `seat` may know in lines of plain words, with its choices if it may act.

        The text is enough to play from. Positions that differ only in what is hidden from the seat have the same text.

        Raises:
            OptionError: the game has no such seat.
        """
        people, seat, choices = self._people, self._checked_seat(seat), list[str]()
        if seat in self.seats_to_move():
            asking = self.asking(seat)
            choices += choice_lines(people.question(asking), people.menu(asking))
        return seat_text(self, seat, people.position_lines(self, seat), choices)

    def parse(self, text: str) -> int:
        """Return the id of the legal action that a text means for the seat to move.

        The text is the label or the words of a choice, as `observe_text` lists them, or words that only one choice has.
        Case, spacing and punctuation do not matter.

        Raises:
            UnclearChoice: the text fits none of the choices, or several; the error lists them.
            IllegalAction: the game is over.
        """
        if self.over:
            raise IllegalAction(OVER)
        return find_choice(self._people.menu(self), text).action

    def asking(self, seat: int) -> Self:
        """Return this game if `seat` is asked next, else a copy without a past in which it is; the seat may act.

        Where several seats act at once, this tells what each of them can do.
        """
        if seat == self.seat:
            return self
        states = self._states.copy()
        states["seat"] = seat
        return self._made(self.ruleset, states, None)

    def result(self) -> Plain:
        """Return by name the scores, the winners, the places, the game's own entries, and the returns.

        The returns are those of the reward "win".

        Raises:
            GameNotOver: the game is not over.
        """
        if not self.over:
            raise GameNotOver(f"result: expected a game that is over, found the decision {self.decision}")
        out = np.zeros(self._kernels.MAX_PLAYERS)
        self._loops.write_returns(self._states, self._rules, int(Reward.WIN), out)
        return {**self.result_by_names(), "returns": out[: self.num_players].tolist()}

    def standing(self) -> tuple[list[int], list[int]]:
        """Return the scores and the places of a finished game, both by seat; place 1 is the best, and ties share."""
        scores, places = (np.zeros(self._kernels.MAX_PLAYERS, np.int64) for _ in range(2))
        self._loops.write_standing(self._states, self._rules, scores, places)
        return scores[: self.num_players].tolist(), places[: self.num_players].tolist()

    @property
    def states(self) -> Records:
        """The record of the game, as an array of one, for kernels; it is the live game, and contains its secrets."""
        return self._states

    @property
    def rules(self) -> Records:
        """Deck and options in the form that kernels read, as an array of one."""
        return self._rules

    # Copies

    def copy(self) -> Self:
        """Return an independent game at the same position, with the same past and the same future chance."""
        past = self._past and self._past._replace(actions=self._actions.copy())
        return self._made(self.ruleset, self._states.copy(), past)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Return what `copy` returns, as deck and options never change."""
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """Return what pickle calls to make this game again, and with what: ruleset, record and past."""
        return self._made, (self.ruleset, self._states, self._past)

    def resample_hidden(self, seat: int, seed: int) -> Self:
        """Return a copy in which all that `seat` cannot know is dealt again, as `seed` decides.

        The copy has no past, so no replay.
        """
        states, unseen = self._states.copy(), np.zeros(self._kernels.UNSEEN_SIZE, np.int8)
        self._loops.redeal(states, self._rules, self._checked_seat(seat), np.uint64(checked_seed(seed)), unseen)
        return self._made(self.ruleset, states, None)

    def __eq__(self, other: object) -> bool:
        """Return whether both games have the same rules and the same position; how they came there does not matter."""
        if not isinstance(other, Game) or type(self) is not type(other):
            return NotImplemented
        same_rules = self.rules.tobytes() == other.rules.tobytes() and self.ruleset.deck == other.ruleset.deck
        return same_rules and self.states.tobytes() == other.states.tobytes()

    __hash__ = None  # type: ignore[assignment]  # a game changes as it is played

    def again(self, seed: int | None = None, *, setup: Mapping[str, object] | None = None) -> Self:
        """Return a new game with the same deck, options and number of players, which are not checked again.

        Args:
            seed: a whole number from 0 to 2**64 - 1, for the deal and later chance. None draws one; with a `setup`,
                later chance then follows from 0.
            setup: the deal, as `setup_block` returns it; None deals by the seed.

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
        """Return what a notebook shows: the whole position as SVG, secrets included."""
        return self.to_svg()

    def __repr__(self) -> str:
        """Return number of players, seed of the deal, and how far the game is, in a line that contains no secrets."""
        dealt = "from a position" if self._past is None else f"seed {self._past.seed}"
        return f"<Game: {players_in_words(self.num_players)}, {dealt}, {self.progress()}>"

    def __str__(self) -> str:
        """Return what `to_text` returns."""
        return self.to_text()

    @classmethod
    def fresh_deal(cls, ruleset: Rs, seed: int) -> Records:
        """Return the record of a new deal by `seed`, an array of one, not yet advanced to its first decision."""
        states = np.zeros(1, kernels_of(cls.info.package).STATE_DTYPE)
        loop_of(cls.info.package, "one").deal(states, ruleset.rules, np.uint64(seed), 0)
        return states

    @classmethod
    def deal_of(cls, setup: object, ruleset: Rs, seed: int = 0) -> Records:
        """Return the record of a setup, an array of one; its random stream is where a deal of `seed` leaves it.

        `setup` has what a deal has drawn, by name, like the setup block of a replay. The record is not yet advanced to
        its first decision.

        Raises:
            PositionError: the setup is impossible, or is for another number of players than the ruleset.
        """
        block = setups.checked_block(setup)
        count = cls.num_players_of(block, ruleset.num_players)
        if count != ruleset.num_players:
            expected = f"one for {players_in_words(ruleset.num_players)}"
            raise PositionError(f"setup: expected {expected}, found one for {players_in_words(count)}")
        return cls.deal_from(block, ruleset, int(cls.fresh_deal(ruleset, seed)[0].rng))

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
        """Return a game from the setup block of a replay, for duplicate deals, tests and games of real tables.

        Args:
            setup: the deal: what it has drawn, by name, as `setup_block` returns it.
            num_players: how many seats; None if the setup says it.
            deck: name, path or content of a data file.
            options: rule options by name, or None for the defaults.
            skip_forced: whether forced decisions, with one option that everybody can see, are played without stopping
                at them.
            seed: written into the replay. The deal is the setup's; later chance follows from the seed, or from 0.

        Raises:
            PositionError: the setup is impossible, or is for another number of players; the error names the entry.
        """
        count = cls.num_players_of(setups.checked_block(setup), None) if num_players is None else num_players
        ruleset = cls.make_ruleset(count, deck, options, skip_forced=skip_forced)
        seed = None if seed is None else checked_seed(seed)
        return cls.begun(ruleset, cls.deal_of(setup, ruleset, seed or 0), seed)

    def replay(self, players: list[str] | None = None) -> Replay:
        """Return the game so far as plain JSON values, format `mom-replay/1`, for a file that `from_replay` reads.

        Args:
            players: who played, by seat; by default "player_0", "player_1" and so on.

        Raises:
            ReplayError: this game was made by `resample_hidden` or from a text, so it has no past of its own.
        """
        if self._past is None:
            raise ReplayError("replay: expected a game played from its deal; this one has no past of its own")
        return replays.make_replay(type(self), self._past, self.ruleset, players)

    @classmethod
    def from_replay(cls, replay: Mapping[str, object]) -> Self:
        """Return the game of a replay, after its last move; every move and the result are checked.

        `replay` is what `replay()` returned, or what a file with it contains.

        Raises:
            ReplayError: a move or field is wrong; the error names it.
        """
        record = replays.read_record(cls, replay)
        try:
            deal = cls.deal_of(record.setup, record.ruleset, record.seed or 0)
        except PositionError as error:
            raise ReplayError(replays.named_setup(str(error))) from None
        game = cls.begun(record.ruleset, deal, record.seed)
        replays.play_record(game, record)
        return game

    @classmethod
    def from_record(cls, ruleset: Rs, states: Records) -> Self:
        """Return a game at the position of a record, an array of one, which is copied; it has no past, so no replay."""
        return cls._made(ruleset, states.copy(), None)

    @classmethod
    def begun(cls, ruleset: Rs, deal: Records, seed: int | None) -> Self:
        """Return a game that begins with the record of a deal, advanced to its first decision.

        `deal` is an array of one, as `fresh_deal` and `deal_of` return it, and is copied. `seed` is only written into
        replays.
        """
        game = cls.__new__(cls)
        cls._begin(game, ruleset, deal, seed)
        return game

    # Inside

    @classmethod
    def _made(cls, ruleset: Rs, states: Records, past: Past | None) -> Self:
        """Return a game at the position of the record `states`, which is not copied.

        `past` says how the game came there; without one, it has no replay.
        """
        game = cls.__new__(cls)
        cls._set(game, ruleset, states, past)
        return game

    def _begin(self, ruleset: Rs, deal: Records, seed: int | None) -> None:
        """Begin this game with a copy of the record of a deal, and advance it to its first decision.

        `seed` is only written into replays.
        """
        self._set(ruleset, deal.copy(), Past(deal, seed, []))
        self._loops.go_on(self._states, self._rules)

    def _set(self, ruleset: Rs, states: Records, past: Past | None) -> None:
        """Set the attributes of this game: rules, record, kernels, and its past, None if it has no replay."""
        self.ruleset, self._rules, self._states = ruleset, ruleset.rules, states
        self._seat_field = states["seat"]
        self._loops, self._kernels = loop_of(self.info.package, "one"), kernels_of(self.info.package)
        self._play_checked, self._num_actions = self._loops.play_checked, self._kernels.NUM_ACTIONS
        self._mask = np.zeros(1, self._kernels.MASK_DTYPE)
        self._ids: Indices = np.zeros(self._num_actions, np.int64)
        self._past, self._actions = past, past.actions if past else []

    @property
    def _people(self) -> People["Game[Rs]", object, Rs]:
        """The module `people` of the game."""
        from mom_env.base.people import people_of  # noqa: PLC0415  # that module imports this one

        return cast("People[Game[Rs], object, Rs]", people_of(self.info.package))

    def _checked_seat(self, seat: int) -> int:
        """Return `seat` as an int.

        Raises:
            OptionError: the game has no such seat.
        """
        return checked_whole("seat", seat, 0, self.num_players - 1)

    def _action_of(self, choice: object) -> int:
        """Return the action id that `choice` is, or for which it stands as a dict, without checking that it is legal.

        Raises:
            IllegalAction: it is neither an id nor a dict, or is a dict that fits no action, or the game is over.
        """
        action = whole_of(choice)
        if action is not None:
            return action
        if self.over:
            raise IllegalAction(OVER)
        if isinstance(choice, Mapping):
            return self.words().action(self.decision_name(), choice)
        raise IllegalAction(f"expected an action id or a choice, found {shown(choice)}")

    def _ids_by_seat(self, actions: object) -> dict[int, int]:
        """Return the action ids of a mapping by seat, ascending, without checking that they are legal.

        Raises:
            IllegalAction: these are not action ids for exactly the seats that may act, or the game is over.
        """
        if self.over:
            raise IllegalAction(OVER)
        if not isinstance(actions, Mapping):
            raise IllegalAction(f"expected a mapping with an action id for each seat, found {shown(actions)}")
        asked, by_seat = self.seats_to_move(), {whole_of(seat): action for seat, action in actions.items()}
        if by_seat.keys() != set(asked):
            idle = [seat for seat in by_seat if seat not in asked and seat in range(self.num_players)]
            why = "".join(f"; seat {seat} has chosen already, or has nothing to choose" for seat in idle)
            found = shown([*actions])
            raise IllegalAction(f"expected an action of each of the seats {asked}, found seats {found}{why}")
        return {seat: checked_id(by_seat[seat], self._num_actions, f"player_{seat}") for seat in asked}

    def _refuse(self, action: int) -> NoReturn:
        """Raise the error about an action that cannot be played here.

        Raises:
            IllegalAction: always; it says which actions are legal.
        """
        if self.over:
            raise IllegalAction(OVER)
        what, legal = self.describe(action), [self.describe(legal) for legal in self.legal_actions()]
        raise IllegalAction(refusal(f"player_{self.seat}", str(self.decision), f"action {action} ({what})", legal))

    def why_illegal(self, action: int) -> str:
        """Return in one line why `action`, any whole number, cannot be played here."""
        end = self._num_actions
        what = self.words().describe(action) if 0 <= action < end else f"no id from 0 to {end - 1}"
        return f"player_{self.seat}'s decision is {self.decision}; action {action} ({what}) is not legal"


@cache
def number_type(records: np.dtype[np.void]) -> np.dtype[np.float32]:
    """Return the type of the numbers of the first field of `records`; the caller makes sure that all fields have it.

    Nothing is converted: the return annotation says float32 because spaces declare that.

    >>> number_type(np.dtype([("a", np.float32, (3,)), ("b", np.float32)]))
    dtype('float32')
    """
    return next(iter((records.fields or {}).values()))[0].base


def refusal(who: str, decision: str, what: str, legal: list[str]) -> str:
    """Return the message that `who` cannot play `what` at the decision `decision`.

    All are in words. The message lists the first SHOWN (8) of the `legal` actions, and how many more there are.
    """
    more = [f"{len(legal) - SHOWN} more"] if len(legal) > SHOWN else []
    return (
        f"{who}'s decision is {decision}; {what} is not among its {len(legal)} legal actions: "
        f"{'; '.join([*legal[:SHOWN], *more])}"
    )
