"""Players at the seats of a session: how they are made, seated, and asked."""

import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from mom_env.base.game import Game
from mom_env.contract.people import Ruleset
from mom_env.contract.records import Bits
from mom_env.errors import MomError, NoAction, PlayerError
from mom_env.players.kinds import ClassPlayer, Player, SeatedPlayer
from mom_env.players.specs import HUMAN, make_player


def make_players(specs: Sequence[str], game: str, ruleset: Ruleset) -> list[Player | None]:
    """Return the player of each spec, and None for "human", for a table of the game called `game`.

    Raises:
        OptionError, CheckpointError: there is no such player, or it cannot play with this ruleset.
    """
    return [None if spec == HUMAN else make_player(spec, game, ruleset) for spec in specs]


def seated(player: Player, seat: int, game: Game[Ruleset], seed: int) -> Player:
    """Return `player` ready to choose for `seat`; `dismiss` ends it.

    Of a class or a program this is a new object that has been shown its decisions so far, and whose chance follows from
    `seed` and the seat.

    Raises:
        PlayerError: the player raises an error, exits, or does not answer.
    """
    if not isinstance(player, ClassPlayer):
        return player
    chance = int(np.random.default_rng([seed, seat]).integers(2**63))
    with blamed(player.spec):
        sitting = player.sit_down(seat, game.num_players, chance)
        try:
            show_decisions(sitting, seat, game)
        except BaseException:
            sitting.close()
            raise
    return sitting


def show_decisions(player: Player, seat: int, game: Game[Ruleset]) -> None:
    """Ask `player` again at each decision of `seat` so far, so that it remembers the game. Its answers do not count."""
    past, bits = game.replay(), np.zeros(1, np.uint64)
    again = game.again(past["seed"], setup=past["setup"])
    for move in past["moves"]:
        if move["seat"] == seat:
            player.choose(again.states.copy(), again.rules, bits)
        again.play(move["choice"])


def dismiss(players: Iterable[Player | None]) -> None:
    """End what belongs to players at the seats of a game, such as the processes of programs; None is no player."""
    for player in players:
        if isinstance(player, SeatedPlayer):
            player.close()


def bits_for(seed: int, num_moves: int) -> Bits:
    """Return the 64 random bits for the decision after `num_moves` others, so that after an undo they are the same."""
    return np.random.default_rng([seed, num_moves]).integers(2**64, size=1, dtype=np.uint64)


@contextmanager
def blamed(spec: str) -> Iterator[None]:
    """Turn any error that a player's own code raises in the `with` block into one that names the player, `spec`.

    Other errors of this package than those about an answer are left as they are.

    Raises:
        PlayerError: it has the type and the words of what was raised, and where.
    """
    try:
        yield
    except NoAction as error:
        raise PlayerError(f"player {spec}: {error}") from None
    except MomError:
        raise
    except (Exception, SystemExit) as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}, line {place.lineno}"
        raise PlayerError(f"player {spec} raised {type(error).__name__}: {error} ({where})") from error
