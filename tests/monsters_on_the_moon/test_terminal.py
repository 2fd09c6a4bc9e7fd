"""What a person sees and can type in Monsters on the Moon: the map, the tables, the choices, the story, the scoring."""

import random
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from mom_env.base.choice_words import find_choice
from mom_env.monsters_on_the_moon import Game
from mom_env.monsters_on_the_moon.actions import NUM_ACTIONS
from mom_env.monsters_on_the_moon.moon import Moon
from mom_env.monsters_on_the_moon.terminal.final_scoring import show_scoring
from mom_env.monsters_on_the_moon.terminal.map_text import SPOT, Map
from mom_env.monsters_on_the_moon.terminal.menu import menu, question, say
from mom_env.monsters_on_the_moon.terminal.position_tables import show
from mom_env.monsters_on_the_moon.terminal.story import SOLO_INTRODUCTION, tell
from mom_env.terminal.play import begin, run
from tests.monsters_on_the_moon.build import Table
from tests.monsters_on_the_moon.courses import MODES, NAME, games
from tests.monsters_on_the_moon.test_moon import moon_of, view_of
from tests.support.courses import any_game_at
from tests.support.untyped import untyped

pytestmark = pytest.mark.once
LONG_NAMES = ["you", "p1 ismcts:sims=300,playout=random", "p2 examples.own_bot:choose", "p3 greedy"]
TALL = """\
     5  6  7  8
   ┏━━━━━┳──┐
 5 ┃W  H ┃V │
   ┃     ┃  ├──┐
 6 ┃V  W'┃* │^V│
   ┣━━━━━┫  │  │
 7 │HH * │. │* │
   └─────┼──┴──┤
 8       │A  B │
         └─────┘"""
FLAT = """\
     5  6  7  8
 5 │W  H │V │
 6 │V  W'│* │^V│
 7 │HH * │. │* │
 8       │A  B │"""


def printed(thing: Any, width: int, height: int = 24) -> list[str]:
    paper = Console(file=StringIO(), record=True, width=width, height=height)
    paper.print(thing)
    return [line.rstrip() for line in paper.export_text().splitlines()]


def cards() -> Table:
    """A display whose squares are told apart by the cards that they belong to."""
    table = Table(walls=True)
    entries = {
        0: "5 5 W, 6 5 H, 5 6 V, 6 6 W",
        1: "7 5 V, 7 6 *, 7 7 .",
        2: "8 6 *, 8 7 *",
        3: "5 7 HH, 6 7 *",
        4: "7 8 A, 8 8 B",
    }
    for squares in entries.values():
        table.state.num_laid += 1
        for one in squares.split(", "):
            x, y, sign = one.split()
            put(table, int(x), int(y), sign)
    return table


def put(table: Table, x: int, y: int, sign: str) -> None:
    """A square of the card laid last."""
    number = int(table.state.num_laid)
    table.picture(sign, x, y)
    table.state.num_laid = number
    table.state.lies[x + 28 * y] = number


def test_the_map_has_edges_of_cards_walls_tiles_and_ships() -> None:
    table = cards().ship(8, 6, seat=2)
    table.state.mark[6 + 28 * 6] |= 1  # a tile
    view = view_of(table)
    flat = Map(Moon(view, table.ruleset.deck), [], "turn").lines(is_tall=False)
    assert [line.plain.rstrip() for line in flat] == FLAT.splitlines()
    table.wall("long", "h", 5, 5).wall("long", "v", 7, 5).wall("long", "h", 5, 7).wall("long", "v", 5, 5)
    tall = Map(Moon(view_of(table), table.ruleset.deck), [], "turn").lines(is_tall=True)
    assert [line.plain.rstrip() for line in tall] == TALL.splitlines()


def test_a_flat_map_has_an_underline_where_a_card_ends() -> None:
    moon = moon_of(Table().lay(("H V *", "* V H"), 5, 5))
    lines = Map(moon, [], "turn").lines(is_tall=False)
    assert [any("underline" in str(span.style) for span in line.spans) for line in lines] == [False, False, True]


def test_legal_squares_and_edges_are_lit() -> None:
    for game in games(seeds=1):
        chosen = [choice for choice in game.choices() if "x" in choice] if not game.over else []
        if not chosen:
            continue
        moon = Moon(game.snapshot(), game.ruleset.deck)
        table_map = Map(moon, game.choices(), game.decision)
        lines = table_map.lines(is_tall=True)
        lit = [
            line.plain[span.start : span.end] for line in lines for span in line.spans if "yellow" in str(span.style)
        ]
        assert len(lit) == len(chosen)
        if game.decision == "place":
            bare = [choice for choice in chosen if moon.place(choice) not in moon.squares]
            assert lit.count(SPOT) == len(bare)
        if game.decision == "edge":
            assert set("".join(lit)) <= set("╌╎")


