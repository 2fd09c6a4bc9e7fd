"""One game for people: choices by name, copies, snapshots, replays."""

from collections.abc import Mapping
from typing import Any, NoReturn, Self

import numpy as np
from numpy.typing import NDArray

from mom_env.errors import GameNotOver, IllegalAction, MomError, OptionError, ReplayError
from mom_env.kernel.jit import announce_compilation
from mom_env.monkeys_on_the_moon import batch, text
from mom_env.monkeys_on_the_moon.actions import MASK_DTYPE, NUM_ACTIONS
from mom_env.monkeys_on_the_moon.deck import Deck, DeckSource, Options, load_deck, load_options, make_rules
from mom_env.monkeys_on_the_moon.engine import forced_action, write_mask
from mom_env.monkeys_on_the_moon.hidden import MAX_UNSEEN, resample_hidden
from mom_env.monkeys_on_the_moon.observe import OBSERVATION_DTYPE, write_observation
from mom_env.monkeys_on_the_moon.position import Snapshot, setup_block, snapshot
from mom_env.monkeys_on_the_moon.rebuild import num_players_of, state_from, state_from_setup
from mom_env.monkeys_on_the_moon.replay import Record, Replay, make_replay, read_record
from mom_env.monkeys_on_the_moon.result import result_of
from mom_env.monkeys_on_the_moon.seeds import checked_seed
from mom_env.monkeys_on_the_moon.state import NONE, STATE_DTYPE, Decision, Phase
from mom_env.monkeys_on_the_moon.words import Choice, Words

