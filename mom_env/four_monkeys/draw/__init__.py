"""Draw a position as one SVG picture, from its snapshot: all that a player needs to play from it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mom_env.contract.people import DeckSource, Plain
from mom_env.drawing.sheet import GAP, MARGIN, PAPER, WIDTH
from mom_env.drawing.svg import document, rect
from mom_env.four_monkeys.draw.heading import HEADING_HEIGHT, heading, moment
from mom_env.four_monkeys.draw.now import NOW_HEIGHT, now
from mom_env.four_monkeys.draw.players import height as players_height
from mom_env.four_monkeys.draw.players import players
from mom_env.four_monkeys.draw.rounds import rounds
from mom_env.four_monkeys.draw.scene import Scene
from mom_env.four_monkeys.draw.stacks import STACKS_HEIGHT, stacks
from mom_env.four_monkeys.ruleset import make_ruleset

if TYPE_CHECKING:
    from mom_env.four_monkeys.game import Game

__all__ = ["draw_snapshot", "draw_svg"]


def draw_svg(
    game: "Game", seat: int | None = None, names: Sequence[str] | None = None, *, embed_font: bool = True
) -> str:
    """Return the position of a game as one SVG picture, 1000 pixels wide.

    All pictures of a game are equally high.

    Args:
        game: at a decision, or over.
        seat: whose view, without what that seat cannot know; None shows everything.
        names: the names of the players, by seat; None for "player_0" and so on.
        embed_font: put the font into the SVG; without it the file is 40 kB smaller.

    Raises:
        OptionError: the seat or the names do not fit.
    """
    result = game.result_by_names() if game.over else None
    return draw_snapshot(game.snapshot(seat), deck=game.ruleset.deck, names=names, result=result, embed_font=embed_font)


def draw_snapshot(
    snapshot: Plain,
    *,
    deck: DeckSource = "standard",
    names: Sequence[str] | None = None,
    result: Plain | None = None,
    embed_font: bool = True,
) -> str:
    """Return a position as one SVG picture, 1000 pixels wide.

    Args:
        snapshot: what `Game.snapshot` returns.
        deck: name, path or content of the tile file of the game.
        names: the names of the players, by seat; None for "player_0" and so on.
        result: what `Game.result` returns for a finished game; without it, nobody is shown to have won.
        embed_font: put the font into the SVG; without it the file is 40 kB smaller.

    Raises:
        DeckError, OptionError, PositionError: the tile file, the names or the snapshot do not fit.
    """
    scene = Scene(snapshot, make_ruleset.load_deck(deck), names, result)
    stacks_y = MARGIN + HEADING_HEIGHT + GAP
    players_y = stacks_y + STACKS_HEIGHT + GAP
    now_y = players_y + players_height(scene) + GAP
    height = now_y + NOW_HEIGHT + MARGIN
    return document(
        WIDTH,
        height,
        f"4 Monkeys: {moment(scene)}",
        rect(0, 0, WIDTH, height, fill=PAPER),
        heading(scene, MARGIN, MARGIN),
        stacks(scene, MARGIN, stacks_y) if result is None else rounds(scene, MARGIN, stacks_y),
        players(scene, MARGIN, players_y),
        now(scene, MARGIN, now_y),
        embed_font=embed_font,
    )
