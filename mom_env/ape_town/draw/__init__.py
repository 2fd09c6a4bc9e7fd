"""Draw a position as one SVG picture, from its snapshot: all that a player needs to play from it."""

from collections.abc import Sequence

from mom_env.ape_town.draw.board import BOARD_HEIGHT, BOARD_WIDTH, board
from mom_env.ape_town.draw.districts import districts
from mom_env.ape_town.draw.districts import height as districts_height
from mom_env.ape_town.draw.heading import HEADING_HEIGHT, heading, moment
from mom_env.ape_town.draw.now import NOW_HEIGHT, now
from mom_env.ape_town.draw.players import PLAYERS_WIDTH, players
from mom_env.ape_town.draw.players import height as players_height
from mom_env.ape_town.draw.scene import Scene
from mom_env.ape_town.draw.track import track
from mom_env.ape_town.ruleset import load_deck
from mom_env.contract.people import DeckSource, Plain
from mom_env.drawing.sheet import GAP, MARGIN, PAPER, WIDTH
from mom_env.drawing.svg import document, rect

__all__ = ["draw_snapshot"]


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
        deck: name, path or content of the board file of the game.
        names: the names of the players, by seat; None for "player_0" and so on.
        result: what `Game.result` returns for a finished game; without it, nobody is shown to have won.
        embed_font: put the font into the SVG; without it the file is 40 kB smaller.

    Raises:
        DeckError, OptionError, PositionError: the board file, the names or the snapshot do not fit.
    """
    scene = Scene(snapshot, load_deck(deck), names, result)
    board_y = MARGIN + HEADING_HEIGHT + GAP
    now_y = board_y + BOARD_HEIGHT + GAP
    tables_y = now_y + NOW_HEIGHT + GAP
    depth = max(players_height(scene), districts_height(scene))
    height = tables_y + depth + MARGIN
    return document(
        WIDTH,
        height,
        f"Ape Town: {moment(scene)}",
        rect(0, 0, WIDTH, height, fill=PAPER),
        heading(scene, MARGIN, MARGIN),
        board(scene, MARGIN, board_y),
        track(scene, MARGIN + BOARD_WIDTH + GAP, board_y),
        now(scene, MARGIN, now_y),
        players(scene, MARGIN, tables_y, depth),
        districts(scene, MARGIN + PLAYERS_WIDTH + GAP, tables_y, depth),
        embed_font=embed_font,
    )
