"""Which choices a typed answer fits: by their labels, or by their words."""

from collections.abc import Sequence

from mom_env.contract.people import MenuEntry


def fitting_entries(answer: str, entries: Sequence[MenuEntry]) -> list[MenuEntry]:
    """Return the choices that a typed answer may mean: the one with that label, or those that have all of its words.

    A number is a label only, not one of the words of a choice.
    """
    found = [entry for entry in entries if entry.label == answer]
    if found or answer.isdecimal():
        return found
    return [entries[at] for at in fitting(answer, [entry.words for entry in entries])]


def fitting(answer: str, words: list[str]) -> list[int]:
    """Return the indices in `words` of the choices that have all words of the answer.

    If a choice has exactly the words of the answer, only such choices count. An answer without words fits none.

    >>> fitting("black 4", ["play black 4", "play brown 4"]), fitting("pass", ["pass", "stay"]), fitting(" ", ["a"])
    ([0], [0], [])
    """
    wanted = split(answer)
    if not wanted:
        return []
    spoken = [split(choice.lower()) for choice in words]
    exact = [at for at, choice in enumerate(spoken) if choice == wanted]
    return exact or [at for at, choice in enumerate(spoken) if all(word in choice for word in wanted)]


def split(text: str) -> list[str]:
    """Return the words of a text, without commas and colons."""
    return text.replace(",", " ").replace(":", " ").split()
