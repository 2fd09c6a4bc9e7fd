"""One game for people: what Ape Town adds to `mom_env.base.game`."""

from collections.abc import Mapping, Sequence

from mom_env.ape_town.actions import WORDS
from mom_env.ape_town.draw import draw_snapshot
from mom_env.ape_town.info import INFO
from mom_env.ape_town.result import result_of
from mom_env.ape_town.ruleset import Ruleset, make_ruleset
from mom_env.ape_town.setup_block import setup_of, state_from_setup
from mom_env.ape_town.snapshot import entries_of
from mom_env.ape_town.state import Decision
from mom_env.base import game
from mom_env.base.naming import FixedWords
from mom_env.contract.people import Plain
from mom_env.contract.records import Records

NAMES = {int(decision): decision.name.lower() for decision in Decision if decision != Decision.NOTHING}


class Game(game.Game[Ruleset]):
    """A game of Ape Town, stopped at a decision of one seat or over.

    Example:
        >>> game = Game(num_players=3, seed=7)
        >>> while not game.over:
        ...     game.play(game.legal_actions()[0])
        >>> sum(game.result()["returns"])
        0.0
    """

    info = INFO
    decisions = tuple(NAMES.values())
    make_ruleset = staticmethod(make_ruleset)

    def words(self) -> FixedWords:
        """Return the names of choices, which are the same in every position."""
        return WORDS

    def decision_name(self) -> str:
        """Return what is decided now: take or place. The game must not be over."""
        return NAMES[int(self._states[0].decision)]

    def snapshot(self, seat: int | None = None) -> Plain:
        """Return the position as plain JSON values by name.

        With a seat, it has only what the seat may know, which is the same for every seat. With None, it has everything:
        also the row of tiles that were never turned up.
        """
        if seat is not None:
            self._checked_seat(seat)
        return {**self.situation(), **entries_of(self._states[0], self.ruleset, with_row=seat is None)}

    def result_by_names(self) -> Plain:
        """Return how the finished game ended, by name: points, winners, places, and where the points came from.

        Lists are by seat, but `winners` has seats.
        """
        return {**result_of(self._states[0], self.ruleset)}

    def progress(self) -> str:
        """Return in words, as one line, the number of the turn, from 1, and who decides what, or who has won."""
        if self.over:
            return super().progress()
        turn, turns = int(self._states[0].turn) + 1, int(self._rules[0].num_fields)
        return f"turn {turn} of {turns}, {super().progress()}"

    def setup_block(self) -> Plain:
        """Return the deal of a game that has just been dealt: starting player and row of tiles."""
        return {**setup_of(self._states[0], self.ruleset)}

    @classmethod
    def deal_from(cls, setup: Mapping[str, object], ruleset: Ruleset, stream: int) -> Records:
        """Return the record of a setup, before the first decision, as an array of one record.

        `stream` is the state at which its random stream continues.

        Raises:
            PositionError: an entry is impossible; the error says which and why.
        """
        return state_from_setup(setup, ruleset, stream)

    def to_svg(self, seat: int | None = None, names: Sequence[str] | None = None, *, embed_font: bool = True) -> str:
        """Return the position as a picture, the text of an SVG.

        Args:
            seat: whose view; all seats see the same.
            names: the names of the players, by seat; None for "player_0" and so on.
            embed_font: put the font into the picture, which makes it 40 kB larger.

        Raises:
            OptionError: the seat or the names do not fit.
        """
        result = self.result_by_names() if self.over else None
        view, deck = self.snapshot(seat), self.ruleset.deck
        return draw_snapshot(view, deck=deck, names=names, result=result, embed_font=embed_font)
