"""One game for people: what Monkeys on the Moon adds to `mom_env.base.game`."""

from collections.abc import Sequence
from typing import Self

from mom_env.base import game
from mom_env.contract.people import Plain
from mom_env.contract.records import Records
from mom_env.monkeys_on_the_moon.draw import draw_svg
from mom_env.monkeys_on_the_moon.info import INFO
from mom_env.monkeys_on_the_moon.naming import Words
from mom_env.monkeys_on_the_moon.result import ShortResult, result_of
from mom_env.monkeys_on_the_moon.ruleset import Ruleset, make_ruleset
from mom_env.monkeys_on_the_moon.snapshots import position_text as text
from mom_env.monkeys_on_the_moon.snapshots.from_snapshot import (
    is_in_progress,
    num_players_of,
    state_from,
    state_from_setup,
)
from mom_env.monkeys_on_the_moon.snapshots.shapes import Result, Setup, Snapshot
from mom_env.monkeys_on_the_moon.snapshots.snapshot import full_snapshot, setup_block, snapshot
from mom_env.monkeys_on_the_moon.state import Decision

NAMES = {int(decision): decision.name.lower() for decision in Decision if decision != Decision.NOTHING}


class Game(game.Game[Ruleset]):
    """A game of Monkeys on the Moon, stopped at a decision of one seat or over.

    Example:
        >>> game = Game(num_players=3, seed=7)
        >>> while not game.over:
        ...     game.play(game.legal_actions()[0])
        >>> sum(game.result()["returns"])
        0.0
    """

    info = INFO
    decisions = tuple(NAMES.values())
    short_result = ShortResult
    make_ruleset = staticmethod(make_ruleset)

    def words(self) -> Words:
        """Return the names of tribes, cards and actions for the circle as it is now.

        After the swap of Treachery they are others, so ask for them again.
        """
        return Words(self.ruleset.deck, self._states[0].colour)

    def decision_name(self) -> str:
        """Return what is decided now: card, tribe, appease, monkey, bid, ship or stay. The game must not be over."""
        return NAMES[int(self._states[0].decision)]

    def snapshot(self, seat: int | None = None) -> Snapshot:
        """Return the position as plain JSON values by name.

        With a seat, it has only what the seat may know; with None, everything, piles included.
        """
        return snapshot(self._states, self.ruleset, None if seat is None else self._checked_seat(seat))

    def result_by_names(self) -> Result:
        """Return how the finished game ended, by name: VP, winners, places, ranking, monkeys, status and titles.

        Lists are by seat, but `winners` has seats and `ranking` has tribes, the 1st place first.
        """
        return result_of(self._states, self.ruleset)

    def progress(self) -> str:
        """Return in words, as one line, the number of the round, from 1, and who decides what, or who has won."""
        if self.over:
            return super().progress()
        state, rules = self._states[0], self._rules[0]
        return f"round {int(state.round_number) + 1} of {int(rules.rounds)}, {super().progress()}"

    def setup_block(self) -> Setup:
        """Return the deal of a game that has just been dealt, as plain JSON values by name, piles included."""
        return setup_block(self._states, self.ruleset)

    @classmethod
    def deal_from(cls, setup: Plain, ruleset: Ruleset, stream: int) -> Records:
        """Return the record of a setup, before the first card is played, as an array of one record.

        `stream` is the state at which its random stream continues.

        Raises:
            PositionError: an entry is impossible; the error says which and why.
        """
        return state_from_setup(setup, ruleset, stream)

    @classmethod
    def num_players_of(cls, setup: Plain, num_players: int | None) -> int:  # noqa: ARG003  # hands are counted
        """Return for how many players a setup is: the number of its hands. The parameter `num_players` is ignored.

        Raises:
            PositionError: the setup has no list of hands.
        """
        return num_players_of(setup)

    @classmethod
    def is_in_progress(cls, ruleset: Ruleset, states: Records) -> bool:
        """Return whether the one record in `states` is of a possible game that waits for a decision.

        The record may be any bytes; no kernel reads it unchecked.
        """
        return is_in_progress(states, ruleset)

    def to_svg(self, seat: int | None = None, names: Sequence[str] | None = None, *, embed_font: bool = True) -> str:
        """Return the position as a picture, the text of an SVG; with a seat, it shows only what the seat may know.

        Args:
            seat: whose view; None shows everything but the piles.
            names: the names of the players, by seat; None for "player_0" and so on.
            embed_font: put the font into the picture, which makes it 40 kB larger.

        Raises:
            OptionError: the seat or the names do not fit.
        """
        return draw_svg(self, seat, names, embed_font=embed_font)

    def to_text(self) -> str:
        """Return the whole position as text, with hands, piles and random stream; `from_text` reads it."""
        view, stream = full_snapshot(self._states, self.ruleset), int(self._states[0].rng)
        return text.to_text(view, self.ruleset.deck, bool(self._rules[0].skip_forced), stream)

    @classmethod
    def from_text(cls, position: str) -> Self:
        """Return a game at the position of a text of at most 100,000 characters; it has no replay, as it has no past.

        Raises:
            PositionError: the text is damaged, or the position is impossible.
        """
        parts = text.from_text(position)
        return cls._made(parts.ruleset, state_from(parts.view, parts.ruleset, parts.stream), None)
