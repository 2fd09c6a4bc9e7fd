"""`mom play` and `mom replay`: what a person sees and can type."""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text
from typer.testing import CliRunner

from mom_env import cli
from mom_env.base.game import Game as BaseGame
from mom_env.base.replay import read_replay, write_replay
from mom_env.base.sentences import ordinal
from mom_env.common import files
from mom_env.errors import MomError, OptionError, OutputError
from mom_env.games import GAMES
from mom_env.kernel.jit import is_compiled
from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.result import breakdown
from mom_env.monkeys_on_the_moon.terminal import final_scoring, menu, position_tables
from mom_env.terminal.choice_list import listing
from mom_env.terminal.play import begin, resume, run
from mom_env.terminal.sitting import Left, Sitting
from tests.support.sizes import smaller_without_jit
from tests.support.untyped import untyped

pytestmark = pytest.mark.once
GAME = GAMES[0]
FIRST = "the first choice"
ALL_OPTIONS = {"maximum_scorn": True, "monkey_treachery": True, "hidden_coins": True, "raise": "add_only"}


def console() -> Console:
    return Console(record=True, file=StringIO(), width=120)


def answers(table: Sitting, *lines: str) -> Callable[[str], str]:
    """What a person types: these lines, where FIRST is the first choice there is, and that to the end."""
    rest: Iterator[str] = iter(lines)

    def answer(_: str) -> str:
        line = next(rest, FIRST)
        return table.choices()[0].label if line == FIRST else line

    return answer


def own_choices(table: Sitting) -> int:
    """How many choices the person has made, those that were undone left out."""
    return [turn.seat for turn in table.session.turns].count(table.seat)


def sitting(opponents: tuple[str, ...] = ("greedy", "random"), **arguments: Any) -> Sitting:
    """A game of three; a short one where nothing is compiled."""
    usual: dict[str, Any] = {"seat": 1, "seed": 3, "deck": "standard" if is_compiled() else "mini"}
    return begin(GAME, opponents, "greedy", console(), **{**usual, **arguments})


def random_games(count: int) -> Iterator[Game]:
    for seed in range(count):
        yield Game(2 + seed % 3, seed, options=ALL_OPTIONS if seed % 2 else None)


def played_on(game: Game, rng: random.Random, moves: int | None = None) -> Game:
    while not game.over and moves != 0:
        game.play(rng.choice(game.legal_actions()))
        moves = None if moves is None else moves - 1
    return game


def names_of(game: Game) -> list[str]:
    return [f"p{seat}" for seat in range(game.num_players)]


def printed(game: Game, seat: int | None) -> str:
    paper = console()
    paper.print(position_tables.show(game, seat, names_of(game)))
    return paper.export_text()


# The screen


def test_the_scoring_adds_up_to_the_vp_of_the_result() -> None:
    for game in random_games(smaller_without_jit(300, 12)):
        result: Any = played_on(game, random.Random(1)).result()
        vp = breakdown(game.snapshot(), game.ruleset.deck, result["titles"], result["ranking"])
        total = [sum(parts) for parts in zip(vp.ships, vp.scorn, *vp.titles.values(), strict=True)]
        assert total == result["vp"]
        paper = console()
        paper.print(final_scoring.show_scoring(game, names_of(game)))
        totals = [line.split()[2:] for line in paper.export_text().splitlines() if line.startswith("total VP")]
        assert totals == [list(map(str, result["vp"]))]


@pytest.mark.skipif(not is_compiled(), reason="the rarest decision needs hundreds of games")
def test_every_decision_has_a_question_that_names_what_it_is_about() -> None:
    asked: dict[str, list[str]] = {}
    for game in random_games(400):
        rng = random.Random(5)
        while game.decision is not None:
            if len(asked.setdefault(game.decision, [])) < 20:
                pending = untyped(game.snapshot(game.seat))["pending"] or {}
                about = [str(value) for value in pending.values() if isinstance(value, str | int)]
                words = menu.question(game)
                assert [value for value in about if value not in words] == []
                assert "{" not in words
                asked[game.decision].append(words)
            played_on(game, rng, 1)
    assert set(asked) == set(menu.QUESTIONS)


LONG_NAMES = ["you", "p1 ismcts:sims=300,playout=random", "p2 examples.own_bot:choose", "p3 ppo-4p"]


