"""Where the files that come with the package lie: in the wheel beside the code, in a checkout above it."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def resource(*parts: str) -> Path:
    """Return a file or folder below `configs`, `agents` ..., wherever the package was installed."""
    installed = (PACKAGE / "resources").joinpath(*parts)
    return installed if is_there(installed) else PACKAGE.parent.joinpath(*parts)


def is_there(path: Path) -> bool:
    """Return whether a path exists; `Path.exists` raises for a name that no file can have."""
    try:
        return path.exists()
    except OSError:
        return False
