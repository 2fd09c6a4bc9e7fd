"""A window for `render_mode="human"`: Python's own Tk, with Pillow to hand over the pixels.

With the environment variable MOM_ENV_DISPLAY=dummy no window opens, and nothing is needed for it: this is for tests
and for servers without a screen.
"""

import os
from importlib import import_module
from typing import Any

from mom_env.common.arguments import shown
from mom_env.common.extras import import_from
from mom_env.drawing.pixels import WIDTH, to_image
from mom_env.errors import NoDisplay, OptionError

DISPLAY, DUMMY = "MOM_ENV_DISPLAY", "dummy"
INSTEAD = f'render_mode="rgb_array" or "ansi" opens no window, nor does {DISPLAY}={DUMMY}'


class Window:
    """One window that shows picture after picture; it opens with the first one.

    After somebody has closed it by hand, no picture opens it again.

    Example:
        >>> window = Window("a game")
        >>> window.close()
    """

    def __init__(self, title: str, width: int = WIDTH) -> None:
        """Take title and width; nothing opens yet.

        Args:
            title: title of the window.
            width: width of the picture in pixels.
        """
        self._title, self._width = title, width
        self._root: Any = None
        self._label: Any = None
        self._photo: Any = None  # Tk stops showing a picture to which nothing refers
        self.is_closed = False

    def show(self, svg: str) -> None:
        """Show a picture in place of the last one, and let the window react to the mouse.

        Do nothing if the window has been closed, or if MOM_ENV_DISPLAY is "dummy".

        Raises:
            NoDisplay: this machine has no screen, or this Python no Tk.
            MissingExtra: resvg or Pillow is not installed.
            OptionError: MOM_ENV_DISPLAY is neither unset nor "dummy".
        """
        if self.is_closed or is_dummy():
            return
        image = to_image(svg, self._width)
        if self._root is None:
            self._open()
        self._photo = import_from("render", "PIL.ImageTk").PhotoImage(image, master=self._root)
        self._label.configure(image=self._photo)
        self._root.update()

    def close(self) -> None:
        """Close the window, if there is one; no picture opens it again."""
        self.is_closed = True
        if self._root is not None:
            self._root.destroy()
        self._root = self._label = self._photo = None

    def _open(self) -> None:
        """Open the window, empty, with its title; when somebody closes it, `close` is called.

        Raises:
            NoDisplay: this machine has no screen, or this Python no Tk.
        """
        try:
            tk = import_module("tkinter")
        except ImportError as error:
            raise NoDisplay(f"window: expected a Python with tkinter, found none; {INSTEAD}") from error
        try:
            self._root = tk.Tk()
        except tk.TclError as error:
            raise NoDisplay(f"window: expected a screen, found none ({error}); {INSTEAD}") from error
        self._root.title(self._title)
        self._root.resizable(width=False, height=False)
        self._root.protocol("WM_DELETE_WINDOW", self.close)
        self._label = tk.Label(self._root, borderwidth=0)
        self._label.pack()


def is_dummy() -> bool:
    """Return whether the environment variable MOM_ENV_DISPLAY is "dummy", which means that no window is opened.

    Raises:
        OptionError: it has another value.
    """
    value = os.environ.get(DISPLAY, "")
    if value not in ("", DUMMY):
        raise OptionError(f"{DISPLAY}: expected {DUMMY!r} or nothing, found {shown(value)}")
    return value == DUMMY
