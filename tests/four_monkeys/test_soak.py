"""The soak of 4 Monkeys: no violation in random games, every branch met, and each damage to a record noticed."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from mom_env.checks.soak import SoakReport, run_soak
from mom_env.four_monkeys import Game
from mom_env.four_monkeys.actions import CLOSE, LAY, STOP
from mom_env.four_monkeys.soak import NOTES_DTYPE, Event, Violation, check_position, check_step, find_settings
from mom_env.four_monkeys.state import IN_DECK, NONE, REPEATED, RIGHT, UNCHECKED, Phase
from mom_env.kernel.jit import is_compiled
from tests.support.sizes import smaller_without_jit

GAME = "four_monkeys"
NUM_TABLES = 7 + 3 + 3 + 3
NUM_GAMES = smaller_without_jit(3 * 128 * NUM_TABLES, 1)  # each setting with each style

pytestmark = pytest.mark.xdist_group("four_monkeys_soak")  # one process: its games are played once


@pytest.fixture(scope="module")
def report() -> SoakReport:
    return run_soak(GAME, NUM_GAMES, -(-NUM_GAMES // 4), seed=2026)


def test_random_games_keep_all_invariants(report: SoakReport) -> None:
    assert report.violations == ()
    assert report.tally.games == NUM_GAMES


@pytest.mark.skipif(not is_compiled(), reason="the rarest branches need thousands of games")
def test_every_branch_is_met(report: SoakReport) -> None:
    assert [event.name for event in Event if report.counts[event.name] == 0] == []


# What is counted in two ways comes out the same.

SUMS = {
    "a game has one area or two": (["ONE_AREA", "TWO_AREAS"], ["games"]),
    "a wrong tile lacks something or has a card too many": (["WRONG"], ["WRONG_SHORT", "WRONG_SPARE"]),
}


@pytest.mark.parametrize("why", SUMS)
def test_what_the_watchers_count_adds_up(report: SoakReport, why: str) -> None:
    counts = {**report.counts, "games": NUM_GAMES}
    one, other = (sum(counts[name] for name in names) for names in SUMS[why])
    assert one == other


def test_the_settings_have_each_table_with_each_combination_of_options() -> None:
    settings = find_settings()
    assert len(set(map(str, settings))) == len(settings) == 128 * NUM_TABLES
    varied = ("timer", "contest", "false_stops", "banana_skins", "fresh_skins_count", "family", "check_choice")
    combinations = {(s.deck, s.num_players, *(s.options[name] for name in varied)) for s in settings}
    assert len(combinations) == len(settings)


@pytest.mark.parametrize("name", ["family", "false_stops", "contest", "banana_skins", "check_choice", "timer"])
def test_each_length_and_pace_goes_with_each_option(name: str) -> None:
    settings = find_settings()
    found = {(*map(s.options.get, ("ticks", "rounds")), "pace" in s.changed, s.options[name]) for s in settings}
    assert len(found) == 8 * 2 * 2


# Damage


class Step(NamedTuple):
    """One action, with the records before and after it."""

    before: Any
    action: int
    after: Any
    rules: Any

    @property
    def number(self) -> int:
        return int(self.before.round_number)

    @property
    def is_tick(self) -> bool:
        """Whether a tick has happened, and the round goes on."""
        same = self.before.deal_number == self.after.deal_number and self.after.tick == self.before.tick + 1
        return bool(same and self.after.phase == Phase.ACT)

    @property
    def is_scored(self) -> bool:
        return bool(self.after.round_number != self.before.round_number)

    def chosen(self, seat: int) -> int:
        return self.action if seat == self.before.seat else int(self.before.pending[seat])

    def seats(self, first: int, last: int) -> list[int]:
        """The seats that have chosen an action from `first` on, below `last`."""
        return [seat for seat in range(self.rules.num_players) if first <= self.chosen(seat) < last]

    def row(self, *verdicts: int) -> int:
        """A tile of the scored round with one of these verdicts, or NONE."""
        rows = range(int(self.after.num_rows[self.number]))
        return next((row for row in rows if int(self.after.row_verdict[self.number, row]) in verdicts), NONE)


OPTIONS = {"banana_skins": True, "false_stops": 1, "rounds": 2}


def steps(deck: str, num_players: int, **options: Any) -> Iterator[Step]:
    """The steps of a few games in which seats seldom wait or call Stop."""
    for seed in range(8):
        game = Game(num_players, seed, deck=deck, options={**OPTIONS, **options}, skip_forced=False)
        rng = np.random.default_rng(seed)
        while not game.over:
            legal, before = game.legal_actions(), game.states.copy()
            dull = [action for action in legal if action in (0, STOP)]
            action = int(rng.choice([action for action in legal if action not in dull] or legal))
            action = int(rng.choice(dull)) if dull and rng.random() < 0.05 else action
            game.play(action)
            yield Step(before[0], action, game.states[0].copy(), game.rules[0])


def add(name: str, *at: int) -> Callable[[Step], None]:
    def damage(step: Step) -> None:
        step.after[name][at] += 1

    return damage


def flip(name: str, *at: int) -> Callable[[Step], None]:
    def damage(step: Step) -> None:
        step.after[name][at] ^= 1

    return damage


def lose_grab(step: Step) -> None:
    (seat, *_) = [
        s for s in range(step.rules.num_players) if step.after.open_row[s] >= step.before.num_rows[step.number]
    ]
    step.after.open_row[seat] = NONE


def lose_laid(step: Step) -> None:
    step.after.row_beneath[step.number, step.before.open_row[step.seats(LAY, CLOSE)[0]]] -= 1


def turn_all(step: Step) -> None:
    step.after.row_orange[step.number, : step.before.num_rows[step.number]] = 1


def lose_right_card(step: Step) -> None:
    where = step.after.where[step.number]
    where[where == step.row(RIGHT)] = IN_DECK


def set_verdict(found: int, verdict: int) -> Callable[[Step], None]:
    def damage(step: Step) -> None:
        step.after.row_verdict[step.number, step.row(found)] = verdict

    return damage


def swap_checks(step: Step) -> None:
    checks = step.after.row_check[step.number]
    first, second = np.flatnonzero(checks == 1)[0], np.flatnonzero(checks == 2)[0]
    checks[first], checks[second] = 2, 1


def is_wait(step: Step) -> bool:
    same = step.after.tick == step.before.tick and step.after.deal_number == step.before.deal_number
    return bool(same and step.before.phase == step.after.phase == Phase.ACT)


def goes_on(step: Step) -> bool:
    return step.is_scored and step.after.phase != Phase.OVER


def is_again(step: Step) -> bool:
    return bool(not step.is_scored and step.after.deal_number != step.before.deal_number)


def grabs(step: Step) -> bool:
    return bool(step.is_tick and step.after.num_rows[step.number] > step.before.num_rows[step.number])


def is_tick(step: Step) -> bool:
    return step.is_tick


def is_scored(step: Step) -> bool:
    return step.is_scored


def lays(step: Step) -> bool:
    return step.is_tick and bool(step.seats(LAY, CLOSE))


def grabs_again(step: Step) -> bool:
    return grabs(step) and bool(step.before.num_rows[step.number] > 0)


def has_repeated(step: Step) -> bool:
    return step.is_scored and step.row(REPEATED) != NONE


def has_right(step: Step) -> bool:
    return step.is_scored and step.row(RIGHT) != NONE


def has_checks(step: Step) -> bool:
    return step.is_scored and int(step.after.row_check[step.number].max()) > 1


def of_round(name: str, value: int) -> Callable[[Step], None]:
    def damage(step: Step) -> None:
        step.after[name][step.number] = value

    return damage


def change_choice(step: Step) -> None:
    step.after.pending[int(step.before.seat)] = 52


def swap_areas(step: Step) -> None:
    step.after.area[:2] = step.after.area[1::-1].copy()


Kind = Callable[[Step], bool]
DAMAGES: list[tuple[str, Kind, Callable[[Step], None], Violation]] = [
    ("a card comes early", is_wait, add("hand_size", 0), Violation.EARLY),
    ("a choice changes", is_wait, change_choice, Violation.EARLY),
    ("a total changes early", is_wait, add("total", 1), Violation.EARLY),
    ("a grab is lost", grabs, lose_grab, Violation.GRABS),
    ("a tile too many", is_tick, of_round("num_rows", 70), Violation.GRABS),
    ("a stack is higher", is_tick, add("stack_height", 0), Violation.REVEALS),
    ("a stack has moved", is_tick, add("stack_tile", 0), Violation.REVEALS),
    ("a stack more", is_tick, add("num_stacks", 0), Violation.REVEALS),
    ("a card more", is_tick, add("hand_size", 0), Violation.DRAWING),
    ("a card too few beneath", lays, lose_laid, Violation.LAYING),
    ("hand replenish is turned", is_tick, flip("replenished", 1), Violation.TURNING),
    ("tiles are burned", grabs_again, turn_all, Violation.TURNING),
    ("a skin more", is_tick, add("handed_skins", 0), Violation.SKINS),
    ("the own skin", is_tick, flip("own_skins", 1), Violation.SKINS),
    ("a false stop too few", is_again, add("stops_left", 0), Violation.STOPS),
    ("nobody pays for a false stop", is_again, add("total", 0), Violation.TOTALS),
    ("the wrong end", is_scored, of_round("ended_by", 7), Violation.STOPS),
    ("a tick more", is_scored, of_round("num_ticks", 3), Violation.STOPS),
    ("repeated ones stay", has_repeated, set_verdict(REPEATED, UNCHECKED), Violation.ASIDE),
    ("another Smartest Monkey", is_scored, of_round("smartest", 0), Violation.CHECKS),
    ("checks in another order", has_checks, swap_checks, Violation.CHECKS),
    ("a card of a right tile is lost", has_right, lose_right_card, Violation.VERDICTS),
    ("a score", is_scored, of_round("scores", 99), Violation.SCORES),
    ("the next round has no skins", goes_on, flip("own_skins", 0), Violation.SETUP),
    ("the next round has cards", goes_on, add("hand_size", 0), Violation.SETUP),
    ("the next round has a higher stack", goes_on, add("stack_height", 2), Violation.SETUP),
    ("the wrong neighbour", goes_on, add("left", 0), Violation.AREAS),
    ("the wrong area", goes_on, swap_areas, Violation.AREAS),
]


@pytest.mark.parametrize(("what", "fits", "damage", "violation"), DAMAGES, ids=[one[0] for one in DAMAGES])
def test_a_damaged_step_is_noticed(what: str, fits: Kind, damage: Callable[[Step], None], violation: Violation) -> None:
    num_players = 4 if what == "the wrong area" else 2
    deck = str(next(s.deck for s in find_settings() if "few-cards" in s.deck)) if num_players == 4 else "mini"
    for step in steps(deck, num_players):
        if fits(step) and (num_players == 2 or step.after.area[0] != step.after.area[1]):
            assert check_step(*step) == Violation.NOTHING
            damage(step)
            assert check_step(*step) == violation
            return
    pytest.fail("no such step in these games")


# Field, place in it, and by how much it is changed.
POSITIONS: list[tuple[str, tuple[int, ...], int, Violation]] = [
    ("hand", (0, 0), 1, Violation.HANDS),
    ("seen", (0, 0), 1, Violation.HANDS),
    ("open_kinds", (0, 0), 1, Violation.HANDS),
    ("tops", (0,), 16, Violation.STACKS),
    ("tall", (0,), 1, Violation.STACKS),
    ("counts", (0, 0, 0), 1, Violation.COUNTS),
    ("counts", (1, 2, 3), 1, Violation.COUNTS),
    ("tick", (), -6, Violation.COUNTS),
    ("open_right", (0,), 2, Violation.RIGHT),
    ("row_beneath", (0, 0), 1, Violation.BENEATH),
    ("decks", (0, 0, 0), 1, Violation.DECKS),
    ("where", (0, 0, 39), 1, Violation.PLACES),
    ("row_combo", (0, 0), 1, Violation.TILES),
    ("own_skins", (0,), 1, Violation.SKINS),
    ("claimed", (3,), 1, Violation.SCRATCH),
]


@pytest.mark.parametrize(("name", "at", "change", "violation"), POSITIONS)
def test_a_damaged_position_is_noticed(name: str, at: tuple[int, ...], change: int, violation: Violation) -> None:
    notes = np.zeros(1, NOTES_DTYPE)[0]
    for step in steps("mini", 2, ticks=40, false_stops=0):
        state = step.after
        is_early = step.is_tick and step.number == 0 and state.tick == 9
        if is_early and state.open_row[0] != NONE and list(state.row_seat[0, : state.num_rows[0]]).count(0) > 1:
            assert check_position(state, state, step.rules, notes) == Violation.NOTHING
            if at:
                state[name][at] += change
            else:
                state[name] += change
            assert check_position(state, state, step.rules, notes) == violation
            return
    pytest.fail("no such position in these games")


def test_all_violations_say_something_of_their_own() -> None:
    messages = [violation.message for violation in Violation]
    assert len(set(messages)) == len(messages)
