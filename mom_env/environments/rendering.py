"""Show positions for `render`, in the modes of PettingZoo and Gymnasium: text, pixels, or a window."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from mom_env.base.game import Game, Rs

RENDER_MODES = ("ansi", "rgb_array", "human")
Shown = str | NDArray[np.uint8] | None  # text, pixels, or None for a window


class Picture:
    """The pictures that `render` shows for one environment: text, pixels, or a window.

    Pixels need the extra `render`, and a window needs a screen; the errors say so.
    """

    def __init__(self, game: str, mode: str) -> None:
        """Prepare to show positions of the game called `game` in one of `RENDER_MODES`.

        A window opens with the first picture.
        """
        self._game, self._mode = game, mode
        self._window: Any = None

    def show(self, game: "Game[Rs]", seat: int | None = None) -> Shown:
        """Return the position as text or pixels, or show it in the window and return None.

        Args:
            game: the game to show.
            seat: in pictures, show only what this seat may know; by default everything. Text always shows everything.

        Returns:
            Text, or pixels of shape (height, width, 3), or None for the window.
        """
        if self._mode == "ansi":
            return str(game)
        svg = game.to_svg(seat)
        drawing = import_module("mom_env.drawing")  # late, as it loads a picture library
        if self._mode == "rgb_array":
            pixels: NDArray[np.uint8] = drawing.to_pixels(svg)
            return pixels
        if self._window is None:
            self._window = drawing.Window(self._game)
        self._window.show(svg)
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
        self._window = None

    def __getstate__(self) -> dict[str, object]:
        """Return what copies and pickles hold: everything except the window."""
        return vars(self) | {"_window": None}
