"""News of 4 Monkeys: nothing before a tick is over, then all that was done, drawn, checked and scored."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from mom_env.four_monkeys import Game
from mom_env.four_monkeys.news import news
from mom_env.four_monkeys.sizes import KINDS
from mom_env.table.steps import Step, steps_of
from tests.four_monkeys.build import CLOSE, STOP, Table, grab, lay
from tests.four_monkeys.random_play import choose
from tests.support.untyped import untyped

pytestmark = pytest.mark.once
NAMES = ["p0", "p1 greedy", "p2 planner", "p3", "p4", "p5", "p6", "p7"]
DONE = r"(grabbed|missed|burned) combo (\d+)|laid a card|closed the tile|revealed a tile|called Stop|waited"
DONE += r"|took a new hand|drew more cards|gave a skin to p\d"


def steps(num_players: int, seed: int, **options: Any) -> Iterator[Step]:
    """All decisions of a random game; forced ones, too."""
    game, rng = Game(num_players, seed, options=options), random.Random(seed)
    while not game.over:
        before, action = game.copy(), choose(game.legal_actions(), rng)
        game.play(action)
        yield from steps_of(untyped(before), action)


def told(step: Step, reader: int = 0, names: list[str] | None = None) -> list[str]:
    count = step.before.num_players
    return news(untyped(step.before), step.action, untyped(step.after), reader, names or NAMES[:count])


def is_tick_over(step: Step) -> bool:
    """Whether the step's choice was the last one of its tick, as a person at the table sees it."""
    before, after = untyped(step.before), untyped(step.after)
    return (before.tick, before.round, before.decision) != (after.tick, after.round, after.decision) or after.over


def played(
    table: Table, choices: dict[int, dict[str, Any]], reader: int = 0, names: list[str] | None = None
) -> list[str]:
    """The news of one tick."""
    sentences = []
    for seat in table.game.seats_to_move():
        before = table.game.copy()
        action = before.words().action("act", choices.get(seat, {"wait": True}))
        table.game.play(action)
        for step in steps_of(untyped(before), action):
            sentences += told(step, reader, names)
    return sentences


# Secrecy


def test_nothing_is_told_before_the_last_one_has_chosen() -> None:
    silent = 0
    for step in steps(3, 1, rounds=1):
        if not is_tick_over(step):
            assert [told(step, seat) for seat in range(3)] == [[], [], []]
            silent += 1
    assert silent > 50


def test_readers_are_told_the_same_but_for_their_own_cards() -> None:
    for step in steps(4, 2, rounds=1):
        first, *others = [[text for text in told(step, seat) if "draw" not in text] for seat in range(4)]
        assert all(other == first for other in others)


def test_no_face_of_a_card_is_told_to_others() -> None:
    faces = re.compile(r"\b(" + "|".join(KINDS) + r")\b")
    for step in steps(3, 3, rounds=1):
        for sentence in told(step, 1, ["p0", "p1", "p2"]):
            if "combo" not in sentence or "(" not in sentence:  # checks open cards
                assert not faces.search(sentence), sentence


# What was done


def test_what_was_done_is_what_the_table_shows_after_the_tick() -> None:
    ticks = 0
    for step in steps(4, 5, rounds=1, banana_skins=True):
        view = untyped(step.after).snapshot()
        if not is_tick_over(step) or view["decision"] != "act" or None in view["last_tick"]:
            continue
        ticks += 1
        grabbed = {
            (seat, deed["grab"])
            for seat, deed in enumerate(view["last_tick"])
            if "grab" in deed and "missed" not in deed
        }
        said = set()
        for sentence in told(step):
            if match := re.fullmatch(r"(.*) grabbed combo (\d+)\.", sentence):
                said |= {(int(seat), int(match[2])) for seat in re.findall(r"p(\d)", match[1])}
        assert said == grabbed
    assert ticks > 20


def test_each_sentence_of_a_tick_is_one_that_is_known() -> None:
    known = re.compile(rf".*\b({DONE})\.|On top now: combo.*")
    for step in steps(3, 6, rounds=1, banana_skins=True):
        if untyped(step.after).decision == "act" and untyped(step.before).decision == "act":
            assert all(known.fullmatch(sentence) or "Scores" in sentence for sentence in told(step))


