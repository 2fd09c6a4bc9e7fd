"""The arguments that all environments share, and their checks."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError

from mom_env.common.arguments import shown
from mom_env.common.problems import ONE, SEVERAL, first_problem
from mom_env.errors import OptionError, UnknownArgument

RewardName = Literal["win", "vp", "rank"]


def one_or_several(kind: Any) -> Any:
    """Return the pydantic type of one value of the type `kind`, or of a list of different ones, at least one."""
    several = Annotated[list[kind], Field(min_length=1), AfterValidator(_different)]
    return Annotated[Annotated[kind, Tag(ONE)] | Annotated[several, Tag(SEVERAL)], Discriminator(_case_of)]


def _case_of(value: object) -> str:
    """Return the tag of a list or tuple, SEVERAL, or that of any other value, ONE."""
    return SEVERAL if isinstance(value, list | tuple) else ONE


def _different(values: list[object]) -> list[object]:
    """Return `values` if all of them are different.

    Raises:
        ValueError: two of them are equal.
    """
    if any(value in values[:place] for place, value in enumerate(values)):
        raise ValueError("expected a list of different entries")
    return values


class Settings(BaseModel):
    """Arguments of an environment. A subclass adds its own.

    Attributes:
        num_players: how many seats, as the deck allows; by default the game's usual number.
        deck: name, path or content of a deck file.
        options: rule options by name.
        reward: how a result is turned into rewards.
        shaping: None for rewards only at the end, or "potential".
        gamma: discount of the potential, which has to be the learner's.
        skip_forced: play forced decisions without stopping at them.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, arbitrary_types_allowed=True)

    num_players: int = 4
    deck: Any = "standard"
    options: Any = None
    reward: RewardName = "win"
    shaping: Literal["potential"] | None = None
    gamma: Annotated[float, Field(gt=0, le=1)] = 1.0
    skip_forced: bool = True

    @classmethod
    def checked(cls, arguments: Mapping[str, object], usual_players: int = 4) -> Self:
        """Return the arguments, values by name, as settings; without `num_players`, `usual_players` play.

        Raises:
            UnknownArgument: it names the argument and those that exist.
            OptionError: it names the argument, what is allowed, and what was found.
        """
        for name in arguments:
            if name not in cls.model_fields:
                python = f"got an unexpected keyword argument {shown(name)}"  # other libraries look for these words
                raise UnknownArgument(unknown(python, name, cls.model_fields))
        try:
            return cls.model_validate({"num_players": usual_players, **arguments})
        except ValidationError as error:
            raise OptionError(first_problem(error)) from None


def unknown(what: str, name: object, known: Iterable[str]) -> str:
    """Return the error message for `name`, which does not exist: the `known` names, and the most similar one.

    `what` is the beginning of the message.
    """
    near = get_close_matches(name, list(known), n=1) if isinstance(name, str) else []
    meant = f"; did you mean {near[0]!r}?" if near else ""
    return f"{what}: expected one of {', '.join(known)}, found {shown(name)}{meant}"
