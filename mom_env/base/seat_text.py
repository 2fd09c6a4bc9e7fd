"""What a seat may know, as text: the situation, the game's own lines about the position, and the choices."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from mom_env.base.choice_words import line_of
from mom_env.common.arguments import players_in_words
from mom_env.contract.options import in_words
from mom_env.contract.people import MenuEntry, Ruleset

if TYPE_CHECKING:
    from mom_env.base.game import Game

Rs = TypeVar("Rs", bound=Ruleset)


def seat_text(game: "Game[Rs]", seat: int, own_lines: Iterable[str], choices: Iterable[str]) -> str:
    """Return all that `seat` may know of a game, in lines of plain words.

    Args:
        game: the game.
        seat: who reads the text.
        own_lines: what the game's own package says about the position.
        choices: the lines of the choices, if the seat may act.
    """
    return "\n".join([*situation_lines(game, seat), *own_lines, *choices]) + "\n"


def situation_lines(game: "Game[Rs]", seat: int) -> Iterator[str]:
    """Yield which game it is, who `seat` is, and who decides what, or how the game ended."""
    yield f"{game.info.title}, {players_in_words(game.num_players)}. You are player_{seat}."
    options = game.ruleset.options.plain()
    if options:
        yield f"Rule options: {', '.join(f'{name}={in_words(value)}' for name, value in options.items())}."
    if game.over:
        yield from end_lines(game)
    else:
        who = "You have" if seat in game.seats_to_move() else f"player_{game.seat} has"
        yield f"{who} a decision: {game.decision}."


def end_lines(game: "Game[Rs]") -> Iterator[str]:
    """Yield the scores and the places of a finished game."""
    yield "The game is over."
    for seat, (score, place) in enumerate(zip(*game.standing(), strict=True)):
        yield f"player_{seat}: {game.info.score} {score}, place {place}."


def choice_lines(question: str, menu: Iterable[MenuEntry]) -> Iterator[str]:
    """Yield the question to the seat to move, and the choices of its menu, each with its label."""
    yield question
    for entry in menu:
        yield f"  {line_of(entry)}"
