"""Choices that are typed: which one of them a text means."""

import re
from collections.abc import Sequence

from mom_env.common.arguments import shown
from mom_env.contract.people import MenuEntry
from mom_env.errors import UnclearChoice

SHOWN = 10  # choices that an error lists; it gives the number of the others
WORD = re.compile(r"[\w+-]+")


def find_choice(entries: Sequence[MenuEntry], text: str) -> MenuEntry:
    """Return the choice that a text means: its label, its words, both as in a list, or words that only it has.

    Case, spacing and punctuation do not matter. A number alone is always a label.

    Args:
        entries: the choices.
        text: what somebody has typed, or a program has answered.

    Raises:
        UnclearChoice: the text fits none of the choices, or several; the error lists them.
    """
    found = fitting_entries(entries, text)
    if len(found) != 1:
        what = f"fits {len(found)} choices" if found else "fits no choice"
        raise UnclearChoice(f"{shown(text)} {what}; expected one of: {some_of(found or entries)}")
    return found[0]


def fitting_entries(entries: Sequence[MenuEntry], text: str) -> list[MenuEntry]:
    """Return the choices that a text may mean: by its label, else by all of its words, else by some of them."""
    typed = words_of(text)
    labelled = [entry for entry in entries if words_of(entry.label) == typed]
    whole = [entry for entry in entries if typed in (words_of(entry.words), words_of(line_of(entry)))]
    return labelled or whole or with_words(entries, typed)


def with_words(entries: Sequence[MenuEntry], typed: Sequence[str]) -> list[MenuEntry]:
    """Return the choices that have all of the words `typed`; none if there are no words, or only a number."""
    if not typed or (len(typed) == 1 and typed[0].isdecimal()):
        return []
    return [entry for entry in entries if set(typed) <= set(words_of(entry.words))]


def words_of(text: str) -> list[str]:
    """Return the words of a text, in one case and without punctuation.

    >>> words_of(" Stake 7 chips: 2 Black,  1 brown.")
    ['stake', '7', 'chips', '2', 'black', '1', 'brown']
    """
    return WORD.findall(text.casefold())


def line_of(entry: MenuEntry) -> str:
    """Return a choice as a line of a list, such as "3: play black 4"."""
    return f"{entry.label}: {entry.words}"


def some_of(entries: Sequence[MenuEntry]) -> str:
    """Return the first choices in words, and how many others there are."""
    others = [f"{len(entries) - SHOWN} more"] if len(entries) > SHOWN else []
    return "; ".join([*map(line_of, entries[:SHOWN]), *others])
