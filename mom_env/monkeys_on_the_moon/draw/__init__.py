"""Draw a position as one SVG picture, from its snapshot: all that a player needs to play from it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mom_env.contract.people import DeckSource
from mom_env.drawing.sheet import GAP, MARGIN, PAPER, WIDTH
from mom_env.drawing.svg import document, rect
from mom_env.monkeys_on_the_moon.deck import load_deck
from mom_env.monkeys_on_the_moon.draw import players
from mom_env.monkeys_on_the_moon.draw.circle_and_track import CIRCLE_HEIGHT, CIRCLE_WIDTH, TRACK_HEIGHT, circle, track
from mom_env.monkeys_on_the_moon.draw.heading import HEADING_HEIGHT, heading, moment
from mom_env.monkeys_on_the_moon.draw.now import now
from mom_env.monkeys_on_the_moon.draw.pools import POOLS_HEIGHT, pools
from mom_env.monkeys_on_the_moon.draw.scene import Scene
from mom_env.monkeys_on_the_moon.snapshots.shapes import Result, Snapshot

if TYPE_CHECKING:
    from mom_env.monkeys_on_the_moon.game import Game

__all__ = ["draw_snapshot", "draw_svg"]


def draw_svg(
    game: "Game", seat: int | None = None, names: Sequence[str] | None = None, *, embed_font: bool = True
) -> str:
    """Return the position of a game as one SVG picture, 1000 pixels wide.

    Args:
        game: at a decision, or over.
        seat: whose view, with only what that seat may know; None shows all hands.
        names: the names of the players, by seat; None for "player_0" and so on.
        embed_font: put the font into the SVG; without it the file is 40 kB smaller.

    Raises:
        OptionError: the seat or the names do not fit.
    """
    result = game.result_by_names() if game.over else None
    deck = game.ruleset.deck
    return draw_snapshot(game.snapshot(seat), deck=deck, names=names, result=result, embed_font=embed_font)


def draw_snapshot(
    snapshot: Snapshot,
    *,
    deck: DeckSource = "standard",
    names: Sequence[str] | None = None,
    result: Result | None = None,
    embed_font: bool = True,
) -> str:
    """Return a position as one SVG picture, 1000 pixels wide.

    Args:
        snapshot: what `Game.snapshot` returns, of everything or of what a seat may know.
        deck: name, path or content of the deck file of the game.
        names: the names of the players, by seat; None for "player_0" and so on.
        result: what `Game.result` returns for a finished game; without it, titles score nothing.
        embed_font: put the font into the SVG; without it the file is 40 kB smaller.

    Raises:
        DeckError, OptionError, PositionError: the deck, the names or the snapshot do not fit.
    """
    scene = Scene(snapshot, load_deck(deck), names, result)
    board_y = MARGIN + HEADING_HEIGHT + GAP
    right = MARGIN + CIRCLE_WIDTH + GAP + 4
    pools_y = board_y + CIRCLE_HEIGHT + GAP
    players_y = pools_y + POOLS_HEIGHT + GAP
    height = players_y + players.height(scene) + MARGIN
    return document(
        WIDTH,
        height,
        f"Monkeys on the Moon: {moment(scene)}",
        rect(0, 0, WIDTH, height, fill=PAPER),
        heading(scene, MARGIN, MARGIN),
        circle(scene, MARGIN, board_y),
        track(scene, right, board_y),
        now(scene, right, board_y + TRACK_HEIGHT + GAP),
        pools(scene, MARGIN, pools_y),
        players.players(scene, MARGIN, players_y),
        embed_font=embed_font,
    )
