"""What a person sees and can type in 4 Monkeys: the tables, the choices, the story and the scoring."""

import random
import re
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from mom_env.base.choice_words import find_choice
from mom_env.four_monkeys import Game
from mom_env.four_monkeys.actions import NUM_ACTIONS, choice_of
from mom_env.four_monkeys.deeds import asks_in_words
from mom_env.four_monkeys.rules_page import RULES_PAGE
from mom_env.four_monkeys.ruleset import make_ruleset
from mom_env.four_monkeys.scoring_lines import score_lines
from mom_env.four_monkeys.terminal.final_scoring import show_scoring
from mom_env.four_monkeys.terminal.menu import HELP, menu, question, say
from mom_env.four_monkeys.terminal.screen import LEAST, asks_in_signs, show
from mom_env.four_monkeys.terminal.story import tell
from tests.four_monkeys.build import STOP, Table, grab, lay
from tests.four_monkeys.random_play import choose, course, game_at
from tests.support.untyped import untyped

pytestmark = pytest.mark.once
DECK = make_ruleset.load_deck("standard")
NAMES = ["you", "p1 greedy", "p2 ismcts:sims=300,playout=random", "p3 planner", "p4 a", "p5 b", "p6 c", "p7 d"]
LINES = 24 - 5  # of a terminal, without the question, the prompt and three lines of choices


def printed(thing: Any, width: int) -> list[str]:
    paper = Console(file=StringIO(), record=True, width=width)
    paper.print(thing)
    return paper.export_text().splitlines()


# The table


@pytest.mark.parametrize("num_players", [2, 4, 8])
def test_the_table_fits_into_a_small_terminal(num_players: int) -> None:
    for game in course(num_players, seed=3, steps=50 * num_players, every=25 * num_players):
        lines = printed(show(game, 0, NAMES[:num_players]), 80)
        assert len(lines) <= LINES
        assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("width", [LEAST, 50, 80, 140])
def test_all_is_in_the_table_at_any_width(width: int) -> None:
    game = game_at(4, seed=2, steps=120, banana_skins=True)
    view = untyped(game.snapshot(0))
    words = " ".join(printed(show(game, 0, NAMES[:4]), width)).split()
    for row in view["tiles"]:
        for tile in row:
            assert any(re.fullmatch(rf"{tile['combo']}o?[*!]?/{tile['beneath']}", word) for word in words)
    for kind, count in view["hand"][0].items():
        assert not count or any(kind in word for word in words)
    assert {f"{held['own']}+{held['handed']}" for held in view["skins"]} <= {word.strip(",") for word in words}
    assert f"{view['tick'] + 1}" in words


def test_a_narrower_terminal_is_told_what_is_needed() -> None:
    (*_, last) = printed(show(Game(2, 1), 0, NAMES[:2]), LEAST - 1)
    assert str(LEAST - 1) in " ".join(printed(show(Game(2, 1), 0, NAMES[:2]), LEAST - 1))
    assert last


def test_signs_tell_sides_open_tiles_and_repeated_ones() -> None:
    table = Table(2, tops={0: [4]}).tile(0, 5, "CC CT").tile(0, 9, "TT", orange=True).tile(1, 1).tile(1, 1)
    table.tick({0: grab(4)}).tick({0: lay(table.hand(0)[0])})
    words = " ".join(printed(show(table.game, 0, NAMES[:2]), 80)).split()
    assert {"5/2", "9o/1", "4*/1"} <= set(words)
    assert words.count("1!/1") == 2


def test_nothing_hidden_is_in_the_table() -> None:
    game = game_at(3, seed=4, steps=70, timer="hidden")
    seat = game.seat or 0
    tables = {tuple(printed(show(game.resample_hidden(seat, number), seat, NAMES[:3]), 80)) for number in range(5)}
    assert len(tables) == 1
    assert "tick" in " ".join(*tables)
    assert "of an unknown number" in " ".join(*tables)


@pytest.mark.parametrize(
    ("number", "signs", "words"),
    [
        (1, "3=", "3 of one figure"),
        (2, "CTSP", "1 circle, 1 triangle, 1 square and 1 pentagon"),
        (3, "2g", "2 golden buttons"),
        (5, "3= 3=", "3 of one figure and 3 of another"),
        (7, "2xCTSP", "2 circles, 2 triangles, 2 squares and 2 pentagons"),
    ],
)
def test_what_combos_ask_for_is_told(number: int, signs: str, words: str) -> None:
    combo = DECK.combos[number - 1]
    assert (asks_in_signs(combo), asks_in_words(combo)) == (signs, words)


# The choices


def test_what_is_typed_finds_each_choice_and_means_the_same_in_every_tick() -> None:
    meaning: dict[str, Any] = {}
    for game in course(4, seed=9, steps=400, every=3, banana_skins=True, false_stops=1):
        if game.over:
            break
        entries = menu(game)
        assert [entry.action for entry in entries] == game.legal_actions()
        for entry in entries:
            assert find_choice(entries, entry.label) == find_choice(entries, entry.words) == entry
            choice = choice_of(entry.action, game.seat or 0, 4)
            assert meaning.setdefault(entry.label, choice) == choice
    assert len(meaning) > 25
    assert {"w", "5", "ct", "c", "stop", "n", "m"} <= set(meaning)


