"""What can go wrong, by kind. Each message says what was expected and what was found; nothing is half done."""

LONGEST = 2_000  # characters of a message; what it quotes may be a file of any length
CUT = " ... "


class MomError(ValueError):
    """Any error that a caller of this package can make."""

    def __str__(self) -> str:
        """Return the message, of a length that can be read, and with what UTF-8 cannot write spelt out."""
        message = super().__str__().encode(errors="backslashreplace").decode()
        if len(message) <= LONGEST:
            return message
        head = LONGEST * 3 // 4
        return message[:head] + CUT + message[head + len(CUT) - LONGEST :]


class IllegalAction(MomError):
    """An action or choice that the seat to move does not have."""


class NoAction(IllegalAction):
    """An answer of a player that is no action id at all."""


class DeckError(MomError):
    """A deck file, or a number of players, with which the game cannot be played."""


class OptionError(MomError):
    """A rule option or an argument that does not exist or has no such value."""


class UnknownArgument(OptionError, TypeError):
    """A keyword argument that does not exist; as with any Python function it is a TypeError, too."""


class UnknownAttribute(MomError, AttributeError):
    """An attribute or method that an environment of many games does not have."""


class ReplayError(MomError):
    """A replay that is damaged, edited, or not of this game."""


class PositionError(MomError):
    """A position or a setup that cannot be."""


class GameNotOver(MomError):
    """A result was asked for before the end."""


class MissingExtra(MomError, ImportError):
    """A package that only an extra of this one installs."""


class NoDisplay(MomError):
    """A window was asked for where there is no screen."""


class CallOrder(MomError, AssertionError):
    """An environment was used before its first `reset`, or its agents were iterated over without a step."""


class OutOfSpace(IllegalAction, AssertionError):
    """An action that is not in the action space at all."""


class CheckpointError(MomError):
    """A checkpoint or an agent that is damaged, edited, or not of this game, deck or network."""


class ConfigError(MomError):
    """A training configuration with a key or value that does not exist."""


class TrainingError(MomError):
    """A training that cannot go on; it says what was saved."""


class BudgetSpent(MomError):
    """A benchmark's training asked for more decisions than it has; that step was not played."""


class OutputError(MomError, OSError):
    """A file or folder that cannot be written, or that another process is writing."""


class ForfeitError(MomError):
    """A player that forfeited every game, or games that were all forfeited: the results say nothing."""


class PlayerError(MomError):
    """A player of a game with a person that raises, exits, or answers with what is not legal."""


class GameError(MomError):
    """A game whose package cannot be loaded, or does not offer what the contract says."""
