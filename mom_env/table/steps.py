"""A choice as the steps that follow from it: itself, and the decisions after it that are forced."""

from collections.abc import Iterator
from typing import NamedTuple

from mom_env.base.game import Game
from mom_env.contract.people import Ruleset
from mom_env.kernel.masks import NO_ACTION
from mom_env.loops import loop_of


class Step(NamedTuple):
    """One decision: the game before it, the action, and the game at the next decision, which may be a forced one."""

    before: Game[Ruleset]
    action: int
    after: Game[Ruleset]


def steps_of(game: Game[Ruleset], action: int) -> Iterator[Step]:
    """Yield what follows when `action` is played in `game`, which is left as it is, until a seat has a real choice."""
    table, loops = stopping(game), loop_of(game.info.package, "one")
    while action != NO_ACTION:
        before = table.copy()
        table.play(action)
        yield Step(before, action, table.copy())
        goes_on = game.rules["skip_forced"][0] and not table.over
        action = int(loops.forced_action(table.states, table.rules)) if goes_on else NO_ACTION


def stopping(game: Game[Ruleset]) -> Game[Ruleset]:
    """Return a copy of a game, without its past, that stops at forced decisions, too."""
    old = game.ruleset
    ruleset = game.make_ruleset(old.num_players, old.deck, old.options, skip_forced=False)
    return game.from_record(ruleset, game.states)
