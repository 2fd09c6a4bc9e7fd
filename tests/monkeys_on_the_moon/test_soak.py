"""The soak: no violation in random games, every branch met, and what is counted adds up."""

import json
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from mom_env.checks.soak import CheckedGame, SoakReport, run, run_soak
from mom_env.checks.soak.tally import Found, Tally
from mom_env.errors import OptionError
from mom_env.kernel.jit import is_compiled
from mom_env.monkeys_on_the_moon.soak.events import Event
from mom_env.monkeys_on_the_moon.soak.settings import find_settings
from mom_env.monkeys_on_the_moon.soak.styles import NUM_STYLES
from mom_env.monkeys_on_the_moon.soak.violations import Violation
from mom_env.work.backends import Place
from tests.support.fingerprint import SOAK, soaked
from tests.support.kernels import GAME
from tests.support.sizes import smaller_without_jit

NUM_GAMES = smaller_without_jit(20_000, 4)


pytestmark = pytest.mark.xdist_group("soak")  # one process: its games are played once


@pytest.fixture(scope="module")
def report() -> SoakReport:
    return run_soak(GAME, NUM_GAMES, 0, seed=1)


def test_random_games_keep_all_invariants(report: SoakReport) -> None:
    assert report.violations == ()
    assert report.tally.games == NUM_GAMES


@pytest.mark.skipif(not is_compiled(), reason="the rarest branches need thousands of games")
def test_every_branch_is_met(report: SoakReport) -> None:
    assert [event.name for event in Event if report.counts[event.name] == 0] == []


def test_the_settings_are_all_there_are_and_neighbours_differ() -> None:
    settings = find_settings()
    assert len(settings) == len(set(map(str, settings))) == 32 * (3 + 2 + 3)  # options; players of each deck
    for here, there in pairwise(settings):
        assert here.options != there.options
        assert (here.deck, here.num_players) != (there.deck, there.num_players)


def test_a_setting_in_words_names_its_deck_and_no_folder() -> None:
    decks = {str(setting).split(",")[0] for setting in find_settings()}
    assert decks == {"deck standard", "deck mini", "deck limits"}