def test_a_tick_is_told_in_the_words_of_the_reader() -> None:
    table = Table(3, hands={0: "CC CC TT SP SP", 1: "CC CC CC CC CT"}, tops={0: [4, 1]})
    names = ["you", "p1 greedy", "p2 greedy"]
    assert played(table, {0: grab(4), 1: grab(4)}, names=names) == [
        "You grabbed combo 4.",
        "p1 missed combo 4.",
        "On top now: combo 1.",
    ]
    assert played(table, {0: lay("CC")}, names=names) == ["You laid a card."]
    assert played(table, {}, names=names) == ["Everybody waited."]
    said = played(table, {0: CLOSE}, names=names)
    assert said[0] == "You closed the tile."
    assert re.fullmatch(r"You draw [CTSP]{2}\.", said[1])
    assert len(said) == 2


def test_cards_that_were_drawn_are_told_to_who_drew_them() -> None:
    drawn = 0
    for step in steps(2, 7, rounds=1):
        old, new = (untyped(game).snapshot()["hand"][0] for game in (step.before, step.after))
        for sentence in told(step, 0, ["you", "p1"]):
            if sentence.startswith("You draw "):
                counts = Counter[str]()
                for count, kind in re.findall(r"(?:(\d+) x )?([CTSP]{2})", sentence):
                    counts[kind] += int(count or 1)
                drawn += 1
                assert all(counts[kind] >= new[kind] - old[kind] for kind in KINDS)
                assert sum(counts.values()) > 0
    assert drawn > 5


# The end of a round


def scored_table() -> Table:
    """9: The printed example."""
    table = Table(3, rounds=1)
    table.tile(0, 9, "CC").tile(0, 3, "CC TT")
    table.tile(1, 3, "TT PP").tile(1, 7, "CC TT SS PP").tile(1, 9, "CC CC TT TT")
    table.tile(2, 6).tile(2, 6).tile(2, 1, "CC CT").tile(2, 2, "CT SS").tile(2, 4, "CC CT CC")
    return table.tile(2, 8, "CC CC TT TT").tile(2, 9, "CC CC SS SS").last_tick()


def test_the_scoring_is_told_step_by_step() -> None:
    said = played(scored_table(), {})
    assert said[1:9] == [
        "The timer has run out after 60 ticks.",
        "p2 has combo 6 twice: set aside.",
        "p2's combo 1 (CC CT) is right.",
        "p2's combo 2 (CT SS) is wrong.",
        "p2's combo 4 (CC CC CT) is wrong.",
        "p1's combo 3 (TT PP) is right.",
        "p1's combo 7 (CC TT SS PP) is right.",
        "p1's combo 9 (CC CC TT TT) is right.",
    ]
    assert said[9:] == ["p1 is the Smartest Monkey.", "Scores: p0 7, p1 11 and p2 2.", "The game is over."]


def test_all_checks_and_scores_of_a_game_are_told() -> None:
    sentences, last = [], None
    for step in steps(3, 8):
        sentences += told(step)
        last = step.after
    history = untyped(last).result()["history"]
    checks = [
        (int(seat), int(combo), how == "right")
        for seat, combo, how in re.findall(r"p(\d)'s combo (\d+) \([^)]*\) is (right|wrong)\.", " ".join(sentences))
    ]
    assert checks == [tuple(check) for scored in history for check in scored["checks"]]
    scores = [
        [int(score) for score in re.findall(r"p\d (-?\d+)", text)] for text in sentences if text.startswith("Scores")
    ]
    assert scores == [scored["score"] for scored in history]


def test_a_round_that_is_played_again_is_told() -> None:
    table = Table(2, false_stops=1)
    said = played(table, {0: STOP})
    assert said == ["p0 called Stop.", "Stop was called wrongly: the round is played again."]


def test_a_grab_in_a_round_that_is_played_again_is_not_called_a_miss() -> None:
    said = played(Table(2, tops={0: [4]}, false_stops=1), {0: STOP, 1: grab(4)})
    assert said[:2] == ["p0 called Stop.", "p1 reached for combo 4."]


def test_an_open_tile_without_a_card_is_told() -> None:
    table = Table(2, tops={0: [4]}, rounds=1).last_tick()
    said = played(table, {0: grab(4)})
    assert said[:2] == ["p0 grabbed combo 4.", "The timer has run out after 60 ticks."]
    assert "p0's combo 4 has no card and counts for nothing." in said


def test_the_last_tick_of_a_round_is_told_whole() -> None:
    table = Table(2, tops={0: [1]}, rounds=2).last_tick()
    said = played(table, {0: grab(1), 1: grab(1)})
    assert said[:3] == ["p0 grabbed combo 1.", "p1 missed combo 1.", "The timer has run out after 60 ticks."]
    assert not any("again" in sentence for sentence in said)
    assert table.game.round == 1
