"""Copies of the small games with a line replaced, installed beside them under names of their own."""

import re
from pathlib import Path

from tests.every_game.installed import FOLDER


def plant(folder: Path, game: str, number: int | str, file: str, old: str, new: str) -> str:
    """Install a copy of a game in a folder, with a text of one file replaced; return the copy's name."""
    name = f"{game}__{number}"
    (folder / name).mkdir(parents=True)
    for path in sorted((FOLDER / game).glob("*.py")):
        text = path.read_text(encoding="utf-8")
        if path.name == file:
            assert text.count(old) == 1, f"{game}/{file}: expected once: {old!r}, found {text.count(old)} times"
            text = text.replace(old, new)
        (folder / name / path.name).write_text(renamed(text, game, name), encoding="utf-8")
    declare(folder, name, name)
    return name


def renamed(text: str, game: str, name: str) -> str:
    """The source of a game under another name."""
    text = re.sub(rf"\bfrom {game}\b", f"from {name}", text)
    return re.sub(rf'\bname="{game}"', f'name="{name}"', text)


def declare(folder: Path, name: str, package: str) -> None:
    """Write what an installed package leaves in a folder: an entry point that names the game's package."""
    info = folder / f"{package.replace('.', '_').replace(':', '_')}_{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {info.name.partition('-')[0]}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[mom_env.games]\n{name} = {package}\n")
