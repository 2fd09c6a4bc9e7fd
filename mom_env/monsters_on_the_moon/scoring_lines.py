"""4, 5, 8: Where the VP of a finished game come from, line by line."""

from collections.abc import Mapping, Sequence
from typing import Any

from mom_env.base import score_table
from mom_env.base.sentences import counted
from mom_env.contract.people import ScoreLine
from mom_env.monsters_on_the_moon.game import Game
from mom_env.monsters_on_the_moon.moon import ROW_VP, ROW_WORDS, plural

FoundResult = Mapping[str, Any]
INSIDE = (1, 3)  # rows of heads in enclosed areas, which only games with walls have


def score_lines(game: Game) -> list[ScoreLine]:
    """5.2, 8.3: Return a line for each row of the score sheet, and the total."""
    result: FoundResult = game.result_by_names()
    total = ScoreLine("points" if game.num_players == 1 else "total VP", tuple(result["vp"]))
    return [*(solo_lines(game, result) if game.num_players == 1 else sheet_lines(game, result["rows"])), total]


def solo_lines(game: Game, result: FoundResult) -> list[ScoreLine]:
    """8.3: Return the lines of solo play."""
    file = game.ruleset.deck
    loved = file.letters[file.solo.monster]
    return [
        ScoreLine(f"{plural(loved)} side by side", (result["vampires"],)),
        ScoreLine("crystals side by side", (result["crystals"],)),
        ScoreLine("heads of others", (-result["others"],)),
    ]


def sheet_lines(game: Game, rows: Sequence[Mapping[str, Any]]) -> list[ScoreLine]:
    """5.2: Return the rows of the sheet: both scorings of heads, largest group or none, track, and mission."""
    with_walls = bool(game.ruleset.rules[0].with_walls)
    lines = [
        ScoreLine(
            f"{when}: {words}",
            tuple(row[when][kind] * worth for row in rows),
            tuple(counted(row[when][kind], "head") for row in rows),
        )
        for when in ("interim", "final")
        for kind, (words, worth) in enumerate(zip(ROW_WORDS, ROW_VP, strict=True))
        if with_walls or kind not in INSIDE
    ]
    ways = {"group": "largest group", "crystal": "crystal track", "mission": "mission"}
    skipped = {"group" if with_walls else "", "" if game.ruleset.rules[0].missions else "mission"}
    lines += [ScoreLine(words, tuple(row[way] for row in rows)) for way, words in ways.items() if way not in skipped]
    return lines


def level_words(game: Game, level: int, points: int) -> str:
    """8.4: Return a sentence on the level and the points of solo play, and where the next level begins."""
    levels = game.ruleset.deck.solo.levels
    following = "" if level > len(levels) else f"; level {level + 1} begins at {levels[level - 1]}"
    return f"Level {level} of {1 + len(levels)}, with {counted(points, 'point')}{following}."


def winners_words(game: Game, names: list[str]) -> str:
    """5.3, 8.4: Return a sentence on who has won a finished game, and what has decided a tie; alone, on the level."""
    result: FoundResult = game.result_by_names()
    if game.num_players == 1:
        return level_words(game, result["level"], result["vp"][0])
    is_tied = result["vp"].count(max(result["vp"])) > len(result["winners"])
    note = ", who got further on the crystal track, at equal VP" if is_tied else ""
    return score_table.winners_words(result["winners"], names, note)
