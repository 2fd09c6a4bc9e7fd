"""Parts of English sentences about players, one of whom may be the reader."""

from collections.abc import Sequence

YOU = "you"
IRREGULAR = {"have": "has", "be": "is", "do": "does", "go": "goes"}
HISSES = ("s", "x", "z", "ch", "sh")


def clause(name: str, verb: str) -> str:
    """Return a player and what it does, as a sentence begins; a verb that follows needs `does` alone.

    >>> clause("you", "take"), clause("p1", "take"), clause("p2", "pass"), clause("p2", "have")
    ('You take', 'p1 takes', 'p2 passes', 'p2 has')
    """
    return f"{begins(name)} {does(name, verb)}"


def does(name: str, verb: str) -> str:
    """Return a verb, given in its plain form, as it follows the player `name`: with an s unless that is "you"."""
    if name == YOU:
        return verb
    return IRREGULAR.get(verb) or (f"{verb}es" if verb.endswith(HISSES) else f"{verb}s")


def begins(name: str) -> str:
    """Return the name of a player, or what it owns, as a sentence begins with it.

    >>> begins("you"), begins("your"), begins("p1's")
    ('You', 'Your', "p1's")
    """
    return name.capitalize() if name in {YOU, owns(YOU)} else name


def owns(name: str) -> str:
    """Return the word for what belongs to a player.

    >>> owns("you"), owns("p1")
    ('your', "p1's")
    """
    return "your" if name == YOU else f"{name}'s"


def enumeration(parts: Sequence[str]) -> str:
    """Return parts of a sentence one after the other.

    >>> enumeration(["a"]), enumeration(["a", "b"]), enumeration(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def counted(count: int, thing: str) -> str:
    """Return a number of things.

    >>> counted(1, "card"), counted(2, "card")
    ('1 card', '2 cards')
    """
    return f"{count} {thing}{'' if count == 1 else 's'}"


def ordinal(number: int) -> str:
    """Return a number from 1 to 10 as 1st, 2nd, 3rd, 4th and so on."""
    return f"{number}{('st', 'nd', 'rd')[number - 1] if number in {1, 2, 3} else 'th'}"
