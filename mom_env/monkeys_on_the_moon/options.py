"""The rule options, by the names that users give them."""

from typing import Annotated, Literal

from pydantic import Field

from mom_env.contract.options import GameOptions, OptionsSource


class Options(GameOptions):
    """The rule options of the rules page, sections 3.2, 4, 5 and 6.

    Attributes:
        raise: with add_only, a player who raises must keep the coins already bid for the monkey (R4).
        final_launch_clears_scorn: the last launches return the scorn of the ships' colours (R9).
        hidden_coins: no seat is shown the coins of the others.
        maximum_scorn: whoever holds a tribe's scorn at the end loses that tribe's monkeys, in addition to 2 VP.
        monkey_treachery: when the first stone reaches the white dot, its tribe and a neighbour swap places.
    """

    raise_: Annotated[Literal["free", "add_only"], Field(alias="raise")] = "free"
    final_launch_clears_scorn: bool = True
    hidden_coins: bool = False
    maximum_scorn: bool = False
    monkey_treachery: bool = False


def load_options(options: OptionsSource = None) -> Options:
    """Return the options with the given names and values; all others keep their defaults.

    Raises:
        OptionError: an option or value does not exist; the message says which do.
    """
    return Options.checked(options)
