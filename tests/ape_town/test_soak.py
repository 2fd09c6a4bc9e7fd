"""The soak of Ape Town: no violation in random games, every branch met, and what is counted adds up."""

import pytest

from mom_env.ape_town.soak.events import Event
from mom_env.ape_town.soak.settings import find_settings
from mom_env.ape_town.soak.violations import Violation
from mom_env.checks.soak import SoakReport, run_soak
from mom_env.kernel.jit import is_compiled
from tests.support.sizes import smaller_without_jit

GAME = "ape_town"
NUM_GAMES = smaller_without_jit(6_000, 8)  # without the JIT one of each board with each option

pytestmark = pytest.mark.xdist_group("ape_town_soak")  # one process: its games are played once


@pytest.fixture(scope="module")
def report() -> SoakReport:
    return run_soak(GAME, NUM_GAMES, NUM_GAMES // 4, seed=1)


def test_random_games_keep_all_invariants(report: SoakReport) -> None:
    assert report.violations == ()
    assert report.tally.games == NUM_GAMES


@pytest.mark.skipif(not is_compiled(), reason="the rarest branches need thousands of games")
def test_every_branch_is_met(report: SoakReport) -> None:
    assert [event.name for event in Event if report.counts[event.name] == 0] == []


def test_the_settings_have_each_board_with_each_number_of_players_and_each_option() -> None:
    settings = find_settings()
    assert len(settings) == len(set(map(str, settings))) == 3 * 2 * 5
    assert {str(setting).split(",")[0] for setting in settings} == {
        f"deck {name}" for name in ("standard", "mini", "crowded", "few-discs", "short")
    }


# What is counted in two ways comes out the same.

TAKES = ["FIRST_TILE", "ONE_SKIPPED", "SEVERAL_SKIPPED"]
PLACES = ["OWN_COLOUR", "ANY_FIELD"]
APES = ["APE_SCORES", "APE_SCORES_NOTHING"]
SITES = ["BANANA_SCORES", "BANANA_SCORES_NOTHING"]
MARKERS = ["ORANGUTAN", "LEMUR", "ORANGUTAN_WITHOUT_DISC", "LEMUR_WITHOUT_DISC"]
SECTIONS = ["SECTION_NOT_EMPTY", "OLDEST_EMPTIED", "NEWEST_EMPTIED", "NOTHING_TO_TURN_UP"]
BY_LEMURS = ["MOST_LEMURS_OF_THE_TIED", "MOST_LEMURS_OF_ANOTHER", "MOST_LEMURS_ALONE"]
NO_BOSS = ["TIE_FOR_BOTH", "TIE_AND_NO_LEMUR", "TIE_FOR_LEMURS", "NO_MARKERS"]
STARTS = ["SEAT_0_STARTS", "SEAT_1_STARTS", "SEAT_2_STARTS", "SEAT_3_STARTS"]
SUMS = {
    "each tile taken is placed": (TAKES, PLACES),
    "each take has a limit": (TAKES, ["MONEY_IS_THE_LIMIT", "TILES_ARE_THE_LIMIT"]),
    "each tile placed has a motif": (PLACES, [*APES, *SITES, *MARKERS]),
    "each turn but the last looks at the sections": (PLACES, [*SECTIONS, "LAST_DISTRICT"]),
    "a tile of a full colour goes anywhere": (["ANY_FIELD"], ["COLOUR_FULL_ON_PURPOSE", "COLOUR_FULL_BY_FORCE"]),
    "each district has a boss or none": (
        ["DISTRICT_SCORED", "LAST_DISTRICT"],
        ["MOST_ORANGUTANS", *BY_LEMURS, *NO_BOSS],
    ),
    "each game has a start and an end": (STARTS, ["LAST_DISTRICT"]),
    "each game has a winner": (STARTS, ["WON_BY_POINTS", "WON_BY_NEXT", "WON_BY_LATER"]),
}


@pytest.mark.parametrize("why", SUMS)
def test_what_the_watchers_count_adds_up(report: SoakReport, why: str) -> None:
    one, other = ([report.counts[name] for name in names] for names in SUMS[why])
    assert sum(one) == sum(other) > 0


def test_all_violations_say_something_of_their_own() -> None:
    messages = [violation.message for violation in Violation]
    assert len(set(messages)) == len(messages)
