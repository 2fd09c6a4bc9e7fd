"""Rule options: what values they can have, the schema that checks them, and how they are typed and shown."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainValidator, ValidationError

from mom_env.common.arguments import shown, whole_of
from mom_env.common.problems import first_problem
from mom_env.common.settings import one_or_several
from mom_env.contract import info
from mom_env.errors import OptionError

OptionValue = info.OptionValue
Options = Mapping[str, OptionValue]  # by name

LARGEST = 2**63 - 1  # largest absolute value: every reader of JSON and TOML can hold such numbers
MOST_SIGNS, MOST_NUMBERS = 100, 100  # most characters of a text, most numbers of a list
EXPECTED = "expected true or false, a whole number, a short text or a short list of whole numbers"

NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,18})")
NUMBERS = re.compile(rf"{NUMBER.pattern}(,{NUMBER.pattern})*")
TRUTH = {"true": True, "false": False}


def checked_value(value: object) -> OptionValue:
    """Return `value` as plain JSON if an option of some game could have it; a tuple becomes a list.

    It can be a bool, a whole number, a printable text, or a list or tuple of at least one whole number. None and floats
    are refused.

    >>> checked_value((1, 2)), checked_value(True), checked_value("random")
    ([1, 2], True, 'random')

    Raises:
        ValueError: it is of another kind, or beyond `LARGEST`, `MOST_SIGNS` or `MOST_NUMBERS`.
    """
    if isinstance(value, bool) or (isinstance(value, str) and len(value) <= MOST_SIGNS and value.isprintable()):
        return value
    if isinstance(value, list | tuple) and 0 < len(value) <= MOST_NUMBERS:
        return [_checked_number(number) for number in value]
    return _checked_number(value)


def _checked_number(value: object) -> int:
    """Return `value` as an int.

    Raises:
        ValueError: it is not a whole number from -LARGEST to LARGEST.
    """
    number = whole_of(value)
    if number is None:
        raise ValueError(EXPECTED)
    if abs(number) > LARGEST:
        raise ValueError(f"expected a number from -{LARGEST} to {LARGEST}")
    return number


# Options in files, by name. The schema of a game says which of them it has.
FileOptions = dict[str, Annotated[OptionValue, PlainValidator(checked_value)]]
if TYPE_CHECKING:
    OptionSets = dict[str, OptionValue] | list[dict[str, OptionValue]]
else:
    OptionSets = one_or_several(FileOptions)  # one set of options, or a list of sets


def _as_tuple(value: object) -> tuple[object, ...]:
    """Return a list or tuple as a tuple.

    Raises:
        ValueError: `value` is neither.
    """
    if not isinstance(value, list | tuple):
        raise ValueError("expected a list of whole numbers")
    return tuple(value)


# For options that are lists, as in `pace: Annotated[tuple[int, ...], AS_TUPLE]`. Options are hashed; lists cannot be.
AS_TUPLE = BeforeValidator(_as_tuple)


class GameOptions(BaseModel):
    """The options of a game: a subclass has a field with a default for each, and explains them in its docstring.

    Fields are bool, int, str, `Literal` of these, or tuples of int with `AS_TUPLE`. An option that is unset unless it
    is given has the default None. Two objects of one class with the same options are equal and have the same hash.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)

    @classmethod
    def checked(cls, options: "OptionsSource" = None) -> Self:
        """Return options with the given names and values; all others keep their defaults.

        `options` is a mapping of names to values, or options of this class, which are returned as they are. None stands
        for no names.

        Raises:
            OptionError: an option or value does not exist; the message says which do.
        """
        if isinstance(options, cls):
            return options
        if options is not None and not isinstance(options, Mapping):
            raise OptionError(f"options: expected a mapping of names to values, found {type(options).__name__}")
        given, known = {name: _plain(value) for name, value in (options or {}).items()}, cls.names()
        for name in given:
            if name not in known:
                raise OptionError(f"options: expected some of {', '.join(known)}, found {shown(name)}")
        try:
            made = cls.model_validate(given)
        except ValidationError as error:
            raise OptionError(f"options.{first_problem(error)}") from None
        _refuse_others(given, made.plain())
        return made

    @classmethod
    def names(cls) -> list[str]:
        """Return the names of all options, as users type them."""
        return [field.alias or name for name, field in cls.model_fields.items()]

    @classmethod
    def takes(cls, name: str, value: OptionValue) -> bool:
        """Return whether the option `name` can have `value`, regardless of the other options."""
        try:
            made = cls.model_validate({name: value})
        except ValidationError as error:
            return all(problem["loc"][:1] != (name,) for problem in error.errors(include_url=False))
        return is_same(made.plain().get(name), value)

    def plain(self) -> dict[str, OptionValue]:
        """Return the values of all options that are not None as plain JSON, by the names that users type."""
        found: dict[str, OptionValue] = self.model_dump(mode="json", by_alias=True, exclude_none=True)
        return found


