"""What the soak knows of this game: see `mom_env.contract.soak`."""

from mom_env.four_monkeys.soak.allowed import is_forced, write_allowed
from mom_env.four_monkeys.soak.events import Event
from mom_env.four_monkeys.soak.invariants import check_end, check_position, check_result, check_step
from mom_env.four_monkeys.soak.notes import NOTES_DTYPE
from mom_env.four_monkeys.soak.secrecy import expected_steps, restore_hidden
from mom_env.four_monkeys.soak.settings import find_settings
from mom_env.four_monkeys.soak.styles import NUM_STYLES, choose
from mom_env.four_monkeys.soak.violations import Violation
from mom_env.four_monkeys.soak.watch import watch, watch_deal

RESTORES_HIDDEN = True

__all__ = [
    "NOTES_DTYPE",
    "NUM_STYLES",
    "RESTORES_HIDDEN",
    "Event",
    "Violation",
    "check_end",
    "check_position",
    "check_result",
    "check_step",
    "choose",
    "expected_steps",
    "find_settings",
    "is_forced",
    "restore_hidden",
    "watch",
    "watch_deal",
    "write_allowed",
]
