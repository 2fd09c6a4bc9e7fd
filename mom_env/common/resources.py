"""Where files that come with the package are: in the wheel beside the code, in a checkout above it."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def resource(*parts: str) -> Path:
    """Return the path of a file or folder that comes with the package, however the package was installed.

    `parts` are the parts of its path, beginning with `configs` or `agents`. It need not exist.
    """
    installed = (PACKAGE / "resources").joinpath(*parts)
    return installed if is_there(installed) else PACKAGE.parent.joinpath(*parts)


def is_there(path: Path) -> bool:
    """Return whether `path` exists; for names that make `Path.exists` raise, it does not."""
    try:
        return path.exists()
    except OSError:
        return False
