"""What is wrong with the content of a file, in one line."""

from pydantic import ValidationError

from mom_env.common.arguments import shown

MAX_KEY = 60  # characters of a key that an error shows as it is


def _step(part: int | str) -> str:
    """Return a part of a key as errors show it: one that is long or cannot be printed is shortened and spelt out."""
    text = str(part)
    return text if len(text) <= MAX_KEY and text.isprintable() else shown(text)


def problem_in_words(error: ValidationError) -> str:
    """Return the first thing that is wrong, in one line: the key, what was expected, and what was found."""
    problem = error.errors(include_url=False)[0]
    key = ".".join(_step(part) for part in problem["loc"] if part != "[key]")
    if problem["type"] == "value_error":  # ours: it names key, expected and found
        message = problem["msg"].removeprefix("Value error, ")
        return f"{key}.{message}" if key else message
    if problem["type"] == "extra_forbidden":
        return f"{key}: expected no such key"
    if problem["type"] == "missing":
        return f"{key}: expected, but missing"
    message = problem["msg"].replace("Input should be", "expected", 1)
    message = f"{message[0].lower()}{message[1:]}, found {shown(problem['input'])}"
    return f"{key}: {message}" if key else message