OptionsSource = Mapping[str, object] | GameOptions | None  # names and values to be checked


def _refuse_others(given: Mapping[str, object], kept: Options) -> None:
    """Refuse values of types that no option can have, and those that pydantic converts: True and 1.0 for `Literal[1]`.

    `given` has the values that were passed, by name, and `kept` those that pydantic has made of them.

    Raises:
        OptionError: one of them is refused.
    """
    for name, value in given.items():
        if not is_same(kept.get(name), value):
            raise OptionError(f"options.{name}: expected {shown(kept.get(name))}, found {shown(value)}")
        try:
            checked_value(value)
        except ValueError as error:
            raise OptionError(f"options.{name}: {error}, found {shown(value)}") from None


def _plain(value: object) -> object:
    """Return `value` as `checked_value` does, or as it is if that refuses it: the schema explains the error."""
    try:
        return checked_value(value)
    except ValueError:
        return value


def is_same(one: object, other: object) -> bool:
    """Return whether two values, or two mappings of options, are the same; unlike in Python, 1 and True are not.

    >>> is_same(1, True), is_same([1, 2], (1, 2)), is_same({"a": 1, "b": 2}, {"b": 2, "a": 1})
    (False, True, True)
    """
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def find_problem(schema: object) -> str | None:
    """Return in words why `schema` cannot be the class of a game's options, or None if it can."""
    if not (isinstance(schema, type) and issubclass(schema, GameOptions)):
        return f"expected a subclass of GameOptions, found {shown(schema)}"
    if twice := [name for name in schema.names() if schema.names().count(name) > 1]:
        return f"{twice[0]}: expected one option of that name, found {schema.names().count(twice[0])}"
    if missing := [name for name, field in schema.model_fields.items() if field.is_required()]:
        return f"{missing[0]}: expected a default"
    try:
        default = schema()
        hash(default)
        schema.checked(default.plain())
    except (OptionError, TypeError, ValidationError) as error:
        return f"expected defaults that can be given and hashed: {error}"
    return None


# On the command line


def read_options(texts: Iterable[str], schema: type[GameOptions]) -> dict[str, OptionValue]:
    """Return options that were typed as `name=value`, each value read as the options in `schema` take it.

    A value that the schema does not take is read as what it looks like; the schema's own check then says what it
    expected.

    Raises:
        OptionError: a text is not of the form `name=value`, or two have the same name.
    """
    found: dict[str, OptionValue] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if not name or not value:
            raise OptionError(f"option: expected name=value, found {shown(text)}")
        if name in found:
            raise OptionError(f"option: expected {name} once, found it again: {shown(text)}")
        readings = list(_readings(value))
        found[name] = next((reading for reading in readings if schema.takes(name, reading)), readings[0])
    return found


def _readings(text: str) -> Iterator[OptionValue]:
    """Yield what a text can stand for, the likeliest first: `3` is a number, else a list of one, else a text."""
    if text.lower() in TRUTH:
        yield TRUTH[text.lower()]
    if NUMBER.fullmatch(text):
        yield int(text)
    if NUMBERS.fullmatch(text):
        yield [int(number) for number in text.split(",")]
    yield text


def in_words(value: OptionValue) -> str:
    """Return a value as it is typed on the command line.

    >>> in_words(True), in_words(30), in_words([1, 2]), in_words("random")
    ('true', '30', '1,2', 'random')
    """
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
