"""What a seat may know, as text: the situation, the game's own lines about the position, and the choices."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mom_env.base.choice_words import line_of
from mom_env.common.arguments import players_in_words
from mom_env.contract.options import in_words

if TYPE_CHECKING:
    from mom_env.base.game import Game
    from mom_env.contract.people import People

    AnyGame = Game[Any]
    AnyPeople = People[AnyGame, Any, Any]


def seat_text(game: "AnyGame", people: "AnyPeople", seat: int) -> str:
    """Return all that `seat` may know of a game, in lines of plain words, with its choices if it may act.

    `people` is the game's module of that name.
    """
    lines = [*situation_lines(game, seat), *people.position_lines(game, seat)]
    if seat in game.seats_to_move():
        lines += choice_lines(game.asking(seat), people)
    return "\n".join(lines) + "\n"


def situation_lines(game: "AnyGame", seat: int) -> Iterator[str]:
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


def end_lines(game: "AnyGame") -> Iterator[str]:
    """Yield the scores and the places of a finished game."""
    yield "The game is over."
    for seat, (score, place) in enumerate(zip(*game.standing(), strict=True)):
        yield f"player_{seat}: {game.info.score} {score}, place {place}."


def choice_lines(game: "AnyGame", people: "AnyPeople") -> Iterator[str]:
    """Yield the question to the seat to move, and its choices, each with its label."""
    yield people.question(game)
    for entry in people.menu(game):
        yield f"  {line_of(entry)}"
