"""One game for people: choices by name, copies, snapshots, replays."""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, Self

import numpy as np
from numpy.typing import NDArray

from mom_env.arguments import checked_whole, shown, whole_of
from mom_env.errors import GameNotOver, IllegalAction, PositionError, ReplayError
from mom_env.monkeys_on_the_moon import batch, text
from mom_env.monkeys_on_the_moon.actions import MASK_DTYPE, NUM_ACTIONS
from mom_env.monkeys_on_the_moon.deck import DeckSource
from mom_env.monkeys_on_the_moon.draw import draw_svg
from mom_env.monkeys_on_the_moon.engine import write_mask
from mom_env.monkeys_on_the_moon.hidden import MAX_UNSEEN, resample_hidden
from mom_env.monkeys_on_the_moon.observe import OBSERVATION_DTYPE, write_observation
from mom_env.monkeys_on_the_moon.position import Snapshot, moment, snapshot
from mom_env.monkeys_on_the_moon.rebuild import deal_of, fresh_deal, num_players_of, state_from, state_from_setup
from mom_env.monkeys_on_the_moon.replay import Past, Replay, make_replay, play_record, read_record
from mom_env.monkeys_on_the_moon.result import result_of
from mom_env.monkeys_on_the_moon.ruleset import Ruleset, make_ruleset
from mom_env.monkeys_on_the_moon.seeds import checked_seed
from mom_env.monkeys_on_the_moon.state import NONE, Decision, Phase
from mom_env.monkeys_on_the_moon.words import Choice, Words, refusal

OVER = "expected a game that goes on, found one that is over: there is nothing left to play"
_OVER = int(Phase.OVER)  # a NumPy number and an IntEnum take 3 us to compare
_NAMES = {int(decision): decision.name.lower() for decision in Decision}