_NAMES = {int(decision): decision.name.lower() for decision in Decision}
NO_ACTION = -1


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
        self._set_table(num_players, deck, options, skip_forced)
        self._seed = checked_seed(seed)
        deal = np.zeros(1, STATE_DTYPE)
        batch.begin_many(deal, self._rules, np.uint64(self._seed))
        self._begin(deal)

    # What there is to decide

    @property
    def seat(self) -> int | None:
        """Who decides; None when the game is over."""
        seat = int(self._seat_field[0])
        return None if seat == NONE else seat

    @property
    def decision(self) -> str | None:
        """What is decided: card, tribe, appease, monkey, bid, ship or stay; None when the game is over."""
        return None if self.over else _NAMES[int(self._states[0].decision)]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._phase_field[0] == Phase.OVER)

    @property
    def num_players(self) -> int:
        """How many seats there are."""
        return int(self._rules[0].num_players)

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
        """An action in words, with the names that the tribes have in this game."""
        return self._words().describe(action)

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
        seat = None if seat is None else self._checked_seat(seat)
        return snapshot(self._states, self._rules, self._deck, self._options, seat)

    def result(self) -> dict[str, Any]:
        """VP, winners, places, ranking, monkeys, status, titles and returns.

        Raises:
            GameNotOver: there is none before the end.
        """
        if not self.over:
            raise GameNotOver(f"result: expected a game that is over, found a {self.decision} decision")
        return result_of(self._states, self._rules, self._deck)

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
        other = self._twin()
        other._put(self._states.copy())
        other._deal, other._actions = self._deal, self._actions.copy()
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def resample_hidden(self, seat: int, seed: int) -> Self:
        """A copy in which all that the seat cannot know is dealt anew; it has no past, so no replay."""
        seat = self._checked_seat(seat)
        other = self._twin()
        other._put(self._states.copy())
        unseen = np.zeros(MAX_UNSEEN, np.int8)
        resample_hidden(other._states, 0, self._rules, seat, np.uint64(checked_seed(seed)), unseen)
        return other

    def __eq__(self, other: object) -> bool:
        """The same position of the same game; how it came about does not matter."""
        if not isinstance(other, Game):
            return NotImplemented
        same_rules = self._rules.tobytes() == other._rules.tobytes() and self._deck == other._deck
        return same_rules and self._states.tobytes() == other._states.tobytes()

    __hash__ = None  # type: ignore[assignment]  # a game changes as it is played

    # Text and replays

    def __str__(self) -> str:
        return self.to_text()

    def to_text(self) -> str:
        """The whole position as text, piles included; `from_text` reads it."""
        return text.to_text(self.snapshot(), self._deck, bool(self._rules[0].skip_forced), int(self._states[0].rng))

    @classmethod
    def from_text(cls, position: str) -> Self:
        """A game at the position of a text; it has no past, so no replay.

        Raises:
            PositionError: the text is damaged, or the position cannot be.
        """
        view, deck, skip_forced, stream = text.from_text(position)
        game = cls.__new__(cls)
        game._set_table(view["num_players"], deck, view["options"], skip_forced)
        game._seed = None
        game._put(state_from(view, game._deck, game._rules, stream))
        return game

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
        num_players = num_players_of(setup)
        game = cls.__new__(cls)
        game._set_table(num_players, deck, options, skip_forced)
        game._seed = None if seed is None else checked_seed(seed)
        game._begin(state_from_setup(setup, game._deck, game._rules, game._seed or 0))
        return game

    def replay(self, players: list[str] | None = None) -> Replay:
        """The game so far as plain JSON values, format `mom-replay/1`.

        Args:
            players: who sat where; by default the names of the seats.

        Raises:
            ReplayError: this game was made by `resample_hidden` or from a text: its past is not its own.
        """
        if self._deal is None:
            raise ReplayError("replay: expected a game played from its deal; this one has no past of its own")
        if players is not None and len(players) != self.num_players:
            raise ReplayError(f"players: expected {self.num_players} names, found {len(players)}")
        return make_replay(
            num_players=self.num_players,
            seed=self._seed,
            deck=self._deck,
            options=self._options,
            players=players or [f"player_{seat}" for seat in range(self.num_players)],
            setup=setup_block(self._deal, self._rules, self._deck, self._options),
            moves=self._moves(),
            result=self._short_result() if self.over else None,
        )

    @classmethod
    def from_replay(cls, replay: Mapping[str, Any]) -> Self:
        """The game of a replay, at its last move; every move and the result are checked.

        Raises:
            ReplayError: it names the move or the field that is wrong.
        """
        record = read_record(replay)
        try:
            game = cls.from_setup(record.setup, deck=record.deck, options=record.options.plain(), seed=record.seed)
        except MomError as error:
            raise ReplayError(f"setup: {error}") from None
        if game.num_players != record.num_players:
            raise ReplayError(f"num_players: expected {game.num_players} as in the setup, found {record.num_players}")
        game._play_moves(record)
        return game

    # Inside

    def _set_table(
        self, num_players: int, deck: DeckSource, options: Mapping[str, Any] | None, skip_forced: bool
    ) -> None:
        if not isinstance(skip_forced, bool):
            raise OptionError(f"skip_forced: expected True or False, found {skip_forced!r}")
        self._deck: Deck = load_deck(deck)
        self._options: Options = load_options(options)
        self._rules = make_rules(self._deck, self._options, num_players, skip_forced=skip_forced)
        announce_compilation()

    def _begin(self, deal: NDArray[Any]) -> None:
        self._put(deal.copy())
        self._deal = deal
        batch.go_on_many(self._states, self._rules)

    def _put(self, states: NDArray[Any]) -> None:
        self._states = states
        self._seat_field, self._phase_field = states["seat"], states["phase"]
        self._mask, self._ids = np.zeros(1, MASK_DTYPE), np.zeros(NUM_ACTIONS, np.int64)
        self._deal: NDArray[Any] | None = None
        self._actions: list[int] = []

    def _twin(self) -> Self:
        other = object.__new__(type(self))
        other._deck, other._options, other._rules, other._seed = self._deck, self._options, self._rules, self._seed
        return other

    def _words(self) -> Words:
        return Words(self._deck, self._states[0].colour)

    def _checked_seat(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < self.num_players:
            raise OptionError(f"seat: expected 0 to {self.num_players - 1}, found {seat!r}")
        return int(seat)

    def _action_of(self, choice: Any) -> int:
        if self.over:
            raise IllegalAction("the game is over; there is nothing left to play")
        if isinstance(choice, np.integer):
            return int(choice)
        if isinstance(choice, Mapping):
            return self._words().action(Decision(int(self._states[0].decision)), choice)
        raise IllegalAction(f"expected an action id or a choice, found {choice!r}")

    def _refuse(self, action: int) -> NoReturn:
        if self.over:
            raise IllegalAction("the game is over; there is nothing left to play")
        if not 0 <= action < NUM_ACTIONS:
            raise IllegalAction(f"expected an action id from 0 to {NUM_ACTIONS - 1}, found {action}")
        legal = [self.describe(legal) for legal in self.legal_actions()]
        shown = "; ".join(legal[:8]) + (f"; {len(legal) - 8} more" if len(legal) > 8 else "")
        raise IllegalAction(
            f"player_{self.seat} has a {self.decision} decision; "
            f"action {action} is not among its {len(legal)} legal actions: {shown}"
        )

    def _moves(self) -> list[dict[str, Any]]:
        """The real decisions of the game so far, by names: the names depend on the circle at that time."""
        game = self._twin()
        assert self._deal is not None
        game._begin(self._deal)
        moves = []
        for action in self._actions:
            if forced_action(game._states[0]) == NO_ACTION:
                moves.append({"seat": game.seat, "decision": game.decision, "choice": game._words().choice(action)})
            game.play(action)
        return moves

    def _short_result(self) -> dict[str, Any]:
        result = self.result()
        return {key: result[key] for key in ("vp", "winners", "ranking", "returns")}

    def _play_moves(self, record: Record) -> None:
        for number, move in enumerate(record.moves):
            found = (move.seat, move.decision)
            if (self.seat, self.decision) != found:
                raise ReplayError(
                    f"moves.{number}: expected a {self.decision} decision of seat {self.seat}, "
                    f"found {move.decision} of seat {move.seat}"
                )
            try:
                self.play(move.choice)
            except IllegalAction as error:
                raise ReplayError(f"moves.{number}: {error}") from None
        result = self._short_result() if self.over else None
        if result != (record.result and record.result.model_dump()):
            raise ReplayError(f"result: expected {result}, found {record.result}")
