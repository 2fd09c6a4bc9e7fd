"""Errors of pydantic in words: which entry is wrong, what was expected, and what was found."""

import re
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from mom_env.common.arguments import shown
from mom_env.errors import MomError

M = TypeVar("M", bound=BaseModel)
LONGEST_REASON = 500  # characters of an error about a file

MAX_KEY = 60  # characters of a key that an error shows as it is
ONE, SEVERAL = "~one", "~several"  # tags of what may be one value or a list of values
HIDDEN = (ONE, SEVERAL, "[key]")  # parts of a key that pydantic adds


def first_problem(error: ValidationError) -> str:
    """Return the first thing that is wrong according to an error of pydantic, in one line."""
    return all_problems(error)[0]


def checked_file(model: type[M], content: object, path: Path, refusal: type[MomError]) -> M:
    """Return the content of the file `path` as an object of the class `model`, which checks it.

    The content is JSON, as text, bytes or plain values.

    Raises:
        MomError: it does not fit; the error is of the class `refusal`, and begins with the path.
    """
    try:
        return model.model_validate_json(content) if isinstance(content, str | bytes) else model.model_validate(content)
    except ValidationError as error:
        raise refusal(f"{path}: {first_problem(error)}"[:LONGEST_REASON]) from None


def all_problems(error: ValidationError) -> list[str]:
    """Return all that is wrong according to an error of pydantic, one line each."""
    return [_in_words(problem) for problem in error.errors(include_url=False)]


def _in_words(problem: ErrorDetails) -> str:
    """Return one problem of pydantic in one line: the entry, what was expected, and what was found."""
    key = ".".join(_part_in_words(part) for part in problem["loc"] if part not in HIDDEN)
    message = problem["msg"].removeprefix("Value error, ")
    if problem["type"] == "value_error" and not message.startswith("expected"):  # a check of several entries: says all
        return f"{key}.{message}" if key else message
    if problem["type"] == "extra_forbidden":
        return f"{key}: expected no such key"
    if problem["type"] == "missing":
        return f"{key}: expected, but missing"
    message = re.sub(r"^(Input should be|\w+ should have)", "expected", message)
    message = message.replace(" after validation", "", 1)
    message = f"{message[0].lower()}{message[1:]}, found {shown(problem['input'])}"
    return f"{key}: {message}" if key else message


def _part_in_words(part: int | str) -> str:
    """Return a part of a key, shortened and escaped if it is long or cannot be printed."""
    text = str(part)
    return text if len(text) <= MAX_KEY and text.isprintable() else shown(text)