def lines_of(game: Game, width: int, seat: int | None = None) -> list[str]:
    paper = Console(record=True, file=StringIO(), width=width)
    paper.print(position_tables.show(game, seat, LONG_NAMES[: game.num_players]))
    return paper.export_text().splitlines()


@pytest.mark.parametrize("width", [36, 40, 60, 80, 100, 160])
def test_every_tribe_is_on_the_screen_and_no_line_is_wider_than_the_terminal(width: int) -> None:
    for game in random_games(smaller_without_jit(30, 3)):
        played_on(game, random.Random(2), 60)
        lines = lines_of(game, width)
        assert max(map(len, lines)) <= width
        headed = [line.split()[0] for line in lines if line.strip()]
        wide = [line for line in lines if line.startswith("neighbours are allies")]
        named = wide[0].split()[-6:] if wide else [word for word in headed if word in game.snapshot()["circle"]]
        assert named[:6] == game.snapshot()["circle"]
        assert bool(wide) == (width >= 72)
        assert all(f"p{seat}" in "".join(lines) for seat in range(1, game.num_players))
        cells = "\n".join(line for line in lines if "coins/status" not in line and not line.startswith("p"))
        assert "…" not in cells


@pytest.mark.parametrize("width", [10, 35])
def test_a_terminal_that_is_too_narrow_is_told_how_wide_it_must_be(width: int) -> None:
    said = " ".join(lines_of(Game(3, seed=1), width))
    assert " ".join(said.split()) == f"The table needs a terminal of at least 36 columns; this one has {width}."


def test_everything_that_is_counted_stands_in_both_layouts() -> None:
    for game in random_games(smaller_without_jit(20, 4)):
        played_on(game, random.Random(2), 70)
        view: Any = game.snapshot()
        wide, narrow = (" ".join(" ".join(lines_of(game, width)).split()) for width in (120, 40))
        for at, tribe in enumerate(view["circle"]):
            track = view["track"][tribe]
            place = ordinal(view["finished"].index(tribe) + 1) if tribe in view["finished"] else track
            holder = "-" if view["scorn"][tribe] is None else LONG_NAMES[view["scorn"][tribe]].split()[0]
            rival = view["circle"][(at + 3) % 6]
            assert f"{tribe} {rival} {place} {view['supply'][tribe]} {holder}" in narrow
        for seat, coins in enumerate(view["coins"]):
            status = dict.fromkeys(view["circle"], 0)
            for monkey in view["pile"][seat]:
                status[monkey["tribe"]] += monkey["status"]
            cells = " ".join(f"{coins[tribe]}/{status[tribe]}" for tribe in view["circle"])
            assert f"{LONG_NAMES[seat]}: coins/status {cells}" in wide


def test_what_a_seat_cannot_know_is_a_question_mark() -> None:
    game = played_on(Game(3, seed=2, options={"hidden_coins": True}), random.Random(1), 30)
    for width in (80, 40):
        assert "?/" in "".join(lines_of(game, width, seat=0))
        assert "?/" not in "".join(lines_of(game, width))


# 80 x 24: the question below the table, and the prompt, leave some lines for the choices.


def test_the_table_and_some_choices_fit_a_terminal_of_24_lines() -> None:
    decisions = 0
    for game in random_games(smaller_without_jit(60, 5)):
        rng = random.Random(3)
        while not game.over:
            table = lines_of(game, 80, game.seat)
            assert len(table) <= 24 - 2 - 3
            decisions += 1
            played_on(game, rng, rng.randint(1, 9))
    assert decisions > 20


def most_bids(seed: int = 0) -> Game:
    """A game of two in which somebody has many coins."""
    most = Game(2, seed=seed)
    for number in range(smaller_without_jit(200, 12)):
        game, rng = Game(2, seed=number), random.Random(number)
        while not game.over:
            if len(game.legal_actions()) > len(most.legal_actions()):
                most = game.copy()
            played_on(game, rng, 1)
    return most


def test_bids_are_listed_by_points_and_each_has_a_label_of_its_own() -> None:
    game = most_bids()
    entries = menu.menu(game)
    assert sorted(entry.action for entry in entries) == sorted(game.legal_actions())
    assert len({entry.label for entry in entries}) == len(entries) > 20
    points = [menu.worth(entry.action) for entry in entries]
    assert points == sorted(points)
    for entry in entries:
        worth, coins = menu.worth(entry.action)
        assert int(entry.label.rstrip("abcdefghijklmnopqrstuvwxyz")) == worth
        assert entry.words == ("pass" if worth == 0 else f"bid {worth} points: {entry.listed}")
        same = [other for other in entries if menu.worth(other.action)[0] == worth]
        assert entry.is_short == (entry.label == str(worth))
        if entry.is_short:  # the fewest coins
            assert coins == min(menu.worth(other.action)[1] for other in same)
            assert entry.others == len(same) - 1


