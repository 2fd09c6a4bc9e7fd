"""Where files that come with the package are: in the wheel beside the code, in a checkout above it."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def resource(*parts: str) -> Path:
    """Return the path of a file or folder below `configs`, `agents` ..., however the package was installed."""
    installed = (PACKAGE / "resources").joinpath(*parts)
    return installed if is_there(installed) else PACKAGE.parent.joinpath(*parts)


def is_there(path: Path) -> bool:
    """Return whether a path exists, also for names that make `Path.exists` raise."""
    try:
        return path.exists()
    except OSError:
        return False
