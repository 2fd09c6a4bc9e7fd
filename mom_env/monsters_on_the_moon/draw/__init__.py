"""Draw a position as one SVG picture, from its snapshot: all that a player needs to play from it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mom_env.contract.people import DeckSource, Plain
from mom_env.drawing.sheet import GAP, MARGIN, PAPER, WIDTH
from mom_env.drawing.svg import document, rect
from mom_env.monsters_on_the_moon.draw.board import BOARD_HEIGHT, BOARD_WIDTH, board
from mom_env.monsters_on_the_moon.draw.heading import HEADING_HEIGHT, heading, moment
from mom_env.monsters_on_the_moon.draw.legend import legend
from mom_env.monsters_on_the_moon.draw.now import NOW_HEIGHT, now
from mom_env.monsters_on_the_moon.draw.players import height as players_height
from mom_env.monsters_on_the_moon.draw.players import players
from mom_env.monsters_on_the_moon.draw.scene import Scene
from mom_env.monsters_on_the_moon.draw.score_sheet import height as sheet_height
from mom_env.monsters_on_the_moon.draw.score_sheet import score_sheet
from mom_env.monsters_on_the_moon.draw.track import height as track_height
from mom_env.monsters_on_the_moon.draw.track import track
from mom_env.monsters_on_the_moon.ruleset import make_ruleset

if TYPE_CHECKING:
    from mom_env.monsters_on_the_moon.game import Game

__all__ = ["draw_snapshot", "draw_svg"]

PUBLIC = ("place", "tile", "ship", "edge")  # decisions whose options everybody can see


def draw_svg(
    game: "Game", seat: int | None = None, names: Sequence[str] | None = None, *, embed_font: bool = True
) -> str:
    """Return the position of a game as one SVG picture, 1000 pixels wide.

    Args:
        game: at a decision, or over.
        seat: whose view; None shows everything.
        names: the names of the players, by seat; None for "player_0" and so on.
        embed_font: put the font into the SVG; without it the file is 40 kB smaller.

    Raises:
        OptionError: the seat or the names do not fit.
    """
    return draw_snapshot(
        game.snapshot(seat),
        deck=game.ruleset.deck,
        names=names,
        result=game.result_by_names() if game.over else None,
        choices=game.choices() if game.decision in PUBLIC else (),
        embed_font=embed_font,
    )


def draw_snapshot(
    snapshot: Plain,
    *,
    deck: DeckSource = "standard",
    names: Sequence[str] | None = None,
    result: Plain | None = None,
    choices: Sequence[Plain] = (),
    embed_font: bool = True,
) -> str:
    """Return a position as one SVG picture, 1000 pixels wide.

    Args:
        snapshot: what `Game.snapshot` returns.
        deck: name, path or content of the card file of the game.
        names: the names of the players, by seat; None for "player_0" and so on.
        result: what `Game.result` returns for a finished game; without it, nobody is shown to have won.
        choices: what `Game.choices` returns, to be marked on the map; without them, nothing is marked.
        embed_font: put the font into the SVG; without it the file is 40 kB smaller.

    Raises:
        DeckError, OptionError, PositionError: the card file, the names or the snapshot do not fit.
    """
    scene = Scene(snapshot, make_ruleset.load_deck(deck), names, result, choices)
    board_y = MARGIN + HEADING_HEIGHT + GAP
    now_y = board_y + BOARD_HEIGHT + GAP
    players_y = now_y + NOW_HEIGHT + GAP
    height = players_y + players_height(scene) + MARGIN
    return document(
        WIDTH,
        height,
        f"Monsters on the Moon: {moment(scene)}",
        rect(0, 0, WIDTH, height, fill=PAPER),
        heading(scene, MARGIN, MARGIN),
        board(scene, MARGIN, board_y),
        *side(scene, MARGIN + BOARD_WIDTH + GAP, board_y),
        now(scene, MARGIN, now_y),
        players(scene, MARGIN, players_y),
        embed_font=embed_font,
    )


def side(scene: Scene, x: float, y: float) -> list[str]:
    """Return the SVG of the boxes beside the map, one below the other: track, score sheet, and what else is open."""
    sheet_y = y + (track_height(scene) + GAP if track_height(scene) else 0)
    legend_y = sheet_y + sheet_height(scene) + GAP
    left = y + BOARD_HEIGHT - legend_y
    return [track(scene, x, y), score_sheet(scene, x, sheet_y), legend(scene, x, legend_y, left)]