class Game:
    """A game of Monkeys on the Moon, stopped at a decision of one seat or over.

    Example:
        >>> game = Game(num_players=3, seed=7)
        >>> while not game.over:
        ...     game.play(game.legal_actions()[0])
        >>> sum(game.result()["returns"])
        0.0
    """

    def __init__(
        self,
        num_players: int = 4,
        seed: int | None = None,
        *,
        deck: DeckSource = "standard",
        options: Mapping[str, Any] | None = None,
        skip_forced: bool = True,
    ) -> None:
        """Deal a game.

        Args:
            num_players: 2, 3 or 4, as the deck allows.
            seed: a whole number from 0 to 2**64 - 1; None draws one.
            deck: name, path or content of a deck file.
            options: rule options, as in the rules page.
            skip_forced: play forced decisions without stopping at them.

        Raises:
            DeckError, OptionError: it says what there is to choose from.
        """
        ruleset = make_ruleset(num_players, deck, options, skip_forced=skip_forced)
        seed = checked_seed(seed)
        self._begin(ruleset, fresh_deal(ruleset, seed), seed)

    # What there is to decide

    @property
    def seat(self) -> int | None:
        """Who decides; None when the game is over."""
        seat = self._seat_field.item()
        return None if seat == NONE else seat

    @property
    def decision(self) -> str | None:
        """What is decided: card, tribe, appease, monkey, bid, ship or stay; None when the game is over."""
        return None if self.over else _NAMES[int(self._states[0].decision)]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._phase_field.item() == _OVER)

    @property
    def num_players(self) -> int:
        """How many seats there are."""
        return self.ruleset.num_players

    def legal_actions(self) -> list[int]:
        """The ids of the legal actions, in order; none when the game is over."""
        count = batch.list_legal(self._states, 0, self._rules, self._mask, self._ids)
        actions: list[int] = self._ids[:count].tolist()
        return actions

    def choices(self) -> list[Choice]:
        """The legal choices by name, in the order of their action ids."""
        words = self._words()
        return [words.choice(action) for action in self.legal_actions()]

    def describe(self, action: int) -> str:
        """An action in words, with the names that the tribes have in this game.

        Raises:
            IllegalAction: there is no such id.
        """
        number = whole_of(action)
        if number is None or not 0 <= number < NUM_ACTIONS:
            raise IllegalAction(f"expected an action id from 0 to {NUM_ACTIONS - 1}, found {shown(action)}")
        return self._words().describe(number)

    def play(self, choice: int | Choice) -> None:
        """Play an action or a choice of the seat to move.

        Raises:
            IllegalAction: why it cannot be played; nothing has changed.
        """
        action = choice if type(choice) is int else self._action_of(choice)
        if not 0 <= action < NUM_ACTIONS or not batch.play_checked(self._states, 0, self._rules, action):
            self._refuse(action)
        self._actions.append(action)

    # What a seat sees, and how it ended

    def observe(self, seat: int) -> dict[str, NDArray[Any]]:
        """What the seat may know, as `LAYOUT` describes it, and its mask: all 0 unless it is to move. Fresh arrays."""
        seat = self._checked_seat(seat)
        view, mask = np.zeros(1, OBSERVATION_DTYPE), np.zeros(1, MASK_DTYPE)
        write_observation(self._states, 0, self._rules, seat, view)
        if seat == self.seat:
            write_mask(self._states, 0, self._rules, mask)
        return {"observation": view.view(np.float32), "action_mask": mask.view(np.int8)}

    def snapshot(self, seat: int | None = None) -> Snapshot:
        """The position as plain JSON values; for a seat, only what it may know."""
        return snapshot(self._states, self.ruleset, None if seat is None else self._checked_seat(seat))

    def result(self) -> dict[str, Any]:
        """VP, winners, places, ranking, monkeys, status, titles and returns.

        Raises:
            GameNotOver: there is none before the end.
        """
        if not self.over:
            raise GameNotOver(f"result: expected a game that is over, found a {self.decision} decision")
        return result_of(self._states, self.ruleset)

    @property
    def states(self) -> NDArray[Any]:
        """The record itself, as an array of one, for kernels; it is the live game, and holds its secrets."""
        return self._states

    @property
    def rules(self) -> NDArray[Any]:
        """Deck and options as kernels want them, an array of one."""
        return self._rules

    # Copies

    def copy(self) -> Self:
        """An independent game at the same point, with the same past and the same future chance."""
        past = self._past and self._past._replace(actions=self._actions.copy())
        return self._made(self.ruleset, self._states.copy(), past)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """As `copy`: deck and options never change."""
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: a game is its rules, its record and its past."""
        return self._made, (self.ruleset, self._states, self._past)

    def resample_hidden(self, seat: int, seed: int) -> Self:
        """A copy in which all that the seat cannot know is dealt anew; it has no past, so no replay."""
        states, unseen = self._states.copy(), np.zeros(MAX_UNSEEN, np.int8)
        resample_hidden(states, 0, self._rules, self._checked_seat(seat), np.uint64(checked_seed(seed)), unseen)
        return self._made(self.ruleset, states, None)

    def __eq__(self, other: object) -> bool:
        """The same position of the same game; how it came about does not matter."""
        if not isinstance(other, Game):
            return NotImplemented
        same_rules = self.rules.tobytes() == other.rules.tobytes() and self.ruleset.deck == other.ruleset.deck
        return same_rules and self.states.tobytes() == other.states.tobytes()

    __hash__ = None  # type: ignore[assignment]  # a game changes as it is played

    def again(self, seed: int | None = None, *, setup: Mapping[str, Any] | None = None) -> Self:
        """A new deal for the same table: deck, options and number of players stay, and are not checked again.

        Args:
            seed: as for a new game.
            setup: deal this, as `from_setup` does.

        Raises:
            OptionError, PositionError: the seed or the setup cannot be.
        """
        if setup is None or seed is not None:
            seed = checked_seed(seed)
        ruleset, game = self.ruleset, type(self).__new__(type(self))
        deal = fresh_deal(ruleset, seed or 0) if setup is None else deal_of(setup, ruleset, seed or 0)
        type(self)._begin(game, ruleset, deal, seed)
        return game

    # Pictures, text, setups and replays

    def to_svg(self, seat: int | None = None, names: Sequence[str] | None = None) -> str:
        """The position as a picture; for a seat, with only what it may know.

        Args:
            seat: whose view; None shows all hands.
            names: of the players, by seat.
        """
        return draw_svg(self, seat, names)

    def _repr_svg_(self) -> str:
        """What a notebook shows: the whole position, all hands included."""
        return self.to_svg()

    def __repr__(self) -> str:
        """Say what game this is, how far it is, and whose turn it is; the cards are in `str(game)`."""
        return f"<Game: {self.num_players} players, {moment(self._states, self.ruleset, self._past)}>"

    def __str__(self) -> str:
        """As `to_text`."""
        return self.to_text()

    def to_text(self) -> str:
        """The whole position as text, piles included; `from_text` reads it."""
        rules, stream = self._rules[0], int(self._states[0].rng)
        return text.to_text(self.snapshot(), self.ruleset.deck, bool(rules.skip_forced), stream)

    @classmethod
    def from_text(cls, position: str) -> Self:
        """Return a game at the position of a text; it has no past, so no replay.

        Args:
            position: what `to_text` returns, of at most 100,000 characters.

        Raises:
            PositionError: the text is damaged, or the position cannot be.
        """
        parts = text.from_text(position)
        return cls._made(parts.ruleset, state_from(parts.view, parts.ruleset, parts.stream), None)

    @classmethod
    def from_setup(
        cls,
        setup: Mapping[str, Any],
        *,
        deck: DeckSource = "standard",
        options: Mapping[str, Any] | None = None,
        skip_forced: bool = True,
        seed: int | None = None,
    ) -> Self:
        """A game from the setup block of a replay: duplicate deals, tests, real table games.

        Args:
            setup: the deal; the number of players is that of its hands.
            deck: name, path or content of a deck file.
            options: rule options.
            skip_forced: play forced decisions without stopping at them.
            seed: only kept for the replay; the deal is the setup's.

        Raises:
            PositionError: the setup cannot be; it names the entry.
        """
        ruleset = make_ruleset(num_players_of(setup), deck, options, skip_forced=skip_forced)
        seed = None if seed is None else checked_seed(seed)
        game = cls.__new__(cls)
        cls._begin(game, ruleset, state_from_setup(setup, ruleset, seed or 0), seed)
        return game

    def replay(self, players: list[str] | None = None) -> Replay:
        """The game so far as plain JSON values, format `mom-replay/1`.

        Args:
            players: who sat where; by default the names of the seats.

        Raises:
            ReplayError: this game was made by `resample_hidden` or from a text: its past is not its own.
        """
        if self._past is None:
            raise ReplayError("replay: expected a game played from its deal; this one has no past of its own")
        return make_replay(self._past, self.ruleset, players)

    @classmethod
    def from_replay(cls, replay: Mapping[str, Any]) -> Self:
        """The game of a replay, at its last move; every move and the result are checked.

        Raises:
            ReplayError: it names the move or the field that is wrong.
        """
        record = read_record(replay)
        try:
            deal = state_from_setup(record.setup, record.ruleset, record.seed or 0)
        except PositionError as error:
            raise ReplayError(f"setup: {error}") from None
        game = cls.__new__(cls)
        cls._begin(game, record.ruleset, deal, record.seed)
        play_record(game, record)
        return game

    @classmethod
    def from_record(cls, ruleset: Ruleset, states: NDArray[Any]) -> Self:
        """A game at the position of a record, an array of one; it has no past, so no replay."""
        return cls._made(ruleset, states.copy(), None)

    # Inside

    @classmethod
    def _made(cls, ruleset: Ruleset, states: NDArray[Any], past: Past | None) -> Self:
        game = cls.__new__(cls)
        cls._set(game, ruleset, states, past)
        return game

    def _begin(self, ruleset: Ruleset, deal: NDArray[Any], seed: int | None) -> None:
        self._set(ruleset, deal.copy(), Past(deal, seed, []))
        batch.go_on_many(self._states, self._rules)

    def _set(self, ruleset: Ruleset, states: NDArray[Any], past: Past | None) -> None:
        self.ruleset, self._rules, self._states = ruleset, ruleset.rules, states
        self._seat_field, self._phase_field = states["seat"], states["phase"]
        self._mask, self._ids = np.zeros(1, MASK_DTYPE), np.zeros(NUM_ACTIONS, np.int64)
        self._past, self._actions = past, past.actions if past else []

    def _words(self) -> Words:
        return Words(self.ruleset.deck, self._states[0].colour)

    def _checked_seat(self, seat: int) -> int:
        return checked_whole("seat", seat, 0, self.num_players - 1)

    def _action_of(self, choice: Any) -> int:
        action = whole_of(choice)
        if action is not None:
            return action
        if self.over:
            raise IllegalAction(OVER)
        if isinstance(choice, Mapping):
            return self._words().action(Decision(int(self._states[0].decision)), choice)
        raise IllegalAction(f"expected an action id or a choice, found {shown(choice)}")

    def _refuse(self, action: int) -> NoReturn:
        if self.over:
            raise IllegalAction(OVER)
        what, legal = self.describe(action), [self.describe(legal) for legal in self.legal_actions()]
        raise IllegalAction(refusal(f"player_{self.seat}", str(self.decision), f"action {action} ({what})", legal))