def test_no_deck_has_more_bids_of_as_many_points_than_there_are_letters() -> None:
    from mom_env.monkeys_on_the_moon.actions import NUM_BIDS, PASS

    counts = Counter(menu.worth(action)[0] for action in range(PASS, PASS + NUM_BIDS))
    assert max(counts.values()) <= 26


def test_a_list_is_cut_to_its_room_and_says_how_it_goes_on() -> None:
    entries = [entry for entry in menu.menu(most_bids()) if entry.is_short]
    assert len(entries) > 6
    for width, rows in ((80, 3), (40, 3), (160, 2), (20, 2)):
        lines = [line.plain for line in listing(entries, width, rows)]
        assert len(lines) <= rows
        if width > 20:
            assert max(map(len, lines)) <= width
        shown = [entry for entry in entries if f"{entry.label}: {entry.listed}" in "\n".join(lines)]
        assert shown == entries[: len(shown)]
        cut = [line for line in lines if f"a: all, up to {entries[-1].label}" in line]
        assert bool(cut) == (len(shown) < len(entries))
    whole = [line.plain.strip() for line in listing(entries, 30, 99)]
    assert len(whole) == len(entries)


def test_the_screen_of_a_seat_stays_the_same_when_the_hidden_is_dealt_anew() -> None:
    changed = 0
    for game in random_games(smaller_without_jit(60, 6)):
        played_on(game, random.Random(2), moves=25)
        seat = game.seat or 0
        other = game.resample_hidden(seat, seed=9)
        assert printed(game, seat) == printed(other, seat)
        changed += printed(game, None) != printed(other, None)
    assert changed


def test_a_bid_is_said_with_the_names_of_its_coins() -> None:
    game = Game(4, seed=5)
    while game.decision != "bid" or len(game.legal_actions()) < 4:
        game.play(game.legal_actions()[-1])
    view, said = untyped(game.snapshot()), [menu.say(game, action) for action in game.legal_actions()]
    assert said[0] == "pass"
    assert len(set(said)) == len(said)
    own, at = view["auction"]["monkey"]["tribe"], view["circle"].index(view["auction"]["monkey"]["tribe"])
    for choice, words in zip(untyped(game.choices())[1:], said[1:], strict=True):
        coins = {own: choice["own"], view["circle"][(at + 1) % 6]: choice["cw"], view["circle"][at - 1]: choice["ccw"]}
        assert words.startswith(f"bid {3 * choice['own'] + 2 * (choice['cw'] + choice['ccw'])} points: ")
        assert all(f"{count} {tribe}" in words for tribe, count in coins.items() if count)


# A person at the table


def kept(table: Sitting, path: Path, *lines: str) -> int:
    return run(table, answers(table, *lines), path)


@pytest.mark.parametrize("num_opponents", [1, 2, 3] if is_compiled() else [1, 2])
def test_a_game_to_the_end_is_scored_and_saved(num_opponents: int, tmp_path: Path) -> None:
    table, path = sitting(("greedy", "random", "greedy")[:num_opponents], seat=None), tmp_path / "the game.json"
    assert kept(table, path) == 0
    again = Game.from_replay(read_replay(path))
    assert again == table.session.game
    assert again.over
    text = table.console.export_text()
    assert "Won by" in text
    assert str(untyped(again.result())["vp"][table.seat]) in text
    assert read_replay(path)["players"][table.seat] == "human"
    assert f"mom replay '{path}'" in text  # quoted for the shell


def test_only_the_own_hand_is_ever_shown() -> None:
    table = sitting()
    table.play(answers(table))
    shown = [line for line in table.console.export_text().splitlines() if " cards: " in line]
    assert shown
    assert all(line.startswith("your cards:") for line in shown)


@pytest.mark.parametrize("junk", ["", "0", "999", "-1", "1.5", "banana", "½", "²", "1 2", "[red]", "x" * 500])
def test_junk_is_asked_again_and_changes_nothing(junk: str) -> None:
    table = sitting()
    before: list[BaseGame[Any]] = []

    def ask(_: str) -> str:
        before.append(table.session.game.copy())
        return junk if len(before) == 1 else "q"

    with pytest.raises(Left):
        table.play(ask)
    assert before[0] == before[1] == table.session.game
    assert "Expected one of 1, 2; words of a choice" in table.console.export_text()


