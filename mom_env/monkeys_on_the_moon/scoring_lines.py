"""4: Where the VP of a finished game come from, line by line."""

from mom_env.base import score_table
from mom_env.base.sentences import ordinal
from mom_env.contract.people import ScoreLine
from mom_env.monkeys_on_the_moon.game import Game
from mom_env.monkeys_on_the_moon.result import awards_at, breakdown
from mom_env.monkeys_on_the_moon.snapshots.shapes import Result


def score_lines(game: Game) -> list[ScoreLine]:
    """4: Return a line for each tribe in the order of the ranking, for full ships, for scorn, and for the total.

    The line of a tribe has the status of each seat as its notes.
    """
    result, deck = game.result_by_names(), game.ruleset.deck
    vp = breakdown(game.snapshot(), deck, result["titles"], result["ranking"])
    tribes = [
        ScoreLine(title_words(game, rank, name), tuple(vp.titles[name]), status_notes(result, name))
        for rank, name in enumerate(result["ranking"])
    ]
    rest = (("full ships", vp.ships), ("scorn cards", vp.scorn), ("total VP", result["vp"]))
    return [*tribes, *(ScoreLine(what, tuple(points)) for what, points in rest)]


def title_words(game: Game, rank: int, name: str) -> str:
    """Return a tribe's place and name, and what its titles pay, such as "1st brown: 7/4 VP"."""
    pays = [str(award) for award in awards_at(game.ruleset.deck, rank, game.num_players) if award]
    return f"{ordinal(rank + 1)} {name}: {'/'.join(pays)} VP"


def status_notes(result: Result, name: str) -> tuple[str, ...]:
    """Return each seat's status with the tribe `name`, in words."""
    return tuple(f"status {status[name]}" for status in result["status"])


def winners_words(game: Game, names: list[str]) -> str:
    """4.5: Return a sentence on who has won a finished game, and what has decided at equal VP."""
    result = game.result_by_names()
    return score_table.winners_words(result["winners"], names, tie_note(result))


def tie_note(result: Result) -> str:
    """4.5: Return the words that say what decided between seats with equal VP.

    Return "" if no seat that did not win had as many VP as the winners.
    """
    best = result["vp"][result["winners"][0]]
    if result["vp"].count(best) == len(result["winners"]):
        return ""
    return ", by more monkeys, or more status, at equal VP"
