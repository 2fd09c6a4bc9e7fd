"""Players at the other seats of an environment: bots, played by `loops/one_seat.py`, and players that are asked."""

from collections.abc import Sequence

from mom_env.base.ids import as_ids
from mom_env.contract.people import Ruleset
from mom_env.contract.records import Bits, Records
from mom_env.contract.records import Indices as Actions
from mom_env.errors import IllegalAction, OptionError
from mom_env.games import load
from mom_env.loops import loop_of
from mom_env.players.kinds import ClassPlayer, KernelBot, Player, Who
from mom_env.players.specs import make_player


class Opponents:
    """The players at the other seats, as numbers for the kernels.

    Attributes:
        numbers: for each ruleset a list with the number of the player at each other seat, starting at the left of the
            learner.
        asked: the players that are not kernel bots. Python asks them for each action. Player k of this list has the
            number `FIRST_ASKED` + k.
    """

    def __init__(self, game: str, opponents: Who | list[Who] | tuple[Who, ...], rulesets: Sequence[Ruleset]) -> None:
        """Make all opponents.

        Args:
            game: name of the game.
            opponents: one player for all other seats, or a list with one for each of them.
            rulesets: the rulesets of the games. With a list of opponents, all rulesets have the same number of players.

        Raises:
            OptionError: a player does not exist (the message names those that do), has a memory of its games, or the
                list does not fit the number of seats.
        """
        self._game, self._loops = game, loop_of(load(game).package, "one_seat")
        self.asked: list[Player] = []
        self._numbers: dict[tuple[str | int, int], int] = {}
        self.numbers = [
            [self._number(player, ruleset) for player in one_a_seat(opponents, ruleset.num_players - 1)]
            for ruleset in rulesets
        ]

    def __getstate__(self) -> dict[str, object]:
        """Return the attributes that copies and pickles hold: all except a module, which cannot be pickled."""
        return {name: value for name, value in vars(self).items() if name != "_loops"}

    def __setstate__(self, attributes: dict[str, object]) -> None:
        """Restore the attributes of a copy or a pickle, and find the module that `__getstate__` leaves out."""
        vars(self).update(attributes)
        self._loops = loop_of(load(self._game).package, "one_seat")

    def choose(self, number: int, ruleset: Ruleset, states: Records, bits: Bits) -> Actions:
        """Ask a player for an action in each of some games in which it is to move.

        Args:
            number: index of the player in `asked`.
            ruleset: ruleset of the games.
            states: records of the games. The player gets a copy.
            bits: 64 random bits for each game.

        Returns:
            An action id for each game. Nothing is played.

        Raises:
            IllegalAction: an answer is not legal; the message names the player.
        """
        player, num_actions = self.asked[number], load(self._game).kernels.NUM_ACTIONS
        try:
            actions: Actions = as_ids(player.choose(states.copy(), ruleset.rules, bits), num_actions)
        except IllegalAction as error:
            raise IllegalAction(f"opponent {player.spec}: {error}") from None
        if actions.shape != (len(states),):
            raise IllegalAction(f"opponent {player.spec}: expected {len(states)} actions, found shape {actions.shape}")
        bad = self._loops.find_illegal_answer(states, ruleset.rules, actions)
        if bad != self._loops.ALL_LEGAL:
            table = load(self._game).people.Game.from_record(ruleset, states[bad : bad + 1])
            raise IllegalAction(f"opponent {player.spec}: {table.why_illegal(int(actions[bad]))}")
        return actions

    def _number(self, who: Who, ruleset: Ruleset) -> int:
        """Return the number of a player for kernels; make the player at the first call for this number of seats.

        A kernel bot has its own number. Any other player is appended to `asked`, and has the number `FIRST_ASKED` plus
        its index there.

        Raises:
            OptionError: there is no such player, or it is a class, whose objects remember their games.
        """
        name = who if isinstance(who, str) else id(who)  # not every callable can be a key
        key = name, ruleset.num_players  # a player is made for one number of players
        if key not in self._numbers:
            player = make_player(who, self._game, ruleset)
            if isinstance(player, ClassPlayer):  # it would have to know where each game begins
                raise OptionError(f"opponents: expected players without a memory, found {player.spec}")
            if isinstance(player, KernelBot):
                self._numbers[key] = player.number
            else:
                self._numbers[key] = self._loops.FIRST_ASKED + len(self.asked)
                self.asked.append(player)
        return self._numbers[key]


def one_a_seat(opponents: Who | list[Who] | tuple[Who, ...], count: int) -> Sequence[Who]:
    """Return a player for each of `count` seats: the entries of a list, or the one player repeated.

    Raises:
        OptionError: the list does not have `count` entries.
    """
    if not isinstance(opponents, list | tuple):
        return [opponents] * count
    if len(opponents) != count:
        raise OptionError(
            f"opponents: expected one player, or a list of {count}, one for each other seat, found {len(opponents)}"
        )
    return opponents
