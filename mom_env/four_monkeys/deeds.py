"""What players do in a tick, in words: deeds as `last_tick` of a snapshot has them, and what a combo asks for."""

from collections.abc import Mapping, Sequence
from typing import Any

from mom_env.base.sentences import counted, enumeration
from mom_env.four_monkeys.deck import Combo


def deed_in_words(deed: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return what a player did in the tick before, as it follows a name; cards have no faces. `names` are by seat.

    A grab is `void` if nobody can tell whether it got a tile, as the round is played again.

    >>> deed_in_words({"grab": 5}, []), deed_in_words({"grab": 5, "missed": True}, []), deed_in_words({"lay": True}, [])
    ('grabbed combo 5', 'missed combo 5', 'laid a card')
    """
    if deed.get("void"):
        return f"reached for combo {deed['grab']}"
    if deed.get("missed"):
        return f"missed combo {deed['grab']}"
    ((what, value),) = deed.items()
    match what:
        case "grab":
            return f"grabbed combo {value}"
        case "burn":
            return f"burned combo {value}"
        case "skin":
            return f"gave a skin to {names[value]}"
        case "replenish":
            return "took a new hand" if value == "a" else "drew more cards"
    return {
        "wait": "waited",
        "lay": "laid a card",
        "close": "closed the tile",
        "reveal": "revealed a tile",
        "stop": "called Stop",
    }[what]


def asks_in_words(combo: Combo) -> str:
    """R20: Return in words what a combo asks for."""
    parts = [f"{count} {figure}{'s' if count > 1 else ''}" for figure, count in (combo.figures or {}).items()]
    kinds = ("of one figure", "of another", "of a third", "of a fourth")
    parts += [f"{count} {kind}" for count, kind in zip(combo.alike or [], kinds, strict=False)]
    parts += [counted(combo.golden, "golden button")] if combo.golden else []
    return enumeration(parts)
