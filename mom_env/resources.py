"""Where the files that come with the package lie: in the wheel beside the code, in a checkout above it."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def resource(*parts: str) -> Path:
    """A file or folder below `configs`, `agents` ..., wherever the package was installed."""
    for root in (PACKAGE / "resources", PACKAGE.parent):
        path = root.joinpath(*parts)
        if path.exists():
            return path
    return PACKAGE.parent.joinpath(*parts)
