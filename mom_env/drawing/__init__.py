"""What pictures of any game are made of: SVG elements, the bundled font, pixels, a window."""

from mom_env.drawing.pixels import save_picture, to_gif, to_pixels, to_png
from mom_env.drawing.window import Window

__all__ = ["Window", "save_picture", "to_gif", "to_pixels", "to_png"]