def test_an_answer_that_fits_nothing_names_only_some_of_many_places() -> None:
    table = begin("monsters_on_the_moon", [], "greedy", console(), seed=3)
    table.session.act(0, table.choices()[0].action)
    places = table.choices()
    assert len(places) > 20
    assert table.find_action("no such choice") is None
    said = " ".join(table.console.export_text().split())
    some = ", ".join(entry.label for entry in places[:10])
    assert f"Expected one of {some} ... and {len(places) - 10} more; words of a choice; or h" in said
    assert table.find_action("lay") is None
    said = " ".join(table.console.export_text().split())
    assert re.search(r"That fits \d+ choices: .*, .* \.\.\. and \d+ more\. Which one\?", said)


def test_undo_goes_back_and_the_others_do_the_same_again() -> None:
    straight, back = sitting(), sitting()
    straight.play(answers(straight))
    second = back.choices()[1].label if back.session.game.seat == back.seat else "2"
    back.play(answers(back, FIRST, FIRST, second, "u", FIRST, "u", "u", FIRST, FIRST))
    assert back.session.game == straight.session.game
    assert back.session.news(1) == straight.session.news(1)


def test_undo_goes_back_beyond_a_resume_and_says_when_there_is_nothing_left(tmp_path: Path) -> None:
    table = sitting()
    kept(table, tmp_path / "game.json", "u", FIRST, FIRST, "q")
    assert table.console.export_text().count("nothing to undo: you have made no choice yet.") == 1
    again = resume(GAME, tmp_path / "game.json", "greedy", console())
    kept(again, tmp_path / "game.json", FIRST, "u", "u", "u", "u", "q")
    assert again.console.export_text().count("nothing to undo: you have made no choice yet.") == 1
    assert own_choices(again) == 0


def test_a_choice_can_be_typed_in_words() -> None:
    by_number, by_words = sitting(), sitting()
    by_number.play(answers(by_number))
    by_words.play(lambda _: by_words.choices()[0].words.upper())
    assert by_words.session.game == by_number.session.game


def at_bid() -> Sitting:
    """A person who has several bids of as many points."""
    table = sitting(seed=5, seat=0, deck="standard")

    def ask(_: str) -> str:
        if any(entry.others for entry in table.choices()):
            raise Left
        return table.choices()[0].label

    with pytest.raises(Left):
        table.play(ask)
    return table


def test_a_bid_is_typed_as_its_points() -> None:
    table = at_bid()
    main = next(entry for entry in table.choices() if entry.others)
    assert table.find_action(main.label) == main.action
    other = next(entry for entry in table.choices() if entry.label == f"{main.label}b")
    assert table.find_action(f"{main.label}b") == other.action
    assert table.find_action("1") is None  # nothing is worth 1 point, though many bids have "1 red" in their words
    assert "Expected one of 0, 4" in table.console.export_text()
    assert table.find_action("bid") is None
    assert "Which one?" in table.console.export_text()


def test_all_choices_are_listed_when_they_are_asked_for() -> None:
    table = at_bid()
    table.show_all()
    text = table.console.export_text()
    assert all(f"{entry.label}: {entry.listed}" in text for entry in table.choices())


def test_a_hint_plays_nothing() -> None:
    table = sitting()
    with pytest.raises(Left):
        table.play(answers(table, "h", "?", "q"))
    assert not table.session.can_undo(table.seat)
    text = table.console.export_text()
    assert "greedy would: " in text
    assert "A bid is typed as its points" in text


def test_a_hint_of_a_search_says_why() -> None:
    table = begin(GAME, ("greedy",), "ismcts:sims=20", console(), seat=0, seed=3)
    with pytest.raises(Left):
        table.play(answers(table, "h", "q"))
    assert "Of its 20 simulations: " in table.console.export_text()


