"""All errors of this package. Each message says what was expected and what was found, and nothing is left half done."""

LONGEST = 2_000  # characters of a message, which may quote a file of any length
CUT = " ... "


class MomError(ValueError):
    """The base class of all errors of this package."""

    def __str__(self) -> str:
        """Return the message, cut to `LONGEST` characters, with characters that UTF-8 cannot encode as escapes.

        The middle of a longer message is left out.
        """
        message = super().__str__().encode(errors="backslashreplace").decode()
        if len(message) <= LONGEST:
            return message
        head = LONGEST * 3 // 4
        return message[:head] + CUT + message[head + len(CUT) - LONGEST :]


class IllegalAction(MomError):
    """An action or choice that is not legal for the seat to move."""


class NoAction(IllegalAction):
    """A player's answer that is not an action id."""


class UnclearChoice(IllegalAction):
    """Words that fit none of the legal choices, or several."""


class NotYourTurn(IllegalAction):
    """A choice in a session for a seat that is not to move, or that another player has."""


class NothingToUndo(MomError):
    """A choice was to be taken back by a seat that has made none."""


class DeckError(MomError):
    """A deck file, or a number of players, with which the game cannot be played."""


class DeckWarning(UserWarning):
    """A deck file that can be played with, but is unlike what is known of the printed game."""


class OptionError(MomError):
    """A rule option or an argument that does not exist, or cannot have that value."""


class WorkError(OptionError):
    """Work that cannot be begun or continued as asked for: its workers die, or a cluster cannot be used."""


class UnknownArgument(OptionError, TypeError):
    """A keyword argument that does not exist. It is also a TypeError, as for any Python function."""


class UnknownAttribute(MomError, AttributeError):
    """An attribute or method that an environment of many games does not have."""


class ReplayError(MomError):
    """A replay that is damaged, edited, or of another game."""


class PositionError(MomError):
    """A position or a setup that is not possible."""


class GameNotOver(MomError):
    """The result of a game was asked for before its end."""


class MissingExtra(MomError, ImportError):
    """A package is missing that an extra of this package installs."""


class NoDisplay(MomError):
    """A window was asked for where there is no screen."""


class CallOrder(MomError, AssertionError):
    """An environment was used before its first `reset`, or its agents were iterated over without `step`."""


class OutOfSpace(IllegalAction, AssertionError):
    """An action that is not in the action space."""


class CheckpointError(MomError):
    """A checkpoint or an agent that is damaged, edited, or made for another game, deck or network."""


class ConfigError(MomError):
    """A training configuration with an unknown key or an invalid value."""


class TrainingError(MomError):
    """A training that cannot continue; the message says what was saved."""


class BudgetSpent(MomError):
    """A training of the benchmark asked for more decisions than its budget allows; that step was not played."""


class OutputError(MomError, OSError):
    """A file or folder that cannot be written, or that another process is writing."""


class ForfeitError(MomError):
    """A player forfeited every game, or every game was forfeited, so the results mean nothing."""


class PlayerError(MomError):
    """A player in a game with a person raised an error, exited, gave no answer, or chose an illegal action."""


class GameError(MomError):
    """A game's package cannot be loaded, or lacks what the contract asks for."""
