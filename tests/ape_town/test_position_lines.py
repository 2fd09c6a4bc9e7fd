"""6: the text of a seat: all that everybody knows, the same whatever is hidden, and enough to play from."""

import re
from typing import Any

import pytest

from mom_env.ape_town import Game
from mom_env.ape_town.position_lines import position_lines
from mom_env.ape_town.terminal.menu import menu
from mom_env.ape_town.town import MOTIFS, PLURALS
from tests.support.courses import any_game_at, course_of
from tests.support.sizes import smaller_without_jit
from tests.support.untyped import untyped

pytestmark = pytest.mark.once


def test_the_text_is_the_same_whatever_is_hidden() -> None:
    other_deals = 0
    for seed in range(smaller_without_jit(30, 3)):
        for game in course_of("ape_town", 2 + seed % 3, seed, every=9):
            redealt = game.resample_hidden(0, seed + 1)
            assert redealt.observe_text(0) == game.observe_text(0)
            other_deals += untyped(redealt.snapshot())["row"] != untyped(game.snapshot())["row"]
    assert other_deals


def test_the_whole_snapshot_can_be_read_back() -> None:
    for game in course_of("ape_town", 3, 8, every=11):
        view: Any = untyped(game.snapshot(1))
        text = "\n".join(position_lines(untyped(game), 1))
        money = re.findall(r"money: (\d+) bundles?; discs left: (\d+)", text)
        assert money == [(str(m), str(d)) for m, d in zip(view["money"], view["discs"], strict=True)]
        assert re.findall(r"player_\d(?:, you)?: points (\d+)", text) == list(map(str, view["points"]))
        shown = re.findall(r"  (\d): (.*) on segment (\d+), (\w+), with (\d+) bundle", text)
        assert [(int(segment), int(bundles)) for _, _, segment, _, bundles in shown] == [
            (place["segment"], place["bundles"]) for place in view["display"]
        ]
        fields = re.findall(r"^  (\d+): ([\w ]+?)(?: of player_(\d)| without a disc)?; beside", text, re.MULTILINE)
        read = [
            None if what == "free" else {"motif": what.split()[0], "seat": int(seat) if seat else None}
            for _, what, seat in fields
        ]
        assert read == view["fields"]
        hidden = {motif: int(re.findall(rf"{PLURALS[motif]} (\d+)[,)]", text)[0]) for motif in MOTIFS}
        assert hidden == view["hidden"]
        assert f"in the reserve: {view['reserve']}" in text


def test_the_tile_in_hand_is_told_with_its_colour() -> None:
    game = Game(3, 1)
    game.play(0)
    hand = untyped(game.snapshot())["hand"]
    what = "banana site" if hand["motif"] == "banana" else hand["motif"]
    assert f"Tile in hand: {what}, to be placed on a {hand['colour']} field." in game.observe_text(0)


def test_only_who_acts_is_told_choices_and_each_can_be_parsed() -> None:
    for game in course_of("ape_town", 3, 4, every=13):
        if game.over:
            continue
        seat = game.seat or 0
        assert "do you" in game.observe_text(seat)
        assert "do you" not in game.observe_text((seat + 1) % 3)
        for entry in menu(untyped(game)):
            assert game.parse(entry.label) == game.parse(entry.words) == entry.action


def test_the_end_is_told_with_scores_and_places() -> None:
    game = any_game_at("ape_town", 4, 2)
    text = game.observe_text(1)
    for seat, (score, place) in enumerate(zip(*game.standing(), strict=True)):
        assert f"player_{seat}: points {score}, place {place}." in text
