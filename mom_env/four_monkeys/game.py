"""One game for people: what 4 Monkeys adds to `mom_env.base.game`."""

from collections.abc import Mapping, Sequence
from typing import Any

from mom_env.base import game
from mom_env.contract.people import Plain
from mom_env.contract.records import Records
from mom_env.four_monkeys.draw import draw_svg
from mom_env.four_monkeys.info import INFO
from mom_env.four_monkeys.naming import Words
from mom_env.four_monkeys.result import history_of
from mom_env.four_monkeys.ruleset import Ruleset, make_ruleset
from mom_env.four_monkeys.setup_block import num_players_of, setup_block, state_from_setup
from mom_env.four_monkeys.snapshot import number_of_round, position
from mom_env.four_monkeys.state import Phase


class Game(game.Game[Ruleset]):
    """A game of 4 Monkeys, stopped at a decision of one seat or over.

    All seats choose at once in each tick. They are asked one after the other, and nothing happens or shows before the
    last one has chosen; `play_together` takes all choices of a tick.

    Example:
        >>> game = Game(num_players=3, seed=7, deck="mini")
        >>> while not game.over:
        ...     game.play(game.legal_actions()[-1])
        >>> sum(game.result()["returns"])
        0.0
    """

    info = INFO
    decisions = ("act", "check")
    make_ruleset = make_ruleset

    @property
    def tick(self) -> int:
        """The number of the tick in this round, from 0."""
        return int(self._states[0].tick)

    @property
    def round(self) -> int:
        """The number of the round, from 0; it does not advance when a round is played again."""
        return number_of_round(self._states[0])

    def words(self) -> Words:
        """Return the names of choices for the seat that is asked; when the game is over, for seat 0."""
        return Words(self.seat or 0, self.num_players)

    def decision_name(self) -> str:
        """Return what is decided now: act or check. The game must not be over."""
        return "check" if self._states[0].phase == Phase.CHECK else "act"

    def snapshot(self, seat: int | None = None) -> dict[str, Any]:
        """Return the position as plain JSON values by name.

        With a seat, it has only what the seat may know; with None, everything, decks and later rounds included.
        """
        viewer = None if seat is None else self._checked_seat(seat)
        return {**self.situation(), **position(self._states, self.ruleset, viewer)}

    def result(self) -> dict[str, Any]:
        """Return totals, last scores, winners, places, returns, and `history`, the scoring of all rounds.

        Raises:
            GameNotOver: the game is not over.
        """
        return dict(super().result())

    def result_by_names(self) -> Plain:
        """Return how the finished game ended: totals, last scores, winners, places, and the history of all rounds."""
        last = self._states[0].last_score[: self.num_players].tolist()
        return {**super().result_by_names(), "last": last, "history": history_of(self._states, self.ruleset)}

    def progress(self) -> str:
        """Return in words, as one line, round and tick, from 1, and who decides what, or who has won."""
        if self.over:
            return super().progress()
        rounds = int(self._rules[0].rounds)
        when = f"tick {self.tick + 1}" if self.decision == "act" else "scoring"
        return f"round {self.round + 1} of {rounds}, {when}, {super().progress()}"

    def setup_block(self) -> dict[str, Any]:
        """Return all deals of a game that has just been dealt, as plain JSON values by name."""
        return dict(setup_block(self._states, self.ruleset))

    @classmethod
    def deal_from(cls, setup: Mapping[str, object], ruleset: Ruleset, stream: int) -> Records:
        """Return the record of a setup, an array of one, before the first decision, its random stream at `stream`.

        Raises:
            PositionError: an entry is impossible; the error says which and why.
        """
        return state_from_setup(setup, ruleset, stream)

    @classmethod
    def num_players_of(cls, setup: Mapping[str, object], num_players: int | None) -> int:  # noqa: ARG003  # decks are counted
        """Return for how many players a setup is: the number of its decks. The parameter `num_players` is ignored.

        Raises:
            PositionError: the setup has no rounds with decks.
        """
        return num_players_of(setup)

    def to_svg(self, seat: int | None = None, names: Sequence[str] | None = None, *, embed_font: bool = True) -> str:
        """Return the position as a picture, the text of an SVG.

        Args:
            seat: whose view, without what that seat cannot know; None shows everything.
            names: the names of the players, by seat; None for "player_0" and so on.
            embed_font: put the font into the picture, which makes it 40 kB larger.

        Raises:
            OptionError: the seat or the names do not fit.
        """
        return draw_svg(self, seat, names, embed_font=embed_font)