def test_in_a_terminal_the_opening_waits_for_enter_and_answers_questions() -> None:
    screen = Console(file=StringIO(), force_terminal=True, width=80)
    table, keys = (
        begin(GAME, ("greedy",), "greedy", screen, seat=0, seed=3),
        iter(["r", "rules", "?", "1", "", "never"]),
    )
    table.open(lambda _: next(keys))
    assert next(keys) == "never"
    assert own_choices(table) == 0
    printed = untyped(screen.file).getvalue()
    assert printed.count("how it is played") == 2
    assert printed.count("take back your last choice") == 1
    assert printed.count("Expected Enter, or one of r, q, ?.") == 1
    with pytest.raises(Left):
        table.open(lambda _: "q")


@pytest.mark.parametrize(("width", "keys"), [(40, "r rules, q leave, ? help"), (80, "h hint, u undo, s show, r rules")])
def test_the_prompt_fits_the_terminal(width: int, keys: str) -> None:
    table, prompts = sitting(), []
    table.console = Console(file=StringIO(), width=width)

    def ask(prompt: str) -> str:
        prompts.append(Text.from_markup(prompt).plain)
        return "q"

    with pytest.raises(Left):
        table.play(ask)
    assert prompts[0].startswith(keys)
    assert len(prompts[0]) < width - 5  # with room for an answer


@pytest.mark.parametrize("width", [40, 80, 160])
def test_a_whole_game_fits_the_width_of_the_terminal(width: int) -> None:
    table = sitting(("greedy", "random", "greedy"))
    table.console = Console(record=True, file=StringIO(), width=width, height=24)
    table.play(answers(table, "?", "r", "h", FIRST, "a", "s", "banana"))
    table.console.print(final_scoring.show_scoring(untyped(table.session.game), table.session.names(table.seat)))
    lines = table.console.export_text().splitlines()
    assert max(map(len, lines)) <= width
    assert "…" not in "".join(line for line in lines if "coins/status" not in line)


def test_a_narrow_scoring_has_short_names_and_a_wide_one_the_status_too() -> None:
    game = played_on(Game(4, seed=3), random.Random(1))
    narrow, wide = (Console(record=True, file=StringIO(), width=width) for width in (40, 160))
    for paper in (narrow, wide):
        paper.print(final_scoring.show_scoring(game, LONG_NAMES))
    assert narrow.export_text().splitlines()[0].split() == ["you", "p1", "p2", "p3"]
    assert "status" in wide.export_text(clear=False).splitlines()[1]
    assert LONG_NAMES[1] in wide.export_text().splitlines()[0]


def test_the_rules_can_be_printed() -> None:
    result = CliRunner().invoke(cli.app, ["rules"])
    assert "Monkeys on the Moon: how it is played" in result.output
    assert "Rivals never travel together" in result.output
    assert 24 <= len(result.output.splitlines()) <= 48  # one to two screens


def test_the_words_of_the_keys_can_be_typed_too() -> None:
    table = sitting()
    with pytest.raises(Left):
        table.play(answers(table, FIRST, "help", "hint", "all", "rules", "undo", "undo", "Show", "leave"))
    text = table.console.export_text()
    assert "greedy would: " in text
    assert "A bid is typed as its points" in text
    assert "There is nothing to undo" in text
    assert "how it is played" in text
    assert "Expected one of" not in text
    with pytest.raises(Left):
        table.play(answers(table, "quit"))


def test_a_word_that_stands_before_a_choice_is_that_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    table, choices = sitting(), Sitting.choices
    with pytest.raises(Left):
        table.play(answers(table, "q"))
    monkeypatch.setattr(Sitting, "choices", lambda self: [choices(self)[0]._replace(label="undo"), *choices(self)[1:]])
    with pytest.raises(Left):
        table.play(answers(table, "undo", "q"))
    assert own_choices(table) == 1


def test_a_game_that_was_left_goes_on_and_ends_as_if_nothing_had_been(tmp_path: Path) -> None:
    straight, left, path = sitting(), sitting(), tmp_path / "game.json"
    straight.play(answers(straight))
    assert kept(left, path, *[FIRST] * 5, "q") == 0
    assert not left.session.game.over
    again = resume(GAME, path, "greedy", console())
    assert again.session.game == left.session.game
    again.play(answers(again))
    assert again.session.game == straight.session.game


# What ends a game before its end


def test_the_game_is_in_its_file_before_every_question(tmp_path: Path) -> None:
    table, path, questions = sitting(), tmp_path / "game.json", 0

    def ask(_: str) -> str:
        nonlocal questions
        questions += 1
        assert Game.from_replay(read_replay(path)) == table.session.game
        return "u" if questions % 3 == 0 else table.choices()[0].label

    assert run(table, ask, path) == 0
    assert questions > 6