def test_no_label_is_a_key_of_the_terminal() -> None:
    from mom_env.terminal.clock import PAUSE
    from mom_env.terminal.sitting import COMMANDS, WORDS

    labels = {
        entry.label for game in course(3, seed=1, every=5, banana_skins=True) if not game.over for entry in menu(game)
    }
    assert not labels & {*COMMANDS, *WORDS, *PAUSE}


def test_who_gets_a_skin_is_listed_as_the_table_calls_the_seat() -> None:
    table = Table(3, hands={0: "CC CC TT SP SP"}, tops={0: [4]}, banana_skins=True).tick({0: grab(4)})
    listed = {entry.label: entry.listed for entry in menu(table.game)}
    assert [listed["k1"], listed["k2"]] == ["skin to p1", "skin to p2"]


def test_a_false_stop_is_listed_as_one() -> None:
    table = Table(2, false_stops=1)
    assert {entry.label: entry.listed for entry in menu(table.game)}["stop"] == "call Stop wrongly (-10)"
    for combo in range(1, 11):
        table.tile(0, combo)
    assert {entry.label: entry.listed for entry in menu(table.game)}["stop"] == "call Stop"


def test_who_is_in_the_area_of_the_reader_is_told() -> None:
    game, names = Game(7, 1), [f"p{seat} greedy" for seat in range(7)]
    assert "Round 1 of 4, tick 1 of 60. Area 2: p4, you and p6." in printed(show(game, 5, names), 80)
    assert not any("Area" in line for line in printed(show(Game(6, 1), 5, names[:6]), 80))


def test_any_action_can_be_said() -> None:
    game = Game(8, 1)
    assert len({say(game, action) for action in range(NUM_ACTIONS)}) == NUM_ACTIONS


def test_the_question_names_the_open_combo() -> None:
    table = Table(2, tops={0: [4]})
    assert question(table.game).startswith("What do you do")
    table.tick({0: grab(4)})
    assert question(table.game) == "Your combo 4 is open, four alike: 4 of one figure."
    assert "5/2" in HELP


def test_the_question_of_a_check_is_another_one() -> None:
    table = Table(2, rounds=1, check_choice=True).tile(0, 5).tile(0, 6).last_tick().tick()
    assert table.game.decision == "check"
    assert question(table.game).startswith("Which of your tiles")
    assert [entry.label for entry in menu(table.game)] == ["5", "6"]


# The end and the story


@pytest.mark.parametrize("options", [{}, {"family": True}, {"banana_skins": True, "false_stops": 1}])
def test_the_lines_of_the_scoring_add_up(options: dict[str, Any]) -> None:
    for seed in range(3):
        game = game_at(3, seed, **options)
        *lines, total = score_lines(game)
        assert total.points == tuple(untyped(game.result())["total"])
        for seat in range(3):
            assert sum(line.points[seat] for line in lines) == total.points[seat]


def test_the_lines_of_the_printed_example_say_where_points_come_from() -> None:
    table = Table(2, rounds=1).tile(0, 9, "CC CC TT TT").tile(1, 1).tile(1, 1).tile(1, 8)
    table.score()
    points = {line.what: line.points for line in score_lines(table.game)}
    assert points == {"round 1: tiles": (5, 4), "round 1: set aside": (0, -4), "total": (5, 0)}


def test_a_false_stop_has_a_line_of_its_own() -> None:
    table = Table(2, rounds=1, false_stops=1).tick({0: STOP})
    table.score()
    points = {line.what: line.points for line in score_lines(table.game)}
    assert points == {"false stops": (-10, 0), "total": (-10, 0)}


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_scoring_of_each_round_is_told(width: int) -> None:
    game = game_at(3, seed=6)
    result, words = untyped(game.result()), " ".join(" ".join(printed(show_scoring(game, NAMES[:3]), width)).split())
    assert words.count(" is right.") + words.count(" is wrong.") == sum(len(one["checks"]) for one in result["history"])
    assert all(f"Round {number}:" in words for number in range(1, len(result["history"]) + 1))
    assert "Won by " in words


def test_a_game_is_told_by_rounds_and_ticks() -> None:
    game, rng, names = Game(3, 11, options={"rounds": 2}), random.Random(1), ["p0 a", "p1 b", "p2 c"]
    told = [
        line for thing in tell(game, lambda at: choose(at.legal_actions(), rng), names) for line in printed(thing, 200)
    ]
    text = "\n".join(told)
    history = untyped(game.result())["history"]
    assert [line.split()[1] for line in told if line.startswith("round ")][:2] == ["1", "2"]
    grabs = len(re.findall(r"grabbed combo", text))
    assert grabs == sum(len(row) for scored in history for row in scored["tiles"])
    assert text.count("Scores: ") == 2
    assert all(any(line.split()[:1] == [str(place)] for line in told) for place in untyped(game.result())["places"])


def test_the_rules_page_names_each_option() -> None:
    options: Any = Game(2, 1).ruleset.options.plain()
    assert all(f"{name}" in RULES_PAGE for name in (*options, "ticks", "rounds", "pace"))
