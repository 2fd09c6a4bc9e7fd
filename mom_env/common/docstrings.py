"""Reads descriptions of arguments and attributes from docstrings, for generated pages and lists."""

import re
from inspect import cleandoc


def entries(docstring: str | None, heading: str) -> dict[str, str]:
    r"""Return the entries of one section of a docstring by name, each as one line; {} if there is no such section.

    `heading` is that of the section, such as "Args" or "Attributes".

    >>> entries("Sum up.\n\nArgs:\n    a: one\n        number.\n    b: another.", "Args")
    {'a': 'one number.', 'b': 'another.'}
    """
    section = re.search(rf"^{heading}:\n((?: .*\n?|\n)*)", cleandoc(docstring or "") + "\n", re.MULTILINE)
    pairs = re.findall(r"^ +(\w+): ((?:.+\n?)+?)(?=^ +\w+: |\Z|\n)", section[1] if section else "", re.MULTILINE)
    return {name: " ".join(words.split()) for name, words in pairs}


def first_sentence(docstring: str | None) -> str:
    r"""Return the first sentence of a docstring, without its full stop; "" if there is none.

    >>> first_sentence("The deck of the box. It is\nnot complete.")
    'The deck of the box'
    """
    paragraph = " ".join(cleandoc(docstring or "").split("\n\n")[0].split())
    return re.split(r"\.(?: |$)", paragraph)[0]