@pytest.mark.parametrize(("error", "code"), [(KeyboardInterrupt, 130), (EOFError, 0)])
def test_an_interrupt_says_where_the_game_is(error: type[BaseException], code: int, tmp_path: Path) -> None:
    table, path = sitting(), tmp_path / "a game.json"

    def ask(_: str) -> str:
        raise error

    assert run(table, ask, path) == code
    assert Game.from_replay(read_replay(path)) == table.session.game
    said = table.console.export_text()
    assert f"Saved in {path}. To continue: mom play --resume '{path}' --hint greedy" in said


OWN = """
import os, sys
turns = 0
def play(observation, mask):
    global turns
    turns += 1
    if turns == 3:
        {fault}
    return int(mask.argmax())
"""
FAULTS = {
    "raise ValueError('lost count')": r"player faulty_\d:play raised ValueError: lost count \(faulty_\d.py, line 8\)",
    "sys.exit('enough')": r"player faulty_\d:play raised SystemExit: enough",
    "return 'a word'": r"faulty_\d:play: answered 'a word'; expected an action id, a whole number",
    "return int(mask.argmin())": r"player faulty_\d:play: player_0's decision is \w+; action \d+ .* is not among",
    "return 5000": r"player faulty_\d:play: expected an action id from 0 to 631, found 5000",
}


@pytest.mark.parametrize(("number", "fault"), list(enumerate(FAULTS)))
def test_an_own_bot_that_fails_costs_nothing(
    number: int, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"faulty_{number}.py").write_text(OWN.format(fault=fault))
    monkeypatch.syspath_prepend(str(tmp_path))
    table, path = sitting((f"faulty_{number}:play", "random")), tmp_path / "game.json"
    with pytest.raises(MomError, match=FAULTS[fault]):
        kept(table, path)
    assert Game.from_replay(read_replay(path)) == table.session.game
    assert "To continue: mom play --resume" in table.console.export_text()


def test_a_hint_that_fails_costs_nothing_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bad_hint.py").write_text("def play(observation, mask):\n    raise ValueError('none')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    table = begin(GAME, ("greedy",), "bad_hint:play", console(), seat=0, seed=3)
    assert kept(table, tmp_path / "game.json", "h", FIRST, "q") == 0
    assert "player bad_hint:play raised ValueError: none" in table.console.export_text()
    assert own_choices(table) == 1