def test_both_kinds_of_players_play_each_setting() -> None:
    settings = len(find_settings())
    pairs = {(game % settings, game // settings % NUM_STYLES) for game in range(settings * NUM_STYLES)}
    assert len(pairs) == settings * NUM_STYLES


# What is counted in two ways comes out the same.

TURNS = ["CARD_CHOSEN", "FORCED_CARD"]
WINNERS = ["WINNER_PAYS_ALLY_COINS", "WINNER_PAYS_OWN_COINS", "WINNER_PAYS_BOTH"]
APPEASED = ["ALLY_PAID", "ALLY_SCORN_FROM_TABLE", "ALLY_SCORN_FROM_HOLDER"]
SHIPS_TAKEN = ["SHIP_DRAWN", "KNOWN_SHIP_DRAWN"]
SUMS: dict[str, tuple[list[str], list[str]]] = {
    "each turn advances one of three tribes": (TURNS, ["TRIBE_OF_CARD", "CLOCKWISE_ALLY", "COUNTER_ALLY"]),
    "each turn has an income": (
        TURNS,
        ["TWO_COINS", "ONE_COIN_SHORT", "NO_COIN_SHORT", "ONE_COIN_IN_SCORN", "NO_COIN_IN_SCORN"],
    ),
    "each turn deals with the rival": (
        TURNS,
        ["RIVAL_PAID", "SCORN_FROM_TABLE", "SCORN_FROM_HOLDER", "NO_APPEASEMENT", *APPEASED],
    ),
    "each turn has a stone": (TURNS, ["STONE_MOVED", "STONE_ARRIVED", "STONE_PASSED_THE_END", "STONE_HAS_FINISHED"]),
    "whoever has options takes one": (
        ["TWO_PAYMENTS", "PAYMENT_OR_SCORN", "TWO_SCORNS", "ONLY_A_PAYMENT", "ONLY_A_SCORN"],
        APPEASED,
    ),
    "one option is forced": (["ONLY_A_PAYMENT", "ONLY_A_SCORN"], ["FORCED_APPEASEMENT"]),
    "advancing in scorn ends it": (["ONE_COIN_IN_SCORN", "NO_COIN_IN_SCORN"], ["SCORN_BACK", "SCORN_BACK_FINISHED"]),
    "each monkey has an opener": (["MONKEY_PUT_UP"], ["OPENER_BIDS", "OPENER_PASSES"]),
    "each monkey is won or out": (["MONKEY_PUT_UP"], ["LAST_ASKED_PASSES", *WINNERS]),
    "each winner boards or launches": (
        [*WINNERS, "ONE_STAYS", "SEVERAL_STAY"],
        ["BOARDED", "LAUNCHED_FULL", "LAUNCHED_EARLY"],
    ),
    "each launch takes a ship": (["LAUNCHED_FULL", "LAUNCHED_EARLY", "WAITING_LAUNCHES"], SHIPS_TAKEN),
    "each launch pleases a tribe or not": (["LAUNCH_COIN", "LAUNCH_NO_COIN", "LAUNCH_SCORN_BACK"], SHIPS_TAKEN),
    "each swap has owners": (
        ["SWAP_BY_LANDING", "SWAP_BY_JUMPING"],
        ["NO_OWNER_PARTS", "ONE_OWNER_PARTS", "SEVERAL_OWNERS_PART"],
    ),
    "each game has a winner": (
        ["SEAT_0_STARTS", "SEAT_1_STARTS", "SEAT_2_STARTS", "SEAT_3_STARTS"],
        ["WON_BY_VP", "WON_BY_MONKEYS", "WON_BY_STATUS", "SHARED_WIN"],
    ),
    "behind one leader come others": (
        ["LEADER"],
        ["UNDERSECRETARY", "TWO_UNDERSECRETARIES", "THREE_UNDERSECRETARIES"],
    ),
}


@pytest.mark.parametrize("why", SUMS)
def test_what_the_watchers_count_adds_up(report: SoakReport, why: str) -> None:
    one, other = ([report.counts[name] for name in names] for names in SUMS[why])
    assert sum(one) == sum(other) > 0


TITLES = ["LEADER", "TWO_LEADERS", "THREE_LEADERS", "FOUR_LEADERS"]
TITLES_OF_TWO = ["TWO_PLAYERS_LEADER", "TWO_PLAYERS_TIE", "TWO_PLAYERS_TIE_AT_ZERO"]
RANKS = ["RANKED_BY_ARRIVAL", "RANKED_BY_DISTANCE", "RANKED_BY_TIE_ORDER", "RANKED_BY_TIE_ORDER_AT_START"]


@pytest.mark.parametrize(("names", "in_a_game"), [(TITLES + TITLES_OF_TWO, 6), (RANKS, 5)], ids=["titles", "ranks"])
def test_a_game_has_six_titles_and_five_neighbours_in_the_ranking(
    report: SoakReport, names: list[str], in_a_game: int
) -> None:
    assert sum(report.counts[name] for name in names) == in_a_game * NUM_GAMES


def test_every_seat_has_a_last_launch(report: SoakReport) -> None:
    seats = sum(find_settings()[game % len(find_settings())].num_players for game in range(NUM_GAMES))
    assert report.counts["LAST_LAUNCH"] + report.counts["LAST_LAUNCH_EMPTY"] == seats


# The run: parts, threads, interrupts, files

SMALL = smaller_without_jit(600, 2)


@pytest.mark.outside  # plain Python would take a minute for it
def test_processes_and_parts_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run_soak(GAME, SMALL, SMALL, seed=3)
    monkeypatch.setattr(run, "GAMES_A_PART", max(1, SMALL // 3))
    parts = run_soak(GAME, SMALL, SMALL, seed=3, place=Place(2))
    assert parts.counts == whole.counts
    assert parts.tally.decisions == whole.tally.decisions


def test_the_soak_is_the_same_in_each_way_of_running_kernels() -> None:
    assert soaked() == json.loads(SOAK.read_text(encoding="utf-8")), "if counts may change: `make golden`"


@pytest.fixture
def sound_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests of the run: games that take no time, of as many steps as their number says."""
    monkeypatch.setattr(run, "play_one", lambda _name, _seed, number, **_: CheckedGame(Violation.NOTHING, number))


@pytest.mark.usefixtures("sound_games")
def test_an_interrupted_run_reports_and_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    play = run.play_part
    parts = []

    def interrupt(game: str, seed: int, part: range, *, redealt: bool) -> Tally:
        parts.append(part)
        if len(parts) == 3:
            raise KeyboardInterrupt
        return play(game, seed, part, redealt=redealt)

    monkeypatch.setattr(run, "GAMES_A_PART", 100)
    monkeypatch.setattr(run, "play_part", interrupt)
    first = run_soak(GAME, 1_000, 50, seed=6, resume=tmp_path / "soak.json")
    assert first.interrupted
    assert (first.tally.games, first.tally.pairs, first.tally.decisions) == (200, 0, sum(range(200)))
    second = run_soak(GAME, 1_000, 50, seed=6, resume=tmp_path / "soak.json")
    assert not second.interrupted
    assert (second.tally.games, second.tally.pairs) == (1_000, 50)
    assert second.tally.decisions == sum(range(1_000)) + sum(range(50))


def written_to(console: Console) -> str:
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_a_violation_is_reported_with_all_that_it_takes_to_meet_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "play_one", lambda *_, **__: CheckedGame(Violation.COINS, 17))
    report = run_soak(GAME, 2, 1, seed=9)
    games = ((0, False), (1, False), (0, True))
    assert report.violations == tuple(
        Found("COINS", 9, game, 17, redealt, str(find_settings()[game])) for game, redealt in games
    )
    assert str(report.violations[1]) == f"COINS: seed 9, game 1, step 17 ({find_settings()[1]})"
    console = Console(width=200, file=StringIO())
    console.print(report.table())
    text = written_to(console)
    assert Violation.COINS.message in text
    assert "3 violations" in text


@pytest.mark.usefixtures("sound_games")
def test_progress_tells_how_much_is_done_and_how_long_it_takes() -> None:
    console = Console(width=200, file=StringIO(), force_terminal=True, color_system=None)
    run_soak(GAME, 2, 1, seed=1, console=console)
    text = written_to(console)
    for words in ("games", "2/2", "secrecy pairs", "1/1", "elapsed", "left"):
        assert words in text


def test_a_report_survives_json_and_names_rare_events(report: SoakReport) -> None:
    assert SoakReport.from_json(report.to_json()) == report
    nothing = SoakReport(GAME, 1, Tally(games=10_000))
    assert nothing.rare == list(Event)
    assert nothing.markdown().count("| 0 | 0.0 |") == len(Event)


@pytest.mark.parametrize(
    "content",
    [
        *("", "[]", "{}", '{"format": "mom-soak/1", "game": "monkeys_on_the_moon", "seed": 6}'),
        '{"format": 1, "game": "monkeys_on_the_moon", "seed": 6, "sources": ""}',
    ],
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "soak.json"
    file.write_text(content)
    with pytest.raises(OptionError, match=r"resume: expected a file that an earlier soak wrote, found .*soak\.json"):
        run_soak(GAME, 1, 0, seed=6, resume=file)
    assert file.read_text() == content


@pytest.mark.usefixtures("sound_games")
def test_a_file_of_another_seed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "soak.json"
    run_soak(GAME, 1, 0, seed=6, resume=file)
    with pytest.raises(OptionError, match=r"resume: expected a file of .*'seed': 7.*, found .*'seed': 6"):
        run_soak(GAME, 1, 0, seed=7, resume=file)


@pytest.mark.usefixtures("sound_games")
def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "soak.json"
    run_soak(GAME, 1, 0, seed=6, resume=file)
    file.write_text(file.read_text().replace(GAME, "monkeys_on_the_sun"))
    with pytest.raises(OptionError, match=f"resume: expected a file of .*'{GAME}'.*, found .*'monkeys_on_the_sun'"):
        run_soak(GAME, 1, 0, seed=6, resume=file)


def test_a_game_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match=f"game: expected one of {GAME}.*, found 'monkeys_on_the_sun'"):
        run_soak("monkeys_on_the_sun", 1, 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, 0), "num_games: expected a whole number of at least 0, found -1"),
        ((1, 2.5), r"num_secrecy_pairs: expected a whole number of at least 0, found 2\.5"),
        ((0, 0), "num_games: expected some games or secrecy pairs to check, found none of either"),
        ((1, 1, 0, Place(0)), "jobs: expected a whole number from 1 to 4096, found 0"),
        ((1, 1, -5), "seed: expected a whole number"),
    ],
)
def test_an_argument_that_cannot_be_is_refused(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        run_soak(GAME, *arguments)
