"""Positions for `render`, in PettingZoo's and Gymnasium's modes: text, pixels, or a window."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from mom_env.base.game import Game, Rs

RENDER_MODES = ("ansi", "rgb_array", "human")
Shown = str | NDArray[np.uint8] | None  # text, pixels, or what is in the window


class Picture:
    """What `render` shows of the games of one environment.

    Pixels need the extra `render`, a window a screen; the errors say so.
    """

    def __init__(self, game: str, mode: str) -> None:
        """For a game of this package by name, in one of `RENDER_MODES`. A window opens with the first picture."""
        self._game, self._mode = game, mode
        self._window: Any = None

    def show(self, game: "Game[Rs]", seat: int | None = None) -> Shown:
        """The position as text or pixels, shape (height, width, 3); or in the window, and None.

        Args:
            game: a game of the module.
            seat: show only what this seat may know; by default all.
        """
        if self._mode == "ansi":
            return str(game)
        svg = game.to_svg(seat)
        drawing = import_module("mom_env.drawing")  # loads no picture library before there is a picture
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
        """A copy opens a window of its own."""
        return vars(self) | {"_window": None}
