"""A film of a replay: its positions, with a sentence for each move. It needs no console."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mom_env.base.replay import Replay, read_replay
from mom_env.common.arguments import checked_whole
from mom_env.games import load


class Film(NamedTuple):
    """A replay that was played again: every position, and every move in words.

    Attributes:
        name: name of the game.
        replay: the replay itself.
        positions: games; number 0 is before the first move, and the last one is after the last move.
        lines: a sentence for each move, which names the player; line `k` leads from position `k` to position `k` + 1.
    """

    name: str
    replay: Replay
    positions: list[Any]
    lines: list[str]

    @property
    def players(self) -> list[str]:
        """The names of the players by seat, each with the seat and the spec, as in "p0 NAME"."""
        return [f"p{seat} {spec}" for seat, spec in enumerate(self.replay["players"])]

    def checked_seat(self, seat: int | None) -> int | None:
        """Return `seat` if the game has it; None, which sees all hands, is returned as well.

        Raises:
            OptionError: the game has no such seat.
        """
        return None if seat is None else checked_whole("seat", seat, 0, self.replay["num_players"] - 1)

    def pictures(self, seat: int | None = None, *, embed_font: bool = True) -> Iterator[str]:
        """Yield every position as SVG, as `seat` sees it; None sees all hands.

        `embed_font` says whether each SVG contains the font.

        Raises:
            NotImplementedError: the game has no pictures.
        """
        names = self.replay["players"]  # a picture has the number of each seat before its name
        for position in self.positions:
            yield position.to_svg(seat, names, embed_font=embed_font)


def open_film(game: str, file: Path) -> Film:
    """Read the replay in `file`, check all of it, and return its film; `game` is the name of the game.

    Raises:
        ReplayError: the replay is damaged; the error names the move or the field.
    """
    return film_of(game, read_replay(file))


def film_of(game: str, replay: Replay) -> Film:
    """Play a replay of the game called `game` again, checking all of it, and return every position and move in words.

    Raises:
        ReplayError: the replay is damaged; the error names the move or the field.
    """
    people = load(game).people
    people.Game.from_replay(replay)
    table = people.Game.from_setup(
        replay["setup"],
        num_players=replay["num_players"],
        deck=replay["deck"],
        options=replay["options"],
        seed=replay["seed"],
    )
    film = Film(game, replay, [table.copy()], [])
    for move in replay["moves"]:
        action = table.legal_actions()[table.choices().index(move["choice"])]
        film.lines.append(f"{film.players[table.seat or 0]}: {people.say(table, action)}")
        table.play(action)
        film.positions.append(table.copy())
    return film