def test_a_player_with_a_memory_sees_the_same_game_after_an_undo_and_a_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "memory.py").write_text(
        "class Counting:\n"
        "    def reset(self, seat, num_players, seed):\n        self.seen = 0\n"
        "    def choose(self, observation, mask):\n"
        "        self.seen += 1\n        legal = mask.nonzero()[0]\n        return int(legal[self.seen % len(legal)])\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    straight, other = (sitting(("memory:Counting", "random")) for _ in range(2))
    straight.play(answers(straight))
    kept(other, tmp_path / "game.json", FIRST, FIRST, FIRST, "u", FIRST, "q")
    again = resume(GAME, tmp_path / "game.json", "greedy", console())
    again.play(answers(again, FIRST, "u"))
    assert again.session.game == straight.session.game


def test_a_full_disk_is_said_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, path, saves = sitting(), tmp_path / "game.json", 0

    def full(*_: object) -> None:
        nonlocal saves
        saves += 1
        raise OSError(28, "No space left on device")

    def ask(_: str) -> str:
        if own_choices(table) == 2:
            monkeypatch.setattr(files, "_write", full)
        if own_choices(table) == 4:
            raise Left
        return table.choices()[0].label

    with pytest.raises(OutputError, match=r"game.json: cannot be written: No space left on device"):
        run(table, ask, path)
    assert saves > 2
    assert "No space left on device; the file ends with an earlier choice" in table.console.export_text()
    assert len(read_replay(path)["moves"]) < len(table.session.game.replay()["moves"])
    assert [found.name for found in tmp_path.iterdir()] == ["game.json"]


def test_a_place_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    table = sitting()
    questions: list[str] = []
    with pytest.raises(OutputError, match="cannot be written: expected a folder, found the file"):
        run(table, questions.append, tmp_path / "file" / "game.json")  # type: ignore[arg-type]
    assert questions == []


def test_a_game_is_never_kept_in_a_file_that_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(3):
        table = sitting()
        assert run(table, answers(table, "q"), None) == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["game-3-2.json", "game-3-3.json", "game-3.json"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seat": 3}, "seat: expected a whole number from 0 to 2, found 3"),
        ({"seed": -1}, "seed: expected a whole number"),
        ({"deck": "none"}, "none"),
        ({"options": {"maximum_scron": True}}, "maximum_scorn"),
        ({"opponents": ("greedi",)}, "greedy"),
        ({"opponents": ("human",)}, "human"),
        ({"opponents": ()}, "num_players"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(MomError, match=message):
        sitting(**arguments)


def test_only_a_game_that_goes_on_can_be_resumed(tmp_path: Path) -> None:
    kept(sitting_ := sitting(), tmp_path / "over.json")
    assert sitting_.session.game.over
    with pytest.raises(OptionError, match="unfinished game"):
        resume(GAME, tmp_path / "over.json", "greedy", console())


SOLO = ["--game", "monsters_on_the_moon", "--players", "1"]


@pytest.mark.parametrize(
    ("words", "who"),
    [
        (SOLO, "You play alone."),
        (["--game", "monsters_on_the_moon", "--deck", "mini_solo"], "You play alone."),
        (["--game", "monsters_on_the_moon", "--deck", "mini"], "play against p. planner."),
        (["--players", "2"], r"play against p. hard."),
        (["greedy", "random", "--players", "3"], "play against p. greedy and p. random."),
    ],
    ids=" ".join,
)
def test_how_many_play_is_typed_or_follows_from_the_deck(
    words: list[str], who: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli.app, ["play", *words], input="q\n")
    assert result.exit_code == 0, result.output
    assert re.search(who, " ".join(result.output.split()))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["greedy", "--players", "1"], "--players: expected 2, you and 1 opponent, found 1"),
        (["greedy", "random", "--players", "4"], "--players: expected 3, you and 2 opponents, found 4"),
        (["--players", "0"], "--players: expected a whole number from 1 to 4, found 0"),
        (["--players", "5"], "--players: expected a whole number from 1 to 4, found 5"),
        (["--players", "1"], "--players: deck 'standard' is for 2, 3 or 4 players, found 1"),
        (["--deck", "mini"], "--players: deck 'mini' is for 2 or 3 players, found 4"),
        ([*SOLO, "--deck", "mini"], "--players: deck 'mini' is for 2 players, found 1"),
        (["greedy"] * 5, "OPPONENTS: deck 'standard' is for 2, 3 or 4 players, found 6"),
    ],
)
def test_a_number_of_players_that_does_not_fit_is_refused(words: list[str], message: str) -> None:
    result = CliRunner().invoke(cli.app, ["play", *words])
    assert str(result.exception) == message


def test_options_of_a_new_game_have_no_place_beside_resume(tmp_path: Path) -> None:
    table = sitting()
    kept(table, tmp_path / "game.json", "q")
    beside = ["play", "--resume", str(tmp_path / "game.json")]
    for words, named in (
        (["greedy"], "opponents"),
        (["--seat", "1"], "--seat"),
        (["--players", "1"], "--players"),
        (["--seed", "3", "--deck", "mini"], "--seed, --deck"),
        (["--option", "raise=free"], "--option"),
    ):
        result = CliRunner().invoke(cli.app, [*beside, *words])
        assert str(result.exception) == f"--resume: expected no {named}, as the game continues as it began"
    result = CliRunner().invoke(cli.app, beside, input="q\n")
    assert result.exit_code == 0, result.output


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = played_on(Game(3, seed=8, options={"monkey_treachery": True}), random.Random(4))
    path = tmp_path_factory.mktemp("replay") / "game.json"
    write_replay(path, game.replay(players=["random"] * 3))
    return path


@pytest.mark.parametrize("resumed", [True, False])
def test_a_file_that_names_another_game_is_an_error(file: Path, tmp_path: Path, resumed: bool) -> None:
    other = json.loads(file.read_text()) | {"game": "ape_town"}
    (tmp_path / "other.json").write_text(json.dumps(other))
    words = ["play", "--resume", str(tmp_path / "other.json")] if resumed else ["replay", str(tmp_path / "other.json")]
    result = CliRunner().invoke(cli.app, [*words, "--game", GAME])
    assert isinstance(result.exception, OptionError)
    told = f"game: expected 'ape_town', that of {tmp_path / 'other.json'}, found {GAME!r}"
    assert str(result.exception) == told
