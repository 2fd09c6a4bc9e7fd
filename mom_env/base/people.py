"""How a game looks to people unless its own module `people` defines it."""

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import cast

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from mom_env.base.game import Game, Rs
from mom_env.base.score_table import result_table
from mom_env.contract.people import PEOPLE_DEFAULTS, MenuEntry, People, Ruleset, ScoreLine
from mom_env.contract.records import Indices
from mom_env.kernel.returns import LOSS

DECKS = ("standard",)
ACTIONS_TEXT = "Every id that an action can have."
LAYOUT_TEXT = "What a seat may know, and nothing else."
HIDDEN_TEXT = "all that is hidden from every seat."
LOSS_TEXT = ""
SOLO_RETURNS: Mapping[str, str] = {}
MENU_HELP = "A choice is typed by its number, or by words that only it has."
INTRODUCTION = ""
SOLO_INTRODUCTION = ""
RULES_PAGE = ""


@cache
def people_of(package: str) -> People[Game[Ruleset], object, Ruleset]:
    """Return the module `people` of the game in `package`, with the defaults below for names that it leaves out."""
    defaults = {name: getattr(sys.modules[__name__], name) for name in PEOPLE_DEFAULTS}
    return cast(People[Game[Ruleset], object, Ruleset], completed(import_module(f"{package}.people"), defaults))


def completed(own: ModuleType, defaults: dict[str, object]) -> ModuleType:
    """Return a new module with all names of `own`, and with `defaults`, values by name, for those that it lacks."""
    whole = ModuleType(own.__name__, own.__doc__)
    vars(whole).update(defaults)
    vars(whole).update({name: value for name, value in vars(own).items() if not name.startswith("__")})
    return whole


def introduction_of(people: People[Game[Ruleset], object, Ruleset], num_players: int) -> str:
    """Return the game that `people` shows in two sentences, as it is for `num_players` players."""
    return (people.SOLO_INTRODUCTION if num_players == 1 else "") or people.INTRODUCTION


def describe(action: int) -> str:
    """Return the id itself, as in "action 7".

    >>> describe(7)
    'action 7'
    """
    return f"action {action}"


def menu(game: Game[Rs]) -> list[MenuEntry]:
    """Return the choices in the order of their ids, with numbers from 1.

    These are the choices of the seat to move, each with the number by which it is typed.
    """
    actions = game.legal_actions()
    said = [game.describe(action) for action in actions]
    return [
        MenuEntry(str(k), words, words, action) for k, (words, action) in enumerate(zip(said, actions, strict=True), 1)
    ]


def say(game: Game[Rs], action: int) -> str:
    """Return an action in the game's words.

    `action` is an id of the seat to move.
    """
    return game.describe(action)


def question(game: Game[Rs]) -> str:
    """Return a question that names the pending decision."""
    return f"Your {game.decision} decision?"


def position_lines(game: Game[Rs], seat: int) -> list[str]:
    """Return the snapshot of `seat` as lines, without the entries that every game has, those of `situation`."""
    known = game.situation()
    return [
        f"{name.replace('_', ' ')}: {listed(value)}" for name, value in game.snapshot(seat).items() if name not in known
    ]


def show(game: Game[Rs], seat: int | None, names: list[str]) -> RenderableType:
    """Return the snapshot as a table, an entry a line, without the entries that every game has.

    It is the snapshot of `seat`; None shows everything. `names` are not used. The entries left out are those of
    `situation`.
    """
    table, known = Table.grid(padding=(0, 2, 0, 0)), game.situation()
    for name, value in game.snapshot(seat).items():
        if name not in known:
            table.add_row(Text(name.replace("_", " "), "bold"), Text(listed(value)))
    return table


def listed(value: object) -> str:
    """Return a value of a snapshot in one line, with a dash for what is unknown or empty.

    >>> listed([["mouse", "cat"], None, []]), listed([3, 0]), listed({"mouse": 1, "cat": True})
    ('mouse, cat | - | -', '3, 0', 'mouse 1, cat yes')
    """
    if isinstance(value, dict):
        return ", ".join(f"{name} {listed(its)}" for name, its in value.items()) or "-"
    if isinstance(value, list):
        apart = " | " if any(isinstance(one, list | dict) for one in value) else ", "
        return apart.join(map(listed, value)) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)


def show_scoring(game: Game[Rs], names: list[str]) -> RenderableType:
    """Return a table of place, player and score, the best first.

    The game must be over. `names` are the players by seat.
    """
    scores, places = game.standing()
    return result_table(names, places, {game.info.score: scores})


def score_lines(game: Game[Rs]) -> list[ScoreLine]:
    """Return a single line with the scores of a finished game."""
    scores, _ = game.standing()
    return [ScoreLine(game.info.score, tuple(scores))]


def news(before: Game[Rs], action: int, after: Game[Rs], seat: int, names: list[str]) -> list[str]:
    """Return a list with "NAME: CHOICE." for the choice `action` in `before`, or [] if it is a secret from `seat`.

    It is secret if all seats choose at once, and another seat has chosen. `names` are the players by seat. `after` is
    not used; games that tell what follows need it.
    """
    chooser = before.seat or 0
    is_secret = before.info.kind == "simultaneous" and chooser != seat
    return [] if is_secret else [f"{names[chooser]}: {say(before, action)}."]


def tell(game: Game[Rs], choose: Callable[[Game[Rs]], int], names: list[str]) -> Iterable[RenderableType]:
    """Play a game to its end, and yield a line for each choice, and at last the result.

    `choose` returns the action of the seat to move. `names` are the players by seat.
    """
    while not game.over:
        action, seat = choose(game), game.seat or 0
        yield Text.assemble((names[seat], "bold"), f": {say(game, action)}")
        game.play(action)
    yield show_scoring(game, names)


def list_own_inputs(ruleset: Ruleset) -> dict[str, Indices]:
    """Return no inputs that are about one action alone; `ruleset` is not used."""
    return {}


def least_score_return(ruleset: Ruleset) -> float:
    """Return -1, the lowest return of the other rewards, which is right if no return by score is lower.

    It is the lower bound of a seat's return with the reward "vp". `ruleset` is not used.
    """
    return LOSS
