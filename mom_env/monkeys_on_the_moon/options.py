"""The rule options, by the names that users give."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mom_env.arguments import shown
from mom_env.errors import OptionError
from mom_env.monkeys_on_the_moon.deck import first_problem


class Options(BaseModel):
    """The rule options of the rules page, sections 3.2, 4, 5 and 6.

    Attributes:
        raise: with add_only, coins that were bid for a monkey stay in when their player raises (R4).
        final_launch_clears_scorn: the last launches return the scorn of the ships' colours (R9).
        hidden_coins: no seat is shown the coins of the others.
        maximum_scorn: whoever holds a tribe's scorn at the end loses that tribe's monkeys, and 2 VP besides.
        monkey_treachery: when the first stone comes to the white dot, its tribe and a neighbour change places.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)

    raise_: Annotated[Literal["free", "add_only"], Field(alias="raise")] = "free"
    final_launch_clears_scorn: bool = True
    hidden_coins: bool = False
    maximum_scorn: bool = False
    monkey_treachery: bool = False

    def plain(self) -> dict[str, Any]:
        """All options with their values, by the names that users give."""
        return self.model_dump(by_alias=True)


def load_options(options: Mapping[str, Any] | Options | None = None) -> Options:
    """Rule options by name; what is not named keeps its default.

    Raises:
        OptionError: an option or value that does not exist; it says which do.
    """
    if isinstance(options, Options):
        return options
    if options is not None and not isinstance(options, Mapping):
        raise OptionError(f"options: expected a mapping of names to values, found {type(options).__name__}")
    given, known = dict(options or {}), Options().plain()
    for name in given:
        if name not in known:
            raise OptionError(f"options: expected some of {', '.join(known)}, found {shown(name)}")
    try:
        return Options.model_validate(given)
    except ValidationError as error:
        raise OptionError(f"options.{first_problem(error)}") from None
