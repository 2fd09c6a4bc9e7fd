"""The games that all checks run over: those of the package, and two small ones that come as an installed package does.

`games/` is such an installation: packages, and a `dist-info` whose entry points name them. Whoever has the folder on
its path has the games, a process of its own as well (`PYTHONPATH`).
"""

import os
import sys
from pathlib import Path

from mom_env.games.own import GAMES as OWN

FOLDER = Path(__file__).resolve().parent / "games"
TINY = ("high_card", "berries")
GAMES = (*OWN, *TINY)


def install(folder: Path = FOLDER) -> None:
    """Put an installation on the path of this process and of all that it starts."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if str(folder) not in paths:
        os.environ["PYTHONPATH"] = os.pathsep.join([*filter(None, paths), str(folder)])