@pytest.mark.parametrize("width", [36, 40, 60, 80, 100, 160])
def test_everything_is_on_the_screen_and_no_line_is_wider_than_the_terminal(width: int) -> None:
    for game in games(every=37, seeds=1):
        names = LONG_NAMES[: game.num_players]
        lines = printed(show(untyped(game), 0, names), width)
        view = untyped(game.snapshot(0))
        assert max(map(len, lines)) <= width
        text = "\n".join(lines)
        if game.num_players > 1:
            for seat in range(game.num_players):
                cells = [view["steps"][seat], view["ships"][seat], len(view["hand"][seat])]
                assert re.search(rf"p{seat} .*\b{' +'.join(map(str, cells))}\b", text)
        moon = Moon(view, game.ruleset.deck)
        for card in view["hand"][0]:
            rows = (" ".join(sign.ljust(2) for sign in row).rstrip() for row in moon.rows(card))
            assert all(row in text for row in rows)
        for vp in view["interim"] or ():
            assert f" {vp}" in text


def test_a_terminal_that_is_too_narrow_is_told_how_wide_it_must_be() -> None:
    said = " ".join(" ".join(printed(show(Game(3, 1), 0, LONG_NAMES[:3]), 20)).split())
    assert said == "The table needs a terminal of at least 36 columns; this one has 20."
    game: Any = any_game_at(NAME, 3, 5)
    wide = Map(Moon(game.snapshot(), game.ruleset.deck), [], None).width
    assert wide > 40
    assert f"(the map needs {wide} columns)" in printed(show(game, 0, LONG_NAMES[:3]), 40)


def test_other_hands_are_not_shown() -> None:
    for game in games(every=30):
        if game.num_players > 1:
            names = [f"p{seat}" for seat in range(game.num_players)]
            text = "\n".join(printed(show(untyped(game), 1, names), 100))
            assert not any(f"p{seat}'s hand:" in text for seat in range(game.num_players) if seat != 1)
            assert show_same_after_redeal(game, names)


def show_same_after_redeal(game: Any, names: list[str]) -> bool:
    redealt = game.resample_hidden(1, 7)
    return printed(show(redealt, 1, names), 100) == printed(show(game, 1, names), 100)


# Choices


def test_places_are_typed_by_coordinates_and_cards_by_their_numbers() -> None:
    seen = set()
    for game in games(every=3, seeds=1, skip_forced=False):
        if game.over:
            continue
        entries = menu(untyped(game))
        seen.add(game.decision)
        assert [entry.action for entry in entries] == game.legal_actions()
        assert len({entry.label for entry in entries}) == len(entries)
        for entry, choice in zip(entries, game.choices(), strict=True):
            assert find_choice(entries, entry.label) == entry
            assert find_choice(entries, entry.words).action == entry.action
            assert say(untyped(game), entry.action) == entry.words
            if "x" in choice:
                assert entry.label == f"{choice['x']} {choice['y']}"
                assert find_choice(entries, f"({choice['x']}, {choice['y']})") == entry
            elif "card" in choice:
                assert int(entry.label.split()[0]) == choice["card"]
        assert all(len(entry.label) > 1 or entry.label.isdigit() for entry in entries)  # letters are keys
    assert seen >= {"monster", "pass", "turn", "place", "ship", "edge", "wall"}


def test_any_action_can_be_told_in_any_position() -> None:
    for game in games(every=60, seeds=1):
        if not game.over:
            said = [say(untyped(game), action) for action in range(NUM_ACTIONS)]
            assert all(said)


def test_the_list_says_what_a_place_covers_and_brings() -> None:
    """Example 12: on two crystals."""
    for game in games(seeds=1):
        if game.decision != "place":
            continue
        view = untyped(game.snapshot())
        moon = Moon(view, game.ruleset.deck)
        for entry, choice in zip(menu(untyped(game)), game.choices(), strict=True):
            covered = moon.covered(view["card"], view["turn"], moon.place(choice))
            assert entry.listed.startswith(f"on {' '.join(covered)}" if covered else "beside")
            found = re.search(r"\+(\d+)$", entry.listed)
            steps = moon.steps(view["card"], view["turn"], moon.place(choice)) if game.num_players > 1 else 0
            assert int(found[1] if found else 0) == steps


