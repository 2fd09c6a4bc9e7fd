"""Find docstrings that are hard to read: `python tools/check_english.py` lists them, and exits with 1 if there are any.

It needs no package, so that `make lint` is quick. What it looks for is in the rules for docstrings of CONTRIBUTING.md.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("mom_env", "training", "tools", "examples")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# The paragraph of the rules that a function follows: "3.1.5, R2: ".
RULE = re.compile(r"^(?:(?:\d+(?:\.\d+)*|R\d+)(?: to |, | and )?)+:\s*")
# A function's docstring begins with a verb; these words begin everything else.
NO_VERB = (
    "a about above after against all an and any as at before behind beside between both by each either else every few "
    "for from here how if in inside into it its like many more most neither no nobody none nor not nothing of on one "
    "only or others out outside over several since so some somebody such than that the their then there these they "
    "this those though through till to twice under until up upon what whatever when where whether which who whoever "
    "whole whom whose why with within without"
)
NO_VERBS = frozenset(NO_VERB.split())
PHRASES = {
    "so many or as many, for a parameter": re.compile(r"\b(?:so|as) many\b(?!(?: \w+)? as\b)", re.IGNORECASE),
    "anew, for again": re.compile(r"\banew\b", re.IGNORECASE),
    "who, for whoever or for a player who": re.compile(r"(?:^|[.;:] )[Ww]ho (?!\w+ (?:is|was|has|can|may)\b)\w+s\b"),
    "a return value after a semicolon": re.compile(
        r"; (?:how (?:many|much|far|long)|where|whether|what|which|who)\b[^.;]*\.?$"
    ),
}


class Finding(NamedTuple):
    """A docstring that is hard to read: where it is, and why."""

    file: str
    line: int
    name: str
    why: str

    def __str__(self) -> str:
        """Return the finding as one line of text, in the form in which compilers write errors."""
        return f"{self.file}:{self.line}: {self.name}: {self.why}"


def findings(file: str, source: str) -> Iterator[Finding]:
    """Yield what is wrong with the docstrings in `source`, the text of the Python file `file`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Module)) and (text := ast.get_docstring(node)):
            name, line = getattr(node, "name", "the module"), getattr(node, "lineno", 1)
            yield from (Finding(file, line, name, why) for why in reasons(text, must_act=acts(node)))


def acts(node: ast.AST) -> bool:
    """Return whether the docstring of a node has to begin with a verb.

    That of a function has to, unless the function is a property.
    """
    return isinstance(node, FUNCTIONS) and not any("property" in ast.unparse(mark) for mark in node.decorator_list)


def reasons(text: str, *, must_act: bool) -> Iterator[str]:
    """Yield in words why a docstring is hard to read; `must_act` says whether it has to begin with a verb."""
    summary = " ".join(text.split("\n\n", maxsplit=1)[0].split())
    words = RULE.sub("", summary)
    first = re.match(r"[A-Za-z]*", words)
    if must_act and first and first[0].lower() in NO_VERBS:
        yield f"expected a verb at the beginning, found {first[0]!r}"
    yield from (f"found {what}" for what, phrase in PHRASES.items() if phrase.search(words))


def main() -> int:
    """Print all findings in the files of this repository, and return the exit code: 1 if there are any, otherwise 0."""
    found = [
        finding
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.py"))
        for finding in findings(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
    ]
    sys.stdout.writelines(f"{finding}\n" for finding in found)
    return min(1, len(found))


if __name__ == "__main__":
    sys.exit(main())
