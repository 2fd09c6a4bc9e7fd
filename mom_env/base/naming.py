"""Names of choices that are the same in every position of a game."""

from collections.abc import Mapping, Sequence

from mom_env.common.arguments import shown
from mom_env.contract.people import Plain
from mom_env.errors import IllegalAction


class FixedWords:
    """A table of choices by action id, for a game whose names never change.

    >>> words = FixedWords([{"fold": True}, {"stake": 1}, {"stake": 2}])
    >>> words.describe(0), words.describe(2), words.action("bet", {"stake": 1})
    ('fold', 'stake 2', 1)
    """

    def __init__(self, choices: Sequence[Plain], examples: Mapping[str, int] | None = None) -> None:
        """Take all choices, dicts such as `{"stake": 1}`, in the order of their action ids.

        `examples` has the action id of a choice by the name of a decision; errors show that choice. For a decision that
        is not there, they show the first one.
        """
        self._choices, self._examples = choices, examples or {}

    def choice(self, action: int) -> Plain:
        """Return the dict that stands for the action id `action`, as a copy."""
        return dict(self._choices[action])

    def action(self, decision: str, choice: Mapping[str, object]) -> int:
        """Return the action id that the dict `choice` stands for. `decision` only serves the error's message.

        Raises:
            IllegalAction: there is no such choice.
        """
        for action, known in enumerate(self._choices):
            if known == choice and [*map(type, known.values())] == [*map(type, choice.values())]:  # True is not 1
                return action
        example = self._choices[self._examples.get(decision, 0)]
        raise IllegalAction(f"{decision}: expected a choice such as {example}, found {shown(choice)}")

    def describe(self, action: int) -> str:
        """Return the action id `action` in words, such as "stake 2"; of a value of True only the name is shown."""
        return ", ".join(name if value is True else f"{name} {value}" for name, value in self._choices[action].items())
