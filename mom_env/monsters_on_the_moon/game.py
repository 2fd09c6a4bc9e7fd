"""One game for people: what Monsters on the Moon adds to `mom_env.base.game`."""

from collections.abc import Mapping, Sequence

from mom_env.base import game
from mom_env.contract.people import Plain
from mom_env.contract.records import Records
from mom_env.monsters_on_the_moon.draw import draw_svg
from mom_env.monsters_on_the_moon.from_setup import state_from_setup
from mom_env.monsters_on_the_moon.info import INFO
from mom_env.monsters_on_the_moon.naming import Words
from mom_env.monsters_on_the_moon.result import ShortResult, result_of
from mom_env.monsters_on_the_moon.ruleset import Ruleset, make_ruleset
from mom_env.monsters_on_the_moon.snapshot import setup_block, snapshot
from mom_env.monsters_on_the_moon.state import Decision

NAMES = {int(decision): decision.name.lower() for decision in Decision if decision != Decision.NOTHING}


class Game(game.Game[Ruleset]):
    """A game of Monsters on the Moon, stopped at a decision of one seat or over. One player plays it alone.

    Example:
        >>> game = Game(num_players=2, seed=7)
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
        """Return the names of monsters, cards and actions, for the seat that decides."""
        return Words(tuple(self.ruleset.deck.monsters), self.num_players, self.seat or 0)

    def decision_name(self) -> str:
        """Return what is decided now, one of `decisions`. The game must not be over."""
        return NAMES[int(self._states[0].decision)]

    def snapshot(self, seat: int | None = None) -> Plain:
        """Return the position as plain JSON values by name.

        With a seat, it has only what the seat may know; with None, everything, the pile included.
        """
        checked = None if seat is None else self._checked_seat(seat)
        return {**self.situation(), **snapshot(self._states, self.ruleset, checked)}

    def result_by_names(self) -> Plain:
        """Return how the finished game ended, by name: VP, winners, places, and the rows of the score sheet."""
        return result_of(self._states, self.ruleset)

    def progress(self) -> str:
        """Return in a few words how far the game is; at the end of a solo game also its level."""
        level = self.result_by_names().get("level") if self.over else None
        return super().progress() if level is None else f"{super().progress()}, level {level}"

    def setup_block(self) -> Plain:
        """Return what chance has drawn for a game that has just been dealt, by name."""
        return setup_block(self._states, self.ruleset)

    @classmethod
    def deal_from(cls, setup: Mapping[str, object], ruleset: Ruleset, stream: int) -> Records:
        """Return the record of a setup, as the kernel `deal` leaves it, its random stream at `stream`.

        Raises:
            PositionError: an entry is impossible; the error says which and why.
        """
        return state_from_setup(setup, ruleset, stream)

    def to_svg(self, seat: int | None = None, names: Sequence[str] | None = None, *, embed_font: bool = True) -> str:
        """Return the position as a picture, the text of an SVG.

        Args:
            seat: whose view; None shows all hands.
            names: the names of the players, by seat; None for "player_0" and so on.
            embed_font: put the font into the picture, which makes it 40 kB larger.

        Raises:
            OptionError: the seat or the names do not fit.
        """
        return draw_svg(self, seat, names, embed_font=embed_font)
