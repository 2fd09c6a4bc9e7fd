"""The names of choices in a position; those of banana skins depend on who gives them."""

from collections.abc import Mapping

from mom_env.common.arguments import shown
from mom_env.contract.people import Plain
from mom_env.errors import IllegalAction
from mom_env.four_monkeys.actions import NUM_ACTIONS, choice_of, describe, range_of, skin_action
from mom_env.four_monkeys.sizes import MAX_PLAYERS


class Words:
    """The names of the choices of `seat` in a game of `num_players`."""

    def __init__(self, seat: int, num_players: int) -> None:
        self._seat, self._num_players = seat, num_players

    def choice(self, action: int) -> Plain:
        """Return the dict that stands for the action id `action` in `choices()` and in replays."""
        return choice_of(action, self._seat, self._num_players)

    def action(self, decision: str, choice: Mapping[str, object]) -> int:
        """Return the id of the action that the dict `choice` stands for at `decision`.

        Raises:
            IllegalAction: there is no such choice.
        """
        receiver = choice.get("skin")
        if type(receiver) is int and len(choice) == 1 and self._is_other(receiver):
            return skin_action(self._seat, receiver, self._num_players)
        for action in range(NUM_ACTIONS):
            if range_of(action).name != "skin" and is_same(self.choice(action), choice):
                return action
        example = '{"check": 3}' if decision == "check" else '{"grab": 5}'
        raise IllegalAction(f"{decision}: expected a choice such as {example}, found {shown(choice)}")

    def _is_other(self, seat: int) -> bool:
        """Return whether `seat` is another seat of the game."""
        return 0 <= seat < self._num_players and seat != self._seat

    def describe(self, action: int) -> str:
        """Return the action id `action`, which need not be legal, in words; the receiver of a skin by its name."""
        row = range_of(action)
        steps = action - row.start + 1
        if row.name != "skin" or steps >= min(self._num_players, MAX_PLAYERS):
            return describe(action)
        return f"skin to player_{(self._seat + steps) % self._num_players}"


def is_same(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    """Return whether two choices are the same; unlike in Python, 1 and True are not."""
    return one == other and [*map(type, one.values())] == [*map(type, other.values())]