def test_questions_say_what_they_are_about() -> None:
    asked: dict[tuple[int, str | None], str] = {}
    for game in games(skip_forced=False):
        if not game.over:
            asked.setdefault((game.num_players, game.decision), question(untyped(game)))
    assert asked[2, "monster"] == "Which monster do you choose?"
    assert asked[1, "turn"] == "How do you turn the card?"
    assert asked[3, "turn"] == "Which card do you lay, and how?"
    assert asked[4, "turn"] == "Which card do you lay, and how, or which wall first?"
    assert re.fullmatch(r"Where does card \d+ lie, .* / .*\?", asked[3, "place"])
    assert re.fullmatch(r"Where does the (short|long) wall (across|down) begin\?", asked[2, "edge"])
    assert asked[2, "wall"] == "1 wall laid. Which one is next?"
    assert asked[3, "starter"] == "Who plays on?"


# The story and the end


@pytest.mark.parametrize(("num_players", "options"), MODES)
def test_the_story_has_a_line_for_each_card_and_the_result(num_players: int, options: dict[str, Any]) -> None:
    rng, game = random.Random(1), Game(num_players, 5, options=options, skip_forced=False)
    names = ["p0 greedy", "p1 random", "p2 random", "p3 random"][:num_players]
    paper = Console(file=StringIO(), record=True, width=100)
    for line in tell(game, lambda at: rng.choice(at.legal_actions()), names):
        paper.print(line)
    lines = paper.export_text().splitlines()
    assert max(map(len, lines)) <= 100
    laid = len(untyped(game.snapshot())["laid"])
    played = sum(bool(re.match(r"p\d plays card \d+: ", line)) for line in lines)
    layout = untyped(game.snapshot())["layout"]
    assert played == laid - (len(game.ruleset.deck.layouts[layout - 1].cards) if layout else 1)
    result = untyped(game.result())
    last = [line.split() for line in lines if re.match(r"[1-4] +p\d", line)]
    assert [int(row[3]) for row in last] == sorted(result["vp"], reverse=True)


@pytest.mark.parametrize(("num_players", "options"), MODES)
def test_the_scoring_adds_up(num_players: int, options: dict[str, Any]) -> None:
    for seed in range(2):
        game: Any = any_game_at(NAME, num_players, seed, options=options)
        lines = printed(show_scoring(game, LONG_NAMES[:num_players]), 160)
        rows = [re.sub(r"\d+ heads? ", "", line).replace(" -", " 0").split() for line in lines[1:-1]]
        if num_players == 1:
            rows = [line.split() for line in lines[1:-1]]
        numbers = [list(map(int, row[-num_players:])) for row in rows]
        assert [sum(column) for column in zip(*numbers[:-1], strict=True)] == numbers[-1] == game.result()["vp"]
        end = f"Level {game.result().get('level')} of 5, with {lines[-2].split()[-1]} points; level "
        assert lines[-1].startswith(end if num_players == 1 else "Won by ")


@pytest.mark.rule("8.4")
def test_alone_the_end_tells_points_and_level_as_the_rules_have_it() -> None:
    game: Any = any_game_at(NAME, 1, 3)
    said = []
    for points in (13, 14, 28, 29):
        game.states[0].vp[0] = points
        said.append(printed(show_scoring(game, ["you"]), 80)[-1])
    assert said == [
        "Level 1 of 5, with 13 points; level 2 begins at 14.",
        "Level 2 of 5, with 14 points; level 3 begins at 20.",
        "Level 4 of 5, with 28 points; level 5 begins at 29.",
        "Level 5 of 5, with 29 points.",
    ]


@pytest.mark.parametrize("width", [60, 80])
def test_alone_nothing_tells_of_others_from_the_opening_to_the_end(width: int, tmp_path: Path) -> None:
    """The words are those of games with others: their seats, pile scoring, track, tiles and ships."""
    table = begin(NAME, [], "greedy", Console(file=StringIO(), record=True, width=width, height=24), seed=3)
    assert run(table, lambda _: table.choices()[0].label, tmp_path / "game.json") == 0
    lines = table.console.export_text().splitlines()
    said = " ".join(" ".join(lines).split())
    assert SOLO_INTRODUCTION in said
    assert re.search(r"You play alone\. .*How do you turn the card\?.*That was the last card.*Level \d of 5", said)
    assert [word for word in ("Everybody", "obody", "your turn", "track", "tile", "ship", "…") if word in said] == []
    assert max(map(len, lines[:-1])) <= width  # the last one is the path


@pytest.mark.rule("5.3")
def test_a_tie_says_what_has_decided() -> None:
    game: Any = any_game_at(NAME, 2, 4)
    state = game.states[0]
    state.vp[:2], state.place[:2] = 50, (1, 2)
    said = " ".join(" ".join(printed(show_scoring(game, ["p0", "p1"]), 120)).split())
    assert said.endswith("Won by p0, who got further on the crystal track, at equal VP.")
