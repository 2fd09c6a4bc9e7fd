"""The soak of a game whose package leaves it out: see `contract.soak.SOAK_DEFAULTS`."""

from collections.abc import Sequence

import numpy as np

from mom_env.contract import soak as contract
from mom_env.contract.records import Indices, MaskRecord, RulesRecord, StateRecord
from mom_env.contract.soak import SoakSetting
from mom_env.contract.soak import Violation as Violation  # noqa: PLC0414  # it is exported
from mom_env.kernel.jit import part
from mom_env.kernel.masks import NO_ACTION, draw_legal
from mom_env.kernel.rng import Stream, next_bits
from mom_env.loops import game_of, info_of, people_in

game, info = game_of(__name__), info_of(__name__)

NOTHING = Violation.NOTHING
NUM_STYLES = 1
RESTORES_HIDDEN = False
EXPECTED_STEPS = info.decisions_per_game
NOTES_DTYPE = np.dtype((np.record, [("nothing", np.int8)]))
Event = contract.Event


def find_settings() -> Sequence[SoakSetting]:
    """Return a setting for each data file of the game with each number of players, and default options."""
    people = people_in(__name__)
    options = people.OPTIONS().model_dump(by_alias=True)
    return [SoakSetting(deck, count, options) for deck in people.DECKS for count in info.num_players]


@part
def choose(state: StateRecord, mask: MaskRecord, style: int, stream: Stream) -> int:
    """Return a random legal action of `mask`, each with the same chance, drawn from `stream`, whatever the `style`."""
    return draw_legal(mask, 0, game.NUM_ACTIONS, next_bits(stream))


@part
def expected_steps(rules: RulesRecord) -> int:
    """Return the number of decisions in a typical game, as the game's `INFO` states it."""
    return EXPECTED_STEPS


@part
def is_forced(state: StateRecord, rules: RulesRecord, num_allowed: int) -> bool:
    """Return whether the game's own `forced_action` says that the decision in `state` has only one option."""
    return game.forced_action(state, rules) != NO_ACTION


@part
def write_allowed(state: StateRecord, rules: RulesRecord, allowed: MaskRecord) -> None:
    """Write into `allowed` 1 for each action that `can_take_action` allows the seat to move, else 0."""
    for action in range(game.NUM_ACTIONS):
        allowed.ids[action] = game.can_take_action(state, rules, int(np.int64(state.seat)), action)


@part
def check_position(state: StateRecord, dealt: StateRecord, rules: RulesRecord, notes: object) -> Violation:
    """Return NOTHING: the game has no check of positions of its own."""
    return NOTHING


@part
def check_step(before: StateRecord, action: int, after: StateRecord, rules: RulesRecord) -> Violation:
    """Return NOTHING: the game has no check of steps of its own."""
    return NOTHING


@part
def check_end(before: StateRecord, action: int, state: StateRecord, rules: RulesRecord) -> Violation:
    """Return NOTHING: the game has no check of the last step of its own."""
    return NOTHING


@part
def check_result(state: StateRecord, rules: RulesRecord) -> Violation:
    """Return NOTHING: the game has no check of results of its own."""
    return NOTHING


@part
def watch_deal(state: StateRecord, rules: RulesRecord, notes: object, events: Indices) -> None:
    """Do nothing: no events are counted."""


@part
def watch(
    before: StateRecord,
    action: int,
    num_allowed: int,
    after: StateRecord,
    rules: RulesRecord,
    notes: object,
    events: Indices,
) -> None:
    """Do nothing: no events are counted."""


@part
def keep_secrets(state: StateRecord, dealt: StateRecord) -> None:
    """Do nothing: `dealt` stays as it was."""


@part
def restore_hidden(state: StateRecord, rules: RulesRecord, seat: int, restored: StateRecord) -> None:
    """Do nothing: with RESTORES_HIDDEN False it is never called."""
